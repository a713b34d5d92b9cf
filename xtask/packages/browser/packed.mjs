// Unpacks the WebAssembly module and the styles of the page in one file. xtask/packages/one_file.mjs gives the import.
import { byteCount, encoded, wasmLength } from "packed-data";

import { decode } from "./decoder.mjs";

/** Gives the module's bytes and the style sheet's text. */
export async function unpacked() {
    const stream = new Blob([decode(encoded, byteCount)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const both = await new Response(stream).arrayBuffer();
    return [both.slice(0, wasmLength), new TextDecoder().decode(both.slice(wasmLength))];
}
