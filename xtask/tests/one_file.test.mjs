// The page in one file, as it is built.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { decode } from "../packages/browser/decoder.mjs";
import { decompress } from "../packages/browser/lzma.mjs";
import { DIST, readBuilt } from "./support.mjs";

const page = readBuilt("broadcast-visualizer.html").toString();
/** The text of the page's script, up to where an HTML parser ends it. */
const [, script] = page.match(/<script type="module">([^]*?)<\/script/);

test("the policy of the page in one file allows its script and nothing else", () => {
    const [, policy] = page.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/);
    const allowed = policy.match(/script-src ([^;]*);/)[1].split(" ");
    assert.deepEqual(allowed, [`'sha256-${createHash("sha256").update(script).digest("base64")}'`, "'wasm-unsafe-eval'"]);
    assert.match(policy, /^default-src 'none';/);
});

test("the page in one file has one script, names no other file, and no text that an HTML parser changes", () => {
    assert.equal(page.match(/<script/g).length, 1);
    assert.ok(page.endsWith(`${script}</script></body>\n</html>\n`));
    assert.doesNotMatch(page.replace(script, ""), /\b(src|href)="(?!data:)/);
    assert.doesNotMatch(page.replace(script, ""), /<link rel="(stylesheet|preload|modulepreload)"/);
    // A parser replaces NUL and CR, and reads what follows `<!--` in another way; the hash would not match.
    assert.doesNotMatch(script, /\0|\r|<!--/);
    assert.doesNotMatch(script, /\bimport\b[^(.]/, "a static import");
});

test("the page in one file holds the module of the npm package and the site's styles", () => {
    const encoded = script.match(/"((?:[^"\\\n]){100000,})"/)[1];
    const wasm = readBuilt("npm/visualizer_bg.wasm");
    // The compressed data say how long the result is, so the count may be larger than them.
    const both = Buffer.from(decompress(decode(encoded, encoded.length * 2)));
    assert.deepEqual(both.subarray(0, wasm.length), wasm);
    const styles = readdirSync(DIST).find((name) => name.endsWith(".css"));
    assert.equal(both.subarray(wasm.length).toString(), readBuilt(styles).toString());
});
