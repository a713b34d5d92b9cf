// What the page shows before its program has started: the frame that the build puts into index.html, with the picture of the
// first example.
import { paintedPixels, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** The parts of the page that the frame has too. */
const PARTS = [
    ".header", ".header h1", ".open-examples", ".share-button", ".open-menu", ".operand.a", ".operand.b", "select.operator",
    ".open-practice", ".open-switches", ".verdict", ".result", ".stage", ".caption", ".transport .open-details", ".transport .present",
    ".narration", ".narration h3", ".chapter-text", ".next", ".diagram", ".viewport", ".legend", ".transport", ".example-list",
];

/** Holds the program back. Returns the function that lets it go on. */
async function holdProgram(page) {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    await page.route("**/page-*.wasm", async (route) => {
        await released;
        await route.continue();
    });
    return release;
}

/** Notes every layout shift in `shifts`; without those inside the editor of programs, whose margin grows with its signs, if it is so asked. */
const noteShifts = (page, { withEditor = true } = {}) =>
    page.addInitScript((withEditor) => {
        globalThis.shifts = [];
        // What moves in a shadow root has no node here.
        const isNoted = ({ sources }) => withEditor || sources.some(({ node }) => node);
        const note = (list) => globalThis.shifts.push(...list.getEntries().filter(isNoted).map(({ value }) => value));
        new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    }, withEditor);

/** The boxes of the parts in whole pixels. A part that is not visible has none. */
const boxesOf = (page, root) =>
    page.evaluate(([root, parts]) => {
        const box = (part) => {
            const element = document.querySelector(`${root} ${part}`);
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.checkVisibility() ? [x, y, width, height].map(Math.round) : null;
        };
        return Object.fromEntries(parts.map((part) => [part, box(part)]));
    }, [root, PARTS]);

for (const [width, height] of [[1280, 720], [1920, 1080], [768, 1024], [360, 740], [683, 384]]) {
    test(`at ${width}×${height} the frame has the place of the page that follows, and nothing shifts`, { tag: "@site" }, async ({ page }) => {
        await page.setViewportSize({ width, height });
        // The story stays in its first chapter.
        await page.emulateMedia({ reducedMotion: "reduce" });
        await noteShifts(page);
        const release = await holdProgram(page);
        await page.goto("?a=4,1&b=3", { waitUntil: "load" });
        await expect(page.locator("#frame svg").filter({ visible: true })).toHaveCount(1);
        const before = await boxesOf(page, "#frame");
        release();
        await expect(page.locator("#first")).toHaveCount(0);
        const parts = partsOf(page);
        await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(50);
        expect(await boxesOf(page, "#app")).toEqual(before);
        expect(await page.evaluate(() => globalThis.shifts)).toEqual([]);
    });
}

const FIELDS = [".header", ".operand.a", ".operand.b"];
/** What of the header is the same for every link. */
const WORDS = ["h1", ".open-examples", ".open-menu"];

for (const [what, query, values] of [
    ["other shapes", "?a=5,2,1&b=3", ["5,2,1", "3"]],
    ["a chapter", "?a=4,1&b=3&chapter=last", ["4,1", "3"]],
    ["a field that cannot be read", "?a=banana", ["banana", "3"]],
    ["another language", "?locale=zh-CN&b=7", ["4,1", "7"]],
]) {
    for (const [width, height] of [[1280, 720], [360, 740]]) {
        test(`a link with ${what} begins with its fields at ${width}×${height}, and nothing shifts`, { tag: "@site" }, async ({ page }) => {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ reducedMotion: "reduce" });
            await noteShifts(page);
            const release = await holdProgram(page);
            await page.goto(query, { waitUntil: "commit" });
            await expect(page.locator("#frame .operand.a input")).toBeVisible();
            for (const [number, name] of ["a", "b"].entries()) {
                await expect(page.locator(`#frame .operand.${name} input`)).toHaveValue(values[number]);
            }
            const words = what === "another language" ? [] : WORDS;
            for (const part of words) {
                await expect(page.locator(`#frame ${part}`), part).toBeVisible();
            }
            for (const other of [...WORDS.filter((part) => !words.includes(part)), "select", ".row button >> nth=0", ".result", ".viewport", ".narration"]) {
                await expect(page.locator(`#frame ${other}`), other).toBeHidden();
            }
            const boxes = (root) => page.evaluate(([root, parts]) => parts.map((part) => {
                const { x, y, width, height } = document.querySelector(`${root} ${part}`).getBoundingClientRect();
                return [x, y, width, height].map(Math.round);
            }), [root, FIELDS]);
            const before = await boxes("#frame");
            release();
            await expect(page.locator("#first")).toHaveCount(0);
            if (what !== "another language") {
                expect(await boxes("#app")).toEqual(before);
            }
            expect(await page.evaluate(() => globalThis.shifts)).toEqual([]);
        });
    }
}

for (const [what, query] of [
    ["three operands", "?a=4,1&b=3&c=2&op=where"],
    ["a program", "#code=x"],
    ["a question", "?a=4,1&b=3&predict=shape"],
    ["a teacher's steps", "?steps=1~.Title~.1~.Caption~:a=4,1~.b=3"],
]) {
    for (const [width, height] of [[1280, 720], [360, 740]]) {
        test(`a link with ${what} begins with its header at ${width}×${height}, and nothing shifts`, { tag: "@site" }, async ({ page }) => {
            await page.setViewportSize({ width, height });
            await noteShifts(page, { withEditor: false });
            const release = await holdProgram(page);
            await page.goto(query, { waitUntil: "commit" });
            await expect(page.locator("#frame .open-examples")).toBeVisible();
            await expect(page.locator("#frame .content")).toBeHidden();
            const boxes = (root) => page.evaluate(([root, parts]) => parts.map((part) => {
                const { x, y, width, height } = document.querySelector(`${root} ${part}`).getBoundingClientRect();
                return [x, y, width, height].map(Math.round);
            }), [root, [".header", ...WORDS]]);
            const before = await boxes("#frame");
            release();
            await expect(page.locator("#first")).toHaveCount(0);
            expect(await boxes("#app")).toEqual(before);
            await expect(page.locator(":is(.diagram canvas, .program-text, .cm-editor, .question)").first()).toBeVisible();
            expect(await page.evaluate(() => globalThis.shifts)).toEqual([]);
        });
    }
}

test("a widget does not begin with the frame", { tag: "@site" }, async ({ page }) => {
    const release = await holdProgram(page);
    await page.goto("?embed=1", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-frame", "hidden");
    await expect(page.locator("#frame")).toBeHidden();
    release();
    await expect(page.locator(".diagram canvas")).toBeVisible();
});

test("in another language only the fields of the frame are seen", { tag: "@site" }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, locale: "zh-CN" });
    const page = await context.newPage();
    const release = await holdProgram(page);
    await page.goto("?a=4,1&b=3", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-frame", "fields other");
    await expect(page.locator("#frame h1")).toBeHidden();
    await expect(page.locator("#frame .operand.a input")).toBeVisible();
    release();
    await context.close();
});

test("the frame has the colours of the theme in the link", { tag: "@site" }, async ({ page }) => {
    const release = await holdProgram(page);
    await page.goto("?theme=dark", { waitUntil: "load" });
    const paper = page.locator("#frame .wide > rect");
    await expect(paper).toHaveCSS("fill", "rgb(15, 20, 25)");
    release();
});
