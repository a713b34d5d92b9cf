// <broadcast-visualizer> in another page.
import { accessibilityFaults } from "./support/axe.js";
import { LOADER, fileName, openCourse, ready } from "./support/course.js";
import { paintedPixels, partsOf, programOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const one = (page) => page.locator("broadcast-visualizer");

test("two lines of HTML are enough, in both languages", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3"></broadcast-visualizer>`);
    await ready(page);
    const parts = partsOf(one(page));
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(300);
    await one(page).evaluate((element) => (element.locale = "zh-CN"));
    await expect(parts.verdictText).toContainText("可以广播");
    expect(await page.evaluate(() => [document.title, document.documentElement.lang])).toEqual(["Course", "en"]);
    expect(new URL(page.url()).search, "the page's own address").toBe("");
});

test("attributes, properties and what is typed are one state", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3" op="add"></broadcast-visualizer>`);
    await ready(page);
    const parts = partsOf(one(page));
    await one(page).evaluate((element) => element.setAttribute("a", "5,1"));
    await expect(parts.verdictText).toContainText("(5, 3)");
    await expect(parts.a).toHaveValue("5,1");
    await one(page).evaluate((element) => Object.assign(element, { b: "(2, 1, 1)", library: "numpy", inplace: true, chapter: 2 }));
    await expect(parts.b).toHaveValue("(2, 1, 1)");
    await expect(parts.inPlace).toBeChecked();
    await expect(parts.library("NumPy")).toBeChecked();
    await parts.a.fill("7");
    await parts.setLibrary("PyTorch");
    await parts.setInPlace(false);
    await expect(one(page)).toHaveAttribute("a", "7");
    await expect(one(page), "the default goes without saying").not.toHaveAttribute("library");
    await expect(one(page)).not.toHaveAttribute("inplace");
    const defaults = await page.evaluate(() => document.createElement("broadcast-visualizer").getState());
    expect(defaults).toMatchObject({ a: "4,1", inplace: false, chapter: null });
    expect(await one(page).evaluate((element) => element.getState())).toEqual({ ...defaults, a: "7", b: "(2, 1, 1)", chapter: "last" });
    await expect(one(page), "what the author wrote stays").toHaveAttribute("op", "add");
    await one(page).evaluate((element) => element.setState({ a: "[[0],[10]]", b: "tensor([0,1])", op: "mul" }));
    await expect(parts.verdictText).toContainText("(2, 2)");
    await one(page).evaluate((element) => element.reset());
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
    await expect(parts.b).toHaveValue("3");
});

test("methods move the story, and events leave the shadow root", async ({ page }) => {
    await openCourse(
        page,
        `${LOADER}<section><broadcast-visualizer a="4,1" b="3" chapter="1"></broadcast-visualizer></section>
        <script type="module">
            globalThis.events = [];
            for (const type of ["ready", "statechange", "chapterchange", "broadcasterror", "resize", "error"]) {
                document.querySelector("section").addEventListener(type, (event) => events.push([type, event.detail, event.composed]));
            }
        </script>`,
    );
    await ready(page);
    const parts = partsOf(one(page));
    const call = (name, ...args) => one(page).evaluate((element, [name, args]) => element[name](...args), [name, args]);
    const events = (type) => page.evaluate((type) => globalThis.events.filter(([name]) => name === type).map(([, detail]) => detail), type);
    await call("next");
    await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
    await call("previous");
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    await call("seek", 3);
    await expect(parts.live).toHaveText(/^Chapter 3 of 6: /);
    await expect(parts.scrubber, "chapter 3 is complete").toHaveJSProperty("valueAsNumber", 200);
    await call("seek", 3.5);
    await expect(parts.live, "chapter 4 is half way").toHaveText(/^Chapter 4 of 6: /);
    await expect(parts.scrubber).toHaveJSProperty("valueAsNumber", 250);
    await call("seek", 1e9);
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
    await call("seek", -1);
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    await call("seek", 5);
    await parts.setSpeed("3×");
    await call("play");
    await expect.poll(async () => (await events("chapterchange")).at(-1)).toEqual({ chapter: 6, last: 6, playing: true });
    await expect.poll(async () => (await events("chapterchange")).at(-1)).toEqual({ chapter: 6, last: 6, playing: false });
    await call("setState", { a: "5,2", b: "3" });
    await expect.poll(() => events("broadcasterror")).toHaveLength(1);
    expect((await events("broadcasterror"))[0].message).toContain("must match the size of tensor b (3)");
    await call("setState", { a: "5;", b: "3" });
    await expect.poll(() => events("broadcasterror")).toHaveLength(2);
    expect((await events("statechange")).at(-1).state.a).toBe("5;");
    expect(await events("ready")).toHaveLength(1);
    expect(await events("error")).toEqual([]);
    await page.setViewportSize({ width: 500, height: 700 });
    await expect.poll(async () => (await events("resize")).length).toBeGreaterThan(0);
    expect(await page.evaluate(() => globalThis.events.every(([, , composed]) => composed))).toBe(true);
});

