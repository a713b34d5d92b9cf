// Prints a line for each file of the site, separated by tabs: name, size, size after gzip -9, size after Brotli at level 11,
// its limit (of Brotli), and `first` if a page with two shapes loads it, else `later`; then a line with the limit of the first
// load. Sizes are in bytes. Called by `cargo xtask bench`, because Node contains both compressors and Rust's standard library none.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { FIRST_LOAD, SIZES, limitOf, siteFileNames } from "./packages/limits.mjs";

const site = process.argv[2] ?? "dist";

for (const name of siteFileNames(site)) {
    const contents = readFileSync(join(site, name));
    const { limit = 0, later } = limitOf(name) ?? {};
    console.log([name, SIZES.raw(contents), SIZES.gzip(contents), SIZES.brotli(contents), limit, later ? "later" : "first"].join("\t"));
}
console.log(`limit of the first load\t${FIRST_LOAD}`);
