// Loads the modules of the program: parts that are files of their own, which the program asks for when it needs them. The
// bindings of a program that is split import this; xtask/packages/modules.mjs writes the import.

/** Fetches and compiles a WebAssembly module. `integrity`: the hash that its file must have, if any. */
export async function compiled(url, integrity) {
    const answer = await fetch(url, { integrity });
    if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status}`);
    }
    // Streaming fails when the server sends another MIME type. The bytes can still be compiled.
    const bytes = answer.clone();
    return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await bytes.arrayBuffer()));
}

/** Instantiates a module. Where a file has several, they are in its sections of the name `part`: xtask/packages/shared.mjs. */
async function instantiated(module, imports) {
    for (const part of WebAssembly.Module.customSections(module, "part")) {
        await WebAssembly.instantiate(part, imports);
    }
    return WebAssembly.instantiate(module, imports);
}

/** The name of a file: `name`, and the first bytes of the hash that it must have. xtask/packages/integrity.mjs makes both. */
function fileName(name, integrity) {
    const bytes = [...atob(integrity.slice(7, 19))].slice(0, 8);
    return `${name}-${bytes.map((byte) => byte.charCodeAt().toString(16).padStart(2, "0")).join("")}.wasm`;
}

/**
 * Gives a function that loads modules next to `base`, each of their files once.
 *
 * It is called with what the program shares with its modules (its memory, its table of functions, and more), with the files
 * of a module (`[name, integrity]`, the name without its hash, each after those that it needs), and with what the program gave: the function to be
 * called with `data` and whether the module is loaded, as its place in the table.
 */
export function moduleLoader(base) {
    const loaded = new Map();
    const load = (shared, [name, integrity], before) => {
        if (!loaded.has(name)) {
            const file = compiled(new URL(fileName(name, integrity), base), integrity);
            const instance = Promise.all([file, before]).then(([module]) => instantiated(module, { __wasm_split: shared }));
            // Only successes are kept: after a failure another attempt is possible.
            instance.catch(() => loaded.delete(name));
            loaded.set(name, instance);
        }
        return loaded.get(name);
    };
    return async (shared, files, callback, data) => {
        let success = true;
        try {
            const instances = [];
            for (const file of files) {
                instances.push(load(shared, file, Promise.all(instances)));
            }
            // All of them: another module may have asked for the last ones before, but not for the first ones.
            await Promise.all(instances);
        } catch (reason) {
            console.error("A part of the program could not be loaded:", reason);
            success = false;
        }
        shared.__indirect_function_table.get(callback)(data, success);
    };
}
