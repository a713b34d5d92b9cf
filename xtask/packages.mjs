// What is done to dist/ after Trunk: the scripts are bundled and made small, every file of the site gets its hash, and the
// other forms of the visualizer are written beside it. Called by `cargo xtask build` with the folder that holds esbuild.
//
// | folder or file | what it is |
// |---|---|
// | dist/ | the site |
// | dist/element/ | the custom element as an ES module with its program beside it, for any server or CDN |
// | dist/npm/ | the same as a package |
// | dist/anywidget/ | one module for Jupyter and MyST: `export default { render }` |
// | dist/broadcast-visualizer.html | the whole page in one file, which runs without a server |
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [, , dist, tools, version] = process.argv;
const { build, transform } = createRequire(join(tools, "package.json"))("esbuild");
const zopfli = createRequire(import.meta.url)("@gfx/zopfli");
const root = fileURLToPath(new URL("..", import.meta.url));
const source = (name) => join(root, "src", name);
const TARGET = ["chrome111", "firefox120", "safari17.5"];

const digest = (algorithm, contents, encoding) => createHash(algorithm).update(contents).digest(encoding);
const integrity = (contents) => `sha384-${digest("sha384", contents, "base64")}`;
const only = (pattern) => {
    const found = readdirSync(dist).filter((name) => pattern.test(name));
    if (found.length !== 1) {
        throw new Error(`dist/ has ${found.length} files like ${pattern}`);
    }
    return found[0];
};
const write = (folder, name, contents) => {
    mkdirSync(join(dist, folder), { recursive: true });
    writeFileSync(join(dist, folder, name), contents);
};

/** Bundles an entry into one text. `modules`: what stands for the names that no file has. */
async function bundle(entry, modules = {}, options = {}) {
    const virtual = {
        name: "virtual",
        setup({ onResolve, onLoad }) {
            onResolve({ filter: /.*/ }, ({ path }) => (path in modules ? { path, namespace: "virtual" } : undefined));
            onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({ ...modules[path], resolveDir: source("embed") }));
        },
    };
    const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        format: "esm",
        target: TARGET,
        charset: "utf8",
        legalComments: "none",
        plugins: [virtual],
        ...options,
    });
    return outputFiles[0].text;
}

/**
 * A program with short names for what only its bindings call or give it, and what was which. wasm-bindgen's names end in a
 * hash each, which nothing can compress: in the program and again in the bindings.
 */
function withShortNames(program) {
    const short = new Map();
    const shortened = (name) => {
        if (!/^(__wbg?_|__wbindgen_|wasm_bindgen__)/.test(name)) {
            return name;
        }
        short.has(name) || short.set(name, `_${short.size.toString(36)}`);
        return short.get(name);
    };
    let at = 8;
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = program[at++];
            value += (byte & 127) * 2 ** shift;
            if (byte < 128) {
                return value;
            }
        }
    };
    const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(value >>> 7)]);
    const text = () => {
        const length = number();
        return program.subarray(at, (at += length)).toString();
    };
    const named = (name) => [...written(Buffer.byteLength(name)), ...Buffer.from(name)];
    // https://webassembly.github.io/spec/core/binary/modules.html: what follows the names is copied as it stands.
    const limits = () => (program[at++] & 1 ? [number(), number()] : [number()]);
    const kinds = [number, () => ((at += 1), limits()), limits, () => (at += 2), () => ((at += 1), number())];
    const entry = {
        2: (out) => {
            out.push(...named(text()), ...named(shortened(text())));
            const from = at;
            kinds[program[at++]]();
            out.push(...program.subarray(from, at));
        },
        7: (out) => {
            out.push(...named(shortened(text())));
            const from = at++;
            number();
            out.push(...program.subarray(from, at));
        },
    };
    const parts = [program.subarray(0, 8)];
    while (at < program.length) {
        const from = at;
        const [id, size] = [program[at++], number()];
        const end = at + size;
        if (id in entry) {
            const count = number();
            const out = written(count);
            for (let nth = 0; nth < count; nth += 1) {
                entry[id](out);
            }
            parts.push(Buffer.from([id, ...written(out.length), ...out]));
        } else {
            parts.push(program.subarray(from, end));
        }
        at = end;
    }
    return [Buffer.concat(parts), short];
}

