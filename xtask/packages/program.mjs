// Reads the program as `cargo xtask build` has built it: split into chunks, and whole.
//
// | file | contents |
// |---|---|
// | split/page.wasm, split/*.wasm, split/__wasm_split.js | what wasm-split made: the program, its chunks, their loader |
// | split-bindings/ | the program of split/ with its bindings |
// | whole-bindings/ | the program in one part with its bindings |
// | frame.html | what the page shows before the program has started |
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { readLinkScript } from "./chunks.mjs";
import { withEditorSource, withImportedEditorSource } from "./editor.mjs";
import { withoutCustomSections } from "./sections.mjs";
import { replaceRequired } from "./text.mjs";

/**
 * Reads the program from a folder. Gives `main` and `whole`, each with `wasm`, the module as bytes, and `bindings`, the script
 * that wasm-bindgen made for it; `link`, from `readLinkScript`; `parts`, which maps the name of each file of a chunk to
 * its bytes; and `frame`, the frame of the page as HTML.
 */
export function readProgram(folder) {
    const link = readLinkScript(readFileSync(join(folder, "split", "__wasm_split.js"), "utf8"));
    const names = Object.values(link.chunks).flatMap(({ own, parts }) => (own ? [own, ...parts] : parts));
    const parts = Object.fromEntries([...new Set(names)].map((name) => [name, readModule(join(folder, "split", `${name}.wasm`))]));
    return {
        main: readBindings(join(folder, "split-bindings")),
        whole: readBindings(join(folder, "whole-bindings")),
        link,
        parts,
        frame: readFileSync(join(folder, "frame.html"), "utf8"),
    };
}

/** Reads a WebAssembly module and the script that wasm-bindgen made for it, as `wasm` and `bindings`. */
const readBindings = (folder) => ({
    wasm: readModule(join(folder, "page_bg.wasm")),
    bindings: withEditorSource(withoutDefaultUrl(readFileSync(join(folder, "page.js"), "utf8"))),
});

/** The same for development: the names of the imports stay as they are, and so do the names of the functions. */
export const readForDevelopment = (folder) => ({
    wasm: readFileSync(join(folder, "page_bg.wasm")),
    bindings: withImportedEditorSource(withoutDefaultUrl(readFileSync(join(folder, "page.js"), "utf8"))),
});

const readModule = (path) => withoutCustomSections(readFileSync(path));

/**
 * The bindings without their default address of the module. Our callers always pass the module; bundlers would look for a
 * file at the default address.
 */
function withoutDefaultUrl(bindings) {
    return replaceRequired(bindings, /new URL\('[^']*', import\.meta\.url\)/g, () => "undefined", "default address of the module in the bindings");
}
