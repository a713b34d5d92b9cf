// The custom element: a small module that a page loads at once, and the files that it loads when an element is near the
// screen.
import { SHORTEN_PRIVATE } from "./bundling.mjs";

/** The runtime: the bindings, the styles, and what checks that WebAssembly may run. The element imports it when needed. */
export const bundleRuntime = ({ bundle }, { bindings, css }) =>
    bundle("src/embed/runtime.js", {
        bindings: { contents: bindings, loader: "js" },
        styles: { contents: css, loader: "text" },
    });

/** The element's files by name. `runtime` is a bundle from `bundleRuntime`. */
export async function elementFiles({ bundle }, { runtime, wasm }) {
    return {
        "broadcast-visualizer.js": await bundle("src/embed/element.js", {}, SHORTEN_PRIVATE),
        "visualizer.js": runtime,
        "visualizer_bg.wasm": wasm,
    };
}
