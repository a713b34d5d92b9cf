// Python in the fields: read as it stands, pasted with both lines, refused in the libraries' own words.
import { link, open, expectProgram } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** Pastes a text as the clipboard would bring it, line breaks and all. */
function paste(field, text) {
    return field.evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        const taken = !field.dispatchEvent(event);
        if (!taken) {
            field.value = text.replaceAll("\n", "");
            field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }
        return taken;
    }, text);
}

test("Python is read in either field, and stays in the link", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, link("x = torch.empty(  5,3,4,1)", "np.arange(3)[:, None, None]"));
    await expect(parts.verdictText).toContainText("The shapes broadcast to (5, 3, 4, 1)");
    await expect(parts.a).toHaveValue("x = torch.empty(  5,3,4,1)");
    await page.reload();
    await expect(parts.a).toHaveValue("x = torch.empty(  5,3,4,1)");
});

test("both lines pasted at once fill both fields", async ({ page }) => {
    const parts = await open(page, "?a=1&b=1&op=mul");
    expect(await paste(parts.b, ">>> x=torch.empty(5,2,4,1)\n>>> y=torch.empty(  3,1,1)\n")).toBe(true);
    await expect(parts.a).toHaveValue("torch.empty(5,2,4,1)");
    await expect(parts.b).toHaveValue("torch.empty(  3,1,1)");
    await expect(parts.libraryMessage).toHaveText("RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1");
    await page.goBack();
    await expect(parts.a, "back leads to what stood there").toHaveValue("1");
});

test("one line with an operation fills both fields, and sets its operator", async ({ page }) => {
    const parts = await open(page, "?a=1&b=1");
    expect(await paste(parts.b, "torch.ones(4, 1) * torch.ones(3)")).toBe(true);
    await expect(parts.a).toHaveValue("torch.ones(4, 1)");
    await expect(parts.b).toHaveValue("torch.ones(3)");
    await expect(parts.operator).toHaveValue("×");
});

test("a program is asked of the library that it is written in, for the operation that it does", async ({ page }) => {
    const parts = await open(page, "?a=1&b=1&op=mul");
    expect(await paste(parts.a, "import numpy as np\npred = np.ones((32, 1))\ntarget = np.ones(31)\ndiff = pred - target\nprint(diff.shape)")).toBe(true);
    await expect(page.locator(".program-foot")).toContainText("by the rules of NumPy");
    await expect(page.locator(".summary")).toHaveText("pred (32, 1) − target (31,)");
    await expect(parts.verdictText).toContainText("(32, 31)");
});

test("a program with more than one operation is read whole; in a field it is declined, with its text kept", async ({ page }) => {
    const parts = await open(page, "?a=1&b=1");
    const program = "x = torch.randn(32, 784)\nW = torch.randn(784, 10)\nb = torch.zeros(10)\ny = x @ W + b";
    await paste(parts.a, program);
    await expectProgram(page, program);
    await expect(page.locator(".steps")).toContainText("2 of 2");
    await expect(parts.verdictText).toContainText("(32, 10)");
    await page.goto(link(program, "1"));
    await expect(parts.a).toHaveValue(program.replaceAll("\n", "; "));
    await expect(parts.errorOf("a")).toContainText("Two tensors are combined here");
    await page.goto(link("a = torch.ones(3)\nb = torch.ones(3)\nc = torch.ones(8, 1)\ny = a + b + c", "1"));
    await expect(parts.errorOf("a")).toContainText("exactly one operation of two operands");
});

test("a program in a link keeps its lines apart", async ({ page }) => {
    const program = "x = torch.arange(6)  # a row\nx = x.reshape(2, 3)\nx.T";
    const parts = await open(page, link(program, "2"));
    await expect(parts.a).toHaveValue("x = torch.arange(6); x = x.reshape(2, 3); x.T");
    await expect(parts.verdictText).toContainText("(3, 2)");
});

test("true and false are not counted, and what cannot hold a result refuses it", async ({ page }) => {
    const parts = await open(page, link("[True, False]", "[[True], [False]]", { op: "sub" }));
    await expect(parts.libraryMessage).toContainText("NotImplementedError: Subtraction, the `-` operator, with two bool tensors");
    await parts.setLibrary("NumPy");
    await expect(parts.libraryMessage).toContainText("TypeError: numpy boolean subtract");
    await page.goto(link("torch.ones(3, dtype=torch.int32)", "torch.ones(3)", { inplace: 1, chapter: "last" }));
    await expect(parts.libraryMessage).toHaveText("RuntimeError: result type Float can't be cast to the desired output type Int");
    await expect(parts.live).toContainText("The result is not written into a");
});

