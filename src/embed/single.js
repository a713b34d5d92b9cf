// The page that is one file, after unpack.js has unpacked this script: starts the program.
import start, { prefetch, prepare, startPage } from "bindings";
import { takeDropped } from "./records.js";
import { addressed } from "./schema.js";

/** Starts the program whose module has these bytes. */
export async function open(wasm) {
    await start({ module_or_path: wasm });
    // The chunks are parts of this file. Nothing has to wait for them.
    prefetch();
    await prepare(addressed());
    const page = startPage(document.querySelector("#app"));
    takeDropped(page);
    // The recorded run that `python -m broadcast_visualizer` wrote into the file.
    const recorded = document.querySelector("#broadcast-visualizer-record");
    recorded && page.record(recorded.textContent);
}
