// The anywidget module and the npm package.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { inlineModules } from "../packages/anywidget.mjs";
import { integrity, shortHash } from "../packages/integrity.mjs";
import { DIST, ROOT, bundler, importText, readBuilt } from "./support.mjs";

test("the anywidget module unpacks and compiles its WebAssembly module", async () => {
    const { program } = await inlineSource("");
    const module = await program();
    assert.deepEqual(WebAssembly.Module.exports(module), [{ name: "m", kind: "memory" }]);
});

test("the anywidget module imports its bindings from an address that it then gives back", async (context) => {
    const texts = [];
    const create = context.mock.method(URL, "createObjectURL", (blob) => {
        texts.push([blob.text(), blob.type]);
        // Node imports no blob: address.
        return "data:text/javascript,export const answer = 42;";
    });
    const revoke = context.mock.method(URL, "revokeObjectURL", () => {});
    const { bindings } = await inlineSource("the runtime");
    assert.equal((await bindings()).answer, 42);
    assert.deepEqual([await texts[0][0], texts[0][1]], ["the runtime", "text/javascript"]);
    assert.deepEqual(revoke.mock.calls[0].arguments, [create.mock.calls[0].result]);
});

/** The source of the anywidget module with a small WebAssembly module: a memory that is exported as `m`. */
async function inlineSource(runtime) {
    const wasm = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 109, 2, 0]);
    return importText(await bundler.bundle("xtask/packages/browser/inline_source.mjs", inlineModules({ runtime, wasm })));
}

test("the anywidget module has what anywidget calls, and is the same in the npm package", async () => {
    for (const name of ["anywidget/broadcast-visualizer.js", "npm/anywidget.js"]) {
        const script = readBuilt(name).toString();
        const { default: widget } = await importText(script);
        assert.equal(typeof widget.render, "function", name);
    }
    assert.deepEqual(readBuilt("npm/anywidget.js"), readBuilt("anywidget/broadcast-visualizer.js"));
});

test("the npm package has every file that its manifest names, and the version of Cargo.toml", () => {
    const manifest = JSON.parse(readBuilt("npm/package.json"));
    const version = readFileSync(join(ROOT, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];
    assert.equal(manifest.version, version);
    const targets = (value) => (typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(targets));
    const named = [manifest.exports, manifest.files ?? [], manifest.types, manifest.customElements].flatMap(targets);
    assert.ok(named.length > 0);
    for (const name of named) {
        assert.ok(name.includes("*") || existsSync(join(DIST, "npm", name)), `npm/${name} is named in package.json and missing`);
    }
});

test("the element of the site names what it loads with the hashes of the contents, and checks it", () => {
    const loader = readBuilt("element/broadcast-visualizer.js").toString();
    const [name] = readdirSync(join(DIST, "element")).filter((name) => /^visualizer-[0-9a-f]{16}\.js$/.test(name));
    const [runtime, program] = [name, name.replace(/js$/, "wasm")].map((file) => readBuilt(`element/${file}`));
    assert.equal(name, `visualizer-${shortHash(Buffer.concat([runtime, program]))}.js`);
    for (const part of [name.match(/[0-9a-f]{16}/)[0], integrity(runtime), integrity(program)]) {
        assert.ok(loader.includes(`"${part}"`), part);
    }
});

test("the editor is a file of its own, which the bindings name by its hash", () => {
    const editorOf = (folder) => readdirSync(join(DIST, folder)).filter((name) => /^editor-[0-9a-f]{16}\.js$/.test(name));
    const [name] = editorOf(".");
    const editor = readBuilt(name);
    assert.deepEqual(editorOf("element"), [name]);
    assert.equal(name, `editor-${shortHash(editor)}.js`);
    const bindings = [readdirSync(DIST).find((file) => /^page-\w+\.js$/.test(file)), `element/${readdirSync(join(DIST, "element")).find((file) => /^visualizer-\w+\.js$/.test(file))}`];
    for (const file of bindings) {
        const script = readBuilt(file).toString();
        assert.ok(script.includes(integrity(editor)), file);
        assert.ok(!script.includes("cm-content"), `${file} does not have the editor itself`);
    }
    assert.deepEqual(readBuilt("npm/editor.js"), editor);
    for (const file of ["anywidget/broadcast-visualizer.js", "npm/anywidget.js"]) {
        assert.match(readBuilt(file).toString(), /cm-content/, file);
    }
});

test("the npm package has the files of the site's element: its chunks, and a module for the first picture", () => {
    const element = readdirSync(join(DIST, "element")).filter((name) => name.endsWith(".wasm"));
    const plain = (name) => name.replace(/-[0-9a-f]{16}/, "").replace(/^visualizer\.wasm$/, "visualizer_bg.wasm");
    assert.deepEqual(readdirSync(join(DIST, "npm")).filter((name) => name.endsWith(".wasm")).sort(), element.map(plain).sort());
    for (const name of element) {
        assert.deepEqual(readBuilt(`npm/${plain(name)}`), readBuilt(`element/${name}`), name);
    }
});
