// Measures the page in headless Chromium: script time per frame, compared with a plain loop that draws the same rectangles
// and texts; time from a keystroke to the painted diagram; 10^12 elements against 10^4. `cargo xtask bench` calls it and sets BASE_URL
// and CHROMIUM.
import { createRequire } from "node:module";
const { chromium } = createRequire(new URL("../tests/pages/", import.meta.url))("playwright-core");

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
});

/** Opens a page and replaces functions of the browser in it, so that its frames can be timed without changes to the site. */
async function open(query) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
    await page.addInitScript(() => {
        const ask = globalThis.requestAnimationFrame.bind(globalThis);
        // While `globalThis.driven` is set, frame callbacks are collected there, to be called with chosen times. The same story
        // can then be played twice.
        globalThis.requestAnimationFrame = (tick) => {
            if (globalThis.driven) {
                globalThis.driven.push(tick);
                return 0;
            }
            return ask(tick);
        };
        globalThis.plainFrame = ask;
        const drawing = CanvasRenderingContext2D.prototype;
        // Records what one frame draws: groups of rectangles with their colours, and texts with their fonts. `record` returns a function that
        // ends it.
        const own = {};
        for (const name of ["beginPath", "rect", "roundRect", "fill", "stroke", "fillText"]) {
            own[name] = drawing[name];
        }
        globalThis.record = () => {
            const passes = [];
            let path = [];
            drawing.beginPath = function () {
                path = [];
                own.beginPath.call(this);
            };
            for (const name of ["rect", "roundRect"]) {
                drawing[name] = function (x, y, w, h, radius) {
                    path.push([x, y, w, h, radius ?? 0]);
                    own[name].apply(this, name === "rect" ? [x, y, w, h] : [x, y, w, h, radius]);
                };
            }
            for (const name of ["fill", "stroke"]) {
                drawing[name] = function () {
                    if (path.length > 0) {
                        const colour = name === "fill" ? this.fillStyle : this.strokeStyle;
                        passes.push({ how: name, colour, rects: path });
                    }
                    own[name].call(this);
                };
            }
            drawing.fillText = function (text, x, y) {
                const style = { colour: this.fillStyle, font: this.font, align: this.textAlign };
                const last = passes.at(-1);
                if (last?.texts && ["colour", "font", "align"].every((name) => last[name] === style[name])) {
                    last.texts.push([text, x, y]);
                } else {
                    passes.push({ how: "fillText", ...style, texts: [[text, x, y]] });
                }
                own.fillText.call(this, text, x, y);
            };
            return () => {
                Object.assign(drawing, own);
                return passes;
            };
        };
    });
    await page.goto(process.env.BASE_URL + query);
    await page.waitForFunction(() => document.querySelector(".viewport canvas")?.width > 300);
    await page.locator(".viewport canvas").scrollIntoViewIfNeeded();
    await page.waitForTimeout(600);
    return page;
}

const sorted = (numbers) => [...numbers].sort((one, two) => one - two);
const at = (numbers, part) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const ms = (number) => `${number.toFixed(2)} ms`.padStart(10);
const scrub = (position) => {
    const scrubber = document.querySelector(".transport input[type=range]");
    scrubber.value = String(position);
    scrubber.dispatchEvent(new InputEvent("input", { bubbles: true }));
};

