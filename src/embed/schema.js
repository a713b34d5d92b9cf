// The settings as scripts have them: names, defaults and types, and their way to and from queries and attributes.

/** The default of each setting, in its type. `tests/native/schema.rs` writes this from `src/state/schema.rs`, and NUMBERS too. */
export const DEFAULTS = {
    a: "4,1",
    b: "3",
    c: null,
    op: "add",
    library: "pytorch",
    inplace: false,
    operation: null,
    dtype: null,
    chapter: null,
    cell: null,
    blocks: "beside",
    gradient: false,
    loop: false,
    autoplay: false,
    controls: "all",
    predict: null,
    practice: null,
    steps: null,
    "steps-src": null,
    step: null,
    theme: "auto",
    locale: null,
    code: "",
};

/** The settings that are numbers from 1. A chapter may also be "last". */
const NUMBERS = ["operation", "chapter", "step"];

export const NAMES = Object.keys(DEFAULTS);

/** Converts the value of an attribute or of a query to the type of the setting. `null` (not set) gives the default. */
export function read(name, value) {
    // `undefined` too.
    if (value == null) {
        return DEFAULTS[name];
    }
    // Flags are off by default.
    if (DEFAULTS[name] === false) {
        return ["", "1", "true"].includes(value);
    }
    if (NUMBERS.includes(name) && value !== "last") {
        return /^\d+$/.test(value) ? Number(value) : null;
    }
    return value;
}

/** Converts a setting to the value of its attribute. `null`: the attribute is to be removed. */
export function written(name, value) {
    // `undefined` too.
    if (value == null || value === false) {
        return null;
    }
    return value === true ? "" : String(value);
}

/** The query of a state. Its values are those of attributes. */
export function toQuery(values) {
    const query = new URLSearchParams();
    for (const name of NAMES) {
        // `undefined` too.
        if (values[name] != null) {
            query.set(name, values[name]);
        }
    }
    return query.toString();
}

/** The settings in the address of this page: its query, and its fragment where that has settings. */
export const addressed = () => location.search + (location.hash.includes("=") ? location.hash : "");

/** An object with a value for each setting. */
export const forEach = (value) => Object.fromEntries(NAMES.map((name) => [name, value(name)]));

/** The values of a query, as in attributes. `null`: not in the query. A fragment after it counts as more of it. */
export function fromQuery(query) {
    const values = new URLSearchParams(query.replace("#", "&"));
    return forEach((name) => values.get(name));
}

/** Converts the values of attributes to the types of their settings. */
export const typed = (values) => forEach((name) => read(name, values[name]));