test("a single operand is pasted as ever", async ({ page }) => {
    // The reader of Python is there, so that it can say at once that this is no program.
    const parts = await open(page, "?a=torch.ones(1)&b=4");
    await parts.a.fill("");
    expect(await paste(parts.a, "torch.ones(3, 1)")).toBe(false);
    await expect(parts.verdictText).toContainText("The shapes broadcast to (3, 4)");
});

test("an impossible reshape is refused in the library's own words, a misspelt name with a guess", async ({ page }) => {
    const parts = await open(page, link("torch.arange(12).reshape(3, 4)", "4"));
    await parts.a.fill("torch.arange(12).reshape(5, -1)");
    await expect(parts.errorOf("a")).toContainText("RuntimeError: shape '[5, -1]' is invalid for input of size 12");
    await parts.a.fill("torch.onse(3)");
    await expect(parts.errorOf("a")).toContainText("Did you mean torch.ones");
    await parts.a.fill("torch.ones(3, 4).sum(0)");
    await expect(parts.verdictText).toContainText("(4,)");
});

test("a turned tensor keeps its strides, and its elements come from where they are stored", async ({ page }) => {
    const parts = await open(page, link("torch.arange(12).reshape(3, 4).T", "torch.zeros(3, dtype=torch.int64)"));
    await parts.openTab(1);
    await parts.memory.locator("summary").click();
    await expect(parts.memoryRow("strides as given").first()).toHaveText("(1, 4)");
    await parts.openTab(3);
    await expect(parts.table.getByRole("row").nth(2)).toContainText("a[0,1] = 4");
});

test("nobody writes into an expanded view", async ({ page }) => {
    const parts = await open(page, link("torch.zeros(3, 1).expand(3, 4)", "4", { inplace: "1" }));
    await expect(parts.libraryMessage).toContainText("unsupported operation: more than one element of the written-to tensor");
    await parts.a.fill("np.broadcast_to(np.zeros((3, 4)), (3, 4))");
    await parts.setLibrary("NumPy");
    await expect(parts.libraryMessage).toHaveText("ValueError: output array is read-only");
});

test("elements that cannot be divided are refused as the library refuses them", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=3&op=floor_divide");
    await expect(parts.libraryMessage).toHaveText("RuntimeError: ZeroDivisionError");
    await parts.setLibrary("NumPy");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (2, 3)");
});

test("a message that says only some sizes is shown with them, and with the line before it asks for names", async ({ page }) => {
    const parts = await open(page, "?a=1&b=1");
    const message = "RuntimeError: The size of tensor a (2) must match the size of tensor b (6) at non-singleton dimension 2";
    expect(await paste(parts.b, message)).toBe(true);
    await expectProgram(page, message);
    await expect(page.locator(".below .message")).toHaveText(message);
    await expect(page.locator(".compared")).toContainText("tensor a2");
    await expect(page.locator(".compared .clash")).toHaveText(["2", "6"]);
    await expect(page.locator(".caption")).toContainText("Paste the line that failed before it");
    await page.goBack();
    await paste(parts.b, `    out = x + pe[:, :5]\n          ~~^~~~~~~~~~~\n${message}`);
    await expectProgram(page, "out = x + pe[:, :5]");
    await expect(page.locator(".asked")).toContainText("pe");
});

test("a message about what is written is shown as it happened", async ({ page }) => {
    const parts = await open(page, "?a=1&b=1");
    await paste(parts.a, "ValueError: operands could not be broadcast together with shapes (572,572) (3,) (572,572)");
    await expect(parts.a).toHaveValue("(572, 572)");
    await expect(parts.b).toHaveValue("(3,)");
    await expect(parts.inPlace).toBeChecked();
    await expect(parts.libraryMessage).toHaveText("ValueError: operands could not be broadcast together with shapes (572,572) (3,) (572,572)");
    await paste(parts.a, "ValueError: could not broadcast input array from shape (630,1153,4) into shape (630,1153,3)");
    await expect(page.locator(".below .message")).toHaveText("ValueError: could not broadcast input array from shape (630,1153,4) into shape (630,1153,3)");
    await expect(page.locator(".summary")).toContainText("(630, 1153, 3)");
});
