// Films what is drawn, frame by frame under a clock that is moved by hand: no cell jumps, whatever happens meanwhile.
import { open, partsOf, scrubTo } from "./support/page.js";
import { expect, test } from "./support/test.js";

const COLUMN = "?a=[[0],[10],[20],[30]]&b=tensor([0,1,2])&chapter=1";

/** Notes every rectangle that is drawn, with its colour; a frame begins where the canvas is cleared. */
async function film(page) {
    await page.addInitScript(() => {
        const drawing = CanvasRenderingContext2D.prototype;
        const own = { clearRect: drawing.clearRect, rect: drawing.rect, roundRect: drawing.roundRect, fill: drawing.fill };
        const begin = drawing.beginPath;
        let path = [];
        globalThis.frames = [];
        // Where the scrubber stands in each frame.
        globalThis.times = [];
        drawing.clearRect = function (...values) {
            globalThis.frames.push([]);
            globalThis.times.push(Number(document.querySelector(".transport input[type=range]")?.value));
            own.clearRect.apply(this, values);
        };
        drawing.beginPath = function () {
            path = [];
            begin.call(this);
        };
        for (const name of ["rect", "roundRect"]) {
            drawing[name] = function (x, y, w, h, ...rest) {
                path.push({ x, y, w, h });
                own[name].call(this, x, y, w, h, ...rest);
            };
        }
        drawing.fill = function (...values) {
            // The tray of an inserted axis and the words of a pair, which fade in where they stand, are no cells.
            const cells = path.filter(({ w, h }) => w < 2 * h);
            globalThis.frames.at(-1)?.push(...cells.map((cell) => ({ ...cell, colour: this.fillStyle })));
            own.fill.apply(this, values);
        };
    });
    await page.clock.install();
}

/** Lets so many frames pass, one at a time, and gives all that were drawn. */
async function roll(page, frames) {
    await page.clock.runFor(frames * 16);
    return page.evaluate(() => globalThis.frames.splice(0));
}

/**
 * The furthest that any cell goes from one frame to the next. Cells are drawn in one order, so that of two frames with as
 * many cells of each colour the first is the first again; where cells come or go, the nearest one in the frame before counts.
 */
function furthest(frames) {
    const middle = (rect) => [rect.x + rect.w / 2, rect.y + rect.h / 2];
    const way = (one, two) => Math.hypot(middle(one)[0] - middle(two)[0], middle(one)[1] - middle(two)[1]);
    const colours = (frame) => frame.map(({ colour }) => colour).join();
    let most = 0;
    for (const [at, frame] of frames.entries()) {
        const before = frames[at - 1] ?? frame;
        const same = colours(before) === colours(frame);
        for (const [number, cell] of frame.entries()) {
            // A cell that only begins to show itself is small, and comes from nowhere.
            if (same) {
                most = Math.max(most, way(cell, before[number]));
            } else if (cell.w > 8 && before.length > 0) {
                most = Math.max(most, Math.min(...before.map((other) => way(cell, other))));
            }
        }
    }
    return most;
}

/** The cells of frames of `COLUMN` without the pairs that fly to their element: these are drawn after the operands' own four and three. */
function withoutPairs(frames) {
    return frames.map((frame) => {
        const left = { "#0b66ab": 4, "#b85400": 3 };
        return frame.filter(({ colour }) => !(colour in left) || left[colour]-- > 0);
    });
}

