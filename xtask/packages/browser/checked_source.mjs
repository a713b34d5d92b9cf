// Where the element of the site finds its runtime and its WebAssembly module: in files next to its own, with a hash in their
// names, whose contents are checked. It has the exports of src/embed/source.js. xtask/packages/element.mjs gives the import.
import { program as wasm, runtime } from "files";

const address = (name) => new URL(name, import.meta.url).href;

/** Imports the bindings. Each attempt gives a new instance of them. */
export function bindings(attempt) {
    const href = address(runtime.name) + (attempt ? `?attempt=${attempt}` : "");
    // `import()` takes no hash. A script that is loaded before it with one is checked.
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href, integrity: runtime.integrity, crossOrigin: "" });
    document.head.append(link);
    return import(href).finally(() => link.remove());
}

/** Fetches the module. */
export const program = () => fetch(address(wasm.name), { integrity: wasm.integrity });
