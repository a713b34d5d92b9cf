// Starts the page: loads the bindings that Trunk made, hands them the WebAssembly file, and says so plainly where that
// cannot be done. It is a file of its own because the page's policy allows no inline script.

const address = (part) => document.querySelector(`link[data-start="${part}"]`).href;

try {
    const { default: start } = await import(address("js"));
    await start({ module_or_path: address("wasm") });
} catch (reason) {
    // WebAssembly missing or switched off, a policy without 'wasm-unsafe-eval', a file not found, a start that failed.
    console.error("The page could not start:", reason);
    for (const note of document.querySelectorAll("[data-start-error]")) {
        note.hidden = false;
    }
}
