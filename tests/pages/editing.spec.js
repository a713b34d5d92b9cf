// Editing: what is typed is read live, never changed, and pointed at where it cannot be read.
import { address, link, open, picture, settled } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** How an input stands right now: its text, where the caret is, and whether it has the focus. */
const typing = (input) =>
    input.evaluate((input) => [input.value, input.selectionStart, input.selectionEnd, input === document.activeElement]);

test("typing character by character keeps the text and the caret, and the verdict live", async ({ page }) => {
    const parts = await open(page, "?a=7&b=3,1,1");
    await parts.a.focus();
    await parts.a.press("ControlOrMeta+a");
    let typed = "";
    for (const [character, said] of [
        ["5", "The shapes broadcast to (3, 1, 5)"],
        [",", "The shapes broadcast to (3, 1, 5)"],
        [" ", "The shapes broadcast to (3, 1, 5)"],
        ["2", "The shapes broadcast to (3, 5, 2)"],
        [",", "The shapes broadcast to (3, 5, 2)"],
        ["4", "The shapes do not broadcast"],
        [",", "The shapes do not broadcast"],
        ["1", "The shapes do not broadcast"],
    ]) {
        typed += character;
        await page.keyboard.type(character);
        expect(await typing(parts.a)).toEqual([typed, typed.length, typed.length, true]);
        if (said !== "The shapes do not broadcast") {
            await expect(parts.verdictText).toContainText(said);
        }
    }
    await expect(parts.verdictText).toContainText("The shapes do not broadcast");
    await expect(parts.libraryMessage).toContainText("a (2) must match the size of tensor b (3) at non-singleton dimension 1");
});

test("the address is written when typing pauses, not for each letter", async ({ page }) => {
    await page.addInitScript(() => {
        globalThis.written = [];
        for (const name of ["replaceState", "pushState"]) {
            const own = History.prototype[name];
            History.prototype[name] = function (...values) {
                globalThis.written.push(String(values[2]));
                return own.apply(this, values);
            };
        }
    });
    const parts = await open(page, "?a=4,1&b=3");
    await parts.b.focus();
    await page.keyboard.press("End");
    await page.evaluate(() => (globalThis.written.length = 0));
    await page.keyboard.type(",1,1,1,1");
    await expect(page).toHaveURL(/b=3,1,1,1,1/);
    const written = await page.evaluate(() => globalThis.written);
    // On a slow machine there may be a pause between two letters.
    expect(written.length).toBeLessThan(4);
});

test("typing and erasing in the middle leaves the caret where it is", async ({ page }) => {
    const parts = await open(page, "?a=5,2,4,1&b=3,1,1");
    await parts.a.focus();
    await parts.a.evaluate((input) => input.setSelectionRange(3, 3));
    await page.keyboard.press("Backspace");
    expect(await typing(parts.a)).toEqual(["5,,4,1", 2, 2, true]);
    await page.keyboard.type("3");
    expect(await typing(parts.a)).toEqual(["5,3,4,1", 3, 3, true]);
    await expect(parts.verdictText).toContainText("The shapes broadcast to (5, 3, 4, 1)");
    await page.keyboard.type("3x");
    expect(await typing(parts.a)).toEqual(["5,33x,4,1", 5, 5, true]);
    await expect(parts.a).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Delete");
    expect(await typing(parts.a)).toEqual(["5,33x4,1", 5, 5, true]);
    await page.keyboard.press("Backspace");
    expect(await typing(parts.a)).toEqual(["5,334,1", 4, 4, true]);
    await expect(parts.verdictText).toContainText("The shapes do not broadcast");
});

test("the browser's own undo takes typing back", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.a.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("2");
    await expect(parts.verdictText).toContainText("The shapes do not broadcast");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(parts.a).toHaveValue("4,1");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
});

