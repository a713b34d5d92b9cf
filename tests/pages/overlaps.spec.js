// What stands beside something does not lie on it, and what has room uses it.
import { link, open, partsOf, start, visit } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** Whether two boxes have a point in common. */
const overlap = (one, other) =>
    one.x < other.x + other.width - 0.5 && other.x < one.x + one.width - 0.5 && one.y < other.y + other.height - 0.5 && other.y < one.y + one.height - 0.5;

const LANGUAGES = ["en", "zh-CN", "es"];

test.describe("the hint of a field", () => {
    /** The part of the hint that is seen, and the text that stands in the field. */
    const measure = (page) =>
        page.locator(".operand.a").evaluate((operand) => {
            const input = operand.querySelector("input");
            const style = getComputedStyle(input);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = style.font;
            const [field, hint] = [input, operand.querySelector(".hint")].map((part) => part.getBoundingClientRect());
            const words = operand.querySelector(".hint span:last-child") ?? operand.querySelector(".hint");
            const range = document.createRange();
            range.selectNodeContents(words);
            const box = range.getBoundingClientRect();
            const isSeen = getComputedStyle(operand.querySelector(".hint")).display !== "none" && box.top < hint.bottom - 2;
            return { end: field.left + Number.parseFloat(style.paddingLeft) + 2 + pen.measureText(input.value).width, isSeen, start: box.left };
        });

    for (const locale of LANGUAGES) {
        test(`stands beside the text, or nowhere (${locale})`, async ({ page }) => {
            for (const width of [900, 1000, 1280, 1920]) {
                await page.setViewportSize({ width, height: 720 });
                const parts = await open(page, link("4,1", "3", { locale }));
                for (const text of ["", "3", "4,1", "[0,1,2]", "[[0],[10]]", "[0,1,2,3,4]"]) {
                    await parts.a.fill(text);
                    const { end, isSeen, start: left } = await measure(page);
                    expect(!isSeen || left >= end, `${text} at ${width} px: the text ends at ${end}, the hint begins at ${left}`).toBe(true);
                }
            }
        });
    }

    test("is seen beside a short text", async ({ page }) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        const parts = await open(page, "?a=4,1&b=3");
        await parts.a.focus();
        expect((await measure(page)).isSeen).toBe(true);
    });
});

test.describe("a note about the link", () => {
    for (const [width, height, more] of [[1280, 720, ""], [700, 420, "&embed=1"], [360, 740, ""], [800, 400, ""], [640, 330, ""]]) {
        test(`covers nothing (${width}×${height}${more})`, async ({ page }) => {
            await page.setViewportSize({ width, height });
            for (const query of ["?a=2,3,4&b=4,5", "?code=import+numpy+as+np%0Az+%3D+np.ones(3)+%2B+np.ones(4)"]) {
                await start(page, `${query}&op=dance&cell=nowhere${more}`);
                const parts = partsOf(page);
                await expect(parts.linkNotes).toBeVisible();
                for (const part of [".row", ".stage", ".caption", ".transport", ".program-panel", ".header"]) {
                    // At one time: all of them move while the editor is being loaded. A part without a box has its contents somewhere else.
                    const [note, box] = await page.evaluate((part) => {
                        const boxOf = (selector) => {
                            const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
                            return width * height > 0 ? { x, y, width, height } : null;
                        };
                        return [boxOf(".link-notes"), boxOf(part)];
                    }, part);
                    expect.soft(box !== null && overlap(note, box), `${part} of ${query}`).toBe(false);
                }
            }
        });
    }

    test("is not written where the link can be used", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&c=4,3&op=where");
        await expect(parts.verdictText).toContainText("broadcast to (4, 3)");
        await expect(parts.linkNotes).toHaveCount(0);
        await open(page, "?a=4,1&b=3&op=where");
        await expect(page.locator("#operand-c"), "with a third operand").toBeVisible();
        await expect(parts.linkNotes).toHaveCount(0);
    });
});

