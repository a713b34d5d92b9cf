// The keyboard: everything can be reached and done without a pointer, and is announced to screen readers.
import { address, open, settled } from "./support/page.js";
import { expect, test } from "./support/test.js";

test("Space plays and pauses", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await page.keyboard.press("Space");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.live).toHaveText(/^Chapter 2 of 6: /, { timeout: 15_000 });
    await page.keyboard.press("Space");
    await expect(parts.play).toHaveAccessibleName("Play");
    const paused = await parts.live.textContent();
    await settled(parts, 60);
    await expect(parts.live).toHaveText(paused);
    await page.keyboard.press("Space");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /, { timeout: 20_000 });
    await expect(parts.play).toHaveAccessibleName("Play from the start");
});

test("Space on a button is the button's own", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.swap.focus();
    await page.keyboard.press("Space");
    await expect(parts.a).toHaveValue("3");
    await expect(parts.play).toHaveAccessibleName("Play from the start");
});

test("arrows step through the chapters, Home and End lead to the ends", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const TITLES = [
        "The operands as given",
        "Line up at the right",
        "Insert axis 0 in b",
        "Stretch a along axis 1",
        "Stretch b along axis 0",
        "Combine the elements",
    ];
    for (let chapter = 4; chapter >= 0; chapter -= 1) {
        await page.keyboard.press("ArrowLeft");
        await expect(parts.chapter).toContainText(TITLES[chapter]);
        await expect(parts.live).toHaveText(new RegExp(`^Chapter ${chapter + 1} of 6: ${TITLES[chapter]}\\. `));
        await expect(parts.scrubber).toHaveAttribute("aria-valuetext", `Chapter ${chapter + 1} of 6: ${TITLES[chapter]}`);
    }
    await expect(parts.back).toBeDisabled();
    await page.keyboard.press("ArrowLeft");
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    await page.keyboard.press("ArrowRight");
    await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
    await page.keyboard.press("End");
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
    await expect(parts.forward).toBeDisabled();
    await page.keyboard.press("ArrowRight");
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
    await page.keyboard.press("Home");
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    await expect.poll(() => address(page).chapter).toBe("1");
});

test("keys in an input are the input's own", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.a.focus();
    for (const key of ["Home", "ArrowRight", "Space", "?", "End", "ArrowLeft"]) {
        await page.keyboard.press(key);
    }
    await expect(parts.a).toHaveValue("4 ?,1");
    await expect(parts.help).toHaveCount(0);
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
});

test("keys with a modifier are the browser's own", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&chapter=3");
    await page.keyboard.press("Control+ArrowLeft");
    await page.keyboard.press("Control+Home");
    await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
});

