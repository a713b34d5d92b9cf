// The npm package in projects of others: what a build of Vite has, and what a strict TypeScript project is told.
// `cargo xtask test packages` sets DIST.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PACKAGE = join(process.env.DIST ?? here("../../dist"), "npm");

/** A new project of this name, in which the package is installed. */
function project(name, files) {
    const folder = here(`../../target/bundlers/${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(PACKAGE, join(folder, "node_modules", "broadcast-visualizer"), { recursive: true });
    for (const [file, contents] of Object.entries(files)) {
        writeFileSync(join(folder, file), contents);
    }
    return folder;
}

const PAGE = {
    "index.html": '<!doctype html><title>Course</title><script type="module" src="./main.js"></script><broadcast-visualizer></broadcast-visualizer>',
    "main.js": 'import "broadcast-visualizer";\nimport "broadcast-visualizer/reserve.css";\n',
    "package.json": '{ "type": "module" }',
};

for (const vite of ["vite-7", "vite-8"]) {
    test(`a build of ${vite} has every file that the element loads later, and its script names each`, async () => {
        const root = project(vite, PAGE);
        const { build } = await import(vite);
        await build({ root, configFile: false, logLevel: "error", base: "./" });
        const assets = join(root, "dist", "assets");
        const built = readdirSync(assets);
        const script = built.filter((name) => /^index-.*\.js$/.test(name)).map((name) => readFileSync(join(assets, name), "utf8"));
        assert.equal(script.length, 1, built.join(" "));
        const later = readdirSync(PACKAGE).filter((name) => name.endsWith(".wasm") || ["editor.js", "visualizer.js"].includes(name));
        assert.ok(later.length >= 9, later.join(" "));
        for (const name of later) {
            const contents = readFileSync(join(PACKAGE, name));
            const copy = built.find((file) => contents.equals(readFileSync(join(assets, file))));
            assert.ok(copy, `${name} is not in the build: ${built.join(" ")}`);
            assert.ok(script[0].includes(copy), `the script does not name ${copy}, which is ${name}`);
        }
    });
}

test("a strict TypeScript project knows the element, its properties and its events", async () => {
    const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable"],
        types: [],
    };
    for (const [module, moduleResolution] of [["esnext", "bundler"], ["nodenext", "nodenext"]]) {
        const folder = project(`typescript-${moduleResolution}`, {
            "strict.ts": readFileSync(here("strict.ts")),
            "package.json": '{ "type": "module" }',
            "tsconfig.json": JSON.stringify({ compilerOptions: { ...options, module, moduleResolution }, files: ["strict.ts"] }),
        });
        const compiler = here("node_modules/typescript/bin/tsc");
        const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch((failure) => failure);
        assert.equal(stdout, "", moduleResolution);
    }
});
