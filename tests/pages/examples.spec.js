// The examples: one click opens each of them, and the page shows what the libraries answer.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { EXAMPLES } from "./support/examples.js";
import { address, open, paintedPixels, watchHistory } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** Checks the answer that stands on the page: a shape it broadcasts to, or an error in the library's words. */
async function expectAnswer(parts, answer) {
    if (answer.startsWith("(")) {
        await expect.soft(parts.verdictText).toHaveText(/✓?The shapes broadcast to \([^)]*\)( Probably a mistake\.)?$/);
        await expect.soft(parts.verdictText).toContainText(`broadcast to ${answer}`);
        await expect.soft(parts.libraryMessage).toHaveCount(0);
    } else {
        await expect.soft(parts.libraryMessage).toHaveText(answer);
    }
}

test("the list has every example", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, "");
    // The list is in a chunk.
    await expect(parts.examples.locator(".example-title")).toHaveText(EXAMPLES.map(([title]) => title));
});

test("each example has a picture, which is made when the list is opened", async ({ page }) => {
    const parts = await open(page, "");
    const pictures = page.locator(".example-picture path");
    await expect(parts.examples).toHaveCount(EXAMPLES.length);
    await expect(pictures).toHaveCount(0);
    await parts.openExamples.click();
    await expect(pictures).toHaveCount(2 * EXAMPLES.length);
    await expect(parts.examples.first().locator("path.a")).toHaveCSS("fill", "rgb(11, 102, 171)");
    const boxes = await page.locator(".example-picture > svg").evaluateAll((all) => all.map((svg) => svg.getBBox().width));
    expect(Math.min(...boxes)).toBeGreaterThan(0);
});

test.describe("without motion", () => {
    test.use({ reducedMotion: "reduce" });

    for (let from = 0; from < EXAMPLES.length; from += 9) {
        test(`examples ${from + 1} and on open by one click, are right, noted, marked and pushed`, async ({ page }) => {
            const calls = await watchHistory(page);
            const parts = await open(page, "?a=7&b=7");
            for (const [title, a, b, answer, settings = {}] of EXAMPLES.slice(from, from + 9)) {
                const before = await calls();
                await parts.openExample(title);
                await expect.soft(parts.a, title).toHaveValue(a);
                await expect.soft(parts.b, title).toHaveValue(b);
                await test.step(title, () => expectAnswer(parts, answer));
                await expect.soft(parts.current, title).toHaveCount(1);
                await expect.soft(parts.example(title)).toHaveAttribute("aria-current", "true");
                await expect.soft(parts.note, title).not.toBeEmpty();
                await expect.poll(() => address(page), title).toEqual({ a, b, ...settings, chapter: "last" });
                expect.soft((await calls()).pushState, `${title} makes a history entry`).toBe(before.pushState + 1);
                expect.soft(await paintedPixels(parts.canvas), `${title} is drawn`).toBeGreaterThan(50);
            }
        });
    }

    test("every example has a title of its own and a note in Chinese", async ({ page }) => {
        const parts = await open(page, "?a=7&b=7&locale=zh-CN");
        await expect(parts.examples).toHaveCount(EXAMPLES.length);
        const all = await parts.examples.locator(".example-title").allTextContents();
        expect(all).toHaveLength(EXAMPLES.length);
        expect(new Set(all).size).toBe(EXAMPLES.length);
        for (const title of all) {
            expect.soft(title, "a Chinese title").toMatch(/\p{Script=Han}/u);
        }
        for (const at of [0, 26, 32, 34, 37, 53]) {
            const [, a, b, answer] = EXAMPLES[at];
            await parts.openExamples.click();
            await parts.examples.nth(at).click();
            await expect(parts.a).toHaveValue(a);
            await expect(parts.b).toHaveValue(b);
            await expect(parts.note).toHaveText(/\p{Script=Han}/u);
            if (answer.startsWith("(")) {
                await expect(parts.verdictText).toContainText(`可以广播，结果形状为 ${answer}`);
            } else {
                await expect(parts.libraryMessage).toHaveText(answer);
            }
            await expect.poll(() => address(page).locale).toBe("zh-CN");
        }
    });

    test("an example that is changed is no longer the example", async ({ page }) => {
        const parts = await open(page, "");
        await parts.openExample("A clash in the middle");
        await expect(parts.current).toHaveCount(1);
        await parts.b.fill("2,1,1");
        await expect(parts.verdictText).toContainText("The shapes broadcast to (5, 2, 4, 1)");
        await expect(parts.current).toHaveCount(0);
        await expect(parts.note).toHaveCount(0);
    });

    test("another library's words for the same example are one click away", async ({ page }) => {
        const parts = await open(page, "");
        await parts.openExample("In place, a cannot grow");
        await parts.setLibrary("NumPy");
        await expect(parts.libraryMessage).toHaveText(
            "ValueError: non-broadcastable output operand with shape (1,3,1) doesn't match the broadcast shape (3,3,7)",
        );
        await expect(parts.note, "it is still the example").toBeVisible();
    });
});

test("an example that is opened plays to its end", async ({ page }) => {
    await page.clock.install();
    const parts = await open(page, "");
    await parts.openExample("A column and a row");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await parts.setSpeed("3×");
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(30_000);
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: Combine the elements/);
    await expect(parts.play).toHaveAccessibleName("Play from the start");
    await expect(parts.example("A column and a row")).toHaveAttribute("aria-current", "true");
    await expect.poll(() => address(page).chapter, "the result of any operation").toBe("last");
});

/** The recorded answers of NumPy and PyTorch for the shapes of the examples. */
const recorded = gunzipSync(readFileSync(new URL("../../crates/core/tests/vectors/broadcast_shapes.jsonl.gz", import.meta.url)))
    .toString()
    .split("\n")
    .filter((line) => line.startsWith('{"src":"seed'))
    .map((line) => JSON.parse(line));

test("the recorded answers of both libraries are shown word for word", async ({ page }) => {
    expect(recorded.length).toBeGreaterThan(50);
    await open(page, "");
    const answers = await page.evaluate(async (pairs) => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const text = (selector) => document.querySelector(selector)?.textContent ?? null;
        const answers = [];
        for (const [a, b, library] of pairs) {
            history.pushState(null, "", `?${new URLSearchParams({ a: `(${a})`, b: `(${b})`, library, chapter: "last" })}`);
            dispatchEvent(new PopStateEvent("popstate"));
            await frame();
            await frame();
            answers.push([text(".verdict .verdict-text"), text(".library-message code")]);
        }
        return answers;
    }, recorded.flatMap(({ a, b }) => [[a.join(), b.join(), "pytorch"], [a.join(), b.join(), "numpy"]]));
    const tuple = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`);
    recorded
        .flatMap(({ a, b, torch, numpy }) => [[a, b, torch.add, "RuntimeError"], [a, b, numpy.add, "ValueError"]])
        .forEach(([a, b, { ok, error }, type], at) => {
            const [said, quoted] = answers[at];
            const about = `${tuple(a)} and ${tuple(b)} (${type})`;
            if (ok) {
                expect.soft(said, about).toContain(`broadcast to ${tuple(ok)}`);
                expect.soft(quoted, about).toBeNull();
            } else {
                expect.soft(quoted, about).toBe(`${type}: ${error.trimEnd()}`);
            }
        });
});