test("the question mark opens the list of keys, Escape closes it and returns the focus", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.swap.focus();
    await page.keyboard.press("?");
    await expect(parts.help).toBeVisible();
    await expect(parts.help).toHaveAccessibleName("Keyboard shortcuts");
    await expect(parts.help.getByRole("button", { name: "Close" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(parts.scrubber, "nothing goes on behind it").toHaveAttribute("aria-valuetext", /^Chapter 6 of 6/);
    await page.keyboard.press("Escape");
    await expect(parts.help).toHaveCount(0);
    await expect(parts.swap).toBeFocused();
    await page.keyboard.press("?");
    await expect(parts.help, "it opens a second time").toBeVisible();
    await parts.help.getByRole("button", { name: "Close" }).press("Enter");
    await expect(parts.help).toHaveCount(0);
});

test("the button of the list of keys opens it and has the focus back", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&locale=zh-CN");
    await parts.helpButton.press("Enter");
    await expect(parts.help).toHaveAccessibleName("快捷键");
    await page.keyboard.press("Escape");
    await expect(parts.help).toHaveCount(0);
    await expect(parts.helpButton).toBeFocused();
});

test("arrows walk from cell to cell while the diagram has the focus, and Escape unpins", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.viewport.focus();
    await expect(parts.equation).toBeEmpty();
    for (const [key, equation] of [
        ["ArrowRight", "out[0,0] = a[0,0] + b[0] = 0 + 0 = 0"],
        ["ArrowRight", "out[0,1] = a[0,0] + b[1] = 0 + 1 = 1"],
        ["ArrowDown", "out[1,1] = a[1,0] + b[1] = 1 + 1 = 2"],
        ["ArrowDown", "out[2,1] = a[2,0] + b[1] = 2 + 1 = 3"],
        ["ArrowLeft", "out[2,0] = a[2,0] + b[0] = 2 + 0 = 2"],
        ["ArrowLeft", "out[2,0] = a[2,0] + b[0] = 2 + 0 = 2"],
        ["ArrowUp", "out[1,0] = a[1,0] + b[0] = 1 + 0 = 1"],
        ["End", "out[3,2] = a[3,0] + b[2] = 3 + 2 = 5"],
        ["ArrowDown", "out[3,2] = a[3,0] + b[2] = 3 + 2 = 5"],
        ["Home", "out[0,0] = a[0,0] + b[0] = 0 + 0 = 0"],
    ]) {
        await page.keyboard.press(key);
        await expect(parts.equation, key).toHaveText(equation);
    }
    await expect(parts.live).toHaveText(
        "out[0,0] = a[0,0] + b[0] = 0 + 0 = 0. a[0,0] is at position 0 in the buffer of a; b[0] is at position 0 in the buffer of b.",
    );
    await expect(parts.scrubber, "the chapters stay").toHaveAttribute("aria-valuetext", /^Chapter 6 of 6/);
    await page.keyboard.press("Escape");
    await expect(parts.equation).toBeEmpty();
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
});

test("walking reaches every cell of four axes and of a result too large to be drawn whole", async ({ page }) => {
    // Many key presses: on a busy machine they take longer than one page may.
    test.slow();
    const parts = await open(page, "?a=2,3,2,2&b=2");
    await parts.viewport.focus();
    await page.keyboard.press("Home");
    // A key press is answered before what it changes is rendered, which happens at the latest by the next frame.
    const press = async (key) => {
        await page.keyboard.press(key);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    };
    const walked = new Set();
    for (let down = 0; down < 30; down += 1) {
        for (let right = 0; right < 30; right += 1) {
            const before = await parts.equation.textContent();
            walked.add(before.split(" = ")[0]);
            await press("ArrowRight");
            if ((await parts.equation.textContent()) === before) break;
        }
        for (let left = 0; left < 30; left += 1) {
            const before = await parts.equation.textContent();
            await press("ArrowLeft");
            if ((await parts.equation.textContent()) === before) break;
        }
        const before = await parts.equation.textContent();
        await press("ArrowDown");
        if ((await parts.equation.textContent()) === before) break;
    }
    expect(walked.size).toBe(24);
    await parts.a.fill("50000,1");
    await parts.b.fill("50000");
    await parts.viewport.focus();
    await page.keyboard.press("End");
    await expect(parts.equation).toHaveText("out[49999,49999] = a[49999,0] + b[49999] = 49999 + 49999 = 99998");
    await page.keyboard.press("Home");
    await expect(parts.equation).toHaveText("out[0,0] = a[0,0] + b[0] = 0 + 0 = 0");
});

test("without cells, arrows in the diagram do nothing", async ({ page }) => {
    for (const query of ["?a=0&b=1", "?a=()&b=()", "?a=5,2,4,1&b=3,1,1"]) {
        const parts = await open(page, query);
        await parts.viewport.focus();
        for (const key of ["ArrowRight", "ArrowDown", "Home", "End", "ArrowLeft", "ArrowUp", "Escape"]) {
            await page.keyboard.press(key);
        }
        await expect(parts.broken).toHaveCount(0);
        await expect(parts.verdictText).not.toBeEmpty();
    }
});

