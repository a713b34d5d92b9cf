// One composition: at every size the stage has its share of the window, nothing is cut, and no box scrolls inside another one.
import { link, open, partsOf, start, visit } from "./support/page.js";
import { expect, test } from "./support/test.js";

const PROGRAM = `import torch
x = torch.randn(32, 784)
target = torch.randn(32)
pred = x @ torch.randn(784, 1)
loss = ((pred - target) ** 2).mean()
scale = torch.rand(1, 3)
y = x * scale`;

/** What is shown: a query and, for a program, a fragment. */
const CASES = {
    "(4,1) and (3,)": link("4,1", "3", { chapter: "last" }),
    "(5,3,4,1) and (3,1,1)": link("5,3,4,1", "3,1,1", { chapter: "last" }),
    "(4,32,14,14) and (32,1,1)": link("4,32,14,14", "32,1,1", { chapter: "last" }),
    "a clash": link("2,3", "2", { chapter: "last" }),
    "a program": `?operation=2&chapter=last#code=${encodeURIComponent(PROGRAM)}`,
    "a question": link("4,1", "3", { predict: "shape" }),
};

/** The smallest share of the window, in percent, that the stage has: in general, with a program, and on the full screen. */
const PAGES = [
    [1280, 720, 60], [1366, 768, 60], [1920, 1080, 60], [2560, 1440, 60], [768, 1024, 45], [390, 844, 45], [844, 390, 45], [320, 568, 40],
];
const WIDGETS = [[700, 420, 58], [640, 400, 60], [480, 360, 58]];
/** With a program: of a page, of a phone or a low window, and of a widget. */
const WITH_PROGRAM = [38, 22, 38];
/** On the full screen. A clash has its message and its fixes in large letters; a probable mistake of a program has four sentences. */
const PRESENTING = { "a clash": 72, "a program": 60 };
const PRESENTING_OTHERS = 78;

/** What is measured of a page. */
const measure = (page) =>
    page.evaluate(() => {
        const stage = document.querySelector(".stage").getBoundingClientRect();
        const scrolls = (element) => {
            const { overflowX, overflowY } = getComputedStyle(element);
            const down = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
            return down || (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1);
        };
        const scrolling = [...document.querySelectorAll("*")].filter((element) => element.checkVisibility() && scrolls(element));
        const inside = scrolling.filter((element) => scrolling.some((other) => other !== element && other.contains(element)));
        const result = document.querySelector(".verdict .result");
        const isCut = result?.checkVisibility() && result.scrollWidth > result.clientWidth + 1;
        const box = ({ left, top, right, bottom }) => left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
        const outside = [".stage", ".caption", ".transport", ".verdict .result"].filter((part) => {
            const element = document.querySelector(part);
            return element?.checkVisibility() && !box(element.getBoundingClientRect());
        });
        return {
            share: (100 * stage.width * stage.height) / innerWidth / innerHeight,
            inside: inside.map((element) => element.className || element.tagName),
            outside,
            isCut: Boolean(isCut),
        };
    });

/** Notes the sizes of the numbers that are painted last: those of the cells, and those of the axis table, which are bold. */
const noteTexts = (page) =>
    page.addInitScript(() => {
        globalThis.numbers = new Set();
        globalThis.tableNumbers = new Set();
        const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.clearRect = function (...box) {
            globalThis.numbers.clear();
            globalThis.tableNumbers.clear();
            clearRect.apply(this, box);
        };
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            if (/^[-−]?[\d.]+$/.test(text)) {
                const size = Math.round(Number.parseFloat(/[\d.]+(?=px)/.exec(this.font)[0]));
                (/\b600\b/.test(this.font) ? globalThis.tableNumbers : globalThis.numbers).add(size);
            }
            fillText.call(this, text, ...place);
        };
    });