test("a text that cannot be read keeps the picture, says why and marks the place", async ({ page }) => {
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1");
    await settled(parts);
    const before = await picture(parts.canvas);
    await parts.a.fill("5,3;4,1");
    await expect(parts.a).toHaveAttribute("aria-invalid", "true");
    await expect(parts.b).toHaveAttribute("aria-invalid", "false");
    await expect(parts.errorOf("a")).toContainText("“;” is not allowed here. Write a comma between sizes.");
    await expect(parts.errorOf("a").locator("mark")).toHaveText(";");
    await expect(parts.a).toHaveAccessibleDescription(/“;” is not allowed here/);
    await expect(parts.verdictText).toContainText("Waiting for the shapes");
    await settled(parts);
    expect(await picture(parts.canvas), "the picture before it stays").toBe(before);
    await parts.a.fill("5,3,4,1");
    await expect(parts.errorOf("a")).toHaveCount(0);
    await expect(parts.a).toHaveAttribute("aria-invalid", "false");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (5, 3, 4, 1)");
});

test("two texts that cannot be read each have their own sentence", async ({ page }) => {
    await page.goto(link("5,", "3,-2"));
    await expect(page.locator("#operand-b-error")).toContainText("A size cannot be negative. The smallest size is 0.");
    await expect(page.locator("#operand-b-error mark")).toHaveText("-2");
    await expect(page.locator("#operand-a-error"), "a comma may end a shape").toHaveCount(0);
    await page.locator("#operand-a").fill("5,+");
    await expect(page.locator("#operand-a-error")).toBeVisible();
    await expect(page.getByText("The diagram appears when all shapes can be read.")).toBeVisible();
    await page.locator("#operand-a").fill("2,3");
    await page.locator("#operand-b").fill("3");
    await expect(page.locator(".viewport canvas")).toBeVisible();
});

/** Text, the sentence about it, and what is marked. */
const UNREADABLE = [
    ["", "Type a shape such as 5,3,4,1. For a single number without axes, type ()."],
    ["   ", "Type a shape such as 5,3,4,1. For a single number without axes, type ()."],
    [",", "“,” is not a size. Write a whole number such as 3.", ","],
    ["5,,3", "“,” is not a size. Write a whole number such as 3.", ","],
    ["5x", "A size is missing here. Write a whole number such as 3."],
    ["5:3", "“:” is not allowed here. Write a comma between sizes.", ":"],
    ["5,-3", "A size cannot be negative. The smallest size is 0.", "-3"],
    ["5,1.5,2", "A size is a whole number. Remove the fraction.", "1.5"],
    ["5,9223372036854775808", "This size is too large. The largest is 9223372036854775807 (2^63-1).", "9223372036854775808"],
    ["(5,3", "A bracket is not closed. Write “)”."],
    ["(5,3]", "This bracket does not match. Write “)”.", "]"],
    ["5,3)", "This bracket was never opened. Remove it.", ")"],
    ["hello", "“hello” is not a shape. Write sizes such as 5,3,4,1, or a name with its size: hello=3.", "hello"],
    ["[[1,2],[3]]", "This list has 1 entry, but the first list at this level has 2 entries. Write 2 entries.", "[3]"],
    ["[[1],2]", "Numbers and lists are mixed at one level. Nest all of them equally deep.", "2"],
    ["[[1],[x]]", "“x” is not defined. Write its shape or its values instead.", "x"],
    [Array(65).fill(1).join(","), "This is axis number 65. At most 64 axes are possible.", "1"],
    ["1,".repeat(1001), "This text is longer than 2000 characters. Shorten it from here."],
    ["５，😀", /^“😀” is not a size\. /, "😀"],
];

test("every kind of mistake has its sentence and its place", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    for (const [text, sentence, marked] of UNREADABLE) {
        const about = text.slice(0, 30);
        await parts.a.fill(text);
        await expect.soft(parts.errorOf("a").locator("p").first(), about).toHaveText(sentence);
        await expect.soft(parts.a, about).toHaveAttribute("aria-invalid", "true");
        await expect.soft(parts.a, about).toHaveValue(text);
        if (marked) {
            await expect.soft(parts.errorOf("a").locator("mark"), about).toHaveText(marked);
        }
        await expect.soft(parts.canvas, "the picture stays").toBeVisible();
    }
});

