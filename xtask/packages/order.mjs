// The order of the functions in a WebAssembly module, for compression.
//
// Brotli and LZMA write what is repeated in fewer bits where it is near. Compilers order functions by where they come from, and
// wasm-opt by how often they are called. Here each function is followed by the one that is most similar to it: 2 % fewer bytes
// after Brotli. wasm-opt can order functions by their names, so the module gets a section of names that give the order.
import { customSection, nameBytes, numberBytes, readNumber, sections } from "./sections.mjs";

/** The section of code, in WebAssembly's binary format. */
const CODE = 10;

/** The length in bytes of the pieces of code that are compared: those of a number of 32 bits. With 3 or 5 the result was up to 0.3 % larger. */
const PIECE = 4;

/** Added to the weight of a function, so that one of a few bytes is not similar to every other. */
const LEAST_WEIGHT = 100;

/** The module with a section of names; wasm-opt's `--reorder-functions-by-name` then gives the order. The module must have no names. */
export function withNamesInOrder(wasm) {
    const bodies = readBodies(wasm);
    const places = new Array(bodies.length);
    similarityOrder(bodies).forEach((body, place) => (places[body] = place));
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).filter(({ kind }) => kind === "function");
    const names = [...imports.map((_, index) => nameOf("import", index)), ...places.map((place) => nameOf("function", place))];
    const entries = names.map((name, index) => Buffer.concat([numberBytes(index), nameBytes(name)]));
    const map = Buffer.concat([numberBytes(names.length), ...entries]);
    return Buffer.concat([wasm, customSection("name", Buffer.concat([Buffer.of(1), numberBytes(map.length), map]))]);
}

/** A name; names of one kind are sorted as their numbers are. */
const nameOf = (kind, number) => `${kind}${String(number).padStart(7, "0")}`;

/** The code of each function that the module does not import. */
function readBodies(wasm) {
    const bodies = [];
    for (const { id, content, end } of sections(wasm)) {
        if (id === CODE) {
            for (let [, at] = readNumber(wasm, content); at < end; ) {
                const [length, start] = readNumber(wasm, at);
                at = start + length;
                bodies.push(wasm.subarray(start, at));
            }
        }
    }
    return bodies;
}

/**
 * An order of texts of bytes in which each is followed by the most similar of those that are left; the longest is the first. Gives
 * their places in `texts`.
 *
 * The similarity is the weight of the pieces that both have, divided by that of all pieces of the second. A piece weighs the more,
 * the fewer texts have it (https://en.wikipedia.org/wiki/Tf-idf).
 */
export function similarityOrder(texts) {
    const pieces = texts.map(piecesOf);
    /** For each piece the texts that have it. */
    const owners = new Map();
    pieces.forEach((own, text) => own.forEach((piece) => (owners.has(piece) ? owners.get(piece).push(text) : owners.set(piece, [text]))));
    /** For each text its pieces that another has too: who has a piece, and its weight. */
    const common = pieces.map((own) =>
        [...own].map((piece) => owners.get(piece)).filter(({ length }) => length > 1).map((having) => ({ having, weight: Math.log(texts.length / having.length) })),
    );
    const total = common.map((own) => own.reduce((sum, { weight }) => sum + weight, LEAST_WEIGHT));

    const order = [];
    const left = new Set(texts.keys());
    let next = maximum(left, (text) => texts[text].length);
    while (next !== undefined) {
        order.push(next);
        left.delete(next);
        const shared = new Float64Array(texts.length);
        for (const { having, weight } of common[next]) {
            for (const text of having) {
                shared[text] += weight;
            }
        }
        next = maximum(left, (text) => shared[text] / total[text]);
    }
    return order;
}

/** The pieces of a text, as numbers. */
function piecesOf(text) {
    const pieces = new Set();
    let last = 0;
    text.forEach((byte, index) => {
        last = (last << 8) | byte;
        if (index + 1 >= PIECE) {
            pieces.add(last);
        }
    });
    return pieces;
}

/** The value with the greatest result of `of`, the first of several; `undefined` where there is no value. */
function maximum(values, of) {
    let [greatest, found] = [-Infinity, undefined];
    for (const value of values) {
        const result = of(value);
        if (result > greatest) {
            [greatest, found] = [result, value];
        }
    }
    return found;
}
