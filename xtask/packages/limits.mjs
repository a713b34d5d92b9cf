// The size limits of built files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** The files in dist/ that must be smaller than `limit` bytes; with `gzip: true`, after `gzip -9`. */
export const LIMITS = [
    // Small enough to send by mail and to open from a disk at once.
    { file: "broadcast-visualizer.html", limit: 330_000, gzip: false },
    // What every page with an element loads, also where no element ever comes near the screen.
    { file: "element/broadcast-visualizer.js", limit: 3_072, gzip: true },
];

/** Throws when a file in dist/ reaches its limit. The error names each such file, its size and its limit. */
export function checkLimits(dist, limits = LIMITS) {
    const failures = limits.flatMap(({ file, limit, gzip }) => {
        const contents = readFileSync(join(dist, file));
        const size = gzip ? gzipSync(contents, { level: 9 }).length : contents.length;
        const unit = gzip ? "bytes after gzip -9" : "bytes";
        return size < limit ? [] : [`dist/${file} has ${size} ${unit}; it must have fewer than ${limit}.`];
    });
    if (failures.length > 0) {
        throw new Error(`${failures.join("\n")}\nMake the file smaller. The limits are in xtask/packages/limits.mjs.`);
    }
}
