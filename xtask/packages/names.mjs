// Shortens the names that the WebAssembly module and its bindings use for each other.
//
// wasm-bindgen's names are long, and many end in a hash, which does not compress. Only the bindings use them. wasm-opt
// replaces them in the module and prints what it replaced; `renameInBindings` does the same in the bindings.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { withNamesInOrder } from "./order.mjs";
import { replaceRequired } from "./text.mjs";

/** What Rust's output needs of wasm-opt. */
const FEATURES = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/**
 * Optimizes for size. It is done again after the functions were put in order, which saves half a percent; right after the first time it would
 * save a fifth of a percent.
 *
 * Rust puts the stack at the lowest addresses, and only a full one reaches the first 1024. Without the second option an offset cannot be
 * a part of the instruction that loads or stores.
 */
const OPTIMIZE = ["-Oz", "--low-memory-unused", ...FEATURES];

const ORDER = ["--reorder-functions-by-name", ...FEATURES];
const SHORTEN = "--minify-imports-and-exports-and-modules";

/** wasm-opt of npm, which is a script for Node. */
const WASM_OPT = createRequire(import.meta.url).resolve("binaryen/bin/wasm-opt");

/** Runs `wasm-opt` on a module. Gives the new module, and what was printed. */
async function optimizer(wasm, options) {
    const folder = mkdtempSync(join(tmpdir(), "broadcast-visualizer-"));
    try {
        const [input, output] = [join(folder, "input.wasm"), join(folder, "output.wasm")];
        writeFileSync(input, wasm);
        const { stdout } = await promisify(execFile)(process.execPath, [WASM_OPT, input, ...options, "-o", output], { encoding: "utf8" });
        return { wasm: readFileSync(output), printed: stdout };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** The size in bytes from which a module is large enough for the order of its functions to matter. */
const LARGE = 16_384;

/** Optimizes a module and keeps its names. */
export async function optimized(wasm) {
    const { wasm: result } = await optimizer(wasm, OPTIMIZE);
    if (result.length < LARGE) {
        return result;
    }
    const { wasm: ordered } = await optimizer(withNamesInOrder(result), ORDER);
    return (await optimizer(ordered, OPTIMIZE)).wasm;
}

/**
 * Optimizes a module and shortens the names of its imports and exports.
 *
 * Gives the new module as `wasm`, and `names`: `importModule`, the old and the new name of the module that the bindings are
 * for it, and `imports` and `exports`, each a `Map` from old names to new ones.
 */
export async function shortenNames(wasm) {
    const { wasm: result } = await optimizer(wasm, OPTIMIZE);
    const { wasm: shortened, printed } = await optimizer(withNamesInOrder(result), [...ORDER, SHORTEN]);
    const { wasm: again } = await optimizer(shortened, OPTIMIZE);
    return { wasm: again, names: readNames(printed, shortened) };
}

/** Where the functions come from that packages/chunks.mjs puts into the bindings. */
const OF_CHUNKS = ["./__wasm_split.js", "__wasm_split_placeholder__"];

/** The names from what wasm-opt printed, and from the new module. Throws when the imports are from several modules. */
function readNames(printed, wasm) {
    const { imports, exports } = JSON.parse(printed);
    const oldModules = new Set(imports.map(([module]) => module));
    OF_CHUNKS.forEach((module) => oldModules.delete(module));
    // Of this one the function is among those of the bindings (editor.mjs).
    oldModules.forEach((module) => module.endsWith("/editor_source.js") && oldModules.delete(module));
    // wasm-opt gives all of them the same new name, and two old imports of the same name would then be one.
    if (oldModules.size !== 1) {
        throw new Error(`The module must import from one module, the bindings; it imports from: ${[...oldModules].join(", ")}`);
    }
    const [{ module: newModule }] = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
    return {
        importModule: [...oldModules, newModule],
        imports: new Map(imports.map(([, oldName, newName]) => [oldName, newName])),
        exports: new Map(exports),
    };
}

/**
 * The bindings with the new names.
 *
 * wasm-bindgen writes an import as `NAME: function` in one object, that object as `"MODULE": import0`, and the use of an
 * export as `wasm.NAME`. Throws when a name is missing on one side: the module could not be started.
 *
 * The start function gives the module's exports to its caller. It now gives only the memory, under its own name, so that
 * callers do not depend on the new names.
 */
export function renameInBindings(bindings, { importModule: [oldModule, newModule], imports, exports }) {
    const missing = new Set(imports.keys());
    const renamed = bindings
        .replace(/^(\s*)(\w+)(?=: function\b)/gm, (whole, indent, name) => {
            missing.delete(name);
            return imports.has(name) ? indent + imports.get(name) : whole;
        })
        .replace(/\bwasm\.([\w$]+)/g, (_, name) => {
            if (!exports.has(name)) {
                throw new Error(`The bindings use wasm.${name}, which the module does not export.`);
            }
            return `wasm.${exports.get(name)}`;
        });
    if (missing.size > 0) {
        throw new Error(`The bindings lack imports of the module: ${[...missing].join(", ")}`);
    }
    const withModule = replaceRequired(renamed, `"${oldModule}": `, () => `"${newModule}": `, "object of imports in the bindings");
    return replaceRequired(withModule, /\breturn wasm;/g, () => `return { memory: wasm.${exports.get("memory")} };`, "result of the start function");
}
