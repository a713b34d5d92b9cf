// axe finds nothing in any state, theme or language.
import { accessibilityFaults } from "./support/axe.js";
import { link, open, partsOf, settled, start } from "./support/page.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

const ones = Array(62).fill("1").join(",");

/** What is to be seen: the link's operands and settings, and what is then done. */
const STATES = {
    "the first page": [{}],
    "an opened example": [{}, (parts) => parts.openExample(/^(Trailing axes line up|从最后一个轴开始对齐|Se alinean los últimos ejes)$/)],
    "a chapter on the way": [{ a: "5,3,4,1", b: "3,1,1", chapter: "4" }],
    "a clash": [{ a: "5,2,4,1", b: "3,1,1", library: "numpy" }],
    "texts that cannot be read": [{ a: "5,x", b: "hello" }],
    "a text that can no longer be read": [{ a: "5,3", b: "3" }, (parts) => parts.a.fill("5:3")],
    "a error in place": [{ a: "1,3,1", b: "3,1,7", inplace: "1" }],
    "an empty result": [{ a: "0", b: "1" }, (parts) => parts.openTab(3)],
    "no axes": [{ a: "()", b: "()" }],
    "64 axes": [{ a: `${ones},2,3`, b: "3" }],
    "a large result": [{ a: "4,32,14,14", b: "32,1,1" }],
    "a tensor too large": [{ a: "9223372036854775807,3", b: "3" }],
    "the list of keys": [{ a: "4,1", b: "3" }, (parts) => parts.openHelp()],
    "the table": [{ a: "4,1", b: "3" }, (parts) => parts.openTab(3)],
    "a pinned cell": [{ a: "4,1", b: "3" }, async (parts) => { await parts.viewport.focus(); await parts.viewport.press("Enter"); }],
    "notes about the link": [{ a: "4,1", b: "3", op: "dance", chapter: "x" }],
    "the embedded page": [{ a: "5,3,4,1", b: "3,1,1", embed: "1" }],
};

/** Each theme and each language once: a contrast depends on the theme, a name on the language. Spanish has the names of the other languages. */
const LOOKS = [
    ["light", "en"],
    ["dark", "zh-CN"],
];

for (const [state, [given, act]] of Object.entries(STATES)) {
    for (const [theme, locale] of state === "the first page" ? [...LOOKS, ["light", "es"]] : LOOKS) {
        test(`axe finds nothing in ${state} (${theme}, ${locale})`, async ({ page }) => {
            const { a = "4,1", b = "3", ...settings } = given;
            await start(page, link(a, b, { chapter: "last", ...settings, theme, locale }));
            const parts = partsOf(page);
            await expect(parts.verdictText).not.toBeEmpty();
            await act?.(parts);
            if (await parts.scrubber.count()) {
                await settled(parts);
            }
            expect(await accessibilityFaults(page)).toEqual([]);
        });
    }
}

for (const width of [320, 768]) {
    test(`axe finds nothing at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        for (const query of ["?a=5,3,4,1&b=3,1,1", "?a=5,2,4,1&b=3,1,1&theme=dark&locale=zh-CN"]) {
            await open(page, query);
            expect.soft(await accessibilityFaults(page), query).toEqual([]);
        }
    });
}

test("headings descend without gaps, and there is one of the first rank", async ({ page }) => {
    await open(page, "?a=5,3,4,1&b=3,1,1");
    const ranks = await page.evaluate(() =>
        [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1])),
    );
    expect(ranks.filter((rank) => rank === 1)).toHaveLength(1);
    ranks.slice(1).forEach((rank, at) => expect(rank - ranks[at], `after heading ${at}`).toBeLessThanOrEqual(1));
});

test("everything stays readable in forced colours", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    const parts = await open(page, "?a=5,2,4,1&b=3,1,1");
    await expect(parts.verdictText).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("forced colours tell the operands apart by more than a colour", async ({ page }) => {
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ forcedColors: "active", colorScheme });
        const parts = await open(page, "?a=1,3&b=1,3");
        // How many parts a row of cells has from top to bottom, beside the numbers: bands divide those of b.
        const counted = () =>
            parts.canvas.evaluate((canvas) => {
                const pen = canvas.getContext("2d", { willReadFrequently: true });
                const probe = document.createElement("canvas").getContext("2d");
                const of = (name) => {
                    probe.fillStyle = getComputedStyle(canvas).getPropertyValue(name);
                    probe.fillRect(0, 0, 1, 1);
                    return probe.getImageData(0, 0, 1, 1).data.join();
                };
                const { width, height } = canvas;
                const { data } = pen.getImageData(0, 0, width, height);
                const at = (x, y) => data.slice(4 * (y * width + x), 4 * (y * width + x) + 4).join();
                return ["--bv-a", "--bv-b"].map(of).map((colour) => {
                    const counts = new Map();
                    for (let x = 0; x < width; x += 3) {
                        let [runs, length] = [0, 0];
                        for (let y = 0; y <= height; y += 1) {
                            const is = y < height && at(x, y) === colour;
                            runs += !is && length > 3 ? 1 : 0;
                            length = is ? length + 1 : 0;
                        }
                        if (runs > 0) {
                            counts.set(runs, (counts.get(runs) ?? 0) + 1);
                        }
                    }
                    // Most columns of pixels have no number.
                    return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
                });
            });
        await expect.poll(counted, colorScheme).toEqual([1, 3]);
    }
});
