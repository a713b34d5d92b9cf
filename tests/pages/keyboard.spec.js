// The keyboard: everything can be reached and done without a pointer, and is announced to screen readers.
import { address, open, scrubTo, visit } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** Opens a link under a clock that only the test moves, at three times the normal speed. */
async function openWithClock(page, query) {
    await page.clock.install();
    const parts = await open(page, query);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(500);
    await parts.setSpeed("3×");
    return parts;
}

test("Space and K play and pause, in the last chapter too", async ({ page }) => {
    const parts = await openWithClock(page, "?a=4,1&b=3&chapter=5");
    await parts.viewport.focus();
    await page.keyboard.press("Space");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await page.clock.runFor(500);
    await expect(parts.chapter).toContainText("Combine the elements");
    const half = await parts.scrubber.inputValue();
    expect(Number(half)).toBeGreaterThan(400);
    expect(Number(half)).toBeLessThan(500);
    await page.keyboard.press("k");
    await expect(parts.play, "it is paused, not over").toHaveAccessibleName("Play");
    await page.clock.runFor(2_000);
    await expect(parts.scrubber).toHaveValue(half);
    await page.keyboard.press("K");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await page.clock.runFor(900);
    await expect(parts.scrubber).toHaveValue("500");
    await expect(parts.play, "the last chapter is held until it can be read").toHaveAccessibleName("Pause");
    await page.clock.runFor(8_000);
    await expect(parts.play).toHaveAccessibleName("Play from the start");
    await page.keyboard.press("Space");
    // Where the story starts: before its first chapter is at rest. The first frame takes no time.
    await page.clock.runFor(16);
    await expect(parts.scrubber).toHaveValue("-100");
});

test("a chapter fills its mark while it moves and is held, and a step ends it at once", async ({ page }) => {
    const parts = await openWithClock(page, "?a=4,1&b=3&chapter=1");
    const marks = page.locator(".marks");
    const progress = () => marks.evaluate((marks) => Number.parseInt(getComputedStyle(marks).getPropertyValue("--progress"), 10));
    await expect.poll(progress, "the reader has gone to this chapter").toBe(100);
    await parts.play.click();
    await page.clock.runFor(1_000);
    await expect(parts.mark(2)).toHaveAttribute("aria-current", "step");
    await expect(parts.scrubber, "the motion is over").toHaveValue("100");
    const before = await progress();
    await page.clock.runFor(200);
    const after = await progress();
    expect(before).toBeLessThan(after);
    expect(after).toBeLessThan(100);
    await page.keyboard.press("ArrowRight");
    await page.clock.runFor(100);
    await expect(parts.mark(3)).toHaveAttribute("aria-current", "step");
    expect(Number(await parts.scrubber.inputValue())).toBeGreaterThan(100);
    await expect(parts.play).toHaveAccessibleName("Play");
});

test("after a click the keys are those of the diagram, after a key the focus stays", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&chapter=3");
    await parts.forward.click();
    await expect(parts.viewport).toBeFocused();
    await expect(parts.live).toHaveText(/^Chapter 4 of 6: /);
    await parts.mark(2).click();
    await expect(parts.viewport).toBeFocused();
    await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
    await page.keyboard.press("Space");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await page.keyboard.press("Space");
    await expect(parts.play).toHaveAccessibleName("Play");
    await parts.mark(3).press("Enter");
    await expect(parts.mark(3)).toBeFocused();
    await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
    await parts.back.press("Space");
    await expect(parts.back).toBeFocused();
    await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
});

test("a mark shows the whole chapter that the scrubber shows in part", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await scrubTo(parts, 250);
    await expect(parts.live).toHaveText(/^Chapter 4 of 6: /);
    await parts.mark(4).click();
    await expect(parts.scrubber).toHaveValue("300");
});

