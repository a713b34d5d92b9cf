// Makes everything that is published from what Trunk wrote into dist/: small scripts, file names with hashes, and the other
// forms of the visualizer.
//
// | folder or file | contents |
// |---|---|
// | dist/ | the site |
// | dist/element/ | the custom element: an ES module, its runtime and its WebAssembly module, for any server or CDN |
// | dist/npm/ | the same as an npm package |
// | dist/anywidget/ | one module for Jupyter and MyST: `export default { render }` |
// | dist/broadcast-visualizer.html | the whole page in one file, which runs without a server |
//
// `cargo xtask build` calls it with three arguments: dist/, the folder with esbuild, the package's version. wasm-opt must be
// on PATH. Fails when a file reaches its size limit (packages/limits.mjs).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import zopfli from "@gfx/zopfli";

import { bundleAnywidget } from "./packages/anywidget.mjs";
import { createBundler } from "./packages/bundling.mjs";
import { bundleRuntime, elementFiles } from "./packages/element.mjs";
import { checkLimits } from "./packages/limits.mjs";
import { renameInBindings, shortenNames } from "./packages/names.mjs";
import { npmFiles } from "./packages/npm.mjs";
import { bundleOneFileScript, oneFilePage, pack } from "./packages/one_file.mjs";
import { siteFiles } from "./packages/site.mjs";
import { readTrunkOutput } from "./packages/trunk.mjs";

const [, , dist, esbuildFolder, version] = process.argv;
const root = fileURLToPath(new URL("..", import.meta.url));
const esbuild = createRequire(join(esbuildFolder, "package.json"))("esbuild");
const bundler = createBundler(esbuild, root);

const trunk = readTrunkOutput(dist);
const { wasm, names } = shortenNames(trunk.wasm);
const bindings = renameInBindings(trunk.bindings, names);
const readStyles = (name) => bundler.minifyStyles(readFileSync(join(root, "styles", name), "utf8"));
const styles = { tokens: await readStyles("tokens.css"), page: await readStyles("page.css") };
const css = styles.tokens + styles.page;

const site = siteFiles(trunk.html, [
    { trunkName: trunk.names.bindings, name: "page.js", contents: await bundler.minifyScript(bindings) },
    { trunkName: trunk.names.wasm, name: "page.wasm", contents: wasm },
    { trunkName: trunk.names.boot, name: "boot.js", contents: await bundler.bundle("src/boot.js") },
    { trunkName: trunk.names.tokens, name: "tokens.css", contents: styles.tokens },
    { trunkName: trunk.names.page, name: "page.css", contents: styles.page },
]);
const runtime = await bundleRuntime(bundler, { bindings, css });
const element = await elementFiles(bundler, { runtime, wasm });
const anywidget = await bundleAnywidget(bundler, { runtime, wasm });
const packed = await pack(zopfli, { wasm, css });
const script = await bundleOneFileScript(bundler, { bindings, packed, wasm });

for (const name of Object.values(trunk.names)) {
    rmSync(join(dist, name));
}
writeFiles(dist, site.files);
writeFiles(join(dist, "element"), element);
writeFiles(join(dist, "anywidget"), { "broadcast-visualizer.js": anywidget });
writeFiles(join(dist, "npm"), npmFiles(root, version, { element, anywidget }));
writeFiles(dist, { "broadcast-visualizer.html": oneFilePage(site.html, script) });
checkLimits(dist);

/** Writes files, given by name, into a folder. */
function writeFiles(folder, files) {
    for (const [name, contents] of Object.entries(files)) {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents);
    }
}
