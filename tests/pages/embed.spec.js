// The page in an iframe of a course page.
import { accessibilityFaults } from "./support/axe.js";
import { link, paintedPixels, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** A plain page of the same server with the visualizer in an iframe. */
async function openHost(page, attributes, query = "?a=4,1&b=3&embed=1") {
    await page.route("**/course.html", (route) =>
        route.fulfill({
            contentType: "text/html",
            body: `<!doctype html><html lang="en"><title>Course</title><h1>Course</h1>
                <iframe title="Broadcasting" width="700" height="700" ${attributes} src="./${query}"></iframe>`,
        }),
    );
    await page.goto("course.html");
    const parts = partsOf(page.frameLocator("iframe"));
    await expect(parts.verdictText).not.toBeEmpty();
    await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(300);
    return parts;
}

/** What a reader does with it. */
async function expectItWorks(parts, page) {
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect(parts.examples).toHaveCount(0);
    await parts.openInputs();
    await parts.a.fill("5,2,4,1");
    await parts.b.fill("3,1,1");
    await expect(parts.libraryMessage).toContainText("a (2) must match the size of tensor b (3) at non-singleton dimension 1");
    await parts.setLibrary("NumPy");
    await expect(parts.libraryMessage).toContainText("ValueError: operands could not be broadcast");
    await parts.a.fill("[[0],[10]]");
    await parts.b.fill("tensor([0,1])");
    await parts.viewport.press("ArrowLeft");
    await expect(parts.live).toHaveText(/^Chapter 5 of 6: /);
    await parts.play.click();
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 6 of 6: /);
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await expect(parts.equation).toHaveText("out[1,1] = a[1,0] + b[1] = 10 + 1 = 11");
    await expect(parts.broken).toHaveCount(0);
}

test("it works in an iframe of a plain page, which stays where it is", async ({ page }) => {
    const parts = await openHost(page, "");
    const before = await page.evaluate(() => history.length);
    await expectItWorks(parts, page);
    expect(new URL(page.url()).pathname, "the course page's own address").toMatch(/\/course\.html$/);
    expect(await page.evaluate(() => history.length), "no entries in the course page's history").toBe(before);
});

test("the link to the whole page holds what is shown", async ({ page, context }) => {
    const parts = await openHost(page, "");
    await parts.openInputs();
    await parts.a.fill("(6, 1)");
    await parts.openMenu.click();
    const whole = page.frameLocator("iframe").getByRole("link", { name: "Open the full page" });
    await expect(whole).toHaveAttribute("target", "_blank");
    const [opened] = await Promise.all([context.waitForEvent("page"), whole.click()]);
    const outside = partsOf(opened);
    await expect(outside.a).toHaveValue("(6, 1)");
    await expect(outside.openExamples).toBeVisible();
    await expect(outside.verdictText).toContainText("The shapes broadcast to (6, 3)");
});

test("it works in a frame that may run scripts and nothing else", async ({ page }) => {
    // Such a frame has no origin: a server has to allow its module to be read from anywhere.
    await page.route("**/any/folder/*.{js,wasm,css}", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "access-control-allow-origin": "*" } });
    });
    const parts = await openHost(page, 'sandbox="allow-scripts"');
    await expectItWorks(parts, page);
});

test("two frames on one page do not disturb each other", async ({ page }) => {
    await page.route("**/course.html", (route) =>
        route.fulfill({
            contentType: "text/html",
            body: `<!doctype html><html lang="en"><title>Course</title>
                <iframe id="one" title="One" width="600" height="600" src="./${link("4,1", "3", { embed: "1" })}"></iframe>
                <iframe id="two" title="Two" width="600" height="600" src="./${link("5,2", "3", { embed: "1", locale: "zh-CN" })}"></iframe>`,
        }),
    );
    await page.goto("course.html");
    const [one, two] = [partsOf(page.frameLocator("#one")), partsOf(page.frameLocator("#two"))];
    await expect(two.verdictText).toContainText("不能广播");
    await one.openInputs();
    await one.a.fill("7,1");
    await expect(one.verdictText).toContainText("The shapes broadcast to (7, 3)");
    await expect(two.a).toHaveValue("5,2");
    await expect(two.verdictText).toContainText("不能广播");
});

test("axe finds nothing on a page with several frames", async ({ page }) => {
    const frame = (title) => `<iframe title="${title}" width="700" height="600" src="./${link("4,1", "3", { embed: "1", chapter: "last" })}"></iframe>`;
    await page.route("**/course.html", (route) =>
        route.fulfill({
            contentType: "text/html",
            body: `<!doctype html><html lang="en"><title>Course</title><main><h1>Course</h1>${frame("One")}${frame("Two")}</main>`,
        }),
    );
    await page.goto("course.html");
    await expect(partsOf(page.frameLocator("iframe").nth(1)).canvas).toBeVisible();
    for (const inside of page.frames()) {
        expect(await accessibilityFaults(inside), inside.url()).toEqual([]);
    }
});

test("the whole page works in a frame that may run scripts and nothing else", async ({ page, allowedErrors }) => {
    // Chromium's own words when "Copy" is refused.
    allowedErrors.push(/error in the console: Permissions policy violation: The Clipboard API/);
    await page.route("**/any/folder/*.{js,wasm,css}", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "access-control-allow-origin": "*" } });
    });
    const parts = await openHost(page, 'sandbox="allow-scripts"', "?a=4,1&b=3");
    await parts.openExample("A clash in the middle");
    await expect(parts.verdictText).toContainText("The shapes do not broadcast");
    await expect(parts.current).toHaveCount(1);
    await parts.openHelp();
    await expect(parts.help).toBeVisible();
    await page.keyboard.press("Escape");
    await parts.openTab(2);
    await page.frameLocator("iframe").locator(".code button").first().click();
    await parts.toggleDetails();
    await parts.a.fill("3,2,4,2");
    await expect(parts.libraryMessage).toContainText("a (2) must match the size of tensor b (3)");
    await expect(parts.broken).toHaveCount(0);
});
