// The page that is one file, after unpack.js has unpacked this script: starts the program.
import start, { prefetch, prepare, startPage } from "bindings";
import { showRecords } from "./records.js";
import { addressed } from "./schema.js";

/** Starts the program whose module has these bytes. */
export async function open(wasm) {
    await start({ module_or_path: wasm });
    // The chunks are parts of this file. Nothing has to wait for them.
    prefetch();
    await prepare(addressed());
    showRecords(startPage(document.querySelector("#app")));
}
