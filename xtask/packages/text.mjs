// Text replacement that fails where `String.prototype.replace` does nothing.

/**
 * Replaces every match of a pattern. `replacement` is a function, as for `String.prototype.replace`, so that `$` has no
 * special meaning in what it returns.
 *
 * Throws when nothing matches: the text then has another form than the caller assumes. `what` names the match in the error.
 */
export function replaceRequired(text, pattern, replacement, what) {
    let count = 0;
    const replaced = text.replaceAll(pattern, (...match) => {
        count += 1;
        return replacement(...match);
    });
    if (count === 0) {
        throw new Error(`Found no ${what} to replace. xtask/packages/ expects it; adapt the code there to the new text.`);
    }
    return replaced;
}

/** The bindings of wasm-bindgen with further functions among the imports of the module: each entry is `NAME: function(…) { … },`. */
export function withImports(bindings, entries) {
    const start = "const import0 = {\n        __proto__: null,\n";
    return replaceRequired(bindings, start, (text) => `${text}        ${entries.join("\n        ")}\n`, "object of imports in the bindings");
}
