// Chunks: each is loaded when it is needed, and one that is late or cannot be loaded breaks nothing else.
import { LOADER, fileName, openCourse } from "./support/course.js";
import { link, open, partsOf, expectProgram } from "./support/page.js";
import { expect, test } from "./support/test.js";

const READER = "**/reader-*.wasm";
const WORK = "**/work-*.wasm";
const FAILURES = [/could not be loaded/, /Failed to load resource/, /integrity/];

/** Lets requests for a chunk wait. Returns the function that lets them go on. */
async function hold(page, pattern) {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    await page.route(pattern, async (route) => {
        await released;
        await route.continue();
    });
    return release;
}

/** The names of the files that the page has asked for, without hashes. */
function requestsOf(page) {
    const names = [];
    page.on("request", (request) => names.push(fileName(request.url())));
    return names;
}

test("two shapes need no chunk, and chunks are loaded when the page is idle", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, READER);
    const parts = await open(page, "?a=4,1&b=3");
    await expect(parts.verdictText).toContainText("(4, 3)");
    await parts.a.fill("5,,");
    await expect(parts.errorOf("a"), "a mistake in a shape is known without the chunk").toContainText("is not a size");
    const loaded = page.waitForResponse(READER);
    release();
    expect((await loaded).ok()).toBe(true);
});

test("a visit with two shapes makes few requests, with what it loads when it is idle", { tag: "@site" }, async ({ page }) => {
    const [requests, urls] = [requestsOf(page), []];
    page.on("request", (request) => urls.push(request.url()));
    const idle = Promise.all([READER, WORK].map((chunk) => page.waitForResponse(chunk)));
    const parts = await open(page, "?a=4,1&b=3");
    await idle;
    await expect(parts.examples.first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    expect(requests.sort()).toEqual(["", "boot.js", "first.js", "page.css", "page.js", "page.wasm", "reader.wasm", "work.wasm"]);
    // The budget. A chunk that is loaded when the page is idle is one request, and so is each file that the page begins with.
    expect(urls.length).toBeLessThanOrEqual(14);
    expect(new Set(urls).size).toBe(urls.length);
});

test("a link with Python shows its picture when the chunk is there, and nothing before", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, READER);
    const waiting = page.waitForRequest(READER);
    await page.goto(link("4,1", "torch.ones(3)"));
    await waiting;
    expect(await page.locator("#app").textContent()).toBe("");
    release();
    await expect(partsOf(page).verdictText).toContainText("(4, 3)");
    await expect(page.locator(".loading").filter({ visible: true })).toHaveCount(0);
});

test("a link with the gradient shows its picture when the chunk is there, and nothing before", { tag: "@site" }, async ({ page }) => {
    const [release, waiting] = [await hold(page, WORK), page.waitForRequest(WORK)];
    await page.goto(link("4,1", "3", { gradient: "1", chapter: "last" }));
    await waiting;
    expect(await page.locator("#app").textContent()).toBe("");
    release();
    await expect(partsOf(page).chapter).toContainText("The gradient");
});

test("keys that walk over cells before the chunk is loaded wait for it", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, WORK);
    const parts = await open(page, "?a=4,1&b=3&chapter=last");
    await parts.viewport.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    release();
    await expect(page.locator(".narration .equation")).toHaveText("out[1,1] = a[1,0] + b[1] = 10 + 1 = 11");
});

test("while Python is loaded the last picture stays", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, READER);
    const parts = await open(page, "?a=4,1&b=3");
    await parts.b.fill("torch.ones(5)");
    await expect(parts.errorOf("b")).toHaveText("Loading…");
    await expect(parts.axisTable).toBeVisible();
    await parts.b.fill("torch.ones(7)");
    release();
    await expect(parts.verdictText).toContainText("(4, 7)");
    await expect(parts.errorOf("b")).toHaveCount(0);
});

test("a program that is pasted before Python is loaded gets its input later", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, READER);
    const parts = await open(page, "?a=1&b=1");
    const taken = await parts.a.evaluate((field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "x = torch.ones(4, 1)\ny = torch.ones(3)\nx - y");
        return !field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(taken).toBe(true);
    release();
    await expectProgram(page, "x = torch.ones(4, 1)\ny = torch.ones(3)\nx - y");
    await expect(parts.verdictText).toContainText("(4, 3)");
});

