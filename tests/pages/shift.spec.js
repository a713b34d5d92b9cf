// Nothing in a course page moves while an element is loaded: the line of CSS of the snippets reserves its size, then the element does.
import { readFileSync } from "node:fs";

import { LOADER, openCourse, ready } from "./support/course.js";
import { expect, test } from "./support/test.js";

/** The line of CSS of the README. */
const [RESERVED] = readFileSync(new URL("../../README.md", import.meta.url), "utf8").match(/<style>:where\(broadcast-visualizer.*<\/style>/);

const ELEMENT = '<broadcast-visualizer a="4,1" b="3" chapter="last">(4, 1) and (3,) broadcast to (4, 3).</broadcast-visualizer>';

/** The places of an element in a page, and the style of the page. */
const PLACES = {
    "a column of text": [`<article><p>Before.</p>${ELEMENT}<p>After.</p></article>`, "article{width:640px}"],
    "a flex row": [`<div class="row"><p>Beside, on the left.</p>${ELEMENT}<p>Beside, on the right.</p></div>`, ".row{display:flex;gap:1rem}"],
    "a slide": [
        `<section class="slide"><h2>Slide</h2>${ELEMENT}<p>Below.</p></section>`,
        ".slide{display:grid;align-content:center;width:960px;height:700px}",
    ],
    "a page that sets the height": [`<p>Before.</p>${ELEMENT}<p>After.</p>`, "broadcast-visualizer{height:420px}"],
};

/** The sum of all layout shifts of the page so far, and what moved. */
const shifts = (page) =>
    page.evaluate(
        () =>
            new Promise((resolve) => {
                new PerformanceObserver((list) => {
                    const entries = list.getEntries();
                    const moved = entries.flatMap(({ sources }) => sources.map(({ node }) => node?.nodeName ?? "?"));
                    resolve({ sum: entries.reduce((sum, { value }) => sum + value, 0), moved });
                }).observe({ type: "layout-shift", buffered: true });
                // Without an entry the observer is silent: frames tell that the page is drawn.
                let frames = 0;
                const wait = () => (++frames < 20 ? requestAnimationFrame(wait) : resolve({ sum: 0, moved: [] }));
                requestAnimationFrame(wait);
            }),
    );

for (const [place, [body, style]] of Object.entries(PLACES)) {
    test(`nothing moves while an element loads in ${place}, cold and warm`, async ({ page, browserName }) => {
        test.skip(browserName !== "chromium", "only Chromium measures layout shifts");
        let release;
        const held = new Promise((resolve) => (release = resolve));
        // The first time, the page is drawn before the script comes.
        await page.route("**/element/broadcast-visualizer.js", async (route) => {
            await held;
            await route.continue();
        });
        // A browser may draw a page before it has read all of it, and a slide then moves by itself: the page is seen once it is complete.
        const complete = `<div hidden id="all">${body}</div><script>document.getElementById("all").hidden = false;</script>`;
        const opened = openCourse(page, complete, { head: `${LOADER}${RESERVED}<style>${style}</style>` });
        await expect(page.locator("broadcast-visualizer")).toBeVisible();
        expect(await shifts(page)).toEqual({ sum: 0, moved: [] });
        release();
        await opened;
        await ready(page);
        expect(await shifts(page), "cold").toEqual({ sum: 0, moved: [] });
        await page.reload();
        await ready(page);
        expect(await shifts(page), "warm").toEqual({ sum: 0, moved: [] });
    });
}
