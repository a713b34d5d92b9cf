// Unpacks the WebAssembly module and the styles of the page in one file. xtask/packages/one_file.mjs gives the import.
import { byteCount, encoded, wasmLength } from "packed-data";

import { decode } from "./decoder.mjs";
import { decompress } from "./lzma.mjs";

/** Gives the module's bytes and the style sheet's text. */
export function unpacked() {
    const both = decompress(decode(encoded, byteCount));
    return [both.slice(0, wasmLength), new TextDecoder().decode(both.slice(wasmLength))];
}
