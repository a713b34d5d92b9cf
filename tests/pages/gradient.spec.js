// The chapter of the gradient: a switch, a link, the keyboard, the words, the code and the axis table.
import { accessibilityFaults } from "./support/axe.js";
import { open, settled } from "./support/page.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

const title = (page) => page.locator(".narration h3");

test("a switch adds the gradient, shows it, and takes it away again", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&op=mul&chapter=2");
    await expect(page.locator(".marks .name")).toHaveCount(6);
    await parts.openMenu.click();
    await page.getByRole("checkbox", { name: "Gradient" }).check();
    await expect(page.locator(".marks .name")).toHaveCount(7);
    await expect(title(page)).toContainText("The gradient of each operand");
    await expect(page.locator(".chapter-text")).toContainText("b was stretched, so its parts are added along axis 0: (4, 3) → (3,).");
    await expect(page).toHaveURL(/chapter=last&gradient=1$/);
    await expect(parts.axisTable.locator("tbody .sum")).toHaveText(["sum over axis 1", "sum over axis 0"]);
    await page.getByRole("checkbox", { name: "Gradient" }).uncheck();
    await expect(page.locator(".marks .name")).toHaveCount(6);
    await expect(title(page)).toContainText("Combine the elements");
    await expect(page).toHaveURL(/chapter=last$/);
});

test("the keyboard reaches the switch, and a pinned cell has its sum", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&op=mul&chapter=last");
    await parts.openMenu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "Gradient" }).focus();
    await page.keyboard.press("Space");
    await expect(title(page)).toContainText("The gradient of each operand");
    await page.keyboard.press("Escape");
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.equation).toHaveText("out.grad[0,0] = 1.0");
    await page.goto("?a=4,1&b=3&op=mul&gradient=1&chapter=last&cell=b:0,1");
    await expect(parts.equation).toHaveText("b.grad[1] = 0.0 + 10.0 + 20.0 + 30.0 = 60.0");
    await expect(page.locator(".said .sources")).toHaveText("b[1] was read 4 times. Its gradient is the sum of the parts.");
});

test("a link opens the gradient, and the code computes it in both libraries", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&gradient=1&chapter=last");
    await expect(title(page)).toContainText("The gradient of each operand");
    await parts.openTab(2);
    const programs = page.locator(".code pre");
    await expect(programs.first()).toContainText("out.sum().backward()\na.grad.shape  # torch.Size([4, 1])");
    await expect(programs.last()).toContainText("b_grad = np.ones(out.shape).sum(axis=0, keepdims=True).reshape(b.shape)");
});

test("it is offered only where PyTorch has a gradient", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&gradient=1&chapter=last");
    await expect(page.locator(".marks .name")).toHaveCount(7);
    await parts.openMenu.click();
    const choice = page.getByRole("checkbox", { name: "Gradient" });
    await expect(choice).toBeChecked();
    await parts.operator.selectOption({ index: 7 });
    await expect(choice).toHaveCount(0);
    await expect(page.locator(".marks .name")).toHaveCount(6);
    await page.goto("?a=3&b=3&gradient=1&chapter=last");
    await expect(page.locator(".chapter-text")).toContainText("No operand was stretched.");
});

test("a question hides the gradient", async ({ page }) => {
    await page.goto("?a=4,1&b=3&gradient=1&predict=shape");
    await expect(page.locator(".question")).toBeVisible();
    await expect(page.locator("#menu label").filter({ hasText: "Gradient" })).toHaveCount(0);
    expect(await page.locator("main").innerText()).not.toMatch(/grad|sum over/i);
});

for (const [theme, locale] of [["light", "en"], ["dark", "zh-CN"]]) {
    test(`axe finds nothing in the gradient (${theme}, ${locale})`, async ({ page }) => {
        const parts = await open(page, `?a=5,3,4,1&b=3,1,1&gradient=1&chapter=last&theme=${theme}&locale=${locale}`);
        await expect(title(page)).toContainText(locale === "en" ? "gradient" : "梯度");
        await settled(parts);
        await parts.openMenu.click();
        expect(await accessibilityFaults(page)).toEqual([]);
    });
}

test("an embedded visualizer has it too", async ({ page }) => {
    await page.setViewportSize({ width: 700, height: 420 });
    await page.goto("?a=4,1&b=3&gradient=1&chapter=last&embed=1");
    await expect(page.locator(".marks .name")).toHaveCount(7);
    await page.locator(".viewport").focus();
    await expect(page.locator(".axis-table tbody .sum").first()).toBeAttached();
});
