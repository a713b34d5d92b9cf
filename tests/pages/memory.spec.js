// The picture of the operands in memory: a pointer and the keys in both directions, and the drawer that holds it.
import { accessibilityFaults } from "./support/axe.js";
import { link, open } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** What is drawn of an operand in the panel of the memory. */
const drawn = (page, operand) => {
    const own = page.locator(`.in-memory.${operand}`);
    return {
        own,
        picture: own.locator("svg"),
        slot: (number) => own.locator(".tile:has(.position)").nth(number),
        cell: (number) => own.locator(".tile:not(:has(.position))").nth(number),
        /** The positions of the highlighted slots, and the numbers of the highlighted cells. */
        highlighted: () =>
            own.evaluate((own) => {
                const tiles = [...own.querySelectorAll(".tile")];
                const isSlot = (tile) => tile.querySelector(".position") !== null;
                const of = (tiles) => tiles.flatMap((tile, number) => (tile.matches(".highlighted") ? [number] : []));
                return { slots: of(tiles.filter(isSlot)), cells: of(tiles.filter((tile) => !isSlot(tile))) };
            }),
        values: () => own.locator(".tile:not(:has(.position)) text").allTextContents(),
        sum: own.locator(".sum"),
        steps: own.locator(".memory-steps li"),
    };
};

const memoryOf = async (page, query) => {
    const parts = await open(page, query);
    await parts.openTab(1);
    await expect(page.locator(".in-memory").first()).toBeVisible();
    return { ...parts, memoryOf: (operand) => drawn(page, operand) };
};

test("a cell lights the element that it reads, and an element all cells that read it", async ({ page }) => {
    await memoryOf(page, "?a=4,1&b=3");
    const [a, b] = ["a", "b"].map((operand) => drawn(page, operand));
    expect(await a.values()).toEqual(["0", "0", "0", "10", "10", "10", "20", "20", "20", "30", "30", "30"]);
    await a.cell(7).hover();
    await expect.poll(a.highlighted).toEqual({ slots: [2], cells: [7] });
    await expect.poll(b.highlighted).toEqual({ slots: [1], cells: [7] });
    await expect(a.sum).toHaveText("out[2,1] reads a at 2·1 + 1·0 = 2");
    await expect(b.sum).toHaveText("out[2,1] reads b at 2·0 + 1·1 = 1");
    await expect(a.own.locator(".path")).toHaveAttribute("points", /^\d/);
    await expect(page.locator(".narration .equation").last()).toHaveText("out[2,1] = a[2,0] + b[1] = 20 + 1 = 21");
    await b.slot(1).hover();
    await expect.poll(b.highlighted).toEqual({ slots: [1], cells: [1, 4, 7, 10] });
    await expect.poll(a.highlighted).toEqual({ slots: [], cells: [] });
    await expect(b.sum).toHaveText("Position 1 of b is read for out[0,1], out[1,1], out[2,1], ⋯.");
    await page.mouse.move(10, 10);
    await expect.poll(b.highlighted).toEqual({ slots: [], cells: [] });
    await expect(a.steps).toHaveText([/axis 1 · one step right: stays \(stride 0\)/, /axis 0 · one step down: \+1 in the buffer/]);
});

test("the highlighted cell of the diagram is highlighted, also where it would be folded", async ({ page }) => {
    const parts = await memoryOf(page, "?a=50,1&b=40&cell=31,17");
    const [a, b] = ["a", "b"].map((operand) => drawn(page, operand));
    await expect(a.sum).toHaveText("out[31,17] reads a at 31·1 + 17·0 = 31");
    await expect(a.own.locator(".highlighted").first().locator(".position")).toHaveText("31");
    await expect(b.own.locator(".highlighted")).toHaveText(["1717", "17"]);
    await parts.viewport.focus();
    await page.keyboard.press("Home");
    await expect(b.sum).toHaveText("out[0,0] reads b at 0·0 + 0·1 = 0");
});

