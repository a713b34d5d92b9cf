// Makes the site for development of the bindings in a folder: `node xtask/dev.mjs BINDINGS SITE`. The program is in one piece and not optimised, and
// scripts and styles are bundled as in the site.
//
// With --serve it serves the site, prints its address, and waits for lines on its input: `building`, `built`, or `failed TEXT`, where \n in the
// text is a new line. At `built` it makes the site again and every open page loads it; at `failed` they show the text. Further
// option: --port N, or the next free one.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";

import { createBundler } from "./packages/bundling.mjs";
import { bundleEditor, checkedEditor } from "./packages/editor.mjs";
import { bundleRuntime, checkedElementFiles } from "./packages/element.mjs";
import { hashedName } from "./packages/integrity.mjs";
import { readForDevelopment } from "./packages/program.mjs";
import { siteFiles } from "./packages/site.mjs";
import { createSite, listen } from "./server.mjs";

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { serve: { type: "boolean", default: false }, port: { type: "string", default: "0" } },
});
const [bindingsFolder, site] = positionals;
const root = fileURLToPath(new URL("..", import.meta.url));
const bundler = createBundler(esbuild, root);

/** Where the pages hear of a new build. */
const EVENTS = "dev-events";
const CLIENT = "xtask/packages/browser/reload.js";

const read = (path) => readFileSync(join(root, path), "utf8");

/** Writes a file in one step, because it may be read meanwhile. */
function write(path, contents) {
    if (existsSync(path) && readFileSync(path).equals(Buffer.from(contents))) {
        return;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, contents);
    renameSync(`${path}.new`, path);
}

async function make() {
    const { wasm, bindings } = readForDevelopment(bindingsFolder);
    const styles = ["crates/diagram/styles/tokens.css", "styles/page.css"];
    const css = styles.map(read).join("\n");
    const editor = await bundleEditor(bundler);
    const later = { [hashedName("editor.js", editor)]: editor };
    const { files } = siteFiles(read("index.html"), {
        styles: { sources: styles, file: { name: "page.css", contents: css } },
        scripts: { "src/boot.js": { name: "boot.js", contents: await bundler.bundle("src/boot.js") } },
        program: {
            bindings: { name: "page.js", contents: await bundler.bundleText(bindings, checkedEditor(editor)) },
            wasm: { name: "page.wasm", contents: wasm },
        },
        others: later,
    });
    if (values.serve) {
        files["reload.js"] = read(CLIENT);
        files["index.html"] = files["index.html"].replace("</head>", () => '<script type="module" src="./reload.js"></script></head>');
    }
    const runtime = await bundleRuntime(bundler, { bindings, css, editor: checkedEditor(editor) });
    const element = { ...(await checkedElementFiles(bundler, { runtime, wasm })), ...later, "reserve.css": read("xtask/npm/reserve.css") };
    const all = { ...files, ...Object.fromEntries(Object.entries(element).map(([name, contents]) => [`element/${name}`, contents])) };
    for (const [name, contents] of Object.entries(all)) {
        write(join(site, name), contents);
    }
    // Only now, because a page may be loading.
    for (const name of readdirSync(site, { recursive: true })) {
        if (!(name in all) && statSync(join(site, name)).isFile()) {
            rmSync(join(site, name));
        }
    }
}

/** What is served before there is a site: a page that shows the errors of the first build. */
function makeEmpty() {
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, "reload.js"), read(CLIENT));
    writeFileSync(join(site, "index.html"), '<!doctype html><meta charset="utf-8"><title>Building</title><body><script type="module" src="./reload.js"></script>');
}

if (!values.serve) {
    await make();
} else {
    rmSync(site, { recursive: true, force: true });
    makeEmpty();
    const pages = new Set();
    /** The state that a page is told when it connects. */
    let state = { name: "building", text: "" };
    const tell = (page) => page.write(`data: ${JSON.stringify(state)}\n\n`);
    const files = createSite(site);
    listen(values.port, "/", (request, response) => {
        if (request.url !== `/${EVENTS}`) {
            return files(request, response);
        }
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        pages.add(response);
        request.on("close", () => pages.delete(response));
        tell(response);
    });
    let builds = 0;
    for await (const line of createInterface({ input: process.stdin })) {
        const [, name, text] = line.match(/^(\w+) (.*)$/);
        state = { name, text: text.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter)), builds };
        if (name === "built") {
            try {
                await make();
                builds += 1;
                state = { name, text: "", builds };
            } catch (error) {
                state = { name: "failed", text: String(error.stack ?? error), builds };
                console.error(state.text);
            }
        }
        pages.forEach(tell);
    }
    process.exit();
}
