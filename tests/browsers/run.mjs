// Runs the checks in one browser: `node run.mjs firefox|webkit`. `cargo xtask test browsers` runs both, and sets BASE_URL, the
// paths of the programs, and PICTURES, the folder for a picture of each check.
//
// A page is what both drivers can do:
//   goto(address)             loads a page
//   resize(width, height)     sets the size of the viewport in CSS pixels
//   evaluate(source, values)  calls a function, given as text, in the page; values and its result are JSON
//   moveTo(x, y), clickAt(x, y)  the pointer, in CSS pixels of the viewport
//   press(keys)               presses the last key while the ones before it are held
//   picture(path)             writes a PNG
//   close()                   ends the browser
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CHECKS } from "./checks.mjs";
import { openFirefox } from "./firefox.mjs";
import { Visitor } from "./visitor.mjs";
import { openWebKit } from "./webkit.mjs";

const [name] = process.argv.slice(2);
const { BASE_URL, FIREFOX, WEBKIT_DRIVER, WEBKIT, PICTURES } = process.env;
mkdirSync(PICTURES, { recursive: true });

const page = name === "firefox" ? await openFirefox(FIREFOX) : await openWebKit(WEBKIT_DRIVER, WEBKIT);
let failed = 0;
try {
    for (const [title, check] of Object.entries(CHECKS)) {
        const visitor = new Visitor(page, BASE_URL);
        try {
            await check(visitor);
            console.log(`  ok      ${name}: ${title}`);
        } catch (error) {
            failed += 1;
            console.log(`  FAILED  ${name}: ${title}\n          ${error.message}`);
        }
        await page.picture(join(PICTURES, `${name}-${title.replaceAll(/\W+/g, "-")}.png`));
        await visitor.leave();
    }
} finally {
    await page.close();
}
console.log(`${name}: ${Object.keys(CHECKS).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
