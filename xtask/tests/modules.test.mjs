// The program's modules: what wasm-split says about them, and how the bindings get and load them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { moduleLoader } from "../../src/embed/modules.js";
import { integrity, shortHash } from "../packages/integrity.mjs";
import { moduleList, readLinkScript, withSplitModules, withWholeModules } from "../packages/modules.mjs";
import { withoutCustomSections } from "../packages/sections.mjs";

/** A script in wasm-split's form: two modules, one of which needs a file that both share. */
const SCRIPT = `import { initSync } from "./page.js";
        const { __indirect_function_table, memory,  } = initSync(undefined, undefined);
/* a, b */
const __chunk_2 = makeLoad(() => {
    const src = fetch(new URL("./chunk_2.wasm", import.meta.url));
}
, []);
export const __wasm_split_load_b = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split_b.wasm", import.meta.url));
}
, [__chunk_2]));
export const __wasm_split_load_a = wrapAsyncCb(makeLoad(() => async (_imp) => ({}), [__chunk_2]));
`;

test("the script of wasm-split says what is shared, and the files of each module in their order", () => {
    assert.deepEqual(readLinkScript(SCRIPT), {
        shared: ["__indirect_function_table", "memory"],
        modules: { b: ["chunk_2", "split_b"], a: ["chunk_2"] },
    });
    assert.throws(() => readLinkScript("export {};"), /does not say what the program shares/);
    assert.throws(() => readLinkScript(SCRIPT.replace("const __chunk_2", "const chunk")), /the file of __chunk_2/);
});

/** Bindings in wasm-bindgen's form. */
const BINDINGS = (modules) => `${modules.map((module, index) => `import * as import${index + 1} from "${module}"\n`).join("")}
let wasm;
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_log: function() {},
    };
    return {
        __proto__: null,
        "./page_bg.js": import0,
${modules.map((module, index) => `        "${module}": import${index + 1},\n`).join("")}    };
}`;

test("the list of modules has the files of each in their order, with their hashes", () => {
    const files = { chunk_2: { name: "chunk_2-0123456789abcdef.wasm", contents: "abc" }, split_b: { name: "b-0123456789abcdef.wasm", contents: "" } };
    const list = JSON.parse(moduleList(readLinkScript(SCRIPT), files));
    const [shared, own] = [["chunk_2", integrity("abc")], ["b", integrity("")]];
    assert.deepEqual(list, { b: [shared, own], a: [shared] });
});

test("the bindings of the split program load each module by its name, and can load the list before", () => {
    const bindings = withSplitModules(BINDINGS(["./__wasm_split.js"]), readLinkScript(SCRIPT), "the list");
    assert.doesNotMatch(bindings, /__wasm_split\.js/);
    assert.match(bindings, /__wasm_split_load_b: function\(callback, data\) \{ modules\.load\(shared\(\), "b", callback, data\); \}/);
    assert.ok(bindings.includes("shared = () => ({ __indirect_function_table: wasm.__indirect_function_table, memory: wasm.memory });"));
    assert.ok(bindings.includes(JSON.stringify(integrity("the list"))));
    assert.throws(() => withSplitModules(BINDINGS([]), readLinkScript(SCRIPT), "the list"), /Found no import of modules/);
});

test("the bindings of the whole program answer with its own functions", () => {
    const names = ["__wasm_split_00b00_import_0a_table", "__wasm_split_load_b", "__wbg_log"];
    const bindings = withWholeModules(BINDINGS(["__wasm_split_placeholder__", "__wasm_split_placeholder__"]), names.map((name) => ({ name })));
    assert.doesNotMatch(bindings, /placeholder|import1|import2/);
    const calls = [];
    const wasm = {
        __indirect_function_table: { get: (index) => (...values) => calls.push([index, ...values]) },
        __wasm_split_00b00_export_0a_table: (...values) => values,
    };
    const imports = new Function("given", `${bindings.replace("let wasm;", "const wasm = given;")} return __wbg_get_imports();`)(wasm);
    assert.deepEqual(Object.keys(imports), ["./page_bg.js"]);
    assert.deepEqual(imports["./page_bg.js"].__wasm_split_00b00_import_0a_table(1, 2), [1, 2]);
    imports["./page_bg.js"].__wasm_split_load_b(7, 8);
    assert.deepEqual(calls, [[7, 8, true]]);
});