test("play() continues from the shown chapter, called before the element is mounted or from one of its events", async ({ page }) => {
    await openCourse(
        page,
        `<broadcast-visualizer a="4,1" b="3" chapter="5"></broadcast-visualizer>
        <script type="module">
            globalThis.events = [];
            const element = document.querySelector("broadcast-visualizer");
            element.addEventListener("chapterchange", ({ detail }) => {
                events.push([detail.chapter, detail.playing]);
                // Again, from within a listener.
                if (detail.chapter === 5 && !detail.playing) {
                    element.play();
                }
            });
        </script>${LOADER}<script type="module">
            customElements.whenDefined("broadcast-visualizer").then(() => element.play());
            const element = document.querySelector("broadcast-visualizer");
        </script>`,
    );
    await ready(page);
    const events = () => page.evaluate(() => globalThis.events);
    await expect.poll(async () => (await events()).at(-1)).toEqual([6, true]);
    expect((await events()).map(([chapter]) => chapter)).not.toContain(1);
    await one(page).evaluate((element) => ((globalThis.events.length = 0), (element.chapter = 5)));
    await expect.poll(async () => (await events()).at(-1)).toEqual([6, true]);
    expect((await events()).map(([chapter]) => chapter)).not.toContain(1);
});

test("without a chapter it waits in the first one, and play() is the same as its large button", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer><broadcast-visualizer controls="none"></broadcast-visualizer>`);
    await ready(page);
    const [first, picture] = [partsOf(one(page).first()), partsOf(one(page).last())];
    await expect(first.playOver).toHaveAccessibleName("Play");
    await expect(first.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 1 of 6: /);
    await expect(one(page).first(), "nothing has been done").not.toHaveAttribute("chapter");
    await one(page).first().evaluate((element) => element.play());
    await expect(first.playOver).toHaveCount(0);
    await expect(first.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await expect(one(page).first()).toHaveAttribute("chapter", "2");
    await one(page).first().evaluate((element) => element.reset());
    await expect(first.playOver).toHaveCount(1);
    await one(page).first().evaluate((element) => (element.chapter = "last"));
    await expect(first.live).toHaveText(/^Chapter 6 of 6: /);
    await expect(one(page).first()).toHaveJSProperty("chapter", "last");
    await expect(picture.playOver).toHaveCount(0);
    await expect(picture.live, "the diagram alone shows the result").toHaveText(/^Chapter 6 of 6: /);
});

test("seek() before the element is mounted takes effect when it is", async ({ page }) => {
    await openCourse(page, LOADER);
    await page.waitForFunction(() => customElements.get("broadcast-visualizer"));
    await page.evaluate(() => {
        const element = document.createElement("broadcast-visualizer");
        document.querySelector("main").append(element);
        element.seek(3);
    });
    await ready(page);
    await expect(partsOf(one(page)).live).toHaveText(/^Chapter 3 of 6: /);
    await expect(one(page)).toHaveAttribute("chapter", "3");
});

test("a cell that does not exist is unpinned, and no key then stops the program", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3"></broadcast-visualizer>`);
    await ready(page);
    const viewport = partsOf(one(page)).viewport;
    for (const cell of ["2", "0,0,0", "a:9,9", "b:4,4", "2,1"]) {
        await one(page).evaluate((element, cell) => (element.cell = cell), cell);
        await viewport.focus();
        for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
            await page.keyboard.press(key);
        }
        await expect.poll(() => one(page).evaluate((element) => element.cell)).toMatch(/^(a:|b:)?\d,\d$/);
    }
    await one(page).evaluate((element) => (element.cell = "7"));
    await expect.poll(() => one(page).evaluate((element) => element.cell)).toBe(null);
});

