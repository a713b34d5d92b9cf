// The one script of the page that is one file. It unpacks the module, the styles and the scripts, and runs single.js.
import { run, unpacked } from "packed";
import { wasmBlockedReason } from "./policy.js";

// The page's script runs the editor where a program is shown.
globalThis.broadcastingRun = run;
try {
    const why = wasmBlockedReason();
    if (why) {
        throw new Error(why);
    }
    const [wasm, styles] = unpacked();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    run("page");
    await globalThis.broadcastingPage.open(wasm);
} catch (reason) {
    console.error("The page could not start:", reason);
    for (const note of document.querySelectorAll("[data-start-error]")) {
        note.hidden = false;
    }
}
