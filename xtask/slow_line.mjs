// Measures how long the page takes to start on a slow line, by hand: `node xtask/slow_line.mjs dist other/dist`.
//
// Each folder is a built site; all are measured in turn, in the same run, so that they can be compared. The CPU is 4 times slower
// and the line has 1.6 Mb/s and 150 ms of latency, as Chromium emulates them; files are sent with Brotli. It prints medians:
//
// | column | the time from the start of the navigation |
// |---|---|
// | first paint | to the first text or picture (first contentful paint) |
// | picture | until a picture of the operands is there: that of the frame, or that of the program |
// | interactive | until the program has painted its own picture; the inputs work from then on |
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const require = createRequire(new URL("../tests/pages/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const ROUNDS = 5;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

/** Serves a folder, compressed. Gives the server. */
async function serve(folder) {
    const files = new Map();
    const server = createServer(({ url }, response) => {
        const name = new URL(url, "http://localhost").pathname.slice(1) || "index.html";
        try {
            files.has(name) || files.set(name, brotliCompressSync(readFileSync(join(folder, name))));
        } catch {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { "content-type": TYPES[name.split(".").at(-1)], "content-encoding": "br" }).end(files.get(name));
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    return server;
}

/** In the page: notes the times. */
function watch() {
    globalThis.times = {};
    const look = () => {
        const canvas = document.querySelector(".diagram canvas");
        const painted = canvas?.width > 0 && canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
        if (painted || document.querySelector("#frame svg")?.checkVisibility()) {
            globalThis.times.picture ??= performance.now();
        }
        if (painted) {
            globalThis.times.interactive = performance.now();
        } else {
            requestAnimationFrame(look);
        }
    };
    requestAnimationFrame(look);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** One start of a site. */
async function start(address) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await page.addInitScript(watch);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", LINE);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(`${address}?a=4,1&b=3`);
    await page.waitForFunction(() => globalThis.times.interactive, undefined, { timeout: 120_000 });
    const times = await page.evaluate(() => ({ ...globalThis.times, first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime }));
    await context.close();
    return times;
}

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

const sites = [];
for (const folder of process.argv.slice(2)) {
    sites.push({ folder, server: await serve(folder), rounds: [] });
}
for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, rounds } of sites) {
        rounds.push(await start(`http://127.0.0.1:${server.address().port}/`));
    }
}
console.log(["site", "first paint, ms", "picture, ms", "interactive, ms"].join("\t"));
for (const { folder, server, rounds } of sites) {
    const of = (name) => Math.round(median(rounds.map((times) => times[name])));
    console.log([folder, of("first"), of("picture"), of("interactive")].join("\t"));
    server.close();
}
await browser.close();
