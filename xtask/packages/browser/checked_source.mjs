// Where the element of the site finds its runtime and its WebAssembly module: in files next to its own, with one hash of both in
// their names, whose contents are checked. It has the exports of src/embed/source.js. xtask/packages/element.mjs gives the import.
import { hash, program as wasm, runtime } from "files";

const address = (ending) => new URL(`./visualizer-${hash}.${ending}`, import.meta.url).href;

/** Imports the bindings. Each attempt gives a new instance of them. */
export function bindings(attempt) {
    const href = address("js") + (attempt ? `?attempt=${attempt}` : "");
    // `import()` takes no hash. A script that is loaded before it with one is checked.
    const link = { rel: "modulepreload", href, integrity: runtime };
    document.head.append(Object.assign(document.createElement("link"), link));
    return import(href);
}

/** Fetches the module. */
export const program = () => fetch(address("wasm"), { integrity: wasm });
