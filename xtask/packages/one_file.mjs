// The page in one file: `broadcast-visualizer.html` runs without a server and without a network.
//
// The module, the styles and the scripts are compressed together with LZMA and encoded as text in the page's one script, which runs
// the others: that of the page, with the bindings, and that of the editor. The browser
// itself can only decompress Deflate, whose output is a quarter larger even from Zopfli: much more than the decoder of LZMA.
import { fileURLToPath } from "node:url";

import { packedEditor } from "./editor.mjs";
import { streamsOf } from "./browser/streams.mjs";
import { encode } from "./encoder.mjs";
import { policyHash } from "./integrity.mjs";
import { replaceRequired } from "./text.mjs";

/** Stands for the encoded data while esbuild bundles: esbuild would write its control characters as longer escapes. */
const PLACEHOLDER = "the encoded module, styles and scripts";

/** The best of the levels of `lzma`. */
const LEVEL = 9;

/** The parts that are packed, in their order: the styles, the script of the page, that of the editor, and the streams of the module. */
const parts = ({ wasm, css, page, editor }) => [css, page, editor, ...streamsOf(wasm)].map((part) => Buffer.from(part));

/** The parts, one after the other, compressed. `lzma` is the module of that name. */
export const pack = (lzma, contents) => Buffer.from(lzma.compress(Buffer.concat(parts(contents)), LEVEL));

/** The virtual modules that `browser/packed.mjs` and `src/embed/unpack.js` import. `packed` is from `pack`, `contents` is what was packed. */
export const packedModules = ({ packed, contents, encoded }) => ({
    packed: { contents: `export * from ${JSON.stringify(fileURLToPath(new URL("browser/packed.mjs", import.meta.url)))};`, loader: "js" },
    "packed-data": {
        contents: `export const encoded = ${JSON.stringify(encoded)}, byteCount = ${packed.length}, lengths = ${JSON.stringify(parts(contents).map(({ length }) => length))};`,
        loader: "js",
    },
});

/** The script that is packed: it has the bindings, and sets a global variable. */
export const bundlePackedScript = ({ bundle }, bindings) =>
    bundle(
        "src/embed/single.js",
        { bindings: { contents: bindings, loader: "js" }, ...packedEditor() },
        // The bindings would look for the module next to them, where they are not given its bytes.
        { format: "iife", globalName: "broadcastingPage", define: { "import.meta.url": '""' } },
    );

/** The script that is not packed. It has no import. */
export async function bundleOneFileScript({ bundle }, { packed, contents }) {
    const script = await bundle("src/embed/unpack.js", packedModules({ packed, contents, encoded: PLACEHOLDER }));
    // In HTML, this text would end the script element, also within a string.
    const safe = script.replaceAll("</script", "<\\/script");
    return replaceRequired(safe, PLACEHOLDER, () => encode(packed), "placeholder for the encoded data");
}

/** The page: the site's page without its files, with the script in it and a policy that allows only this script, and those that it runs. */
export function oneFilePage(siteHtml, script, { page, editor }) {
    const hashes = [script, page, editor].map(policyHash).join(" ");
    const policy = `default-src 'none'; script-src ${hashes} 'wasm-unsafe-eval'; img-src data:; base-uri 'none'; form-action 'none'`;
    const remove = (html, pattern, what) => replaceRequired(html, pattern, () => "", `${what} in index.html`);
    let html = remove(siteHtml, /<link[^>]*\bdata-start=[^>]*>\s*/g, "links to the module and its bindings");
    html = remove(html, /<link rel="stylesheet"[^>]*>\s*/g, "style sheets");
    html = remove(html, /<script[^>]*src=[^>]*><\/script>\s*/g, "script");
    html = replaceRequired(html, /content="default-src[^"]*"/g, () => `content="${policy}"`, "policy in index.html");
    return replaceRequired(html, "</body>", () => `<script type="module">${script}</script></body>`, "end of the body in index.html");
}
