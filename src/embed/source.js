// Where the element finds what it loads only when it is needed: beside itself, as files of their own. Bundles that have
// to be one file put another module in the place of this one.

/** The bindings; each attempt is another instance of them. */
export const bindings = (attempt) => {
    const { href } = new URL("./visualizer.js", import.meta.url);
    return import(/* @vite-ignore */ /* webpackIgnore: true */ attempt ? `${href}?attempt=${attempt}` : href);
};

/** The compiled program. */
export async function program() {
    const answer = await fetch(new URL("./visualizer_bg.wasm", import.meta.url));
    if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status}`);
    }
    // A server that does not know the type of the file: its bytes are as good.
    const bytes = answer.clone();
    return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await bytes.arrayBuffer()));
}
