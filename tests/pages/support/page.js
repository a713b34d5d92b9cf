// Locators of the page's parts in any language, and the pixels of its canvas.
import { expect } from "./test.js";

/** The parts of a page or of a frame that holds one. */
export function partsOf(page) {
    const openExamples = page.locator(".open-examples");
    const openMenu = page.locator(".open-menu");
    const example = (title) => page.locator("button.example").filter({ has: page.getByText(title, { exact: true }) });
    /** Does something in a popover that a button opens, and closes it. */
    const within = async (button, act) => {
        await button.click();
        await act();
        await button.click();
    };
    const inMenu = (act) => within(openMenu, act);
    const openOptions = page.locator(".open-switches");
    /** Does something in the options: they have a button, or are in the menu. */
    const inOptions = async (act) =>
        (await openOptions.isVisible())
            ? within(openOptions, () => act(page.locator(".switches")))
            : inMenu(() => act(page.locator(".page-menu .for-phone")));
    const details = page.locator(".open-details");
    /** Opens the drawer, or closes it: by its button, or in the menu. */
    const toggleDetails = async () => {
        if (await details.isVisible()) {
            await details.click();
        } else {
            await openMenu.click();
            await page.locator(".to-details").click();
        }
    };
    const drawer = page.locator(".drawer");
    const tab = (number) => page.locator(".tabs button").nth(number - 1);
    const theme = page.locator(".page-menu select.theme");
    const language = page.locator(".page-menu select.locale");
    const viewport = page.locator(".viewport");
    const inputA = page.locator("#operand-a");
    /** Presses a button where the part that it opens is not visible. */
    const openPart = async (button, part) => {
        if (!(await part.isVisible())) {
            await button.click();
        }
    };
    const narration = page.locator(".narration");
    return {
        a: inputA,
        /** Opens the inputs, which are behind the line of a widget. */
        openInputs: () => openPart(page.locator("button.summary"), inputA),
        b: page.locator("#operand-b"),
        errorOf: (side) => page.locator(`#operand-${side}-error`),
        operator: page.locator(".fields select"),
        openOptions,
        inPlace: page.locator(".switches .in-place input"),
        library: (name) => page.locator(".switches label").filter({ hasText: name }).locator("input"),
        swapOperands: () => inOptions((options) => options.locator(".swap").click()),
        setInPlace: (chosen) => inOptions((options) => options.locator(".in-place input").setChecked(chosen)),
        setLibrary: (name) => inOptions((options) => options.getByRole("radio", { name }).check()),
        verdictText: page.locator(".verdict .verdict-text"),
        verdict: page.locator(".verdict"),
        result: page.locator(".verdict .result"),
        libraryMessage: page.locator(".library-message code"),
        note: page.locator(".caption .note"),
        figure: page.locator(".diagram"),
        stage: page.locator(".stage"),
        caption: page.locator(".caption"),
        drawer,
        details,
        toggleDetails,
        /** The button of a panel of the drawer: 1 memory, 2 code, 3 table, 4 export. */
        tab,
        openTab: async (number) => {
            if ((await drawer.count()) === 0) {
                await toggleDetails();
            }
            await tab(number).click();
        },
        openExamples,
        openMenu,
        /** Opens an example out of the list. */
        openExample: async (title) => {
            await openExamples.click();
            await example(title).click();
        },
        chooseTheme: (option) => inMenu(() => theme.selectOption(option)),
        chooseLanguage: (option) => inMenu(() => language.selectOption(option)),
        openHelp: async () => {
            await openMenu.click();
            await page.locator(".open-help").click();
        },
        linkNotes: page.locator(".link-notes"),
        axisTable: page.locator(".axis-table"),
        examples: page.locator("button.example"),
        example,
        current: page.locator("button.example[aria-current]"),
        viewport,
        canvas: viewport.locator("canvas"),
        play: page.locator(".transport button.main"),
        back: page.locator(".transport button.back"),
        forward: page.locator(".transport button.forward"),
        scrubber: page.locator(".transport input[type=range]"),
        setSpeed: (speed) => inMenu(() => page.locator("select.speed").selectOption(speed)),
        inMenu,
        mark: (number) => page.locator(".marks .name").nth(number - 1),
        playOver: page.locator(".play-over"),
        menu: page.locator(".page-menu#menu"),
        chapter: narration.getByRole("heading"),
        chapterText: narration.locator(".chapter-text").first(),
        equation: narration.locator(".equation"),
        sources: narration.locator(".said .sources"),
        live: narration.locator("[aria-live=polite]"),
        theme,
        language,
        helpButton: page.locator(".open-help"),
        help: page.getByRole("dialog"),
        table: page.locator(".value-table"),
        memory: page.locator(".memory"),
        /** The cells of a row of the memory in numbers: those of the operands, then that of the result. */
        memoryRow: (name) => page.locator(".memory tr").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell"),
        code: page.locator(".code pre").first(),
        diagnostics: page.locator(".diagnostics"),
        broken: page.locator(".panic-card"),
    };
}