/** A module that writes 1 into the shared memory, at the place given, when it is instantiated. */
const part = (place) => Buffer.from([
    0, 97, 115, 109, 1, 0, 0, 0,
    2, 24, 1, 12, ...Buffer.from("__wasm_split"), 6, ...Buffer.from("memory"), 2, 0, 1,
    11, 7, 1, 0, 65, place, 11, 1, 1,
]);

/** What the list says of a file, and the name of that file. */
const listed = (name) => [name, integrity(name)];
const fileName = (name) => `${name}-${shortHash(name)}.wasm`;

/** A loader with this list; `answer` gives the other files, by their address. */
function loaderOf(context, list, answer) {
    const text = JSON.stringify(list);
    const requests = [];
    context.mock.method(globalThis, "fetch", async ({ href }, options) => {
        requests.push([href, options.integrity]);
        return href.endsWith(`/modules-${shortHash(text)}.json`) ? new Response(text) : answer(href);
    });
    return { ...moduleLoader("https://example.org/folder/page.js", integrity(text)), requests };
}

test("a module's files are instantiated in order, each once, and a failure is not kept", async (context) => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const calls = [];
    const shared = { memory, __indirect_function_table: { get: () => (data, success) => calls.push([data, success]) } };
    let gone = true;
    const { load, requests } = loaderOf(context, { both: [listed("first"), listed("second")] }, (href) => {
        if (gone && href.endsWith(fileName("second"))) {
            return new Response("", { status: 404 });
        }
        // A server that does not know the type.
        return new Response(part(href.endsWith(fileName("first")) ? 10 : 20));
    });
    const errors = context.mock.method(console, "error", () => {});
    await load(shared, "both", 3, "data");
    assert.deepEqual(calls, [["data", false]]);
    assert.match(String(errors.mock.calls[0].arguments[1]), /404/);
    gone = false;
    await Promise.all([load(shared, "both", 3, "again"), load(shared, "both", 3, "at once")]);
    assert.deepEqual(calls.slice(1).sort(), [["again", true], ["at once", true]]);
    assert.deepEqual([...new Uint8Array(memory.buffer, 0, 32)].flatMap((byte, at) => (byte ? [at] : [])), [10, 20]);
    const of = (name) => requests.filter(([href]) => href === `https://example.org/folder/${fileName(name)}`);
    assert.deepEqual([of("first").length, of("second").length], [1, 2]);
    assert.equal(requests.filter(([href]) => href.endsWith(".json")).length, 1, "the list is loaded once");
    assert.deepEqual(requests[1][1], integrity("first"));
});

test("a module waits for all of its files, also where another module has asked for some of them", async (context) => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const called = [];
    const shared = { memory, __indirect_function_table: { get: () => (data) => called.push([data, ...new Uint8Array(memory.buffer, 10, 2)]) } };
    let release;
    const late = new Promise((resolve) => (release = resolve));
    const places = { late: 10, shared: 11, own: 12, other: 13 };
    const list = { other: ["shared", "other"].map(listed), own: ["late", "shared", "own"].map(listed) };
    const { load } = loaderOf(context, list, async (href) => {
        const name = href.split("/").at(-1).split("-")[0];
        await (name === "late" ? late : undefined);
        return new Response(part(places[name]));
    });
    await load(shared, "other", 0, "other");
    const own = load(shared, "own", 0, "own");
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await own;
    assert.deepEqual(called, [["other", 0, 1], ["own", 1, 1]]);
});

test("a list that could not be loaded is asked for again", async (context) => {
    const [calls, list] = [[], JSON.stringify({ one: [] })];
    const shared = { __indirect_function_table: { get: () => (data, success) => calls.push([data, success]) } };
    const answers = [new Response("", { status: 503 }), new Response(list)];
    context.mock.method(globalThis, "fetch", async () => answers.shift());
    context.mock.method(console, "error", () => {});
    const { load } = moduleLoader("https://example.org/page.js", integrity(list));
    await load(shared, "one", 0, "first");
    await load(shared, "one", 0, "second");
    assert.deepEqual(calls, [["first", false], ["second", true]]);
});

test("custom sections are removed and the others stay", () => {
    const module = part(3);
    const named = Buffer.concat([module.subarray(0, 8), Buffer.from([0, 5, 4, 110, 97, 109, 101]), module.subarray(8), Buffer.from([0, 129, 0, 0])]);
    assert.deepEqual(withoutCustomSections(named), module);
});
