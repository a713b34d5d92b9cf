// Encodes bytes as text that can stand in a double-quoted string of a script in an HTML page.
//
// The bytes are read as a row of 7-bit values, most significant bit first. A value is written as the character with that
// code, which is one byte in UTF-8. Six values cannot be written so: HTML or JavaScript gives NUL, LF, CR, `"`, `<` and `\`
// another meaning. Such a value, and the 8 bits after it, become one character: ((place in ESCAPED + 1) << 8) | the 8 bits.
// Its code is 256 to 1791, which is two bytes in UTF-8. So 7.04 bits take a byte, where base64 has 6.
//
// The decoder is in browser/decoder.mjs, and the page contains it.
import { ESCAPED } from "./browser/decoder.mjs";

/** Encodes bytes; `decode` needs their count to decode them. */
export function encode(bytes) {
    const bitCount = bytes.length * 8;
    // Past the end, bits are 0.
    const bitsAt = (bit, count) => {
        const [byte, shift] = [bit >> 3, bit & 7];
        return ((((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0)) >> (16 - count - shift)) & (2 ** count - 1);
    };
    let text = "";
    for (let bit = 0; bit < bitCount; bit += 7) {
        const value = bitsAt(bit, 7);
        const escape = ESCAPED.indexOf(value);
        if (escape < 0) {
            text += String.fromCharCode(value);
        } else {
            text += String.fromCharCode(((escape + 1) << 8) | bitsAt(bit + 7, 8));
            bit += 8;
        }
    }
    return text;
}
