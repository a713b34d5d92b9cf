// Pointing, pinning, tapping and dragging.
import { address, cells, open, picture, scrubTo, settled } from "./support/page.js";
import { expect, test } from "./support/test.js";

const EQUATION = "out[2,1] = a[2,0] + b[1] = 20 + 1 = 21";
const QUERY = "?a=[[0],[10],[20],[30]]&b=tensor([0,1,2])";

/** Opens the classic picture and finds its cells. */
async function openCells(page, query = QUERY) {
    const parts = await open(page, query);
    await settled(parts);
    const found = await cells(parts);
    return { parts, found, at: found[EQUATION] };
}

test("every cell of the result says where its value comes from", async ({ page }) => {
    const { found } = await openCells(page);
    const wanted = [0, 1, 2, 3].flatMap((i) =>
        [0, 1, 2].map((j) => `out[${i},${j}] = a[${i},0] + b[${j}] = ${i * 10} + ${j} = ${i * 10 + j}`),
    );
    expect(Object.keys(found).sort()).toEqual(wanted.sort());
});

test("hovering a cell shows its equation and highlights it, and leaving clears both", async ({ page }) => {
    const { parts, at } = await openCells(page);
    const before = await picture(parts.canvas);
    await page.mouse.move(at.x, at.y);
    await expect(parts.equation).toHaveText(EQUATION);
    await expect(page.locator(".said h3"), "the chapter is still named").toBeVisible();
    await expect(parts.live, "hovering is not announced").toHaveText(/^Chapter 6 of 6/);
    await expect.poll(() => picture(parts.canvas)).not.toBe(before);
    await page.mouse.move(2, 2);
    await expect(parts.equation).toBeEmpty();
    await expect.poll(() => picture(parts.canvas)).toBe(before);
});

test("a click pins the cell until another cell or the empty paper is clicked", async ({ page }) => {
    const { parts, found, at } = await openCells(page);
    await page.mouse.click(at.x, at.y);
    await expect(parts.live).toHaveText(new RegExp(`^${EQUATION.replaceAll(/[[\]+]/g, "\\$&")}$`));
    const other = Object.entries(found).find(([equation]) => equation.startsWith("out[0,2]"));
    await page.mouse.move(other[1].x, other[1].y);
    await expect(parts.equation, "hovering does not take it away").toHaveText(EQUATION);
    await page.mouse.move(2, 2);
    await expect(parts.equation).toHaveText(EQUATION);
    await page.mouse.click(other[1].x, other[1].y);
    await expect(parts.equation).toHaveText(other[0]);
    const box = await parts.canvas.boundingBox();
    await page.mouse.click(box.x + box.width - 16, box.y + box.height - 16);
    await expect(parts.equation).toBeEmpty();
});

test("a pinned cell is unpinned when the operation changes", async ({ page }) => {
    const { parts, at } = await openCells(page);
    await page.mouse.click(at.x, at.y);
    await expect(parts.equation).toHaveText(EQUATION);
    await parts.b.fill("tensor([5])");
    await expect(parts.verdictText).toContainText("(4, 1)");
    await expect(parts.equation).toBeEmpty();
});

test("repeated cells respond like stored ones", async ({ page }) => {
    const { found } = await openCells(page);
    // Each cell of the result has one cell in each panel, though a stores one column only, and b one row.
    expect(Object.values(found).map(({ areas }) => areas)).toEqual(Array(12).fill(3));
});

test("pointing works in every chapter", async ({ page }) => {
    const parts = await open(page, `${QUERY}&chapter=1`);
    for (let chapter = 0; chapter < 6; chapter += 1) {
        await scrubTo(parts, chapter * 100 + (chapter < 5 ? 50 : 0));
        const found = await cells(parts, 28);
        expect.soft(Object.keys(found).length, `cells in chapter ${chapter}`).toBeGreaterThan(0);
    }
    await expect(parts.broken).toHaveCount(0);
});

