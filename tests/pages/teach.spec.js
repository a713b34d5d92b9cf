// For teachers: a set of one's own is collected, ordered, copied and edited again, and printed as a worksheet.
import { accessibilityFaults } from "./support/axe.js";
import { start } from "./support/page.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

const partsOf = (page) => {
    const dialog = page.locator("dialog.teach");
    return {
        dialog,
        menu: page.locator(".header > .open-practice"),
        /** Opens the menu of practice with all that it has. */
        openMenu: async () => {
            await page.locator(".header > .open-practice").click();
            const more = page.locator(".more-practice");
            if ((await more.getAttribute("open")) === null) {
                await more.locator("summary").click();
            }
        },
        make: page.locator("#practice").getByRole("button", { name: "Make a set" }),
        addInMenu: page.locator("#practice").getByRole("button", { name: "Add what is on screen" }),
        tasks: dialog.locator(".tasks > li"),
        operations: dialog.locator(".tasks .operation"),
        said: dialog.getByRole("status"),
        link: dialog.locator("section:has(#share-link) code"),
        worksheet: page.locator(".worksheet"),
    };
};

/** A set of three questions, the second of which is one in Python. */
const SET =
    "1~.Week 3~.1~.~:a=3,4~.b=3~.predict=shape~:a=torch.arange(4)[:, None]~.b=3~.op=mul~.predict=value~:a=(3,)~.b=4~.library=numpy~.predict=error";

/** Opens the dialog from the menu of practice. */
async function openDialog(page, query) {
    await start(page, query);
    const parts = partsOf(page);
    await parts.openMenu();
    await parts.make.click();
    await expect(parts.dialog).toBeVisible();
    return parts;
}

/** The dialog with the questions of `SET`. */
async function openSet(page, more = "") {
    const parts = await openDialog(page, `?steps=${encodeURIComponent(SET)}${more}`);
    await parts.dialog.locator(".of-screen button").first().click();
    await expect(parts.tasks).toHaveCount(3);
    return parts;
}

test("questions are collected from what is on screen, and their link asks them", { tag: "@each-form" }, async ({ page }) => {
    await start(page, "?a=4,1&b=3");
    const parts = partsOf(page);
    await parts.openMenu();
    await parts.addInMenu.click();
    await expect(parts.addInMenu).toContainText("1");
    await page.keyboard.press("Escape");
    await page.locator("#operand-b").fill("torch.ones(3, 2)");
    await expect(page.locator(".verdict")).toContainText("do not broadcast");
    await parts.openMenu();
    await parts.make.click();
    await expect(parts.operations).toHaveText(["a = 4,1; b = 3; a + b (PyTorch)"]);
    await parts.dialog.locator(".add-question").click();
    await expect(parts.operations).toHaveText(["a = 4,1; b = 3; a + b (PyTorch)", "a = 4,1; b = torch.ones(3, 2); a + b (PyTorch)"]);
    await expect(parts.said).toHaveText("Added. Number of steps: 2.");
    await expect(parts.dialog.locator(".add-question")).toBeFocused();
    await parts.tasks.nth(0).locator("select.kind").selectOption("shape of the result");
    await parts.tasks.nth(1).locator("select.kind").selectOption("message");
    await expect(parts.tasks.nth(1)).toContainText("PyTorch: out = a + b. Which message does this give?");
    const title = '<img src=x onerror="alert(1)"> & “轴”';
    await parts.dialog.getByLabel("Title").fill(title);
    await parts.dialog.getByLabel("Readers can ask for the answers").uncheck();
    const link = await parts.link.textContent();
    await page.keyboard.press("Escape");
    await expect(parts.dialog).toHaveCount(0);
    await expect(parts.menu).toBeFocused();
    await start(page, link);
    const question = page.locator(".question");
    await expect(question).toContainText("Step 1 of 2");
    await expect(question.locator("b")).toHaveText(title);
    await expect(page.getByRole("button", { name: "Show the answer" })).toHaveCount(0);
    await page.locator("#answer").fill("4,3");
    await page.locator(".check").click();
    await page.locator(".check").click();
    await expect(question.locator(".choice").first()).toBeVisible();
});

test("sharing leads to the dialog, which is loaded then", async ({ page }) => {
    await start(page, "?a=4,1&b=3");
    await page.locator(".header .share-button").click();
    await page.locator("dialog.share .make-set").click();
    const parts = partsOf(page);
    await expect(parts.dialog).toBeVisible();
    await expect(page.locator("dialog.share:not(.teach)")).toBeHidden();
    await expect(parts.dialog.locator(".add")).toBeEnabled();
});

