// Where the editor of programs comes from. `cargo xtask build` puts another module in place of this one, which loads the file of the
// editor (xtask/packages/editor.mjs). A build without a bundler has no editor: the program then stands in a plain text box.

/** A promise of the editor's module, `code_editor.js`; `undefined` where this build has none. */
export const loadEditor = () => undefined;
