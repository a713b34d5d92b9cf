// Programs: what is pasted is read as a whole, each of its operations can be shown, and what cannot be read is said.
import { accessibilityFaults } from "./support/axe.js";
import { address, open, paste } from "./support/page.js";
import { expect, test } from "./support/test.js";

const LOSS = "import torch\npred = torch.randn(32, 1)\ntarget = torch.randn(32)\nloss = ((pred - target) ** 2).mean()";
const CLASH = "import numpy as np\nx = np.ones((3, 4))\nm = x.mean(axis=1)\ny = x - m";
const LAYER = "import torch\nx = torch.randn(32, 784)\nW = torch.randn(784, 10)\nb = torch.zeros(10)\ny = x @ W + b\nz = y * torch.ones(3)";

const link = (code, more = "") => `?chapter=last${more}#${new URLSearchParams({ code })}`;

/** The parts that belong to a program. */
const programOf = (page) => ({
    input: page.locator("#program"),
    box: page.locator(".program-input"),
    mark: page.locator(".program-input mark").last(),
    marked: page.locator(".program-input pre"),
    operations: page.locator(".operations li"),
    chosen: page.locator(".operations [aria-pressed=true]"),
    exception: page.locator(".exception"),
    stop: page.locator("#program-stop"),
    close: page.locator(".close-code"),
    then: page.locator(".operations .then"),
});

test("a pasted program opens an input of its own, with the names, the shapes and the most telling operation", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await paste(page, parts.b, LOSS);
    await expect(program.input).toHaveValue(LOSS);
    await expect(parts.verdict).toHaveClass(/doubtful/);
    await expect(parts.verdictText).toContainText("(32, 32)");
    await expect(program.operations).toHaveCount(1);
    await expect(program.chosen).toContainText("line 4 pred - target (32, 1) (32,) → (32, 32)");
    await expect(program.then).toHaveText("then ** 2 → (32, 32), .mean() → ()");
    await expect(parts.axisTable.getByRole("rowheader")).toContainText(["pred", "target", "result"]);
    await expect(parts.chapterText).toContainText("(32, 32)");
    await expect(program.marked.locator(".inlay")).toHaveText(["(32, 1)", "(32,)", "()"]);
    const shown = new URL(page.url());
    expect(shown.searchParams.has("a")).toBe(false);
    expect(new URLSearchParams(shown.hash.slice(1)).get("code")).toBe(LOSS);
    await page.reload();
    await expect(program.chosen).toContainText("pred - target");
    await expect(parts.verdict).toHaveClass(/doubtful/);
});

test("no request names the program", async ({ page }) => {
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await open(page, link(LOSS));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((url) => url.includes("pred"))).toEqual([]);
});

test("an exception stands as Python writes it, a fix changes the program, and undo takes it back", async ({ page }) => {
    const parts = await open(page, link(CLASH));
    const program = programOf(page);
    await expect(program.exception).toHaveText(
        "    y = x - m\n        ~~^~~\nValueError: operands could not be broadcast together with shapes (3,4) (3,)",
    );
    await expect(parts.verdict).toHaveClass(/bad/);
    const fix = parts.diagnostics.locator("li").filter({ hasText: "m[:, None]" });
    await expect(fix).toContainText("(3, 4)");
    await fix.getByRole("button").click();
    await expect(program.input).toHaveValue(CLASH.replace("x - m", "x - m[:, None]"));
    await expect(parts.verdictText).toContainText("(3, 4)");
    await expect(program.exception).toHaveCount(0);
    await program.input.focus();
    await page.keyboard.press("Control+z");
    await expect(program.input).toHaveValue(CLASH);
    await expect(parts.verdict).toHaveClass(/bad/);
});

