// A teacher's steps: gone through by buttons, keys and links, with and without questions, on the page, in a widget and from child elements.
import { accessibilityFaults } from "./support/axe.js";
import { LOADER, openCourse } from "./support/course.js";
import { start } from "./support/page.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

/** Eight steps, three of which ask. */
const EIGHT = [
    "1~.Broadcasting~.1~.A short tour.",
    "a=4,1~.b=3~.chapter=1~.text=A column and a row. What will a + b be?",
    "a=4,1~.b=3~.chapter=2~.text=The shapes are lined up at the right.",
    "a=4,1~.b=3~.predict=shape~.text=First guess.",
    "a=4,1~.b=3~.chapter=last~.text=Each element of a meets each element of b.",
    "a=4,3~.b=4~.predict=verdict~.text=Is it as easy with a vector of 4?",
    "a=4,3~.b=4~.chapter=last~.text=3 is not 4.",
    "a=4,3~.b=4,1~.chapter=last~.text=A column of 4 fits.",
    "a=4,3~.b=4,1~.op=mul~.library=numpy~.cell=2,1~.predict=value~.text=Which value is here?",
].join("~:");
const LINK = `?steps=${encodeURIComponent(EIGHT)}`;

const partsOf = (page) => {
    const question = page.locator(".question");
    return {
        question,
        words: question.locator(".of-step"),
        number: question.locator(".of-steps"),
        next: question.locator(".next-step"),
        previous: question.locator(".previous-step"),
        dots: question.locator(".dot"),
        said: question.getByRole("status"),
    };
};

/** Opens the steps of a link. */
async function openSteps(page, query = LINK) {
    await start(page, query);
    const parts = partsOf(page);
    await expect(parts.number).toContainText("of 8");
    return parts;
}

test("a set of steps is gone through by button, key and dot, and each link opens its step", { tag: "@each-form" }, async ({ page }) => {
    const parts = await openSteps(page);
    await expect(parts.words).toHaveText("A column and a row. What will a + b be?");
    await expect(page.locator(".verdict .result"), "the story has not come to the result").not.toContainText("(4, 3)");
    await expect(parts.question.locator(".own-text").first()).toHaveText("A short tour.");
    await expect(parts.previous).toBeDisabled();
    expect(await accessibilityFaults(page)).toEqual([]);
    await parts.next.click();
    await expect(parts.number).toHaveText("Step 2 of 8");
    await expect(parts.said).toHaveText("Step 2 of 8 The shapes are lined up at the right.");
    await expect(page.locator(".narration h3")).toContainText("2");
    await expect.poll(() => new URL(page.url()).searchParams.get("step")).toBe("2");
    await page.locator("#diagram").focus();
    await page.keyboard.press("PageDown");
    await expect(parts.number).toHaveText("Step 3 of 8");
    // What answers the question is hidden.
    await expect(page.locator(".verdict")).toHaveCount(0);
    await expect(parts.question.locator(".prompt")).toContainText("shape");
    await page.locator("#answer").fill("4,3");
    await page.keyboard.press("Enter");
    await expect(parts.question.locator(".right")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(parts.number).toHaveText("Step 4 of 8");
    await parts.dots.nth(6).click();
    await expect(parts.words).toHaveText("A column of 4 fits.");
    await expect(page.locator("#operand-b")).toHaveValue("4,1");
    await page.reload();
    await expect(parts.words).toHaveText("A column of 4 fits.");
    await page.locator("#diagram").focus();
    await page.keyboard.press("PageUp");
    await expect(page.locator(".verdict")).toContainText("do not broadcast");
});

test("what the user changes stays until the step is shown again", async ({ page }) => {
    const parts = await openSteps(page);
    await page.locator("#operand-b").fill("5");
    const again = parts.question.getByRole("button", { name: "Show this step again" });
    await expect(again).toBeVisible();
    await expect(page.locator(".verdict")).toContainText("(4, 5)");
    await again.click();
    await expect(page.locator("#operand-b")).toHaveValue("3");
    await expect(again).toHaveCount(0);
});

test("a question that is skipped is there again, and the summary counts what was answered", async ({ page }) => {
    const parts = await openSteps(page, `${LINK}&step=8`);
    await parts.question.locator("#answer").fill("1");
    await parts.next.click();
    await expect(parts.question.locator(".score")).toHaveText("0 of 0 right at the first try");
    await page.locator("body").press("PageUp");
    await expect(parts.number).toHaveText("Step 7 of 8");
    await parts.next.click();
    await expect(parts.question.locator("#answer")).toHaveValue("1");
});

for (const [width, height, query] of [[1280, 720, ""], [768, 1024, ""], [360, 740, ""], [700, 420, "&embed=1"], [600, 420, "&embed=1"]]) {
    test(`at ${width}×${height} each step has its words and its way on in sight, and nothing moves in the page`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        const parts = await openSteps(page, LINK + query);
        // The chunks that are loaded later are there.
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => {
            globalThis.shifts = [];
            // What a press of a button moves is no layout shift.
            const note = (list) => globalThis.shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput).map(({ value }) => value));
            new PerformanceObserver(note).observe({ type: "layout-shift" });
        });
        const place = () => parts.next.evaluate((button) => button.getBoundingClientRect().top);
        const first = await place();
        for (let step = 1; step <= 8; step += 1) {
            expect(await place(), "the button stays under the pointer").toBe(first);
            await expect(parts.number).toHaveText(`Step ${step} of 8`);
            await expect(parts.words).toBeInViewport({ ratio: 1 });
            await expect(parts.next).toBeInViewport({ ratio: 1 });
            await expect(page.locator(".viewport, .own-figures").filter({ visible: true }).first()).toBeInViewport();
            expect(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), `step ${step}`).toBe(true);
            if (step < 8) {
                await parts.next.click();
            }
        }
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate(() => globalThis.shifts)).toEqual([]);
    });
}

