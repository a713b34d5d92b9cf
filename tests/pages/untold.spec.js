// What is known on the page: equation row, caption, fixes and note say the same, and the same as the stage.
import { open, picture, programLink, scrubTo, settled, visit } from "./support/page.js";
import { expect, test } from "./support/test.js";

const FAILS = "import torch\nq = torch.ones(8, 4, 16, 16)\nmask = torch.ones(8, 16)\ny = q + mask\n";

test("a link that names a chapter hides nothing, and a step back does not either", async ({ page }) => {
    const parts = await visit(page, "?a=4,1&b=3&chapter=3");
    await expect(parts.result).toHaveText("= (4, 3) ✓");
    await parts.back.click();
    await expect(parts.chapter).toHaveText(/^2\/6/);
    await expect(parts.result).toHaveText("= (4, 3) ✓");
    await page.keyboard.press("Home");
    await parts.play.click();
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.result).toHaveText("= (4, 3) ✓");
});

test("a link to a chapter before a clash tells the clash, and its fixes come with the chapter of the clash", async ({ page }) => {
    const parts = await visit(page, "?a=8,4,16,16&b=8,16&chapter=2");
    await expect(parts.result).toHaveText("✗ axis 2: 16 ≠ 8");
    await expect(parts.diagnostics, "their room stays").toHaveCount(1);
    await expect(parts.diagnostics).toBeHidden();
    await parts.forward.click();
    await expect(parts.diagnostics).toBeHidden();
    await parts.forward.click();
    await expect(parts.libraryMessage).toContainText("must match the size of tensor b (8)");
    await expect(parts.diagnostics).toBeVisible();
    await expect(parts.result).toHaveText("✗ axis 2: 16 ≠ 8");
});

test("while a story plays from its start, the row fills with the table, and what was told stays", async ({ page }) => {
    const parts = await visit(page, "?a=4,1&b=3");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.result).toHaveText("= ( ?, ? )");
    for (const [position, told] of [[200, "( ?, ? )"], [240, "( ?, ? )"], [280, "( ?, 3 )"], [190, "( ?, ? )"], [300, "( ?, 3 )"], [380, "( 4, 3 )"]]) {
        await scrubTo(parts, position);
        await expect(parts.result, `at ${position}`).toHaveText(`= ${told}`);
    }
    await scrubTo(parts, 500);
    await expect(parts.result).toHaveText("= (4, 3) ✓");
    await scrubTo(parts, 100);
    await expect(parts.chapter).toHaveText(/^2\/6/);
    await expect(parts.result).toHaveText("= (4, 3) ✓");
});

test("the table on the stage has what the row says", async ({ page }) => {
    const atStart = async (parts) => {
        await page.keyboard.press("Home");
        await settled(parts);
        return picture(parts.canvas);
    };
    const known = await atStart(await visit(page, "?a=4,1&b=3&chapter=1"));
    const parts = await visit(page, "?a=4,1&b=3");
    expect(await atStart(parts), "its result is not told").not.toBe(known);
    await expect(parts.result).toHaveText("= ( ?, ? )");
    await page.keyboard.press("End");
    await settled(parts);
    expect(await atStart(parts), "a step back does not hide it").toBe(known);
    await expect(parts.result).toHaveText("= (4, 3) ✓");
});

test("while shapes are compared, the row is not ahead of the table, and has the clash when the table has it", async ({ page }) => {
    const parts = await visit(page, "?a=8,4,16,16&b=8,16");
    await expect(parts.play).toHaveAccessibleName("Pause");
    for (const [position, told] of [[45, "( ?, ?, ?, ? )"], [60, "( ?, ?, ✗, ? )"], [30, "( ?, ?, ?, ? )"], [100, "( ?, ?, ✗, ? )"]]) {
        await scrubTo(parts, position);
        await expect(parts.chapter).toHaveText(/^2\/4/);
        await expect(parts.result, `at ${position}`).toHaveText(`= ${told}`);
        await expect(parts.diagnostics).toBeHidden();
    }
    await scrubTo(parts, 300);
    await expect(parts.result).toHaveText("✗ axis 2: 16 ≠ 8");
    await expect(parts.diagnostics).toBeVisible();
});

