// Names of a program without a value: their shapes and sizes are asked for, and what is typed becomes part of the program.
import { accessibilityFaults } from "./support/axe.js";
import { address, expectProgram, open, openProgram, paste, programOf, programLink as link } from "./support/page.js";
import { expect, test } from "./support/test.js";

const LAYER = "import torch\ny = x @ W + b";
const LETTERS = "import torch\nx = torch.zeros(N, 1)\ny = x - torch.zeros(N)";
const LOADED = "import torch\nx = load()\ny = x + torch.ones(3)";

const partsOf = (page) => ({
    form: page.locator("form.asked"),
    field: (name) => page.locator(`#asked-${name}`),
    write: page.locator("form.asked button"),
    verdict: page.locator(".verdict .verdict-text"),
    canvas: page.locator(".viewport canvas"),
});

/** Opens a program of which nothing can be drawn yet. */
async function ask(page, query) {
    await openProgram(page, query);
    const parts = partsOf(page);
    await expect(parts.form).toBeVisible();
    return parts;
}

test("shapes that are typed are written into the program, in one step", async ({ page }) => {
    const parts = await ask(page, link(LAYER));
    await expect(parts.form).toHaveAccessibleName("Names without a known value");
    await page.getByRole("textbox", { name: "shape of x" }).fill("32,784");
    await page.getByRole("textbox", { name: "shape of W" }).fill("(784, 10)");
    await page.getByRole("textbox", { name: "shape of b" }).fill("10");
    await page.keyboard.press("Enter");
    const written = "import torch\nx = torch.zeros(32, 784)\nW = torch.zeros(784, 10)\nb = torch.zeros(10)\ny = x @ W + b";
    await expectProgram(page, written);
    await expect(parts.form).toHaveCount(0);
    await expect(programOf(page).content).toBeFocused();
    await expect(parts.verdict).toContainText("(32, 10)");
    await expect(programOf(page).steps).toContainText("2 of 2");
    await expect.poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("code")).toBe(written);
    await programOf(page).content.focus();
    await page.keyboard.press("Control+z");
    await expectProgram(page, LAYER);
    await expect(parts.form).toBeVisible();
});

test("what cannot be read is said at its field, and the other fields stay", async ({ page }) => {
    const parts = await ask(page, link(LAYER));
    await parts.field("x").fill("32,784");
    await parts.field("W").fill("784,-1");
    await parts.write.click();
    await expect(parts.field("W")).toBeFocused();
    await expect(parts.form.getByRole("alert")).toHaveText(/^W: .*negative/);
    await expectProgram(page, LAYER);
    await parts.field("W").fill("784,10");
    await parts.write.click();
    // The name without an answer is still asked for.
    await expect(parts.form.locator("input")).toHaveCount(1);
    await expect(parts.field("b")).toHaveValue("");
    await expectProgram(page, /W = torch\.zeros\(784, 10\)\ny = /);
});

test("a value that cannot be read gets its shape in a comment", async ({ page }) => {
    const parts = await ask(page, link(LOADED));
    await expect(programOf(page).signs).toHaveText(["?"]);
    await parts.field("x").fill("4,1");
    await page.keyboard.press("Enter");
    await expectProgram(page, LOADED.replace("load()", "load()  # (4, 1)"));
    await expect(parts.verdict).toContainText("(4, 3)");
    await expect(programOf(page).below.locator(".note")).toContainText("Line 2: the value is not known, so the shape (4, 1)");
});

test("a letter has a size that can be changed, and the axis table names it", async ({ page }) => {
    const parts = await ask(page, link(LETTERS));
    await expect(parts.verdict).toContainText("(5, 5)");
    await expect(parts.form).toContainText("N has no value and is read as 5.");
    await expect(page.locator(".axis-table td").filter({ hasText: "N 5" }), "both operands, and both axes of the result").toHaveCount(4);
    await page.getByRole("textbox", { name: "size N" }).fill("7");
    await page.keyboard.press("Enter");
    await expectProgram(page, LETTERS.replace("torch\n", "torch\nN = 7\n"));
    await expect(parts.verdict).toContainText("(7, 7)");
    await expect(page.locator(".axis-table td").filter({ hasText: "N 7" })).toHaveCount(4);
});

test("it works in Chinese", async ({ page }) => {
    const parts = await ask(page, link(LAYER, "&locale=zh-CN"));
    await expect(parts.form).toHaveAccessibleName("值未知的名称");
    await page.getByRole("textbox", { name: "x 的形状" }).fill("3,");
    await page.getByRole("textbox", { name: "W 的形状" }).fill("3,4");
    await page.getByRole("textbox", { name: "b 的形状" }).fill("4");
    await parts.write.click();
    await expect(parts.verdict).toContainText("(4,)");
});

