// Fixes of a clash and warnings about a result: next to the verdict, applied by one click, undone by "back".
import { link, open } from "./support/page.js";
import { accessibilityFaults } from "./support/axe.js";
import { expect, test } from "./support/test.js";

test("a clash comes with what would work, best first, and one click does it", async ({ page }) => {
    const parts = await open(page, "?a=3,4&b=3");
    await expect(parts.verdictText).toContainText("The shapes do not broadcast");
    const best = parts.diagnostics.getByRole("listitem").first();
    await expect(best).toContainText("b.unsqueeze(-1) → (3, 4)");
    await parts.setLibrary("NumPy");
    await expect(best).toContainText("b[:, None] → (3, 4)");
    await best.getByRole("button", { name: "Apply" }).click();
    await expect(parts.b).toHaveValue("3,1");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (3, 4)");
    await expect(parts.diagnostics).toHaveCount(0);
    await page.goBack();
    await expect(parts.b, "back leads to what stood there").toHaveValue("3");
});

test("a fix that is probably not meant says so", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=2&chapter=last");
    const fixes = parts.diagnostics.getByRole("listitem");
    await expect(fixes.first()).not.toContainText("Probably not meant");
    await expect(fixes.nth(1)).toContainText("a.T → (3, 2)");
    await expect(fixes.nth(1).getByText("Probably not meant")).toBeVisible();
});

test("a fix is applied by keyboard, and to Python in Python", async ({ page }) => {
    const parts = await open(page, link("np.ones((2, 3))", "x = np.arange(6).reshape(3, 2)"));
    await parts.diagnostics.getByRole("button", { name: "Apply" }).first().focus();
    await page.keyboard.press("Enter");
    await expect(parts.b).toHaveValue("np.arange(6).reshape(3, 2).T");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (2, 3)");
});

test("a wrong loss is noticed, with what it costs and what was meant", async ({ page }) => {
    const parts = await open(page, "?a=50000,1&b=50000&op=sub&chapter=last");
    await expect(parts.verdictText).toContainText("The shapes broadcast");
    await expect(parts.chapterText).toContainText("2,500,000,000 elements");
    await expect(parts.chapterText).toContainText("10 GB as float32");
    await parts.diagnostics.getByRole("button", { name: "Apply" }).first().click();
    await expect(parts.a).toHaveValue("50000");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (50000,)");
    await expect(parts.diagnostics).toHaveCount(0);
});

for (const [a, b] of [["32,10", "10"], ["4,32,14,14", "32,1,1"], ["2,3", "()"], ["4,1", "3"], ["5,1,4,1", "3,1,1"]]) {
    test(`(${a}) with (${b}) has no warning: it is what was meant`, async ({ page }) => {
        const parts = await open(page, link(a, b));
        await expect(parts.verdictText).toContainText("The shapes broadcast");
        await expect(parts.diagnostics).toHaveCount(0);
    });
}

test("the library's message stays while a cell of a clash is pointed at or pinned", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=2&chapter=last");
    const message = "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1";
    await expect(parts.libraryMessage).toContainText(message);
    const height = () => parts.stage.evaluate((stage) => stage.getBoundingClientRect().height);
    const before = await height();
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.live).toContainText("a[0,0]");
    await expect(parts.libraryMessage).toContainText(message);
    expect(await height()).toBe(before);
});

test("a clash without a small fix says so; `*` is distinguished from the matrix product", async ({ page }) => {
    const parts = await open(page, "?a=0&b=5,7,3&inplace=1");
    await expect(parts.diagnostics).toContainText("A size has to change.");
    await parts.setInPlace(false);
    await parts.a.fill("2,3");
    await parts.b.fill("3,2");
    await parts.operator.selectOption("×");
    await expect(parts.diagnostics).toContainText("For the matrix product, of shape (2, 2), write a @ b.");
});

test("what does not fit in place can be made as a new tensor", async ({ page }) => {
    const parts = await open(page, "?a=1,3,1&b=3,1,7&inplace=1");
    await parts.diagnostics.getByRole("button", { name: "Apply" }).first().click();
    await expect(parts.inPlace).not.toBeChecked();
    await expect(parts.verdictText).toContainText("The shapes broadcast to (3, 3, 7)");
});

test("fixes and warnings are there in Chinese, and are accessible", async ({ page }) => {
    const parts = await open(page, "?a=3,4&b=3&locale=zh-CN");
    await expect(parts.diagnostics.getByRole("heading")).toHaveText("修正方法");
    await expect(parts.diagnostics).toContainText("在 b 的轴 0 之后插入 1 个大小为 1 的轴，b 变为 (3, 1)。");
    await expect(parts.diagnostics.getByRole("button").first()).toHaveText("应用");
    expect(await accessibilityFaults(page)).toEqual([]);
});
