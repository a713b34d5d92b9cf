// What is seen at first: how many controls, and what is behind them.
import { open, partsOf, picture, start } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** The controls in sight. The chapters are one control: a line with a place for each. The sizes of the axis table are the picture. */
const controls = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll(":is(button, input, select, summary, a[href], [role=spinbutton])")]
            .filter((element) => !element.closest(".marks, .sizes, .skip"))
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => {
                const { width, height, right, bottom } = element.getBoundingClientRect();
                return width > 1 && height > 1 && right > 0 && bottom > 0;
            })
            .map((element) => element.id || element.className || element.tagName),
    );

for (const [what, width, height, query, most] of [
    ["a page", 1280, 720, "?a=4,1&b=3", 15],
    ["a tablet", 768, 1024, "?a=4,1&b=3", 15],
    ["a phone", 390, 844, "?a=4,1&b=3", 9],
    ["a phone that is turned", 844, 390, "?a=4,1&b=3", 9],
    ["a widget that waits to be played", 700, 420, "?a=4,1&b=3&embed=1", 5],
    ["a widget", 700, 420, "?a=4,1&b=3&embed=1&chapter=2", 5],
]) {
    test(`${what} has at most ${most} controls in sight`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await start(page, query);
        await expect(page.locator(".diagram canvas")).toBeVisible();
        // What is loaded later adds nothing that is in sight.
        await page.mouse.move(width / 2, height / 2);
        await expect(page.locator(".page-menu .open-help")).toHaveCount(1);
        const seen = await controls(page);
        expect(seen.length, seen.join(", ")).toBeLessThanOrEqual(most);
    });
}

test("a phone has all of them in one menu", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const parts = await open(page, "?a=4,1&b=3");
    await parts.setLibrary("NumPy");
    await expect(parts.library("NumPy")).toBeChecked();
    await parts.swapOperands();
    await expect(parts.a).toHaveValue("3");
    await parts.setSpeed("2×");
    await parts.openTab(2);
    await expect(parts.code).toContainText("import numpy");
    await page.keyboard.press("Escape");
    await expect(parts.openMenu, "the menu opened it").toBeFocused();
    for (const button of [".to-code", ".to-share", ".page-menu .open-practice", ".to-present", ".open-help"]) {
        await parts.openMenu.click();
        await expect(page.locator(button)).toBeVisible();
        await page.keyboard.press("Escape");
    }
    await parts.openMenu.click();
    await page.locator(".to-share").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(parts.openMenu).toBeFocused();
});

test("practice opens with one choice and a start, export with three ways", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await page.locator(".header > .open-practice").click();
    const inPractice = page.locator("#practice :is(button, select, input, summary)").filter({ visible: true });
    await expect(inPractice).toHaveCount(3);
    await page.keyboard.press("Escape");
    await parts.openTab(4);
    await expect(page.locator(".export :is(button, summary)").filter({ visible: true })).toHaveCount(4);
});

test("while somebody types nothing is red, and the words of the picture before are not said of the new text", async ({ page }) => {
    const parts = await open(page, "?a=5,2,4&b=4");
    await parts.a.focus();
    await page.keyboard.press("Control+a");
    for (const key of ["5", ",", "2"]) {
        await page.keyboard.press(key);
        await expect(parts.a).toHaveAttribute("aria-invalid", "false");
        await expect(page.locator(".verdict.bad, .library-message, .field-error")).toHaveCount(0);
    }
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expect(parts.caption).toContainText("The picture is that of the shapes before.");
    await expect(parts.chapter).toHaveCount(0);
    await parts.b.focus();
    await expect(parts.errorOf("a"), "who leaves the field has ended typing").toBeVisible();
});

test("the list of keys opens at its top", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 480 });
    await open(page, "?a=4,1&b=3");
    await page.keyboard.press("?");
    const help = partsOf(page).help;
    await expect(help).toBeVisible();
    expect(await help.evaluate((dialog) => dialog.scrollTop)).toBe(0);
    await expect(help.getByRole("heading")).toBeInViewport();
});

test("words that name a part let it stand out, and a size lets the words of its axis stand out", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&chapter=4");
    const painted = () => picture(parts.canvas);
    await expect(parts.chapterText).toHaveText("a has size 1, b has 3: a repeats its elements, (4, 1) → (4, 3).");
    await parts.scrubber.hover();
    const still = await painted();
    await parts.chapterText.locator("[data-named=b]").hover();
    await expect.poll(painted).not.toBe(still);
    await expect(page.locator(".is-named")).toHaveText(["b"]);
    await parts.chapter.locator("[data-named='1']").hover();
    await expect(page.locator(".is-named")).toHaveText(["axis 1"]);
    await parts.scrubber.hover();
    await expect.poll(painted).toBe(still);
    await page.getByRole("spinbutton", { name: "size of axis 0 of b" }).hover();
    await expect(page.locator(".is-named")).toHaveText(["axis 1"]);
    // The message of a clash, and a fix that has the focus.
    await open(page, "?a=2,3&b=2&chapter=last");
    await expect(page.locator(".library-message [data-named]")).toHaveText(["tensor a", "tensor b", "dimension 1"]);
    await parts.scrubber.hover();
    const clash = await painted();
    await page.locator(".fix button").first().focus();
    await expect.poll(painted).not.toBe(clash);
});