// What Trunk made.
const names = { glue: only(/^page-.*\.js$/), wasm: only(/^page-.*\.wasm$/), boot: only(/^boot-.*\.js$/) };
const read = (name) => readFileSync(join(dist, name));
const [wasm, short] = withShortNames(read(names.wasm));
const bindings = read(names.glue)
    .toString()
    .replace(/\b(__wb|wasm_bindgen__)\w+/g, (name) => short.get(name) ?? name)
    // A default that would make bundlers look for a file of that name.
    .replace(/new URL\('[^']*', import\.meta\.url\)/, "undefined");
const styles = {};
for (const name of ["tokens", "page"]) {
    const { code } = await transform(readFileSync(join(root, "styles", `${name}.css`), "utf8"), { loader: "css", minify: true, target: TARGET });
    styles[name] = code;
}
const css = styles.tokens + styles.page;

// The site: small scripts, every file named by what is in it, and checked against that by the browser.
const glue = (await transform(bindings, { minify: true, target: TARGET, format: "esm", charset: "utf8" })).code;
const boot = await bundle(source("boot.js"));
let html = read("index.html").toString();
const put = (old, name, contents) => {
    rmSync(join(dist, old));
    const [stem, ending] = name.split(".");
    const hashed = `${stem}-${digest("sha256", contents, "hex").slice(0, 16)}.${ending}`;
    write("", hashed, contents);
    html = html.replaceAll(old, hashed).replace(
        new RegExp(`<(link|script)([^>]*\\b${hashed.replace(".", "\\.")}[^>]*)>`, "g"),
        // A preloaded file is checked where it is used; the start script gives this to `fetch`.
        (_, tag, rest) => {
            const attribute = ending === "wasm" ? "data-integrity" : "integrity";
            const cors = rest.includes("crossorigin") ? "" : ' crossorigin="anonymous"';
            return `<${tag}${rest} ${attribute}="${integrity(contents)}"${cors}>`;
        },
    );
};
put(names.glue, "page.js", glue);
put(names.wasm, "page.wasm", wasm);
put(names.boot, "boot.js", boot);
for (const name of ["tokens", "page"]) {
    put(only(new RegExp(`^${name}-.*\\.css$`)), `${name}.css`, styles[name]);
}
write("", "index.html", html);

// The element.
const runtime = await bundle(source("embed/runtime.js"), {
    bindings: { contents: bindings, loader: "js" },
    styles: { contents: css, loader: "text" },
});
// Properties that nobody else may use need no long names.
const shortened = { mangleProps: /^_/ };
const element = await bundle(source("embed/element.js"), {}, shortened);
for (const folder of ["element", "npm"]) {
    write(folder, "broadcast-visualizer.js", element);
    write(folder, "visualizer.js", runtime);
    write(folder, "visualizer_bg.wasm", wasm);
}

// The program inside a script, for where there is no second file: compressed, because base64 adds a third.
const packed = {
    contents: `const packed = "${gzipSync(wasm, { level: 9 }).toString("base64")}";
        export const program = async () => {
            const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
            return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
        };`,
    loader: "js",
};

// One module for notebooks. The bindings are a text in it, so that a fresh instance of them can be had.
const inlined = {
    contents: `import { program as bytes } from "packed";
        import runtime from "runtime";
        export const program = async () => WebAssembly.compile(await bytes());
        export const bindings = async () => {
            const address = URL.createObjectURL(new Blob([runtime], { type: "text/javascript" }));
            try { return await import(address); } finally { URL.revokeObjectURL(address); }
        };`,
    loader: "js",
};
const widget = await bundle(source("embed/anywidget.js"), {
    "./source.js": inlined,
    packed,
    runtime: { contents: runtime, loader: "text" },
}, shortened);
write("anywidget", "broadcast-visualizer.js", widget);
write("npm", "anywidget.js", widget);

// The package.
const templates = join(root, "xtask", "npm");
for (const name of readdirSync(templates)) {
    copyFileSync(join(templates, name), join(dist, "npm", name));
}
for (const name of readdirSync(root).filter((name) => name.startsWith("LICENSE"))) {
    copyFileSync(join(root, name), join(dist, "npm", name));
}
const manifest = JSON.parse(readFileSync(join(templates, "package.json")));
write("npm", "package.json", `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);

// The page in one file. Its policy names what is in it by hash.
// A program in a page: a character holds seven bits or, where those would be a character that a script or a page takes for
// its own, two bytes hold fourteen. That is a seventh more than the bytes themselves; base64 is a third more.
const OWN = [0, 10, 13, 34, 60, 92];
const PLACE = "the program's place";
// The styles are packed with the program, and adopted once they are unpacked. Zopfli is a twentieth denser than gzip.
const zipped = await new Promise((done, failed) => {
    zopfli.deflate(Buffer.concat([wasm, Buffer.from(css)]), { numiterations: 15 }, (error, packed) => (error ? failed(error) : done(packed)));
});
function densely(bytes) {
    const seven = (at) => {
        const [byte, shift] = [at >> 3, at & 7];
        return ((((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0)) >> (9 - shift)) & 127;
    };
    let text = "";
    for (let at = 0; at < bytes.length * 8; at += 7) {
        const own = OWN.indexOf(seven(at));
        text += String.fromCharCode(own < 0 ? seven(at) : ((own + 1) << 7) | seven((at += 7)));
    }
    return text;
}
const dense = {
    contents: `const packed = "${PLACE}", own = ${JSON.stringify(OWN)};
        export const unpacked = async () => {
            const bytes = new Uint8Array(${zipped.length});
            let at = 0;
            const put = (seven) => {
                const shift = 9 - (at & 7), both = seven << shift;
                bytes[at >> 3] |= both >> 8;
                bytes[(at >> 3) + 1] |= both;
                at += 7;
            };
            for (let place = 0; place < packed.length; place += 1) {
                const code = packed.charCodeAt(place);
                code > 127 && put(own[(code >> 7) - 1]);
                put(code & 127);
            }
            const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
            const both = await new Response(stream).arrayBuffer();
            return [both.slice(0, ${wasm.length}), new TextDecoder().decode(both.slice(${wasm.length}))];
        };`,
    loader: "js",
};
const whole = (
    await bundle(
        source("embed/single.js"),
        { bindings: { contents: bindings, loader: "js" }, packed: dense },
    )
).replaceAll("</script", "<\\/script").replace(PLACE, () => densely(zipped));
const hash = (text) => `'sha256-${digest("sha256", text, "base64")}'`;
const single = html
    .replace(/<link[^>]*\bdata-start=[^>]*>\s*/g, "")
    .replace(/<link rel="stylesheet"[^>]*>\s*/g, "")
    .replace(/<script[^>]*src=[^>]*><\/script>\s*/g, "")
    .replace(/content="default-src[^"]*"/, () => `content="default-src 'none'; script-src ${hash(whole)} 'wasm-unsafe-eval'; img-src data:; base-uri 'none'; form-action 'none'"`)
    .replace("</body>", () => `<script type="module">${whole}</script></body>`);
write("", "broadcast-visualizer.html", single);

for (const [name, most] of [["element/broadcast-visualizer.js"], ["element/visualizer.js"], ["anywidget/broadcast-visualizer.js"], ["broadcast-visualizer.html", 300_000]]) {
    const { size } = statSync(join(dist, name));
    if (most && size >= most) {
        console.log(`warning: ${name} has ${size} bytes; it should have fewer than ${most}`);
    }
}
