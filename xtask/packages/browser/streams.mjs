// Joins the streams of a WebAssembly module, in the page. xtask/packages/streams.mjs makes them.
//
// The code of a module is instructions, each followed by its numbers: which local, which function, which offset in memory. LZMA looks
// for bytes that were there before. A number that differs ends such a run, although the instructions go on as they did. So each
// kind of number has a stream of its own. The module is then 6 % smaller after LZMA.

/** The streams: instructions and all that is no code, and the kinds of numbers. */
const [REST, BLOCK, CONSTANT, LOCAL, OFFSET, ALIGNMENT, BRANCH, GLOBAL, SIZE, CALL, OTHER] = Array(11).keys();
const COUNT = OTHER + 1;

/** The section of code, in WebAssembly's binary format. */
const CODE = 10;

/** The kinds of the numbers after an instruction, by the code of its first and last one. */
const NUMBERS = [
    [0x02, 0x04, BLOCK],
    [0x0c, 0x0d, BRANCH],
    [0x10, 0x10, CALL],
    [0x11, 0x11, OTHER, OTHER],
    [0x20, 0x22, LOCAL],
    [0x23, 0x24, GLOBAL],
    [0x25, 0x26, OTHER],
    [0x28, 0x3e, ALIGNMENT, OFFSET],
    [0x3f, 0x40, OTHER],
    [0x41, 0x42, CONSTANT],
    [0xd0, 0xd0, OTHER],
    [0xd2, 0xd2, OTHER],
];

const [BRANCH_TABLE, SELECT, FLOAT_32, FLOAT_64, MORE] = [0x0e, 0x1c, 0x43, 0x44, 0xfc];

/** The numbers of the instructions after `MORE`, from 8: those of blocks of memory and of tables. */
const MORE_NUMBERS = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** The kinds of the numbers after each instruction. */
const kindsOf = () => {
    const kinds = new Array(256).fill([]);
    for (const [first, last, ...of] of NUMBERS) {
        kinds.fill(of, first, last + 1);
    }
    return kinds;
};

/** The module of a number of bytes, from its streams. */
export function joined(streams, length) {
    const module = new Uint8Array(length);
    const places = new Uint32Array(COUNT);
    let at = 0;
    copyModule(length, () => at, (stream) => (module[at++] = streams[stream][places[stream]++]));
    return module;
}

/** The streams of a module. */
export function streamsOf(module) {
    const streams = Array.from({ length: COUNT }, () => []);
    let at = 0;
    const copy = (stream) => {
        streams[stream].push(module[at]);
        return module[at++];
    };
    copyModule(module.length, () => at, copy);
    return streams.map((stream) => Uint8Array.from(stream));
}

/** Copies a module of a number of bytes. `copy` copies the next byte, from or to a stream, and gives it; `position` is the place in the module. */
function copyModule(length, position, copy) {
    const kinds = kindsOf();
    const bytes = (stream, count) => {
        for (let done = 0; done < count; done += 1) {
            copy(stream);
        }
    };
    /** A number, seven bits a byte, lowest first. */
    const number = (stream) => {
        let value = 0;
        for (let scale = 1; ; scale *= 128) {
            const byte = copy(stream);
            value += (byte & 127) * scale;
            if (byte < 128) {
                return value;
            }
        }
    };
    const numbers = (stream, count) => {
        for (let done = 0; done < count; done += 1) {
            number(stream);
        }
    };
    const instruction = () => {
        const code = copy(REST);
        if (code === BRANCH_TABLE) {
            numbers(BRANCH, number(BRANCH) + 1);
        } else if (code === SELECT) {
            numbers(OTHER, number(OTHER));
        } else if (code === FLOAT_32 || code === FLOAT_64) {
            bytes(OTHER, code === FLOAT_32 ? 4 : 8);
        } else if (code === MORE) {
            numbers(OTHER, MORE_NUMBERS[number(REST) - 8] ?? 0);
        } else {
            const of = kinds[code];
            for (let index = 0; index < of.length; index += 1) {
                number(of[index]);
            }
        }
    };
    const functions = () => {
        for (let left = number(SIZE); left > 0; left -= 1) {
            const size = number(SIZE);
            const end = position() + size;
            // The locals: for each type how many, and the type.
            for (let types = number(OTHER); types > 0; types -= 1) {
                numbers(OTHER, 2);
            }
            while (position() < end) {
                instruction();
            }
        }
    };

    // The header of the module.
    bytes(REST, 8);
    while (position() < length) {
        const section = copy(REST);
        const size = number(REST);
        if (section === CODE) {
            functions();
        } else {
            bytes(REST, size);
        }
    }
}
