// Where the element of the npm package finds its runtime and its WebAssembly module: in files next to its own. The element of
// the site and a bundle in one file have another module in place of this one (xtask/packages/browser).

/** Imports the bindings. Each attempt gives a new instance of them. */
export const bindings = (attempt) => {
    const { href } = new URL("./visualizer.js", import.meta.url);
    return import(/* @vite-ignore */ /* webpackIgnore: true */ attempt ? `${href}?attempt=${attempt}` : href);
};

/** Fetches the module. */
export const program = () => fetch(new URL("./visualizer_bg.wasm", import.meta.url));