/** The parts of the editor of a program, and of the line above its picture. */
export function programOf(page) {
    const editor = page.locator(".editor.ready");
    const steps = page.locator(".steps");
    const below = editor.locator(".below");
    return {
        editor,
        content: editor.locator(".cm-content"),
        line: (number) => editor.locator(".cm-line").nth(number - 1),
        inlays: editor.locator(".inlay"),
        signs: editor.locator(".signs .cm-gutterElement span"),
        below,
        message: below.locator(".message"),
        doubt: below.locator(".doubtful"),
        fixes: below.locator(".fix"),
        fix: (text) => below.locator(".fix").filter({ hasText: text }),
        form: editor.locator("form.asked"),
        operation: page.locator(".summary"),
        steps,
        previous: steps.getByRole("button").first(),
        next: steps.getByRole("button").last(),
        foot: page.locator(".program-foot"),
        openCode: page.locator(".open-code"),
        close: page.locator(".close-code"),
        toTry: page.locator(".try-programs button"),
        tab: (name) => page.locator(".views").getByRole("button", { name }),
    };
}

/** Waits until the editor has this text, or one that matches. */
export function expectProgram(page, text) {
    const value = () => page.locator(".editor.ready").evaluate((editor) => editor.value);
    const found = expect.poll(value, "the text of the editor");
    return text instanceof RegExp ? found.toMatch(text) : found.toBe(text);
}

/** The link of a program. */
export const programLink = (code, more = "") => `?chapter=last${more}#${new URLSearchParams({ code })}`;

/** A query string of operands as they are typed and of settings as they are. */
export function link(a, b, settings = {}) {
    return `?${new URLSearchParams({ a, b, ...settings })}`;
}

/** A link that names the last chapter, unless it names a chapter or asks to play. The page does not play it when it is opened. */
function still(query) {
    const [search, code] = query.split("#");
    const settings = /[?&](chapter|autoplay)\b/.test(search) ? search : `${search || "?"}${search.length > 1 ? "&" : ""}chapter=last`;
    return code === undefined ? settings : `${settings}#${code}`;
}

/** Opens a link at its last chapter, unless it names another one or asks to play, and waits until its diagram is painted. */
export function open(page, query) {
    return visit(page, still(query));
}

/** Opens a link as it is, and waits until the program has taken the place of what the page shows before it. */
export async function start(page, query) {
    await page.goto(query);
    // Both are in the document until the program has painted its own picture.
    await expect(page.locator("#first")).toHaveCount(0);
}

/** Opens a program, and waits until the editor has it. */
export async function openProgram(page, query) {
    await start(page, query);
    const line = page.locator("button.summary");
    await expect(page.locator(".editor.ready").or(line).first()).toBeVisible();
    // In a widget, the program is behind its line.
    if (await line.isVisible()) {
        await line.click();
        await expect(page.locator(".editor.ready")).toBeVisible();
    }
    return partsOf(page);
}

/** Opens a link as it is, and waits until its diagram is painted. */
export async function visit(page, query) {
    await start(page, query);
    const parts = partsOf(page);
    await expect(parts.verdictText).not.toBeEmpty();
    await expect.poll(() => paintedPixels(parts.canvas), "the canvas is painted").toBeGreaterThan(50);
    return parts;
}

/** How many pixels of a canvas are not transparent. */
export function paintedPixels(canvas) {
    return canvas.evaluate((canvas) => {
        if (canvas.width === 0 || canvas.height === 0) {
            return 0;
        }
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let painted = 0;
        for (let at = 3; at < data.length; at += 4) {
            painted += data[at] > 0 ? 1 : 0;
        }
        return painted;
    });
}

