// Starts the page where everything stands in one file: bindings, program and styles.
import start, { startPage } from "bindings";
import { program } from "packed";
import { hindrance } from "./policy.js";

try {
    const why = hindrance();
    if (why) {
        throw new Error(why[0]);
    }
    await start({ module_or_path: await program() });
    startPage(document.querySelector("#app"));
} catch (reason) {
    console.error("The page could not start:", reason);
    for (const note of document.querySelectorAll("[data-start-error]")) {
        note.hidden = false;
    }
}
