// A teacher's set where the dialog for sharing puts it: in the element at its default height, in an iframe, on a phone.
import { accessibilityFaults } from "./support/axe.js";
import { LOADER, openCourse } from "./support/course.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

const CAPTION = "Hand in by Friday. Draw the shapes first.";
const NOTES = ["This one is from the lecture.", "Which of the two is written?"];
const SET = `1~.Week 3~.1~.${CAPTION}~:a=4,1~.b=3~.predict=shape~.text=${NOTES[0]}~:a=3,4~.b=3~.op=mul~.library=numpy~.predict=error~.text=${NOTES[1]}`;

/** The places of a course page, and of a page alone: what is around, and the window. */
const PLACES = {
    "the element at its default height": ["element", 1000, 760],
    "an element in a narrow column": ["element", 420, 760],
    "an iframe of 600 px": [600, 1000, 760],
    "an iframe of 400 px": [400, 760, 560],
    "an iframe of 720 px": [720, 1000, 820],
    "a phone": ["page", 360, 740],
    "a low phone": ["page", 360, 600],
};

/** Where the choices do not fit under a reply: the buttons stay in sight over a choice that is scrolled under them. */
const SCROLLED = ["an element in a narrow column", "a low phone"];

/** Opens the set in a place. Gives what it is in. */
async function openSet(page, [place, width, height], set = SET) {
    await page.setViewportSize({ width, height });
    const query = encodeURIComponent(set);
    if (place === "page") {
        await page.goto(`?steps=${query}`);
        return page;
    }
    const element = `${LOADER}<broadcast-visualizer steps="${set}"></broadcast-visualizer>`;
    const frame = `<iframe title="Week 3" src="./?steps=${query}&amp;embed=1" width="100%" height="${place}"></iframe>`;
    await openCourse(page, place === "element" ? element : frame);
    return place === "element" ? page.locator("broadcast-visualizer") : page.frameLocator("iframe");
}

for (const [name, place] of Object.entries(PLACES)) {
    test(`a teacher's title, caption and texts are in sight with the question: ${name}`, async ({ page }) => {
        const within = await openSet(page, place);
        const texts = within.locator(".question .own-text");
        const inSight = async (number) => {
            // The caption of the set stands above its first step.
            await expect(texts).toHaveText(number === 0 ? [CAPTION, NOTES[0]] : [NOTES[number]]);
            for (const part of [within.locator(".question b"), texts.first(), texts.last(), within.locator(".check"), within.locator(".own-figures")]) {
                await expect(part).toBeInViewport({ ratio: 0.9 });
            }
            await expect(within.locator(".question .prompt")).toBeInViewport({ ratio: 0.9 });
        };
        await inSight(0);
        // What is in an iframe is a document of its own.
        const inside = page.frames().at(-1);
        expect(await accessibilityFaults(inside)).toEqual([]);
        await within.locator("#answer").fill("4,3");
        await within.locator("#answer").press("Enter");
        await expect(within.locator(".question .right")).toBeInViewport();
        await expect(texts.nth(0)).toBeVisible();
        // Where the pointer is over the scrubber, it is seen.
        await within.locator(".track input").hover();
        expect(await accessibilityFaults(inside)).toEqual([]);
        await within.locator(".check").click();
        await expect(texts).toHaveText([NOTES[1]]);
        await expect(within.locator(".choices input").first(), "the first field of the next question").toBeFocused();
        await within.locator(".choices input").last().check();
        await within.locator(".check").click();
        await expect(within.locator(".why")).toBeVisible();
        if (!SCROLLED.includes(name)) {
            expect(await accessibilityFaults(inside)).toEqual([]);
        }
    });
}

for (const [name, place] of Object.entries(PLACES).slice(0, 3)) {
    test(`hints and fields look the same before and after other chunks are loaded: ${name}`, async ({ page }) => {
        const within = await openSet(page, place);
        const look = () => within.locator(".question-head").evaluate((head) => {
            const { display, fontSize, flexWrap } = getComputedStyle(head);
            return [display, fontSize, flexWrap, getComputedStyle(head.querySelector(".own-text")).width];
        });
        await within.locator(".question .prompt").waitFor();
        const before = await look();
        // The library's messages need the chunk `work`.
        await within.getByRole("button", { name: "Show the answer" }).click();
        await within.locator(".check").click();
        await within.locator(".choices input").first().check();
        await within.locator(".check").click();
        await expect(within.locator(".question :is(.right, .wrong)").first()).toBeVisible();
        expect(await look()).toEqual(before);
    });
}

test("on a phone the buttons are in sight under the reply to a wrong choice", async ({ page }) => {
    const set = SET.replace("a=4,1~.b=3~.predict=shape", "a=3,4~.b=3~.predict=error");
    const within = await openSet(page, PLACES["a phone"], set);
    await within.locator(".choices input").last().check();
    await within.locator(".check").click();
    await expect(within.locator(".why")).toBeVisible();
    for (const button of await within.locator(".answer .buttons button").all()) {
        await expect(button).toBeInViewport({ ratio: 1 });
    }
    await expect(within.locator(".choices input").first()).toBeInViewport();
});

test("with the next question the focus is on its first field, whatever kind it is of", async ({ page }) => {
    const kinds = ["shape", "verdict", "axes", "value", "source", "memory", "error", "fix"];
    const set = `1~.~.1~.${kinds.map((kind) => `~:a=${["error", "fix"].includes(kind) ? "3,4" : "4,1"}~.b=3~.predict=${kind}`).join("")}`;
    await page.goto(`?steps=${encodeURIComponent(set)}`);
    const field = page.locator(".answer :is(#answer, .choices input, select)").first();
    for (const kind of kinds) {
        await expect(page.locator(".of-steps")).toContainText(`Step ${kinds.indexOf(kind) + 1} of 8`);
        if (kind !== kinds[0]) {
            await expect(field, kind).toBeFocused();
        }
        await page.getByRole("button", { name: "Show the answer" }).click();
        await page.locator(".check").focus();
        await page.keyboard.press("Enter");
    }
    await expect(page.locator(".score")).toBeVisible();
    await expect(page.locator(".question")).toBeFocused();
});