test("an element that is in no page has no picture", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3"></broadcast-visualizer>`);
    await ready(page);
    const pictures = await page.evaluate(() => {
        const element = document.createElement("broadcast-visualizer");
        return Promise.all([element.toSVG(), element.toBlob()]);
    });
    expect(pictures).toEqual([undefined, null]);
});

test("pictures can be had as SVG and as PNG", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3" chapter="last"></broadcast-visualizer>`);
    await ready(page);
    const svg = await one(page).evaluate((element) => element.toSVG({ width: 640 }));
    const parsed = await page.evaluate((svg) => {
        const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
        return [documentElement.localName, documentElement.querySelectorAll("rect").length];
    }, svg);
    expect(parsed[0]).toBe("svg");
    expect(parsed[1]).toBeGreaterThan(30);
    const [type, size] = await one(page).evaluate(async (element) => {
        const blob = await element.toBlob();
        return [blob.type, (await createImageBitmap(blob)).width];
    });
    expect(type).toBe("image/png");
    expect(size).toBeGreaterThan(100);
});

test("nothing is loaded before one is near the screen, and nothing plays off it", { tag: "@site" }, async ({ page }) => {
    const loaded = [];
    page.on("request", (request) => loaded.push(fileName(request.url())));
    // The height is in the page from its first layout, so that the element is never near the screen before it is scrolled to.
    await openCourse(page, `${LOADER}<div style="height: 4000px"></div><broadcast-visualizer autoplay>Text before it is ready</broadcast-visualizer>`);
    await page.waitForFunction(() => customElements.get("broadcast-visualizer"));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(loaded).not.toContain("visualizer.wasm");
    await one(page).scrollIntoViewIfNeeded();
    await ready(page);
    expect(loaded.filter((name) => name === "visualizer.wasm")).toHaveLength(1);
    const parts = partsOf(one(page));
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(parts.play).toHaveClass(/\bplay\b/);
    await one(page).scrollIntoViewIfNeeded();
    await parts.setSpeed("3×");
    await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 4 of 6: /);
});

test("moved, taken out, put back, made before and after the definition, loaded twice", async ({ page }) => {
    await openCourse(
        page,
        `<div id="left"><broadcast-visualizer id="early"></broadcast-visualizer></div><div id="right"></div>
        <script>Object.assign(document.querySelector("#early"), { a: "6,1", inplace: false, chapter: 1 });</script>
        ${LOADER}<script type="module" src="./element/broadcast-visualizer.js?again"></script>`,
    );
    await ready(page);
    const parts = partsOf(page.locator("#early"));
    await expect(parts.verdictText).toContainText("(6, 3)");
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    const kept = await page.evaluate(async () => {
        const element = document.querySelector("#early");
        const box = element.shadowRoot.querySelector(".root");
        document.querySelector("#right").append(element);
        await new Promise((done) => setTimeout(done));
        return box === element.shadowRoot.querySelector(".root");
    });
    expect(kept, "moving it is no new start").toBe(true);
    await parts.a.fill("8,1");
    await page.evaluate(async () => {
        globalThis.away = document.querySelector("#early");
        away.remove();
        await new Promise((done) => setTimeout(done));
        if (away.shadowRoot.querySelector(".root")) throw new Error("it is still there");
        away.b = "9";
        document.querySelector("#left").append(away);
    });
    await expect(parts.verdictText).toContainText("(8, 9)");
    await page.evaluate(() => {
        const late = document.createElement("broadcast-visualizer");
        late.a = "2,1";
        late.id = "late";
        document.querySelector("#right").append(late);
    });
    await page.locator("#late").scrollIntoViewIfNeeded();
    await expect(partsOf(page.locator("#late")).verdictText).toContainText("(2, 3)");
});