test("where there is no room for names, the menu has them", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const parts = await open(page, "?a=4,1&b=3");
    const chapters = page.locator("select.chapter");
    await expect(parts.mark(1)).toBeHidden();
    await parts.openMenu.click();
    await expect(chapters.locator("option:checked")).toHaveText("6 combine");
    await expect(chapters.locator("option")).toHaveText(["1 operands", "2 line up", /^3 insert b/, "4 stretch a · axis 1", "5 stretch b · axis 0", "6 combine"]);
    await chapters.selectOption("2 line up");
    await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
    await page.keyboard.press("Escape");
    await expect(chapters).toBeHidden();
    await expect(parts.openMenu).toBeFocused();
    await parts.openMenu.press("Enter");
    await expect(chapters).toBeVisible();
    await page.mouse.click(20, 600);
    await expect(chapters, "a press elsewhere closes it").toBeHidden();
});

test("digits, page keys and K need no other key, and can be switched off", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    for (const [key, chapter] of [["2", 2], ["9", 2], ["5", 5], ["PageUp", 4], ["PageDown", 5], ["1", 1], ["6", 6]]) {
        await page.keyboard.press(key);
        await expect(parts.live, key).toHaveText(new RegExp(`^Chapter ${chapter} of 6: `));
    }
    await parts.scrubber.focus();
    await page.keyboard.press("3");
    await expect(parts.live, "the scrubber has no use for a digit").toHaveText(/^Chapter 3 of 6: /);
    await page.keyboard.press("?");
    const keys = parts.help.getByRole("checkbox", { name: "Use single keys as shortcuts" });
    await keys.uncheck();
    await page.keyboard.press("Escape");
    await parts.viewport.focus();
    for (const key of ["5", "k", "?", "PageDown", "End", "ArrowRight", "Space"]) {
        await page.keyboard.press(key);
    }
    await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
    await expect(parts.help).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(parts.equation, "the keys of the diagram are its own").toHaveText("out[0,0] = a[0,0] + b[0] = 0 + 0 = 0");
    expect(await page.evaluate(() => [localStorage.length, document.cookie]), "nothing is stored").toEqual([0, ""]);
});

test("F fills the screen, where page keys step in a widget too, and Escape leaves it", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&embed=1");
    const presenting = page.locator(".page.presenting");
    await parts.viewport.focus();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("5");
    await expect(parts.scrubber, "the page around a widget scrolls").toHaveAttribute("aria-valuetext", /^Chapter 5 of 6: /);
    await page.keyboard.press("f");
    await expect(presenting).toHaveCount(1);
    await page.keyboard.press("PageUp");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 4 of 6: /);
    await page.keyboard.press("Escape");
    await expect(presenting).toHaveCount(0);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("2");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
});

test("one undo for what is typed, swapped, opened and applied", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    const inputs = async (a, b) => {
        await expect(parts.a).toHaveValue(a);
        await expect(parts.b).toHaveValue(b);
    };
    await parts.a.focus();
    await page.keyboard.press("End");
    await page.keyboard.type(",1,1");
    await parts.swapOperands();
    await inputs("3", "4,1,1,1");
    await parts.openExample("A clash in the middle");
    await inputs("5,2,4,1", "3,1,1");
    await parts.b.focus();
    await page.keyboard.press("End");
    await page.keyboard.type(",1");
    await page.keyboard.press("Control+z");
    await inputs("5,2,4,1", "3,1,1");
    await expect(parts.b).toBeFocused();
    await page.keyboard.press("Control+z");
    await inputs("3", "4,1,1,1");
    await page.keyboard.press("Control+z");
    await inputs("4,1,1,1", "3");
    await page.keyboard.press("Meta+z");
    await inputs("4,1", "3");
    await page.keyboard.press("Control+z");
    await inputs("4,1", "3");
    await page.keyboard.press("Control+Shift+z");
    await inputs("4,1,1,1", "3");
    await page.keyboard.press("Control+y");
    await inputs("3", "4,1,1,1");
    await expect.poll(() => address(page)).toMatchObject({ a: "3", b: "4,1,1,1", chapter: "last" });
});

test("Space on a button is the button's own", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.details.focus();
    await page.keyboard.press("Space");
    await expect(parts.drawer).toBeVisible();
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
    await expect(parts.scrubber).toHaveValue("500");
});

test("keys with a modifier are the browser's own", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&chapter=3");
    await page.keyboard.press("Control+ArrowLeft");
    await page.keyboard.press("Control+Home");
    await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
});

