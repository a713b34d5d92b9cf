// Questions: nothing tells the answer before it is given, and what an answer leads to.
import { readFileSync } from "node:fs";

import { accessibilityFaults } from "./support/axe.js";
import { LOADER, openCourse } from "./support/course.js";
import { start } from "./support/page.js";
import { solve } from "./support/solver.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

/** The parts of a question, on a page or in a frame. */
const partsOf = (page) => ({
    question: page.locator(".question"),
    prompt: page.locator(".question .prompt"),
    text: page.locator("#answer"),
    check: page.locator(".check"),
    hint: page.getByRole("button", { name: "Hint" }),
    show: page.getByRole("button", { name: "Show the answer" }),
    verdict: page.locator(".verdict"),
    canvas: page.locator(".viewport canvas"),
    figures: page.locator(".own-figures"),
    wrong: page.locator(".question .wrong"),
    right: page.locator(".question .right"),
});

async function open(page, query) {
    await page.goto(query);
    const parts = partsOf(page);
    await expect(parts.prompt).toHaveCount(1);
    await expect(parts.prompt).not.toBeEmpty();
    return parts;
}

/**
 * Notes, from before the page's scripts on, everything that the page says: texts on a canvas, titles, events and messages.
 * `said()` gives it.
 */
async function listen(page) {
    await page.addInitScript(() => {
        globalThis.said = [];
        const note = (what, value) => globalThis.said.push(`${what}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
        for (const method of ["fillText", "strokeText"]) {
            const original = CanvasRenderingContext2D.prototype[method];
            CanvasRenderingContext2D.prototype[method] = function (text, ...rest) {
                note(method, String(text));
                return original.call(this, text, ...rest);
            };
        }
        for (const type of ["ready", "statechange", "chapterchange", "broadcasterror", "resize", "error", "answer", "complete"]) {
            addEventListener(type, ({ detail }) => note(type, detail ?? null), true);
        }
        addEventListener("message", ({ data }) => note("message", data ?? null));
        const { replaceState, pushState } = History.prototype;
        for (const [name, original] of Object.entries({ replaceState, pushState })) {
            History.prototype[name] = function (...values) {
                note(name, values.map(String));
                return original.apply(this, values);
            };
        }
        const { log, warn, error, info } = console;
        for (const [name, original] of Object.entries({ log, warn, error, info })) {
            console[name] = (...values) => (note(name, values.map(String)), original.apply(console, values));
        }
    });
    return () => page.evaluate(() => globalThis.said);
}

/** Every text and attribute of the page, shadow roots and values of fields too, and its accessibility tree. */
async function reachable(page) {
    const texts = await page.evaluate(() => {
        const texts = [document.title, location.href];
        const visit = (node) => {
            for (const child of node.childNodes) {
                if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.COMMENT_NODE) {
                    texts.push(child.data);
                }
                if (child.nodeType === Node.ELEMENT_NODE) {
                    texts.push(...[...child.attributes].map(({ name, value }) => `${name}="${value}"`), String(child.value ?? ""));
                    child.shadowRoot && visit(child.shadowRoot);
                    visit(child);
                }
            }
        };
        visit(document);
        return texts;
    });
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    const names = nodes.flatMap(({ name, value, description }) => [name, value, description].map((field) => String(field?.value ?? "")));
    // The hash in the name of a file, and that of its contents, may have any digits.
    const withoutHashes = (text) => text.replace(/-[0-9a-f]{16}(?=\.)|sha\d+-[\w+/=]+/g, "");
    return [...texts.map(withoutHashes), ...names];
}

/** For each kind a question, and texts of its answer, none of which is in the question. */
const SECRETS = {
    shape: ["?a=40,1&b=17&predict=shape", ["(40, 17)", "40, 17", "40,17", "680", "[40, 17]", "✓"]],
    verdict: ["?a=5,23&b=19&predict=verdict", ["must match", "RuntimeError", "does not broadcast", "✗", "non-singleton"]],
    axes: ["?a=40,1&b=17&predict=axes", ["(40, 17)", "40, 17", "680", "(1, 17)"]],
    value: ["?a=[[101],[203]]&b=[[7,9]]&predict=value&cell=1,1", ["212", "(2, 2)", "= 203", "203 + 9"]],
    source: ["?a=[[101],[203]]&b=[[7,9]]&predict=source&cell=1,1", ["212", "(2, 2)", "a[1,0] b[0,1]", "203 + 9", "a[1,0] +"]],
    memory: ["?a=40,1&b=17&predict=memory", ["2,720", "2720", "2.7 kB", "680", "(40, 17)"]],
    error: ["?a=5,23&b=19&predict=error", ["✗", "does not broadcast"]],
    fix: ["?a=23,5&b=23&predict=fix", ["✗", "does not broadcast", "must match", "RuntimeError"]],
    gradient: ["?a=[[101],[203]]&b=[[7,9]]&op=mul&predict=gradient", ["[16]", "304", "(2, 2)"]],
};

for (const [kind, [query, secrets]] of Object.entries(SECRETS)) {
    test(`nothing tells the answer to a question about the ${kind}, until it is asked for`, async ({ page }) => {
        const said = await listen(page);
        const parts = await open(page, query);
        await expect(parts.figures).toBeVisible();
        const before = [...(await reachable(page)), ...(await said())];
        for (const secret of secrets) {
            expect.soft(before.filter((text) => text.includes(secret)), secret).toEqual([]);
        }
        expect(await parts.canvas.count(), "no diagram").toBe(0);
        // The same search finds the answer afterwards, so it can find one.
        await parts.show.click();
        await expect(parts.verdict).toBeVisible();
        // The story tells it at its end.
        await page.locator(".transport input[type=range]").press("End");
        const isTold = async () => {
            const after = [...(await reachable(page)), ...(await said())];
            return secrets.some((secret) => after.some((text) => text.includes(secret)));
        };
        await expect.poll(isTold, `${kind} is shown`).toBe(true);
    });
}

test("an element tells nothing before the answer", async ({ page }) => {
    const said = await listen(page);
    await openCourse(page, `${LOADER}<broadcast-visualizer a="40,1" b="17" predict="shape"></broadcast-visualizer>`);
    const parts = partsOf(page);
    await expect(parts.prompt).toHaveCount(1);
    const element = page.locator("broadcast-visualizer");
    const told = await element.evaluate(async (element) => {
        element.play();
        element.seek(9);
        element.next();
        return JSON.stringify([element.getState(), await element.toSVG(), await element.toBlob()]);
    });
    const before = [...(await reachable(page)), ...(await said()), told];
    for (const secret of ["(40, 17)", "40, 17", "680"]) {
        expect.soft(before.filter((text) => text.includes(secret)), secret).toEqual([]);
    }
    await expect(element).toHaveAttribute("predict", "shape");
    await parts.text.fill("(40, 17)");
    await parts.check.click();
    await expect(parts.verdict).toContainText("(40, 17)");
});

test("a wrong answer names the wrong rule, and the story ends where it contradicts the answer", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, "?a=3,4&b=3&predict=shape");
    await parts.text.fill("3,4");
    await parts.text.press("Enter");
    await expect(parts.wrong.nth(1)).toContainText("This may come from a wrong rule: “Shapes line up at the left.” or “A vector is a column.”");
    await expect(page.locator(".why")).toContainText("Axis 1 decides: 4 ≠ 3");
    await expect(page.locator(".why td.decides")).toHaveText(["4", "3"]);
    await expect(parts.canvas).toBeVisible();
    await expect(page.locator(".marks .mark"), "only the chapters up to it").toHaveCount(2);
    await expect(parts.verdict).toHaveCount(0);
    await expect(page.locator(".tabs")).toHaveCount(0);
    await parts.text.fill("error");
    await parts.check.click();
    await expect(parts.right).toHaveText("Right.");
    await expect(parts.verdict).toBeVisible();
    // Another operation is another question.
    await page.locator("#operand-b").fill("4");
    await expect(parts.verdict).toHaveCount(0);
    await expect(parts.text).toHaveValue("");
});

test("on a phone, the field and the button are in sight under the reply", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const parts = await open(page, "?a=3,4&b=3&predict=shape");
    await parts.text.fill("3,4");
    await parts.check.click();
    await expect(parts.wrong.nth(1)).toBeVisible();
    await expect(parts.canvas).toBeInViewport();
    await expect(parts.text).toBeInViewport({ ratio: 1 });
    await expect(parts.check).toBeInViewport({ ratio: 1 });
});

test("an answered question keeps the focus", async ({ page }) => {
    const parts = await open(page, "?a=3,4&b=3&predict=shape");
    await parts.text.fill("3,4");
    await parts.text.press("Enter");
    await expect(parts.canvas).toBeVisible();
    await expect(parts.text).toBeFocused();
    const set = await open(page, "?practice=3.5f3.shapes.1.1");
    await set.show.focus();
    await page.keyboard.press("Enter");
    await expect(set.verdict).toBeVisible();
    await expect(set.check).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator(".score")).toBeVisible();
    await expect(set.question).toBeFocused();
});

test("a hint tells one chapter in words", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&predict=value");
    await parts.hint.click();
    await expect(page.locator(".hints li")).toHaveCount(1);
    await expect(parts.canvas).toHaveCount(0);
    await parts.hint.click();
    await expect(page.locator(".hints li")).toHaveCount(2);
});

test("elements are chosen with the keyboard", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&predict=source&cell=2,1");
    await page.getByRole("button", { name: "a[2,0] = 2" }).press("Enter");
    await page.getByRole("button", { name: "b[1] = 1" }).press("Space");
    await expect(parts.text).toHaveValue("a[2,0] b[1]");
    await parts.check.press("Enter");
    await expect(parts.right).toHaveText("Right.");
});

test("axes are chosen, and a Python shape is an answer", async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3&predict=axes");
    await page.locator(".axes select").nth(0).selectOption("b lacks it");
    await page.locator(".axes select").nth(1).selectOption("a stretches");
    await parts.check.click();
    await expect(parts.right).toHaveText("Right.");
    const again = await open(page, "?a=4,1&b=3&predict=shape");
    await again.text.fill("torch.empty(4, 3)");
    await again.check.click();
    await expect(again.right).toHaveText("Right.");
});

test("a set is begun from the menu, and ends with a summary", async ({ page }) => {
    await start(page, "?a=4,1&b=3");
    await page.locator(".header > .open-practice").click();
    await page.getByRole("combobox", { name: "Topic" }).selectOption("Shapes");
    await page.locator(".more-practice summary").click();
    await page.getByRole("combobox", { name: "Level" }).selectOption("Up to 3 axes");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const parts = partsOf(page);
    for (let number = 1; number <= 5; number++) {
        await expect(parts.question).toContainText(`Question ${number} of 5`);
        await expect.poll(() => new URL(page.url()).searchParams.get("practice")).toMatch(/^3\.[0-9a-f]+\.shapes\.2\.5$/);
        await expect(page.locator("#operand-a")).toHaveCount(0);
        await parts.show.click();
        await expect(parts.verdict).toBeVisible();
        await parts.check.click();
    }
    await expect(page.locator(".score")).toHaveText("0 of 5 right at the first try");
    await page.getByRole("button", { name: "The same questions again" }).click();
    await expect(parts.question).toContainText("Question 1 of 5");
    await page.getByRole("button", { name: "End the practice" }).click();
    await expect(parts.question).toHaveCount(0);
    await expect(page.locator("#operand-a")).toBeVisible();
});

test("an adaptive set has its name in the link and above its questions", async ({ page }) => {
    await start(page, "?a=4,1&b=3");
    await page.locator(".header > .open-practice").click();
    await page.locator(".more-practice summary").click();
    await page.getByRole("checkbox", { name: "Adaptive set" }).check();
    await page.locator(".sets .topic").selectOption("Memory");
    await page.locator(".sets .start").click();
    await expect(page.locator(".question .number")).toContainText("Adaptive set Question 1 of 5");
    await expect.poll(() => new URL(page.url()).searchParams.get("practice")).toMatch(/^3\.[0-9a-f]+\.memory\.1\.5\.adaptive$/);
});

test("the menu asks about what is shown", async ({ page }) => {
    await page.goto("?a=4,1&b=3&chapter=last");
    await expect(page.locator(".verdict")).toBeVisible();
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /practice/.test(name)).length);
    expect(loaded, "practice is loaded when it is wanted").toBe(0);
    await page.locator(".header > .open-practice").click();
    await page.locator(".more-practice summary").click();
    await page.locator(".ask-about select").selectOption("memory");
    await expect(page.locator(".verdict")).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get("predict")).toBe("memory");
});

test("a page collects the answers of an element and of an iframe", async ({ page }) => {
    const quiz = readFileSync(new URL("../recipes/quiz.html", import.meta.url), "utf8");
    await page.route("**/quiz.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: quiz }));
    await page.goto("quiz.html");
    const answers = page.locator("#answers li");
    const element = partsOf(page.locator("broadcast-visualizer"));
    await element.text.fill("3,4");
    await element.text.press("Enter");
    await expect(answers).toHaveCount(1);
    await expect(answers.first()).toContainText("(3, 4): wrong (lines-up-left or vector-is-column or axis-by-fit)");
    const frame = page.frameLocator("iframe");
    const parts = partsOf(frame);
    for (let number = 1; number <= 5; number++) {
        await expect(parts.question).toContainText(`Question ${number} of 5`);
        await parts.show.click();
        await expect(answers).toHaveCount(1 + number);
        await parts.check.click();
    }
    await expect(answers.last()).toHaveText("0 of 5 right");
});

test("every question of 20 seeds is answered rightly from what is on screen", async ({ page }) => {
    test.slow();
    const topics = ["mixed", "shapes", "errors", "values", "memory", "inplace", "gradients"];
    const kinds = new Set();
    for (let seed = 0; seed < 20; seed++) {
        const parts = await open(page, `?practice=3.${seed.toString(16)}.${topics[seed % topics.length]}.${1 + (seed % 3)}.2&library=pytorch`);
        for (let number = 1; number <= 2; number++) {
            await expect(parts.question).toContainText(`Question ${number} of 2`);
            kinds.add(await solve(page));
            const prompt = await parts.prompt.innerText();
            await parts.check.click();
            await expect(parts.right, prompt).toHaveText("Right.");
            await parts.check.click();
        }
        await expect(page.locator(".score")).toHaveText("2 of 2 right at the first try");
    }
    expect(kinds.size).toBe(9);
});

/** What is to be seen: a link, and what is then done. */
const STATES = {
    "a question": ["?a=4,1&b=3&predict=shape"],
    "a wrong answer": ["?a=3,4&b=3&predict=shape", async (parts) => (await parts.text.fill("3,4"), await parts.check.click())],
    "a right answer": ["?a=4,1&b=3&predict=shape", async (parts) => (await parts.text.fill("4,3"), await parts.check.click())],
    "axes": ["?a=4,1&b=3&predict=axes"],
    "messages": ["?a=2,3&b=2&predict=error"],
    "elements": ["?a=2,4,3&b=4,1&predict=source"],
    "a fix": ["?a=3,4&b=3&predict=fix"],
    "an empty operand": ["?a=0,3&b=1&predict=verdict"],
    "a set": ["?practice=3.5f3.mixed.2.5"],
    "a set that cannot be read": ["?practice=7"],
};

// Colours differ by theme, and components by state. What else differs by language or in an element is the same in each state.
const [SOME] = Object.keys(STATES);
for (const [state, [query, act]] of Object.entries(STATES)) {
    const others = state === SOME ? ["theme=light&locale=es", "embed=1"] : [];
    for (const settings of ["theme=light&locale=en", "theme=dark&locale=zh-CN", ...others]) {
        test(`axe finds nothing in ${state} (${settings})`, async ({ page }) => {
            await page.goto(`${query}&${settings}`);
            const parts = partsOf(page);
            await expect(parts.question).toBeVisible();
            await act?.(parts);
            expect(await accessibilityFaults(page)).toEqual([]);
        });
    }
}

for (const [width, height, settings] of [
    [1280, 720, ""],
    [768, 1024, ""],
    [360, 740, ""],
    [360, 740, "&locale=es"],
    [700, 420, "&embed=1"],
    [480, 360, "&embed=1"],
    [480, 360, "&embed=1&locale=es"],
]) {
    test(`the question and the button are in sight at ${width} × ${height} ${settings}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const kind of ["shape", "verdict", "axes", "value", "source", "memory", "error", "fix", "gradient"]) {
            const parts = await open(page, `?a=${["error", "fix"].includes(kind) ? "3,4" : "4,1"}&b=3&predict=${kind}${settings}`);
            await expect(parts.check, kind).toBeInViewport({ ratio: 1 });
            await expect(parts.figures, kind).toBeInViewport();
            expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), kind).toBe(true);
        }
    });
}
