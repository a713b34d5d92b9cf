// Connects the program with its modules: the parts that wasm-split has put into files of their own.
//
// The program imports two functions for each module. One loads the module's files and then calls back; wasm-bindgen knows
// nothing of it, so the bindings get it here. The other gives the module's table. Where the program is split, it is in the
// module's file; where it is whole, it is an export of the program itself.
import { fileURLToPath } from "node:url";

import { integrity } from "./integrity.mjs";
import { replaceRequired } from "./text.mjs";

/** Loads the files of modules in the browser. */
const LOADER = fileURLToPath(new URL("../../src/embed/modules.js", import.meta.url));

/**
 * Reads the script that wasm-split writes for a page without integrity. Gives `shared`, the names that the program shares with
 * its modules, and `modules`, which maps the name of each module to its files, each after those that it needs.
 */
export function readLinkScript(script) {
    const [, list] = script.match(/const \{ ([^}]*) \} = initSync\(/) ?? fail("what the program shares");
    const chunks = new Map();
    for (const [, name, file] of script.matchAll(/^const (__chunk_\d+) = makeLoad\([^]*?new URL\("\.\/(\w+)\.wasm"/gm)) {
        chunks.set(name, file);
    }
    const modules = {};
    const loaders = /^export const __wasm_split_load_(\w+) = wrapAsyncCb\(makeLoad\(([^]*?), \[([^\]]*)\]\)\);/gm;
    for (const [, name, fetcher, needed] of script.matchAll(loaders)) {
        const own = [...fetcher.matchAll(/new URL\("\.\/(\w+)\.wasm"/g)].map(([, file]) => file);
        const shared = needed.split(/, */).filter(Boolean).map((chunk) => chunks.get(chunk) ?? fail(`the file of ${chunk}`));
        modules[name] = [...shared, ...own];
    }
    return { shared: list.split(/, */).filter(Boolean), modules };
}

function fail(what) {
    throw new Error(`The script of wasm-split does not say ${what}. xtask/packages/modules.mjs expects another form of it.`);
}

/**
 * The list of the files of modules, as src/embed/modules.js reads it. `modules` is from `readLinkScript`; `files` maps the name of each
 * file to `{ name, contents }`: its name on the server and its contents.
 */
export function moduleList({ modules }, files) {
    // The hash in a file's name is left out: it begins the other one.
    const listed = (file) => [files[file].name.replace(/-[0-9a-f]{16}\.wasm$/, ""), integrity(files[file].contents)];
    return JSON.stringify(Object.fromEntries(Object.entries(modules).map(([module, needed]) => [module, needed.map(listed)])));
}

/**
 * The bindings of the split program, with a loader for each module, and with a function `listModules`, which loads the list of their files
 * before it is needed. `link` is from `readLinkScript`; `list` is from `moduleList`.
 */
export function withSplitModules(bindings, { shared, modules }, list) {
    const entries = Object.keys(modules).map(
        (module) => `__wasm_split_load_${module}: function(callback, data) { modules.load(shared(), "${module}", callback, data); },`,
    );
    const prelude = [
        `import { moduleLoader } from ${JSON.stringify(LOADER)};`,
        `const modules = moduleLoader(import.meta.url, ${JSON.stringify(integrity(list))});`,
        `const shared = () => ({ ${shared.map((name) => `${name}: wasm.${name}`).join(", ")} });`,
        "export const listModules = () => modules.list().catch(() => {});\n",
    ];
    return prelude.join("\n") + withImports(bindings, entries);
}

/** The bindings of the whole program, in which each module is there from the start. `imports` are the program's imports. */
export function withWholeModules(bindings, imports) {
    const entries = imports
        .filter(({ name }) => name.startsWith("__wasm_split_"))
        .map(({ name }) =>
            name.startsWith("__wasm_split_load_")
                ? `${name}: function(callback, data) { wasm.__indirect_function_table.get(callback)(data, true); },`
                : `${name}: function(...values) { return wasm.${name.replace("00_import_", "00_export_")}(...values); },`,
        );
    return withImports(bindings, entries);
}

/** The bindings with functions for the imports of which wasm-bindgen knows only that they are there. */
function withImports(bindings, entries) {
    const own = '(?="(?:\\./__wasm_split\\.js|__wasm_split_placeholder__)")';
    const withoutScripts = replaceRequired(bindings, new RegExp(`^import \\* as import\\d+ from ${own}.*\\n`, "gm"), () => "", "import of modules in the bindings");
    const withoutObjects = replaceRequired(withoutScripts, new RegExp(`^\\s*${own}"[^"]*": import\\d+,\\n`, "gm"), () => "", "object of modules in the bindings");
    return replaceRequired(withoutObjects, "const import0 = {\n        __proto__: null,\n", (text) => `${text}        ${entries.join("\n        ")}\n`, "object of imports in the bindings");
}
