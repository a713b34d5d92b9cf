// The sections of a WebAssembly module (https://webassembly.github.io/spec/core/binary/modules.html#sections).

/** The length of the magic number and the version. */
const HEADER = 8;

/** The sections of a module, as `{ id, start, content, end }`: the places of a section, of its contents and of its end. */
export function* sections(wasm) {
    for (let start = HEADER; start < wasm.length; ) {
        const [size, content] = readNumber(wasm, start + 1);
        const end = content + size;
        yield { id: wasm[start], start, content, end };
        start = end;
    }
}

/** Reads an unsigned LEB128 number at a place. Gives the number and the place after it. */
export function readNumber(bytes, at) {
    for (let number = 0, scale = 1; ; scale *= 128, at += 1) {
        number += (bytes[at] & 127) * scale;
        if (bytes[at] < 128) {
            return [number, at + 1];
        }
    }
}

/** The module without its custom sections: names, and what the linker has noted for tools. Browsers use none of them. */
export function withoutCustomSections(wasm) {
    const kept = [...sections(wasm)].filter(({ id }) => id !== 0).map(({ start, end }) => wasm.subarray(start, end));
    return Buffer.concat([wasm.subarray(0, HEADER), ...kept]);
}

/** A custom section. */
export function customSection(name, content) {
    const contents = Buffer.concat([nameBytes(name), content]);
    return Buffer.concat([Buffer.of(0), numberBytes(contents.length), contents]);
}

/** The bytes of an unsigned LEB128 number. */
export function numberBytes(number) {
    const bytes = [];
    for (; number > 127; number = Math.floor(number / 128)) {
        bytes.push((number % 128) + 128);
    }
    return Buffer.from([...bytes, number]);
}

/** The bytes of a name: its length and its letters. */
export const nameBytes = (name) => Buffer.concat([numberBytes(name.length), Buffer.from(name)]);
