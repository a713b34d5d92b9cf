// What can be taken away: files of each chapter, an animated picture, a video.
import { open, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

/** The bytes of a download. */
async function bytesOf(download) {
    const chunks = [];
    for await (const chunk of await download.createReadStream()) {
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

/** Opens the export menu, and gives its button of a name. */
async function exporting(page, query) {
    const parts = await open(page, query);
    await parts.openTab(4);
    await page.locator(".more-exports summary").click();
    return (name) => page.locator(".export button").filter({ hasText: name });
}

/** The names and bytes of so many downloads that an action leads to. */
async function downloads(page, count, act) {
    const all = [];
    const whole = new Promise((resolve) => {
        page.on("download", (download) => {
            all.push(download);
            if (all.length === count) {
                resolve();
            }
        });
    });
    await act();
    await whole;
    return Promise.all(all.map(async (download) => [download.suggestedFilename(), await bytesOf(download)]));
}

test("each chapter is a picture with its words", async ({ page }) => {
    const button = await exporting(page, "?a=4,1&b=3&gradient=1&chapter=last");
    const svgs = await downloads(page, 7, () => button("Each chapter with its words (SVG)").click());
    expect(svgs.map(([name]) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `broadcasting-${number}.svg`));
    const texts = svgs.map(([, bytes]) => bytes.toString());
    expect(texts[2]).toMatch(/>3\. Insert axis 0 in b<[^]*>b gets an axis of size 1 in front: \(3,\) → \(1, 3\)\.[^<]*</);
    expect(texts[6]).toMatch(/>7\. The gradient of each operand</);
    expect(texts[6]).toContain(">b.grad (3,)<");
});

test("each chapter is a bitmap with its words", async ({ page }) => {
    const button = await exporting(page, "?a=3&b=3&locale=zh-CN&chapter=last");
    const pngs = await downloads(page, 3, () => button("每一步及其说明（PNG）").click());
    for (const [name, bytes] of pngs) {
        expect(name).toMatch(/^broadcasting-[123]\.png$/);
        expect(bytes.subarray(1, 4).toString()).toBe("PNG");
        expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(840);
    }
});

test("the animated picture plays as an image, without a script", async ({ page }) => {
    const button = await exporting(page, "?a=4,1&b=3&gradient=1&chapter=last");
    const [[name, bytes]] = await downloads(page, 1, () => button("Animated").click());
    expect(name).toBe("broadcasting-animated.svg");
    const svg = bytes.toString();
    expect(svg).toContain("7. The gradient of each operand");
    expect(svg).not.toContain("<script");
    const size = await page.evaluate(async (svg) => {
        const image = new Image();
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
    }, svg);
    expect(Math.min(...size)).toBeGreaterThan(100);
});

test("a video of the story is recorded", async ({ page }) => {
    const button = await exporting(page, "?a=3&b=3&chapter=last");
    await partsOf(page).setSpeed("3×");
    const [[name, bytes]] = await downloads(page, 1, async () => {
        await button("Video").click();
        await expect(page.locator(".export progress")).toBeVisible();
    });
    expect(name).toBe("broadcasting.webm");
    // A file of EBML, of which WebM is a kind.
    expect(bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(bytes.subarray(0, 64).toString("latin1")).toContain("webm");
    expect(bytes.length).toBeGreaterThan(1_000);
    await expect(button("Video")).toBeVisible();
});

test("a recording that is cancelled leaves no file", async ({ page }) => {
    const button = await exporting(page, "?a=3&b=3&chapter=last");
    const names = [];
    page.on("download", (download) => names.push(download.suggestedFilename()));
    await button("Video").click();
    await button("Cancel the recording").click();
    await expect(button("Video")).toBeVisible();
    await expect(page.locator(".export progress")).toHaveCount(0);
    // Another file comes after everything that the recording could still have given.
    await Promise.all([page.waitForEvent("download"), button("This picture").click()]);
    expect(names).toEqual(["broadcasting.svg"]);
});

test("a browser that cannot record offers no video", async ({ page }) => {
    await page.addInitScript(() => delete globalThis.MediaRecorder);
    const button = await exporting(page, "?a=3&b=3&chapter=last");
    await expect(button("Animated")).toBeVisible();
    await expect(button("Video")).toHaveCount(0);
});
