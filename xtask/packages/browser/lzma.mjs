// Decompresses LZMA, in the page. Browsers cannot do it themselves; their DecompressionStream knows only Deflate, which leaves
// WebAssembly a quarter larger.
//
// The format is described at https://www.7-zip.org/sdk.html (lzma-specification.txt); the names here are those of that text. A
// file begins with 13 bytes: lc, lp and pb in one byte, the size of the dictionary (4 bytes), the length of the data (8 bytes,
// lowest first). What follows is one number in the range from 0 to 1, coded bit by bit. A bit is coded with a probability that
// follows the earlier bits in the same place, of which each place in the tables below stands for one.

const HEADER = 13;

/** A probability of one half; probabilities have 11 bits. */
const HALF = 1024;

/** The states of the decoder: what its last steps were. Below this number, the last step was a literal. */
const LITERAL_STATES = 7;
const STATES = 12;

/** Decompresses bytes that `lzma` of npm made. */
export function decompress(packed) {
    const [lc, lp, pb] = [packed[0] % 9, Math.floor(packed[0] / 9) % 5, Math.floor(packed[0] / 45)];
    const header = new DataView(packed.buffer, packed.byteOffset, HEADER);
    const data = new Uint8Array(Number(header.getBigUint64(5, true)));
    const probabilities = (count) => new Uint16Array(count).fill(HALF);

    // The first byte of the number is always 0.
    let at = HEADER + 1;
    // Not two variables: an engine keeps numbers of 32 bits in an array as they are, but each in a variable as an object.
    const coder = new Uint32Array([2 ** 32 - 1, new DataView(packed.buffer, packed.byteOffset).getUint32(at)]);
    const [RANGE, CODE] = [0, 1];
    at += 4;
    /** Narrows to `range`, and reads a byte where it has become small. */
    const narrow = (range) => {
        coder[RANGE] = range;
        if (range < 2 ** 24) {
            coder[RANGE] = range << 8;
            coder[CODE] = (coder[CODE] << 8) | packed[at++];
        }
    };
    const bit = (table, place) => {
        const probability = table[place];
        const bound = (coder[RANGE] >>> 11) * probability;
        if (coder[CODE] < bound) {
            table[place] = probability + ((2 * HALF - probability) >> 5);
            narrow(bound);
            return 0;
        }
        table[place] = probability - (probability >> 5);
        coder[CODE] -= bound;
        narrow(coder[RANGE] - bound);
        return 1;
    };
    /** Several bits, highest first; each bit has a place for all bits before it. */
    const tree = (table, start, count) => {
        let place = 1;
        for (let done = 0; done < count; done += 1) {
            place = place * 2 + bit(table, start + place);
        }
        return place - 2 ** count;
    };
    /** The same, lowest first. */
    const reverseTree = (table, start, count) => {
        let [place, value] = [1, 0];
        for (let done = 0; done < count; done += 1) {
            const next = bit(table, start + place);
            place = place * 2 + next;
            value += next * 2 ** done;
        }
        return value;
    };
    /** Bits without probabilities, highest first. */
    const directBits = (count) => {
        let value = 0;
        for (let done = 0; done < count; done += 1) {
            const half = coder[RANGE] >>> 1;
            const next = coder[CODE] < half ? 0 : 1;
            coder[CODE] -= next * half;
            value = value * 2 + next;
            narrow(half);
        }
        return value;
    };

    const lengthCoder = () => {
        const [choice, low, middle, high] = [probabilities(2), probabilities(16 << 3), probabilities(16 << 3), probabilities(1 << 8)];
        return (posState) => {
            if (!bit(choice, 0)) {
                return 2 + tree(low, posState << 3, 3);
            }
            return bit(choice, 1) ? 18 + tree(high, 0, 8) : 10 + tree(middle, posState << 3, 3);
        };
    };
    const [matchLength, repeatedLength] = [lengthCoder(), lengthCoder()];
    const literals = probabilities(0x300 << (lc + lp));
    const [isMatch, isRepeated0Long] = [probabilities(STATES << 4), probabilities(STATES << 4)];
    const [isRepeated, isRepeated0, isRepeated1, isRepeated2] = [0, 1, 2, 3].map(() => probabilities(STATES));
    const [slots, special, alignment] = [probabilities(4 << 6), probabilities(128), probabilities(16)];

    const literal = (position, matched) => {
        const context = ((position & ((1 << lp) - 1)) << lc) + ((data[position - 1] ?? 0) >> (8 - lc));
        const start = 0x300 * context;
        let place = 1;
        // After a match, the byte that would continue it says something about this one, up to the first bit that differs.
        for (let shift = 7, differs = matched === undefined; place < 0x100; shift -= 1) {
            const expected = (matched >> shift) & 1;
            const next = bit(literals, start + place + (differs ? 0 : (1 + expected) << 8));
            place = place * 2 + next;
            differs ||= next !== expected;
        }
        return place & 255;
    };
    const distanceOf = (length) => {
        const slot = tree(slots, Math.min(length - 2, 3) << 6, 6);
        if (slot < 4) {
            return slot;
        }
        const count = (slot >> 1) - 1;
        const distance = (2 | (slot & 1)) * 2 ** count;
        return slot < 14
            ? distance + reverseTree(special, distance - slot, count)
            : distance + directBits(count - 4) * 16 + reverseTree(alignment, 0, 4);
    };

    let state = 0;
    /** The last four distances, the latest first, each less one. */
    let last = [0, 0, 0, 0];
    for (let position = 0; position < data.length; ) {
        const posState = position & ((1 << pb) - 1);
        const place = (state << 4) + posState;
        if (!bit(isMatch, place)) {
            data[position] = literal(position, state < LITERAL_STATES ? undefined : data[position - last[0] - 1]);
            position += 1;
            state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
            continue;
        }
        const [afterMatch, afterRepeated, afterShort] = state < LITERAL_STATES ? [7, 8, 9] : [10, 11, 11];
        let length = 1;
        if (!bit(isRepeated, state)) {
            length = matchLength(posState);
            last = [distanceOf(length), ...last.slice(0, 3)];
            state = afterMatch;
        } else {
            const which = !bit(isRepeated0, state) ? 0 : !bit(isRepeated1, state) ? 1 : 2 + bit(isRepeated2, state);
            if (which === 0 && !bit(isRepeated0Long, place)) {
                // One byte at the latest distance.
                state = afterShort;
            } else {
                length = repeatedLength(posState);
                last = [last[which], ...last.filter((_, at) => at !== which)];
                state = afterRepeated;
            }
        }
        for (const end = position + length; position < end; position += 1) {
            data[position] = data[position - last[0] - 1];
        }
    }
    return data;
}
