// Random texts and links, the same for the same seed.

/** Mulberry32: a small generator of numbers from 0 up to 1. */
function numbers(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
}

const SIZES = [
    "0", "1", "1", "1", "2", "3", "4", "5", "7", "8", "14", "32", "100", "1000", "50000", "1000000", "4294967296",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "00", "007", "-1", "-0", "1.5", "1e9", "１２",
];
const SEPARATORS = [",", ",", ", ", " ", "x", "×", " x ", "，", "、", ";", ",,", "\t", "*", "-"];
const BRACKETS = [["", ""], ["", ""], ["(", ")"], ["[", "]"], ["（", "）"], ["【", "】"], ["torch.Size([", "])"], ["(", "]"], ["((", "))"], ["(", ""], ["", ")"]];
const WORDS = [
    "torch.Size", "tensor", "np.array", "class=4", "student=", "=", "x", "None", "nan", "inf", "-inf", "1e400", "a+b", "<b>", "&amp;",
    "\u0000", "\u202e", "\u200b", "\ufeff", "é", "漢字", "😀", "👩‍👩‍👧", "\ud800", "e\u0301", "%", "%00", "\\", "'", "\"", "`", "${1}", "()", "[]", "[[]]",
    "[[],[]]", "[[1],[2,3]]", "tensor(5)", "tensor([])", "np.array([[1.5, -2]])", "5.0", ".5", "-3.25", "1e308", "shape", "ones(2,3)",
];
const CHARACTERS = [..."0123456789,,,,  ()[]x×.-+=eE", "，", "（", "）", "［", "］", "０", "a", "Z", "_", ":", ";", "%", "\t", "😀", "漢", "\u0301"];

/** What can be drawn from one seed. */
export function generator(seed) {
    const next = numbers(seed);
    const below = (limit) => Math.floor(next() * limit);
    const one = (list) => list[below(list.length)];
    const many = (count, make) => Array.from({ length: count }, make);

    const shape = () => {
        const [left, right] = one(BRACKETS);
        const separator = one(SEPARATORS);
        const most = next() < 0.06 ? 70 : 6;
        return left + many(below(most), () => one(SIZES)).join(separator) + (next() < 0.1 ? separator : "") + right;
    };
    const plainShape = () => many(below(next() < 0.08 ? 66 : 6), () => one(SIZES.slice(0, 18))).join(",") || "()";
    const named = () => many(1 + below(4), () => `${one(["class", "student", "score", "轴", "x", "n1"])}${one(["=", ":", " = "])}${one(SIZES)}`).join(", ");
    const nested = (depth) =>
        depth === 0 ? one(["0", "1", "2.5", "-3", "1e3", "", "x"]) : `[${many(below(4), () => nested(depth - (next() < 0.95 ? 1 : 0))).join(",")}]`;
    const soup = () => many(below(24), () => one(CHARACTERS)).join("");
    const words = () => many(1 + below(5), () => one(WORDS)).join(one(SEPARATORS));
    const long = () => one(["1,", "[", "(", "9", "x", " ", "😀", "1 ", "[[1],", "，"]).repeat(below(2500)).slice(0, 3000);

    const text = () => {
        const kind = next();
        if (kind < 0.3) return plainShape();
        if (kind < 0.55) return shape();
        if (kind < 0.65) return named();
        if (kind < 0.75) return nested(1 + below(5));
        if (kind < 0.87) return soup();
        if (kind < 0.97) return words();
        return long();
    };
    const value = (good) => (next() < 0.8 ? one(good) : text());
    const encoded = (text) => {
        const kind = next();
        // Not every link is encoded as it should be; what would end the query is.
        if (kind < 0.15) return text.replaceAll(/[&#\ud800-\udfff]/g, "%");
        return new URLSearchParams({ "": text }).toString().slice(1);
    };
    const link = () => {
        const parts = [`a=${encoded(text())}`, `b=${encoded(text())}`];
        const add = (name, good) => next() < 0.3 && parts.push(`${name}=${encoded(value(good))}`);
        add("op", ["add", "sub", "mul", "div", "floor_divide", "remainder", "pow", "maximum", "eq", "max"]);
        add("library", ["pytorch", "numpy"]);
        add("inplace", ["0", "1", "true"]);
        add("dtype", ["bool", "int8", "float32", "bfloat16", "complex128", "float"]);
        add("chapter", ["last", "0", "1", "2", "5", "20", "4294967296", "-1"]);
        add("cell", ["0", "1,0", "a:0,0", "b:2", "a:", "2,1,0,3", "-1", "c:1", "4294967296,0"]);
        add("blocks", ["beside", "depth", "stacked"]);
        add("loop", ["0", "1"]);
        add("autoplay", ["0", "1"]);
        add("controls", ["all", "play", "none", "", "false"]);
        add("theme", ["auto", "light", "dark"]);
        add("locale", ["en", "zh-CN", "es", "zh", "xx"]);
        add("embed", ["0", "1"]);
        if (next() < 0.1) parts.push(one(["&", "=", "a", "%", "a=1&a=2", "%61=3", "b", "__proto__=1", "chapter"]));
        if (next() < 0.1) parts.reverse();
        return `?${parts.join("&")}`;
    };

    return {
        texts: (count) => many(count, () => [one(["a", "b"]), text()]),
        links: (count) => many(count, link),
    };
}
