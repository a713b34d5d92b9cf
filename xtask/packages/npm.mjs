// The npm package: the element's files, the anywidget module, and the texts in xtask/npm/.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The package's files by name. `root` is the repository's root, whose Cargo.toml has the version. */
export function npmFiles(root, { element, anywidget }) {
    const [, version] = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
    const templates = readFolder(join(root, "xtask", "npm"), () => true);
    const manifest = { ...JSON.parse(templates["package.json"]), version };
    return {
        ...element,
        "anywidget.js": anywidget,
        ...templates,
        ...readFolder(root, (name) => name.startsWith("LICENSE")),
        "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    };
}

/** The contents of a folder's files by name. */
const readFolder = (folder, wanted) =>
    Object.fromEntries(readdirSync(folder).filter(wanted).map((name) => [name, readFileSync(join(folder, name))]));
