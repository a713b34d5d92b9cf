// A course page that the visualizer is put into, made for a test and served from the same server, or from another origin:
// `localhost` is one to a browser, though it is the same machine as 127.0.0.1.
import { expect } from "./test.js";

/** The address of the site as another origin sees it. */
export const foreign = (baseURL) => baseURL.replace("127.0.0.1", "localhost");

/** Opens a page with this body. `policy`: its Content-Security-Policy. */
export async function openCourse(page, body, { policy, head = "", name = "course.html" } = {}) {
    await page.route(`**/${name}`, (route) =>
        route.fulfill({
            contentType: "text/html; charset=utf-8",
            headers: policy ? { "content-security-policy": policy } : {},
            body: `<!doctype html><html lang="en"><head><title>Course</title>${head}</head><body><main><h1>Course</h1>${body}</main></body></html>`,
        }),
    );
    await page.goto(name);
}

/** The name of the file at an address, without the hash of its contents. */
export const fileName = (address) => new URL(address).pathname.split("/").at(-1).replace(/-[0-9a-f]{16}(?=\.)/, "");

export const LOADER = '<script type="module" src="./element/broadcast-visualizer.js"></script>';

/** Waits until every element on the page is ready. */
export async function ready(page, selector = "broadcast-visualizer") {
    await page.waitForFunction(() => customElements.get("broadcast-visualizer"));
    await page.evaluate(
        (selector) => Promise.all([...document.querySelectorAll(selector)].map((element) => element.ready)).then(() => true),
        selector,
    );
    await expect(page.locator(`${selector} .verdict .verdict-text`).first()).not.toBeEmpty();
}
