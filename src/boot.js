// Starts the page: loads the bindings that Trunk made, hands them the WebAssembly file, and says so plainly where that
// cannot be done. It is a file of its own because the page's policy allows no inline script.

import { connect } from "./embed/frame.js";
import { wasmBlockedReason } from "./embed/policy.js";

const part = (name) => document.querySelector(`link[data-start="${name}"]`);

try {
    const why = wasmBlockedReason();
    if (why) {
        throw new Error(why[0]);
    }
    const { href, dataset } = part("wasm");
    const { default: start, isEmbedded, startPage } = await import(part("js").href);
    await start({ module_or_path: fetch(href, dataset) });
    const root = document.querySelector("#app");
    // In somebody else's page, what is shown and how high it is goes to that page.
    const embedded = window.parent !== window && isEmbedded(location.search);
    const frame = embedded ? connect(root) : undefined;
    const page = startPage(root, frame?.listener);
    frame?.attach(page);
} catch (reason) {
    // WebAssembly missing or switched off, a policy without 'wasm-unsafe-eval', a file not found, a start that failed.
    console.error("The page could not start:", reason);
    for (const note of document.querySelectorAll("[data-start-error]")) {
        note.hidden = false;
    }
}
