// The names that the module and its bindings use for each other, before and after they are shortened.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { renameInBindings, shortenNames } from "../packages/names.mjs";
import { DIST, importText, readBuilt } from "./support.mjs";

/** A module in the text format, which wasm-opt reads as well; wasm-bindgen's modules have the same form. */
const MODULE = Buffer.from(`(module
    (import "./page_bg.js" "__wbg_double_0123456789abcdef" (func $double (param i32) (result i32)))
    (import "./page_bg.js" "__wbg_log_fedcba9876543210" (func $log (param i32)))
    (memory (export "memory") 1)
    (func (export "twice_and_log") (param i32) (result i32)
        (call $log (local.get 0))
        (call $double (local.get 0)))
    (func (export "__wbindgen_start") (call $log (i32.const 7))))`);

/** Bindings for it, in wasm-bindgen's form. */
const BINDINGS = `let wasm;
export const logged = [];
export function twice_and_log(number) {
    return wasm.twice_and_log(number);
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_double_0123456789abcdef: function(arg0) {
            return arg0 * 2;
        },
        __wbg_log_fedcba9876543210: function(arg0) {
            logged.push(arg0);
        },
        __wbg_unused_00112233445566aa: function() {
            return 0;
        },
    };
    return {
        __proto__: null,
        "./page_bg.js": import0,
    };
}
export default function (module) {
    if (wasm !== undefined) return wasm;
    wasm = new WebAssembly.Instance(module, __wbg_get_imports()).exports;
    wasm.__wbindgen_start();
    return wasm;
}
`;

const { wasm, names } = await shortenNames(MODULE);

test("the module and its bindings agree on the new names, and work", async () => {
    assert.ok(WebAssembly.validate(wasm));
    const renamed = renameInBindings(BINDINGS, names);
    assert.doesNotMatch(renamed, /fedcba9876543210|0123456789abcdef|page_bg/, "an old name");
    const { default: start, logged, twice_and_log } = await importText(renamed);
    const exports = start(new WebAssembly.Module(wasm));
    assert.equal(twice_and_log(21), 42);
    assert.deepEqual(logged, [7, 21]);
    assert.equal(exports.memory.buffer.byteLength, 65_536, "the start function gives the memory under its own name");
    assert.ok(start().memory instanceof WebAssembly.Memory, "also when it has started already");
});

test("the map names each import and export of the module", () => {
    const module = new WebAssembly.Module(wasm);
    const imports = WebAssembly.Module.imports(module);
    assert.deepEqual(imports.map(({ name }) => name).sort(), [...names.imports.values()].sort());
    assert.deepEqual(new Set(imports.map((entry) => entry.module)), new Set([names.importModule[1]]));
    assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(), [...names.exports.values()].sort());
    assert.deepEqual([...names.exports.keys()].sort(), ["__wbindgen_start", "memory", "twice_and_log"]);
    for (const name of [...names.imports.values(), ...names.exports.values()]) {
        assert.ok(name.length <= 2, `${name} is not short`);
    }
});

test("bindings without an import of the module are an error that names it", () => {
    assert.throws(() => renameInBindings(BINDINGS.replace("__wbg_log_fedcba", "__wbg_log_other"), names), /__wbg_log_fedcba9876543210/);
});

test("bindings that use an export that the module lacks are an error that names it", () => {
    assert.throws(() => renameInBindings(`${BINDINGS}wasm.absent();`, names), /wasm\.absent/);
});

test("imports from two modules are an error that names both", async () => {
    const two = MODULE.toString().replace('"./page_bg.js"', '"./snippet.js"');
    await assert.rejects(shortenNames(Buffer.from(two)), /\.\/snippet\.js, \.\/page_bg\.js/);
});

test("the runtime of the npm package starts its module, loads what it needs from where it is told to, and explains a broadcast", async (context) => {
    const asked = [];
    context.mock.method(globalThis, "fetch", async (address) => {
        asked.push(address);
        return new Response(readBuilt(address.replace("of:", "npm/")), { headers: { "content-type": "application/wasm" } });
    });
    const bindings = await importText(readBuilt("npm/visualizer.js"));
    bindings.locate({ explain: "of:explain.wasm", reader: "of:reader.wasm", work: "of:work.wasm" });
    await assertExplains(bindings, readBuilt("npm/visualizer_bg.wasm"));
    assert.deepEqual(asked.sort(), ["of:explain.wasm", "of:reader.wasm", "of:work.wasm"]);
});

test("the built site's bindings start its module, load what they need once and explain a broadcast", async (context) => {
    const find = (pattern) => readdirSync(DIST).find((name) => pattern.test(name));
    const [script, wasm] = [find(/^page-.*\.js$/), find(/^page-.*\.wasm$/)];
    const fetched = [];
    context.mock.method(globalThis, "fetch", async (address, { integrity }) => {
        fetched.push(address.pathname.split("/").at(-1));
        assert.match(integrity, /^sha256-.{44}$/);
        return new Response(readBuilt(fetched.at(-1)), { headers: { "content-type": "application/wasm" } });
    });
    // Addresses of files: the bindings load chunks next to themselves.
    await assertExplains(await import(pathToFileURL(join(DIST, script))), readBuilt(wasm));
    assert.deepEqual(fetched.sort(), [find(/^explain-.*\.wasm$/), find(/^reader-.*\.wasm$/), find(/^work-.*\.wasm$/)]);
});

/** Starts a module with its bindings and asks it for results: data crosses between the two in both directions. */
async function assertExplains(bindings, wasm) {
    const started = bindings.initSync({ module: wasm });
    assert.ok(started.memory instanceof WebAssembly.Memory);
    assert.deepEqual((await bindings.explain("4,1", "3")).shape, [4, 3]);
    assert.deepEqual((await bindings.explain("4,1", "torch.ones(5, 1, 3)")).shape, [5, 4, 3]);
}
