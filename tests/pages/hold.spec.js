// Sizes that are changed where they stand, in the axis table on the stage.
import { open } from "./support/page.js";
import { expect, test } from "./support/test.js";

const CLASH = "?a=4,3&b=3&chapter=last";
/** The control of a size. */
const size = (page, axis, name) => page.getByRole("spinbutton", { name: `size of axis ${axis} of ${name}` });

/** Drags a control, in steps of 14 pixels for each size more, and says after each step how many more there are. */
async function drag(page, control, steps, after) {
    const { x, y, width, height } = await control.boundingBox();
    const [left, top] = [x + width / 2, y + height / 2];
    await page.mouse.move(left, top);
    await page.mouse.down();
    for (const more of steps) {
        await page.mouse.move(left, top - 14 * more);
        await after(more);
    }
    await page.mouse.up();
}

test("a size is dragged: the picture, the row and the words follow at each step, and undo takes it back at once", async ({ page }) => {
    const parts = await open(page, CLASH);
    const b = size(page, 0, "b");
    await drag(page, b, [1, -1, -2, 0, 2], async (more) => {
        const now = 3 + more;
        await expect(b).toHaveAttribute("aria-valuenow", String(now));
        await expect(parts.b).toHaveValue(String(now));
        await expect(parts.result).toHaveText(now === 3 || now === 1 ? /\(4, 3\)/ : /axis 1: 3 ≠ /);
        expect(new URL(page.url()).searchParams.get("b"), "the address waits until it is let go").toBe("3");
    });
    await expect(parts.b).toHaveValue("5");
    await expect.poll(() => new URL(page.url()).searchParams.get("b")).toBe("5");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await expect(parts.b).toHaveValue("3");
});

test("while a size is dragged no size moves away from under the hand", async ({ page }) => {
    for (const [query, axis, name, from] of [[CLASH, 0, "b", 3], ["?a=5,3,4,1&b=3,1,1&chapter=last", 0, "b", 3], ["?a=8,16,64&b=16&chapter=last", 1, "a", 16]]) {
        await open(page, query);
        const held = size(page, axis, name);
        const places = new Set();
        await drag(page, held, [1, 2, -1, -2, 0], async (more) => {
            await expect(held).toHaveAttribute("aria-valuenow", String(from + more));
            const { x, y } = await held.boundingBox();
            places.add(`${Math.round(x)} ${Math.round(y)}`);
        });
        expect([...places], query).toHaveLength(1);
    }
});

test("a size beside a bracket is taken hold of as the one in the table, which gets the focus", async ({ page }) => {
    for (const [query, name, axis, text, changed] of [[CLASH, "a", 1, "4,3", "4,5"], [CLASH, "b", 0, "3", "5"], ["?a=5,3,4,1&b=3,1,1&chapter=4", "a", 0, "5,3,4,1", "7,3,4,1"]]) {
        const parts = await open(page, query);
        await expect(parts[name]).toHaveValue(text);
        const held = page.locator(`.of-bracket[data-size=${name}${axis}]`);
        await drag(page, held, [1, 2], async () => {});
        await expect(parts[name], `axis ${axis} of ${name}`).toHaveValue(changed);
        await expect(size(page, axis, name)).toBeFocused();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowDown");
        await expect(parts[name]).toHaveValue(text);
    }
});

test("a size stays in the hand where its picture has to be composed anew", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, "?a=5,3,4,1&b=3,1,1&chapter=last");
    const held = size(page, 0, "b");
    await held.focus();
    for (let now = 4; now <= 12; now += 1) {
        await page.keyboard.press("ArrowUp");
        await expect(held).toHaveAttribute("aria-valuenow", String(now));
        await expect(held).toBeFocused();
    }
});