test("each operation of two operands can be shown, and a matrix product is not read as another operation", async ({ page }) => {
    const parts = await open(page, link(LAYER));
    const program = programOf(page);
    await expect(program.operations).toHaveCount(3);
    await expect(program.operations.nth(0)).toContainText("x @ W (32, 784) (784, 10) → (32, 10)");
    await program.operations.nth(0).getByRole("button").click();
    await expect(parts.verdictText).toContainText("The matrices can be multiplied. The result has the shape (32, 10)");
    await expect(parts.axisTable.getByRole("columnheader")).toHaveText(["axis", "rows", "columns"]);
    await expect(parts.axisTable.locator(".inner")).toHaveText(["784 ✓", "784 ✓"]);
    await program.operations.nth(2).getByRole("button").click();
    await expect(parts.verdict).toHaveClass(/bad/);
    await program.operations.nth(1).getByRole("button").click();
    await expect(parts.verdictText).toContainText("(32, 10)");
    await expect(parts.verdict).toHaveClass(/good/);
    expect(address(page).operation).toBe("2");
    await page.reload();
    await expect(program.chosen).toContainText("x @ W + b");
});

test("a function of three operands is drawn, with the names of the program", async ({ page }) => {
    const code = "import torch\nmask = torch.ones(4, 1, dtype=torch.bool)\nx = torch.zeros(3)\ny = torch.ones(2, 1, 1)\nz = torch.where(mask, x, y)";
    const parts = await open(page, link(code));
    await expect(parts.verdictText).toContainText("(2, 4, 3)");
    await expect(parts.axisTable.getByRole("rowheader")).toContainText(["mask", "x", "y", "result"]);
    await expect(parts.verdict).toHaveClass(/good/);
    await expect(parts.chapterText).toContainText("(2, 4, 3)");
    // An element of the result has a source in each operand.
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.equation).toHaveText("out[0,0,0] = where(mask[0,0], x[0], y[0,0,0]) = where(True, 0.0, 1.0) = 0.0");
    await parts.tab(1).click();
    await expect(page.locator(".buffers > div")).toHaveCount(3);
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("three operands that clash have the words of the library, and a fix of the one that can be changed alone", async ({ page }) => {
    const code = "import numpy as np\nmask = np.ones(3) > 0\na = np.zeros((3, 4))\nb = np.ones((3, 4))\nc = np.where(mask, a, b)";
    const parts = await open(page, link(code));
    const program = programOf(page);
    await expect(program.stop).toContainText("ValueError: operands could not be broadcast together with shapes (3,) (3,4) (3,4)");
    const fix = parts.diagnostics.locator("li").filter({ hasText: "mask[:, None]" });
    await fix.getByRole("button").click();
    await expect(program.input).toHaveValue(code.replace("where(mask,", "where(mask[:, None],"));
    await expect(parts.verdict).toHaveClass(/good/);
});

test("a matrix product is drawn as its batch: each cell is a matrix, and the inner sizes are checked", async ({ page }) => {
    const product = (columns) => `import torch\nx = torch.randn(8, 3, 4)\nW = torch.randn(${columns}, 5)\ny = x @ W`;
    const parts = await open(page, link(product(4)));
    await expect(parts.verdictText).toContainText("(8, 3, 5)");
    await expect(parts.axisTable.getByRole("rowheader")).toContainText(["x", "W", "result"]);
    await expect(parts.axisTable.locator(".out .core")).toHaveText(["3", "5"]);
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.sources).toContainText("out[0,0,0] is row 0 of x[0] times column 0 of W.");
    expect(await accessibilityFaults(page)).toEqual([]);
    await open(page, link(product(6)));
    await expect(parts.verdictText).toContainText("The matrices cannot be multiplied: inner sizes: 4 ≠ 6");
    await expect(programOf(page).stop).toContainText("RuntimeError: mm: mat1 and mat2 shapes cannot be multiplied (24x4 and 6x5)");
    await expect(parts.axisTable.locator(".inner.clash")).toHaveText(["4 ✗", "6 ✗"]);
    await expect(parts.chapter).toContainText("The inner sizes differ");
    await expect(parts.diagnostics).toHaveCount(0);
});

