// A server's strict policy: nothing inline, nothing from elsewhere, and everything still works.
import { EXAMPLES } from "./support/examples.js";
import { open, openProgram, partsOf, programLink, programOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

test.beforeEach(async ({ page }) => {
    await page.route("**/any/folder/?*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": POLICY } });
    });
    await page.addInitScript(() => {
        globalThis.violations = [];
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
            globalThis.violations.push(`${violatedDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`),
        );
    });
});

const expectNoViolation = async (page) => expect(await page.evaluate(() => globalThis.violations)).toEqual([]);

test("under a strict policy of the server everything works without a violation", async ({ page, allowedErrors }) => {
    const parts = await open(page, "?a=4,1&b=3&op=dance");
    allowedErrors.push(/Applying inline style violates/);
    const sent = await page.evaluate(() => {
        // Inline style is what such a policy forbids first.
        document.body.insertAdjacentHTML("beforeend", '<i id="probe" style="color: red"></i>');
        document.querySelector("#probe").remove();
        return new Promise((done) => setTimeout(() => done(globalThis.violations.splice(0).length)));
    });
    expect(sent, "the policy is in force").toBeGreaterThan(0);
    await parts.linkNotes.getByRole("button").click();
    await parts.a.fill("5,2,4,1");
    await parts.b.fill("3,1,1");
    await expect(parts.libraryMessage).toContainText("dimension 1");
    await parts.b.fill("3;");
    await expect(parts.errorOf("b")).toBeVisible();
    await parts.openExample("A column and a row");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await parts.play.click();
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await expect(parts.equation).toContainText("out[3,2]");
    await parts.chooseTheme({ index: 2 });
    await parts.chooseLanguage({ index: 1 });
    await parts.operator.selectOption({ index: 4 });
    await parts.openTab(3);
    await parts.openHelp();
    await expect(parts.help).toBeVisible();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 360, height: 700 });
    await expect(parts.verdictText).toContainText("(4, 3)");
    await expectNoViolation(page);
});

test("every example is shown under a strict policy without a violation", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const parts = await open(page, "?a=7&b=7");
    // Their list is in a chunk.
    await expect(parts.examples).toHaveCount(EXAMPLES.length);
    for (let at = 0; at < EXAMPLES.length; at += 1) {
        await parts.openExamples.click();
        await parts.examples.nth(at).click();
        await expect(parts.examples.nth(at)).toHaveAttribute("aria-current", "true");
    }
    await expectNoViolation(page);
});

test("the editor works under a strict policy without a violation", async ({ page }) => {
    await openProgram(page, programLink("import torch\nx = torch.ones(4, 1)\ny = torch.ones(3, 2)\nz = x - y"));
    const { content, editor, fixes, message } = programOf(page);
    await expect(message).toContainText("RuntimeError");
    await content.focus();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("ones");
    await expect(editor.locator(".cm-searchMatch")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("import torch\nx = torch.ones((4))");
    await page.keyboard.press("Control+Alt+ArrowUp");
    await page.keyboard.type("y");
    await page.keyboard.press("Control+z");
    await expect(fixes).toHaveCount(0);
    await expectNoViolation(page);
});

test("the embedded page works under a strict policy", async ({ page }) => {
    await open(page, "?a=4,1&b=3&embed=1&theme=dark");
    await partsOf(page).play.click();
    await expect(partsOf(page).scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await expectNoViolation(page);
});
