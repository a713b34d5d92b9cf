// Looks at pages that a recipe has made: the element on each is ready, painted, and follows what is typed.
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const { chromium } = createRequire(`${process.cwd()}/`)("@playwright/test");
const [, , name, folder, ...pages] = process.argv;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
    let file = join(folder, normalize(decodeURIComponent(request.url.split("?")[0])));
    try {
        if ((await stat(file)).isDirectory()) file = join(file, "index.html");
        response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(await readFile(file));
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((done) => server.listen(name === "mkdocs" ? 47123 : 0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
const errors = [];
// Jupyter Book's own scripts declare one name twice.
page.on("pageerror", (error) => String(error).includes("THEBE_JS_URL") || errors.push(String(error)));

async function check(what) {
    const element = page.locator("broadcast-visualizer").first();
    await element.scrollIntoViewIfNeeded();
    await element.evaluate((element) => customElements.whenDefined("broadcast-visualizer").then(() => element.ready).then(() => true));
    await element.evaluate((element) => (element.a = "7,1"));
    await element.locator(".verdict .verdict-text").filter({ hasText: "(7, 3)" }).waitFor();
    const painted = await element.evaluate((element) => {
        const canvas = element.shadowRoot.querySelector("canvas");
        return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0);
    });
    if (!painted || errors.length) throw new Error(`${name}: ${what}: painted ${painted}, ${errors}`);
    console.log(`${name}: ${what}: ready, painted, follows its attribute`);
}

for (const path of pages) {
    await page.goto(base + path);
    await check(path);
}
if (name === "mkdocs") {
    // Instant navigation replaces the page's content without loading it anew.
    await page.goto(`${base}index.html`);
    await page.evaluate(() => (globalThis.same = true));
    await page.getByRole("link", { name: "Second" }).first().click();
    await page.waitForURL("**/second/**");
    await check("after instant navigation");
    if (!(await page.evaluate(() => globalThis.same))) throw new Error("the page was loaded anew");
    await page.getByRole("link", { name: "Quiz" }).first().click();
    await page.waitForURL("**/quiz/**");
    const answers = page.locator("#answers li");
    await page.locator("broadcast-visualizer #answer").fill("3,4");
    await page.locator("broadcast-visualizer #answer").press("Enter");
    await answers.filter({ hasText: "(3, 4): wrong (lines-up-left or vector-is-column" }).waitFor();
    await page.frameLocator("iframe").getByRole("button", { name: "Show the answer" }).click();
    await answers.nth(1).filter({ hasText: "-: wrong" }).waitFor();
    console.log("mkdocs: the answers to the questions of an element and of an iframe arrive at the page");
}
if (name === "reveal") {
    await page.keyboard.press("ArrowRight");
    await page.locator("section.present broadcast-visualizer .verdict .verdict-text").filter({ hasText: "do not broadcast" }).waitFor();
    console.log("reveal: the next slide: ready");
}
await browser.close();
server.close();