test("a cell of a clash shows its operand's own element", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=2");
    await parts.viewport.focus();
    await page.keyboard.press("ArrowRight");
    await expect(parts.equation).toHaveText("a[0,0] = 0");
    await page.keyboard.press("ArrowRight");
    await expect(parts.equation).toHaveText("a[0,1] = 1");
});

for (const [name, query] of [
    ["the page", "?a=5,3,4,1&b=3,1,1&chapter=3"],
    ["the embedded page", "?a=5,3,4,1&b=3,1,1&chapter=3&embed=1"],
]) {
    test(`Tab reaches every control of ${name}, in the order in which they stand, and leaves again`, async ({ page }) => {
        await open(page, query);
        const wanted = await page.evaluate(() =>
            [...document.querySelectorAll("button, input, select, textarea, summary, a[href], [tabindex='0']")]
                .filter((element) => !element.disabled && element.checkVisibility() && element.closest("dialog") === null)
                // Of a group of radio buttons, Tab reaches one.
                .filter((element) => element.type !== "radio" || element.checked)
                .map((element, at) => {
                    element.dataset.inOrder = at;
                    return element.outerHTML.slice(0, 80);
                }),
        );
        expect(wanted.length).toBeGreaterThan(10);
        const reached = [];
        for (let press = 0; press < wanted.length; press += 1) {
            await page.keyboard.press("Tab");
            reached.push(await page.evaluate(() => document.activeElement.dataset.inOrder));
        }
        expect(reached).toEqual(wanted.map((_, at) => String(at)));
    });
}

test("each thing that has the focus shows it", async ({ page }) => {
    const parts = await open(page, "?a=5,3,4,1&b=3,1,1&chapter=3");
    for (const control of [parts.a, parts.operator, parts.swap, parts.viewport, parts.play, parts.scrubber, parts.speed, parts.example("A size of 1 becomes 0")]) {
        await control.focus();
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Tab");
        await expect(control).toBeFocused();
        const outline = await control.evaluate((element) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(element);
            return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
        });
        expect.soft(outline, await control.evaluate((element) => element.className || element.id)).toBeGreaterThanOrEqual(2);
    }
});

test("one polite region announces the chapters, one after another", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&chapter=1");
    await expect(parts.live).toHaveCount(1);
    await page.evaluate(() => {
        globalThis.heard = [];
        const region = document.querySelector("[aria-live=polite]");
        new MutationObserver(() => globalThis.heard.push(region.textContent)).observe(region, {
            characterData: true,
            childList: true,
            subtree: true,
        });
    });
    await parts.play.click();
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /, { timeout: 20_000 });
    const heard = await page.evaluate(() => globalThis.heard);
    expect(heard.map((text) => text.match(/^Chapter (\d)/)?.[1])).toEqual(["2", "3", "4", "5", "6"]);
    expect(heard[1]).toBe(
        "Chapter 3 of 6: Insert axis 0 in b. b gains a leading axis of size 1: (3,) → (1, 3). " +
            "Its values stay where they are.",
    );
});

test("hovering is not announced, holding is", async ({ page }) => {
    const parts = await open(page, "?a=()&b=()");
    await parts.viewport.focus();
    await page.keyboard.press("ArrowRight");
    await expect(parts.live).toHaveText("out = a + b = 0 + 0 = 0. a is at position 0 in the buffer of a; b is at position 0 in the buffer of b.");
});

test("the first Tab reaches a link that skips to the diagram and changes nothing else", async ({ page }) => {
    const parts = await open(page, "?a=7&b=7");
    await parts.openExample("A clash in the middle");
    await parts.play.click();
    await expect(parts.note).toBeVisible();
    const skip = page.getByRole("link", { name: "Skip to the diagram" });
    await skip.focus();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(parts.viewport).toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(parts.viewport).toBeFocused();
    await expect(parts.note, "the example is still open").toBeVisible();
    expect(address(page)).toMatchObject({ a: "5,2,4,1", b: "3,1,1" });
});
