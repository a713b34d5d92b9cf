// The page fits: narrow and wide, in every language, with little and with much to show; still, and on paper.
import { link, open, openProgram, paintedPixels, partsOf, picture, programLink, settled, start } from "./support/page.js";
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
    "a", "b", "operator", "openExamples", "openMenu", "play", "back", "forward", "scrubber", "result", "viewport", "chapter",
];

const WIDTHS = [320, 360, 768, 1280];

for (const locale of ["en", "zh-CN", "es"]) {
    for (const [name, [a, b]] of Object.entries(LINKS)) {
        test(`at every width nothing scrolls sideways and the controls are inside: ${name} (${locale})`, async ({ page }) => {
            await page.setViewportSize({ width: WIDTHS[0], height: 800 });
            await start(page, link(a, b, { locale, library: "numpy", inplace: "1", chapter: "last" }));
            const parts = partsOf(page);
            await expect(parts.verdictText).not.toBeEmpty();
            for (const width of WIDTHS) {
                await page.setViewportSize({ width, height: 800 });
                // The diagram takes its size one frame after the page.
                await expect(async () => {
                    // `clientWidth` of the root is the viewport without its scrollbar.
                    const [scroll, client] = await page.evaluate(() => {
                        const { scrollWidth, clientWidth } = document.documentElement;
                        return [Math.max(scrollWidth, document.querySelector(".page").scrollWidth), clientWidth];
                    });
                    expect(scroll, `the page's width at ${width} px`).toBeLessThanOrEqual(client);
                    for (const control of CONTROLS) {
                        if ((await parts[control].count()) === 0) continue;
                        const box = await parts[control].boundingBox();
                        expect(box, `${control} at ${width} px`).not.toBeNull();
                        expect(box.x, `the left of ${control} at ${width} px`).toBeGreaterThanOrEqual(0);
                        expect(box.x + box.width, `the right of ${control} at ${width} px`).toBeLessThanOrEqual(client + 0.5);
                    }
                }).toPass({ timeout: 20_000 });
            }
        });
    }

    test(`at every width every target is at least 24 px (${locale})`, async ({ page }) => {
        await page.setViewportSize({ width: WIDTHS[0], height: 800 });
        await open(page, link("5,3,4,1", "3,1,1", { locale, op: "dance", chapter: "3" }));
        for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            const small = await page.evaluate(() =>
                [...document.querySelectorAll("button, select, input, summary, a[href]")]
                    .filter((element) => element.checkVisibility() && element.closest("dialog") === null)
                    // A check box is as large as the label around it.
                    .map((element) => (element.matches("[type=radio], [type=checkbox]") ? element.closest("label") : element))
                    .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
                    .filter(([, box]) => box.width < 24 || box.height < 24)
                    .map(([html, box]) => `${html}: ${box.width} × ${box.height}`),
            );
            expect(small, `at ${width} px`).toEqual([]);
        }
    });
}

test("at 400 % zoom the parts are below each other, and scrolling reaches them", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=last");
    for (const part of ["openExamples", "a", "b", "result", "figure", "chapter", "play"]) {
        await parts[part].scrollIntoViewIfNeeded();
        await expect.soft(parts[part], part).toBeInViewport();
        const { x, width } = await parts[part].boundingBox();
        expect.soft(x >= 0 && x + width <= 320.5, `${part} is not cut off: ${x} and ${width} px`).toBe(true);
    }
});

test("at a phone's width the diagram fits, and the list of examples scrolls in its own box", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=last");
    const [canvas, frame] = [await parts.canvas.boundingBox(), await parts.viewport.boundingBox()];
    expect(frame.width).toBeLessThanOrEqual(320);
    expect(canvas.x).toBeGreaterThanOrEqual(frame.x - 0.5);
    const last = parts.examples.last();
    await parts.openExamples.click();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await last.click();
    await expect(parts.a).toHaveValue("(4,)");
});