test("child elements are steps, whose words are HTML of the page", async ({ page }) => {
    await page.addInitScript(() => {
        globalThis.seen = [];
        for (const name of ["step", "complete"]) {
            document.addEventListener(name, ({ detail }) => globalThis.seen.push([name, detail.step ?? detail.questions]));
        }
    });
    await openCourse(
        page,
        `${LOADER}<broadcast-visualizer locale="en" style="height: 420px">
            <broadcast-step a="4,1" b="3" chapter="2">Look at the <em>right</em> ~ end.</broadcast-step>
            <broadcast-step a="4,1" b="(3,)" op="mul" inplace>It fails.</broadcast-step>
            <broadcast-step a="()" b="3" chapter="last">No axes.</broadcast-step>
        </broadcast-visualizer>`,
    );
    const element = page.locator("broadcast-visualizer");
    const parts = partsOf(page);
    await expect(parts.number).toHaveText("Step 1 of 3");
    // The bar stands at the lower edge of the element, wherever that is in the page.
    const [whole, bar] = await Promise.all([element, page.locator(".step-nav")].map((part) => part.boundingBox()));
    expect([bar.x - whole.x, bar.y + bar.height - whole.y].map(Math.round)).toEqual([1, 419]);
    await expect(element.locator("em")).toBeVisible();
    await expect(element.locator("broadcast-step").nth(1)).toBeHidden();
    await expect(parts.said).toContainText("Look at the right ~ end.");
    await parts.next.click();
    await expect(element.locator("broadcast-step").nth(1)).toBeVisible();
    await expect(element.locator("em")).toBeHidden();
    await expect(element).toHaveAttribute("step", "2");
    await element.evaluate((visualizer) => visualizer.next());
    await expect(parts.number).toHaveText("Step 3 of 3");
    await expect(parts.next).toBeDisabled();
    await element.evaluate((visualizer) => (visualizer.step = 1));
    await expect(element.locator("em")).toBeVisible();
    await element.evaluate((visualizer) => visualizer.previous());
    await expect(parts.number).toHaveText("Step 1 of 3");
    expect(await page.evaluate(() => globalThis.seen)).toEqual([["step", 1], ["step", 2], ["step", 3], ["complete", 0], ["step", 1]]);
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("a step is dragged to another place, shown, and edited again", async ({ page }) => {
    // Both places are in sight: a browser begins no drag where the page scrolls under it.
    await page.setViewportSize({ width: 1280, height: 2400 });
    await start(page, LINK);
    const openDialog = async () => {
        await page.locator(".header > .open-practice").click();
        const more = page.locator(".more-practice");
        if ((await more.getAttribute("open")) === null) {
            await more.locator("summary").click();
        }
        await page.locator("#practice").getByRole("button", { name: "Make a set" }).click();
    };
    await openDialog();
    const dialog = page.locator("dialog.teach");
    await dialog.locator(".of-screen button").first().click();
    const tasks = dialog.locator(".tasks > li");
    await expect(tasks).toHaveCount(8);
    await tasks.nth(6).locator(".handle").dragTo(tasks.nth(5));
    await expect(tasks.nth(5).locator(".text input").last()).toHaveValue("A column of 4 fits.");
    await expect(dialog.getByRole("status")).toHaveText("This is now step 6 of 8.");
    await tasks.nth(5).locator(".preview").click();
    await expect(dialog).toHaveCount(0);
    await expect(partsOf(page).words).toHaveText("A column of 4 fits.");
    await expect(partsOf(page).number).toHaveText("Step 6 of 8");
    await openDialog();
    await expect(tasks).toHaveCount(8);
});

test("steps are printed with their pictures", async ({ page }) => {
    await start(page, LINK);
    await page.locator(".header > .open-practice").click();
    await page.locator(".more-practice summary").click();
    await page.locator("#practice").getByRole("button", { name: "Make a set" }).click();
    await page.evaluate(() => (globalThis.print = () => {}));
    await page.locator("dialog.teach .of-screen button").last().click();
    await page.emulateMedia({ media: "print" });
    const sheet = page.locator(".worksheet");
    await expect(sheet.locator("> ol > li")).toHaveCount(8);
    await expect(sheet.locator(".picture")).toHaveCount(5);
    const drawn = await sheet.locator(".picture").evaluateAll((pictures) => pictures.map((picture) => picture.complete && picture.naturalWidth > 300));
    expect(drawn).toEqual(Array(5).fill(true));
    await expect(sheet.locator(".own-text").first()).toHaveText("A column and a row. What will a + b be?");
});
