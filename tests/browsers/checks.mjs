// What must hold in every browser: the site starts, moves, obeys the keyboard, and works as a widget. The tests of
// tests/pages say much more, in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SCRUBBER = ".transport input[type=range]";
const PLAY = ".transport button.main";

/** A short text that differs where the picture differs. */
const fingerprint = () => {
    const canvas = document.querySelector(".viewport canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let at = 0; at < data.length; at += 1) {
        sum = (Math.imul(sum, 31) + data[at]) | 0;
    }
    return String(sum);
};

/** Where the scrubber stands, in hundredths of a chapter. */
const time = () => Number(document.querySelector(".transport input[type=range]").value);

/** What of these parts is not wholly inside the viewport. */
const outside = (names) =>
    names.filter((name) => {
        const { left, top, right, bottom } = document.querySelector(name)?.getBoundingClientRect() ?? {};
        return !(left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5 && right > left);
    });

/** What axe-core finds. */
const faults = async () => {
    const { violations } = await globalThis.axe.run(document, {
        runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
        resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.flat().join(" ")}`));
};

export const CHECKS = {
    "two shapes show their result": async (visitor) => {
        await visitor.open("?a=5,3,4,1&b=3,1,1&chapter=last");
        await visitor.reads(".verdict-text", "(5, 3, 4, 1)");
        await visitor.reads(".narration h3", "Combine");
        await visitor.isSound();
    },

    "a clash names its axis and the library's message": async (visitor) => {
        await visitor.open("?a=5,2,4,1&b=3,1,1&chapter=last");
        await visitor.reads(".library-message code", "must match the size of tensor b (3) at non-singleton dimension 1");
        await visitor.isSound();
    },

    "Python and Chinese are loaded when a link needs them": async (visitor) => {
        await visitor.open("?a=torch.ones(2,3)&b=torch.arange(3)&locale=zh-CN&chapter=last");
        await visitor.reads(".verdict-text", "(2, 3)");
        await visitor.reads(".verdict-text", "广播");
        await visitor.isSound();
    },

    "panels open": async (visitor) => {
        await visitor.open("?a=4,1&b=3&chapter=last");
        await visitor.click(".open-details");
        for (const number of [1, 2, 3]) {
            await visitor.click(`.tabs button:nth-of-type(${number})`);
            await visitor.until(`tab ${number} has content`, () => document.querySelector(".drawer")?.textContent.length > 20);
        }
        await visitor.isSound();
    },

    "the story plays once by itself, and every chapter has a picture of its own": async (visitor) => {
        await visitor.open("?a=4,1&b=3");
        await visitor.until("something moves", () => Number(document.querySelector(".transport input[type=range]").value) > 0);
        await visitor.press("K");
        await visitor.until("it is paused", (play) => document.querySelector(play).getAttribute("aria-label") === "Play", PLAY);
        const pictures = new Set();
        for (const at of [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500]) {
            await visitor.evaluate((selector, at) => {
                const scrubber = document.querySelector(selector);
                scrubber.value = String(at);
                scrubber.dispatchEvent(new Event("input", { bubbles: true }));
            }, SCRUBBER, at);
            await visitor.until(`the scrubber is at ${at}`, (selector, at) => Number(document.querySelector(selector).value) === at, SCRUBBER, at);
            await visitor.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));
            pictures.add(await visitor.evaluate(fingerprint));
        }
        assert.ok(pictures.size >= 9, `${pictures.size} pictures of 11 differ`);
        await visitor.isSound();
    },

    "played to its end at three times the speed, it stays there": async (visitor) => {
        await visitor.open("?a=2&b=2,1&chapter=1");
        await visitor.until("the menu is loaded", () => document.querySelector("select.speed") !== null);
        await visitor.evaluate(() => {
            const speed = document.querySelector("select.speed");
            speed.value = [...speed.options].find((option) => option.text === "3×").value;
            speed.dispatchEvent(new Event("change", { bubbles: true }));
        });
        await visitor.click(PLAY);
        const last = await visitor.evaluate((selector) => Number(document.querySelector(selector).max), SCRUBBER);
        await visitor.until("the last chapter is over", (play) => document.querySelector(play).getAttribute("aria-label") === "Play from the start", PLAY);
        assert.equal(await visitor.evaluate(time), last);
        await visitor.isSound();
    },

    "keys step, play and pause": async (visitor) => {
        await visitor.open("?a=4,1&b=3&chapter=last");
        await visitor.evaluate(() => document.querySelector(".viewport").focus());
        for (const [key, chapter] of [["2", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["PageDown", 3], ["PageUp", 2], ["Home", 1], ["End", 6]]) {
            await visitor.press(key);
            await visitor.until(`${key} goes to chapter ${chapter}`, (chapter) =>
                document.querySelector(".transport input[type=range]").getAttribute("aria-valuetext").startsWith(`Chapter ${chapter} of 6`), chapter);
        }
        await visitor.press("Space");
        await visitor.until("Space plays", (play) => document.querySelector(play).getAttribute("aria-label") === "Pause", PLAY);
        await visitor.press("Space");
        await visitor.until("Space pauses", (play) => document.querySelector(play).getAttribute("aria-label") !== "Pause", PLAY);
        await visitor.isSound();
    },

    "a cell is walked to and explained": async (visitor) => {
        await visitor.open("?a=4,1&b=3&chapter=last");
        await visitor.evaluate(() => document.querySelector(".viewport").focus());
        await visitor.press("Enter");
        await visitor.press("ArrowRight");
        await visitor.press("ArrowDown");
        await visitor.reads(".narration .equation", "out[1,1] = a[1,0] + b[1] = 10 + 1 = 11");
        await visitor.press("Escape");
        await visitor.hover(".viewport canvas");
        await visitor.isSound();
    },

    "typing changes the result, and one undo takes it back": async (visitor) => {
        await visitor.open("?a=4,1&b=3&chapter=last");
        await visitor.click("#operand-a");
        await visitor.press("Control", "a");
        await visitor.type("2,5,1");
        await visitor.reads(".verdict-text", "(2, 5, 3)");
        assert.equal(await visitor.value("#operand-a"), "2,5,1");
        await visitor.press("Control", "z");
        await visitor.reads(".verdict-text", "(4, 3)");
        assert.equal(await visitor.value("#operand-a"), "4,1");
        await visitor.isSound();
    },

    "a program is read and written in the editor": async (visitor) => {
        const code = "import numpy as np\nx = np.ones((3, 4))\nm = x.mean(axis=1)\ny = x - m";
        await visitor.open(`?chapter=last#code=${encodeURIComponent(code)}`);
        const root = () => document.querySelector(".editor.ready")?.shadowRoot;
        const below = (selector, text) =>
            visitor.until(`"${text}" below a line`, `(selector, text) => (${root})()?.querySelector(selector)?.textContent.includes(text)`, selector, text);
        const holds = (what, text) => visitor.until(what, (text) => document.querySelector(".editor.ready")?.value === text, text);
        await below(".below .message", "ValueError: operands could not be broadcast together with shapes (3,4) (3,)");
        await below(".below .fix", "keepdims=True");
        await visitor.evaluate(`() => (${root})().querySelector(".cm-content").focus()`);
        await visitor.press("Control", "End");
        await visitor.type(" + f1");
        await holds("the editor has what was typed", `${code} + f1`);
        assert.equal(await visitor.evaluate(() => document.querySelectorAll(".presenting").length), 0);
        await visitor.press("Control", "z");
        await holds("one undo takes back what was typed", code);
        await below(".below .fix", "keepdims=True");
        await visitor.evaluate(`() => (${root})().querySelector(".below .fix button").click()`);
        await holds("a fix is applied", code.replace("axis=1", "axis=1, keepdims=True"));
        await visitor.reads(".verdict-text", "(3, 4)");
        await visitor.press("F8");
        await visitor.evaluate(`() => { ${AXE}; return null; }`);
        assert.deepEqual(await visitor.evaluate(faults), []);
        await visitor.isSound();
    },

    "everything is in sight": async (visitor) => {
        const always = [".viewport", ".viewport canvas", PLAY, SCRUBBER];
        const page = [...always, "#operand-a", "#operand-b", ".verdict-text", ".axis-table", ".narration h3"];
        for (const [query, sizes, names] of [
            ["", [[1280, 720], [1920, 1080], [768, 1024], [640, 360]], page],
            ["&embed=1", [[760, 600], [700, 420]], always],
        ]) {
            for (const [width, height] of sizes) {
                for (const shapes of ["a=4,1&b=3", "a=4,32,14,14&b=32,1,1", "a=5,2,4,1&b=3,1,1"]) {
                    await visitor.open(`?${shapes}&chapter=last${query}`, [width, height]);
                    const inside = await visitor.evaluate(() => [innerWidth, innerHeight]);
                    assert.deepEqual(inside, [width, height]);
                    // A new picture has its place after some frames.
                    await visitor.until(`everything is inside ${width}×${height}, ${shapes}`, `(names) => (${outside})(names).length === 0`, names)
                        .catch(async (error) => { throw new Error(`${error.message}; outside: ${await visitor.evaluate(outside, names)}`); });
                }
            }
        }
        await visitor.isSound();
    },

    "the element and the iframe work in a course page of another origin": async (visitor) => {
        const { site } = visitor;
        await visitor.openCourse(`
            <broadcast-visualizer a="4,1" b="3"></broadcast-visualizer>
            <iframe title="Broadcasting" width="700" height="420" src="${site}?a=2,1&b=3&embed=1"></iframe>
            <script type="module" src="${site}element/broadcast-visualizer.js"></script>
            <script>
                globalThis.heard = [];
                addEventListener("message", (event) => event.data?.type && heard.push(event.data));
                addEventListener("change", (event) => heard.push(event.type), true);
            </script>`);
        const shadow = () => document.querySelector("broadcast-visualizer")?.shadowRoot;
        const says = (text) => visitor.until(`the element says ${text}`, `(text) => (${shadow})()?.querySelector(".verdict-text")?.textContent.includes(text)`, text);
        await says("(4, 3)");
        await visitor.until("the element is painted", `() => (${shadow})().querySelector("canvas").width > 0`);
        await visitor.evaluate(() => document.querySelector("broadcast-visualizer").setAttribute("a", "6,1"));
        await says("(6, 3)");
        await visitor.until("the iframe tells its height", () => globalThis.heard.some((message) => message.height > 100));
        await visitor.isSound();
    },

    "axe finds nothing": async (visitor) => {
        for (const query of ["?a=4,1&b=3&chapter=last", "?a=5,2,4,1&b=3,1,1&chapter=last&theme=dark", "?a=4,1&b=3&chapter=last&embed=1"]) {
            await visitor.open(query);
            await visitor.evaluate(`() => { ${AXE}; return null; }`);
            assert.deepEqual(await visitor.evaluate(faults), [], query);
        }
        await visitor.isSound();
    },
};