test("the question mark opens the list of keys, Escape closes it and returns the focus", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.details.focus();
    await page.keyboard.press("?");
    await expect(parts.help).toBeVisible();
    await expect(parts.help).toHaveAccessibleName("Keyboard shortcuts");
    await expect(parts.help.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("ArrowLeft");
    await expect(parts.scrubber, "nothing goes on behind it").toHaveAttribute("aria-valuetext", /^Chapter 6 of 6/);
    await page.keyboard.press("Escape");
    await expect(parts.help).toHaveCount(0);
    await expect(parts.details).toBeFocused();
    await page.keyboard.press("?");
    await expect(parts.help, "it opens a second time").toBeVisible();
    await parts.help.getByRole("button", { name: "Close" }).press("Enter");
    await expect(parts.help).toHaveCount(0);
});

test("the question mark opens the list of keys again, however late the browser says that it was closed", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await page.keyboard.press("?");
    await expect(parts.help).toBeVisible();
    // Escape closes a dialog at once; its `close` event is a task of its own, which a key may come before.
    const closed = await parts.help.evaluate((dialog) => {
        const late = new Promise((resolve) => dialog.addEventListener("close", () => setTimeout(resolve)));
        dialog.requestClose();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
        return late.then(() => "the event has come");
    });
    expect(closed).toBe("the event has come");
    await expect(parts.help).toBeVisible();
});

test("the button of the list of keys is in the menu", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&locale=zh-CN");
    await parts.openMenu.press("Enter");
    await parts.helpButton.press("Enter");
    await expect(parts.help).toHaveAccessibleName("快捷键");
    await page.keyboard.press("Escape");
    await expect(parts.help).toHaveCount(0);
});