test("fifty share one instance, and none disturbs another", { tag: "@site" }, async ({ page }) => {
    const requests = [];
    page.on("request", (request) => requests.push(fileName(request.url())));
    const many = Array.from({ length: 50 }, (_, at) => `<broadcast-visualizer a="${at + 1},1" b="3" controls="play"></broadcast-visualizer>`);
    await page.setViewportSize({ width: 1000, height: 4000 });
    await openCourse(page, LOADER + many.join(""));
    await page.waitForFunction(() => customElements.get("broadcast-visualizer"));
    for (let at = 0; at < 50; at += 5) {
        await one(page).nth(at).scrollIntoViewIfNeeded();
    }
    await one(page).last().scrollIntoViewIfNeeded();
    await ready(page);
    const files = ["visualizer.wasm", "visualizer.js", "work.wasm", "reader.wasm"];
    for (let at = 0; at < 50; at += 10) {
        // Chunks are loaded when an element is first used.
        await one(page).nth(at).locator(".viewport").focus();
    }
    for (const name of files) {
        await expect.poll(() => requests.filter((other) => other === name), name).toHaveLength(1);
    }
    await expect(partsOf(one(page).nth(49)).verdictText).toContainText("(50, 3)");
    await one(page).nth(7).evaluate((element) => (element.a = "5,2"));
    await expect(partsOf(one(page).nth(7)).verdictText).toContainText("do not broadcast");
    await expect(partsOf(one(page).nth(8)).verdictText).toContainText("(9, 3)");
});

test("its keys are its own", async ({ page }) => {
    await openCourse(page, `${LOADER}<button id="outside">outside</button><broadcast-visualizer chapter="1"></broadcast-visualizer>`);
    await ready(page);
    const parts = partsOf(one(page));
    await page.locator("#outside").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    await parts.forward.click();
    await parts.back.focus();
    await page.keyboard.press("End");
    await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
    for (const key of ["PageUp", "PageUp", "4"]) {
        await page.keyboard.press(key);
    }
    await expect(parts.live, "page keys scroll the page around it, digits are its own").toHaveText(/^Chapter 4 of 6: /);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("5");
    await expect(parts.live).toHaveText(/^Chapter 5 of 6: /);
    await page.keyboard.press("?");
    await expect(parts.help).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(parts.help).toBeHidden();
});

test("its editor writes the property, and its letters are no keys of the element", async ({ page }) => {
    const code = "x = torch.ones(4, 1)\ny = torch.ones(3)\nx - y\n";
    await openCourse(page, `${LOADER}<broadcast-visualizer style="height: 480px"></broadcast-visualizer>`);
    await one(page).evaluate((element, code) => (element.code = code), code);
    await ready(page);
    const { content, editor, inlays } = programOf(one(page));
    await one(page).locator("button.summary").click();
    await expect(inlays).toHaveText(["(4, 1)", "(3,)", "(4, 3)"]);
    await content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("y + f");
    await expect.poll(() => one(page).evaluate((element) => element.code)).toBe(`${code}y + f`);
    await expect(one(page).locator(".presenting")).toHaveCount(0);
    await one(page).evaluate((element) => (element.code = "a = torch.ones(2)\n"));
    await expect.poll(() => editor.evaluate((editor) => editor.value)).toBe("a = torch.ones(2)\n");
});

