// The dialog for sharing: what it gives to be copied is what then shows the same.
import { readFileSync } from "node:fs";
import { accessibilityFaults } from "./support/axe.js";
import { open, paintedPixels, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const shareOf = (page) => {
    const dialog = page.locator("dialog.share");
    return {
        dialog,
        button: page.locator(".header .share-button"),
        choice: (name) => dialog.getByLabel(name),
        text: (id) => dialog.locator(`section:has(#share-${id}) code`),
        preview: dialog.locator(".preview"),
    };
};

test("choices show in the texts and in the preview", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "?a=4,1&b=3&op=mul");
    const share = shareOf(page);
    await share.button.click();
    await expect(share.dialog).toBeVisible();
    const seen = partsOf(share.preview);
    await expect(seen.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect.poll(() => paintedPixels(seen.canvas)).toBeGreaterThan(300);
    await share.choice("Theme").selectOption({ index: 2 });
    await share.choice("Language").selectOption({ label: "中文" });
    await share.choice("Start at").selectOption({ label: "2. Line up at the right" });
    await share.choice("Show").selectOption({ index: 1 });
    await expect(seen.verdictText).toContainText("可以广播");
    await expect(seen.live).toHaveText(/2/);
    await expect(seen.a).toHaveCount(0);
    const query = "?a=4,1&b=3&op=mul&chapter=2&controls=play&theme=dark&locale=zh-CN";
    const base = new URL(".", page.url()).href;
    await expect(share.text("link")).toHaveText(base + query);
    await expect(share.text("frame")).toContainText(`src="${base}${query.replaceAll("&", "&amp;")}&amp;embed=1"`);
    await expect(share.text("element")).toContainText(
        `<broadcast-visualizer a="4,1" b="3" op="mul" chapter="2" controls="play" theme="dark" locale="zh-CN"></broadcast-visualizer>`,
    );
    await expect(share.text("markdown")).toContainText(`](broadcast.svg)](${base}${query})`);
    await share.dialog.locator("section:has(#share-element) button").click();
    await expect(share.dialog.locator("section:has(#share-element) button")).toHaveText("Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [download] = await Promise.all([page.waitForEvent("download"), share.dialog.getByText("Save the picture").click()]);
    expect(download.suggestedFilename()).toBe("broadcast.svg");
    expect(readFileSync(await download.path(), "utf8")).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    await page.keyboard.press("Escape");
    await expect(share.dialog).toBeHidden();
    expect(new URL(page.url()).search, "the page itself is as it was").toBe("?a=4,1&b=3&op=mul&chapter=last");
    await page.route("**/course.html", (route) =>
        route.fulfill({ contentType: "text/html", body: `<!doctype html><html lang="en"><title>Course</title>${copied}` }),
    );
    await page.goto("course.html");
    await expect(partsOf(page.locator("broadcast-visualizer")).verdictText).toContainText("可以广播");
});

for (const locale of ["en", "zh-CN", "es"]) {
    test(`the dialog is accessible (${locale})`, { tag: "@each-form" }, async ({ page, allowedErrors }) => {
        // How axe-core measures colours.
        allowedErrors.push(/Applying inline style violates/);
        await open(page, `?a=5,2&b=3&locale=${locale}&theme=${locale === "en" ? "light" : "dark"}`);
        const share = shareOf(page);
        await share.button.focus();
        await page.keyboard.press("Enter");
        await expect(partsOf(share.preview).verdictText).not.toBeEmpty();
        expect(await accessibilityFaults(page, { within: "dialog.share" })).toEqual([]);
        await page.setViewportSize({ width: 360, height: 700 });
        expect(await share.dialog.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
        // On a phone the menu has the button.
        await page.setViewportSize({ width: 1280, height: 700 });
        await page.keyboard.press("Escape");
        await expect(share.button).toBeFocused();
    });
}

test("the preview goes with the dialog, however often it opens", async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    const share = shareOf(page);
    for (let time = 0; time < 5; time += 1) {
        await share.button.click();
        await expect(partsOf(share.preview).verdictText).toContainText("(4, 3)");
        await page.keyboard.press("Escape");
        await expect(share.preview).toHaveCount(0);
    }
    await expect(page.locator("canvas")).toHaveCount(1);
});
