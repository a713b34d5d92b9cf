// The size limits of built files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { FIRST_LOAD, LIMITS, SIZES, checkLimits, checkSite, limitOf } from "../packages/limits.mjs";
import { DIST, ROOT, randomIntegers, readBuilt } from "./support.mjs";

test("the limits are the agreed ones", () => {
    assert.deepEqual(LIMITS, [
        { file: "broadcast-visualizer.html", limit: 850_000, size: "raw" },
        { file: "element/broadcast-visualizer.js", limit: 3_072, size: "gzip" },
    ]);
});

test("the built files are smaller than their limits", () => {
    checkLimits(DIST);
    checkSite(DIST);
});

test("a file at its limit is an error with its size and its limit, and one byte less is none", () => {
    const folder = mkdtempSync(join(tmpdir(), "broadcast-visualizer-"));
    try {
        writeFileSync(join(folder, "raw.html"), Buffer.alloc(1_000));
        mkdirSync(join(folder, "sub"));
        writeFileSync(join(folder, "sub", "script.js"), "a".repeat(5_000));
        const raw = (limit) => ({ file: "raw.html", limit, size: "raw" });
        checkLimits(folder, [raw(1_001)]);
        assert.throws(() => checkLimits(folder, [raw(1_000)]), /dist\/raw\.html has 1000 bytes; it must have fewer than 1000\./);
        // 5,000 equal characters are far fewer bytes after gzip.
        checkLimits(folder, [{ file: "sub/script.js", limit: 100, size: "gzip" }]);
        assert.throws(() => checkLimits(folder, [{ file: "sub/script.js", limit: 10, size: "gzip" }]), /sub\/script\.js has \d\d bytes after gzip -9/);
        assert.throws(() => checkLimits(folder, [raw(999), { file: "sub/script.js", limit: 10, size: "gzip" }]), /raw\.html[^]*script\.js/);
        assert.throws(() => checkLimits(folder, [{ file: "absent.js", limit: 10, size: "raw" }]), /absent\.js/);
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test("a file of the site without a limit, one over it, and a first load over its limit are errors", () => {
    const folder = mkdtempSync(join(tmpdir(), "broadcast-visualizer-"));
    const random = randomIntegers(5);
    // Brotli makes such bytes no shorter.
    const bytes = (length) => Uint8Array.from({ length }, () => random(256));
    try {
        writeFileSync(join(folder, "reader-0.wasm"), bytes(10));
        writeFileSync(join(folder, "broadcast-visualizer.html"), bytes(1_000_000));
        checkSite(folder);
        writeFileSync(join(folder, "new-0.wasm"), "");
        assert.throws(() => checkSite(folder), /dist\/new-0\.wasm has no limit\./);
        rmSync(join(folder, "new-0.wasm"));
        writeFileSync(join(folder, "reader-0.wasm"), bytes(limitOf("reader-0.wasm").limit + 1));
        assert.throws(() => checkSite(folder), /^Error: dist\/reader-0\.wasm has \d+ bytes after Brotli[^]*limits\.mjs\.$/);
        writeFileSync(join(folder, "page-0.wasm"), bytes(FIRST_LOAD));
        assert.throws(() => checkSite(folder), /The first load has \d+ bytes after Brotli; it must have fewer than/);
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test("the dialog for sharing says what is loaded", () => {
    const source = readFileSync(join(ROOT, "src", "state", "share.rs"), "utf8");
    const said = (name) => Number(source.match(new RegExp(`const ${name}: u32 = (\\d+);`))[1]);
    const size = (folder, pattern) => {
        const names = readdirSync(join(DIST, folder)).filter((name) => pattern.test(name));
        assert.ok(names.length > 0, String(pattern));
        return names.reduce((sum, name) => sum + SIZES.brotli(readBuilt(join(folder, name))), 0) / 1000;
    };
    const built = {
        SITE: size(".", /^(boot-.*\.js|first-.*\.js|index\.html|page-.*)$/),
        LOADER: size("element", /^broadcast-visualizer\.js$/),
        ELEMENT: size("element", /^visualizer-/),
        PRACTICE: size(".", /^practice-/),
        READER: size(".", /^reader-/),
        WORK: size(".", /^work-/),
        CHANGES: size(".", /^changes-/),
        LANGUAGE: size(".", /^es-/),
    };
    for (const [name, kilobytes] of Object.entries(built)) {
        // A tenth off, or one.
        assert.ok(Math.abs(said(name) - kilobytes) <= Math.max(1, kilobytes / 10), `${name} is ${said(name)} in src/state/share.rs and ${kilobytes} in dist/`);
    }
});
