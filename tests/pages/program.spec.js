// Programs: what is pasted is read as a whole, each of its operations can be shown, and what cannot be read is said at its line.
import { accessibilityFaults } from "./support/axe.js";
import { address, expectProgram, open, openProgram, paste, programLink as link, programOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const LOSS = "import torch\npred = torch.randn(32, 1)\ntarget = torch.randn(32)\nloss = ((pred - target) ** 2).mean()";
const CLASH = "import numpy as np\nx = np.ones((3, 4))\nm = x.mean(axis=1)\ny = x - m";
const LAYER = "import torch\nx = torch.randn(32, 784)\nW = torch.randn(784, 10)\nb = torch.zeros(10)\ny = x @ W + b\nz = y * torch.ones(3)";

test("a pasted program opens the editor, with the names, the shapes and the most telling operation", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await paste(page, parts.b, LOSS);
    await expectProgram(page, LOSS);
    await expect(parts.verdict).toHaveClass(/doubtful/);
    await expect(parts.verdictText).toContainText("(32, 32)");
    await expect(program.operation).toHaveText("pred (32, 1) − target (32,)");
    await expect(program.steps).toContainText("line 4");
    await expect(program.doubt).toContainText("Probably a mistake.");
    await expect(parts.axisTable.getByRole("rowheader")).toContainText(["pred", "target", "result"]);
    await expect(program.inlays).toHaveText(["(32, 1)", "(32,)", "()"]);
    await expect(program.line(4).locator(".a")).toHaveText("pred");
    await expect(program.line(4).locator(".b")).toHaveText("target");
    await expect(program.signs).toHaveText(["!"]);
    const shown = new URL(page.url());
    expect(shown.searchParams.has("a")).toBe(false);
    expect(new URLSearchParams(shown.hash.slice(1)).get("code")).toBe(LOSS);
    await page.reload();
    await expectProgram(page, LOSS);
    await expect(parts.verdict).toHaveClass(/doubtful/);
});

test("a probable mistake is told with its operation and its reason before its line is chosen", async ({ page }) => {
    const code = `${LOSS}\nout = torch.rand(8, 1, dtype=torch.float64)\ny = torch.rand(8, dtype=torch.float64)\nerror = (out - y).abs().mean()`;
    await openProgram(page, `?operation=2#${new URLSearchParams({ code })}`);
    const first = page.locator(".editor .doubtful", { hasText: "Probably a mistake." }).first();
    await expect(first).toContainText("pred (32, 1) − target (32,) → (32, 32)");
    await expect(first).toContainText("every element of pred is combined with every element of target");
    await expect(first).toContainText("4 kB as float32");
    // The element type is its own, not that of the operation that is shown.
    await page.goto(`?operation=1#${new URLSearchParams({ code })}`);
    await page.reload();
    await expect(page.locator(".editor .doubtful", { hasText: "Probably a mistake." }).last()).toContainText("512 B as float64");
});

test("a reduced tensor along another axis is a mistake, and a stretch that is written is none", async ({ page }) => {
    const parts = await openProgram(page, link("import numpy as np\nA = np.random.rand(4, 4)\nP = A / A.sum(axis=1)"));
    const program = programOf(page);
    await expect(parts.verdict).toHaveClass(/doubtful/);
    await expect(program.doubt).toContainText("One operand is a reduction of the other.");
    await expect(program.fixes.first()).toContainText("P = A / A.sum(axis=1, keepdims=True) → (4, 4)");
    await program.fixes.first().getByRole("button").click();
    await expect(parts.verdict).toHaveClass(/good/);
    await openProgram(page, link("import torch\nids = torch.arange(8)\nmask = ids[:, None] >= ids"));
    await expect(parts.verdict).toHaveClass(/good/);
    await expect(program.doubt).toHaveCount(0);
});

test("no request names the program", async ({ page }) => {
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await openProgram(page, link(LOSS));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((url) => url.includes("pred"))).toEqual([]);
});

test("an exception stands below its line with its fixes; a fix changes the program where the axis was lost, and undo takes it back", async ({ page }) => {
    const parts = await openProgram(page, link(CLASH));
    const program = programOf(page);
    await expect(program.message).toHaveText("ValueError: operands could not be broadcast together with shapes (3,4) (3,)");
    await expect(program.signs).toHaveText(["✗"]);
    await expect(parts.verdict).toHaveClass(/bad/);
    const first = program.fixes.first();
    await expect(first).toContainText("line 3 m = x.mean(axis=1, keepdims=True) → (3, 4)");
    await expect(first.locator("ins")).toHaveText(", keepdims=True");
    await first.getByRole("button").click();
    await expectProgram(page, CLASH.replace("axis=1", "axis=1, keepdims=True"));
    await expect(parts.verdictText).toContainText("(3, 4)");
    await expect(program.message).toHaveCount(0);
    await program.content.focus();
    await page.keyboard.press("Control+z");
    await expectProgram(page, CLASH);
    await expect(parts.verdict).toHaveClass(/bad/);
});

