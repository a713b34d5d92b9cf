// What the custom element costs a page: prints a line for each measure. Called by
// `cargo xtask bench` with BASE_URL and CHROMIUM; the loader's bytes, the start of the first element, the heap of 1 and 50,
// and how far the page's own content was shifted.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";

const base = process.env.BASE_URL;
const ROUNDS = 5;
/** What the README asks for: the room of an element before the loader is there. */
const [STYLE] = readFileSync(new URL("../../README.md", import.meta.url), "utf8").match(/<style>.*<\/style>/);
const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const line = (name, value) => console.log(`${name.padEnd(44)} ${String(value).padStart(10)}`);

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"],
});

async function measured(count) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value))).observe({
            type: "layout-shift",
            buffered: true,
        });
        addEventListener("ready", () => (globalThis.first ??= performance.now()));
    });
    const elements = Array.from({ length: count }, (_, at) => `<p>Before ${at}</p><broadcast-visualizer a="${at + 1},1" b="3"></broadcast-visualizer><p>After</p>`);
    await page.route("**/course.html", (route) =>
        route.fulfill({
            contentType: "text/html",
            body: `<!doctype html><title>Course</title>${STYLE}<script type="module" src="./element/broadcast-visualizer.js"></script>${elements.join("")}`,
        }),
    );
    await page.goto(`${base}course.html`);
    await page.waitForFunction(() => globalThis.first);
    for (const element of await page.locator("broadcast-visualizer").all()) {
        await element.evaluate(async (element) => {
            element.scrollIntoView();
            await element.ready;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        });
    }
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    const seen = await page.evaluate(async () => {
        const { name } = performance.getEntriesByType("resource").find(({ name }) => /visualizer-\w+\.js$/.test(name));
        const { default: start } = await import(name);
        return { first: globalThis.first, shift: globalThis.shift, program: (await start()).memory.buffer.byteLength };
    });
    await page.close();
    return { ...seen, script: usedSize };
}

const loader = await (await fetch(`${base}element/broadcast-visualizer.js`)).arrayBuffer();
line("loader, gzip -9 (budget 3,072 bytes)", gzipSync(Buffer.from(loader), { level: 9 }).length);
for (const count of [1, 50]) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await measured(count));
    }
    const of = (name) => median(rounds.map((round) => round[name]));
    line(`first of ${count} interactive after, ms`, of("first").toFixed(0));
    line(`heap of ${count}: script, KB`, (of("script") / 1024).toFixed(0));
    line(`heap of ${count}: program, KB`, (of("program") / 1024).toFixed(0));
    line(`layout shift with ${count} (budget 0)`, Math.max(...rounds.map(({ shift }) => shift)).toFixed(4));
}
await browser.close();
