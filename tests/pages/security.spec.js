// Policies, integrity and hostile texts.
import { createHash } from "node:crypto";
import { LOADER, foreign, openCourse, ready } from "./support/course.js";
import { paintedPixels, partsOf, start } from "./support/page.js";
import { expect, test } from "./support/test.js";

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'";
const TRUSTED = `${STRICT}; require-trusted-types-for 'script'; trusted-types 'none'`;

test.beforeEach(({ page }) =>
    page.addInitScript(() => {
        globalThis.violations = [];
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
            globalThis.violations.push(`${violatedDirective}: ${blockedURI} ${sample}`),
        );
    }),
);
const expectNoViolation = async (page) => expect(await page.evaluate(() => globalThis.violations)).toEqual([]);

test("the element works under a strict policy with trusted types", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3" chapter="1"></broadcast-visualizer>`, { policy: TRUSTED });
    await ready(page);
    const element = page.locator("broadcast-visualizer");
    const parts = partsOf(element);
    await parts.a.fill("5;");
    await expect(parts.errorOf("a")).toBeVisible();
    await parts.a.fill("5,2");
    await expect(parts.libraryMessage).toContainText("must match the size");
    await parts.a.fill("5,1");
    await parts.play.click();
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await element.evaluate((element) => ((element.theme = "dark"), (element.locale = "zh-CN")));
    await expect(parts.verdictText).toContainText("可以广播");
    await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(300);
    expect(await element.evaluate((element) => getComputedStyle(element).backgroundColor), "the styles are there").toBe("rgb(23, 29, 36)");
    await element.evaluate((element) => element.toSVG());
    await expectNoViolation(page);
});

test("the page works with trusted types", async ({ page }) => {
    await page.route("**/any/folder/?*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": TRUSTED } });
    });
    await start(page, "?a=4,1&b=3");
    const parts = partsOf(page);
    await expect(parts.verdictText).toContainText("(4, 3)");
    await parts.openExamples.click();
    await parts.examples.nth(8).click();
    await parts.chooseTheme({ index: 2 });
    await parts.chooseLanguage({ index: 1 });
    await parts.openHelp();
    await page.keyboard.press("Escape");
    await expectNoViolation(page);
});

test("without 'wasm-unsafe-eval' page and element say what is missing", async ({ page, allowedErrors }) => {
    allowedErrors.push(/wasm-unsafe-eval|WebAssembly|broadcast-visualizer:|Content Security Policy/);
    const policy = STRICT.replace(" 'wasm-unsafe-eval'", "");
    await openCourse(page, `${LOADER}<broadcast-visualizer locale="zh-CN"><p>(4, 1) + (3,)</p></broadcast-visualizer><broadcast-visualizer locale="en"></broadcast-visualizer>`, { policy });
    const notices = page.locator("broadcast-visualizer [part=notice]");
    await expect(notices.first()).toContainText("必须在 script-src 中允许 'wasm-unsafe-eval'");
    await expect(page.getByText("(4, 1) + (3,)"), "what stands inside stays").toBeVisible();
    await page.locator("broadcast-visualizer").last().scrollIntoViewIfNeeded();
    await expect(notices.last()).toContainText("must allow 'wasm-unsafe-eval' in script-src");
    await page.route("**/any/folder/?*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
    });
    await page.goto("?a=4,1");
    await expect(page.getByText("allows 'wasm-unsafe-eval'")).toBeVisible();
});

test("every file of the site is checked against its hash", { tag: "@site" }, async ({ page, baseURL }) => {
    const html = await (await page.request.get(baseURL)).text();
    const checked = [...html.matchAll(/(?:href|src)="\.\/([^"]+)"[^>]*? (?:data-)?integrity="sha256-([^"]+)"/g)];
    expect(checked.map(([, name]) => name.replace(/-[0-9a-f]+/, "")).sort()).toEqual(["boot.js", "first.js", "page.css", "page.js", "page.wasm"]);
    for (const [, name, hash] of checked) {
        const body = await (await page.request.get(baseURL + name)).body();
        expect(createHash("sha256").update(body).digest("base64"), name).toBe(hash);
    }
});

test("a program that was tampered with is not started", async ({ page, allowedErrors }) => {
    allowedErrors.push(/integrity|could not start/);
    await page.route("**/*.wasm", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.of(0, 1, 0)]) });
    });
    await page.goto("?a=4,1");
    await expect(page.locator("#start-error")).toBeVisible();
});

test("hostile attributes are only ever text", async ({ page }) => {
    const hostile = ['<img src=x onerror="globalThis.harmed=1">', "</style><script>harmed=1</script>", "javascript:harmed=1", '" onload="harmed=1', "constructor.constructor('harmed=1')()", "\u0000\u202e\ud800", "1,".repeat(3000)];
    await openCourse(page, LOADER);
    await page.evaluate((hostile) => {
        for (const text of hostile) {
            const element = document.createElement("broadcast-visualizer");
            for (const name of ["a", "b", "op", "library", "inplace", "dtype", "chapter", "autoplay", "controls", "theme", "locale", "style", "title"]) {
                element.setAttribute(name, name === "style" ? "min-height: 10px" : text);
            }
            document.querySelector("main").append(element);
        }
    }, hostile);
    for (const element of await page.locator("broadcast-visualizer").all()) {
        await element.scrollIntoViewIfNeeded();
        await element.evaluate((element) => element.ready);
        await expect(element.locator(".verdict .verdict-text")).not.toBeEmpty();
        await expect(element.locator(":is(img, script, style, iframe, [onerror], [onload])")).toHaveCount(0);
    }
    expect(await page.evaluate(() => globalThis.harmed)).toBeUndefined();
});

test("the element works from another origin", async ({ page, baseURL, allowedErrors }) => {
    allowedErrors.push(/request to another origin: http:\/\/localhost:/);
    await openCourse(page, `<script type="module" src="${foreign(baseURL)}element/broadcast-visualizer.js"></script><broadcast-visualizer a="2,1"></broadcast-visualizer>`);
    await ready(page);
    await expect(partsOf(page.locator("broadcast-visualizer")).verdictText).toContainText("(2, 3)");
});

test("the page in one file runs from the disk, with the network off", async ({ page, context, allowedErrors }) => {
    allowedErrors.push(/^request to another origin: file:[^ ]*\/dist\/broadcast-visualizer\.html\?/);
    const file = new URL("../../dist/broadcast-visualizer.html", import.meta.url);
    await context.setOffline(true);
    await page.goto(`${file.href}?a=4,1&b=3&locale=zh-CN`);
    const parts = partsOf(page);
    await expect(parts.verdictText).toContainText("可以广播");
    await parts.chooseLanguage({ index: 0 });
    await parts.a.fill("5,1");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (5, 3)");
    await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(300);
    await expectNoViolation(page);
});
