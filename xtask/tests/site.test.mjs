// The hashes of files, and the site that names its files by them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { hashedName, integrity, policyHash } from "../packages/integrity.mjs";
import { siteFiles } from "../packages/site.mjs";
import { replaceRequired } from "../packages/text.mjs";
import { DIST, ROOT, readBuilt } from "./support.mjs";

const hash = (algorithm, contents, encoding) => createHash(algorithm).update(contents).digest(encoding);

test("hashes are the published ones", () => {
    // SHA-256 of "abc" is an example of FIPS 180-4; the other is SHA-256 of no bytes.
    assert.equal(integrity("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
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
        assert.equal(attributes.match(/(?:data-)?integrity="([^"]+)"/)[1], `sha256-${hash("sha256", contents, "base64")}`, name);
        assert.equal(name.match(/-([0-9a-f]{16})\./)[1], hash("sha256", contents, "hex").slice(0, 16), name);
        assert.match(attributes, /\bcrossorigin\b/, name);
    }
    // The page does not name its chunks: the bindings have their hashes. A file's name has the beginning of its hash.
    const bindings = readBuilt(readdirSync(DIST).find((name) => /^page-.*\.js$/.test(name))).toString();
    const chunks = [...bindings.matchAll(/\b(\w+):"(sha256-[^"]+)"/g)].map(([, name, checked]) => [name, checked]);
    assert.deepEqual(chunks.map(([name]) => name).sort(), ["changes", "es", "explain", "panels", "practice", "reader", "record", "teach", "work", "zh_cn"]);
    for (const [name, checked] of chunks) {
        const file = `${name}-${Buffer.from(checked.slice(7), "base64").toString("hex").slice(0, 16)}.wasm`;
        assert.equal(checked, `sha256-${hash("sha256", readBuilt(file), "base64")}`, file);
    }
    const files = readdirSync(DIST).filter((name) => /\.(js|json|css|wasm)$/.test(name));
    // One more is the editor, which the bindings name too (forms.test.mjs).
    assert.equal(files.length, named.length + chunks.length + 1, `files that nothing names: ${files}`);
});

const program = { bindings: { name: "page.js", contents: "abc" }, wasm: { name: "page.wasm", contents: "abc" } };

test("a tag for the build becomes a tag with the file's new name and its hash", () => {
    const built = (html, parts) => siteFiles(html, { styles: { sources: [] }, scripts: {}, program, others: {}, ...parts });
    const [short, checked] = ["ba7816bf8f01cfea", integrity("abc")];
    const script = built('<script data-trunk type="module" src="x/b.js"></script>', { scripts: { "x/b.js": { name: "a.js", contents: "abc" } } });
    assert.equal(script.html, `<script type="module" src="./a-${short}.js" integrity="${checked}" crossorigin="anonymous"></script>`);
    assert.deepEqual(Object.keys(script.files), [`a-${short}.js`, "index.html"]);
    const styles = { sources: ["a.css", "b.css"], file: { name: "a.css", contents: "abc" } };
    const style = built('<link data-trunk rel="css" href="a.css"><link data-trunk rel="css" href="b.css">', { styles });
    assert.equal(style.html, `<link rel="stylesheet" href="./a-${short}.css" integrity="${checked}" crossorigin="anonymous">`);
    const both = built('<link data-trunk rel="rust" data-bin="page"><link rel="icon" href="data:,">', { others: { "more.wasm": "more" } });
    assert.match(both.html, new RegExp(`^<link rel="modulepreload" data-start="js" href="./page-${short}.js" integrity="`));
    assert.match(both.html, new RegExp(`href="./page-${short}.wasm" as="fetch" [^>]*data-integrity="${checked.replaceAll("+", "\\+")}"><link rel="icon" href="data:,">$`));
    assert.equal(both.files["more.wasm"], "more");
    assert.equal(built('<link data-trunk rel="copy-dir" href="x"><link data-trunk rel="rust">', {}).html.includes("copy-dir"), false);
});

test("a tag without a file, and a file without a tag, are errors that name it", () => {
    assert.throws(() => siteFiles('<link data-trunk rel="css" href="b.css">', { styles: { sources: [] }, scripts: {}, program, others: {} }), /b\.css/);
    const styles = { sources: ["c.css"], file: { name: "c.css", contents: "" } };
    // A browser checks no name outside a tag.
    assert.throws(() => siteFiles('<link data-trunk rel="rust"><p>c.css</p>', { styles, scripts: {}, program, others: {} }), /c\.css/);
});

test("Trunk copies every script that the page's own script imports", () => {
    const source = (path) => readFileSync(join(ROOT, path), "utf8");
    assert.match(source("index.html"), /<link data-trunk rel="copy-dir" href="src\/embed">/);
    const importsOf = (script) => [...script.matchAll(/^(?:import|export)\b.* from "([^"]+)";/gm)].map(([, path]) => path);
    const first = importsOf(source("src/boot.js"));
    assert.ok(first.length > 0);
    // Trunk puts the script beside the copied folder.
    const reached = new Set(first.map((path) => path.replace(/^\.\/embed\//, "./")));
    for (const path of reached) {
        assert.match(path, /^\.\/\w+\.js$/);
        importsOf(source(`src/embed/${path}`)).forEach((next) => reached.add(next));
    }
});

test("replacing a text that is not there is an error", () => {
    assert.equal(replaceRequired("a b a", "a", () => "$&", "a"), "$& b $&");
    assert.throws(() => replaceRequired("text", /missing/g, () => "", "word"), /Found no word to replace/);
});
