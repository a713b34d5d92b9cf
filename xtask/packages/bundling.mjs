// Bundling and minification with esbuild.
import { join } from "node:path";

/** The oldest browsers that are supported. */
const TARGET = ["chrome111", "firefox120", "safari17.5"];

/**
 * Options for bundles of `src/embed/element.js`: shortens the properties whose names start with `_`. They are private,
 * so no other script depends on their names.
 */
export const SHORTEN_PRIVATE = { mangleProps: /^_/ };

/**
 * Functions that bundle and minify. `esbuild` is the module of that name. `root` is the repository's root: virtual modules
 * resolve their imports from its folder `src/embed`.
 */
export function createBundler(esbuild, root) {
    const build = async (entry, virtual, options) => {
        const { outputFiles } = await esbuild.build({
            ...entry,
            bundle: true,
            minify: true,
            write: false,
            format: "esm",
            target: TARGET,
            charset: "utf8",
            legalComments: "none",
            // Where the packages of npm are, for scripts in src/.
            nodePaths: [join(root, "xtask", "node_modules")],
            plugins: [virtualModules(virtual, join(root, "src", "embed"))],
            ...options,
        });
        return outputFiles[0].text;
    };
    return {
        /**
         * Bundles a file of the repository, with all that it imports, into one ES module.
         *
         * `virtual` maps an import path to the module that replaces it: `{ contents, loader }`, where `loader` is "js" or
         * "text". `options` are further options of esbuild.
         */
        bundle: (entry, virtual = {}, options = {}) => build({ entryPoints: [join(root, entry)] }, virtual, options),

        /** Bundles a script that is given as text, with all that it imports, into one ES module. For `virtual` see `bundle`. */
        bundleText: (script, virtual) => build({ stdin: { contents: script, resolveDir: root } }, virtual, {}),

        /** Minifies a style sheet. */
        async minifyStyles(css) {
            const { code } = await esbuild.transform(css, { loader: "css", minify: true, target: TARGET });
            return code;
        },
    };
}

/** An esbuild plugin that loads the modules in `virtual` from memory. */
function virtualModules(virtual, resolveDir) {
    return {
        name: "virtual-modules",
        setup({ onResolve, onLoad }) {
            onResolve({ filter: /.*/ }, ({ path }) => (path in virtual ? { path, namespace: "virtual" } : undefined));
            onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({ ...virtual[path], resolveDir }));
        },
    };
}
