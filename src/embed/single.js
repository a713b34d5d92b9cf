// Starts the page in one file, which contains the bindings, the module and the styles.
import start, { prefetch, prepare, startPage } from "bindings";
import { unpacked } from "packed";
import { wasmBlockedReason } from "./policy.js";
import { addressed } from "./schema.js";

try {
    const why = wasmBlockedReason();
    if (why) {
        throw new Error(why);
    }
    const [program, styles] = unpacked();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    await start({ module_or_path: program });
    // The chunks are parts of this file. Nothing has to wait for them.
    prefetch();
    await prepare(addressed());
    startPage(document.querySelector("#app"));
} catch (reason) {
    console.error("The page could not start:", reason);
    for (const note of document.querySelectorAll("[data-start-error]")) {
        note.hidden = false;
    }
}
