// Makes everything that is published in dist/ from the built program: small scripts, file names with hashes, and the other
// forms of the visualizer.
//
// | folder or file | contents |
// |---|---|
// | dist/ | the site |
// | dist/element/ | the custom element for any server or CDN: an ES module, its runtime, the program and its chunks |
// | dist/npm/ | the element as an npm package, with the same chunks, which bundlers find |
// | dist/anywidget/ | one file for Jupyter and MyST: `export default { render }` |
// | dist/gallery/ | all examples as pictures, which `examples/gallery.rs` writes afterwards |
// | dist/broadcast-visualizer.html | the whole page in one file, which runs without a server |
//
// `cargo xtask build` calls it with two arguments: dist/, and the folder with the program. Fails when a file reaches its size limit
// (packages/limits.mjs).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import lzma from "lzma";

import { bundleAnywidget } from "./packages/anywidget.mjs";
import { createBundler } from "./packages/bundling.mjs";
import { chunkFiles, withLocatedChunks, withSplitChunks, withWholeChunks } from "./packages/chunks.mjs";
import { bundleEditor, bundleEditorScript, checkedEditor, inlineEditor, locatedEditor } from "./packages/editor.mjs";
import { bundleRuntime, checkedElementFiles, elementFiles } from "./packages/element.mjs";
import { hashedName } from "./packages/integrity.mjs";
import { checkLimits } from "./packages/limits.mjs";
import { optimized, renameInBindings, shortenNames } from "./packages/names.mjs";
import { npmFiles } from "./packages/npm.mjs";
import { bundleOneFileScript, bundlePackedScript, oneFilePage, pack } from "./packages/one_file.mjs";
import { readProgram } from "./packages/program.mjs";
import { siteFiles } from "./packages/site.mjs";

const [, , dist, programFolder] = process.argv;
const root = fileURLToPath(new URL("..", import.meta.url));
const bundler = createBundler(esbuild, root);

const program = readProgram(programFolder);
// The two large ones at once, and the others one after the other: each takes a core.
const [main, whole] = await Promise.all([shortenNames(program.main.wasm), shortenNames(program.whole.wasm)]);
const parts = {};
for (const [name, wasm] of Object.entries(program.parts)) {
    parts[name] = await optimized(wasm);
}
const chunkContents = chunkFiles(program.link, parts);
/** The chunks under their names on the server. */
const chunks = Object.fromEntries(Object.entries(chunkContents).map(([name, contents]) => [hashedName(`${name}.wasm`, contents), contents]));

const imports = WebAssembly.Module.imports(new WebAssembly.Module(program.whole.wasm));
const wholeBindings = renameInBindings(withWholeChunks(program.whole.bindings, imports), whole.names);
const splitBindings = (withChunks) => renameInBindings(withChunks(program.main.bindings, program.link, chunkContents), main.names);
const mainBindings = splitBindings(withSplitChunks);

const readSource = (path) => readFileSync(join(root, path), "utf8");
/** The tokens come first: the page's styles use them. */
const styleSources = ["crates/diagram/styles/tokens.css", "styles/page.css"];
const css = (await Promise.all(styleSources.map((path) => bundler.minifyStyles(readSource(path))))).join("");

const editor = await bundleEditor(bundler);
const editorScript = await bundleEditorScript(bundler);
/** What is loaded later, under its names on the server. */
const later = { ...chunks, [hashedName("editor.js", editor)]: editor };

const site = siteFiles(readSource("index.html"), {
    styles: { sources: styleSources, file: { name: "page.css", contents: css } },
    scripts: { "src/boot.js": { name: "boot.js", contents: await bundler.bundle("src/boot.js") } },
    program: {
        bindings: { name: "page.js", contents: await bundler.bundleText(mainBindings, checkedEditor(editor)) },
        wasm: { name: "page.wasm", contents: main.wasm },
    },
    others: later,
    frame: { html: program.frame, script: { name: "first.js", contents: await bundler.bundle("src/first.js") } },
});
const runtime = await bundleRuntime(bundler, { bindings: mainBindings, css, editor: checkedEditor(editor) });
const element = await checkedElementFiles(bundler, { runtime, wasm: main.wasm });
const npmRuntime = await bundleRuntime(bundler, { bindings: splitBindings(withLocatedChunks), css, editor: locatedEditor() });
const npmElement = await elementFiles(bundler, { runtime: npmRuntime, wasm: main.wasm, chunks: chunkContents, editor });
const wholeRuntime = await bundleRuntime(bundler, { bindings: wholeBindings, css, editor: inlineEditor(editor) });
const anywidget = await bundleAnywidget(bundler, { runtime: wholeRuntime, wasm: whole.wasm });
const contents = { wasm: whole.wasm, css, page: await bundlePackedScript(bundler, wholeBindings), editor: editorScript };
const script = await bundleOneFileScript(bundler, { packed: pack(lzma, contents), contents });

rmSync(dist, { recursive: true, force: true });
writeFiles(dist, site.files);
writeFiles(join(dist, "element"), { ...element, ...later, "reserve.css": readSource("xtask/npm/reserve.css") });
writeFiles(join(dist, "anywidget"), { "broadcast-visualizer.js": anywidget });
writeFiles(join(dist, "npm"), npmFiles(root, { element: npmElement, anywidget }));
writeFiles(dist, { "broadcast-visualizer.html": oneFilePage(site.html, script, contents) });
checkLimits(dist);

/** Writes files, given by name, into a folder. */
function writeFiles(folder, files) {
    for (const [name, contents] of Object.entries(files)) {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents);
    }
}
