// The page fits: narrow and wide, in both languages, with little and with much to show; still, and on paper.
import { link, open, paintedPixels, partsOf, picture, scrubTo, settled } from "./support/page.js";
import { expect, test } from "./support/test.js";

const HUGE = "9223372036854775807";
const ones = Array(62).fill("1").join(",");

const LINKS = {
    "a small sum": ["4,1", "3"],
    "four axes": ["5,3,4,1", "3,1,1"],
    "a clash": ["5,2,4,1", "3,1,1"],
    "feature maps": ["4,32,14,14", "32,1,1"],
    "64 axes": [`${ones},2,3`, "3"],
    "the largest sizes": [`${HUGE},${HUGE},${HUGE}`, `${HUGE},1,1`],
    "an empty result": ["0", "1"],
    "a long text that cannot be read": ["hello".repeat(60), `${"9".repeat(400)}`],
    "long values": ["[[1234567890123456789],[-1234567890123456789]]", "[0.123456789012345,1e300]"],
};

/** The controls that must be inside the viewport, as far as they are there. */
const CONTROLS = [
    "a", "b", "operator", "swap", "inPlace", "play", "back", "forward", "scrubber", "speed", "theme", "language", "helpButton",
    "verdictText", "viewport", "chapter", "axisTable",
];

for (const width of [320, 360, 768, 1280]) {
    for (const locale of ["en", "zh-CN"]) {
        test(`at ${width} px nothing scrolls sideways and the controls are inside (${locale})`, async ({ page }) => {
            // Many pages in one test: on a busy machine they take longer than one page may.
            test.slow();
            await page.setViewportSize({ width, height: 800 });
            for (const [name, [a, b]] of Object.entries(LINKS)) {
                await page.goto(link(a, b, { locale, library: "numpy", inplace: "1" }));
                const parts = partsOf(page);
                await expect(parts.verdictText).not.toBeEmpty();
                // `clientWidth` of the root is the viewport without its scrollbar.
                const [scroll, client] = await page.evaluate(() => {
                    document.querySelector("details")?.setAttribute("open", "");
                    const { scrollWidth, clientWidth } = document.documentElement;
                    return [scrollWidth, clientWidth];
                });
                expect.soft(scroll, `${name}: the page's width`).toBeLessThanOrEqual(client);
                for (const control of CONTROLS) {
                    if ((await parts[control].count()) === 0) continue;
                    const box = await parts[control].boundingBox();
                    expect.soft(box.x, `${name}: the left of ${control}`).toBeGreaterThanOrEqual(0);
                    expect.soft(box.x + box.width, `${name}: the right of ${control}`).toBeLessThanOrEqual(client + 0.5);
                }
            }
        });

        test(`at ${width} px every target is at least 24 px (${locale})`, async ({ page }) => {
            await page.setViewportSize({ width, height: 800 });
            await open(page, link("5,3,4,1", "3,1,1", { locale, op: "dance", chapter: "3" }));
            const small = await page.evaluate(() =>
                [...document.querySelectorAll("button, select, input, summary, a[href]")]
                    .filter((element) => element.checkVisibility() && element.closest("dialog") === null)
                    // A check box is as large as the label around it.
                    .map((element) => (element.matches("[type=radio], [type=checkbox]") ? element.closest("label") : element))
                    .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
                    .filter(([, box]) => box.width < 24 || box.height < 24)
                    .map(([html, box]) => `${html}: ${box.width} × ${box.height}`),
            );
            expect(small).toEqual([]);
        });
    }
}

test("at a phone's width the diagram fits, and the list of examples scrolls in its own box", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1");
    const [canvas, frame] = [await parts.canvas.boundingBox(), await parts.viewport.boundingBox()];
    expect(frame.width).toBeLessThanOrEqual(320);
    expect(canvas.x).toBeGreaterThanOrEqual(frame.x - 0.5);
    const last = parts.examples.last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await last.click();
    await expect(parts.a).toHaveValue("(4,)");
});