test("a question is moved and removed with the keyboard, and the focus stays with it", async ({ page }) => {
    const parts = await openSet(page);
    const first = "a = 3,4; b = 3; a + b (PyTorch)";
    await parts.tasks.nth(0).locator(".down").focus();
    await page.keyboard.press("Enter");
    await expect(parts.operations.nth(1)).toHaveText(first);
    await expect(parts.said).toHaveText("This is now step 2 of 3.");
    await expect(parts.tasks.nth(1).locator(".down")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(parts.operations.nth(2)).toHaveText(first);
    await expect(parts.tasks.nth(2).locator(".kind"), "there is no button further down").toBeFocused();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(parts.operations.nth(1)).toHaveText(first);
    await expect(parts.tasks.nth(1).locator(".kind")).toBeFocused();
    await parts.tasks.nth(2).locator(".remove").focus();
    await page.keyboard.press("Space");
    await expect(parts.tasks).toHaveCount(2);
    await expect(parts.said).toHaveText("Step 3 is removed. Number of steps: 2.");
    await expect(parts.tasks.nth(1).locator(".remove")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(parts.tasks).toHaveCount(1);
    await expect(parts.tasks.nth(0).locator(".remove")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(parts.tasks).toHaveCount(0);
    await expect(parts.dialog.locator(".add")).toBeFocused();
});

test("a set from a link is edited again", async ({ page }) => {
    const parts = await openSet(page);
    await expect(parts.dialog.getByLabel("Title")).toHaveValue("Week 3");
    await expect(parts.tasks.nth(1)).toContainText("a = torch.arange(4)[:, None]; b = 3; a × b (PyTorch)");
    await expect(parts.link).toContainText(`?steps=${SET.replaceAll(" ", "+")}`);
    await expect(parts.dialog.locator("section:has(#share-element) code")).toContainText('steps="1~.Week 3~.1~.~:a=3,4');
    await expect(parts.dialog.locator("section:has(#share-frame) code")).toContainText("&amp;embed=1");
});

test("shapes, texts and a caption are typed, and the link shows them as text", async ({ page }) => {
    const parts = await openSet(page);
    const first = parts.tasks.nth(0);
    await first.getByLabel("Operand b of step 1").fill("2,1");
    await expect(first.locator(".operation")).toHaveText("a = 3,4; b = 2,1; a + b (PyTorch)");
    await expect(first.getByLabel("Operand b of step 1")).toBeFocused();
    const note = '<img src=x onerror="alert(1)"> Draw it first. ~';
    await first.getByLabel("Your own text at step 1").fill(note);
    await parts.dialog.getByLabel("Caption of the set").fill("Hand in by Friday.");
    const link = await parts.link.textContent();
    await start(page, link);
    const question = page.locator(".question");
    await expect(question.locator(".own-text")).toHaveText(["Hand in by Friday.", note]);
    await expect(question.locator("img")).toHaveCount(0);
    await expect(question.locator(".prompt")).toContainText("shape");
});

test("a link that cannot be read says so", async ({ page }) => {
    for (const broken of [SET.replace("1~", "2~"), `${SET}~x`, "1~.t~.1"]) {
        await start(page, `?steps=${encodeURIComponent(broken)}`);
        await expect(page.locator(".question .wrong")).toBeVisible();
        await expect(page.locator(".question .wrong")).not.toBeEmpty();
    }
});

test("a long link is said to be long", async ({ page }) => {
    const long = `1~.~.1~.${`~:a=${"1,".repeat(30)}4~.b=${"1,".repeat(30)}4~.predict=shape`.repeat(24)}`;
    const parts = await openDialog(page, `?steps=${long}`);
    await parts.dialog.locator(".of-screen button").first().click();
    await expect(parts.tasks).toHaveCount(24);
    await expect(parts.dialog.locator(".how", { hasText: "link has" })).toHaveText(/This link has [\d,]+ characters\. /);
});

/** Prints with a print dialog that does nothing, so that what is printed stays. */
async function print(page, button) {
    await page.evaluate(() => {
        globalThis.prints = 0;
        globalThis.print = () => (globalThis.prints += 1);
    });
    await button.click();
    await expect.poll(() => page.evaluate(() => globalThis.prints)).toBe(1);
    await page.emulateMedia({ media: "print" });
}

test("a worksheet has the questions, and the answers on a page of their own", async ({ page }) => {
    const parts = await openSet(page);
    await parts.dialog.getByLabel("With the answers").check();
    await print(page, parts.dialog.locator(".print"));
    await expect(parts.worksheet).toBeVisible();
    await expect(parts.dialog, "nothing else is printed").toBeHidden();
    await expect(page.locator("#app")).toBeHidden();
    const tasks = parts.worksheet.locator("> ol > li");
    await expect(tasks).toHaveCount(3);
    await expect(parts.worksheet.locator("h1").first()).toHaveText("Week 3");
    await expect(tasks.nth(0).locator(".own td"), "the cells of both operands").toHaveCount(3 * 4 + 3);
    expect((await tasks.nth(0).locator(".own td").allTextContents()).join(""), "no values").toBe("");
    await expect(tasks.nth(0).locator(".axes-to-fill tbody td"), "a table to fill in").toHaveCount(3 * 2);
    await expect(tasks.nth(0).locator(".axes-to-fill tbody td").first()).toBeEmpty();
    await expect(tasks.nth(1).locator(".own.a td")).toHaveText(["0", "1", "2", "3"]);
    await expect(tasks.nth(2).locator(".choices li").first()).toBeVisible();
    await expect(parts.worksheet.locator(".of-link")).toContainText("steps=1~.Week+3");
    const answers = parts.worksheet.locator(".answers li");
    await expect(answers).toHaveCount(3);
    await expect(answers.nth(0)).toContainText("It fails");
    await expect(answers.nth(0)).toContainText("At axis 1 a has size 4 and b has size 3: the sizes differ, and none of them is 1.");
    await expect(answers.nth(0)).toContainText("A wrong answer to expect: (3, 4)");
    await expect(answers.nth(0)).toContainText("“Shapes line up at the left.”");
    expect(await parts.worksheet.locator(".answers").evaluate((section) => getComputedStyle(section).breakBefore)).toBe("page");
});

for (const format of ["A4", "Letter"]) {
    test(`a worksheet fills few pages, and after printing the page is as it was (${format})`, async ({ page }) => {
        const parts = await openSet(page);
        await parts.dialog.getByLabel("With the answers").check();
        await print(page, parts.dialog.locator(".print"));
        await expect(parts.worksheet).toBeVisible();
        const pages = (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
        expect(pages, "questions, then answers").toBeGreaterThanOrEqual(2);
        expect(pages).toBeLessThanOrEqual(4);
        // The browser has said that it has printed.
        await page.emulateMedia({ media: null });
        await expect(parts.worksheet).toHaveCount(0);
        await expect(parts.dialog).toBeVisible();
    });
}

test("a worksheet without answers has none, also not hidden", async ({ page }) => {
    const parts = await openSet(page);
    await print(page, parts.dialog.locator(".print"));
    await expect(parts.worksheet.locator("> ol > li")).toHaveCount(3);
    await expect(parts.worksheet.locator(".answers")).toHaveCount(0);
    expect(await parts.worksheet.textContent()).not.toContain("wrong");
});

test("the same seed gives the same worksheet", async ({ page }) => {
    const texts = [];
    for (let time = 0; time < 2; time += 1) {
        const parts = await openDialog(page, "?practice=3.5f3.mixed.2.5");
        await parts.dialog.getByLabel("With the answers").check();
        await print(page, parts.dialog.locator(".of-screen").getByRole("button", { name: "Print" }));
        await expect(parts.worksheet.locator("> ol > li")).toHaveCount(5);
        texts.push(await parts.worksheet.innerHTML());
        await page.emulateMedia({ media: null });
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain("All topics. Up to 3 axes");
    expect(texts[0]).toContain("practice=3.5f3.mixed.2.5");
});

for (const settings of ["theme=light&locale=en", "theme=dark&locale=zh-CN", "theme=light&locale=es"]) {
    test(`axe finds nothing in the dialog and the menu (${settings})`, async ({ page, allowedErrors }) => {
        // How axe-core measures colours.
        allowedErrors.push(/Applying inline style violates/);
        await start(page, `?steps=${encodeURIComponent(SET)}&${settings}`);
        const parts = partsOf(page);
        await parts.openMenu();
        expect(await accessibilityFaults(page, { within: "#practice" })).toEqual([]);
        await page.locator(".more-practice > button").nth(1).click();
        await expect(parts.dialog).toBeVisible();
        expect(await accessibilityFaults(page, { within: "dialog.teach" })).toEqual([]);
        await parts.dialog.locator(".of-screen button").first().click();
        await expect(parts.tasks).toHaveCount(3);
        expect(await accessibilityFaults(page, { within: "dialog.teach" })).toEqual([]);
        for (const [width, height] of [[360, 740], [480, 360]]) {
            await page.setViewportSize({ width, height });
            expect(await parts.dialog.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), `${width} wide`).toBe(true);
        }
    });
}