test.describe("touch", () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

    test("a tap pins a cell; a tap beside it unpins", async ({ page }) => {
        const { parts, at } = await openCells(page);
        await page.touchscreen.tap(at.x, at.y);
        await expect(parts.equation).toHaveText(EQUATION);
        await expect(parts.live).toContainText(EQUATION);
        await expect(parts.equation).toHaveText(EQUATION);
        const box = await parts.canvas.boundingBox();
        await page.touchscreen.tap(box.x + box.width - 2, at.y);
        await expect(parts.equation).toBeEmpty();
    });

    test("an example is opened by a tap", async ({ page }) => {
        const parts = await open(page, QUERY);
        await parts.openExamples.tap();
        await parts.example("A clash in the middle").tap();
        await expect(parts.a).toHaveValue("5,2,4,1");
        await expect(parts.verdictText).toContainText("The shapes do not broadcast");
    });
});

test.describe("the scrubber", () => {
    test("dragged along, it shows every moment, and the same pictures backwards", async ({ page }) => {
        const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=1");
        await settled(parts);
        const max = Number(await parts.scrubber.getAttribute("max"));
        const positions = Array.from({ length: 23 }, (_, at) => Math.round((at * max) / 22));
        const forwards = [];
        for (const position of positions) {
            await scrubTo(parts, position);
            forwards.push(await picture(parts.canvas));
        }
        for (const [at, position] of [...positions.entries()].reverse()) {
            await scrubTo(parts, position);
            expect.soft((await picture(parts.canvas)) === forwards[at], `the same picture at ${position}`).toBe(true);
        }
        expect(new Set(forwards).size, "nearly every moment is another picture").toBeGreaterThan(18);
    });

    test("dragged by the mouse, it changes the chapter and stays where it is released", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=1");
        await parts.scrubber.scrollIntoViewIfNeeded();
        const box = await parts.scrubber.boundingBox();
        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + 9, y);
        await page.mouse.down();
        // The first of the six marks is that of the operands as given, which do not move.
        await page.mouse.move(box.x + (box.width * 3.5) / 6, y, { steps: 8 });
        await expect(parts.live).toHaveText(/^Chapter 4 of 6: /);
        await page.mouse.up();
        await settled(parts, 30);
        const position = Number(await parts.scrubber.inputValue());
        expect(position).toBeGreaterThan(220);
        expect(position).toBeLessThan(280);
        await expect.poll(() => address(page).chapter).toBe("4");
    });

    test("scrubbing stops the playing", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=1");
        await parts.play.click();
        await expect(parts.play).toHaveAccessibleName("Pause");
        await scrubTo(parts, 150);
        await expect(parts.play).toHaveAccessibleName("Play");
        await settled(parts, 60);
        await expect(parts.scrubber).toHaveValue("150");
        await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
    });

    test("a chapter reached by playing, by stepping and by scrubbing is the same picture", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=2");
        await settled(parts);
        const opened = await picture(parts.canvas);
        await scrubTo(parts, 420);
        await scrubTo(parts, 100);
        expect(await picture(parts.canvas)).toBe(opened);
        await page.keyboard.press("Home");
        await expect(parts.scrubber).toHaveValue("0");
        await page.keyboard.press("ArrowRight");
        await expect(parts.scrubber).toHaveValue("100");
        await settled(parts);
        expect(await picture(parts.canvas)).toBe(opened);
    });

    test("after scrubbing between chapters, the buttons lead to the chapters beside", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=1");
        await scrubTo(parts, 250);
        await expect(parts.live).toHaveText(/^Chapter 4 of 6: /);
        await parts.forward.click();
        await expect(parts.scrubber).toHaveValue("400");
        await scrubTo(parts, 250);
        await parts.back.click();
        await expect(parts.scrubber).toHaveValue("200");
        await scrubTo(parts, 250);
        await parts.setSpeed("3×");
        await parts.play.click();
        await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 5 of 6: /);
    });
});

test("at twice the speed the story gets further in the same time", async ({ page }) => {
    // The browser's own clock is stopped and moved by hand, so that no machine is too slow for this.
    await page.clock.install();
    const parts = await open(page, "?a=4,1&b=3&chapter=1");
    await page.clock.pauseAt(Date.now() + 60_000);
    const reached = async (speed) => {
        await parts.setSpeed(speed);
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press("Home");
        await page.clock.runFor(3_000);
        await expect(parts.scrubber).toHaveValue("0");
        await parts.play.click();
        await page.clock.runFor(8_000);
        const position = Number(await parts.scrubber.inputValue());
        await parts.play.click();
        return position;
    };
    const usual = await reached("1×");
    const fast = await reached("2×");
    expect(usual).toBeGreaterThan(0);
    expect(fast).toBeGreaterThan(usual * 1.5);
});
