// The editor of programs: typing, pasting, input methods, undo, keys, search, and what happens without it.
import { accessibilityFaults } from "./support/axe.js";
import { expectProgram, open, openProgram, paste, programLink as link, programOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const CLASH = "import numpy as np\nx = np.ones((3, 4))\nm = x.mean(axis=1)\ny = x - m";
const GOOD = "a = torch.ones(3, 1)\nb = torch.ones(4)\na * b\n";

test("typing waits with errors, keeps what is said of other lines, and an unfinished line leaves the picture", async ({ page }) => {
    const parts = await openProgram(page, link(GOOD));
    const program = programOf(page);
    await program.content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("c = a + b");
    await expect(parts.verdictText).toContainText("(3, 4)");
    await page.keyboard.type(" + (");
    // What stands before it is still read.
    await expect(program.message).toHaveText("SyntaxError: '(' was never closed");
    await expect(parts.verdictText).toContainText("(3, 4)");
    await page.keyboard.type("1)");
    await expect(program.message).toHaveCount(0);
    await expectProgram(page, `${GOOD}c = a + b + (1)`);
});

test("the caret stays where it is while the application answers", async ({ page }) => {
    await openProgram(page, link(GOOD));
    const program = programOf(page);
    await program.line(1).click({ position: { x: 60, y: 8 } });
    await page.keyboard.press("Home");
    await page.keyboard.type("zz = 1\n");
    await page.keyboard.type("# done");
    await expectProgram(page, `zz = 1\n# done${GOOD}`);
});

test("after a colon and a new line the text is indented, and Tab leaves the editor", async ({ page }) => {
    await openProgram(page, link(GOOD));
    const program = programOf(page);
    await program.content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("for i in range(2):\na + b");
    await expectProgram(page, `${GOOD}for i in range(2):\n    a + b`);
    await page.keyboard.press("Tab");
    await expect(program.content).not.toBeFocused();
    await expectProgram(page, `${GOOD}for i in range(2):\n    a + b`);
});

test("undo and redo go through the editor and everything else in one order", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await parts.a.fill("5,1");
    await program.openCode.click();
    await expectProgram(page, /import torch/);
    await page.keyboard.insertText("x = torch.ones(2, 3)\n");
    await expectProgram(page, "x = torch.ones(2, 3)\n");
    await page.keyboard.press("Control+z");
    await expectProgram(page, /import torch/);
    await page.keyboard.press("Control+Shift+z");
    await expectProgram(page, "x = torch.ones(2, 3)\n");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect(parts.a).toHaveValue("5,1");
    await parts.a.focus();
    await page.keyboard.press("Control+z");
    await expect(parts.a).toHaveValue("4,1");
});

test("letters typed one after another are undone together", async ({ page }) => {
    await openProgram(page, link(GOOD));
    const program = programOf(page);
    await program.content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# note");
    await page.keyboard.press("Control+z");
    await expectProgram(page, GOOD);
});

test("an input method writes when it is done, and nothing disturbs it before", async ({ page, context }) => {
    const parts = await openProgram(page, link(`# \n${CLASH}`));
    const program = programOf(page);
    await program.line(1).click();
    await page.keyboard.press("End");
    const session = await context.newCDPSession(page);
    for (const text of ["x", "xi", "xing"]) {
        await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    }
    // The application does not see what is not done.
    expect(await program.editor.evaluate((editor) => editor.value)).toBe(`# \n${CLASH}`);
    await session.send("Input.insertText", { text: "形状" });
    await expectProgram(page, `# 形状\n${CLASH}`);
    // Places are counted in characters: the marks stand where they stood.
    await page.keyboard.insertText("𝑥");
    await expectProgram(page, `# 形状𝑥\n${CLASH}`);
    await expect(program.line(5).locator(".a")).toHaveText("x");
    await expect(program.line(5).locator(".b")).toHaveText("m");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expectProgram(page, `# \n${CLASH}`);
    await expect(parts.verdict).toHaveClass(/bad/);
});

test("letters in the editor are no keys of the page, and F8 is", async ({ page }) => {
    await openProgram(page, link(`${GOOD}a + b\n`));
    const program = programOf(page);
    await program.content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("f?pb k1");
    await expectProgram(page, `${GOOD}a + b\nf?pb k1`);
    await expect(page.locator(".page.presenting")).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(program.steps).toContainText("2 of 2");
    await page.keyboard.press("F8");
    await expect(program.steps).toContainText("1 of 2");
    await expect(program.content).toBeFocused();
});

