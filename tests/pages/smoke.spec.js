// The site starts from a folder of a server, under its own strict policy, and shows the first example.
import { accessibilityFaults } from "./support/axe.js";
import { expect, test } from "./support/test.js";

test("two shapes in the address show their result", { tag: "@each-form" }, async ({ page }) => {
    await page.goto("?a=5,3,4,1&b=3,1,1&chapter=last");
    await expect(page.getByText("(5, 3, 4, 1)").filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator("[data-start-error]").first()).toBeHidden();
});

test("the first example has no accessibility fault", async ({ page }) => {
    await page.goto("?a=5,3,4,1&b=3,1,1&chapter=last");
    await expect(page.getByText("(5, 3, 4, 1)").filter({ visible: true }).first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("a page whose WebAssembly is missing says so", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(/could not start/, /Failed to load resource/, /integrity/);
    await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("?a=5,3,4,1&b=3,1,1");
    await expect(page.locator("[data-start-error]").first()).toBeVisible();
});

test("a policy that forbids WebAssembly is met with words", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(/could not start/, /Content Security Policy/);
    await page.route("**/any/folder/?*", async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), "content-security-policy": "script-src 'self'" };
        await route.fulfill({ response, headers });
    });
    await page.goto("?a=5,3,4,1&b=3,1,1");
    await expect(page.locator("[data-start-error]").first()).toBeVisible();
});
