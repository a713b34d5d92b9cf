// Matrix products: each matrix is a cell, and the row and the column of an element follow the pointer and the arrow keys. And `where`,
// which is the same in a program and in the fields.
import { accessibilityFaults } from "./support/axe.js";
import { address, cells, open, picture, settled, expectProgram, programOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const link = (lines, more = "") => `?chapter=last${more}#${new URLSearchParams({ code: ["import torch", ...lines].join("\n") })}`;
const PRODUCT = ["x = torch.randn(3, 4)", "W = torch.randn(4, 2)", "y = x @ W"];
const BATCH = ["q = torch.randn(2, 2, 3)", "k = torch.randn(3, 2)", "s = q @ k"];

test("pointing at an element of a product highlights its row and its column", async ({ page }) => {
    const parts = await open(page, link(PRODUCT));
    await settled(parts);
    const found = await cells(parts, 10);
    const wanted = [0, 1, 2].flatMap((i) => [0, 1].map((j) => `out[${i},${j}] = x[${i},:] @ W[:,${j}]`));
    expect(Object.keys(found).sort()).toEqual(wanted);
    const pictures = new Set();
    for (const equation of wanted) {
        await page.mouse.move(found[equation].x, found[equation].y);
        await expect(parts.equation).toHaveText(equation);
        pictures.add(await picture(parts.canvas));
    }
    expect(pictures.size, "each element has a picture of its own").toBe(6);
    await expect(parts.sources).toHaveText("out[2,1] is row 2 of x times column 1 of W.");
});

test("the arrow keys walk through the elements of a matrix and on to the next matrix", async ({ page }) => {
    const parts = await open(page, link(BATCH));
    await parts.viewport.focus();
    const steps = [
        ["Enter", "out[0,0,0] = q[0,0,:] @ k[:,0]"],
        ["ArrowRight", "out[0,0,1] = q[0,0,:] @ k[:,1]"],
        ["ArrowDown", "out[0,1,1] = q[0,1,:] @ k[:,1]"],
        ["ArrowRight", "out[1,1,0] = q[1,1,:] @ k[:,0]"],
        ["ArrowLeft", "out[0,1,1] = q[0,1,:] @ k[:,1]"],
        ["Home", "out[0,0,0] = q[0,0,:] @ k[:,0]"],
        ["ArrowLeft", "out[0,0,0] = q[0,0,:] @ k[:,0]"],
    ];
    for (const [key, equation] of steps) {
        await page.keyboard.press(key);
        await expect(parts.equation, key).toHaveText(equation);
    }
    await page.keyboard.press("ArrowDown");
    await expect(parts.live).toHaveText(/out\[0,1,0\] is row 1 of q\[0\] times column 0 of k\.$/);
    await page.keyboard.press("Escape");
    await expect(parts.equation).toBeEmpty();
});

test("an element of a product in Chinese", async ({ page }) => {
    const parts = await open(page, link(BATCH, "&locale=zh-CN&cell=0"));
    await expect(parts.equation).toHaveText("out[0,0,0] = q[0,0,:] @ k[:,0]");
    await expect(parts.sources).toHaveText("out[0,0,0] 是 q[0] 中下标为 0 的行 乘以 k 中下标为 0 的列。");
});

test("the memory and the table of a product", async ({ page }) => {
    const parts = await open(page, link(BATCH));
    await parts.openTab(1);
    await parts.memory.locator("summary").click();
    await expect(parts.memory.getByRole("columnheader")).toHaveText(["q", "k", "result"]);
    await expect(parts.memoryRow("shape")).toHaveText(["(2, 2, 3)", "(3, 2)", "(2, 2, 2)"]);
    await expect(parts.memoryRow("strides as given")).toHaveText(["(6, 3, 1)", "(2, 1)", "(4, 2, 1)"]);
    await expect(parts.memoryRow("stored")).toHaveText(["12 · 48 B", "6 · 24 B", "8 · 32 B"]);
    await expect(parts.drawer).toContainText("To multiply, a library may make copies, which are not counted.");
    await parts.openTab(3);
    await expect(parts.table.getByRole("row").last()).toHaveText("out[1]q[1]: 2×3k: 3×22×2");
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("a product that does not exist is fixed in the program", async ({ page }) => {
    const parts = await open(page, link(["q = torch.randn(8, 10, 16)", "k = torch.randn(8, 12, 16)", "s = q @ k"]));
    const program = programOf(page);
    await expect(program.fixes.first()).toContainText("s = q @ k.transpose(-2, -1) → (8, 10, 12)");
    await program.fixes.first().getByRole("button").click();
    await expectProgram(page, /s = q @ k\.transpose\(-2, -1\)$/);
    await expect(parts.verdictText).toContainText("The matrices can be multiplied. The result has the shape (8, 10, 12)");
    await expect(program.fixes).toHaveCount(0);
});

test("the sign of the matrix product is written into the program", async ({ page }) => {
    const parts = await open(page, link([PRODUCT[0], PRODUCT[1], "y = x * W"]));
    const fix = programOf(page).fix("y = x @ W → (3, 2)");
    await expect(fix).toContainText("@");
    await fix.getByRole("button").click();
    await expectProgram(page, /y = x @ W$/);
    await expect(parts.verdictText).toContainText("The matrices can be multiplied. The result has the shape (3, 2)");
});

test("where of a program has values, and is in the fields when the program is closed", async ({ page }) => {
    const lines = ["m = torch.tensor([True, False])", "x = torch.tensor([[1, 2], [3, 4]])", "y = x.where(m, x * 10)"];
    const parts = await open(page, link(lines, "&operation=1"));
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.equation).toHaveText(/^out\[0,0\] = .*\.where\(True, 10\) = 1$/);
    await page.locator(".close-code").click();
    await expect(page.locator("#operand-c")).toHaveValue("(2, 2)");
    await expect.poll(() => address(page)).toMatchObject({ a: "(2,)", b: "(2, 2)", c: "(2, 2)" });
});

test("a widget has the sizes of letters beside its inputs", async ({ page }) => {
    await page.setViewportSize({ width: 480, height: 360 });
    const parts = await open(page, "?a=N,1&b=N&embed=1");
    const form = page.locator("form.asked");
    await expect(form).toBeInViewport({ ratio: 1 });
    await page.getByLabel("size N").fill("3");
    await page.keyboard.press("Enter");
    await expect(parts.a).toHaveValue("N=3,1");
    await expect(page.locator(".verdict .result")).toContainText("(3, 3)");
    await expect(form).toHaveCount(0);
});
