// The settings as scripts see them: the names of `src/state/link.rs`, what stands where nothing is said, and their types.
// tests/links.rs holds this table against the codec itself.

export const DEFAULTS = {
    a: "4,1",
    b: "3",
    op: "add",
    library: "pytorch",
    inplace: false,
    dtype: null,
    chapter: null,
    cell: null,
    blocks: "beside",
    loop: false,
    autoplay: false,
    controls: "all",
    theme: "auto",
    locale: null,
};

export const NAMES = Object.keys(DEFAULTS);

/** What a value of an attribute or of a query (`null`: none) means, in the type of its default. */
export function read(name, value) {
    if (value === null || value === undefined) {
        return DEFAULTS[name];
    }
    if (typeof DEFAULTS[name] === "boolean") {
        return ["", "1", "true"].includes(value);
    }
    return name === "chapter" ? (/^\d+$/.test(value) ? Number(value) : null) : value;
}

/** A value as an attribute has it; `null` where there should be none. */
export function written(name, value) {
    if (value === null || value === undefined || value === false) {
        return null;
    }
    return value === true ? "" : String(value);
}

/** The query of a state whose values are as attributes have them. */
export function toQuery(values) {
    const query = new URLSearchParams();
    for (const name of NAMES) {
        if (values[name] !== null && values[name] !== undefined) {
            query.set(name, values[name]);
        }
    }
    return query.toString();
}

/** The values of a query, as attributes have them. */
export function fromQuery(query) {
    const values = new URLSearchParams(query);
    return Object.fromEntries(NAMES.map((name) => [name, values.get(name)]));
}

/** Values as attributes have them, in their types. */
export const typed = (values) => Object.fromEntries(NAMES.map((name) => [name, read(name, values[name])]));
