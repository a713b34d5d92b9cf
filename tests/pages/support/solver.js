// Answers a question from what is on screen, by rules of its own, and writes the answer into the form.

const sizes = (text) => text.split(",").map((size) => size.trim()).filter(Boolean).map(Number);
const list = (shape) => `[${shape.join(", ")}]`;

/** What each kind of question says, with what is to be read of it. */
const KINDS = {
    shape: /Which shape does \w+ have then/,
    verdict: /Does this work/,
    axes: /What happens at each axis/,
    value: /Which value does \w+(?:\[([\d,]*)\])? have then/,
    source: /Which elements of a and b is \w+(?:\[([\d,]*)\])? made of/,
    memory: /Bytes of one element: (\d+)/,
    error: /Which message does this give/,
    fix: /has the shape \(([\d, ]*)\)\. Write/,
    gradient: /Write the gradient of (a|b),/,
};

const OPERATORS = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b };

function broadcast(a, b) {
    const ndim = Math.max(a.length, b.length);
    const result = [];
    for (let axis = ndim - 1; axis >= 0; axis--) {
        const [x, y] = [a, b].map((shape) => shape[axis - ndim + shape.length] ?? 1);
        if (x !== y && x !== 1 && y !== 1) {
            return { error: `The size of tensor a (${x}) must match the size of tensor b (${y}) at non-singleton dimension ${axis}` };
        }
        result[axis] = x === 1 ? y : x;
    }
    return { shape: result };
}

/** The result of the operation, or the message of PyTorch. */
function run(a, b, inPlace) {
    const { shape, error } = broadcast(a, b);
    const grows = !error && inPlace && String(shape) !== String(a);
    return grows ? { error: `output with shape ${list(a)} doesn't match the broadcast shape ${list(shape)}` } : { shape, error };
}

const source = (index, shape) => shape.map((size, axis) => (size === 1 ? 0 : index[axis + index.length - shape.length]));
const indices = (shape) => shape.reduce((all, size) => all.flatMap((index) => Array.from({ length: size }, (_, i) => [...index, i])), [[]]);
const nested = (shape, values) => {
    const [size, ...inner] = shape;
    const block = values.length / (size ?? 1);
    return size === undefined ? String(values[0]) : `[${Array.from({ length: size }, (_, i) => nested(inner, values.slice(i * block, (i + 1) * block))).join(", ")}]`;
};

/** The shape after changes such as `b.unsqueeze(-1)`, `a[:, None].T`. */
function edited(code, shape) {
    let changed = [...shape];
    for (const [part, inside, method, numbers] of code.slice(1).matchAll(/\[([^\]]*)\]|\.(\w+)(?:\(([^)]*)\))?/g)) {
        const [first, second] = (numbers ?? "").split(",").map(Number);
        if (part.startsWith("[")) {
            inside.split(",").map((entry) => entry.trim()).forEach((entry, at) => entry === "None" && changed.splice(at, 0, 1));
        } else if (method === "T") {
            changed.reverse();
        } else if (method === "unsqueeze") {
            changed.splice(first < 0 ? changed.length : first, 0, 1);
        } else if (method === "squeeze") {
            changed.splice(first, 1);
        } else {
            [changed[first], changed[second]] = [changed[second], changed[first]];
        }
    }
    return changed;
}

function axisWords(a, b) {
    const ndim = Math.max(a.length, b.length);
    return Array.from({ length: ndim }, (_, axis) => {
        const [x, y] = [a, b].map((shape) => shape[axis - ndim + shape.length]);
        if (x === undefined || y === undefined) {
            return `${x === undefined ? "a" : "b"} lacks it`;
        }
        return x === y ? "equal sizes" : x === 1 ? "a stretches" : y === 1 ? "b stretches" : "clash";
    });
}

/** Answers the question on screen, of PyTorch and in English; gives the kind of question. */
export async function solve(page) {
    const prompt = await page.locator(".question .prompt").innerText();
    const shapes = (await page.locator(".own-figures figcaption").allInnerTexts()).map((text) => sizes(text.match(/\(([\d, ]*)\)/)[1]));
    const [a, b] = shapes;
    const [, out, inPlaceSign] = prompt.match(/^PyTorch: (?:out = a (\S+) b|a (\S+)= b)\./);
    const inPlace = inPlaceSign !== undefined;
    const [kind, said] = Object.entries(KINDS).map(([kind, asks]) => [kind, prompt.match(asks)]).find(([, match]) => match);
    const { shape, error } = run(a, b, inPlace);
    const values = await page.locator(".own-figures").evaluate((figures) =>
        [...figures.querySelectorAll("figure")].map((figure) =>
            [...figure.querySelectorAll("table")].map((table) => ({
                outer: table.caption?.innerText.match(/\[(.*)\]/)?.[1] ?? "",
                rows: [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText)),
            })),
        ),
    );
    const value = (operand, index) => {
        const outer = index.slice(0, -2).join(",");
        const [row, column] = [0, 0, ...index].slice(-2);
        return Number(values[operand].find((block) => block.outer === outer).rows[row][column]);
    };
    const element = () => sizes(said[1] ?? "");
    const text = page.locator("#answer");
    const choose = (find) => page.locator(".choice").evaluateAll((choices) => choices.map((choice) => choice.innerText.trim())).then(async (texts) => {
        const at = texts.findIndex(find);
        await page.locator(".choice input").nth(at).check();
    });
    const operator = OPERATORS[out ?? inPlaceSign];
    switch (kind) {
        case "shape":
            await text.fill(error ? "error" : `(${shape.join(", ")})`);
            break;
        case "verdict":
            await choose((choice) => choice === (error ? "It fails" : "It works"));
            break;
        case "axes":
            for (const [axis, words] of axisWords(a, b).entries()) {
                await page.locator(".axes select").nth(axis).selectOption(words);
            }
            break;
        case "value":
            await text.fill(String(operator(value(0, source(element(), a)), value(1, source(element(), b)))));
            break;
        case "source":
            await text.fill(`(${source(element(), a)}) (${source(element(), b)})`);
            break;
        case "memory":
            await text.fill(String(inPlace ? 0 : shape.reduce((product, size) => product * size, Number(said[1]))));
            break;
        case "error":
            await choose((choice) => (error ? choice === `RuntimeError: ${error}` : choice === "No error"));
            break;
        case "fix": {
            const wanted = String(sizes(said[1]));
            await choose((code) => {
                const [one, other] = code.startsWith("a") ? [edited(code, a), b] : [a, edited(code, b)];
                const changed = run(one, other, inPlace);
                return !changed.error && String(changed.shape) === wanted;
            });
            break;
        }
        case "gradient": {
            const operand = said[1] === "a" ? 0 : 1;
            const own = shapes[operand];
            const sums = new Map(indices(own).map((index) => [String(index), 0]));
            for (const index of indices(shape)) {
                const part = { "+": 1, "-": operand === 0 ? 1 : -1, "*": undefined }[out] ?? value(1 - operand, source(index, shapes[1 - operand]));
                const at = String(source(index, own));
                sums.set(at, sums.get(at) + part);
            }
            await text.fill(nested(own, [...sums.values()]));
            break;
        }
    }
    return kind;
}
