// The order of functions, which makes a module smaller after compression.
import assert from "node:assert/strict";
import { test } from "node:test";

import { shortenNames } from "../packages/names.mjs";
import { similarityOrder, withNamesInOrder } from "../packages/order.mjs";

test("similar texts are neighbours, and each text is there once", () => {
    const texts = ["first kind, longest", "another form 1", "first kind, short", "another form 2", "", "first kind"].map((text) => Buffer.from(text));
    const order = similarityOrder(texts);
    assert.deepEqual([...order].sort(), [0, 1, 2, 3, 4, 5]);
    assert.equal(order[0], 0, "the longest is the first");
    const distance = (one, other) => Math.abs(order.indexOf(one) - order.indexOf(other));
    assert.equal(distance(1, 3), 1);
    assert.ok([2, 5].every((text) => order.indexOf(text) <= 2));
});

test("no function and one function have an order", () => {
    assert.deepEqual(similarityOrder([]), []);
    assert.deepEqual(similarityOrder([Buffer.of(0, 11)]), [0]);
});

/** Functions in a table. Each calls the one before it, down to one whose number ends in 0. */
const NUMBERS = Array.from({ length: 60 }, (_, index) => index);
const MODULE = Buffer.from(`(module
    (import "outside" "note" (func $note (param i32)))
    (memory (export "memory") 1)
    (table (export "table") 60 60 funcref)
    (elem (i32.const 0) ${NUMBERS.map((index) => `$f${index}`).join(" ")})
    ${NUMBERS.map((index) => `(func $f${index} (export "f${index}") (param i32) (result i32)
        (call $note (i32.const ${index}))
        ${index % 10 === 0 ? "(local.get 0)" : `(i32.mul (call $f${index - 1} (local.get 0)) (i32.const ${2 * index + 3}))`})`).join("\n")})`);

test("a module with its functions in another order does the same", async () => {
    const noted = [];
    const { wasm, names } = await shortenNames(MODULE);
    const outside = { [names.imports.get("note")]: (number) => noted.push(number) };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { [names.importModule[1]]: outside });
    const called = (first) => NUMBERS.slice(first - (first % 10), first + 1).reverse();
    const product = (first) => called(first).slice(0, -1).reduce((result, index) => Math.imul(result, 2 * index + 3), 1);
    for (const index of [0, 1, 35, 59]) {
        noted.length = 0;
        assert.equal(exports[names.exports.get(`f${index}`)](1), product(index));
        assert.deepEqual(noted, called(index));
        assert.equal(exports[names.exports.get("table")].get(index)(1), product(index), "its place in the table");
    }
});

test("names are only added, and browsers read the module with them", () => {
    const wasm = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 3, 2, 0, 0, 10, 7, 2, 2, 0, 11, 2, 0, 11]);
    const named = withNamesInOrder(wasm);
    assert.deepEqual(named.subarray(0, wasm.length), wasm);
    assert.ok(WebAssembly.validate(named));
    assert.equal(WebAssembly.Module.customSections(new WebAssembly.Module(named), "name").length, 1);
});
