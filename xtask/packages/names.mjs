// Shortens the names that the WebAssembly module and its bindings use for each other.

export function shortenNames(program) {
    const short = new Map();
    const shortened = (name) => {
        if (!/^(__wbg?_|__wbindgen_|wasm_bindgen__)/.test(name)) {
            return name;
        }
        short.has(name) || short.set(name, `_${short.size.toString(36)}`);
        return short.get(name);
    };
    let at = 8;
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = program[at++];
            value += (byte & 127) * 2 ** shift;
            if (byte < 128) {
                return value;
            }
        }
    };
    const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(value >>> 7)]);
    const text = () => {
        const length = number();
        return program.subarray(at, (at += length)).toString();
    };
    const named = (name) => [...written(Buffer.byteLength(name)), ...Buffer.from(name)];
    // https://webassembly.github.io/spec/core/binary/modules.html: what follows the names is copied as it stands.
    const limits = () => (program[at++] & 1 ? [number(), number()] : [number()]);
    const kinds = [number, () => ((at += 1), limits()), limits, () => (at += 2), () => ((at += 1), number())];
    const entry = {
        2: (out) => {
            out.push(...named(text()), ...named(shortened(text())));
            const from = at;
            kinds[program[at++]]();
            out.push(...program.subarray(from, at));
        },
        7: (out) => {
            out.push(...named(shortened(text())));
            const from = at++;
            number();
            out.push(...program.subarray(from, at));
        },
    };
    const parts = [program.subarray(0, 8)];
    while (at < program.length) {
        const from = at;
        const [id, size] = [program[at++], number()];
        const end = at + size;
        if (id in entry) {
            const count = number();
            const out = written(count);
            for (let nth = 0; nth < count; nth += 1) {
                entry[id](out);
            }
            parts.push(Buffer.from([id, ...written(out.length), ...out]));
        } else {
            parts.push(program.subarray(from, end));
        }
        at = end;
    }
    return { wasm: Buffer.concat(parts), names: short };
}
export const renameInBindings = (b, short) => b.replace(/\b(__wb|wasm_bindgen__)\w+/g, (name) => short.get(name) ?? name);
