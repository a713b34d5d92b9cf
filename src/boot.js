// Starts the page: loads the bindings and the WebAssembly module, and shows an error message when that fails. This is a
// separate file because the page's policy allows no inline script.

import { connect } from "./embed/frame.js";
import { wasmBlockedReason } from "./embed/policy.js";
import { prefetchWhenIdle, prefetchWhenUsed } from "./embed/prefetch.js";
import { takeDropped } from "./embed/records.js";
import { addressed } from "./embed/schema.js";

const part = (name) => document.querySelector(`link[data-start="${name}"]`);

const first = document.querySelector("#first");
if (document.documentElement.dataset.frame === "hidden") {
    first?.remove();
}

/**
 * Removes the frame when the program has painted its own picture, or shows why it cannot; where the frame is but a header, when anything is there.
 * Yew may render in several steps.
 */
const whenPainted = new MutationObserver(() => {
    if (document.querySelector("#app :is(.viewport canvas[style], .question, .placeholder, .panic-card), [data-frame~=header] #app .page")) {
        whenPainted.disconnect();
        first.remove();
    }
});

try {
    const why = wasmBlockedReason();
    if (why) {
        throw new Error(why);
    }
    const { href, dataset } = part("wasm");
    const { default: start, isEmbedded, prefetch, prepare, startPage } = await import(part("js").href);
    await start({ module_or_path: fetch(href, dataset) });
    await prepare(addressed());
    const root = document.querySelector("#app");
    first?.isConnected && whenPainted.observe(root, { subtree: true, childList: true, attributeFilter: ["style"] });
    // Inside an iframe, the page reports its state and its height to the page around it.
    const embedded = window.parent !== window && isEmbedded(addressed());
    const frame = embedded ? connect(root) : undefined;
    const page = startPage(root, frame?.listener);
    frame?.attach(page);
    takeDropped(page);
    isEmbedded(addressed()) ? prefetchWhenUsed(root, prefetch) : prefetchWhenIdle(prefetch);
} catch (reason) {
    // WebAssembly is missing or disabled, the policy lacks 'wasm-unsafe-eval', a file is missing, or the start failed.
    console.error("The page could not start:", reason);
    first?.remove();
    for (const note of document.querySelectorAll("[data-start-error]")) {
        note.hidden = false;
    }
}