test("no cell jumps while a story plays, at any speed, forwards and backwards", async ({ page }) => {
    await film(page);
    const parts = await open(page, COLUMN);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(1_000);
    await parts.setSpeed("2×");
    await roll(page, 4);
    await parts.play.click();
    // Each chapter holds until its words can be read.
    const forwards = await roll(page, 1_400);
    await expect(parts.scrubber).toHaveValue("500");
    const times = await page.evaluate(() => globalThis.times.splice(0));
    const start = times.length - forwards.length;
    const count = times.slice(start).filter((time) => time < 399).length;
    const combined = forwards.slice(count + 1);
    expect(count, "it was filmed").toBeGreaterThan(60);
    expect(combined.length, "it was filmed").toBeGreaterThan(20);
    // A repeated cell slides over two cells, 200 pixels, in 25 frames at this speed.
    expect(furthest(forwards.slice(0, count))).toBeLessThan(70);
    // A copy of a source goes to the result, 700 pixels, in ten frames at this speed.
    expect(furthest(combined)).toBeLessThan(180);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Home");
    const backwards = await roll(page, 200);
    await expect(parts.scrubber).toHaveValue("0");
    // Five chapters in a second: the same ways in fewer frames. A pair has two frames for its way.
    expect(furthest(withoutPairs(backwards))).toBeLessThan(150);
});

test("no cell jumps when an operand is edited half-way, or the window is resized", async ({ page }) => {
    await film(page);
    const parts = await open(page, COLUMN);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(1_000);
    await scrubTo(parts, 250);
    await roll(page, 2);
    const still = await page.evaluate(() => globalThis.frames.length);
    expect(still, "nothing runs while nothing moves").toBe(0);
    await parts.a.fill("[[0],[10],[20],[30],[40]]");
    const edited = await roll(page, 60);
    expect(edited.length, "the edit was filmed").toBeGreaterThan(10);
    expect(furthest(edited)).toBeLessThan(30);
    // Until it is known that nobody types any more.
    await page.clock.runFor(2_000);
    // High enough that the diagram stays on the screen: off it nothing moves.
    await page.evaluate(() => globalThis.frames.splice(0));
    await page.setViewportSize({ width: 420, height: 1800 });
    // The new size is told in a task of its own, by the clock that is moved by hand.
    const filmed = async () => {
        await page.clock.runFor(16);
        return page.evaluate(() => globalThis.frames.length);
    };
    await expect.poll(filmed, "the diagram is narrower").toBeGreaterThan(0);
    const resized = await roll(page, 60);
    expect(resized.length, "the resize was filmed").toBeGreaterThan(10);
    // From beside each other to one under the other is 1,000 pixels: a sixth of that in the middle of the way.
    expect(furthest(resized)).toBeLessThan(190);
    expect(await roll(page, 30), "and then it rests").toEqual([]);
});

test("where motion is not wanted, an edit is a cut", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await film(page);
    const parts = await open(page, COLUMN);
    await page.clock.pauseAt(Date.now() + 60_000);
    await roll(page, 60);
    await parts.a.fill("5,1");
    const edited = await roll(page, 60);
    expect(new Set(edited.map((frame) => JSON.stringify(frame))).size).toBeLessThanOrEqual(1);
});

test("a link lights its cell, repeats its story and plays it only where it says so", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&cell=2,1&loop=1");
    await expect(parts.equation).toHaveText("out[2,1] = a[2,0] + b[1] = 20 + 1 = 21");
    await parts.openTab(1);
    await expect(page.locator(".in-memory.a .highlighted .position")).toHaveText("2");
    await expect(page.locator(".in-memory.a .sum")).toHaveText("out[2,1] reads a at 2·1 + 1·0 = 2");
    await expect(page.locator(".in-memory.b .sum")).toHaveText("out[2,1] reads b at 2·0 + 1·1 = 1");
    await expect(page.getByLabel("Loop")).toBeChecked();
    await expect(parts.play).toHaveAccessibleName("Play from the start");
    await parts.viewport.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => new URL(page.url()).searchParams.get("cell")).toBe("2,2");
    await page.goto("?a=4,1&b=3&cell=9,9&autoplay=1");
    await expect(partsOf(page).linkNotes).toContainText("cell");
    await expect(partsOf(page).scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6/);
});

