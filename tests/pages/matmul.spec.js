// The matrix product among the operators of the fields.
import { accessibilityFaults } from "./support/axe.js";
import { address, open, partsOf, expectProgram } from "./support/page.js";
import { expect, test } from "./support/test.js";

const MM = "RuntimeError: mm: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)";

test("two shapes are typed, @ is chosen, and what clashes is said in the library's words", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.a.fill("2,3,4");
    await parts.b.fill("4,5");
    await parts.operator.selectOption("@");
    await expect(parts.result).toHaveText("= (2, 3, 5) ✓");
    await expect(parts.verdictText).toHaveText("The matrices can be multiplied. The result has the shape (2, 3, 5)");
    await expect(parts.chapter).toContainText("Multiply the matrices");
    await expect.poll(() => address(page)).toMatchObject({ a: "2,3,4", b: "4,5", op: "matmul" });
    // The marks are those of the axes that broadcast.
    await expect(page.locator(".operand.a .axis-marks")).toHaveText("●");
    await expect(page.locator(".operand.b .axis-marks")).toHaveCount(0);
    // Batch axes that clash.
    await parts.a.fill("2,3,4");
    await parts.b.fill("3,4,5");
    await expect(parts.result).toHaveText("✗ axis 0: 2 ≠ 3");
    await expect(parts.libraryMessage).toContainText("The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0");
    await parts.setLibrary("NumPy");
    await expect(parts.libraryMessage).toContainText("with remapped shapes [original->remapped]: (2,3,4)->(2,newaxis,newaxis)");
    await parts.setLibrary("PyTorch");
    // Inner sizes that differ, with their fixes.
    await parts.a.fill("2,3");
    await parts.b.fill("2,3");
    await expect(parts.result).toHaveText("✗ 3 ≠ 2");
    await expect(parts.libraryMessage).toHaveText(MM);
    await expect(parts.diagnostics.getByRole("listitem")).toHaveText([/b\.T → \(2, 2\)/, /a\.T → \(3, 3\)/]);
    await parts.diagnostics.getByRole("button").first().click();
    await expect(parts.b).toHaveValue("3,2");
    await expect(parts.result).toHaveText("= (2, 2) ✓");
    await expect(parts.diagnostics).toHaveCount(0);
    // Vectors.
    await parts.a.fill("3");
    await parts.b.fill("3");
    await expect(parts.result).toHaveText("= () ✓");
    await parts.b.fill("4,3,2");
    await expect(parts.result).toHaveText("= (4, 2) ✓");
    await parts.b.fill("()");
    await expect(parts.libraryMessage).toContainText("both arguments to matmul need to be at least 1D, but they are 1D and 0D");
    await expect(parts.verdictText).toHaveText("Each operand of a matrix product needs at least one axis.");
});

test("a link with the sign of the product opens it, and the link that is shared opens the same", async ({ page }) => {
    const parts = await open(page, "?a=8,1,3,4&b=5,4,2&op=@");
    await expect(parts.linkNotes).toHaveCount(0);
    await parts.mark(2).click();
    await page.locator(".header .share-button").click();
    const text = await page.locator("dialog.share section:has(#share-link) code").textContent();
    expect(text).toContain("?a=8,1,3,4&b=5,4,2&op=matmul&chapter=2");
    await page.goto(text);
    const again = partsOf(page);
    await expect(again.result).toContainText("(8, 5, 3, 2)");
    await expect(again.chapter).toContainText("2/6");
    await expect(again.operator.locator("option:checked")).toHaveText("@");
});

test("a product is not in place, and says why; the code runs, and the pointer shows a row and a column", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=3,2&inplace=1&op=matmul&chapter=last&cell=");
    await expect(parts.inPlace).toBeDisabled();
    await expect(parts.inPlace).not.toBeChecked();
    await expect(parts.inPlace).toHaveAttribute("title", "Here where and @ always make a new tensor.");
    await expect(parts.equation).toHaveText("out[0,0] = a[0,:] @ b[:,0]");
    await parts.openTab(2);
    await expect(parts.code).toContainText("a = torch.arange(6).reshape(2, 3)");
    await expect(parts.code).toContainText("out = a @ b\nout.shape  # torch.Size([2, 2])");
    await expect(page.locator(".code pre")).toHaveCount(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator(".open-code").click();
    await expectProgram(page, /out = a @ b/);
    await expect(parts.result).toHaveText("= (2, 2) ✓");
    await page.locator(".close-code").click();
    await expect(parts.operator.locator("option:checked")).toHaveText("@");
});

test("what is meant by * is one click away", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=3,2&op=mul&chapter=last");
    await expect(parts.diagnostics).toContainText("For the matrix product, of shape (2, 2), write a @ b.");
    await parts.diagnostics.locator("p").getByRole("button").click();
    await expect(parts.result).toHaveText("= (2, 2) ✓");
    await expect.poll(() => address(page)).toMatchObject({ op: "matmul" });
});

test("a product is shown before what checks it is loaded, and told when it is", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(/could not be loaded/, /Failed to load resource/, /integrity/);
    let fails = true;
    await page.route("**/work-*.wasm", (route) => (fails ? route.abort() : route.continue()));
    const failed = page.waitForEvent("requestfailed");
    const parts = await open(page, "?a=2,3&b=2,3");
    await failed;
    await parts.operator.selectOption("@");
    await expect(parts.diagnostics).toContainText("could not be loaded");
    await expect(parts.result).toContainText("?");
    fails = false;
    await parts.diagnostics.getByRole("button", { name: "Try again" }).click();
    await expect(parts.libraryMessage).toHaveText(MM);
    await expect(parts.result).toHaveText("✗ 3 ≠ 2");
});

test("an element has the product as an attribute, and explain has its answer", async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    const explained = await page.evaluate(async () => {
        const file = document.querySelector("link[rel=modulepreload]").href;
        const module = await import(file);
        return module.explain("2,3", "2,3", "op=@");
    });
    expect(explained).toMatchObject({ operator: "matmul", ok: false, shape: null, a: [2, 3], error: { type: "RuntimeError", message: MM.slice(14) } });
    expect(explained.fixes.map((fix) => fix.code)).toEqual(["b.T", "a.T"]);
});
