// Lists what the site is made of: the crates of the program and the npm packages of the editor, as a CycloneDX document, and all their licences in
// one text. It ends with an error where a part has a licence that is not known here.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [, , version, documentFile, licencesFile] = process.argv;

/** Licences under which the parts may be given on, with their texts. */
const KNOWN = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Unicode-3.0", "Zlib", "0BSD", "Unlicense", "BSL-1.0"];
/** An expression allows what one of its alternatives allows: `MIT OR Apache-2.0`, and in old packages `MIT/Apache-2.0`. */
const isKnown = (licence) =>
    licence
        .replaceAll("/", " OR ")
        .split(" OR ")
        .some((alternative) => alternative.replace(/[()]/g, "").split(" AND ").every((name) => KNOWN.includes(name.trim().split(" WITH ")[0])));

/** The crates that are linked into the program, without those of ours. */
function crates() {
    const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "wasm32-unknown-unknown"];
    const { packages, resolve } = JSON.parse(execFileSync("cargo", options, { maxBuffer: 1 << 28 }));
    const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
    const isProcMacro = new Map(packages.map(({ id, targets }) => [id, targets.some(({ kind }) => kind.includes("proc-macro"))]));
    const linked = new Set();
    const follow = (id) => {
        if (linked.has(id) || isProcMacro.get(id)) {
            return;
        }
        linked.add(id);
        // What only builds and tests need is no part.
        nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null)).forEach(({ pkg }) => follow(pkg));
    };
    follow(packages.find(({ name, source }) => name === "broadcast-visualizer" && source === null).id);
    return packages
        .filter(({ id, source }) => source !== null && linked.has(id))
        .map(({ name, version, license, manifest_path }) => ({ name, version, licence: license, purl: `pkg:cargo/${name}@${version}`, folder: dirname(manifest_path) }));
}

/** The npm packages in the editor's script, with those that they need. */
function npmPackages() {
    const { packages } = JSON.parse(readFileSync("xtask/package-lock.json", "utf8"));
    const found = new Map();
    const follow = (name) => {
        const entry = packages[`node_modules/${name}`];
        if (entry && !found.has(name)) {
            found.set(name, { name, version: entry.version, licence: entry.license, purl: `pkg:npm/${name.replace("@", "%40")}@${entry.version}`, folder: join("xtask/node_modules", name) });
            Object.keys(entry.dependencies ?? {}).forEach(follow);
        }
    };
    // `lzma` unpacks the page in one file. The other packages only build.
    [...Object.keys(packages[""].dependencies).filter((name) => name.startsWith("@codemirror/")), "lzma"].forEach(follow);
    return [...found.values()];
}

/** The texts of the licences that a package has with it. */
const textsOf = (folder) =>
    existsSync(folder)
        ? readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name)).sort().map((name) => readFileSync(join(folder, name), "utf8").trim())
        : [];

/** The standard library of Rust, which is linked into each program. */
const standardLibrary = () => {
    const [, version] = /channel = "(.*)"/.exec(readFileSync("rust-toolchain.toml", "utf8"));
    return { name: "std", version, licence: "MIT OR Apache-2.0", purl: `pkg:generic/rust-std@${version}`, folder: "" };
};

const parts = [...crates(), ...npmPackages(), standardLibrary()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
const unknown = parts.filter(({ licence }) => !licence || !isKnown(licence));
if (unknown.length) {
    throw new Error(`Licences that are not known: ${unknown.map(({ purl, licence }) => `${purl} (${licence})`).join(", ")}`);
}

writeFileSync(documentFile, `${JSON.stringify({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "broadcast-visualizer", version, licenses: [{ expression: "MIT OR Apache-2.0" }] } },
    components: parts.map(({ name, version, licence, purl }) => ({ type: "library", "bom-ref": purl, name, version, purl, licenses: [{ expression: licence.replace(/ *\/ */g, " OR ") }] })),
}, null, 1)}\n`);

// Most packages have the same text, which is there once.
const byText = new Map();
for (const { folder, name, version } of parts) {
    for (const text of textsOf(folder)) {
        byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
    }
}
const line = "=".repeat(80);
const sections = [...byText].map(([text, names]) => `${line}\n${[...new Set(names)].join(", ")}\n${line}\n\n${text}\n`);
const list = parts.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join("\n");
writeFileSync(licencesFile, `broadcast-visualizer ${version} (MIT OR Apache-2.0) contains:\n\n${list}\n\n${sections.join("\n")}`);
console.log(`${parts.length} parts, ${byText.size} texts of licences`);