test("Enter pins a cell, arrows then walk from cell to cell, and Escape unpins", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await parts.viewport.focus();
    await expect(parts.equation).toBeEmpty();
    for (const [key, equation] of [
        ["Enter", "out[0,0] = a[0,0] + b[0] = 0 + 0 = 0"],
        ["ArrowRight", "out[0,1] = a[0,0] + b[1] = 0 + 1 = 1"],
        ["ArrowDown", "out[1,1] = a[1,0] + b[1] = 10 + 1 = 11"],
        ["ArrowDown", "out[2,1] = a[2,0] + b[1] = 20 + 1 = 21"],
        ["ArrowLeft", "out[2,0] = a[2,0] + b[0] = 20 + 0 = 20"],
        ["ArrowLeft", "out[2,0] = a[2,0] + b[0] = 20 + 0 = 20"],
        ["ArrowUp", "out[1,0] = a[1,0] + b[0] = 10 + 0 = 10"],
        ["End", "out[3,2] = a[3,0] + b[2] = 30 + 2 = 32"],
        ["ArrowDown", "out[3,2] = a[3,0] + b[2] = 30 + 2 = 32"],
        ["Home", "out[0,0] = a[0,0] + b[0] = 0 + 0 = 0"],
    ]) {
        await page.keyboard.press(key);
        await expect(parts.equation, key).toHaveText(equation);
    }
    await expect(parts.live).toHaveText("out[0,0] = a[0,0] + b[0] = 0 + 0 = 0");
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
    // A key press is answered before what it changes is rendered, which happens at the latest by the next frame.
    const press = async (key) => {
        await page.keyboard.press(key);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    };
    await press("ArrowDown");
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
    await page.keyboard.press("Enter");
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

test("a cell of a clash is announced with its operand's own element", async ({ page }) => {
    const parts = await open(page, "?a=2,3&b=2");
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    // The words on the screen stay those of the library.
    await expect(parts.live).toContainText("a[0,0] = 0");
    await page.keyboard.press("ArrowRight");
    await expect(parts.live).toContainText("a[0,1] = 1");
    await expect(parts.libraryMessage).toBeVisible();
});

for (const [name, query] of [
    ["the page", "?a=5,3,4,1&b=3,1,1&chapter=3"],
    ["the embedded page", "?a=5,3,4,1&b=3,1,1&chapter=3&embed=1"],
]) {
    test(`Tab reaches every control of ${name}, in the order in which they stand, and leaves again`, async ({ page }) => {
        const parts = await open(page, query);
        // What a widget loads when it is first used.
        await parts.viewport.hover();
        await expect(parts.axisTable).toBeAttached();
        const wanted = await page.evaluate(() =>
            [...document.querySelectorAll("button, input, select, textarea, summary, a[href], [tabindex='0']")]
                .filter((element) => !element.disabled && element.checkVisibility({ visibilityProperty: true }) && element.closest("dialog") === null)
                // Between two sizes an axis is inserted with a pointer, or with a key of the size before.
                .filter((element) => element.tabIndex >= 0)
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
    for (const control of [parts.a, parts.operator, parts.openOptions, parts.viewport, parts.play, parts.scrubber, parts.mark(2), parts.details]) {
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

/** Notes what the polite region of the page says from now on; gives what takes it. */
async function listen(page) {
    await page.evaluate(() => {
        globalThis.heard = [];
        const region = document.querySelector("[aria-live=polite]");
        new MutationObserver(() => globalThis.heard.push(region.textContent)).observe(region, {
            characterData: true,
            childList: true,
            subtree: true,
        });
    });
    return () => page.evaluate(() => globalThis.heard.splice(0));
}

test("one polite region announces each chapter when it begins, once, whether the reader goes to it or the story plays", async ({ page }) => {
    const parts = await openWithClock(page, "?a=4,1&b=3&chapter=1");
    await expect(parts.live).toHaveCount(1);
    const heard = await listen(page);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
    expect((await heard()).map((text) => text.match(/^Chapter (\d)/)?.[1])).toEqual(["2", "3"]);
    await parts.play.click();
    await page.clock.runFor(20_000);
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: Combine the elements\. /);
    const title = (text) => text.match(/^Chapter (\d) of 6: .+?\. .+/)?.[1];
    expect((await heard()).map(title), "each has its words").toEqual(["4", "5", "6"]);
    await parts.play.click();
    await page.clock.runFor(60_000);
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
    expect((await heard()).map(title), "again from the start").toEqual(["1", "2", "3", "4", "5", "6"]);
});

test("a story that waits to be played is told when it plays, and its result not before", async ({ page }) => {
    await page.clock.install();
    const parts = await visit(page, "?a=4,1&b=3&embed=1");
    await page.clock.pauseAt(Date.now() + 60_000);
    const heard = await listen(page);
    await expect(parts.live).toHaveText("Chapter 1 of 6: The operands as given");
    const known = () => page.evaluate(() => {
        const cells = (row) => [...row.cells].slice(1).map((cell) => cell.textContent);
        const rows = [...document.querySelectorAll(".axis-table tbody tr")].slice(-2).map(cells);
        // What is hidden is not said.
        return [document.querySelector(".verdict-text").innerText, ...rows];
    });
    await page.locator(".play-over").click();
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: The operands as given\. a has 2 axes/);
    await expect.poll(known).toEqual(["", ["?", "?"], ["?", "?"]]);
    let last = "1";
    for (let second = 0; second < 60 && last !== "6"; second += 1) {
        await page.clock.runFor(1000);
        const [said, sizes] = await known();
        last = (await heard()).map((text) => text.match(/^Chapter (\d)/)[1]).at(-1) ?? last;
        if (last !== "6") {
            expect(said, `in chapter ${last}`).toBe("");
            // The table fills with the chapters: axis 0 has its size when chapter 5 has stretched it.
            if (last !== "5") {
                expect(last < "3" ? sizes : [sizes[0]], `in chapter ${last}`).toContain("?");
            }
        }
    }
    await expect(parts.verdictText).toHaveText("The shapes broadcast to (4, 3)");
    expect((await known()).slice(1)).toEqual([["4", "3"], ["inserted in\u00a0b, 1→4", "a stretches 1→3"]]);
});

test("hovering is not announced, holding is", async ({ page }) => {
    const parts = await open(page, "?a=()&b=()");
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await expect(parts.live).toHaveText("out = a + b = 10 + 2 = 12");
});

test("the first Tab reaches a link that skips to the inputs and changes nothing else", async ({ page }) => {
    const parts = await open(page, "?a=7&b=7");
    const skip = page.getByRole("link", { name: "Skip to the inputs" });
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(parts.a).toBeFocused();
    await expect.poll(() => address(page)).toMatchObject({ a: "7", b: "7" });
});