for (const [kind, sizes, more] of [["page", PAGES, ""], ["widget", WIDGETS, "&embed=1"]]) {
    for (const [width, height, least] of sizes) {
        test(`the ${kind} at ${width}×${height} gives the stage its share, and nothing scrolls inside what scrolls`, async ({ page }) => {
            await noteTexts(page);
            await page.setViewportSize({ width, height });
            for (const [name, query] of Object.entries(CASES)) {
                const [search, code] = query.split("#");
                await page.goto("about:blank");
                await start(page, `${search}${more}${code ? `#${code}` : ""}`);
                const parts = partsOf(page);
                if (name === "a program" && kind === "page" && width <= 720) {
                    // On a phone it is behind a tab.
                    await page.locator(".views button").last().click();
                }
                await expect(parts.stage).toBeVisible();
                await expect(page.locator(name === "a question" ? ".own-figures" : ".viewport canvas[style]")).toBeVisible();
                await expect(page.locator(".loading")).toHaveCount(0);
                const { share, inside, outside, isCut } = await measure(page);
                const numbers = await page.evaluate(() => [...globalThis.numbers, ...globalThis.tableNumbers].sort((a, b) => a - b));
                console.log(`${kind} ${width}×${height}, ${name}: stage ${share.toFixed(0)} %, numbers ${numbers.join(" ") || "none"}`);
                const [whole, phone, widget] = WITH_PROGRAM;
                const program = kind === "widget" ? widget : Math.min(width, height) < 600 ? phone : whole;
                const tight = ["a clash", "a question"].includes(name) && width < 900 ? 12 : 0;
                expect.soft(share, `the share of ${name}`).toBeGreaterThanOrEqual(name === "a program" ? program : least - tight);
                expect.soft(inside, name).toEqual([]);
                expect.soft(outside, name).toEqual([]);
                expect.soft(isCut, `the result of ${name}`).toBe(false);
            }
        });
    }
}

for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    test(`the full screen of ${width}×${height} has no smaller cells, and no fewer numbers`, async ({ page }) => {
        await noteTexts(page);
        await page.setViewportSize({ width, height });
        for (const name of ["(4,1) and (3,)", "(5,3,4,1) and (3,1,1)", "a clash", "a program"]) {
            await page.goto("about:blank");
            await start(page, CASES[name]);
            const parts = partsOf(page);
            await expect(page.locator(".viewport canvas[style]")).toBeVisible();
            await expect(page.locator(".loading")).toHaveCount(0);
            const sizes = () =>
                page.evaluate(() => {
                    const { numbers, tableNumbers } = globalThis;
                    return { cells: Math.min(Infinity, ...numbers), table: Math.min(Infinity, ...tableNumbers), has: numbers.size > 0 };
                });
            await expect.poll(async () => (await sizes()).table, "the picture is painted").toBeLessThan(Infinity);
            const before = await sizes();
            await parts.viewport.focus();
            await page.keyboard.press("f");
            await expect(page.locator(".page.presenting")).toBeVisible();
            await expect.poll(async () => (await measure(page)).share, name).toBeGreaterThanOrEqual(PRESENTING[name] ?? PRESENTING_OTHERS);
            await expect.poll(async () => (await sizes()).cells, name).toBeGreaterThanOrEqual(before.cells);
            const after = await sizes();
            expect(after.has, `${name}: numbers`).toBe(before.has);
            // The axis table gives some of its size to the cells; it can be read all the same.
            expect(after.table, `${name}: the axis table`).toBeGreaterThanOrEqual(Math.min(0.9 * before.table, 17));
            const words = await parts.chapterText.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
            expect(words, "the words can be read from the last row").toBeGreaterThanOrEqual(30);
            await page.keyboard.press("f");
        }
    });
}

test("the styles of the panels leave the bars of the chapters as they are", async ({ page }) => {
    const parts = await visit(page, "?a=4,1&b=3&chapter=2");
    await parts.openTab(1);
    await expect(parts.memory).toBeVisible();
    await expect(page.locator(".mark.coming .bar").first()).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});

test("the stage keeps its place in all chapters of a story, and under the pointer", async ({ page }) => {
    const stories = ["a=5,2,4,1&b=3,1,1", "a=2,3&b=2", "a=4,3&b=4", "a=3&b=4,3&inplace=1", "a=N,1&b=N", "a=4,1&b=3", "a=7&b=8&library=numpy", "a=2,3&b=2&locale=es"];
    for (const [width, height, more] of [
        [1280, 720, ""],
        [768, 1024, ""],
        [360, 740, ""],
        [700, 420, "&embed=1"],
    ]) {
        await page.setViewportSize({ width, height });
        for (const story of stories) {
            await open(page, `?${story}${more}&chapter=last`);
            if (!more) {
                // What is said of mistakes and what to try next are loaded. A widget loads them when it is used.
                await expect.poll(() => page.locator(".fix, .next button").count()).toBeGreaterThan(0);
            }
            const place = () => page.locator(".stage").evaluate((stage) => JSON.stringify(stage.getBoundingClientRect()));
            const last = await place();
            const box = await page.locator(".viewport canvas").boundingBox();
            for (const [x, y] of [[0.2, 0.7], [0.5, 0.6], [0.75, 0.7]]) {
                await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
                expect(await place(), `${story} at ${width}×${height}, pointer`).toBe(last);
            }
            await page.mouse.move(0, 0);
            const count = await page.locator(".marks .mark").count();
            for (let chapter = 1; chapter < count; chapter += 1) {
                await page.keyboard.press("ArrowLeft");
                expect(await place(), `${story} at ${width}×${height}, ${chapter} chapters before the last`).toBe(last);
            }
        }
    }
});