test("every form of an operand is read", async ({ page }) => {
    const parts = await open(page, "?a=7&b=1");
    for (const [text, shape] of [
        ["5,3,4,1", "(5, 3, 4, 1)"],
        ["5 3 4 1", "(5, 3, 4, 1)"],
        ["5x3x4x1", "(5, 3, 4, 1)"],
        ["5×3×4×1", "(5, 3, 4, 1)"],
        ["(5, 3, 4, 1)", "(5, 3, 4, 1)"],
        ["[5,3,4,1]", "(5, 3, 4, 1)"],
        ["(3,)", "(3,)"],
        ["()", "(1,)"],
        ["[]", "(1,)"],
        ["torch.Size([5, 3])", "(5, 3)"],
        ["５，３，４，１", "(5, 3, 4, 1)"],
        ["（５，３）", "(5, 3)"],
        ["［5，3］", "(5, 3)"],
        ["  5 ,  3 ", "(5, 3)"],
        ["class=4, student=32, score=8", "(4, 32, 8)"],
        ["[[0],[10],[20]]", "(3, 1)"],
        ["tensor([[1, 2, 3], [4, 5, 6]])", "(2, 3)"],
        ["torch.tensor([0, 1])", "(2,)"],
        ["np.array([0.5, 1.5])", "(2,)"],
        ["5.0", "(1,)"],
        ["0", "(0,)"],
        ["9223372036854775807", "(9223372036854775807,)"],
    ]) {
        await parts.a.fill(text);
        await expect.soft(parts.verdictText, text).toContainText(`broadcast to ${shape}`);
        await expect.soft(parts.a, text).toHaveAttribute("aria-invalid", "false");
        await expect.soft(parts.a, text).toHaveValue(text);
    }
});

test("the axis table shows the names of axes", async ({ page }) => {
    const parts = await open(page, link("class=4, student=32, score=8", "student=32, one=1"));
    // What screen readers have; on the stage the diagram draws it.
    const row = (name) => parts.axisTable.locator(`tr.${name} td`);
    await expect(row("a")).toHaveText(["class 4", "student 32", "score 8"]);
    await expect(row("b").last()).toHaveText("one 1");
    await expect(row("out").nth(1)).toContainText("32");
});

test("the axis table gives each axis its verdict", async ({ page }) => {
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1");
    const row = (name) => parts.axisTable.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
    await expect(row("verdict").getByRole("cell")).toHaveText(["inserted in b, 1→5", "equal", "b stretches 1→4", "equal"]);
    await expect(parts.axisTable.getByRole("columnheader").nth(1)).toHaveAccessibleName("axis 0, or -4 from the end");
    await expect(parts.axisTable.getByRole("columnheader").last()).toHaveAccessibleName("axis 3, or -1 from the end");
    await parts.a.fill("5,2,4,1");
    await expect(row("verdict").getByRole("cell").nth(1)).toHaveText("2 ≠ 3");
});

test("swap exchanges the operands", async ({ page }) => {
    const parts = await open(page, "?a=1,3,1&b=3,1,7&inplace=1");
    await parts.swapOperands();
    await expect(parts.a).toHaveValue("3,1,7");
    await expect(parts.b).toHaveValue("1,3,1");
    await expect.poll(() => address(page)).toEqual({ a: "3,1,7", b: "1,3,1", inplace: "1", chapter: "last" });
    await parts.swapOperands();
    await expect(parts.a).toHaveValue("1,3,1");
});

test("the operator is chosen by its sign and stays in the address", async ({ page }) => {
    const parts = await open(page, link("[[6],[8]]", "tensor([4,2])"));
    await parts.viewport.focus();
    await page.keyboard.press("End");
    for (const [sign, name, equation] of [
        ["−", "sub", "out[1,1] = a[1,0] − b[1] = 8 − 2 = 6"],
        ["×", "mul", "out[1,1] = a[1,0] × b[1] = 8 × 2 = 16"],
        ["÷", "div", "out[1,1] = a[1,0] ÷ b[1] = 8 ÷ 2 = 4."],
        ["max", "maximum", "out[1,1] = max(a[1,0], b[1]) = max(8, 2) = 8"],
        ["min", "minimum", "out[1,1] = min(a[1,0], b[1]) = min(8, 2) = 2"],
        ["//", "floor_divide", "out[1,1] = a[1,0] // b[1] = 8 // 2 = 4"],
        ["%", "remainder", "out[1,1] = a[1,0] % b[1] = 8 % 2 = 0"],
        ["**", "pow", "out[1,1] = a[1,0] ** b[1] = 8 ** 2 = 64"],
        ["≥", "ge", "out[1,1] = a[1,0] ≥ b[1] = 8 ≥ 2 = True"],
        ["==", "eq", "out[1,1] = a[1,0] == b[1] = 8 == 2 = False"],
        ["+", undefined, "out[1,1] = a[1,0] + b[1] = 8 + 2 = 10"],
    ]) {
        await parts.operator.selectOption({ label: sign });
        await expect.poll(() => address(page).op).toBe(name);
        await parts.viewport.focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("End");
        await expect.soft(parts.equation).toHaveText(equation);
    }
});

