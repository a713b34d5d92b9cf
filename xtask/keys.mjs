// Measures, in headless Chromium, the time from a key to the end of the frame that shows it, in a trace of the browser: in the fields, beside a page that
// only echoes the text of a field; in the editor of programs, beside a page with nothing but CodeMirror; and while a size is held. All in one run.
// `cargo xtask bench` calls it and sets BASE_URL and CHROMIUM.
import { createRequire } from "node:module";
const { chromium } = createRequire(new URL("../tests/pages/", import.meta.url))("playwright-core");
const esbuild = createRequire(import.meta.url)("esbuild");

/** The keys that are measured on each page, and how long it waits after each, in milliseconds: until the picture rests, and as fast as somebody types. */
const KEYS = Number(process.env.KEYS ?? 200);
const PAUSES = [350, 60];

const LINES = Array.from({ length: 33 }, (_, n) => [`x${n} = torch.zeros(${n + 2}, 1)`, `y${n} = torch.ones(3)`, `z${n} = (x${n} + y${n}).mean(dim=1, keepdim=True)`]);
const PROGRAM = ["import torch", ...LINES.flat()].join("\n");

/** CodeMirror with what every editor has: the numbers of lines, keys, and a history. */
const bare = esbuild.buildSync({
    stdin: {
        contents: `import { EditorState } from "@codemirror/state";
            import { EditorView, keymap, lineNumbers } from "@codemirror/view";
            import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
            const extensions = [lineNumbers(), history(), keymap.of([...defaultKeymap, ...historyKeymap])];
            new EditorView({ parent: document.body, state: EditorState.create({ doc: ${JSON.stringify(PROGRAM)}, extensions }) });`,
        resolveDir: new URL(".", import.meta.url).pathname,
    },
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
}).outputFiles[0].text;

const PAGES = {
    "echo.html": `<!doctype html><input id="echo" value="4,1"><p></p><script>
        document.querySelector("input").oninput = (event) => { document.querySelector("p").textContent = event.target.value; };
    </script>`,
    "editor.html": `<!doctype html><body><script>${bare.replaceAll("</script", "<\\/script")}</script>`,
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

/** Opens a page of the site, or one of `PAGES`. */
async function open(address) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    for (const [name, body] of Object.entries(PAGES)) {
        await page.route(`**/${name}`, (route) => route.fulfill({ contentType: "text/html", body }));
    }
    await page.goto(process.env.BASE_URL + address);
    return page;
}

/** The times from each key to the end of the frame after it, in milliseconds, in a trace of the browser. */
function timesOf(trace) {
    const { traceEvents } = JSON.parse(trace);
    // One process alone has keys.
    const isKey = ({ name, args }) => name === "EventDispatch" && args.data.type === "keydown";
    const { pid, tid } = traceEvents.find(isKey);
    const own = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X").sort((one, two) => one.ts - two.ts);
    const frames = own.filter(({ name }) => name === "ProxyMain::BeginMainFrame");
    return own.filter(isKey).flatMap(({ ts }) => {
        const frame = frames.find((frame) => frame.ts > ts);
        return frame ? [(frame.ts + frame.dur - ts) / 1000] : [];
    });
}

const at = (numbers, part) => [...numbers].sort((one, two) => one - two)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const ms = (number) => `${number.toFixed(1)} ms`.padStart(10);

/** Types the keys in turn into what has the focus, and prints the times. */
async function measure(name, page, keys, pauses = PAUSES) {
    for (const pause of pauses) {
        // Until code that runs often is compiled.
        for (let n = 0; n < 40; n += 1) {
            await page.keyboard.press(keys[n % keys.length]);
            await page.waitForTimeout(60);
        }
        await page.waitForTimeout(500);
        await browser.startTracing(page, { categories: ["-*", "devtools.timeline", "cc"] });
        for (let n = 0; n < KEYS; n += 1) {
            await page.keyboard.press(keys[n % keys.length]);
            // Not in step with the frames.
            await page.waitForTimeout(pause + ((n * 7) % 17));
        }
        await page.waitForTimeout(500);
        const times = timesOf((await browser.stopTracing()).toString());
        console.log(`${name.padEnd(48)}${String(pause).padStart(4)} ms apart: ${times.length} keys, median${ms(at(times, 0.5))}, p99${ms(at(times, 0.99))}`);
    }
    await page.close();
}

console.log(`From a key to the frame that shows it, ${KEYS} keys each (budget: median 10 ms; p99 16.7 ms or 1.3 × the page beside it).`);
for (const [name, address, field, keys] of [
    ["a page that echoes the text", "echo.html", "#echo", ["1", "Backspace"]],
    ["(4,1) with (3), whose 3 becomes 33", "?a=4,1&b=3&chapter=last", "#operand-b", ["3", "Backspace"]],
    ["(4,32,14,14) with (32,1,1), whose 14 becomes 1", "?a=4,32,14,14&b=32,1,1&chapter=last", "#operand-a", ["Backspace", "4"]],
]) {
    const page = await open(address);
    await page.locator(field).focus();
    await page.keyboard.press("End");
    await page.waitForTimeout(2_000);
    await measure(name, page, keys);
}
for (const [name, address] of [
    ["CodeMirror alone, 100 lines", "editor.html"],
    ["a program of 100 lines, whose comment is typed", `#code=${encodeURIComponent(PROGRAM)}`],
]) {
    const page = await open(address);
    await page.locator(".cm-line").nth(1).click();
    await page.keyboard.press("End");
    await page.keyboard.type("  # ");
    await page.waitForTimeout(2_000);
    await measure(name, page, ["a", "Backspace"]);
}
// As fast as a key repeats that is held down.
const SWEEP = [...Array(8).fill("ArrowUp"), ...Array(8).fill("ArrowDown")];
for (const [name, address] of [
    ["a size of (4,1) with (3)", "?a=4,1&b=3&chapter=last"],
    ["a size of (5,3,4,1) with (3,1,1)", "?a=5,3,4,1&b=3,1,1&chapter=last"],
    ["a size of (2,3) with (2), which clash", "?a=2,3&b=2&chapter=last"],
]) {
    const page = await open(address);
    await page.waitForTimeout(2_000);
    await page.getByRole("spinbutton", { name: "size of axis 0 of b", exact: true }).focus();
    await measure(name, page, SWEEP, [33]);
}
await browser.close();