test("the inputs of where stand apart", async ({ page }) => {
    for (const width of [1280, 768, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await open(page, "?a=4,1&b=3&c=4,3");
        const [b, c] = await Promise.all(["b", "c"].map((side) => page.locator(`#operand-${side}`).boundingBox()));
        expect(c.x - b.x - b.width, `at ${width} px`).toBeGreaterThanOrEqual(4);
    }
});

test("the button of the options is as wide with a question as without", async ({ page }) => {
    for (const [width, height] of [[1280, 720], [1000, 500], [768, 1024]]) {
        await page.setViewportSize({ width, height });
        const widths = [];
        for (const predict of ["", "&predict=shape"]) {
            await start(page, `?a=4,1&b=3&chapter=last${predict}`);
            widths.push((await partsOf(page).openOptions.boundingBox()).width);
        }
        expect(widths[1], `at ${width}×${height}`).toBeCloseTo(widths[0], 0);
    }
});

test("the play button on a picture is round", async ({ page }) => {
    for (const [width, height] of [[700, 420], [480, 360], [1000, 600], [320, 300]]) {
        await page.setViewportSize({ width, height });
        await start(page, "?a=4,1&b=3&embed=1");
        const box = await partsOf(page).playOver.boundingBox();
        expect(box.width, `${width}×${height}`).toBeCloseTo(box.height, 0);
    }
});

test.describe("a caption", () => {
    for (const [width, height, more] of [[700, 420, "&embed=1"], [900, 600, "&embed=1"], [1280, 720, ""], [768, 1024, ""]]) {
        for (const locale of LANGUAGES) {
            test(`uses its whole width, and the stage keeps its size (${width}×${height}, ${locale})`, async ({ page }) => {
                await page.setViewportSize({ width, height });
                const sizes = new Set();
                for (const chapter of [1, 2, 4, "last"]) {
                    const parts = await visit(page, link("4,1", "3", { chapter, locale }) + more);
                    const button = parts.caption.locator(".next button");
                    // What to try next is loaded later, in a widget when somebody uses it.
                    if (more === "") {
                        await expect(button).toBeAttached();
                    }
                    const [caption, said, stage] = await Promise.all(
                        [".caption", ".said", ".viewport"].map((part) => page.locator(part).boundingBox()),
                    );
                    const next = (await button.count()) > 0 && (await button.boundingBox());
                    sizes.add(`${stage.width}×${stage.height}`);
                    const sides = await parts.caption.evaluate((element) => {
                        const { paddingLeft, paddingRight } = getComputedStyle(element);
                        return Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
                    });
                    if (chapter === "last" && next) {
                        expect(overlap(said, next), "beside what to try next").toBe(false);
                    } else {
                        expect(said.width).toBeCloseTo(caption.width - sides, 0);
                    }
                }
                expect([...sizes]).toHaveLength(1);
            });
        }
    }
});

test("a caption beside which there is nothing to try uses its whole width in the last chapter too", async ({ page }) => {
    await page.setViewportSize({ width: 700, height: 420 });
    await visit(page, "?a=4,1&b=3&c=4,3&chapter=last&embed=1");
    const [caption, said] = await Promise.all([".caption", ".said"].map((part) => page.locator(part).boundingBox()));
    expect(caption.width - said.width).toBeLessThan(30);
});

test.describe("a question", () => {
    test("has a picture that uses the stage, and choices in the middle", async ({ page }) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        for (const query of ["?a=4,1&b=3&predict=shape", "?a=2,3&b=3&predict=source", "?a=4,4&b=4,1&predict=axes"]) {
            await start(page, query);
            await expect(page.locator(".own td").first()).toBeVisible();
            const [cell, stage, question] = await Promise.all(
                [".own td", ".own-figures", ".question"].map((part) => page.locator(part).first().boundingBox()),
            );
            const rows = await page.locator(".own.a tr").count();
            expect.soft(cell.height, query).toBeGreaterThan(Math.min(80, (0.6 * stage.height) / rows));
            expect.soft(cell.width, "a square").toBeCloseTo(cell.height, 0);
            expect.soft(question.x + question.width / 2, "in the middle").toBeCloseTo(640, 0);
            expect.soft(question.width).toBeLessThan(1000);
        }
    });

    test("has no picture larger than the stage", async ({ page }) => {
        for (const [width, height, more] of [[1280, 720, ""], [1920, 1080, ""], [700, 420, "&embed=1"], [360, 740, ""]]) {
            await page.setViewportSize({ width, height });
            for (const [a, b] of [["4,1", "3"], ["8,8", "8"], ["4", "4,1"], ["2,3", "3"]]) {
                await start(page, link(a, b, { predict: "shape" }) + more);
                await expect(page.locator(".own td").first()).toBeVisible();
                const scrolls = await page.locator(".own-figures").evaluate((stage) => [stage.scrollWidth - stage.clientWidth, stage.scrollHeight - stage.clientHeight]);
                expect.soft(scrolls[0], `${a} and ${b} at ${width}×${height}`).toBeLessThanOrEqual(1);
                if (!a.includes("8") && width > 500) {
                    expect.soft(scrolls[1], `${a} and ${b} at ${width}×${height}`).toBeLessThanOrEqual(1);
                }
            }
        }
    });
});
