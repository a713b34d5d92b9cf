// A teacher's set as a file: the element and the page load it, what cannot be read is said with its place, and the dialog saves and opens it.
import { readFileSync } from "node:fs";

import { accessibilityFaults } from "./support/axe.js";
import { LOADER, openCourse } from "./support/course.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

const FILE = {
    version: 1,
    title: "Week 3",
    caption: "Hand in by Friday. <b>",
    answers: false,
    steps: [
        { a: "4,1", b: "3", predict: "shape", text: "This one is from the lecture." },
        { a: "3,4", b: "(3,)", op: "mul", library: "numpy", predict: "verdict" },
    ],
};

/** Serves a text, or an object as JSON, as `week3.json` beside the course page. Gives how often it was asked for. */
async function serve(page, content) {
    const asked = { times: 0, content };
    await page.route("**/week3.json", (route) => {
        asked.times += 1;
        const { content } = asked;
        const body = typeof content === "object" ? JSON.stringify(content) : content;
        return content === null ? route.fulfill({ status: 404, body: "{}" }) : route.fulfill({ contentType: "application/json", body });
    });
    return asked;
}

const openElement = (page, attributes = "") =>
    openCourse(page, `${LOADER}<broadcast-visualizer steps-src="week3.json" locale="en" ${attributes}></broadcast-visualizer>`);

test("an element asks the questions of a file, and says to the page what was answered", async ({ page }) => {
    const asked = await serve(page, FILE);
    await page.addInitScript(() => {
        globalThis.results = [];
        ["answer", "complete"].forEach((name) => document.addEventListener(name, ({ detail }) => globalThis.results.push(detail)));
    });
    await openElement(page);
    const question = page.locator("broadcast-visualizer .question");
    await expect(question).toContainText("Step 1 of 2");
    await expect(question.locator("b")).toHaveText("Week 3");
    await expect(question.locator(".own-text")).toHaveText(["Hand in by Friday. <b>", "This one is from the lecture."]);
    await expect(page.getByRole("button", { name: "Show the answer" })).toHaveCount(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.locator("#answer").fill("4,3");
    await question.locator(".check").click();
    await expect(question.locator(".right")).toBeVisible();
    await question.locator(".check").click();
    await question.getByText("It fails").click();
    await question.locator(".check").click();
    await question.locator(".check").click();
    await expect(question.locator(".score")).toHaveText("2 of 2 right at the first try");
    const results = await page.evaluate(() => globalThis.results);
    expect(results.map(({ correct }) => correct)).toEqual([true, true, 2]);
    expect(results.at(-1)).toMatchObject({ set: "week3.json", title: "Week 3", questions: 2 });
    expect(asked.times, "it is loaded once").toBe(1);
    await expect(page.locator("broadcast-visualizer")).toHaveAttribute("steps-src", "week3.json");
    await expect(page.locator("broadcast-visualizer")).not.toHaveAttribute("practice");
});

test("a missing file says so in the place of the set, and can be asked for again", async ({ page, allowedErrors }) => {
    allowedErrors.push(/404/);
    const asked = await serve(page, null);
    await openElement(page);
    const question = page.locator("broadcast-visualizer .question");
    await expect(question).toContainText("The file with the steps cannot be loaded. week3.json");
    expect(await accessibilityFaults(page)).toEqual([]);
    asked.content = FILE;
    await question.getByRole("button", { name: "Try again" }).click();
    await expect(question).toContainText("Step 1 of 2");
});

for (const [locale, said] of [["en", "Line 4, character 28: \"predict\" has no such value."], ["zh-CN", "第 4 行第 28 个字符：\"predict\" 没有这个值。"], ["es", "Línea 4, carácter 28: \"predict\" no tiene este valor."]]) {
    test(`a broken file is said to be broken with its place (${locale})`, async ({ page }) => {
        await serve(page, '{\n  "version": 1,\n  "steps": [\n    { "a": "3", "predict": "shpae" }\n  ]\n}');
        await openCourse(page, `${LOADER}<broadcast-visualizer steps-src="week3.json" locale="${locale}"></broadcast-visualizer>`);
        await expect(page.locator("broadcast-visualizer .question .wrong")).toContainText(said);
        expect(await accessibilityFaults(page)).toEqual([]);
    });
}

test("a page takes the file of its own origin, and no other one", async ({ page, allowedErrors }) => {
    await serve(page, FILE);
    await page.goto("?steps-src=week3.json");
    const question = page.locator(".question");
    await expect(question).toContainText("Step 1 of 2");
    await expect(page.locator("#operand-a")).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).search).toBe("?steps-src=week3.json");
    await question.getByRole("button", { name: "End the practice" }).click();
    await expect(question).toHaveCount(0);
    expect(new URL(page.url()).search).not.toContain("steps");
    // The policy of the page.
    allowedErrors.push(/Content Security Policy/, /connect-src/, /Failed to load/);
    await page.goto(`?steps-src=${encodeURIComponent("https://elsewhere.example/week3.json")}`);
    await expect(question).toContainText("cannot be loaded");
});

test("another file is another set", async ({ page }) => {
    await serve(page, FILE);
    await page.route("**/week4.json", (route) => route.fulfill({ body: JSON.stringify({ ...FILE, title: "Week 4" }) }));
    await openElement(page);
    const title = page.locator("broadcast-visualizer .question b");
    await expect(title).toHaveText("Week 3");
    await page.locator("broadcast-visualizer").evaluate((element) => (element["steps-src"] = "week4.json"));
    await expect(title).toHaveText("Week 4");
});

test("the dialog saves a set as a file, and opens it again", async ({ page }) => {
    await page.goto(`?steps=${encodeURIComponent("1~.Week 3~.0~.Friday~:a=4,1~.b=3~.predict=shape~.text=Draw.~:a=3,4~.b=3~.op=mul~.library=numpy~.predict=error")}`);
    await page.locator(".header > .open-practice").click();
    await page.locator(".more-practice summary").click();
    await page.locator("#practice").getByRole("button", { name: "Make a set" }).click();
    const dialog = page.locator("dialog.teach");
    await dialog.locator(".of-screen button").first().click();
    await expect(dialog.locator(".tasks > li")).toHaveCount(2);
    const download = page.waitForEvent("download");
    await dialog.locator(".save-file").click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("week-3.json");
    await expect(dialog).toContainText('steps-src="week-3.json"');
    const text = readFileSync(await saved.path(), "utf8");
    expect(JSON.parse(text)).toEqual({
        version: 1,
        title: "Week 3",
        caption: "Friday",
        answers: false,
        steps: [
            { a: "4,1", b: "3", predict: "shape", text: "Draw." },
            { a: "3,4", b: "3", op: "mul", library: "numpy", predict: "error" },
        ],
    });
    const open = (buffer) => dialog.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(buffer) });
    await open('{"version": 2}');
    await expect(dialog.locator(".wrong")).toContainText("Line 1, character 13: this version is unknown");
    await expect(dialog.locator(".tasks > li"), "nothing is lost").toHaveCount(2);
    expect(await accessibilityFaults(page, { within: "dialog.teach" })).toEqual([]);
    await open(text.replace("Week 3", "Week 4"));
    await expect(dialog.getByLabel("Title")).toHaveValue("Week 4");
    await expect(dialog.locator(".wrong")).toHaveCount(0);
    await expect(dialog.locator(".tasks > li")).toHaveCount(2);
});
