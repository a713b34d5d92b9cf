// One element stops: it says so, starts again on a fresh instance, and the others go on as they were.
import { LOADER, openCourse, ready } from "./support/course.js";
import { partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** From now on the browser refuses to make a `mark`, which stands only in the note about a text that cannot be read. */
const refuse = (page, times) =>
    page.evaluate((times) => {
        const make = Document.prototype.createElement;
        Document.prototype.createElement = function (name, ...rest) {
            if (name === "mark" && times-- > 0) {
                throw new Error("refused");
            }
            return make.call(this, name, ...rest);
        };
        globalThis.faults = [];
        addEventListener("error", (event) => event.detail && globalThis.faults.push([event.target.id, event.detail.message]));
    }, times);

const PAIR = `${LOADER}<broadcast-visualizer id="one" a="4,1" chapter="3"></broadcast-visualizer><broadcast-visualizer id="two" a="5,1" chapter="last" controls="play"></broadcast-visualizer>`;

test.beforeEach(async ({ page, allowedErrors }) => {
    allowedErrors.push(/refused|panicked at|unreachable|RuntimeError|broadcast-visualizer|already (mutably )?borrowed/);
    await page.setViewportSize({ width: 1000, height: 2600 });
    await openCourse(page, PAIR);
    await ready(page);
});

test("it starts again with its last good state, and so do the others", async ({ page }) => {
    const [one, two] = [partsOf(page.locator("#one")), partsOf(page.locator("#two"))];
    await page.locator("#two").evaluate((element) => element.setState({ a: "7,1", chapter: 2 }));
    await expect(two.live).toHaveText(/^Chapter 2 of 6: /);
    await refuse(page, 1);
    await page.locator("#one").evaluate((element) => (element.a = "4;"));
    await expect.poll(() => page.evaluate(() => globalThis.faults.map(([id]) => id))).toEqual(["one"]);
    await expect(one.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect(one.live).toHaveText(/^Chapter 3 of 6: /);
    await expect(page.locator("#one")).toHaveAttribute("a", "4,1");
    await expect(two.verdictText).toContainText("(7, 3)");
    await expect(two.live).toHaveText(/^Chapter 2 of 6: /);
    await expect(one.broken).toHaveCount(0);
    await one.a.fill("9,1");
    await expect(one.verdictText).toContainText("(9, 3)");
    await two.forward.click();
    await expect(two.live).toHaveText(/^Chapter 3 of 6: /);
});

test("where it stops again, the card stays and its button starts it", async ({ page }) => {
    const [one, two] = [partsOf(page.locator("#one")), partsOf(page.locator("#two"))];
    await refuse(page, 2);
    for (const times of [1, 2]) {
        await expect(one.verdictText).toContainText("(4, 3)");
        await page.locator("#one").evaluate((element) => (element.a = "4;"));
        await expect.poll(() => page.evaluate(() => globalThis.faults.length)).toBe(times);
    }
    await expect(one.broken).toBeVisible();
    await expect(two.verdictText).toContainText("(5, 3)");
    await one.broken.getByRole("button").click();
    await expect(one.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect(one.broken).toHaveCount(0);
});

test("what goes wrong while a picture moves is the fault of the element that it belongs to", async ({ page }) => {
    const [one, two] = [partsOf(page.locator("#one")), partsOf(page.locator("#two"))];
    await refuse(page, 0);
    await page.evaluate(() => {
        const ask = globalThis.requestAnimationFrame.bind(globalThis);
        let within = false;
        globalThis.requestAnimationFrame = (tick) =>
            ask((now) => {
                within = true;
                try {
                    tick(now);
                } finally {
                    within = false;
                }
            });
        const drawing = CanvasRenderingContext2D.prototype;
        const { clearRect } = drawing;
        globalThis.refusals = 0;
        drawing.clearRect = function (...values) {
            if (this.canvas.getRootNode().host?.id === "two" && within && globalThis.refusals === 0) {
                globalThis.refusals += 1;
                throw new Error("refused");
            }
            clearRect.apply(this, values);
        };
    });
    await two.back.click();
    await expect.poll(() => page.evaluate(() => globalThis.refusals)).toBe(1);
    // What the browser threw passed through everything that was at work; the next that is asked of it cannot be done.
    await two.forward.click();
    await expect.poll(() => page.evaluate(() => globalThis.faults.map(([id]) => id))).toEqual(["two"]);
    await expect(two.verdictText).toContainText("(5, 3)");
    await expect(one.verdictText).toContainText("(4, 3)");
    await two.play.click();
    await expect(two.broken).toHaveCount(0);
    await one.forward.click();
    await expect(one.live).toHaveText(/^Chapter 4 of 6: /);
});
