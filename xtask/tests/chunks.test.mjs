// Chunks: what wasm-split says about them, their files, and how the bindings get and load them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedChunks, chunkLoader } from "../../src/embed/chunks.js";
import { chunkFiles, readLinkScript, withSplitChunks, withWholeChunks } from "../packages/chunks.mjs";
import { hashedName, integrity } from "../packages/integrity.mjs";
import { withoutCustomSections } from "../packages/sections.mjs";

/** A script in wasm-split's form: two chunks, which share a file. */
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

test("the script of wasm-split says what is shared, and the files of each chunk", () => {
    assert.deepEqual(readLinkScript(SCRIPT), {
        shared: ["__indirect_function_table", "memory"],
        chunks: { b: { own: "split_b", parts: ["chunk_2"] }, a: { own: undefined, parts: ["chunk_2"] } },
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

/** A WebAssembly module that writes `value` into the shared memory, at the place given, when it is instantiated. */
const writing = (place, value = 1) => Buffer.from([
    0, 97, 115, 109, 1, 0, 0, 0,
    2, 24, 1, 12, ...Buffer.from("__wasm_split"), 6, ...Buffer.from("memory"), 2, 0, 1,
    11, 7, 1, 0, 65, place, 11, 1, value,
]);

test("a chunk is one file: its own module, and in it what it shares, with the same number everywhere", () => {
    const files = { chunk_1: writing(1), chunk_2: writing(2), split_b: writing(3) };
    const link = { chunks: { b: { own: "split_b", parts: ["chunk_1", "chunk_2"] }, a: { own: undefined, parts: ["chunk_2"] } } };
    const { a, b } = chunkFiles(link, files);
    const shared = (chunk) => WebAssembly.Module.customSections(new WebAssembly.Module(chunk), "shared").map((section) => [...new Uint8Array(section)]);
    assert.deepEqual(shared(b), [[0, ...files.chunk_1], [1, ...files.chunk_2]]);
    assert.deepEqual(shared(a), [[1, ...files.chunk_2]]);
    assert.deepEqual(withoutCustomSections(b), files.split_b);
    const many = Array.from({ length: 257 }, (_, number) => `chunk_${number}`);
    assert.throws(() => chunkFiles({ chunks: { a: { parts: many } } }, {}), /at most 256/);
});

test("the bindings of the split program load each chunk by its name, with its hash", () => {
    const bindings = withSplitChunks(BINDINGS(["./__wasm_split.js"]), readLinkScript(SCRIPT), { b: "abc", a: "" });
    assert.doesNotMatch(bindings, /__wasm_split\.js/);
    assert.match(bindings, /__wasm_split_load_b: function\(callback, data\) \{ loadChunk\(shared\(\), "b", callback, data\); \}/);
    assert.ok(bindings.includes("shared = () => ({ __indirect_function_table: wasm.__indirect_function_table, memory: wasm.memory });"));
    assert.ok(bindings.includes(JSON.stringify({ b: integrity("abc"), a: integrity("") })));
    assert.throws(() => withSplitChunks(BINDINGS([]), readLinkScript(SCRIPT), {}), /Found no import of chunks/);
});

test("the bindings of the whole program answer with its own functions", () => {
    const names = ["__wasm_split_00b00_import_0a_table", "__wasm_split_load_b", "__wbg_log"];
    const bindings = withWholeChunks(BINDINGS(["__wasm_split_placeholder__", "__wasm_split_placeholder__"]), names.map((name) => ({ name })));
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

/** What the program shares with its chunks: a memory, and a function that notes its arguments with what is in the memory. */
function program() {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const calls = [];
    const written = () => [...new Uint8Array(memory.buffer, 0, 32)].flatMap((byte, at) => (byte ? [at] : []));
    return { calls, memory, shared: { memory, __indirect_function_table: { get: () => (data, success) => calls.push([data, success, written()]) } } };
}

/** A loader of chunks with these contents; `answer` gives the file of a chunk, by its name. */
function loaderOf(context, contents, answer) {
    const named = new Map(Object.entries(contents).map(([name, file]) => [`https://example.org/folder/${hashedName(`${name}.wasm`, file)}`, name]));
    const requests = [];
    context.mock.method(globalThis, "fetch", async ({ href }, options) => {
        const name = named.get(href);
        assert.equal(options.integrity, integrity(contents[name]));
        requests.push(name);
        return answer(name);
    });
    const hashes = Object.fromEntries(Object.entries(contents).map(([name, file]) => [name, integrity(file)]));
    return { load: chunkLoader(checkedChunks("https://example.org/folder/page.js", hashes)), requests };
}

const LINK = { chunks: { one: { own: "own_1", parts: ["common"] }, two: { own: "own_2", parts: ["common", "more"] } } };

test("each chunk is one request, and what chunks share is instantiated once", async (context) => {
    const contents = chunkFiles(LINK, { own_1: writing(10), own_2: writing(20), common: writing(5), more: writing(6) });
    // A server that does not know the type.
    const { load, requests } = loaderOf(context, contents, (name) => new Response(contents[name]));
    const { calls, memory, shared } = program();
    await load(shared, "one", 3, "first");
    assert.deepEqual(calls, [["first", true, [5, 10]]]);
    // The program has written there since.
    new Uint8Array(memory.buffer).fill(9, 5, 6);
    await Promise.all([load(shared, "two", 3, "second"), load(shared, "two", 3, "at once"), load(shared, "one", 3, "again")]);
    assert.equal(new Uint8Array(memory.buffer)[5], 9);
    assert.deepEqual(calls.at(-1)[2], [5, 6, 10, 20]);
    assert.ok(calls.every(([, success]) => success));
    assert.deepEqual(requests, ["one", "two"]);
});

test("a chunk waits for what it shares, also where another chunk brings it", async (context) => {
    const contents = chunkFiles(LINK, { own_1: writing(10), own_2: writing(20), common: writing(5), more: writing(6) });
    const { load } = loaderOf(context, contents, (name) => new Response(contents[name]));
    const { calls, shared } = program();
    const instantiate = WebAssembly.instantiate;
    let release;
    const late = new Promise((resolve) => (release = resolve));
    context.mock.method(WebAssembly, "instantiate", async (source, imports) => {
        // What is shared is given as bytes.
        await (source instanceof WebAssembly.Module ? undefined : late);
        return instantiate(source, imports);
    });
    const both = Promise.all([load(shared, "one", 3, "one"), load(shared, "two", 3, "two")]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(calls, []);
    release();
    await both;
    assert.deepEqual(calls.map(([data, success, written]) => [data, success, written.includes(5)]).sort(), [["one", true, true], ["two", true, true]]);
});

test("a failure is said and not kept, and concerns no other chunk", async (context) => {
    const contents = chunkFiles(LINK, { own_1: writing(10), own_2: writing(20), common: writing(5), more: writing(6) });
    let gone = true;
    const { load, requests } = loaderOf(context, contents, (name) => (gone && name === "two" ? new Response("", { status: 404 }) : new Response(contents[name])));
    const { calls, shared } = program();
    const errors = context.mock.method(console, "error", () => {});
    await load(shared, "two", 3, "failed");
    assert.match(String(errors.mock.calls[0].arguments[1]), /404/);
    await load(shared, "one", 3, "other");
    gone = false;
    await load(shared, "two", 3, "again");
    assert.deepEqual(calls, [["failed", false, []], ["other", true, [5, 10]], ["again", true, [5, 6, 10, 20]]]);
    assert.deepEqual(requests, ["two", "one", "two"]);
});

test("custom sections are removed and the others stay", () => {
    const module = writing(3);
    const named = Buffer.concat([module.subarray(0, 8), Buffer.from([0, 5, 4, 110, 97, 109, 101]), module.subarray(8), Buffer.from([0, 129, 0, 0])]);
    assert.deepEqual(withoutCustomSections(named), module);
});