test("an axis of size 1 is inserted between two sizes, by a pointer and by a comma, and Delete takes it away", async ({ page }) => {
    const parts = await open(page, "?a=4,3&b=3&chapter=last");
    const before = size(page, 1, "a");
    const { x, y, height } = await before.boundingBox();
    await page.mouse.click(x - 8, y + height / 2);
    await expect(parts.a).toHaveValue("4,1,3");
    await size(page, 1, "a").focus();
    await page.keyboard.press("Delete");
    await expect(parts.a).toHaveValue("4,3");
    await size(page, 0, "b").focus();
    await page.keyboard.press(",");
    await expect(parts.b).toHaveValue("3,1");
    await expect(parts.result).toHaveText(/axis 0: 4 ≠ 3/);
});

test("keys change a size that has the focus, and are no keys of the page then", async ({ page }) => {
    const parts = await open(page, CLASH);
    const a = size(page, 1, "a");
    await a.focus();
    for (const [key, value] of [["ArrowUp", "4"], ["ArrowRight", "5"], ["ArrowDown", "4"], ["ArrowLeft", "3"], ["PageUp", "13"], ["Home", "1"], ["7", "7"], ["2", "72"]]) {
        await page.keyboard.press(key);
        await expect(a).toHaveAttribute("aria-valuenow", value);
        await expect(parts.a).toHaveValue(`4,${value}`);
    }
    await expect(a).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(a).not.toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(parts.a).toHaveValue("4,3");
});

test("the empty place of an axis takes a 1, and Delete takes it away", async ({ page }) => {
    // At the end of this story the axis is there; before it is inserted its place is empty.
    const parts = await open(page, "?a=4,3&b=3&chapter=2");
    const place = page.getByRole("button", { name: "insert an axis of size 1 into b: b.unsqueeze(0)" });
    await place.click();
    await expect(parts.b).toHaveValue("1,3");
    await expect(parts.result).toHaveText(/\(4, 3\)/);
    await size(page, 0, "b").focus();
    await page.keyboard.press("Delete");
    await expect(parts.b).toHaveValue("3");
    await page.keyboard.press("Delete");
    await expect(parts.b, "its only axis stays").toHaveValue("3");
});

test("the wheel changes a size that has the focus only", async ({ page }) => {
    const parts = await open(page, CLASH);
    const b = size(page, 0, "b");
    await b.hover();
    await page.mouse.wheel(0, -100);
    await expect(parts.b).toHaveValue("3");
    await b.focus();
    await page.mouse.wheel(0, -100);
    await expect(parts.b).toHaveValue("4");
    await page.mouse.wheel(0, 100);
    await expect(parts.b).toHaveValue("3");
});

test("only numbers of shapes in fields can be held", async ({ page }) => {
    for (const query of ["?a=torch.ones(4, 1)&b=[1, 2]", "?a=4,1&b=3&predict=shape", `?code=${encodeURIComponent("import torch\ntorch.ones(3) + torch.ones(3)")}`]) {
        await page.goto(query);
        await expect(page.locator(".stage").first()).toBeVisible();
        await expect(page.locator(".caption").first()).not.toBeEmpty();
        await expect(page.getByRole("spinbutton")).toHaveCount(0);
    }
    // What was typed around the number stays.
    const parts = await open(page, "?a=(batch=4, 3)&b=3&chapter=last");
    await size(page, 0, "a").focus();
    await page.keyboard.press("ArrowUp");
    await expect(parts.a).toHaveValue("(batch=5, 3)");
});

test.describe("with a finger", () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

    test("a tap opens buttons for one less and one more", async ({ page }) => {
        const parts = await open(page, CLASH);
        const b = size(page, 0, "b");
        await b.tap();
        const [less, more] = [b.locator("xpath=following-sibling::button[1]"), b.locator("xpath=following-sibling::button[2]")];
        for (const button of [less, more]) {
            const { width, height } = await button.boundingBox();
            expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
        }
        await more.tap();
        await expect(parts.b).toHaveValue("4");
        await less.tap();
        await less.tap();
        await expect(parts.b).toHaveValue("2");
    });
});
