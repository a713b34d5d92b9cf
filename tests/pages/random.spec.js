// Random texts and links: with any text in an input or in the address, the page answers. The random cases are the same in
// every run. RANDOM_CASES=10000 runs more of them.
import { open, partsOf, start } from "./support/page.js";
import { generator } from "./support/random.js";
import { expect, test } from "./support/test.js";

const total = Number(process.env.RANDOM_CASES ?? 500);
const visits = Math.min(30, total);
const links = Math.round(total / 5);
const texts = Math.max(0, total - links - visits);
const BATCH = 100;
/** The longest that an answer may take on a busy machine, in milliseconds. */
const MAX_ANSWER = 3000;

const batches = (cases) => Array.from({ length: Math.ceil(cases.length / BATCH) }, (_, at) => cases.slice(at * BATCH, (at + 1) * BATCH));

/**
 * In the page: does each of the cases in turn and waits for a frame; gives those after which the page did not answer,
 * and the longest that one took.
 */
async function inThePage([kind, cases]) {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const silent = [];
    let slowest = 0;
    for (const given of cases) {
        const before = performance.now();
        let heard = true;
        if (kind === "texts") {
            const [side, text] = given;
            const input = document.querySelector(`#operand-${side}`);
            setValue.call(input, text);
            const typed = input.value;
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
            await frame();
            heard = document.querySelector(`#operand-${side}`)?.value === typed;
        } else {
            history.pushState(null, "", given);
            dispatchEvent(new PopStateEvent("popstate"));
            await frame();
        }
        slowest = Math.max(slowest, performance.now() - before);
        const said = document.querySelector(".verdict .verdict-text")?.textContent ?? "";
        if (!heard || said.trim() === "" || document.querySelector(".panic-card")) {
            silent.push(given);
            break;
        }
    }
    return { silent, slowest };
}

/** The page still works. */
async function expectAlive(page) {
    const parts = partsOf(page);
    await parts.a.fill("4,1");
    await parts.b.fill("3");
    await expect(parts.axisTable).toContainText("1→3");
    await expect(parts.verdictText).toContainText("(4, 3)");
}

for (const [kind, cases] of [
    ["texts", generator(20_260_101).texts(texts)],
    ["links", generator(20_260_202).links(links)],
]) {
    test(`after each of ${cases.length} random ${kind} the page answers`, async ({ page }) => {
        test.setTimeout(60_000 + 400 * cases.length);
        await open(page, "");
        let slowest = 0;
        for (const batch of batches(cases)) {
            const answer = await page.evaluate(inThePage, [kind, batch]);
            expect(answer.silent, "what left the page without an answer").toEqual([]);
            slowest = Math.max(slowest, answer.slowest);
        }
        test.info().annotations.push({ type: "slowest answer", description: `${slowest.toFixed(0)} ms` });
        expect(slowest, "milliseconds that the slowest answer took").toBeLessThan(MAX_ANSWER);
        await expectAlive(page);
    });
}

test(`each of ${visits} random links opens a page that answers`, async ({ page }) => {
    test.setTimeout(60_000 + 3000 * visits);
    for (const query of generator(20_260_303).links(visits)) {
        await start(page, query);
        const parts = partsOf(page);
        await expect(parts.verdictText, query).not.toBeEmpty();
        await expect(parts.broken, query).toHaveCount(0);
    }
    await expectAlive(page);
});
