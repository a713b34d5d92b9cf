// Everything in sight: in every viewport, for every example and for large shapes, the diagram, the play button and the scrubber are
// wholly inside the viewport, and nothing moves while somebody types.
import { EXAMPLES } from "./support/examples.js";
import { link, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const PAGES = [[1280, 720], [1366, 768], [1920, 1080], [768, 1024], [360, 740], [640, 360]];
const WIDGETS = [[760, 600], [700, 420], [480, 360]];

const LARGE = {
    "a clash": ["5,2,4,1", "3,1,1"],
    "feature maps": ["4,32,14,14", "32,1,1"],
    "a clash of 40 and 3": ["40,1", "3"],
    "40 rows": ["40,3", "40,1"],
    "8 axes": ["2,1,2,1,2,1,2,1", "1,3,1,2,1,2,1,3"],
    "0-dim": ["()", "()"],
    "an empty result": ["0,3", "1,3"],
};

/** The parts that are not wholly inside the viewport, with their boxes. */
async function outside(page, parts, names) {
    const { width, height } = page.viewportSize();
    const found = [];
    for (const name of names) {
        const box = await parts[name].boundingBox();
        const isInside = box && box.x >= -0.5 && box.y >= -0.5 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5;
        if (!isInside) {
            found.push(`${name}: ${JSON.stringify(box)}`);
        }
    }
    // The picture is inside its box: nothing has to be scrolled to.
    const scrolls = await parts.viewport.evaluate((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    const pageScrolls = await page.evaluate(() => {
        const root = document.querySelector(".page");
        return root.scrollHeight > root.clientHeight + 1 || document.documentElement.scrollHeight > innerHeight + 1;
    });
    return [...found, ...(scrolls ? ["the diagram scrolls"] : []), ...(pageScrolls ? ["the page scrolls"] : [])];
}

const ALWAYS = ["viewport", "canvas", "play", "scrubber"];
const ON_THE_PAGE = [...ALWAYS, "a", "b", "verdictText", "axisTable", "chapter"];

/** Goes to another link without loading the page again. */
const follow = (page, query) =>
    page.evaluate((query) => {
        history.pushState(null, "", query);
        dispatchEvent(new PopStateEvent("popstate"));
    }, query);

const CASES = [
    ...EXAMPLES.map(([title, a, b, , settings = {}]) => [title, a, b, settings]),
    ...Object.entries(LARGE).map(([title, [a, b]]) => [title, a, b, {}]),
];

for (const [kind, sizes, settings, names] of [
    ["page", PAGES, {}, ON_THE_PAGE],
    ["widget", WIDGETS, { embed: "1" }, ALWAYS],
]) {
    for (const [width, height] of sizes) {
        test(`the ${kind} at ${width}×${height} shows everything at once`, async ({ page }) => {
            test.slow();
            await page.setViewportSize({ width, height });
            await page.goto(link("2", "2", { ...settings, chapter: "last" }));
            const parts = partsOf(page);
            await expect(parts.play).toBeVisible();
            for (const locale of ["en", "zh-CN"]) {
                for (const [title, a, b, more] of CASES) {
                    await follow(page, link(a, b, { ...more, ...settings, locale, chapter: "last" }));
                    await expect.poll(() => outside(page, parts, names), `${title}: (${a}) and (${b}) in ${locale}`).toEqual([]);
                }
            }
        });
    }
}

test("no region moves while a shape is typed", async ({ page }) => {
    for (const [width, height] of [[1280, 720], [360, 740]]) {
        await page.setViewportSize({ width, height });
        await page.goto(link("4,1", "3,1,1", { chapter: "last" }));
        const parts = partsOf(page);
        const boxes = async () => {
            const found = {};
            for (const name of ["a", "b", "operator", "swap", "verdict", "axisTable", "figure", "viewport", "words", "play", "scrubber"]) {
                found[name] = await parts[name].boundingBox();
            }
            return found;
        };
        await expect(parts.play).toBeVisible();
        const before = await boxes();
        await parts.a.fill("");
        for (const letter of "5,3,4,1") {
            await parts.a.pressSequentially(letter);
            expect(await boxes(), `after ${letter} at ${width}`).toEqual(before);
        }
        await expect(parts.verdictText).toContainText("(5, 3, 4, 1)");
        expect(await boxes()).toEqual(before);
    }
});
