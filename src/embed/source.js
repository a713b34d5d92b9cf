// Where the element finds its runtime and its WebAssembly module: in files next to its own. A bundle in one file replaces
// this module with another (xtask/packages/browser/inline_source.mjs).

/** Imports the bindings. Each attempt gives a new instance of them. */
export const bindings = (attempt) => {
    const { href } = new URL("./visualizer.js", import.meta.url);
    return import(/* @vite-ignore */ /* webpackIgnore: true */ attempt ? `${href}?attempt=${attempt}` : href);
};

/** Fetches and compiles the module. */
export async function program() {
    const answer = await fetch(new URL("./visualizer_bg.wasm", import.meta.url));
    if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status}`);
    }
    // Streaming fails when the server sends another MIME type. The bytes can still be compiled.
    const bytes = answer.clone();
    return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await bytes.arrayBuffer()));
}
