// The tabs beside the diagram: strides and memory, the code and its copy, the elements as a table.
import { link, open } from "./support/page.js";
import { expect, test } from "./support/test.js";

test("strides and memory of what is stored and what is shown", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1");
    await parts.openTab(1);
    await parts.memory.locator("summary").click();
    await expect(parts.memory.getByRole("columnheader")).toHaveText(["a", "b", "result"]);
    const row = parts.memoryRow;
    await expect(row("shape")).toHaveText(["(5, 3, 4, 1)", "(3, 1, 1)", "(5, 3, 4, 1)"]);
    await expect(row("strides as given")).toHaveText(["(12, 4, 1, 1)", "(1, 1, 1)", "(12, 4, 1, 1)"]);
    await expect(row("strides as broadcast")).toHaveText(["(12, 4, 1, 1)", "(0, 1, 0, 1)", ""]);
    await expect(row("stored")).toHaveText(["60 · 240 B", "3 · 12 B", "60 · 240 B"]);
    await expect(row("if copied")).toHaveText(["60 · 240 B", "60 · 240 B", ""]);
    await parts.setLibrary("NumPy");
    await expect(row("strides as broadcast").nth(1), "NumPy gives every size-1 axis that is broadcast 0").toHaveText("(0, 1, 0, 0)");
});

test("the code computes what is shown, and follows the library", async ({ page }) => {
    const parts = await open(page, link("[[0],[10]]", "3", { op: "sub" }));
    await parts.openTab(2);
    await expect(parts.code).toContainText("import torch");
    await expect(parts.code).toContainText("[[0], [10]]");
    await expect(parts.code).toContainText("a - b");
    await parts.setLibrary("NumPy");
    await expect(parts.code).toContainText("import numpy as np");
});

test("both libraries' code stands there, the chosen one first, with how each operand is stretched", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&library=numpy");
    await parts.openTab(2);
    await expect(parts.code).toContainText("np.broadcast_to(b, (4, 3)).strides  # (0, 8)");
    await expect(page.locator(".code pre").last()).toContainText("b.expand(4, 3).stride()  # (0, 1)");
    await expect(parts.code).toContainText("out.tolist()  # [[0, 1, 2], [10, 11, 12], [20, 21, 22], [30, 31, 32]]");
    await parts.a.fill("x = np.arange(4).reshape(4, 1)  # a column");
    await expect(parts.code, "what was written stays as it was").toContainText("a = np.arange(4).reshape(4, 1)\n");
});

test("memory is counted in the element type that is chosen, and the link says which", async ({ page }) => {
    const parts = await open(page, "?a=50000,1&b=50000");
    await parts.openTab(1);
    await expect(parts.memory).toContainText("10 GB");
    await parts.memory.locator("select").selectOption("float16");
    await expect(parts.memory).toContainText("5 GB");
    await expect(page).toHaveURL(/dtype=float16/);
    await parts.a.fill("torch.ones(3, 1, dtype=torch.float64)");
    await parts.b.fill("torch.arange(4)");
    await expect(parts.memory.locator("select"), "a choice stands").toHaveValue("float16");
});

test("the code is copied as it stands", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const parts = await open(page, "?a=4,1&b=3");
    await parts.openTab(2);
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await parts.code.textContent());
    await parts.b.fill("5");
    await expect(page.getByRole("button", { name: "Copied" }), "another code is not yet copied").toHaveCount(0);
});

test("the table holds the same elements as the diagram", async ({ page }) => {
    const parts = await open(page, link("[[0],[10],[20],[30]]", "tensor([0,1,2])"));
    await parts.openTab(3);
    const rows = parts.table.getByRole("row");
    await expect(rows).toHaveCount(13);
    await expect(rows.nth(1)).toHaveText(/out\[0,0\].*a\[0,0\] = 0.*b\[0\] = 0.*0/);
    await expect(rows.last()).toHaveText(/out\[3,2\].*a\[3,0\] = 30.*b\[2\] = 2.*32/);
    await parts.b.fill("tensor([5,6,7])");
    await expect(rows.last()).toHaveText(/a\[3,0\] = 30.*b\[2\] = 7.*37/);
    await expect(parts.table, "it stays open").toBeVisible();
});

test("the table of a large result says how much it leaves out", async ({ page }) => {
    const parts = await open(page, "?a=4,32,14,14&b=32,1,1");
    await parts.openTab(3);
    await expect(parts.table).toContainText("25,028 more elements are not listed.");
    await parts.a.fill("9223372036854775807,3");
    await parts.b.fill("3");
    await expect(parts.table).toContainText("Many more elements are not listed.");
    await parts.a.fill("0");
    await parts.b.fill("1");
    await expect(parts.table).toContainText("The result has no elements.");
});

test("without a result there is neither memory nor table", async ({ page }) => {
    const parts = await open(page, "?a=5,2,4,1&b=3,1,1");
    await parts.openTab(1);
    await expect(parts.drawer).toContainText("There is no result");
    await expect(parts.memory).toHaveCount(0);
    await parts.openTab(3);
    await expect(parts.table).toHaveCount(0);
    await expect(parts.drawer).toContainText("There is no result");
    await parts.openTab(2);
    await expect(parts.code).toContainText("The size of tensor a (2) must match the size of tensor b (3)");
});

for (const [name, broken] of [
    ["there is no clipboard, as on a plain http address", () => Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined })],
    ["the clipboard refuses", () => (Clipboard.prototype.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError")))],
]) {
    test(`copying where ${name} breaks nothing`, async ({ page }) => {
        await page.addInitScript(broken);
        const parts = await open(page, "?a=4,1&b=3");
        await parts.openTab(2);
        await page.locator(".code button").first().click();
        await parts.b.fill("5");
        await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 5)");
        await expect(parts.broken).toHaveCount(0);
    });
}
