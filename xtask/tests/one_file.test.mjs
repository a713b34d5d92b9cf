// The page in one file, as it is built.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { decode } from "../packages/browser/decoder.mjs";
import { decompress } from "../packages/browser/lzma.mjs";
import { joined } from "../packages/browser/streams.mjs";
import { DIST, readBuilt } from "./support.mjs";

const page = readBuilt("broadcast-visualizer.html").toString();
/** The text of the page's script, up to where an HTML parser ends it. */
const [, script] = page.match(/<script type="module">([^]*?)<\/script/);

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What is packed in the page: the styles, its script, the editor and the streams of the module, one after the other. */
const [styles, packedScript, editor, ...streams] = (() => {
    const encoded = script.match(/"((?:[^"\\\n]){100000,})"/)[1];
    // The compressed data say how long the result is, so the count may be larger than them.
    const all = Buffer.from(decompress(decode(encoded, encoded.length * 2)));
    // A length such as 331000 is written 331e3.
    const lengths = JSON.parse(script.match(/=(\[(?:[\de]+,){13}[\de]+\])/)[1]);
    const ends = lengths.map((_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length));
    assert.equal(ends.at(-1), all.length);
    return ends.map((end, index) => all.subarray(end - lengths[index], end));
})();
const wasm = Buffer.from(joined(streams, streams.reduce((sum, { length }) => sum + length, 0)));

test("the policy of the page in one file allows its script, those that are packed, and nothing else", () => {
    const [, policy] = page.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/);
    const allowed = policy.match(/script-src ([^;]*);/)[1].split(" ");
    assert.deepEqual(allowed, [hashOf(script), hashOf(packedScript), hashOf(editor), "'wasm-unsafe-eval'"]);
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

test("the page in one file holds the module of the anywidget module, the site's styles, the page's script and the editor", () => {
    const [, packed] = readBuilt("anywidget/broadcast-visualizer.js").toString().match(/"(H4sI[A-Za-z0-9+/=]+)"/);
    assert.deepEqual(wasm, gunzipSync(Buffer.from(packed, "base64")));
    assert.equal(styles.toString(), readBuilt(readdirSync(DIST).find((name) => name.endsWith(".css"))).toString());
    assert.match(editor.toString(), /^\/\* CodeMirror 6: Copyright .* \*\/\n(?:"use strict";)?var broadcastingEditor=/);
    assert.match(packedScript.toString(), /^(?:"use strict";)?var broadcastingPage=/);
    for (const text of [packedScript, editor]) {
        assert.doesNotMatch(text.toString(), /\0|\r|\bimport\b[^(.]/, "what a script element changes, and static imports");
    }
});