test("in place is switched on and off in the page", async ({ page }) => {
    const parts = await open(page, "?a=4,3&b=3");
    await parts.setInPlace(true);
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect(parts.live).toContainText("Write the result into a");
    await parts.a.fill("4,1");
    await expect(parts.verdictText).toContainText("The result would be (4, 3), but an in-place operation cannot change the shape of a:");
    await expect(parts.libraryMessage).toHaveText("RuntimeError: output with shape [4, 1] doesn't match the broadcast shape [4, 3]");
    await expect(parts.live).toContainText("The result does not fit into a");
    await parts.setLibrary("NumPy");
    await expect(parts.libraryMessage).toHaveText(
        "ValueError: non-broadcastable output operand with shape (4,1) doesn't match the broadcast shape (4,3)",
    );
    await parts.setInPlace(false);
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
});

test("Enter in an input plays the story from the start", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.b.press("Enter");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 1 of 6: /);
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await expect(parts.b, "the focus stays where it was").toBeFocused();
    expect(new URL(page.url()).pathname, "the form goes nowhere").toMatch(/\/$/);
});

test("editing while the story plays stops it at the end of the new one", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.b.press("Enter");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await parts.b.fill("5");
    await expect(parts.play).toHaveAccessibleName("Play from the start");
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: Combine the elements/);
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 5)");
});

test("a changed language, theme or library leaves texts, chapter and example as they are", async ({ page }) => {
    const parts = await open(page, "?a=9&b=9");
    await parts.openExample("A column and a row");
    await parts.play.click();
    await expect(parts.play).toHaveAccessibleName("Play");
    await parts.forward.click();
    const before = await parts.scrubber.getAttribute("aria-valuetext");
    await parts.chooseTheme({ label: "Dark" });
    await parts.setLibrary("NumPy");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", before);
    await expect(parts.current).toHaveCount(1);
    await parts.chooseLanguage({ label: "中文" });
    await expect(parts.a).toHaveValue("[[0],[10],[20],[30]]");
    await expect(parts.current).toHaveCount(1);
    await expect(parts.current).toContainText("一列与一行");
});

test("where has a third operand, which is in the link, and another operator leaves it out", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&chapter=last");
    const third = page.locator("#operand-c");
    await expect(third).toHaveCount(0);
    await parts.operator.selectOption("where");
    await expect(third).toHaveValue("1");
    await expect(parts.verdictText).toContainText("(4, 3)");
    await expect(parts.inPlace).toBeDisabled();
    await third.fill("2,1,1");
    await expect(parts.verdictText).toContainText("(2, 4, 3)");
    await expect(parts.axisTable.getByRole("rowheader")).toContainText(["a", "b", "c", "result"]);
    await expect.poll(() => address(page).c).toBe("2,1,1");
    await page.reload();
    await expect(third).toHaveValue("2,1,1");
    await expect(parts.operator).toHaveValue("where");
    await third.fill("5");
    await expect(parts.libraryMessage).toContainText("The size of tensor a (3) must match the size of tensor b (5) at non-singleton dimension 1");
    await parts.operator.selectOption("+");
    await expect(third).toHaveCount(0);
    await expect(parts.verdictText).toContainText("(4, 3)");
    await parts.b.focus();
    await page.keyboard.press("Control+z");
    await expect(third).toHaveValue("5");
});