test("P opens the editor with everything selected, so that a text can be pasted at once", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await page.keyboard.press("p");
    await expect(program.content).toBeFocused();
    await paste(page, program.content, CLASH);
    await expectProgram(page, CLASH);
    await expect(parts.verdict).toHaveClass(/bad/);
    // Again: all of it is selected, from wherever the focus is.
    await parts.viewport.focus();
    await page.keyboard.press("p");
    await page.keyboard.insertText("x = 1");
    await expectProgram(page, "x = 1");
});

test("an empty editor stays open and offers programs", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const program = programOf(page);
    await program.openCode.click();
    await expectProgram(page, /import torch/);
    await page.keyboard.press("Backspace");
    await expectProgram(page, "");
    await expect(program.content).toBeFocused();
    await expect(program.content).toContainText("Paste a program");
    await expect(program.toTry).toHaveCount(3);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const [number, verdict] of [[0, /doubtful/], [1, /bad/], [2, /bad/]]) {
        await program.toTry.nth(number).click();
        await expect(parts.verdict).toHaveClass(verdict);
        await expect(program.fixes).not.toHaveCount(0);
        await page.locator(".viewport").focus();
        await page.keyboard.press("p");
        await page.keyboard.press("Delete");
        await expectProgram(page, "");
    }
    await program.close.click();
    await expect(program.editor).toHaveCount(0);
    await expect(parts.a).toBeVisible();
});

test("the text is searched in the language of the page", async ({ page }) => {
    await openProgram(page, link(CLASH, "&locale=zh-CN"));
    const program = programOf(page);
    await program.content.focus();
    await page.keyboard.press("Control+f");
    const field = program.editor.getByPlaceholder("查找");
    await expect(field).toBeFocused();
    await page.keyboard.type("mean");
    await expect(program.editor.locator(".cm-searchMatch")).toHaveCount(1);
    await expectProgram(page, CLASH);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(program.content).toBeFocused();
});

test("the border is moved with the pointer and with keys", async ({ page }) => {
    const parts = await open(page, link(CLASH));
    const program = programOf(page);
    const border = page.getByRole("separator");
    const width = async () => (await program.editor.boundingBox()).width;
    const before = await width();
    await border.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(border).toHaveAttribute("aria-valuenow", "44");
    await expect.poll(width).toBeGreaterThan(before + 30);
    const { x, y, height } = await border.boundingBox();
    await page.mouse.move(x + 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(400, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeLessThan(before);
    // The picture has the rest.
    await expect.poll(async () => (await parts.viewport.boundingBox()).width).toBeGreaterThan(600);
});

test("a long program scrolls in the editor alone, and its failing line is in view", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const long = `${Array.from({ length: 60 }, (_, at) => `v${at} = ${at}`).join("\n")}\n${CLASH}\n${Array.from({ length: 60 }, (_, at) => `w${at} = ${at}`).join("\n")}`;
    await openProgram(page, link(long));
    const program = programOf(page);
    await expect(program.message).toBeInViewport({ ratio: 0.99 });
    await expect(program.fixes.first()).toBeInViewport({ ratio: 0.99 });
    expect(await page.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight)).toBe(true);
    const visible = await program.editor.locator(".cm-line").evaluateAll((lines) => lines.filter((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return top >= 44 && bottom <= innerHeight;
    }).length);
    expect(visible, "lines in sight").toBeGreaterThanOrEqual(20);
});

test("where the editor cannot be loaded a text box has the program, and it can be loaded again", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(/Failed to load resource|net::ERR_FAILED|dynamically imported module/);
    let fails = true;
    await page.route(/\/editor-\w+\.js/, (route) => (fails ? route.abort() : route.continue()));
    await page.goto(link(CLASH));
    const plain = page.locator(".editor .plain");
    await expect(plain).toHaveValue(CLASH);
    await expect(page.locator(".editor")).toContainText("could not be loaded");
    await expect(page.locator(".editor .message")).toContainText("ValueError: operands could not be broadcast");
    await plain.fill(CLASH.replace("axis=1", "axis=0"));
    await expect(page.locator(".verdict")).toHaveClass(/good/);
    await plain.press("Control+z");
    await expect(plain).toHaveValue(CLASH);
    expect(await accessibilityFaults(page)).toEqual([]);
    fails = false;
    await page.locator(".editor").getByRole("button", { name: "Try again" }).click();
    await expectProgram(page, CLASH);
});

test("a text of 20,000 characters can be edited", async ({ page }) => {
    const long = `${"x = 1\n".repeat(3_300)}${CLASH}`;
    await open(page, "?a=1&b=1");
    await page.keyboard.press("p");
    const program = programOf(page);
    await paste(page, program.content, long);
    await expectProgram(page, long);
    await page.keyboard.type("# end");
    await expectProgram(page, `${long}# end`);
});
