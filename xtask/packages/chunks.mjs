// Connects the program with its chunks, which wasm-split has put into files of their own, and makes one file of each.
//
// The program imports one function for each chunk that loads it and then calls back; wasm-bindgen knows nothing of it, so the bindings
// get it here. It imports another function for each table of a chunk. Where the program is split, that is in the chunk; where it is
// whole, it is an export of the program itself.
import { fileURLToPath } from "node:url";

import { integrity } from "./integrity.mjs";
import { customSection } from "./sections.mjs";
import { replaceRequired, withImports } from "./text.mjs";

const embedded = (name) => JSON.stringify(fileURLToPath(new URL(`../../src/embed/${name}`, import.meta.url)));

/** Loads chunks in the browser. */
const LOADER = embedded("chunks.js");

/** A WebAssembly module with nothing in it. */
const EMPTY = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * Reads the script that wasm-split writes. Gives `shared`, the names that the program shares with its chunks, and `chunks`, which maps
 * the name of each chunk to its files: `own`, where it has one, and `parts`, which it shares with other chunks.
 */
export function readLinkScript(script) {
    const [, list] = script.match(/const \{ ([^}]*) \} = initSync\(/) ?? fail("what the program shares");
    const parts = new Map();
    for (const [, name, file] of script.matchAll(/^const (__chunk_\d+) = makeLoad\([^]*?new URL\("\.\/(\w+)\.wasm"/gm)) {
        parts.set(name, file);
    }
    const chunks = {};
    const loaders = /^export const __wasm_split_load_(\w+) = wrapAsyncCb\(makeLoad\(([^]*?), \[([^\]]*)\]\)\);/gm;
    for (const [, name, fetcher, needed] of script.matchAll(loaders)) {
        const [, own] = fetcher.match(/new URL\("\.\/(\w+)\.wasm"/) ?? [];
        const shared = needed.split(/, */).filter(Boolean).map((part) => parts.get(part) ?? fail(`the file of ${part}`));
        chunks[name] = { own, parts: shared };
    }
    return { shared: list.split(/, */).filter(Boolean), chunks };
}

function fail(what) {
    throw new Error(`The script of wasm-split does not say ${what}. xtask/packages/chunks.mjs expects another form of it.`);
}

/**
 * One file for each chunk, by its name, as src/embed/chunks.js reads it: its own WebAssembly module, and in it those that it shares, each
 * in a section `shared` behind its number. `chunks` is from `readLinkScript`; `files` maps wasm-split's names to contents.
 */
export function chunkFiles({ chunks }, files) {
    const numbers = [...new Set(Object.values(chunks).flatMap(({ parts }) => parts))];
    // A number is one byte.
    if (numbers.length > 256) {
        throw new Error(`Chunks share ${numbers.length} files; at most 256 have a number.`);
    }
    const section = (part) => customSection("shared", Buffer.concat([Buffer.of(numbers.indexOf(part)), files[part]]));
    return Object.fromEntries(
        Object.entries(chunks).map(([name, { own, parts }]) => [name, Buffer.concat([files[own] ?? EMPTY, ...parts.map(section)])]),
    );
}

/**
 * The bindings of the split program, with a loader of its chunks from files that stand next to the bindings, under names with hashes.
 * `link` is from `readLinkScript`; `files` is from `chunkFiles`.
 */
export function withSplitChunks(bindings, link, files) {
    const hashes = Object.fromEntries(Object.entries(files).map(([name, contents]) => [name, integrity(contents)]));
    const loader = [
        `import { checkedChunks, chunkLoader } from ${LOADER};`,
        `const loadChunk = chunkLoader(checkedChunks(import.meta.url, ${JSON.stringify(hashes)}));`,
    ];
    return withChunkLoader(bindings, link, files, loader);
}

/** The same with chunks that are where the element says. The bindings then export `locate`, which takes that. */
export function withLocatedChunks(bindings, link, files) {
    const loader = [
        `import { chunkLoader } from ${LOADER};`,
        `import { locatedChunk } from ${embedded("located.js")};`,
        `export { locate } from ${embedded("located.js")};`,
        "const loadChunk = chunkLoader(locatedChunk);",
    ];
    return withChunkLoader(bindings, link, files, loader);
}

function withChunkLoader(bindings, { shared }, files, loader) {
    const entries = Object.keys(files).map(
        (name) => `__wasm_split_load_${name}: function(callback, data) { loadChunk(shared(), "${name}", callback, data); },`,
    );
    const prelude = [
        ...loader,
        `const shared = () => ({ ${shared.map((name) => `${name}: wasm.${name}`).join(", ")} });\n`,
    ];
    return prelude.join("\n") + withImportsOfChunks(bindings, entries);
}

/** The bindings of the whole program, in which each chunk is there from the start. `imports` are the program's imports. */
export function withWholeChunks(bindings, imports) {
    const entries = imports
        .filter(({ name }) => name.startsWith("__wasm_split_"))
        .map(({ name }) =>
            name.startsWith("__wasm_split_load_")
                ? `${name}: function(callback, data) { wasm.__indirect_function_table.get(callback)(data, true); },`
                : `${name}: function(...values) { return wasm.${name.replace("00_import_", "00_export_")}(...values); },`,
        );
    return withImportsOfChunks(bindings, entries);
}

/** The bindings with functions for the imports of which wasm-bindgen knows only that they are there. */
function withImportsOfChunks(bindings, entries) {
    const own = '(?="(?:\\./__wasm_split\\.js|__wasm_split_placeholder__)")';
    const withoutScripts = replaceRequired(bindings, new RegExp(`^import \\* as import\\d+ from ${own}.*\\n`, "gm"), () => "", "import of chunks in the bindings");
    const withoutObjects = replaceRequired(withoutScripts, new RegExp(`^\\s*${own}"[^"]*": import\\d+,\\n`, "gm"), () => "", "object of chunks in the bindings");
    return withImports(withoutObjects, entries);
}
