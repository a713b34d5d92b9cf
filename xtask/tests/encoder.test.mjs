// The encoder of the page in one file, together with the decoder that the page contains.
import assert from "node:assert/strict";
import { test } from "node:test";
import lzma from "lzma";

import { ESCAPED, decode } from "../packages/browser/decoder.mjs";
import { decompress } from "../packages/browser/lzma.mjs";
import { joined, streamsOf } from "../packages/browser/streams.mjs";
import { encode } from "../packages/encoder.mjs";
import { pack, packedModules } from "../packages/one_file.mjs";
import { bundler, importText, randomIntegers, readBuilt } from "./support.mjs";

const random = randomIntegers(11);
const randomBytes = (length) => Uint8Array.from({ length }, () => random(256));

/** Packs 7-bit values into bytes, most significant bit first. */
function fromSevenBitValues(values) {
    const bits = values.map((value) => value.toString(2).padStart(7, "0")).join("");
    return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
}

function assertRoundTrip(bytes) {
    const text = encode(bytes);
    assert.deepEqual(decode(text, bytes.length), bytes);
    assert.doesNotMatch(text, /[\0\n\r"<\\]/, "a character that has a meaning in HTML or JavaScript");
    // A byte has at least 7 bits, and the bits after a last escaped value may have to be added.
    const most = Math.ceil((bytes.length * 8) / 7) + 1;
    assert.ok(Buffer.byteLength(text) <= most, `${Buffer.byteLength(text)} bytes for ${bytes.length}, expected at most ${most}`);
}

test("random bytes of every length up to 600 are decoded as they were", () => {
    for (let length = 0; length <= 600; length += 1) {
        assertRoundTrip(randomBytes(length));
    }
});

test("many random bytes are decoded as they were", () => {
    for (const length of [65_535, 65_536, 250_001]) {
        assertRoundTrip(randomBytes(length));
    }
});

test("each byte value, repeated, is decoded as it was", () => {
    for (let value = 0; value < 256; value += 1) {
        for (let length = 1; length <= 16; length += 1) {
            assertRoundTrip(new Uint8Array(length).fill(value));
        }
    }
});

test("escaped values in every position, also the last, are decoded as they were", () => {
    for (const first of ESCAPED) {
        assertRoundTrip(fromSevenBitValues([first]));
        for (const second of ESCAPED) {
            for (let before = 0; before < 9; before += 1) {
                assertRoundTrip(fromSevenBitValues([...Array(before).fill(65), first, second]));
                assertRoundTrip(fromSevenBitValues([...Array(before).fill(65), first, second, 66, first]));
            }
        }
    }
});

test("only the six escaped values take part in characters beyond 7 bits", () => {
    assert.equal(String.fromCharCode(...ESCAPED), '\0\n\r"<\\');
    const values = Array.from({ length: 128 }, (_, value) => value);
    const single = values.filter((value) => !ESCAPED.includes(value));
    // 56 values of 7 bits are 49 bytes: none is left over.
    for (let start = 0; start + 56 <= single.length; start += 56) {
        const chunk = single.slice(start, start + 56);
        assert.equal(encode(fromSevenBitValues(chunk)), String.fromCharCode(...chunk));
    }
    for (const value of ESCAPED) {
        // The 8 bits after it are those of 65 and the first one of 97. The values after that begin one bit later.
        const text = encode(fromSevenBitValues([value, 65, 97, 1, 2, 3, 4, 6]));
        assert.equal(text, String.fromCharCode(((ESCAPED.indexOf(value) + 1) << 8) | 0b1000_0011, 66, 2, 4, 6, 8, 12));
    }
});

test("data of many kinds are decompressed as they were", () => {
    const words = Array.from({ length: 300 }, () => randomBytes(1 + random(40)));
    const chosen = Array.from({ length: 600 }, () => words[random(words.length)]);
    const far = randomBytes(30_000);
    const kinds = [[], [0], new Uint8Array(70_000), randomBytes(10_000), Buffer.concat(chosen), Buffer.concat([far, ...chosen, far])];
    for (const data of kinds) {
        const packed = Uint8Array.from(lzma.compress(Buffer.from(data), 1));
        assert.deepEqual(decompress(packed), Uint8Array.from(data));
    }
});

test("a module is what its streams are joined to, and compresses better as streams", () => {
    for (const name of ["npm/reader.wasm", "npm/practice.wasm"]) {
        const module = readBuilt(name);
        const streams = streamsOf(module);
        assert.deepEqual(Buffer.from(joined(streams, module.length)), module);
        assert.ok(lzma.compress(Buffer.concat(streams), 1).length < 0.97 * lzma.compress(module, 1).length, name);
    }
});

test("the page's bundled code unpacks the module and the styles, and runs each script once", async (context) => {
    const wasm = readBuilt("npm/reader.wasm");
    const css = "a::after { content: \"\\201C <é\" }";
    const contents = { wasm, css, page: "var a = '€';", editor: "var é = 1;" };
    const packed = pack(lzma, contents);
    const script = await bundler.bundle("xtask/packages/browser/packed.mjs", packedModules({ packed, contents, encoded: encode(packed) }));
    const { run, unpacked } = await importText(script);
    const [program, styles] = unpacked();
    assert.deepEqual(Buffer.from(program), wasm);
    assert.equal(styles, css);
    const ran = [];
    globalThis.document = { createElement: () => ({}), head: { append: ({ textContent }) => ran.push(textContent) } };
    context.after(() => delete globalThis.document);
    ["page", "editor", "page", "editor"].forEach(run);
    assert.deepEqual(ran, [contents.page, contents.editor]);
});
