// Everything in sight: in every viewport, for every example and for large shapes, the diagram, the play button and the scrubber are
// wholly inside the viewport, and nothing moves while somebody types.
import { EXAMPLES } from "./support/examples.js";
import { link, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const PAGES = [[1280, 720], [1366, 768], [1920, 1080], [768, 1024], [360, 740], [640, 360]];
const WIDGETS = [[760, 600], [700, 420], [480, 360]];

/** Spanish has the longest words, so it is seen on the smallest screens, and on the usual one. */
const SPANISH = ["1280×720", "360×740", "700×420"];

const LARGE = {
    "a clash": ["5,2,4,1", "3,1,1"],
    "feature maps": ["4,32,14,14", "32,1,1"],
    "a clash of 40 and 3": ["40,1", "3"],
    "40 rows": ["40,3", "40,1"],
    "8 axes": ["2,1,2,1,2,1,2,1", "1,3,1,2,1,2,1,3"],
    "0-dim": ["()", "()"],
    "an empty result": ["0,3", "1,3"],
};

/**
 * Goes to another link without loading the page again, and gives what is then not wholly inside the viewport. A new picture
 * has its place after a frame or two; what is still outside after 60 frames stays there.
 */
const outside = (page, query, names) =>
    page.evaluate(
        async ([query, names]) => {
            history.pushState(null, "", query);
            dispatchEvent(new PopStateEvent("popstate"));
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            const outsideNow = () => {
                const found = [];
                for (const name of names) {
                    const { left, top, right, bottom } = document.querySelector(name)?.getBoundingClientRect() ?? {};
                    if (!(left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5 && right > left)) {
                        found.push(`${name}: ${[left, top, right, bottom]}`);
                    }
                }
                // The picture is inside its box, and the page inside the window: nothing has to be scrolled to.
                for (const name of [".viewport", ".page"]) {
                    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector(name);
                    if (scrollWidth > clientWidth || scrollHeight > clientHeight) {
                        found.push(`${name} scrolls: ${scrollWidth} × ${scrollHeight} in ${clientWidth} × ${clientHeight}`);
                    }
                }
                return found;
            };
            await frame();
            await frame();
            for (let left = 60; left > 0 && outsideNow().length > 0; left -= 1) {
                await frame();
            }
            return outsideNow();
        },
        [query, names],
    );

/** Notes the size of the text of every value that is painted from now on. */
const noteTextSizes = (page) =>
    page.addInitScript(() => {
        globalThis.valueSizes = new Set();
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            if (/^[-−]?[\d.]+$/.test(text)) {
                valueSizes.add(Number.parseFloat(/[\d.]+(?=px)/.exec(this.font)[0]));
            }
            fillText.call(this, text, ...place);
        };
    });

const ALWAYS = [".viewport", ".viewport canvas", ".transport button.main", ".transport input[type=range]"];
const ON_THE_PAGE = [...ALWAYS, "#operand-a", "#operand-b", ".verdict .result", ".narration h3"];

/** How many cases are seen in languages other than English: words differ in their length, pictures do not. */
const IN_OTHER_LANGUAGES = 12;

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
            await noteTextSizes(page);
            await page.setViewportSize({ width, height });
            await page.goto(link("2", "2", { ...settings, chapter: "last" }));
            const parts = partsOf(page);
            await expect(parts.play).toBeVisible();
            let [withValues, smallest, largest] = [0, Infinity, 0];
            const locales = ["en", "zh-CN", ...(SPANISH.includes(`${width}×${height}`) ? ["es"] : [])];
            const seen = locales.flatMap((locale) => {
                // The last ones are the large ones.
                const cases = locale === "en" ? CASES : CASES.slice(-IN_OTHER_LANGUAGES);
                return cases.map((one) => [locale, ...one]);
            });
            for (const [locale, title, a, b, more] of seen) {
                const query = link(a, b, { ...more, ...settings, locale, chapter: "last" });
                const what = `${title}: (${a}) and (${b}) in ${locale}`;
                await page.evaluate(() => valueSizes.clear());
                expect.soft(await outside(page, query, names), what).toEqual([]);
                const sizes = await page.evaluate(() => [...valueSizes]);
                if (sizes.length > 0) {
                    expect.soft(Math.min(...sizes), `the text of the values in ${what}`).toBeGreaterThanOrEqual(11);
                    [withValues, smallest, largest] = [withValues + 1, Math.min(smallest, ...sizes), Math.max(largest, ...sizes)];
                }
            }
            expect(withValues, "values are seen painted").toBeGreaterThan(20);
            console.log(`${kind} ${width}×${height}: values in ${withValues} of ${seen.length} cases, ${smallest} to ${largest} px`);
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
            for (const name of ["a", "b", "operator", "verdict", "figure", "viewport", "play", "scrubber"]) {
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
