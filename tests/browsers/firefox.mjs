// Firefox over WebDriver BiDi, which puppeteer-core speaks. Debian's package of Firefox has no driver of its own.
import puppeteer from "puppeteer-core";

/** Starts Firefox and gives its one page; see run.mjs for what a page can do. */
export async function openFirefox(program) {
    const browser = await puppeteer.launch({
        browser: "firefox",
        executablePath: program,
        headless: true,
        extraPrefsFirefox: { "ui.prefersReducedMotion": 0, "intl.accept_languages": "en-US" },
    });
    const page = await browser.newPage();
    return {
        goto: (address) => page.goto(address, { waitUntil: "load" }),
        resize: (width, height) => page.setViewport({ width, height }),
        evaluate: (source, values) =>
            page.evaluate(`(${source})(...${JSON.stringify(values)})`),
        moveTo: (x, y) => page.mouse.move(x, y),
        clickAt: (x, y) => page.mouse.click(x, y),
        press: async (keys) => {
            const modifiers = keys.slice(0, -1);
            const last = keys.at(-1);
            for (const key of modifiers) {
                await page.keyboard.down(key);
            }
            await page.keyboard.press(last === "Space" ? " " : last);
            for (const key of modifiers.reverse()) {
                await page.keyboard.up(key);
            }
        },
        picture: (path) => page.screenshot({ path }),
        close: () => browser.close(),
    };
}
