// Puts the small files that modules share into one file.
//
// wasm-split makes a file for each group of modules that share some functions, and most of them are small. The first load has the
// hash of each file, which cannot be compressed, and a browser asks for each of them. So they are parts of one file: a WebAssembly
// module that has each of them in a custom section. src/embed/modules.js instantiates them.

/** The name of the sections. */
const SECTION = "part";

/** The name of the file, without its hash. */
export const SHARED = "shared";

/** Whether a module has the texts of a language, whose tag is its name. The first picture needs them, so they wait for nothing else. */
const isLanguage = (module) => /^[a-z]{2}(_[a-z]+)?$/.test(module);

/**
 * Gives `contents`, the file with the shared parts, and `modules`, which maps the name of each module to its files as in `link`, with
 * `SHARED` in place of these parts. `link` is from `readLinkScript`; `files` maps the name of each file to its bytes.
 */
export function sharedFile({ modules }, files) {
    const ofLanguages = new Set(Object.entries(modules).flatMap(([module, needed]) => (isLanguage(module) ? needed : [])));
    const isShared = (file) => file.startsWith("chunk_") && !ofLanguages.has(file);
    const shared = [...new Set(Object.values(modules).flat())].filter(isShared);
    const rest = (needed) => [...(needed.some(isShared) ? [SHARED] : []), ...needed.filter((file) => !isShared(file))];
    return {
        contents: Buffer.concat([Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]), ...shared.map((file) => section(files[file]))]),
        modules: Object.fromEntries(Object.entries(modules).map(([module, needed]) => [module, rest(needed)])),
    };
}

/** A custom section with these contents. */
function section(contents) {
    const name = Buffer.from(SECTION);
    const size = 1 + name.length + contents.length;
    return Buffer.concat([Buffer.from([0, ...leb128(size), name.length]), name, contents]);
}

/** A number as WebAssembly writes it: seven bits a byte, lowest first. */
function leb128(number) {
    return number < 128 ? [number] : [(number & 127) | 128, ...leb128(number >> 7)];
}
