// The size limits of built files.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The sizes of contents in bytes: as they are, after `gzip -9`, after Brotli at level 11. */
export const SIZES = {
    raw: (contents) => contents.length,
    gzip: (contents) => gzipSync(contents, { level: 9 }).length,
    brotli: (contents) => brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
};

const UNITS = { raw: "bytes", gzip: "bytes after gzip -9", brotli: "bytes after Brotli" };

/** The files in dist/ that must be smaller than `limit` bytes in a size. `*` stands for a hash. A build fails otherwise. */
export const LIMITS = [
    // Small enough to send by mail and to open from a disk at once.
    { file: "broadcast-visualizer.html", limit: 850_000, size: "raw" },
    // What every page with an element loads, also where no element ever comes near the screen.
    { file: "element/broadcast-visualizer.js", limit: 3_072, size: "gzip" },
];

/** The limits of the site's files. The tests of the packages fail otherwise, also where a file has no limit. */
export const SITE_LIMITS = [
    { file: "boot-*.js", limit: 1_950, size: "brotli" },
    { file: "first-*.js", limit: 550, size: "brotli" },
    { file: "index.html", limit: 2_750, size: "brotli" },
    { file: "page-*.css", limit: 6_000, size: "brotli" },
    { file: "page-*.js", limit: 6_600, size: "brotli" },
    { file: "page-*.wasm", limit: 173_000, size: "brotli" },
    // Loaded when they are needed.
    { file: "changes-*.wasm", limit: 35_500, size: "brotli", later: true },
    { file: "editor-*.js", limit: 90_000, size: "brotli", later: true },
    { file: "es-*.wasm", limit: 23_500, size: "brotli", later: true },
    { file: "explain-*.wasm", limit: 23_000, size: "brotli", later: true },
    { file: "panels-*.wasm", limit: 80_000, size: "brotli", later: true },
    { file: "practice-*.wasm", limit: 92_000, size: "brotli", later: true },
    { file: "reader-*.wasm", limit: 242_000, size: "brotli", later: true },
    { file: "record-*.wasm", limit: 15_000, size: "brotli", later: true },
    { file: "teach-*.wasm", limit: 37_000, size: "brotli", later: true },
    { file: "work-*.wasm", limit: 136_500, size: "brotli", later: true },
    { file: "zh_cn-*.wasm", limit: 22_600, size: "brotli", later: true },
];

/** The limit of the site's files that a page with two shapes loads, together. */
export const FIRST_LOAD = 190_000;

/** The limit of a file of the site; `undefined` where it has none. */
export const limitOf = (name) => SITE_LIMITS.find(({ file }) => matches(file, name));

function matches(pattern, name) {
    const [start, end] = pattern.split("*");
    return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
}

/** The names of the site's files, without the other forms of the visualizer. */
export const siteFileNames = (dist) =>
    readdirSync(dist)
        .filter((name) => /\.(wasm|js|json|css|html)$/.test(name) && name !== "broadcast-visualizer.html")
        .sort();

/** Throws when a file in dist/ reaches its limit. The error names each such file, its size and its limit. */
export function checkLimits(dist, limits = LIMITS) {
    const failures = limits.flatMap(({ file, limit, size }) => {
        const bytes = SIZES[size](readFileSync(join(dist, file)));
        return bytes < limit ? [] : [`dist/${file} has ${bytes} ${UNITS[size]}; it must have fewer than ${limit}.`];
    });
    fail(failures);
}

/** Throws when a file of the site reaches its limit or has none, and when the first load reaches its limit. */
export function checkSite(dist) {
    let first = 0;
    const failures = siteFileNames(dist).flatMap((name) => {
        const { limit, size, later } = limitOf(name) ?? {};
        if (limit === undefined) {
            return [`dist/${name} has no limit.`];
        }
        const bytes = SIZES[size](readFileSync(join(dist, name)));
        first += later ? 0 : bytes;
        return bytes < limit ? [] : [`dist/${name} has ${bytes} ${UNITS[size]}; it must have fewer than ${limit}.`];
    });
    fail(first < FIRST_LOAD ? failures : [...failures, `The first load has ${first} ${UNITS.brotli}; it must have fewer than ${FIRST_LOAD}.`]);
}

function fail(failures) {
    if (failures.length > 0) {
        throw new Error(`${failures.join("\n")}\nMake the file smaller. The limits are in xtask/packages/limits.mjs.`);
    }
}
