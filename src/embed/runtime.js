// The runtime, which is loaded when an element is near the screen: the bindings, the styles, and what starts the program.
import start, * as bindings from "bindings";
import { translated, wasmBlockedReason } from "./policy.js";
import { prefetchWhenUsed } from "./prefetch.js";

export * from "bindings";
export { default } from "bindings";
export { default as css } from "styles";

/**
 * Starts the program. `module` is a promise of the WebAssembly module, compiled or as a response; `panicked` is called after a panic, as `watch`
 * says. Where WebAssembly is blocked, the error has the reason in the other languages as `why`.
 */
export async function begin(module, panicked) {
    const why = wasmBlockedReason();
    if (why) {
        throw Object.assign(new Error(why), { why: translated(why) });
    }
    const given = await module;
    if (given.ok === false) {
        throw new Error(`${given.url}: ${given.status}`);
    }
    await start({ module_or_path: given });
    bindings.watch(panicked);
}

let count = 0;

/** Mounts a visualizer, as `mount` of the bindings does. Chunks are loaded when it is first used. */
export function mount(container, ...rest) {
    prefetchWhenUsed(container, bindings.prefetch);
    const mounted = bindings.mount(container, ...rest);
    count += 1;
    if (count > 1) {
        // The names of its regions end in it, so that they differ from those of other elements.
        container.append(Object.assign(document.createElement("span"), { id: "element-number", hidden: true, textContent: count }));
    }
    return mounted;
}

/** Shows the recorded run that an element has, in its property `record`, and others as soon as they are there. `handle`: its mounted visualizer. */
export function takeRecords(element, handle) {
    let { record } = element;
    const show = () => record && handle.record(record);
    Object.defineProperty(element, "record", { configurable: true, enumerable: true, get: () => record, set: (given) => ((record = given), show()) });
    return show();
}

/** The longest text of a step, in characters. */
const MAX_TEXT = 600;

/**
 * Takes the children of an element that are steps, as the value of `steps`: their attributes, and their text for screen readers. `undefined`
 * without such children. `names`: the attributes of the element. The words of a step are HTML of the page, which stays where it is: a slot shows
 * those of the present step.
 */
export function takeSteps(element, names) {
    const children = [...element.querySelectorAll(":scope > broadcast-step")];
    if (children.length === 0) {
        return undefined;
    }
    element.addEventListener("step", ({ target, detail }) => {
        if (target === element) {
            children.forEach((child, index) => (child.slot = index + 1 === detail.step ? "step" : ""));
        }
    });
    const steps = children.map((child) => {
        const fields = names.filter((name) => child.hasAttribute(name)).map((name) => `${name}=${child.getAttribute(name)}`);
        const text = child.textContent.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT);
        return [...fields, `text=${text}`].map((field) => field.replaceAll("~", "~~")).join("~.");
    });
    return ["1~.~.1~.", ...steps].join("~:");
}

/** Whether the colours of an element are dark: its `color-scheme` says so, or leaves it to the system. */
function isDark(element) {
    const schemes = getComputedStyle(element).colorScheme;
    return /dark/.test(schemes) && (!/light/.test(schemes) || matchMedia("(prefers-color-scheme: dark)").matches);
}

/** The picture of an element as SVG, in its colours. `handle`: its mounted visualizer. */
export function picture(element, handle, { width = element.clientWidth || 700 } = {}) {
    const dark = element.theme === "dark" || (element.theme !== "light" && isDark(element));
    return handle.svg(Math.min(Math.max(Number(width) || 700, 100), 10000), dark);
}
