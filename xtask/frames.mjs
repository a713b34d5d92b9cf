// Script time a frame of the page in headless Chromium, beside a plain loop that draws the same rectangles; how long a key
// takes to become a picture; 10^12 elements against 10^4. Called by `cargo xtask bench` with BASE_URL and CHROMIUM set.
import { createRequire } from "node:module";
const { chromium } = createRequire(new URL("../tests/pages/", import.meta.url))("playwright-core");

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
});

/** Opens a page whose frames are timed from outside: nothing in the bundle knows of it. */
async function open(query) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
    await page.addInitScript(() => {
        const ask = globalThis.requestAnimationFrame.bind(globalThis);
        globalThis.took = [];
        globalThis.requestAnimationFrame = (tick) =>
            ask((now) => {
                globalThis.drew = false;
                const start = performance.now();
                tick(now);
                globalThis.took.push({ time: performance.now() - start, drew: globalThis.drew });
            });
        globalThis.plainFrame = ask;
        const drawing = CanvasRenderingContext2D.prototype;
        // What one frame draws: passes of rectangles with their colours. On only while `globalThis.passes` is there.
        let path = [];
        const own = {};
        const clear = drawing.clearRect;
        drawing.clearRect = function (...values) {
            globalThis.drew = true;
            clear.apply(this, values);
        };
        for (const name of ["beginPath", "rect", "roundRect", "fill", "stroke"]) {
            own[name] = drawing[name];
        }
        globalThis.record = () => {
            const passes = [];
            drawing.beginPath = function () {
                path = [];
                own.beginPath.call(this);
            };
            for (const name of ["rect", "roundRect"]) {
                drawing[name] = function (x, y, w, h, radius) {
                    path.push([x, y, w, h]);
                    own[name].call(this, x, y, w, h, radius);
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
            return () => {
                Object.assign(drawing, own);
                return passes;
            };
        };
    });
    await page.goto(process.env.BASE_URL + query);
    await page.waitForFunction(() => document.querySelector(".frame-box canvas")?.width > 300);
    await page.locator(".frame-box canvas").scrollIntoViewIfNeeded();
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

console.log("Script time a frame: over the whole story; at one moment of so many rectangles; and of a plain loop that draws the same.");
console.log("                           cells  rects      story median        p99     moment median        p99      plain median        p99   ratio   JS heap a frame");
for (const [cells, query] of [
    [24, "?a=2,1&b=4&step=0"],
    [1_000, "?a=18,1&b=18&step=0"],
    [20_000, "?a=80,1&b=80&step=0"],
]) {
    const page = await open(query);
    // What does not fit is unfolded.
    await page.locator(".frame-box").focus();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.waitForTimeout(600);
    const result = await page.evaluate(async (scrub) => {
        const move = new Function(`return ${scrub}`)();
        const frame = () => new Promise((done) => globalThis.plainFrame(() => globalThis.plainFrame(done)));
        const last = Number(document.querySelector(".transport input[type=range]").max);
        // What is drawn when nearly all is combined, as the plain loop draws it.
        const moment = last - 4;
        const end = globalThis.record();
        move(moment);
        await frame();
        const passes = end().map(({ how, colour, rects }) => ({ how, colour, rects: new Float64Array(rects.flat()) }));
        const canvas = document.createElement("canvas");
        const shown = document.querySelector(".frame-box canvas");
        [canvas.width, canvas.height] = [shown.width, shown.height];
        shown.after(canvas);
        const context = canvas.getContext("2d");
        const plain = [];
        const draw = (by) => {
            const start = performance.now();
            context.clearRect(0, 0, canvas.width, canvas.height);
            for (const { how, colour, rects } of passes) {
                context[how === "fill" ? "fillStyle" : "strokeStyle"] = colour;
                context.beginPath();
                for (let at = 0; at < rects.length; at += 4) {
                    context.rect(rects[at] + by, rects[at + 1], rects[at + 2], rects[at + 3]);
                }
                context[how]();
            }
            plain.push(performance.now() - start);
        };
        // The story is told twice by its own clock; the first time warms up.
        const play = document.querySelector(".transport button.main");
        let heap = 0;
        for (let round = 0; round < 2; round += 1) {
            move(0);
            await frame();
            globalThis.took.length = 0;
            plain.length = 0;
            globalThis.gc?.();
            const before = performance.memory.usedJSHeapSize;
            play.click();
            await frame();
            for (let step = 0; !play.classList.contains("replay") && step < 2_000; step += 1) {
                await new Promise((done) => globalThis.plainFrame(done));
            }
            if (round === 0) {
                heap = Math.max(0, performance.memory.usedJSHeapSize - before) / globalThis.took.length;
            }
            play.click();
            await frame();
            play.click();
            await frame();
        }
        // The same moment, ours and plain in turn: from the scrubber's event to the last pass.
        const drawing = CanvasRenderingContext2D.prototype;
        const { fill, stroke } = drawing;
        let painted = 0;
        for (const [name, own] of Object.entries({ fill, stroke })) {
            drawing[name] = function (...values) {
                own.apply(this, values);
                painted = performance.now();
            };
        }
        const ours = [];
        for (let step = 0; step < 60; step += 1) {
            const start = performance.now();
            move(moment + (step % 2));
            await frame();
            ours.push(painted - start);
            draw(step % 3);
            await frame();
        }
        // At rest between two chapters nothing is painted: only frames that draw count.
        const told = globalThis.took.filter(({ drew }) => drew).map(({ time }) => time);
        const drawn = passes.filter(({ how }) => how === "fill").reduce((sum, { rects }) => sum + rects.length / 4, 0);
        return { told, ours, plain, heap, drawn };
    }, String(scrub));
    const ratio = at(result.ours, 0.5) / at(result.plain, 0.5);
    console.log(
        `${"".padEnd(22)} ${String(cells).padStart(9)} ${String(result.drawn).padStart(6)}     ${ms(at(result.told, 0.5))} ${ms(at(result.told, 0.99))}    ${ms(at(result.ours, 0.5))} ${ms(at(result.ours, 0.99))}         ${ms(at(result.plain, 0.5))} ${ms(at(result.plain, 0.99))}   ${ratio.toFixed(2).padStart(5)}   ${Math.round(result.heap)} bytes`,
    );
    await page.close();
}

const page = await open("?a=4,32,14,1&b=32,1,1");
/** How long it takes from a key to the last line that is painted, in milliseconds. */
const typed = (texts, rounds) =>
    page.evaluate(
        async ({ texts, rounds, scrub }) => {
            const move = new Function(`return ${scrub}`)();
            const drawing = CanvasRenderingContext2D.prototype;
            const { fill, clearRect } = drawing;
            // When the last cell of the first picture after a change was painted.
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
await browser.close();
