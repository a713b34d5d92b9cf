// Runs a notebook in JupyterLab that shows, records and fails; then saves it, and opens it again without its kernel.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.cwd()}/`)("@playwright/test");
const [, , address, file, base = "lab/tree"] = process.argv;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 2400 } });
const cells = page.locator(".jp-Notebook .jp-CodeCell");
const screenshot = async (name) => process.env.SCREENSHOT && (await page.screenshot({ path: process.env.SCREENSHOT.replace(/(?=[.]png$)/, `-${name}`) }));

async function open(query) {
    await page.goto(`${address}/${base}/recorded.ipynb?${query}`);
    await cells.first().waitFor({ timeout: 60_000 });
}

async function run(index) {
    await cells.nth(index).locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
}

/** Waits for the element that a cell shows, painted. */
async function painted(index) {
    const element = cells.nth(index).locator("broadcast-visualizer");
    await element.locator(".verdict .verdict-text").first().waitFor({ timeout: 60_000 });
    await element.evaluate(async (element) => {
        const isPainted = () => {
            const canvas = element.shadowRoot.querySelector("canvas");
            return canvas?.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0);
        };
        while (!isPainted()) await new Promise(requestAnimationFrame);
    });
    // One that is shown has no table as well.
    if (await cells.nth(index).locator(".broadcast-shapes").isVisible()) throw new Error(`cell ${index}: the table is shown with the widget`);
}

await open("reset");
await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({ timeout: 60_000 });
// JupyterLab forgets what it is asked before its kernel answers, and says that it is idle all the same.
for (let attempt = 0; attempt < 10 && !(await cells.nth(0).locator("broadcast-visualizer").count()); attempt += 1) {
    await run(0);
    await cells.nth(0).locator("broadcast-visualizer").waitFor({ timeout: 5_000 }).catch(() => {});
}
await painted(0);
for (const index of [1, 2, 3, 4, 5]) {
    await run(index);
    if (index > 2) await painted(index);
}
for (const index of [4, 5]) await cells.nth(index).locator(".jp-OutputArea-output").filter({ hasText: "ValueError" }).first().waitFor();
await cells.nth(5).locator(".jp-OutputArea-output").filter({ hasText: "was defined before" }).waitFor();
await screenshot("run");

await page.keyboard.press("ControlOrMeta+s");
const outputs = () => JSON.parse(readFileSync(file, "utf8")).cells.map((cell) => cell.outputs);
for (let attempt = 0; attempt < 100 && !outputs()[5].length; attempt += 1) await page.waitForTimeout(100);
const tables = outputs().flat().flatMap((output) => output.data?.["text/html"] ?? []).flat().join("");
if (!tables.includes("data.std(axis=1)")) throw new Error("the saved notebook has no table of the exception");
if (tables.includes("<script")) throw new Error("the table has a script");
const { length } = readFileSync(file, "utf8");
if (length > 100_000) throw new Error(`the saved notebook has ${length} bytes`);

// Another session: no kernel, no widgets.
await page.evaluate(async () => {
    const token = document.cookie.match(/_xsrf=([^;]*)/)?.[1] ?? "";
    const sessions = await (await fetch("/api/sessions")).json();
    await Promise.all(sessions.map(({ id }) => fetch(`/api/sessions/${id}`, { method: "DELETE", headers: { "X-XSRFToken": token } })));
});
await open("reset");
await cells.nth(4).locator(".broadcast-shapes table").first().waitFor({ timeout: 60_000 });
const visible = await page.locator(".broadcast-shapes").evaluateAll((tables) => tables.filter((table) => table.checkVisibility()).length);
if (visible !== 4) throw new Error(`${visible} tables are shown in the notebook that was opened again`);
if (await page.getByText(/Error displaying widget|Loading widget/).filter({ visible: true }).count()) throw new Error("the notebook that was opened again says that a widget is missing");
await screenshot("again");
console.log(`recorded: show, the magic and exceptions in JupyterLab; saved with ${length} bytes and opened again with its tables`);
await browser.close();
