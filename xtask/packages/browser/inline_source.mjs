// Where the element finds its runtime and its WebAssembly module when both are in the same file as the element. It has the
// exports of src/embed/source.js. xtask/packages/anywidget.mjs gives the two imports.
import packed from "gzip-base64";
import runtime from "runtime";

/** Compiles the module. */
export async function program() {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Imports the bindings. They are stored as a text, so that each call gives a new instance of them. */
export async function bindings() {
    const address = URL.createObjectURL(new Blob([runtime], { type: "text/javascript" }));
    try {
        return await import(address);
    } finally {
        URL.revokeObjectURL(address);
    }
}
