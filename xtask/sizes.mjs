// Prints a line for each file of a site that goes over the wire: name, raw bytes, gzip -9, brotli 11, with tabs between.
// Only the site's own files: the folders beside them, and the page in one file, are other forms of the same.
// Node has both compressors built in; Rust's standard library has neither. Called by `cargo xtask bench`.
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
