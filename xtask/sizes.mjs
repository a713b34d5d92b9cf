// Prints the sizes of the files of the site, and of the first load of two shapes, with their limits after Brotli:
// `node xtask/sizes.mjs dist`, as `cargo xtask bench` does.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { FIRST_LOAD, SIZES, limitOf, siteFileNames } from "./packages/limits.mjs";

const site = process.argv[2] ?? "dist";

const row = (name, columns) => console.log(name.padEnd(44) + columns.map((column) => column.toLocaleString("en").padStart(11)).join(""));

const first = [0, 0, 0];
row("file", ["raw", "gzip -9", "brotli 11", "limit"]);
for (const name of siteFileNames(site)) {
    const contents = readFileSync(join(site, name));
    const { limit = 0, later } = limitOf(name) ?? {};
    const sizes = Object.values(SIZES).map((size) => size(contents));
    sizes.forEach((size, at) => (first[at] += later ? 0 : size));
    row(name, [...sizes, limit]);
}
row("first load of two shapes", [...first, FIRST_LOAD]);
console.log(first[2] < FIRST_LOAD ? "within the limit" : "OVER the limit");