test("each operation is chosen at its line or with a key, and a matrix product is not read as another operation", async ({ page }) => {
    const parts = await openProgram(page, link(LAYER));
    const program = programOf(page);
    // The one that fails is shown first.
    await expect(program.steps).toContainText("3 of 3");
    await expect(parts.verdict).toHaveClass(/bad/);
    await program.line(5).getByText("x", { exact: false }).first().click({ position: { x: 50, y: 8 } });
    await expect(parts.verdictText).toContainText("The matrices can be multiplied. The result has the shape (32, 10)");
    await expect(parts.axisTable.getByRole("columnheader")).toHaveText(["axis", "rows", "columns"]);
    await expect(parts.axisTable.locator(".inner")).toHaveText(["784 ✓", "784 ✓"]);
    await expect(program.steps).toContainText("1 of 3");
    await page.keyboard.press("F8");
    await expect(program.operation).toHaveText("x @ W (32, 10) + b (10,)");
    await expect(parts.verdict).toHaveClass(/good/);
    await expect.poll(() => address(page).operation).toBe("2");
    await page.keyboard.press("Shift+F8");
    await expect(program.steps).toContainText("1 of 3");
    await program.previous.click();
    await expect(program.steps).toContainText("3 of 3");
    await program.next.click();
    await expect(program.steps).toContainText("1 of 3");
    await program.next.click();
    await page.reload();
    await expect(program.operation).toHaveText("x @ W (32, 10) + b (10,)");
});

test("a function of three operands is drawn, with the names of the program", async ({ page }) => {
    const code = "import torch\nmask = torch.ones(4, 1, dtype=torch.bool)\nx = torch.zeros(3)\ny = torch.ones(2, 1, 1)\nz = torch.where(mask, x, y)";
    const parts = await open(page, link(code));
    await expect(parts.verdictText).toContainText("(2, 4, 3)");
    await expect(parts.axisTable.getByRole("rowheader")).toContainText(["mask", "x", "y", "result"]);
    await expect(parts.verdict).toHaveClass(/good/);
    await expect(parts.chapterText).toContainText("into 24 elements");
    // An element of the result has a source in each operand.
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.equation).toHaveText("out[0,0,0] = where(mask[0,0], x[0], y[0,0,0]) = where(True, 0., 1.) = 0.");
    await parts.openTab(1);
    await expect(page.locator(".in-memory")).toHaveCount(3);
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("three operands that clash have the words of the library, and a fix of the one that can be changed alone", async ({ page }) => {
    const code = "import numpy as np\nmask = np.ones(3) > 0\na = np.zeros((3, 4))\nb = np.ones((3, 4))\nc = np.where(mask, a, b)";
    const parts = await openProgram(page, link(code));
    const program = programOf(page);
    await expect(program.message).toHaveText("ValueError: operands could not be broadcast together with shapes (3,) (3,4) (3,4)");
    await program.fix("mask[:, None]").getByRole("button").click();
    await expectProgram(page, code.replace("where(mask,", "where(mask[:, None],"));
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
    await openProgram(page, link(product(6)));
    await expect(parts.verdictText).toContainText("The matrices cannot be multiplied: inner sizes: 4 ≠ 6");
    await expect(programOf(page).message).toHaveText("RuntimeError: mm: mat1 and mat2 shapes cannot be multiplied (24x4 and 6x5)");
    await expect(parts.axisTable.locator(".inner.clash")).toHaveText(["4 ✗", "6 ✗"]);
    await expect(parts.chapter).toContainText("The inner sizes differ");
});

test("what cannot be read is quiet, with the reason on demand, and nothing is guessed", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await paste(page, parts.a, "import torch\nx = load_the_data()\ny = x + torch.ones(3)");
    await expect(program.signs).toHaveText(["?"]);
    await expect(program.line(2)).toHaveClass(/unread/);
    await expect(program.below.locator(".reason")).toHaveCount(0);
    await program.signs.first().click();
    await expect(program.below.locator(".reason")).toContainText("Line 2 is not read");
    await program.signs.first().click();
    await expect(program.below.locator(".reason")).toHaveCount(0);
    await program.foot.locator("summary").click();
    await expect(program.foot).toContainText("Line 2 is not read");
    // The form for what would help stands at the line.
    await expect(program.form).toBeVisible();
    await expect(program.steps).toHaveCount(0);
    await expect(program.operation).toHaveCount(0);
    await expect(parts.verdict).toHaveClass(/waits/);
});

