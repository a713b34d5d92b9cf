// Reads what Trunk wrote into dist/.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { replaceRequired } from "./text.mjs";

/** Trunk's files, as patterns of the names that it gives them. */
const PATTERNS = {
    bindings: /^page-.*\.js$/,
    wasm: /^page-.*\.wasm$/,
    boot: /^boot-.*\.js$/,
    tokens: /^tokens-.*\.css$/,
    page: /^page-.*\.css$/,
};

/**
 * Reads Trunk's output. Gives `names`, the name of each file by its key in `PATTERNS`; `wasm`, the module as bytes;
 * `bindings`, the script that wasm-bindgen made for it; and `html`, the page.
 */
export function readTrunkOutput(dist) {
    const files = readdirSync(dist);
    const names = Object.fromEntries(Object.entries(PATTERNS).map(([key, pattern]) => [key, onlyMatch(files, pattern)]));
    return {
        names,
        wasm: readFileSync(join(dist, names.wasm)),
        bindings: withoutDefaultUrl(readFileSync(join(dist, names.bindings), "utf8")),
        html: readFileSync(join(dist, "index.html"), "utf8"),
    };
}

/** The one name that matches. Throws when none or several do. */
function onlyMatch(files, pattern) {
    const matches = files.filter((name) => pattern.test(name));
    if (matches.length !== 1) {
        throw new Error(`Expected one file in dist/ that matches ${pattern}, found ${matches.length}. Run \`cargo xtask build\`.`);
    }
    return matches[0];
}

/**
 * The bindings without their default address of the module. Our callers always pass the module; bundlers would look for a
 * file at the default address.
 */
function withoutDefaultUrl(bindings) {
    return replaceRequired(bindings, /new URL\('[^']*', import\.meta\.url\)/g, () => "undefined", "default address of the module in the bindings");
}
