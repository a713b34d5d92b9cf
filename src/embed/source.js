// Where the element of the npm package finds its runtime, its WebAssembly module and what is loaded later: in files next to its own. The
// element of the site and a bundle in one file have another module in place of this one (xtask/packages/browser).
//
// A bundler copies a file where it finds `new URL("./name", import.meta.url)` with the name written out.

/** Imports the bindings. Each attempt gives a new instance of them. */
export const bindings = async (attempt) => {
    const { href } = new URL("./visualizer.js", import.meta.url);
    const module = await import(/* @vite-ignore */ /* webpackIgnore: true */ attempt ? `${href}?attempt=${attempt}` : href);
    module.locate({
        changes: new URL("./changes.wasm", import.meta.url).href,
        editor: new URL("./editor.js", import.meta.url).href,
        es: new URL("./es.wasm", import.meta.url).href,
        explain: new URL("./explain.wasm", import.meta.url).href,
        panels: new URL("./panels.wasm", import.meta.url).href,
        practice: new URL("./practice.wasm", import.meta.url).href,
        record: new URL("./record.wasm", import.meta.url).href,
        teach: new URL("./teach.wasm", import.meta.url).href,
        reader: new URL("./reader.wasm", import.meta.url).href,
        work: new URL("./work.wasm", import.meta.url).href,
        zh_cn: new URL("./zh_cn.wasm", import.meta.url).href,
    });
    return module;
};

/** Fetches the module. */
export const program = () => fetch(new URL("./visualizer_bg.wasm", import.meta.url));
