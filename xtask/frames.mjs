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
                const start = performance.now();
                tick(now);
                globalThis.took.push(performance.now() - start);
            });
        globalThis.plainFrame = ask;
        const drawing = CanvasRenderingContext2D.prototype;
        // What one frame draws: passes of rectangles with their colours. On only while `globalThis.passes` is there.
        let path = [];
        const own = {};
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

console.log("script time a frame        cells  rects       ours: median       p99      plain: median       p99   ratio   JS heap a frame");
for (const [cells, query] of [
    [24, "?a=2,1&b=4&step=0"],
    [1_000, "?a=18,1&b=18&step=0"],
    [20_000, "?a=80,1&b=80&step=0"],
]) {
    const page = await open(query);
    const result = await page.evaluate(async (scrub) => {
        const move = new Function(`return ${scrub}`)();
        const last = Number(document.querySelector(".transport input[type=range]").max);
        // Every frame of the story, twice: the first time warms up.
        const ours = [];
        let before = 0;
        for (let round = 0; round < 2; round += 1) {
            globalThis.gc?.();
            before = performance.memory.usedJSHeapSize;
            ours.length = 0;
            for (let step = 0; step <= 150; step += 1) {
                await new Promise((done) => globalThis.plainFrame(done));
                const start = performance.now();
                move(Math.round((step * last) / 150));
                ours.push(performance.now() - start);
            }
        }
        const heap = Math.max(0, performance.memory.usedJSHeapSize - before) / 151;
        // What is drawn half-way through the stretching, as the plain loop draws it.
        const end = globalThis.record();
        move(Math.round(last * 0.72));
        const passes = end().map(({ how, colour, rects }) => ({ how, colour, rects: new Float64Array(rects.flat()) }));
        const canvas = document.createElement("canvas");
        const shown = document.querySelector(".frame-box canvas");
        [canvas.width, canvas.height] = [shown.width, shown.height];
        shown.after(canvas);
        const context = canvas.getContext("2d");
        const plain = [];
        const again = [];
        for (let step = 0; step < 300; step += 1) {
            await new Promise((done) => globalThis.plainFrame(done));
            const start = performance.now();
            if (step % 2 === 0) {
                move(Math.round(last * 0.72) + (step % 4) / 2);
                again.push(performance.now() - start);
                continue;
            }
            context.clearRect(0, 0, canvas.width, canvas.height);
            for (const { how, colour, rects } of passes) {
                context[how === "fill" ? "fillStyle" : "strokeStyle"] = colour;
                context.beginPath();
                for (let at = 0; at < rects.length; at += 4) {
                    context.rect(rects[at] + (step % 3), rects[at + 1], rects[at + 2], rects[at + 3]);
                }
                context[how]();
            }
            plain.push(performance.now() - start);
        }
        const drawn = passes.filter(({ how }) => how === "fill").reduce((sum, { rects }) => sum + rects.length / 4, 0);
        return { ours, again, plain, heap, drawn };
    }, String(scrub));
    const ratio = at(result.again, 0.5) / at(result.plain, 0.5);
    console.log(
        `${"".padEnd(22)} ${String(cells).padStart(9)} ${String(result.drawn).padStart(6)}     ${ms(at(result.ours, 0.5))} ${ms(at(result.ours, 0.99))}         ${ms(at(result.plain, 0.5))} ${ms(at(result.plain, 0.99))}   ${ratio.toFixed(2).padStart(5)}   ${Math.round(result.heap)} bytes`,
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
            const fill = drawing.fillText;
            let painted = 0;
            drawing.fillText = function (...values) {
                fill.apply(this, values);
                painted = performance.now();
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
                await new Promise((done) => globalThis.plainFrame(() => globalThis.plainFrame(done)));
                type("b", texts[1]);
                await new Promise((done) => globalThis.plainFrame(() => globalThis.plainFrame(done)));
                const start = performance.now();
                type("a", texts[0]);
                await new Promise((done) => globalThis.plainFrame(done));
                opened.push(painted - start);
                const last = Number(document.querySelector(".transport input[type=range]").max);
                const begun = performance.now();
                for (let step = 0; step <= 40; step += 1) {
                    move(Math.round((step * last) / 40));
                }
                stepped.push((performance.now() - begun) / 41);
            }
            drawing.fillText = fill;
            return { opened, stepped };
        },
        { texts, rounds, scrub: String(scrub) },
    );

const key = await typed(["4,32,14,14", "32,1,1"], 30);
console.log(`\nkeystroke to painted diagram, (4,32,14,14) with (32,1,1): median ${ms(at(key.opened, 0.5))}, p99 ${ms(at(key.opened, 0.99))} (budget 16.70 ms)`);
const few = await typed(["100,1", "100"], 40);
const many = await typed(["1000000,1", "1000000"], 40);
const ratio = (name) => (at(many[name], 0.5) / at(few[name], 0.5)).toFixed(2);
for (const [name, what] of [["opened", "opening"], ["stepped", "a step"]]) {
    console.log(`${what} of 10^12 elements: ${ms(at(many[name], 0.5))}; of 10^4: ${ms(at(few[name], 0.5))}; ratio ${ratio(name)} (budget 1.20)`);
}
await browser.close();