test("a text that is pasted before Python is loaded and is no program is inserted where it was pasted", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, READER);
    const parts = await open(page, "?a=1&b=3");
    await parts.a.fill("");
    await parts.a.evaluate((field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "torch.ones(4, 1)");
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    release();
    await expect(parts.a).toHaveValue("torch.ones(4, 1)");
    await expect(parts.verdictText).toContainText("(4, 3)");
});

test("a chunk that failed once is asked for again when it is needed", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES);
    let requests = 0;
    await page.route(READER, (route) => ((requests += 1) === 1 ? route.abort() : route.continue()));
    const failed = page.waitForEvent("requestfailed");
    const parts = await open(page, "?a=4,1&b=3");
    await failed;
    await parts.b.fill("torch.ones(5)");
    await expect(parts.verdictText).toContainText("(4, 5)");
    expect(requests).toBe(2);
});

test("a chunk that cannot be loaded says so, offers to try again, and breaks nothing else", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES);
    let fails = true;
    await page.route(READER, (route) => (fails ? route.abort() : route.continue()));
    await page.goto(link("4,1", "torch.ones(3)"));
    const parts = partsOf(page);
    await expect(parts.errorOf("b")).toContainText("could not be loaded");
    await parts.b.fill("6");
    await expect(parts.verdictText).toContainText("(4, 6)");
    await parts.b.fill("torch.ones(5)");
    await expect(parts.errorOf("b")).toContainText("could not be loaded");
    fails = false;
    await parts.errorOf("b").getByRole("button", { name: "Try again" }).click();
    await expect(parts.verdictText).toContainText("(4, 5)");
});

test("a chunk that is gone after the site was renewed: the page can be loaded again with its state", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES);
    const parts = await open(page, "?a=4,1&b=3");
    await page.context().clearCookies();
    await page.route(READER, (route) => route.fulfill({ status: 404, body: "" }));
    await page.reload();
    await parts.b.fill("torch.ones(5)");
    await expect(parts.errorOf("b")).toContainText("could not be loaded");
    await page.unroute(READER);
    await parts.errorOf("b").getByRole("button", { name: "Reload the page" }).click();
    await expect(parts.verdictText).toContainText("(4, 5)");
    await expect(parts.b).toHaveValue("torch.ones(5)");
});

test("a chunk that was tampered with is not used", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES);
    await page.route(READER, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.of(0, 1, 0)]) });
    });
    await page.goto(link("4,1", "torch.ones(3)"));
    await expect(partsOf(page).errorOf("b")).toContainText("could not be loaded");
});

