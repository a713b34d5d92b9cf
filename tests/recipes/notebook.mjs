// Runs a notebook in JupyterLab: the widget is shown, what is typed into it is read in Python, and what Python sets is shown.
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.cwd()}/`)("@playwright/test");
const [, , address] = process.argv;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 1600 } });
await page.goto(`${address}/lab/tree/lesson.ipynb?reset`);
const cells = page.locator(".jp-Notebook .jp-CodeCell");
const run = async (cell) => {
    await cell.locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
};
await cells.first().waitFor({ timeout: 60_000 });
await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({ timeout: 60_000 });
const element = page.locator("broadcast-visualizer").first();
// JupyterLab forgets what it is asked before its kernel answers, and says that it is idle all the same.
for (let attempt = 0; attempt < 10 && !(await element.count()); attempt += 1) {
    await run(cells.nth(0));
    await element.waitFor({ timeout: 5_000 }).catch(() => {});
}
await element.locator(".verdict .verdict-text").filter({ hasText: "(4, 3)" }).waitFor({ timeout: 60_000 });
// Keys that mean something to a notebook (a: a cell above, 1: a heading, d d: delete) are only typed.
await element.locator("#operand-a").click();
await page.keyboard.press("ControlOrMeta+a");
await page.keyboard.type("aadd1");
await page.keyboard.press("ControlOrMeta+a");
await page.keyboard.type("7,1");
await element.locator(".verdict .verdict-text").filter({ hasText: "(7, 3)" }).waitFor();
if ((await cells.count()) !== 4) throw new Error("notebook: a key typed into the widget changed the notebook");
await element.locator(".viewport").focus();
await page.keyboard.press("ArrowDown");
await page.keyboard.press("ArrowDown");
await element.locator(".equation").filter({ hasText: "out[1,0]" }).waitFor();
await page.keyboard.press("b");
await page.keyboard.press("1");
if ((await cells.count()) !== 4 || (await page.locator(".jp-MarkdownCell").count())) throw new Error("notebook: a key pressed on the stage changed the notebook");
await run(cells.nth(1));
await page.locator(".jp-OutputArea-output").filter({ hasText: "asked 7,1 5" }).waitFor();
await element.locator(".verdict .verdict-text").filter({ hasText: "(7, 5)" }).waitFor();
// A question: its answer arrives in Python.
await run(cells.nth(2));
const quiz = page.locator("broadcast-visualizer").nth(1);
await quiz.locator("#answer").fill("3,4");
await quiz.locator(".check").click();
await quiz.locator(".question .wrong").first().waitFor();
await run(cells.nth(3));
await page.locator(".jp-OutputArea-output").filter({ hasText: "answer (3, 4) False ['lines-up-left', 'vector-is-column', 'axis-by-fit']" }).waitFor();
const painted = await element.evaluate((element) => {
    const canvas = element.shadowRoot.querySelector("canvas");
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0);
});
if (!painted) throw new Error("notebook: nothing is painted");
if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
console.log("notebook: shown in JupyterLab, painted, its traits follow both ways, an answer arrives in Python");
await browser.close();