test("a syntax error stands where Python puts it", async ({ page }) => {
    await openProgram(page, link("import numpy as np\nx = np.ones((3, 4)\ny = x + 1\n"));
    const program = programOf(page);
    await expect(program.message).toHaveText("SyntaxError: '(' was never closed");
    await expect(program.line(2)).toHaveClass(/failing/);
    await expect(program.line(2).locator(".bad")).toHaveText("(");
});

test("what stands below a line can be reached, and is no part of the text", async ({ page }) => {
    await openProgram(page, link(CLASH));
    const program = programOf(page);
    await program.content.focus();
    await expect(program.content).toHaveAccessibleName("Program in Python");
    await expect(program.content).toHaveAccessibleDescription(/Tab leaves the editor.*line 2: x \(3, 4\)/);
    await page.keyboard.press("Tab");
    await expect(program.fixes.first().getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expectProgram(page, CLASH.replace("axis=1", "axis=1, keepdims=True"));
});

test("the button writes the program of what is shown, and leads back to two shapes", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await program.openCode.click();
    await expectProgram(page, /import torch/);
    await expect(program.content).toBeFocused();
    await expect(parts.verdictText).toContainText("(4, 3)");
    await program.close.click();
    await expect(parts.a).toHaveValue("(4, 1)");
    await expect(parts.b).toHaveValue("(3,)");
    await page.goBack();
    await expectProgram(page, /import torch/);
});

test("it works in Chinese", async ({ page }) => {
    const parts = await openProgram(page, link(LAYER, "&locale=zh-CN"));
    await expect(programOf(page).steps).toContainText("第 3 个，共 3 个");
    await expect(programOf(page).close).toHaveText("关闭代码");
    await expect(parts.verdict).toHaveClass(/bad/);
});

for (const [width, height] of [[1280, 720], [1920, 1080], [768, 1024]]) {
    test(`the program, the diagram and the transport are in sight at ${width}×${height}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const code of [LOSS, CLASH, LAYER]) {
            await page.goto("about:blank");
            const parts = await open(page, link(code));
            const program = programOf(page);
            await expect(program.line(1)).toBeInViewport({ ratio: 0.5 });
            for (const part of [program.editor, program.fixes.first().getByRole("button"), program.operation, parts.verdict, parts.viewport, parts.canvas, parts.play, parts.scrubber]) {
                await expect(part).toBeInViewport({ ratio: 0.99 });
            }
            expect((await parts.viewport.boundingBox()).height).toBeGreaterThan(140);
        }
    });
}

for (const [width, height] of [[360, 740], [390, 844], [700, 420]]) {
    test(`on a small screen of ${width}×${height}, code and picture are two tabs, each with the first fix`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        const parts = await openProgram(page, link(CLASH));
        const program = programOf(page);
        await expect(program.line(4)).toBeInViewport({ ratio: 0.9 });
        await expect(program.message).toBeInViewport({ ratio: 0.9 });
        await expect(parts.viewport).toBeHidden();
        await program.tab("Picture").click();
        await expect(program.editor).toBeHidden();
        await expect(page.locator(".problem")).toContainText("ValueError: operands could not be broadcast together");
        await expect(parts.canvas).toBeInViewport({ ratio: 0.9 });
        await expect(parts.play).toBeInViewport({ ratio: 0.99 });
        await expect.poll(async () => (await parts.viewport.boundingBox()).height).toBeGreaterThan(120);
        expect(await accessibilityFaults(page)).toEqual([]);
        await program.tab("Code").click();
        await expect(program.line(4)).toBeVisible();
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
        await openProgram(page, link(code, more));
        expect(await accessibilityFaults(page), `${code} ${more}`).toEqual([]);
    }
});

test("a widget has the operation in one line, which opens the editor over the picture", async ({ page }) => {
    await page.setViewportSize({ width: 480, height: 360 });
    await open(page, link(LOSS, "&embed=1"));
    const summary = page.locator("button.summary");
    await expect(summary).toContainText("pred (32, 1) − target (32,)");
    await expect(page.locator(".verdict .result")).toHaveText("= (32, 32) !");
    const before = await page.locator(".viewport").boundingBox();
    await summary.click();
    const program = programOf(page);
    await expect(program.editor).toBeVisible();
    expect(await page.locator(".viewport").boundingBox()).toEqual(before);
    expect((await program.editor.boundingBox()).width).toBeGreaterThan(400);
    await summary.click();
    await expect(program.editor).toHaveCount(0);
});