test("the diagram follows the width of the window, both ways", async ({ page }) => {
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=last");
    await settled(parts);
    const wide = await picture(parts.canvas);
    await page.setViewportSize({ width: 400, height: 900 });
    await expect.poll(async () => (await parts.canvas.boundingBox()).width).toBeLessThanOrEqual(400);
    await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(300);
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
    test("operands, verdict, axis table and the pictures of all chapters with their words are printed, the controls are not", async ({ page }) => {
        const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=2");
        // What prints is loaded with it.
        await expect(parts.axisTable).toBeAttached();
        await page.emulateMedia({ media: "print" });
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await expect.soft(parts.axisTable).toBeVisible();
        for (const hidden of [parts.a, parts.play, parts.scrubber, parts.canvas, parts.openMenu]) {
            await expect.soft(hidden).toBeHidden();
        }
        const figures = page.locator(".print-story figure");
        await expect(page.locator(".print-story p")).toHaveText("a (5, 3, 4, 1) + b (3, 1, 1)");
        await expect(figures).toHaveCount(6);
        await expect(figures.nth(3)).toContainText("Chapter 4 of 6: Stretch b along axis 2. b has size 1, a has 4: b repeats its elements");
        for (let number = 0; number < 6; number += 1) {
            expect(await paintedPixels(figures.nth(number).locator("canvas"))).toBeGreaterThan(300);
        }
        await expect(parts.axisTable.locator("tr.out td"), "the end of the story").toHaveText(["5", "3", "4", "1"]);
        for (const size of await parts.axisTable.locator("tr.out td").all()) {
            expect((await size.boundingBox()).height, "it is to be seen").toBeGreaterThan(10);
        }
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        await expect(figures).toHaveCount(0);
    });

    test("paper is light whatever is on the screen, which comes back after it", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&theme=dark&chapter=2");
        await settled(parts);
        const screen = await picture(parts.canvas);
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        await expect.poll(() => picture(parts.canvas), "what is on the screen again").toBe(screen);
        await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    });

    test("an operation that fits is one page, and a clash has its message and its fixes", async ({ page }) => {
        for (const query of ["?a=4,1&b=3", "?a=5,3,4,1&b=3,1,1", "?a=2,3&b=2"]) {
            const parts = await open(page, query);
            // What prints is loaded with it.
            await expect(parts.axisTable).toBeAttached();
            await page.emulateMedia({ media: "print" });
            const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
            expect.soft(pdf.match(/\/Type\s*\/Page\b/g), query).toHaveLength(1);
            if (query.endsWith("b=2")) {
                await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
                await expect(page.locator(".print-story")).toContainText("must match the size of tensor b (2)");
                await expect(parts.diagnostics.locator(".fix").first()).toBeVisible();
            }
            await page.emulateMedia({ media: "screen" });
        }
    });

    test("a clash beside a program has its message too, which on the screen stands in the editor", async ({ page }) => {
        const parts = await openProgram(page, programLink("import numpy as np\nz = np.ones((4, 3)) - np.ones(4)"));
        await expect(parts.axisTable).toBeAttached();
        await page.emulateMedia({ media: "print" });
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        const last = page.locator(".print-story figure").last();
        await expect(last).toContainText("operands could not be broadcast together with shapes (4,3) (4,)");
    });

    for (const format of ["A4", "Letter"]) {
        test(`nothing is cut off on ${format}`, async ({ page }) => {
            const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=last");
            // What prints is loaded with it.
            await expect(parts.axisTable).toBeAttached();
            const size = { A4: [794 - 76, 1123], Letter: [816 - 76, 1056] }[format];
            await page.setViewportSize({ width: size[0], height: size[1] });
            await page.emulateMedia({ media: "print" });
            await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
            await expect(page.locator(".print-story figure")).toHaveCount(6);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(wide).toBeLessThanOrEqual(0);
            const figures = await page.locator(".print-story figure").evaluateAll((all) => all.map((figure) => figure.offsetHeight));
            expect(Math.max(...figures), "each figure fits a page").toBeLessThan(size[1] - 76);
        });
    }
});

test.describe("presenting", () => {
    test("the button fills the screen, hides the inputs and makes the words larger", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=last");
        const height = async (locator) => (await locator.boundingBox()).height;
        const before = await height(parts.chapter);
        await page.locator("button.present").click();
        await expect(page.locator(".page.presenting")).toBeVisible();
        await expect(parts.a).toBeHidden();
        await expect.poll(() => height(parts.chapter)).toBeGreaterThan(1.4 * before);
        // A point of the enlarged canvas refers to the cell under it.
        const box = await parts.canvas.boundingBox();
        const found = new Set();
        for (let x = box.x + 20; x < box.x + box.width; x += 24) {
            await page.mouse.move(x, box.y + box.height / 2);
            found.add(await parts.equation.textContent());
        }
        const cells = [...found].filter((text) => text.startsWith("out["));
        expect(cells.length, "three columns in each panel").toBe(3);
        await page.keyboard.press("b");
        await expect(page.locator(".blank")).toBeVisible();
        await page.keyboard.press("b");
        await expect(page.locator(".blank")).toHaveCount(0);
        await page.locator("button.present").click();
        await expect(parts.a).toBeVisible();
    });
});