test("the keys lead through the elements and the cells", async ({ page }) => {
    const parts = await memoryOf(page, link("torch.arange(12).reshape(3, 4).T", "torch.zeros(3, dtype=torch.int64)"));
    const a = drawn(page, "a");
    expect(await a.values()).toEqual(["0", "4", "8", "1", "5", "9", "2", "6", "10", "3", "7", "11"]);
    await a.picture.focus();
    await expect.poll(a.highlighted).toEqual({ slots: [0], cells: [0] });
    const chapter = await parts.chapter.textContent();
    await page.keyboard.press("ArrowRight");
    await expect.poll(a.highlighted).toEqual({ slots: [1], cells: [3] });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect.poll(a.highlighted).toEqual({ slots: [5], cells: [4] });
    await expect(parts.memory.getByRole("status")).toHaveText(/out\[1,1\] reads a at 1·1 \+ 1·4 = 5/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(a.highlighted).toEqual({ slots: [4], cells: [1] });
    await expect(a.own.locator(".tile.highlighted")).toHaveCount(2);
    expect(await parts.chapter.textContent()).toBe(chapter);
    await parts.a.focus();
    await expect.poll(a.highlighted).toEqual({ slots: [], cells: [] });
});

test("the button with the cross and Escape close the drawer and give the focus back", async ({ page }) => {
    const parts = await memoryOf(page, "?a=4,1&b=3");
    await parts.drawer.getByRole("button", { name: "Close" }).click();
    await expect(parts.drawer).toHaveCount(0);
    await expect(parts.details).toBeFocused();
    await page.keyboard.press("Enter");
    await drawn(page, "a").picture.focus();
    await page.keyboard.press("Escape");
    await expect(parts.drawer).toHaveCount(0);
    await expect(parts.details).toBeFocused();
    for (const number of [1, 2, 3, 4]) {
        await parts.openTab(number);
        await expect(parts.drawer).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(parts.drawer).toHaveCount(0);
        await expect(parts.details).toBeFocused();
    }
    await parts.openTab(1);
    await parts.a.focus();
    await page.keyboard.press("Escape");
    await expect(parts.drawer, "in a field Escape belongs to the field").toBeVisible();
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/cell=/);
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/cell=/);
    await expect(parts.drawer, "the first Escape lets the cell go").toBeVisible();
    await page.keyboard.press("Escape");
    await expect(parts.drawer).toHaveCount(0);
    await expect(parts.viewport, "the focus stays where it was").toBeFocused();
});

test("bytes with and without copying", async ({ page }) => {
    const parts = await memoryOf(page, "?a=4,1&b=3");
    const bars = page.locator(".bars dd");
    const widths = () => bars.locator(".bar").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    await expect(bars).toHaveText(["28 B", "96 B"]);
    const [stored, copied] = await widths();
    expect(stored / copied).toBeCloseTo(28 / 96, 1);
    await parts.a.fill("1000000000000,1");
    await parts.b.fill("1000000");
    await expect(bars).toHaveText(["4 TB", "8 EB"]);
    const [least] = await widths();
    expect(least, "a small one is seen").toBeGreaterThan(1);
    await parts.a.fill("9223372036854775807,9");
    await parts.b.fill("9");
    await expect(bars).toHaveText(["> 2^63 B", "> 2^63 B"]);
    await parts.a.fill("0,3");
    await parts.b.fill("3");
    await expect(bars).toHaveText(["12 B", "0 B"]);
});

for (const [width, height] of [
    [1280, 720],
    [768, 1024],
    [360, 740],
]) {
    test(`panels fit ${width} × ${height}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const query of ["?a=4,32,14,14&b=32,1,1", "?a=4,1&b=3", "?a=2,3,4,5,6,7&b=7", "?a=4,1&b=3&c=2,1,1&library=numpy", "?a=9223372036854775807,3&b=3"]) {
            const parts = await open(page, query);
            for (const number of [1, 2, 3, 4]) {
                await parts.openTab(number);
                // Until its chunk is loaded there is a note.
                await expect(parts.drawer.locator(".drawer-body")).toBeVisible();
                const details = parts.drawer.locator("summary");
                if (await details.count()) {
                    await details.click();
                }
                const drawer = await parts.drawer.boundingBox();
                if (width > 719) {
                    expect(drawer.width).toBeLessThanOrEqual(0.45 * width);
                }
                const outside = await parts.drawer.evaluate((drawer) => {
                    const body = drawer.querySelector(".drawer-body");
                    const { left, right } = drawer.getBoundingClientRect();
                    const isOutside = (element) => {
                        const box = element.getBoundingClientRect();
                        return box.width > 1 && (box.left < left - 1 || box.right > right + 1 || box.right > innerWidth + 1);
                    };
                    const outside = [...drawer.querySelectorAll("*")].filter((element) => !element.closest(".visually-hidden") && isOutside(element));
                    return [...outside.map((element) => element.outerHTML.slice(0, 120)), ...(body.scrollWidth > body.clientWidth ? ["it scrolls"] : [])];
                });
                expect(outside, `panel ${number} of ${query}`).toEqual([]);
            }
        }
    });
}

test("the memory has no fault of accessibility", async ({ page }) => {
    for (const theme of ["light", "dark"]) {
        const parts = await memoryOf(page, `?a=5,3,4,1&b=3,1,1&theme=${theme}`);
        await parts.memory.locator("summary").click();
        expect(await accessibilityFaults(page)).toEqual([]);
    }
});
