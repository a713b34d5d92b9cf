// The hashes of files, and the site that names its files by them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { hashedName, integrity, policyHash } from "../packages/integrity.mjs";
import { siteFiles } from "../packages/site.mjs";
import { replaceRequired } from "../packages/text.mjs";
import { DIST, readBuilt } from "./support.mjs";

const hash = (algorithm, contents, encoding) => createHash(algorithm).update(contents).digest(encoding);

test("hashes are the published ones", () => {
    // SHA-384 and SHA-256 of "abc" are examples of FIPS 180-4; the other is SHA-256 of no bytes.
    assert.equal(integrity("abc"), "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn");
    assert.equal(policyHash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    assert.equal(hashedName("a.b.js", "abc"), "a.b-ba7816bf8f01cfea.js");
});

test("the site names each of its files with the hash of its contents, and checks it", () => {
    const tags = [...readBuilt("index.html").toString().matchAll(/<(?:link|script)\b([^>]*)>/g)];
    const named = tags.map(([, attributes]) => attributes).filter((attributes) => /(href|src)="\.\//.test(attributes));
    assert.equal(named.length, 5);
    for (const attributes of named) {
        const [, name] = attributes.match(/(?:href|src)="\.\/([^"]+)"/);
        const contents = readBuilt(name);
        assert.equal(attributes.match(/(?:data-)?integrity="([^"]+)"/)[1], `sha384-${hash("sha384", contents, "base64")}`, name);
        assert.equal(name.match(/-([0-9a-f]{16})\./)[1], hash("sha256", contents, "hex").slice(0, 16), name);
        assert.match(attributes, /\bcrossorigin\b/, name);
    }
    const files = readdirSync(DIST).filter((name) => /\.(js|css|wasm)$/.test(name));
    assert.equal(files.length, named.length, `files without a link: ${files}`);
});

test("a file that the page names gets its new name and its hash where the page names it", () => {
    const named = (html, name) => siteFiles(html, [{ trunkName: "trunk-1", name, contents: "abc" }]).html;
    const [hash256, hash384] = ["ba7816bf8f01cfea", integrity("abc")];
    assert.equal(named('<script src="./trunk-1"></script>', "a.js"), `<script src="./a-${hash256}.js" integrity="${hash384}" crossorigin="anonymous"></script>`);
    assert.equal(named('<link rel="stylesheet" href="trunk-1"/>', "a.css"), `<link rel="stylesheet" href="a-${hash256}.css" integrity="${hash384}" crossorigin="anonymous">`);
    // A preload of a module that has its own `crossorigin`.
    assert.equal(named('<link href="trunk-1" crossorigin>', "a.wasm"), `<link href="a-${hash256}.wasm" crossorigin data-integrity="${hash384}">`);
});

test("a file that the page does not name is an error that names the file", () => {
    const part = { trunkName: "page-1.js", name: "page.js", contents: "" };
    assert.throws(() => siteFiles("<script></script>", [part]), /page-1\.js/);
    // A browser checks no name outside a tag.
    assert.throws(() => siteFiles("<p>page-1.js</p>", [part]), /page-[0-9a-f]{16}\.js/);
});

test("replacing a text that is not there is an error", () => {
    assert.equal(replaceRequired("a b a", "a", () => "$&", "a"), "$& b $&");
    assert.throws(() => replaceRequired("text", /missing/g, () => "", "word"), /Found no word to replace/);
});