console.log("Script time a frame: of the whole story, frame by frame in turn with a plain loop that draws the same rectangles and texts; ratios of the medians.");
console.log("   cells   most rects    story median        p99   plain median        p99   ratio    fullest median        p99   plain median        p99   ratio   JS heap a frame");
for (const [cells, query] of [
    [24, "?a=2,1&b=4&chapter=1"],
    [1_000, "?a=18,1&b=18&chapter=1"],
    [20_000, "?a=80,1&b=80&chapter=1"],
]) {
    const page = await open(query);
    // Unfolds the axes that do not fit.
    await page.locator(".viewport").focus();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.waitForTimeout(600);
    // Chapters are held until they can be read. At three times the speed that takes a third of the time.
    await page.locator(".open-menu").click();
    await page.locator("select.speed").selectOption("3×");
    await page.locator(".open-menu").click();
    const result = await page.evaluate(async () => {
        const FRAME = 1000 / 60;
        const shown = document.querySelector(".viewport canvas");
        // On a canvas of the page, as the page does.
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [shown.width, shown.height];
        shown.after(canvas);
        const context = canvas.getContext("2d");
        const draw = (passes) => {
            context.clearRect(0, 0, canvas.width, canvas.height);
            context.textBaseline = "middle";
            for (const { how, colour, rects, texts, font, align } of passes) {
                context[how === "stroke" ? "strokeStyle" : "fillStyle"] = colour;
                if (texts) {
                    [context.font, context.textAlign] = [font, align];
                    texts.forEach(([text, x, y]) => context.fillText(text, x, y));
                    continue;
                }
                context.beginPath();
                for (let at = 0; at < rects.length; at += 5) {
                    if (rects[at + 4] > 0) {
                        context.roundRect(rects[at], rects[at + 1], rects[at + 2], rects[at + 3], rects[at + 4]);
                    } else {
                        context.rect(rects[at], rects[at + 1], rects[at + 2], rects[at + 3]);
                    }
                }
                context[how]();
            }
        };
        const settled = () => new Promise((done) => globalThis.plainFrame(() => globalThis.plainFrame(done)));
        const play = document.querySelector(".transport button.main");
        /** Plays the whole story once, and calls `during(tick, frame)` for each frame that the page requests. */
        const playStory = async (during) => {
            const scrubber = document.querySelector(".transport input[type=range]");
            scrubber.value = "0";
            scrubber.dispatchEvent(new InputEvent("input", { bubbles: true }));
            await settled();
            globalThis.driven = [];
            let now = performance.now();
            play.click();
            await settled();
            for (let frame = 0; !play.classList.contains("replay") && frame < 3_000; frame += 1) {
                await new Promise((done) => globalThis.plainFrame(done));
                now += FRAME;
                const ticks = globalThis.driven.splice(0);
                during(() => ticks.forEach((tick) => tick(now)), frame);
            }
            // Callbacks that still wait are called by the browser.
            const waiting = globalThis.driven;
            globalThis.driven = null;
            waiting.forEach((tick) => globalThis.requestAnimationFrame(tick));
        };
        // The first time records what each frame draws, and warms up the compiler. The next times are measured.
        const frames = [];
        await playStory((tick) => {
            const end = globalThis.record();
            tick();
            frames.push(end().map((pass) => (pass.rects ? { ...pass, rects: new Float64Array(pass.rects.flat()) } : pass)));
        });
        const times = [];
        globalThis.gc?.();
        for (let round = 0; round < 3; round += 1) {
            await playStory((tick, frame) => {
                const passes = frames[frame] ?? [];
                const start = performance.now();
                tick();
                const ours = performance.now();
                draw(passes);
                const plain = performance.now();
                const rects = passes.reduce((sum, { rects }) => sum + (rects?.length ?? 0) / 5, 0);
                // Between two chapters nothing is painted: only frames that draw are counted.
                if (rects > 0) {
                    times.push({ ours: ours - start, plain: plain - ours, rects });
                }
            });
        }
        let ticks = 0;
        globalThis.gc?.();
        const before = performance.memory.usedJSHeapSize;
        await playStory((tick) => {
            tick();
            ticks += 1;
        });
        return { times, heap: Math.max(0, performance.memory.usedJSHeapSize - before) / ticks };
    });
    const most = Math.max(...result.times.map(({ rects }) => rects));
    const fullest = result.times.filter(({ rects }) => rects > most * 0.9);
    const columns = (times) => {
        const [ours, plain] = [times.map(({ ours }) => ours), times.map(({ plain }) => plain)];
        const ratio = at(ours, 0.5) / at(plain, 0.5);
        return `${ms(at(ours, 0.5))} ${ms(at(ours, 0.99))}     ${ms(at(plain, 0.5))} ${ms(at(plain, 0.99))}   ${ratio.toFixed(2).padStart(5)}`;
    };
    console.log(
        `${String(cells).padStart(8)}   ${String(most).padStart(10)}      ${columns(result.times)}        ${columns(fullest)}   ${Math.round(result.heap)} bytes`,
    );
    await page.close();
}

const page = await open("?a=4,32,14,1&b=32,1,1");
/** Milliseconds from a change to the last line that is painted, for changes of the operands and of the position. */
const typed = (texts, rounds) =>
    page.evaluate(
        async ({ texts, rounds, scrub }) => {
            const move = new Function(`return ${scrub}`)();
            const drawing = CanvasRenderingContext2D.prototype;
            const { fill, clearRect } = drawing;
            // `painted`: when the last cell of the first picture after a change was painted.
            let [pictures, painted] = [0, 0];
            drawing.clearRect = function (...values) {
                pictures += 1;
                clearRect.apply(this, values);
            };
            drawing.fill = function (...values) {
                fill.apply(this, values);
                painted = pictures === 1 ? performance.now() : painted;
            };
            const frame = () => new Promise((done) => globalThis.plainFrame(() => globalThis.plainFrame(done)));
            const painting = async (change) => {
                pictures = 0;
                const start = performance.now();
                change();
                await frame();
                return painted - start;
            };
            const type = (side, text) => {
                const input = document.querySelector(`#operand-${side}`);
                Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, text);
                input.dispatchEvent(new InputEvent("input", { bubbles: true }));
            };
            const opened = [];
            const stepped = [];
            for (let round = 0; round < rounds; round += 1) {
                type("a", "3,4");
                type("b", "3,4");
                await frame();
                type("b", texts[1]);
                await frame();
                await new Promise((done) => setTimeout(done, 350));
                opened.push(await painting(() => type("a", texts[0])));
                await new Promise((done) => setTimeout(done, 350));
                const last = Number(document.querySelector(".transport input[type=range]").max);
                for (let step = 1; step <= 8; step += 1) {
                    stepped.push(await painting(() => move(Math.round((step * last) / 8.5))));
                }
            }
            Object.assign(drawing, { fill, clearRect });
            return { opened, stepped };
        },
        { texts, rounds, scrub: String(scrub) },
    );

const key = await typed(["4,32,14,14", "32,1,1"], 20);
console.log(`\nkeystroke to painted diagram, (4,32,14,14) with (32,1,1): median ${ms(at(key.opened, 0.5))}, p99 ${ms(at(key.opened, 0.99))} (budget 16.70 ms)`);
const few = await typed(["100,1", "100"], 15);
const many = await typed(["1000000,1", "1000000"], 15);
const ratio = (name) => (at(many[name], 0.5) / at(few[name], 0.5)).toFixed(2);
for (const [name, what] of [["opened", "opening"], ["stepped", "a step"]]) {
    console.log(`${what} of 10^12 elements: ${ms(at(many[name], 0.5))}; of 10^4: ${ms(at(few[name], 0.5))}; ratio ${ratio(name)} (budget 1.20)`);
}
await page.close();
await browser.close();
