import { chromium } from "playwright-core";
const [,, out, ...jobs] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu"] });
for (const job of jobs) {
  const [name, size, query, ...acts] = job.split("|");
  const [w,h] = size.split("x").map(Number);
  const p = await b.newPage({ viewport: { width:w, height:h }, reducedMotion: "reduce", locale: "en-US" });
  p.on("console", m => m.type()==="error" && console.log(name, m.text()));
  p.on("pageerror", e => console.log(name, "pageerror", e.message));
  await p.goto("http://127.0.0.1:8471/" + query);
  await p.waitForSelector(".question, .viewport canvas[style]");
  for (const act of acts) {
    const [what, sel, val] = act.split("@@");
    if (what==="fill") await p.fill(sel,val);
    if (what==="click") await p.click(sel);
    if (what==="press") await p.press(sel,val);
    if (what==="wait") await p.waitForTimeout(Number(sel));
  }
  await p.waitForTimeout(400);
  await p.screenshot({ path: `${out}/${name}.png` });
  await p.close();
}
await b.close();