test("the diagram follows the width of the window, both ways", async ({ page }) => {
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1");
    await settled(parts);
    const wide = await picture(parts.canvas);
    await page.setViewportSize({ width: 400, height: 900 });
    await expect.poll(async () => (await parts.canvas.boundingBox()).width).toBeLessThan(400);
    expect(await paintedPixels(parts.canvas)).toBeGreaterThan(300);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(() => picture(parts.canvas)).toBe(wide);
});

for (const scale of [1, 1.5, 2, 3]) {
    test.describe(() => {
        test.use({ deviceScaleFactor: scale });
        test(`the canvas has a pixel for each of the screen's at ratio ${scale}`, async ({ page }) => {
            const parts = await open(page, "?a=4,1&b=3");
            const box = await parts.canvas.boundingBox();
            const [width, height] = await parts.canvas.evaluate((canvas) => [canvas.width, canvas.height]);
            expect(Math.abs(width - box.width * scale)).toBeLessThanOrEqual(2);
            expect(Math.abs(height - box.height * scale)).toBeLessThanOrEqual(2);
        });
    });
}

test.describe("where motion is not wanted", () => {
    test.use({ reducedMotion: "reduce" });

    /** Every value that the scrubber has in the next frames, until the given number stayed the same. */
    const values = (parts) =>
        parts.scrubber.evaluate(
            (scrubber) =>
                new Promise((done) => {
                    const seen = [];
                    let left = 40;
                    const look = () => {
                        if (seen.at(-1) !== scrubber.value) seen.push(scrubber.value);
                        left -= 1;
                        left > 0 ? requestAnimationFrame(look) : done(seen);
                    };
                    look();
                }),
        );

    test("opening an example shows its end at once", async ({ page }) => {
        const parts = await open(page, "?a=7&b=7");
        const seen = values(parts);
        await parts.openExample("A column and a row");
        const between = (await seen).map(Number).filter((value) => value % 100 !== 0);
        expect(between, "moments between two chapters").toEqual([]);
        await expect(parts.live).toHaveText(/^Chapter 6 of 6: Combine the elements/);
        await expect(parts.play).toHaveAccessibleName("Play from the start");
    });

    test("stepping shows stills", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3");
        const seen = values(parts);
        await parts.back.click();
        expect((await seen).map(Number).filter((value) => value % 100 !== 0)).toEqual([]);
        await expect(parts.scrubber).toHaveValue("400");
    });

    test("playing shows one still after another", async ({ page }) => {
        const parts = await open(page, "?a=2&b=2&chapter=1");
        await parts.play.click();
        const between = [];
        await expect
            .poll(
                async () => {
                    const value = Number(await parts.scrubber.inputValue());
                    if (value % 100 !== 0) between.push(value);
                    return value;
                },
                { timeout: 20_000, intervals: [50] },
            )
            .toBe(200);
        expect(between).toEqual([]);
    });
});

test.describe("on paper", () => {
    test("the diagram is printed, the controls are not", async ({ page }) => {
        const parts = await open(page, "?a=5,3,4,1&b=3,1,1");
        await page.emulateMedia({ media: "print" });
        for (const shown of [parts.verdictText, parts.axisTable, parts.canvas, parts.chapter]) {
            await expect.soft(shown).toBeVisible();
        }
        for (const hidden of [parts.a, parts.play, parts.scrubber, parts.helpButton, parts.examples.first()]) {
            await expect.soft(hidden).toBeHidden();
        }
    });

    test("the end is printed in light colours, whatever is on the screen, which comes back after it", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&theme=light");
        await settled(parts);
        const end = await picture(parts.canvas);
        await page.goto("?a=4,1&b=3&theme=dark&chapter=2");
        await expect(parts.live).toHaveText(/^Chapter 2 of 6/);
        await scrubTo(parts, 0);
        await scrubTo(parts, 100);
        const screen = await picture(parts.canvas);
        expect(screen).not.toBe(end);
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        expect(await picture(parts.canvas), "what is printed").toBe(end);
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        await expect.poll(() => picture(parts.canvas), "what is on the screen again").toBe(screen);
        await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    });
});
