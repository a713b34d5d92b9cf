// The anywidget module for Jupyter and MyST: one file with the element, its runtime and its WebAssembly module.
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { SHORTEN_PRIVATE } from "./bundling.mjs";

/** The module's text, with `export default { render }`. `runtime` is a bundle from `bundleRuntime`. */
export const bundleAnywidget = ({ bundle }, { runtime, wasm }) =>
    bundle("src/embed/anywidget.js", { "./source.js": { contents: SOURCE, loader: "js" }, ...inlineModules({ runtime, wasm }) }, SHORTEN_PRIVATE);

/** Replaces `src/embed/source.js`, which fetches the runtime and the module from a server. */
const SOURCE = `export * from ${JSON.stringify(fileURLToPath(new URL("browser/inline_source.mjs", import.meta.url)))};`;

/** The virtual modules that `browser/inline_source.mjs` imports. */
export const inlineModules = ({ runtime, wasm }) => ({
    runtime: { contents: runtime, loader: "text" },
    // Compressed first, because base64 adds a third.
    "gzip-base64": { contents: gzipSync(wasm, { level: 9 }).toString("base64"), loader: "text" },
});
