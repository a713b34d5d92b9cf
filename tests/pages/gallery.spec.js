// The gallery: a page in each language with a picture of every example, which needs no script, works under the policy of the site, and leads into the
// visualizer.
import { accessibilityFaults } from "./support/axe.js";
import { expect, test } from "./support/test.js";

for (const name of ["", "zh-CN.html", "es.html"]) {
    for (const colorScheme of ["light", "dark"]) {
        test(`the gallery ${name || "index.html"} shows every example, ${colorScheme}`, { tag: "@site" }, async ({ page }) => {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width: 360, height: 740 });
            await page.goto(`gallery/${name}`);
            const pictures = page.locator(".gallery img");
            await expect(pictures).toHaveCount(55);
            // They are loaded when they come near the screen: a printed page would have none else.
            await pictures.evaluateAll((images) => Promise.all(images.map((image) => ((image.loading = "eager"), image.decode()))));
            expect(await pictures.evaluateAll((images) => images.every((image) => image.naturalWidth > 100))).toBe(true);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
            expect(await accessibilityFaults(page)).toEqual([]);
        });
    }
}

test("a picture of the gallery leads to its example", { tag: "@site" }, async ({ page }) => {
    await page.goto("gallery/es.html");
    await page.locator(".gallery a").nth(4).click();
    await expect(page).toHaveURL(/a=5,3,4,1&b=3,1,1.*locale=es/);
    await expect(page.getByText("(5, 3, 4, 1)").filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
});