test("a page dresses it with custom properties and parts", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer theme="dark"></broadcast-visualizer>`, {
        head: `<style>broadcast-visualizer { --bv-a: rgb(200, 10, 250); } broadcast-visualizer::part(verdict) { outline: 3px solid rgb(1, 2, 3); }</style>`,
    });
    await ready(page);
    const parts = partsOf(one(page));
    await expect.poll(() => paintedPixels(parts.canvas)).toBeGreaterThan(300);
    const seen = await one(page).evaluate((element) => {
        const canvas = element.shadowRoot.querySelector("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let own = 0;
        for (let at = 0; at < data.length; at += 4) {
            own += data[at] === 200 && data[at + 1] === 10 && data[at + 2] === 250 ? 1 : 0;
        }
        const parts = new Set([...element.shadowRoot.querySelectorAll("[part]")].map((part) => part.getAttribute("part")));
        return { own, parts: parts.size, outline: getComputedStyle(element.shadowRoot.querySelector(".verdict")).outlineColor,
            paper: getComputedStyle(canvas).getPropertyValue("--bv-paper") };
    });
    expect(seen.own, "the canvas is painted in the page's colour").toBeGreaterThan(50);
    expect(seen.parts).toBeGreaterThanOrEqual(12);
    expect(seen.outline).toBe("rgb(1, 2, 3)");
    expect(seen.paper, "the dark half of a registered colour").toBe("rgb(15, 20, 25)");
    /** How many pixels have the colour that the page has just given to a. */
    const green = () =>
        one(page).evaluate((element) => {
            const canvas = element.shadowRoot.querySelector("canvas");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return data.filter((value, at) => at % 4 === 0 && value === 1 && data[at + 1] === 222 && data[at + 2] === 3).length;
        });
    expect(await green()).toBe(0);
    await one(page).evaluate((element) => (element.style.cssText = "--bv-a: rgb(1, 222, 3)"));
    await expect.poll(green, "a later change of the element's style is seen on the canvas").toBeGreaterThan(50);
    await page.evaluate(() => {
        document.querySelector("broadcast-visualizer").removeAttribute("style");
        document.head.insertAdjacentHTML("beforeend", "<style>.spring broadcast-visualizer { --bv-a: rgb(1, 222, 3) }</style>");
    });
    await expect.poll(green).toBe(0);
    await page.evaluate(() => document.body.classList.add("spring"));
    await expect.poll(green, "and so is a class of the page").toBeGreaterThan(50);
});

test("axe finds nothing wrong in the shadow root, in both languages and themes", async ({ page }) => {
    await openCourse(
        page,
        `${LOADER}<broadcast-visualizer a="5,2" b="3"></broadcast-visualizer><broadcast-visualizer theme="dark" locale="zh-CN" controls="play"></broadcast-visualizer>`,
    );
    await ready(page);
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("the regions of several elements have different names, also of equal ones, and axe finds nothing", async ({ page }) => {
    const element = '<broadcast-visualizer a="4,1" b="3" chapter="last"></broadcast-visualizer>';
    const clash = '<broadcast-visualizer a="3,4" b="3" chapter="last"></broadcast-visualizer>';
    const question = '<broadcast-visualizer a="4,1" b="3" predict="shape"></broadcast-visualizer>';
    await openCourse(page, LOADER + [element, element, clash, clash, question, question].join(""));
    const elements = one(page);
    for (let number = 0; number < 6; number += 1) {
        await elements.nth(number).scrollIntoViewIfNeeded();
        await expect(elements.nth(number).locator("canvas, .own-figures").first()).toBeVisible();
    }
    await expect(elements.nth(3).locator(".diagnostics")).toBeVisible();
    for (const number of [0, 1]) {
        await partsOf(elements.nth(number)).toggleDetails();
        await expect(elements.nth(number).locator(".drawer")).toBeVisible();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    const names = await page.getByRole("region").evaluateAll((regions) =>
        regions.map((region) => region.getAttribute("aria-labelledby").split(" ").map((id) => region.getRootNode().getElementById(id)?.textContent ?? "").join(" ").trim()),
    );
    expect(names.length).toBeGreaterThanOrEqual(8);
    expect(new Set(names).size, names.join(", ")).toBe(names.length);
});

test("an element has an edge on a page of its own colour; the diagram alone has none", async ({ page }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer><broadcast-visualizer controls="none"></broadcast-visualizer>`);
    await ready(page);
    const widths = one(page).locator(".page").evaluateAll((pages) => pages.map((page) => getComputedStyle(page).borderWidth));
    expect(await widths).toEqual(["1px", "0px"]);
});

