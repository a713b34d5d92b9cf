import { LOADER, openCourse, ready } from "./support/course.js";
import { test } from "@playwright/test";
test("dbg0", async ({ page }) => {
  page.on("console", (m) => console.log("C:", m.text().slice(0, 300)));
  page.on("pageerror", (e) => console.log("E:", String(e).slice(0, 300)));
  await openCourse(page, `${LOADER}<broadcast-visualizer id="one" a="4,1" step="2"></broadcast-visualizer>`);
  await ready(page);
  await page.evaluate(() => {
    const make = Document.prototype.createElement;
    globalThis.made = [];
    Document.prototype.createElement = function (name, ...rest) { made.push(name); return make.call(this, name, ...rest); };
  });
  await page.locator("#one").evaluate((element) => (element.a = "4;1"));
  await page.waitForTimeout(500);
  console.log(await page.evaluate(() => made.join(" ")));
  console.log(await page.evaluate(() => document.querySelector("#one").shadowRoot.innerHTML.slice(0,1500)));
});
test("leak", async ({ page }) => {
  test.setTimeout(120000);
  await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer>`);
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  for (let i = 0; i < 8; i++) {
    await page.evaluate(async (count) => {
            for (let round = 0; round < count; round += 1) {
                const element = document.createElement("broadcast-visualizer");
                element.a = `${(round % 7) + 1},1`;
                document.querySelector("main").prepend(element);
                await element.ready;
                element.remove();
                await new Promise((done) => setTimeout(done));
            }
        }, 60);
    await devtools.send("HeapProfiler.collectGarbage");
    const c = await devtools.send("Memory.getDOMCounters");
    const w = await page.evaluate(async () => { const { default: start } = await import("./element/visualizer.js"); return (await start()).memory.buffer.byteLength; });
    console.log(JSON.stringify(c), w);
  }
});