for (const [width, height, more] of [[1280, 720, ""], [768, 1024, ""], [360, 740, ""], [700, 420, "&embed=1"]]) {
    test(`the fields can be reached at ${width}×${height}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const code of [LAYER, LETTERS]) {
            await page.goto("about:blank");
            const parts = await ask(page, link(code, more));
            await parts.write.scrollIntoViewIfNeeded();
            await expect(parts.write).toBeInViewport({ ratio: 0.99 });
            const name = code === LAYER ? "x" : "N";
            await parts.field(name).fill("6");
            await parts.write.click();
            await expectProgram(page, new RegExp(`${name} = `));
        }
    });
}

test("axe finds nothing, in light and dark, on a phone and in a widget", async ({ page }) => {
    for (const [code, more, size] of [
        [LAYER, "", [1280, 720]],
        [LETTERS, "&theme=dark", [1280, 720]],
        [LAYER, "&locale=zh-CN&theme=dark", [360, 740]],
        [LAYER, "&locale=es", [360, 740]],
        [LETTERS, "&embed=1", [760, 600]],
    ]) {
        await page.setViewportSize({ width: size[0], height: size[1] });
        await page.goto("about:blank");
        await ask(page, link(code, more));
        expect(await accessibilityFaults(page), `${code} ${more}`).toEqual([]);
    }
});

test("letters are sizes in the fields, can be changed, and are in the link", async ({ page }) => {
    const parts = await open(page, "?a=N,1&b=N");
    const { form, write } = partsOf(page);
    await expect(parts.verdictText).toContainText("= (N, N) depends on N");
    await expect(form).toContainText("N has no value and is read as 5.");
    await expect(page.locator(".axis-table td").filter({ hasText: "N 5" }), "both operands, and both axes of the result").toHaveCount(4);
    await page.getByRole("textbox", { name: "size N" }).fill("a few");
    await write.click();
    await expect(form.getByRole("alert")).toHaveText(/^N: /);
    await page.getByRole("textbox", { name: "size N" }).fill("7");
    await page.keyboard.press("Enter");
    await expect(parts.a).toHaveValue("N=7,1");
    await expect(parts.b).toHaveValue("N");
    await expect(parts.verdictText).toContainText("(7, 7)");
    await expect(form).toHaveCount(0);
    await expect.poll(() => address(page).a).toBe("N=7,1");
    await parts.b.focus();
    await page.keyboard.press("Control+z");
    await expect(parts.a).toHaveValue("N,1");
});

test("an error message that has both shapes fills the fields, and one that has none is declined", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await paste(page, parts.a, "ValueError: operands could not be broadcast together with shapes (32,2) (3,) ");
    await expect(parts.a).toHaveValue("(32, 2)");
    await expect(parts.b).toHaveValue("(3,)");
    await expect(parts.library("NumPy")).toBeChecked();
    await expect(parts.libraryMessage).toHaveText(/shapes \(32,2\) \(3,\)/);
    await paste(page, parts.b, "(32,1) (32,)");
    await expect(parts.verdictText).toContainText("(32, 32)");
    await parts.a.selectText();
    await paste(page, parts.a, "numpy.exceptions.AxisError: ValueError: shape mismatch: objects cannot be broadcast to a single shape");
    await expect(parts.errorOf("a")).toContainText("This message does not say both shapes");
});

test("a traceback with both shapes is a program, in a field and in the program's own input", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    const traceback = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    y = x - m\n        ~~^~~\nValueError: operands could not be broadcast together with shapes (3,4) (3,) ';
    await paste(page, parts.a, traceback);
    const written = "import numpy as np\nx = np.zeros((3, 4))\nm = np.zeros((3,))\ny = x - m";
    await expectProgram(page, written);
    await expect(program.message).toContainText("ValueError: operands could not be broadcast together with shapes (3,4) (3,)");
    await paste(page, program.content, traceback.replace("x - m", "u * v"));
    await expectProgram(page, /y = u \* v$/);
    await paste(page, program.content, "(2,1) (5,)");
    await expect(program.editor).toHaveCount(0);
    await expect(parts.a).toHaveValue("(2, 1)");
    await expect(parts.verdictText).toContainText("(2, 5)");
});

test("one line with names is a program too", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await paste(page, parts.b, "y = x @ W + b");
    await expectProgram(page, "y = x @ W + b");
    await expect(partsOf(page).form.locator("input")).toHaveCount(3);
});