test("five hundred times made and dropped, nothing grows", async ({ page }) => {
    test.setTimeout(180_000);
    await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer>`);
    await ready(page);
    const devtools = await page.context().newCDPSession(page);
    const counted = async () => {
        await devtools.send("HeapProfiler.collectGarbage");
        await devtools.send("HeapProfiler.collectGarbage");
        const { documents, nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
        const wasm = await page.evaluate(async () => {
            const { name } = performance.getEntriesByType("resource").find(({ name }) => /visualizer-\w+\.js$/.test(name));
            const { default: start } = await import(name);
            return (await start()).memory.buffer.byteLength;
        });
        const { usedSize } = await devtools.send("Runtime.getHeapUsage");
        return { documents, nodes, jsEventListeners, wasm, heap: usedSize };
    };
    const rounds = (count) =>
        page.evaluate(async (count) => {
            for (let round = 0; round < count; round += 1) {
                const element = document.createElement("broadcast-visualizer");
                element.a = `${(round % 7) + 1},1`;
                document.querySelector("main").prepend(element);
                await element.ready;
                element.remove();
                await new Promise((done) => setTimeout(done));
            }
        }, count);
    await rounds(50);
    const before = await counted();
    await rounds(450);
    const after = await counted();
    expect(after.wasm).toBe(before.wasm);
    console.log(`450 rounds: script heap ${before.heap} to ${after.heap} bytes, program ${before.wasm} to ${after.wasm} bytes`);
    // A visualizer that stayed would take about 100 KB.
    expect(after.heap).toBeLessThanOrEqual(before.heap + 1_000_000);
    // Containers are used again. Where two elements were mounted at a time, for a moment, there is one more of them: one visualizer has about 540
    // nodes. Of 450 that stayed, even one in a hundred would be more.
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 700);
    expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 60);
});

test("without a theme the colours follow the colour scheme of the page around the element", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await openCourse(page, `${LOADER}<broadcast-visualizer a="4,1" b="3" chapter="last"></broadcast-visualizer>`);
    await ready(page);
    const paper = () => one(page).evaluate((element) => getComputedStyle(element.shadowRoot.querySelector(".page")).backgroundColor);
    const light = await paper();
    await page.evaluate(() => (document.documentElement.style.colorScheme = "dark"));
    await expect.poll(paper).not.toBe(light);
    expect(await one(page).evaluate(async (element) => (await element.toSVG()).includes("#0f1419"))).toBe(true);
    await one(page).evaluate((element) => (element.theme = "light"));
    await expect.poll(paper).toBe(light);
});

for (const [width, height, compact] of [[760, 600, false], [700, 420, true], [480, 600, true]]) {
    test(`an element of ${width} × ${height} has ${compact ? "one line that opens the inputs" : "its inputs"}`, async ({ page }) => {
        await openCourse(
            page,
            `${LOADER}<broadcast-visualizer a="4,1" b="3" chapter="last" style="width: ${width}px; height: ${height}px"></broadcast-visualizer>`,
        );
        await ready(page);
        const parts = partsOf(one(page));
        await expect(parts.canvas).toBeVisible();
        const summary = one(page).locator(".summary");
        await expect(summary).toBeVisible({ visible: compact });
        await expect(parts.result).toHaveText("= (4, 3) ✓");
        if (compact) {
            await expect(summary).toContainText("a (4, 1) + b (3,)");
            await expect(parts.a).toBeHidden();
            await summary.click();
            await parts.a.fill("5,1");
            await expect(summary).toContainText("a (5, 1) + b (3,)");
            await expect(parts.result).toHaveText("= (5, 3) ✓");
        }
        await expect(parts.a).toBeVisible();
    });
}

test("a small element with a clash has the library's message, and never shows an older operation as the new one", async ({ page }) => {
    await openCourse(
        page,
        `${LOADER}<broadcast-visualizer a="4,3" b="3" chapter="last" style="width: 700px; height: 420px"></broadcast-visualizer>`,
    );
    await ready(page);
    const parts = partsOf(one(page));
    const summary = one(page).locator(".summary");
    await summary.click();
    await parts.a.fill("4,2");
    await expect(parts.result).toHaveText("✗ axis 1: 2 ≠ 3");
    await expect(summary).toContainText("a (4, 2) + b (3,)");
    await summary.click();
    await expect(parts.libraryMessage).toBeVisible();
    await expect(parts.libraryMessage).toContainText("must match the size of tensor b (3)");
});

test("a widget offers no fix that is probably not meant, and its stage has the room", async ({ page }) => {
    const element = (a) => `<broadcast-visualizer a="${a}" b="3" chapter="last"></broadcast-visualizer>`;
    await openCourse(page, LOADER + element("3,4") + element("5,2"));
    const elements = one(page);
    await elements.nth(1).scrollIntoViewIfNeeded();
    await expect(elements.nth(1).locator("canvas")).toBeVisible();
    await expect(elements.nth(0).locator(".fix")).not.toHaveCount(0);
    await expect(elements.nth(0).locator(".fix").first()).toBeVisible();
    await expect(elements.nth(1).locator(".fix.only-runs").first()).toBeAttached();
    await expect(elements.nth(1).locator(".diagnostics")).toBeHidden();
});