test("what cannot be read is said at its line, and nothing is guessed", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await paste(page, parts.a, "import torch\nx = load_the_data()\ny = x + torch.ones(3)");
    await expect(program.stop).toContainText("Line 2 is not read");
    await expect(program.operations).toHaveCount(0);
    await expect(parts.verdict).toHaveClass(/waits/);
});

test("the input is a text field: Tab leaves it, and its shapes are in its description", async ({ page }) => {
    await open(page, link(LOSS));
    const program = programOf(page);
    await program.input.focus();
    await expect(program.input).toHaveAccessibleDescription(/line 2: pred \(32, 1\)/);
    await page.keyboard.press("Tab");
    await expect(program.input).not.toBeFocused();
    await expect(program.input).toHaveValue(LOSS);
});

test("typing waits with errors, and an unfinished line leaves the picture", async ({ page }) => {
    const parts = await open(page, link("a = torch.ones(3, 1)\nb = torch.ones(4)\na * b\n"));
    const program = programOf(page);
    await program.input.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("c = a + b");
    await expect(parts.verdictText).toContainText("(3, 4)");
    for (const letter of " + (") {
        await page.keyboard.insertText(letter);
    }
    // What stands before it is still read.
    await expect(program.stop).toContainText("SyntaxError: '(' was never closed");
    await expect(parts.verdictText).toContainText("(3, 4)");
});

test("the button writes the program of what is shown, and leads back to two shapes", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await page.locator(".open-code").click();
    await expect(program.input).toHaveValue(/import torch/);
    await expect(parts.verdictText).toContainText("(4, 3)");
    await program.close.click();
    await expect(parts.a).toHaveValue("(4, 1)");
    await expect(parts.b).toHaveValue("(3,)");
    await page.goBack();
    await expect(program.input).toHaveValue(/import torch/);
});

test("it works in Chinese", async ({ page }) => {
    const parts = await open(page, link(LOSS, "&locale=zh-CN"));
    await expect(page.locator(".operations h2")).toHaveText("运算");
    await expect(parts.verdictText).toContainText("(32, 32)");
});

for (const [width, height] of [[1280, 720], [1920, 1080], [768, 1024], [360, 740]]) {
    test(`the program, the diagram and the transport are in sight at ${width}×${height}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const code of [LOSS, CLASH, LAYER]) {
            await page.goto("about:blank");
            const parts = await open(page, link(code));
            for (const part of [programOf(page).box, programOf(page).mark, programOf(page).chosen, parts.verdict, parts.viewport, parts.canvas, parts.play, parts.scrubber]) {
                await expect(part).toBeInViewport({ ratio: 0.99 });
            }
            expect((await parts.viewport.boundingBox()).height).toBeGreaterThan(140);
        }
    });
}

test("axe finds nothing, in light and dark, on a phone and in a widget", async ({ page }) => {
    for (const [code, more, size] of [
        [LOSS, "", [1280, 720]],
        [CLASH, "&theme=dark", [1280, 720]],
        [LAYER, "&locale=zh-CN", [360, 740]],
        [CLASH, "&locale=es", [360, 740]],
        [LOSS, "&embed=1", [760, 600]],
    ]) {
        await page.setViewportSize({ width: size[0], height: size[1] });
        await page.goto("about:blank");
        await open(page, link(code, more));
        expect(await accessibilityFaults(page), `${code} ${more}`).toEqual([]);
    }
});

test("a widget has the operation in one line, which opens the program", async ({ page }) => {
    await page.setViewportSize({ width: 480, height: 360 });
    await open(page, link(LOSS, "&embed=1"));
    const summary = page.locator("button.summary");
    await expect(summary).toContainText("pred (32, 1) − target (32,)");
    await expect(page.locator(".verdict .result")).toHaveText("= (32, 32) !");
    const before = await page.locator(".viewport").boundingBox();
    await summary.click();
    await expect(programOf(page).input).toBeVisible();
    // The program lies above the diagram, which keeps its place.
    expect(await page.locator(".viewport").boundingBox()).toEqual(before);
    expect((await programOf(page).box.boundingBox()).width).toBeGreaterThan(400);
});
