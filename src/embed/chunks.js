// Loads chunks: pieces of the application that are files of their own, which the program asks for when it needs them. The bindings of
// a program that is split import this; xtask/packages/chunks.mjs writes the import.

/** Fetches a file. `integrity`: the hash that it must have. */
async function fetched(url, integrity) {
    const answer = await fetch(url, { integrity });
    if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status}`);
    }
    return answer;
}

/** Fetches and compiles a WebAssembly module. `integrity`: the hash that it must have, if there is one. */
export async function compiled(url, integrity) {
    const answer = await fetched(url, integrity);
    // Streaming fails when the server sends another MIME type. The bytes can still be compiled.
    const bytes = answer.clone();
    return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await bytes.arrayBuffer()));
}

/** The address of a file next to `base`: its name has the first bytes of the hash that it must have. xtask/packages/integrity.mjs makes both. */
function address(base, name, integrity, ending) {
    const bytes = [...atob(integrity.slice(7, 19))].slice(0, 8);
    return new URL(`${name}-${bytes.map((byte) => byte.charCodeAt().toString(16).padStart(2, "0")).join("")}.${ending}`, base);
}

let attempts = 0;

/** Imports the script of this name next to `base`. After a failure another attempt is possible. */
export function checkedScript(base, name, integrity) {
    // Each time another one: a browser may remember a failure.
    const href = `${address(base, name, integrity, "js")}?${(attempts += 1)}`;
    // `import()` takes no hash. A script that is loaded before it with one is checked.
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, integrity }));
    return import(href);
}

/** What `make` gives for a key. Only successes are kept: after a failure another attempt is possible. */
function once(known, key, make) {
    if (!known.has(key)) {
        const made = make();
        made.catch(() => known.delete(key));
        known.set(key, made);
    }
    return known.get(key);
}

/** Gives what compiles chunks next to `base`. `list` has the hash of each. */
export const checkedChunks = (base, list) => (name) => compiled(address(base, name, list[name], "wasm"), list[name]);

/**
 * Gives what loads chunks, each once. `compile` gives the module of a name.
 *
 * It is called with what the program shares with its chunks (its memory, its table of functions, and more), with the name of the chunk,
 * and with what the program gave: the function to be called with `data` and whether the chunk is loaded, as its place in the table.
 *
 * A chunk contains what it shares with other chunks: a section `shared` for each such WebAssembly module, which begins with its number.
 * The first chunk that has it brings it.
 */
export function chunkLoader(compile) {
    const [chunks, parts] = [new Map(), new Map()];
    const loadChunk = async (shared, name) => {
        const imports = { __wasm_split: shared };
        const module = await compile(name);
        const instances = WebAssembly.Module.customSections(module, "shared").map((section) => {
            const [number] = new Uint8Array(section);
            return once(parts, number, () => WebAssembly.instantiate(new Uint8Array(section, 1), imports));
        });
        await Promise.all(instances);
        return WebAssembly.instantiate(module, imports);
    };
    return async (shared, name, callback, data) => {
        let success = true;
        try {
            await once(chunks, name, () => loadChunk(shared, name));
        } catch (reason) {
            console.error("A part of the program could not be loaded:", reason);
            success = false;
        }
        shared.__indirect_function_table.get(callback)(data, success);
    };
}
