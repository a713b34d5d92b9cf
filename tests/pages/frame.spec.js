// The embedded page in an iframe on another origin: heights and states go out, settings come in.
import { foreign, openCourse } from "./support/course.js";
import { partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

/** A course page that keeps what its frame says, and does what the height says. */
const course = (src, attributes = "") => `<iframe title="Broadcasting" width="700" height="200" ${attributes} src="${src}"></iframe>
    <script>
        globalThis.messages = [];
        addEventListener("message", ({ source, data }) => {
            const frame = document.querySelector("iframe");
            if (source !== frame.contentWindow) return;
            messages.push(data);
            if (data.type === "broadcast-visualizer" && data.event === "resize") frame.height = data.height;
        });
        globalThis.say = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
    </script>`;

const messages = (page, keep) => page.evaluate((keep) => globalThis.messages.filter(Function("data", `return ${keep}`)), keep);
const own = (event) => `data.type === "broadcast-visualizer" && data.version === 1 && data.event === "${event}"`;
const say = (page, action, rest = {}) =>
    page.evaluate((message) => globalThis.say(message), { type: "broadcast-visualizer", version: 1, action, ...rest });

test.beforeEach(({ allowedErrors }) => allowedErrors.push(/request to another origin: http:\/\/localhost:/));

for (const [where, attributes] of [["on another origin", ""], ["where it may run scripts and nothing else", 'sandbox="allow-scripts"']]) {
    test(`${where}, height and state go out and settings come in`, async ({ page, baseURL }) => {
        await openCourse(page, course(`${foreign(baseURL)}?a=4,1&b=3&embed=1&locale=zh-CN`, attributes));
        const parts = partsOf(page.frameLocator("iframe"));
        await expect(parts.verdictText).toContainText("可以广播");
        await expect.poll(async () => (await messages(page, own("ready"))).length).toBe(1);
        await expect.poll(async () => Number(await page.locator("iframe").getAttribute("height"))).toBeGreaterThan(400);
        const { height } = (await messages(page, own("resize"))).at(-1);
        await expect.poll(() => messages(page, 'data.subject === "lti.frameResize"').then((all) => all.at(-1)?.height)).toBe(height);
        const embedly = (await messages(page, 'typeof data === "string"')).map((text) => JSON.parse(text));
        expect(embedly.at(-1)).toMatchObject({ context: "iframe.resize", height });
        await say(page, "setState", { state: { a: "5,2", locale: "en" } });
        await expect(parts.verdictText).toContainText("do not broadcast");
        await expect(parts.b).toHaveValue("3");
        await expect.poll(async () => (await messages(page, own("statechange"))).at(-1)?.error).toContain("must match the size");
        const told = (await messages(page, own("statechange"))).at(-1);
        expect(told.state).toMatchObject({ a: "5,2", b: "3", locale: "en" });
        expect(told.error).toContain("must match the size");
        await say(page, "setState", { state: { a: "6,1", chapter: 1 } });
        await say(page, "next");
        await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
        await say(page, "seek", { t: 4 });
        await expect(parts.live).toHaveText(/^Chapter 4 of 6: /);
        // The message is sent after the text is there.
        await expect
            .poll(async () => (await messages(page, own("statechange"))).at(-1))
            .toMatchObject({ chapter: 4, last: 6, state: { chapter: 4 } });
        await say(page, "getState");
        await expect.poll(async () => (await messages(page, own("state"))).at(-1)?.state.chapter).toBe(4);
        await say(page, "reset");
        await expect(parts.verdictText).toContainText("可以广播成 (4, 3)".slice(0, 4));
        await expect(parts.a).toHaveValue("4,1");
    });
}

test("H5P's handshake is answered", async ({ page, baseURL }) => {
    await openCourse(page, course(`${foreign(baseURL)}?a=4,1&b=3&embed=1`));
    await expect(partsOf(page.frameLocator("iframe")).verdictText).not.toBeEmpty();
    const h5p = (action) => messages(page, `data.context === "h5p" && data.action === "${action}"`);
    expect(await h5p("hello")).toHaveLength(1);
    expect(await h5p("prepareResize")).toHaveLength(0);
    await page.evaluate(() => globalThis.say({ context: "h5p", action: "hello" }));
    await expect.poll(async () => (await h5p("prepareResize")).length).toBe(1);
    const [{ scrollHeight, clientHeight }] = await h5p("prepareResize");
    expect(scrollHeight).toBeGreaterThan(400);
    expect(clientHeight).toBeGreaterThan(100);
    await page.evaluate(() => globalThis.say({ context: "h5p", action: "resizePrepared" }));
    await expect.poll(async () => (await h5p("resize")).at(-1)?.scrollHeight).toBe(scrollHeight);
});

test("what is not of the right form, or from elsewhere, changes nothing", async ({ page, baseURL }) => {
    await openCourse(page, course(`${foreign(baseURL)}?a=4,1&b=3&embed=1`));
    const frame = page.frameLocator("iframe");
    const parts = partsOf(frame);
    await expect(parts.verdictText).toContainText("(4, 3)");
    for (const message of [
        null,
        7,
        "setState",
        { action: "setState", state: { a: "9" } },
        { type: "broadcast-visualizer", version: 2, action: "setState", state: { a: "9" } },
        { type: "broadcast-visualizer", version: 1, action: "setState", state: { a: { toString: 1 } } },
        { type: "broadcast-visualizer", version: 1, action: "setState", state: { a: "9".repeat(20001) } },
        { type: "broadcast-visualizer", version: 1, action: "setState", state: null },
        { type: "broadcast-visualizer", version: 1, action: "toString" },
        { type: "broadcast-visualizer", version: 1, action: "__proto__" },
        { type: "broadcast-visualizer", version: 1, action: "seek", t: "1" },
    ]) {
        await page.evaluate((message) => globalThis.say(message), message);
    }
    // From the page itself, which is not the page around it.
    const inside = page.frames().find((inner) => inner !== page.mainFrame());
    await inside.evaluate(() => postMessage({ type: "broadcast-visualizer", version: 1, action: "setState", state: { a: "9" } }, "*"));
    await say(page, "getState");
    await expect.poll(async () => (await messages(page, own("state"))).at(-1)?.state.a).toBe("4,1");
    await expect(parts.a).toHaveValue("4,1");
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    await say(page, "setState", { state: { a: '<img src=x onerror="parent.messages=0">', theme: "<b>", unknown: 1 } });
    await expect(frame.locator(".field-error").first()).toBeVisible();
    await expect(frame.locator("img, main b:not(:is(.longest, .ending) > b)")).toHaveCount(0);
});