test("an open panel tells the result, and so does the row", async ({ page }) => {
    const parts = await visit(page, "?a=4,1&b=3");
    await parts.play.click();
    await expect(parts.result).toHaveText("= ( ?, ? )");
    await parts.openTab(1);
    await expect(parts.memory).toBeVisible();
    await expect(parts.result).toHaveText("= (4, 3) ✓");
});

test("the note of an example waits for the end of its story", async ({ page }) => {
    const parts = await open(page, "?a=7&b=7");
    await parts.openExample("A clash in the middle");
    await parts.play.click();
    await expect(parts.play).toHaveAccessibleName("Play");
    await expect(parts.note, "its room stays").toHaveCount(1);
    await expect(parts.note).toBeHidden();
    await expect(parts.diagnostics).toBeHidden();
    await expect(parts.result).toContainText("?");
    await page.keyboard.press("End");
    await expect(parts.note).toBeVisible();
    await expect(parts.diagnostics).toBeVisible();
    await page.keyboard.press("Home");
    await expect(parts.result).toHaveText("✗ axis 1: 2 ≠ 3");
    await expect(parts.note).toBeVisible();
});

test("what is to be tried next plays, and is not told before", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await page.getByRole("button", { name: "Try it: drag b's 3 to 4" }).click();
    await expect(parts.b).toHaveValue("(4,)");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.result).toHaveText("= ( ?, ? )");
});

test("beside a program that fails the clash is shown, and one key plays the story", async ({ page }) => {
    const parts = await visit(page, programLink(FAILS).replace("chapter=last", ""));
    await expect(parts.chapter).toHaveText(/^4\/4/);
    await expect(parts.play).toHaveAccessibleName("Play from the start");
    await expect(parts.result).toHaveText("✗ axis 2: 16 ≠ 8");
    expect(new URL(page.url()).search, "the address stays as it was").toBe("");
    await page.keyboard.press("Enter");
    await expect(parts.play).toHaveAccessibleName("Pause");
    await expect(parts.chapter).toHaveText(/^1\/4/);
    await expect(parts.result, "the editor has the exception").toHaveText("✗ axis 2: 16 ≠ 8");
    await page.keyboard.press("End");
    await parts.play.click();
    await expect(parts.chapter).toHaveText(/^1\/4/);
});

test.describe("while somebody types", () => {
    for (const [locale, words] of [["en", "Enter plays the story"], ["zh-CN", "按 Enter 播放"], ["es", "Enter reproduce la explicación"]]) {
        test(`a hint says that Enter plays the story: ${locale}`, async ({ page }) => {
            const parts = await open(page, `?a=4,1&b=3&locale=${locale}`);
            const field = page.locator(".operand.b");
            const hint = field.getByText(words, { exact: true });
            await expect(hint).toBeHidden();
            await parts.b.fill("5");
            await expect(hint).toBeVisible();
            await parts.b.fill("2,7,5");
            await expect(parts.libraryMessage).toBeVisible();
            await expect(hint).toBeVisible();
            await parts.b.fill("");
            await expect(hint, "what can be typed").toHaveCount(0);
            // Without room beside the text it is cut.
            await parts.b.fill("(1, 1, 1, 1, 1, 1, 5)");
            const [box, input] = await Promise.all([hint.boundingBox(), parts.b.boundingBox()]);
            expect(box.y).toBeGreaterThan(input.y + 30);
            await parts.b.fill("5");
            await parts.b.blur();
            await expect(hint).toBeHidden();
        });
    }

    test("a phone has no hint", async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        const parts = await open(page, "?a=4,1&b=3");
        await parts.b.fill("5");
        await expect(parts.result).toHaveText("= (4, 5) ✓");
        await expect(page.getByText("Enter plays the story").first()).toBeHidden();
    });
});
