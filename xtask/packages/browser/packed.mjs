// Unpacks what the page in one file has: the WebAssembly module, the styles and the editor. xtask/packages/one_file.mjs gives the import.
import { byteCount, encoded, lengths } from "packed-data";

import { decode } from "./decoder.mjs";
import { decompress } from "./lzma.mjs";

let editor;

/** Gives the module's bytes and the style sheet's text, and keeps the editor for later. */
export function unpacked() {
    const all = decompress(decode(encoded, byteCount));
    const text = (from, to) => new TextDecoder().decode(all.slice(from, to));
    const [wasmLength, cssLength] = lengths;
    editor = text(wasmLength + cssLength);
    return [all.slice(0, wasmLength), text(wasmLength, wasmLength + cssLength)];
}

/** Runs the script of the editor, once. The policy of the page names it by its hash. */
export function runEditor() {
    if (editor) {
        document.head.append(Object.assign(document.createElement("script"), { textContent: editor }));
        editor = undefined;
    }
}
