// The custom element: a small module that a page loads at once, and the files that it loads when an element is near the
// screen.
import { fileURLToPath } from "node:url";

import { SHORTEN_PRIVATE } from "./bundling.mjs";
import { integrity, shortHash } from "./integrity.mjs";

/**
 * The runtime: the bindings, the styles, and what checks that WebAssembly may run. The element imports it when needed. `editor` says
 * where the editor of programs is (editor.mjs).
 */
export const bundleRuntime = ({ bundle }, { bindings, css, editor }) =>
    bundle("src/embed/runtime.js", {
        ...editor,
        bindings: { contents: bindings, loader: "js" },
        styles: { contents: css, loader: "text" },
    });

/** Replaces `src/embed/source.js` in the element of the site. */
const CHECKED_SOURCE = `export * from ${JSON.stringify(fileURLToPath(new URL("browser/checked_source.mjs", import.meta.url)))};`;

/**
 * The files of the site's element by name: the element itself, and what it loads, under names with one hash of both. `runtime`
 * is a bundle from `bundleRuntime`.
 */
export async function checkedElementFiles({ bundle }, { runtime, wasm }) {
    const hash = shortHash(Buffer.concat([Buffer.from(runtime), wasm]));
    // SHA-256 is the shortest that browsers take: the element itself has to be small.
    const known = { hash, runtime: integrity(runtime), program: integrity(wasm) };
    const exported = Object.entries(known).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
    const virtual = {
        "./source.js": { contents: CHECKED_SOURCE, loader: "js" },
        files: { contents: exported.join("\n"), loader: "js" },
    };
    return {
        "broadcast-visualizer.js": await bundle("src/embed/element.js", virtual, SHORTEN_PRIVATE),
        [`visualizer-${hash}.js`]: runtime,
        [`visualizer-${hash}.wasm`]: wasm,
    };
}

/**
 * The files of the npm package's element by name, which bundlers find under these names: src/embed/source.js has each. `runtime` is a bundle
 * from `bundleRuntime`; `chunks` has the contents of the chunks by name.
 */
export async function elementFiles({ bundle }, { runtime, wasm, chunks, editor }) {
    return {
        "broadcast-visualizer.js": await bundle("src/embed/element.js", {}, SHORTEN_PRIVATE),
        "visualizer.js": runtime,
        "visualizer_bg.wasm": wasm,
        "editor.js": editor,
        ...Object.fromEntries(Object.entries(chunks).map(([name, contents]) => [`${name}.wasm`, contents])),
    };
}
