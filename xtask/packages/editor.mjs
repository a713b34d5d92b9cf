// The editor of programs: src/embed/code_editor.js with CodeMirror, as a file of its own, and where each form of the visualizer takes it from.
//
// | form | the editor is |
// |---|---|
// | the site, the element of the site | a file with a hash in its name, whose contents are checked |
// | the npm package | `editor.js`, whose address the element tells the runtime (src/embed/located.js) |
// | anywidget | a text in the runtime, imported from memory |
// | the page in one file | a script in the packed data, which its policy names by its hash |
import { fileURLToPath } from "node:url";

import { integrity } from "./integrity.mjs";
import { replaceRequired, withImports } from "./text.mjs";

/** The virtual module that stands for `src/embed/editor_source.js`, with the function `loadEditor`. */
const EDITOR_SOURCE = "editor-source";

/** The global variable in which the script of the page in one file puts the editor. */
const GLOBAL = "broadcastingEditor";

const path = (name) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

const source = (contents) => ({ [EDITOR_SOURCE]: { contents, loader: "js" } });

/**
 * The bindings with this virtual module in place of `src/embed/editor_source.js`. wasm-bindgen has the file as a module of imports of its own; here
 * its function is one of the other imports, which names.mjs gives short names.
 */
export function withEditorSource(bindings) {
    const script = /^import \* as import\d+ from "[^"]*\/editor_source\.js"\n/gm;
    const object = /^\s*"[^"]*\/editor_source\.js": import\d+,\n/gm;
    const named = replaceRequired(bindings, script, () => `import { loadEditor } from "${EDITOR_SOURCE}";\n`, "import of editor_source.js in the bindings");
    const alone = replaceRequired(named, object, () => "", "object of editor_source.js in the bindings");
    return withImports(alone, ["loadEditor: function() { return loadEditor(); },"]);
}

/** The same where the imports keep their names: the bindings import the virtual module under the name of the file. */
export const withImportedEditorSource = (bindings) =>
    replaceRequired(
        bindings,
        /^(import \* as import\d+ from) "[^"]*\/editor_source\.js"/gm,
        (_, start) => `${start} "${EDITOR_SOURCE}"`,
        "import of editor_source.js in the bindings",
    );

/** What the licence of CodeMirror asks for. */
const LICENCE = { banner: { js: "/* CodeMirror 6: Copyright (C) 2018-2021 by Marijn Haverbeke and others, MIT License (its terms: LICENSE-MIT) */" } };

/** The editor as an ES module. */
export const bundleEditor = ({ bundle }) => bundle("src/embed/code_editor.js", {}, LICENCE);

/** The editor as a script that sets a global variable. */
export const bundleEditorScript = ({ bundle }) => bundle("src/embed/code_editor.js", {}, { ...LICENCE, format: "iife", globalName: GLOBAL });

/** Loads the editor from a file next to the bindings, with a hash in its name. */
export const checkedEditor = (editor) =>
    source(`
        import { checkedScript } from ${path("../../src/embed/chunks.js")};
        export const loadEditor = () => checkedScript(import.meta.url, "editor", ${JSON.stringify(integrity(editor))});
    `);

/** Loads the editor from where the element says. */
export const locatedEditor = () =>
    source(`
        import { locatedScript } from ${path("../../src/embed/located.js")};
        export const loadEditor = () => locatedScript("editor");
    `);

/** Has the editor as a text. */
export const inlineEditor = (editor) => ({
    ...source(`
        import editor from "editor-text";
        export const loadEditor = () => import(URL.createObjectURL(new Blob([editor], { type: "text/javascript" })));
    `),
    "editor-text": { contents: editor, loader: "text" },
});

/** Takes the editor from the data of the page in one file. It runs as a script, because the policy of the page allows no import. */
export const packedEditor = () =>
    source(`
        export const loadEditor = async () => (globalThis.broadcastingRun("editor"), globalThis.${GLOBAL});
    `);
