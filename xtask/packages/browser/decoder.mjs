// Decodes bytes from text, in the page. The encoder and the format are in xtask/packages/encoder.mjs.

/** The 7-bit values that the encoder does not write as a character of their own: NUL, LF, CR, `"`, `<` and `\`. */
export const ESCAPED = [0, 10, 13, 34, 60, 92];

/** Decodes the first `byteCount` bytes of a text from `encode`. */
export function decode(text, byteCount) {
    const bytes = new Uint8Array(byteCount);
    let bit = 0;
    const append = (value, count) => {
        const pair = value << (16 - count - (bit & 7));
        bytes[bit >> 3] |= pair >> 8;
        // The last value may have more bits than are left: a typed array ignores a write past its end.
        bytes[(bit >> 3) + 1] = pair;
        bit += count;
    };
    for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code > 127) {
            append(ESCAPED[(code >> 8) - 1], 7);
            append(code & 255, 8);
        } else {
            append(code, 7);
        }
    }
    return bytes;
}