/** How many different colours are painted: a canvas of one colour shows nothing. */
export function paintedColours(canvas) {
    return canvas.evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Set();
        for (const pixel of new Uint32Array(data.buffer)) {
            colours.add(pixel);
        }
        return colours.size;
    });
}

/** The picture, as a short text that is equal exactly where the pictures are. */
export function picture(canvas) {
    return canvas.evaluate((canvas) => {
        const url = canvas.toDataURL();
        let [one, two] = [0xdeadbeef, 0x41c6ce57];
        for (let at = 0; at < url.length; at += 1) {
            const code = url.charCodeAt(at);
            one = Math.imul(one ^ code, 2654435761);
            two = Math.imul(two ^ code, 1597334677);
        }
        return `${canvas.width}×${canvas.height} ${(one >>> 0).toString(16)}${(two >>> 0).toString(16)}`;
    });
}

/** Waits until nothing moves any more; the scrubber follows the time that is painted. */
export async function settled(parts, frames = 24) {
    await parts.scrubber.evaluate(
        (scrubber, frames) =>
            new Promise((done) => {
                let before = scrubber.value;
                let same = 0;
                const look = () => {
                    same = scrubber.value === before ? same + 1 : 0;
                    before = scrubber.value;
                    if (same >= frames) {
                        done();
                    } else {
                        requestAnimationFrame(look);
                    }
                };
                requestAnimationFrame(look);
            }),
        frames,
    );
}

/** Moves the scrubber as a drag does: its value, then the event. */
export function scrubTo(parts, position) {
    return parts.scrubber.evaluate((scrubber, position) => {
        scrubber.value = String(position);
        scrubber.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, position);
}

/**
 * Points at the canvas everywhere on a grid. Gives, for each equation that the page then shows, the last point that shows it,
 * in pixels of the viewport, and the number of separate areas that do: each panel shows the cell in an area of its own.
 */
export async function cells(parts, step = 14) {
    await parts.canvas.scrollIntoViewIfNeeded();
    return parts.canvas.evaluate(async (canvas, step) => {
        // Not a timer: those are slowed down.
        const { port1, port2 } = new MessageChannel();
        const turn = () =>
            new Promise((done) => {
                port1.onmessage = done;
                port2.postMessage(0);
            });
        const box = canvas.getBoundingClientRect();
        const found = new Map();
        const send = (type, clientX, clientY) =>
            canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY, pointerType: "mouse" }));
        for (let y = box.top + step / 2; y < Math.min(box.bottom, innerHeight); y += step) {
            for (let x = box.left + step / 2; x < Math.min(box.right, innerWidth); x += step) {
                send("pointermove", x, y);
                await turn();
                const equation = document.querySelector(".narration .equation").textContent;
                if (equation) {
                    found.set(equation, [...(found.get(equation) ?? []), { x, y }]);
                }
            }
        }
        send("pointerleave", 0, 0);
        await turn();
        /** The number of groups of points in which each point has a neighbour. */
        const areas = (points) => {
            const left = [...points];
            let count = 0;
            while (left.length) {
                count += 1;
                const area = [left.pop()];
                for (const { x, y } of area) {
                    const isNeighbour = (point) => Math.max(Math.abs(point.x - x), Math.abs(point.y - y)) < 1.5 * step;
                    for (const point of left.filter(isNeighbour)) {
                        left.splice(left.indexOf(point), 1);
                        area.push(point);
                    }
                }
            }
            return count;
        };
        return Object.fromEntries([...found].map(([equation, points]) => [equation, { ...points.at(-1), areas: areas(points) }]));
    }, step);
}

/** Counts what is written to the history; before the page is opened. */
export async function watchHistory(page) {
    await page.addInitScript(() => {
        globalThis.historyCalls = { pushState: 0, replaceState: 0 };
        for (const name of Object.keys(globalThis.historyCalls)) {
            const original = History.prototype[name];
            History.prototype[name] = function (...values) {
                globalThis.historyCalls[name] += 1;
                return original.apply(this, values);
            };
        }
    });
    return () => page.evaluate(() => globalThis.historyCalls);
}

/** The named values of the address. */
export function address(page) {
    return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Pastes a text where the focus is, as the browser does. */
export async function paste(page, locator, text) {
    await locator.focus();
    await locator.evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        if (field.dispatchEvent(event)) {
            field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
            field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }
    }, text);
}
