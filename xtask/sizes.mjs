// Prints a line for each file that a visit of the site may load: name, size, size after gzip -9, size after Brotli at level
// 11, separated by tabs. Sizes are in bytes. The other forms of the visualizer (folders, the page in one file) are left out.
// Called by `cargo xtask bench`, because Node contains both compressors and Rust's standard library none.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const site = process.argv[2] ?? "dist";
const counted = /\.(wasm|js|css|html)$/;

for (const name of readdirSync(site).filter((name) => counted.test(name) && name !== "broadcast-visualizer.html").sort()) {
    const bytes = readFileSync(join(site, name));
    const gzip = gzipSync(bytes, { level: 9 });
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    console.log([name, bytes.length, gzip.length, brotli.length].join("\t"));
}
