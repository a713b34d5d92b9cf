// The size limits of built files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { LIMITS, checkLimits } from "../packages/limits.mjs";
import { DIST } from "./support.mjs";

test("the limits are the agreed ones", () => {
    assert.deepEqual(LIMITS, [
        { file: "broadcast-visualizer.html", limit: 330_000, gzip: false },
        { file: "element/broadcast-visualizer.js", limit: 3_072, gzip: true },
    ]);
});

test("the built files are smaller than their limits", () => {
    checkLimits(DIST);
});

test("a file at its limit is an error with its size and its limit, and one byte less is none", () => {
    const folder = mkdtempSync(join(tmpdir(), "broadcast-visualizer-"));
    try {
        writeFileSync(join(folder, "raw.html"), Buffer.alloc(1_000));
        mkdirSync(join(folder, "sub"));
        writeFileSync(join(folder, "sub", "script.js"), "a".repeat(5_000));
        const raw = (limit) => ({ file: "raw.html", limit, gzip: false });
        checkLimits(folder, [raw(1_001)]);
        assert.throws(() => checkLimits(folder, [raw(1_000)]), /dist\/raw\.html has 1000 bytes; it must have fewer than 1000\./);
        // 5,000 equal characters are far fewer bytes after gzip.
        checkLimits(folder, [{ file: "sub/script.js", limit: 100, gzip: true }]);
        assert.throws(() => checkLimits(folder, [{ file: "sub/script.js", limit: 10, gzip: true }]), /sub\/script\.js has \d\d bytes after gzip -9/);
        assert.throws(() => checkLimits(folder, [raw(999), { file: "sub/script.js", limit: 10, gzip: true }]), /raw\.html[^]*script\.js/);
        assert.throws(() => checkLimits(folder, [{ file: "absent.js", limit: 10, gzip: false }]), /absent\.js/);
    } finally {
        rmSync(folder, { recursive: true });
    }
});
