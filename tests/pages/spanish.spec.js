// Spanish is complete and is chosen as other languages are: in no state of the page does a text stand in English.
import { link, partsOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

test.use({ reducedMotion: "reduce" });

const LAYER = "import torch\nx = torch.randn(32, 784)\nW = torch.randn(784, 10)\nb = torch.zeros(10)\ny = x @ W + b\nz = y * torch.ones(3)";
const LOSS = "import torch\npred = torch.randn(32, 1)\ntarget = torch.randn(32)\nloss = ((pred - target) ** 2).mean()\nq = unknown(loss)";
const ASKED = "y = x + b\nb = 1";

const program = (code, more = "") => `?chapter=last${more}#${new URLSearchParams({ code })}`;

/** What a person does in the page, in any language. */
const tab = (number) => (page) => partsOf(page).openTab(number);
const menu = (page) => partsOf(page).openMenu.click();
const answer = (text) => async (page) => {
    await page.locator("#answer").fill(text);
    await page.locator(".check").click();
    await expect(page.locator(".question .wrong, .question .right")).not.toHaveCount(0);
};
const chapters = async (page) => {
    const { forward } = partsOf(page);
    while (await forward.isEnabled()) {
        await noteTexts(page);
        await forward.click();
    }
};

/** Links, and what is then done. */
const STATES = {
    "the first page": ["?"],
    "the chapters of a result": [link("5,3,4,1", "3,1,1", { chapter: "1" }), chapters],
    "the chapters of a clash": [link("2,3,4", "3,2", { chapter: "1" }), chapters],
    "the chapters of a result in place": [link("4,3", "3", { inplace: "1", chapter: "1" }), chapters],
    "a target that is too small": [link("1,3,1", "3,1,7", { inplace: "1", chapter: "1" }), chapters],
    "a warning": [link("64,1", "64", { chapter: "last" })],
    "a matrix product": [link("3,3", "3,3", { op: "mul", chapter: "last" })],
    "memory": [link("4,32,14,14", "32,1,1", { library: "numpy", chapter: "last" }), tab(1)],
    "code": [link("4,1", "3", { chapter: "last" }), tab(2)],
    "the table": [link("40,30", "30", { chapter: "last" }), tab(3)],
    "no axes": [link("()", "()", { chapter: "last" })],
    "an empty result": [link("0", "1", { chapter: "last" })],
    "a tensor too large": [link("9223372036854775807,3", "3", { chapter: "last" })],
    "texts that cannot be read": [link("5,x", "hello")],
    "notes about the link": [link("4,1", "3", { op: "dance", chapter: "x" })],
    "an example": [link("4,1", "3", { chapter: "last" }), async (page) => {
        await partsOf(page).openExamples.click();
        await partsOf(page).examples.nth(3).click();
    }],
    "the menu": ["?", menu],
    "the list of keys": ["?", (page) => partsOf(page).openHelp()],
    "the dialog for sharing": ["?", async (page) => {
        await page.locator(".header .share-button").click();
        await expect(page.locator("dialog.share .preview canvas")).toBeVisible();
    }],
    "a program": [program(LOSS)],
    "a program with a clash": [program(LAYER)],
    "a program that asks": [program(ASKED)],
    "letters": [link("1,N", "N,1", { chapter: "last" })],
    "the menu of practice": ["?", async (page) => {
        await page.locator(".header .open-practice").first().click();
        await expect(page.locator(".practice-menu .sets")).toBeVisible();
    }],
    "a wrong answer": [link("4,3", "4", { predict: "shape" }), answer("4,3")],
    "a right answer": [link("4,1", "3", { predict: "shape" }), answer("4,3")],
    "an answer that cannot be read": [link("4,1", "3", { predict: "value" }), async (page) => {
        await page.locator("#answer").fill("quizá");
        await page.locator("#answer").press("Enter");
        await expect(page.locator(".question .wrong")).not.toHaveCount(0);
    }],
    ...Object.fromEntries(
        ["axes", "value", "source", "memory", "error", "fix", "gradient"].map((kind) => [
            `a question of the kind ${kind}`,
            [link(...(["error", "fix"].includes(kind) ? ["3,4", "3"] : ["4,1", "3"]), { predict: kind })],
        ]),
    ),
    "a set": ["?practice=3.5f3.mixed.2.5"],
    "a set that cannot be read": ["?practice=7"],
    "a widget": [link("5,3,4,1", "3,1,1", { embed: "1", chapter: "last" })],
};

/** Texts that are the same in both languages: names, and what is code. */
const SAME = /^(PyTorch|NumPy|Python|SVG|PNG|Markdown|English|Español|中文|kB|out|max|min|where|hello|pred|target|loss|\w+Error|(bool|u?int|b?float|complex)\d*)$/;

/** Texts with code, names of code that are cut, and the messages of the libraries. */
const isCode = (text) => /[=[→]|\w\(|^\w+Error: |^[\w.]+…$/.test(text);

/** Words that only English has. */
const ENGLISH = /\b(the|of|is|are|with|this|that|has|have|shape|shapes|size|sizes|axis|axes|element|elements|chapter|and|not|only)\b/i;

/** Adds the texts, the names and what is painted to what was seen. Code and the messages of the libraries are not translated. */
const noteTexts = (page) =>
    page.evaluate(() => {
        const untranslated = "code, pre, kbd, script, style, textarea, noscript, #start-error, .message, .cm-line";
        const seen = (text) => /\p{L}{2}/u.test(text ?? "") && globalThis.seenTexts.add(text.trim());
        seen(document.title);
        const walk = (root) => {
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
                if (element.closest(untranslated)) continue;
                if (node === element) {
                    for (const name of ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"]) {
                        seen(element.getAttribute(name));
                    }
                    element.shadowRoot && walk(element.shadowRoot);
                } else {
                    seen(node.data);
                }
            }
        };
        walk(document.body);
    });

/** All texts of a state of the page in a language. */
async function textsIn(locale, page, [query, act]) {
    const [search, hash] = query.split("#");
    await page.goto("about:blank");
    await page.goto(`${search}${search.length > 1 ? "&" : ""}locale=${locale}${hash ? `#${hash}` : ""}`);
    await expect(page.locator("#app .page")).toBeVisible();
    await expect(page.locator("#app :is(.verdict-text, .prompt, .question)").first()).not.toBeEmpty();
    await act?.(page);
    // What is loaded when it is needed is there.
    await expect(page.locator(".loading").filter({ visible: true })).toHaveCount(0);
    await noteTexts(page);
    return page.evaluate(() => [...globalThis.seenTexts]);
}

test.beforeEach(({ page }) =>
    page.addInitScript(() => {
        globalThis.seenTexts = new Set();
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            if (/\p{L}{2}/u.test(text)) {
                globalThis.seenTexts.add(text);
            }
            return fillText.call(this, text, ...place);
        };
    }),
);

for (const [state, given] of Object.entries(STATES)) {
    test(`no text is in English: ${state}`, async ({ page }) => {
        const english = new Set(await textsIn("en", page, given));
        const spanish = await textsIn("es", page, given);
        expect(english.size, "texts are found").toBeGreaterThan(5);
        expect(spanish.length).toBeGreaterThan(5);
        await expect(page.locator("html")).toHaveAttribute("lang", "es");
        const isName = (text) => text.split(/[^\p{L}\d_]+/u).every((word) => word.length < 2 || /^\d/.test(word) || SAME.test(word));
        expect(spanish.filter((text) => english.has(text) && !isName(text) && !isCode(text)), "the same in English").toEqual([]);
        // What is quoted is a name of a link.
        const unquoted = (text) => text.replace(/«[^»]*»/g, "");
        expect(spanish.filter((text) => ENGLISH.test(unquoted(text)) && !isCode(text)), "English words").toEqual([]);
    });
}

test("a reader whose browser prefers Spanish sees the page in Spanish", async ({ browser, baseURL }) => {
    for (const locale of ["es", "es-MX", "es-419"]) {
        const context = await browser.newContext({ baseURL, locale });
        const page = await context.newPage();
        await page.goto("?a=4,1&b=3&chapter=last");
        await expect(partsOf(page).verdictText).toContainText("Son compatibles y dan (4, 3)");
        await expect(page.locator("html")).toHaveAttribute("lang", "es");
        await context.close();
    }
});

test("the language menu changes to Spanish and back", async ({ page }) => {
    await page.goto("?a=4,1&b=3&chapter=last");
    const parts = partsOf(page);
    await parts.chooseLanguage({ label: "Español" });
    await expect(parts.verdictText).toContainText("Son compatibles y dan (4, 3)");
    await expect.poll(() => new URL(page.url()).searchParams.get("locale")).toBe("es");
    await parts.chooseLanguage({ label: "English" });
    await expect(parts.verdictText).toContainText("The shapes broadcast");
});