test("an axis unfolds by key and by click, and folds back", async ({ page }) => {
    const parts = await open(page, "?a=100,1&b=100");
    const width = () => parts.canvas.evaluate((canvas) => canvas.width);
    const folded = await width();
    await parts.viewport.focus();
    await page.keyboard.press("+");
    await expect.poll(width).toBeGreaterThan(folded);
    await page.keyboard.press("-");
    await expect.poll(width).toBe(folded);
});

test("a diagram that is larger than its box is moved by Shift and arrow keys, and by dragging", async ({ page }) => {
    const parts = await open(page, "?a=100,1&b=100");
    const scrolled = () => parts.viewport.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
    await parts.viewport.focus();
    const before = await parts.canvas.evaluate((canvas) => canvas.width);
    await page.keyboard.press("+");
    await expect.poll(() => parts.canvas.evaluate((canvas) => canvas.width)).toBeGreaterThan(before);
    await page.keyboard.press("Enter");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) {
        await page.keyboard.press(`Shift+${key}`);
    }
    await expect.poll(async () => (await scrolled())[0]).toBeGreaterThan(100);
    const moved = await scrolled();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(async () => (await scrolled())[0]).toBeLessThan(moved[0]);
    await expect(parts.equation, "the pinned cell stays").toContainText("out[0,0]");
    const box = await parts.viewport.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const left = (await scrolled())[0];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 90, y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await scrolled())[0]).toBeGreaterThan(left + 60);
});

test("a picture, a story and a bitmap can be taken away", async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    await partsOf(page).openTab(4);
    await page.locator(".more-exports summary").click();
    const taken = async (name) => {
        const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.locator(".export button").filter({ hasText: name }).click(),
        ]);
        const stream = await download.createReadStream();
        const chunks = [];
        for await (const chunk of stream) {
            chunks.push(chunk);
        }
        return Buffer.concat(chunks);
    };
    const svg = (await taken("This picture")).toString();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^]*<title>[^<]+<\/title>\n<desc>[^<]+<\/desc>/);
    expect(svg).not.toMatch(/var\(|href|<style/);
    const story = (await taken("All chapters")).toString();
    expect(story.match(/translate\(0 /g)).toHaveLength(6);
    const widths = [];
    for (const ratio of ["1×", "2×", "3×"]) {
        const png = await taken(`PNG ${ratio}`);
        expect(png.subarray(1, 4).toString()).toBe("PNG");
        widths.push(png.readUInt32BE(16));
    }
    expect(widths[1]).toBe(widths[0] * 2);
    expect(widths[2]).toBe(widths[0] * 3);
});

test("blocks are stacked in depth on request, and every cell moves there", async ({ page }) => {
    await film(page);
    const parts = await open(page, "?a=2,4,3&b=4,1");
    await parts.openMenu.click();
    const choice = page.getByLabel("Stack blocks");
    await expect(choice).not.toBeChecked();
    await page.clock.pauseAt(Date.now() + 60_000);
    await roll(page, 60);
    await choice.check();
    const stacked = await roll(page, 60);
    expect(stacked.length, "it was filmed").toBeGreaterThan(5);
    expect(furthest(stacked)).toBeLessThan(90);
    await expect.poll(() => new URL(page.url()).searchParams.get("blocks")).toBe("depth");
    expect(await page.locator(".track input").inputValue(), "the story stands where it stood").toBe("500");
    // What is behind can still be walked to.
    await parts.viewport.focus();
    for (const key of ["Enter", "ArrowRight", "ArrowRight", "ArrowRight"]) {
        await page.keyboard.press(key);
    }
    await expect(parts.equation).toHaveText("out[1,0,0] = a[1,0,0] + b[0,0] = 120 + 0 = 120");
    await choice.uncheck();
    await roll(page, 60);
    await expect.poll(() => new URL(page.url()).searchParams.has("blocks")).toBe(false);
    await parts.a.fill("4,1");
    await expect(choice, "two axes make no blocks").toHaveCount(0);
    await page.goto("?a=2,4,3&b=4,1&blocks=deep");
    await expect(partsOf(page).linkNotes).toContainText("blocks");
});
