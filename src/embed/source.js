// Where the element finds its runtime and its WebAssembly module: in files next to its own. A bundle in one file replaces
// this module with another (xtask/packages/browser/inline_source.mjs).

import { compiled } from "./modules.js";

/** Imports the bindings. Each attempt gives a new instance of them. */
export const bindings = (attempt) => {
    const { href } = new URL("./visualizer.js", import.meta.url);
    return import(/* @vite-ignore */ /* webpackIgnore: true */ attempt ? `${href}?attempt=${attempt}` : href);
};

/** Fetches and compiles the module. */
export const program = () => compiled(new URL("./visualizer_bg.wasm", import.meta.url));
