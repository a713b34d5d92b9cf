// Unpacks what the page in one file has: the WebAssembly module, the styles, and its scripts. xtask/packages/one_file.mjs gives the import.
import { byteCount, encoded, lengths } from "packed-data";

import { decode } from "./decoder.mjs";
import { decompress } from "./lzma.mjs";
import { joined } from "./streams.mjs";

/** The texts of the scripts that were not run yet. */
const scripts = {};

/** Gives the module's bytes and the style sheet's text, and keeps the scripts for `run`. */
export function unpacked() {
    let rest = decompress(decode(encoded, byteCount));
    const parts = lengths.map((length) => {
        const part = rest.subarray(0, length);
        rest = rest.subarray(length);
        return part;
    });
    const [styles, page, editor, ...streams] = parts;
    const wasm = joined(streams, streams.reduce((sum, { length }) => sum + length, 0));
    const text = (bytes) => new TextDecoder().decode(bytes);
    Object.assign(scripts, { page: text(page), editor: text(editor) });
    return [wasm, text(styles)];
}

/** Runs a script, once. The policy of the page names it by its hash. */
export function run(name) {
    if (scripts[name]) {
        document.head.append(Object.assign(document.createElement("script"), { textContent: scripts[name] }));
        delete scripts[name];
    }
}
