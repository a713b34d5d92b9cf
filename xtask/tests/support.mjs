// What the tests of the packages share. `cargo xtask test packages` sets DIST.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

import { createBundler } from "../packages/bundling.mjs";

/** The repository's root. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The value of an environment variable that these tests need. */
function required(name) {
    const value = process.env[name];
    assert.ok(value, `${name} is not set. Run the tests with \`cargo xtask test packages\`.`);
    return value;
}

/** The folder with the built files. */
export const DIST = required("DIST");

/** Reads a built file as bytes. */
export const readBuilt = (name) => readFileSync(join(DIST, name));

/** The bundler that makes the packages. */
export const bundler = createBundler(esbuild, ROOT);

/** Imports an ES module from its text. */
export const importText = (script) => import(`data:text/javascript;base64,${Buffer.from(script).toString("base64")}`);

/** A repeatable random number generator: gives a function that returns integers from 0 up to, but not including, `end`. */
export function randomIntegers(seed) {
    let state = seed;
    // The mulberry32 generator.
    return (end) => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
    };
}