test("an element whose runtime was tampered with does not start", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES, /broadcast-visualizer:/, /Failed to fetch/);
    await page.route("**/element/visualizer-*.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\nglobalThis.tampered = true;` });
    });
    await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer>`);
    await expect(page.locator("broadcast-visualizer [part=notice]")).toBeVisible();
    expect(await page.evaluate(() => globalThis.tampered)).toBeUndefined();
});

test("an element loads a chunk when it is first used, and all elements load it once", { tag: "@site" }, async ({ page }) => {
    const requests = requestsOf(page);
    await openCourse(page, `${LOADER}${"<broadcast-visualizer></broadcast-visualizer>".repeat(3)}`);
    const elements = page.locator("broadcast-visualizer");
    await elements.first().evaluate((element) => element.ready);
    expect(requests).not.toContain("reader.wasm");
    await elements.first().locator("#operand-a").focus();
    await expect.poll(() => requests.filter((name) => name === "reader.wasm").length).toBe(1);
    for (const element of await elements.all()) {
        await element.evaluate(async (element) => {
            element.b = "torch.ones(5)";
            element.scrollIntoView();
            await element.ready;
        });
        await expect(element.locator(".verdict .verdict-text")).toContainText("(4, 5)");
    }
    expect(requests.filter((name) => name === "reader.wasm")).toHaveLength(1);
});

test("an element with Python is ready when its picture is final", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, "**/element/reader-*.wasm");
    await openCourse(page, `${LOADER}<broadcast-visualizer b="torch.ones(5)">(4, 1) + (5,)</broadcast-visualizer>`);
    const element = page.locator("broadcast-visualizer");
    await expect(page.getByText("(4, 1) + (5,)")).toBeVisible();
    release();
    await element.evaluate((element) => element.ready);
    await expect(element.locator(".verdict .verdict-text")).toContainText("(4, 5)");
    await expect(element.locator(".loading").filter({ visible: true })).toHaveCount(0);
});

test("a page in English loads no other language", { tag: "@site" }, async ({ page }) => {
    const requests = requestsOf(page);
    const parts = await open(page, "?a=4,1&b=3");
    // The other chunks have been asked for by then.
    await expect(parts.examples.first()).toBeAttached();
    expect(requests).not.toContain("zh_cn.wasm");
    expect(requests).not.toContain("es.wasm");
});

test("a page in Chinese has no text before its language is there", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, "**/zh_cn-*.wasm");
    const waiting = page.waitForRequest("**/zh_cn-*.wasm");
    await page.goto("?a=4,1&b=3&locale=zh-CN");
    await waiting;
    expect(await page.locator("#app").textContent()).toBe("");
    release();
    await expect(partsOf(page).verdictText).toContainText("可以广播");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
});

test("a language that cannot be loaded leaves the page in English, says so and offers to try again", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES);
    let fails = true;
    await page.route("**/zh_cn-*.wasm", (route) => (fails ? route.abort() : route.continue()));
    await page.goto("?a=4,1&b=3&locale=zh-CN");
    const parts = partsOf(page);
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(parts.linkNotes).toContainText("could not be loaded");
    fails = false;
    await parts.linkNotes.getByRole("button", { name: "Try again" }).click();
    await expect(parts.verdictText).toContainText("可以广播");
    await expect(parts.linkNotes).toHaveCount(0);
});

test("a link with a clash shows its fixes with its first picture", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, WORK);
    const waiting = page.waitForRequest(WORK);
    await page.goto("?a=3,4&b=3&chapter=last");
    await waiting;
    expect(await page.locator("#app").textContent()).toBe("");
    release();
    await expect(partsOf(page).diagnostics.getByRole("button", { name: "Apply" }).first()).toBeVisible();
});

test("while fixes are loaded, the verdict stands", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, WORK);
    const parts = await open(page, "?a=4,1&b=3");
    await parts.a.fill("3,4");
    await parts.a.press("Tab");
    await expect(parts.verdictText).toContainText("do not broadcast");
    await expect(parts.diagnostics).toContainText("Loading…");
    // They belong to the outcome.
    await page.locator(".viewport").focus();
    await page.keyboard.press("Home");
    await expect(page.locator(".caption")).not.toContainText("Loading…");
    await page.keyboard.press("End");
    release();
    await expect(parts.diagnostics.getByRole("button", { name: "Apply" }).first()).toBeVisible();
});

test("fixes of Python are found where the reader was loaded first", { tag: "@site" }, async ({ page }) => {
    const parts = await open(page, link("np.ones((2, 3))", "x = np.arange(6).reshape(3, 2)"));
    await expect(parts.diagnostics).toContainText("b.T");
});

test("examples that cannot be loaded say so, and the rest of the page works", { tag: "@site" }, async ({ page, allowedErrors }) => {
    allowedErrors.push(...FAILURES);
    let fails = true;
    await page.route(WORK, (route) => (fails ? route.abort() : route.continue()));
    const parts = await open(page, "?a=4,1&b=3");
    const note = page.locator(".example-groups .loading");
    await expect(note).toContainText("could not be loaded");
    await parts.a.fill("6,1");
    await expect(parts.verdictText).toContainText("(6, 3)");
    fails = false;
    await note.getByRole("button", { name: "Try again", includeHidden: true }).dispatchEvent("click");
    await expect(parts.examples.first()).toBeAttached();
});

test("what a script asks for waits for the chunks that it needs", { tag: "@site" }, async ({ page }) => {
    const release = await hold(page, /\/(reader|work)-.*\.wasm$/);
    await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer>`);
    const element = page.locator("broadcast-visualizer");
    await element.evaluate((element) => element.ready);
    const picture = element.evaluate((element) => element.toSVG());
    release();
    expect(await picture).toMatch(/^<svg /);
});
