// Loads the modules of the program: parts that are files of their own, which the program asks for when it needs them. The
// bindings of a program that is split import this; xtask/packages/modules.mjs writes the import.

/** Fetches a file. `integrity`: the hash that it must have. */
async function fetched(url, integrity) {
    const answer = await fetch(url, { integrity });
    if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status}`);
    }
    return answer;
}

/** Fetches and compiles a WebAssembly module. */
async function compiled(url, integrity) {
    const answer = await fetched(url, integrity);
    // Streaming fails when the server sends another MIME type. The bytes can still be compiled.
    const bytes = answer.clone();
    return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await bytes.arrayBuffer()));
}

/** The address of a file next to `base`: its name has the first bytes of the hash that it must have. xtask/packages/integrity.mjs makes both. */
function address(base, [name, integrity], ending) {
    const bytes = [...atob(integrity.slice(7, 19))].slice(0, 8);
    return new URL(`${name}-${bytes.map((byte) => byte.charCodeAt().toString(16).padStart(2, "0")).join("")}.${ending}`, base);
}

/**
 * Gives what loads modules next to `base`, each of their files once. The files are in a list, which is a file too, so that a page that
 * needs no module does not load their hashes. `integrity` is the hash of the list.
 *
 * `list` loads the list before it is needed.
 *
 * `load` loads a module. It is called with what the program shares with its modules (its memory, its table of functions, and more), with
 * the name of the module, and with what the program gave: the function to be called with `data` and whether the module is loaded, as its
 * place in the table.
 */
export function moduleLoader(base, integrity) {
    let listed;
    /** For each module its files as `[name, integrity]`, the name without its hash, each after those that it needs. */
    const list = () => {
        listed ??= fetched(address(base, ["modules", integrity], "json"), integrity).then((answer) => answer.json());
        // Only successes are kept: after a failure another attempt is possible.
        listed.catch(() => (listed = undefined));
        return listed;
    };
    const loaded = new Map();
    const loadFile = (shared, [name, integrity], before) => {
        if (!loaded.has(name)) {
            const file = compiled(address(base, [name, integrity], "wasm"), integrity);
            const instance = Promise.all([file, before]).then(([module]) => WebAssembly.instantiate(module, { __wasm_split: shared }));
            instance.catch(() => loaded.delete(name));
            loaded.set(name, instance);
        }
        return loaded.get(name);
    };
    const load = async (shared, module, callback, data) => {
        let success = true;
        try {
            const instances = [];
            for (const file of (await list())[module]) {
                instances.push(loadFile(shared, file, Promise.all(instances)));
            }
            // All of them: another module may have asked for the last ones before, but not for the first ones.
            await Promise.all(instances);
        } catch (reason) {
            console.error("A part of the program could not be loaded:", reason);
            success = false;
        }
        shared.__indirect_function_table.get(callback)(data, success);
    };
    return { list, load };
}
