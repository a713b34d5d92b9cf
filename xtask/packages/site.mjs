// The site: the page, its scripts, its styles and its chunks, each file under a name with a hash of its contents.
//
// index.html marks with `data-trunk` what a build puts in place of a tag, so that Trunk can build the page too.
import { hashedName, integrity } from "./integrity.mjs";
import { replaceRequired } from "./text.mjs";

/**
 * The site's files from `index.html`.
 *
 * `scripts` maps each path in a `data-trunk` tag to the file that it stands for: `{ name, contents }`, where `name` has no hash.
 * `styles` has the paths of all style sheets as `sources`, and the one `file` that holds them. `program` has the files `bindings` and `wasm`. `others` are files that the page does not name, under
 * their names on the server. `frame` is what index.html of the site has besides: the frame of the page as `html`, and the file
 * `script`, which hides it where it is not wanted. Gives `{ html, files }`; `html` has no frame, and `files` maps names to
 * contents.
 */
export function siteFiles(html, { styles, scripts, program, others, frame }) {
    const files = { ...others };
    const named = ({ name, contents }) => {
        const hashed = hashedName(name, contents);
        files[hashed] = contents;
        return [`./${hashed}`, integrity(contents)];
    };
    // Browsers do not check `integrity` on a preloaded module: src/boot.js passes the value to `fetch` instead.
    const programTags = () => {
        const [[script, scriptHash], [wasm, wasmHash]] = [named(program.bindings), named(program.wasm)];
        return (
            `<link rel="modulepreload" data-start="js" href="${script}" integrity="${scriptHash}" crossorigin="anonymous">\n  ` +
            `<link rel="preload" data-start="wasm" href="${wasm}" as="fetch" type="application/wasm" crossorigin="anonymous" data-integrity="${wasmHash}">`
        );
    };
    const tag = (whole, attributes) => {
        const [, path] = attributes.match(/\b(?:href|src)="([^"]*)"/) ?? [];
        const [, kind] = attributes.match(/\brel="([^"]*)"/) ?? [, "script"];
        if (kind === "copy-dir") {
            // Trunk does not bundle scripts and copies what they import.
            return "";
        }
        if (kind === "rust") {
            return programTags();
        }
        if (kind === "css" && styles.sources.slice(1).includes(path)) {
            // It is in the file of the first.
            return "";
        }
        const file = kind === "css" && path === styles.sources[0] ? styles.file : scripts[path];
        if (!file) {
            throw new Error(`The build makes nothing for this tag of index.html: ${whole}`);
        }
        const [address, hash] = named(file);
        return kind === "css"
            ? `<link rel="stylesheet" href="${address}" integrity="${hash}" crossorigin="anonymous">`
            : `<script type="module" src="${address}" integrity="${hash}" crossorigin="anonymous"></script>`;
    };
    const tags = /<(?:link|script)\b((?=[^>]*\bdata-trunk\b)[^>]*)>(?:<\/script>)?/g;
    const page = replaceRequired(html, tags, tag, "tag with data-trunk in index.html");
    for (const path of [...styles.sources, ...Object.keys(scripts)]) {
        if (!html.includes(`"${path}"`)) {
            throw new Error(`index.html does not name ${path}.`);
        }
    }
    const index = frame ? withFrame(page, frame.html, named(frame.script)) : page;
    return { html: page, files: { ...files, "index.html": index } };
}

/**
 * The page with its frame, and with the script that may hide it. The script is the last in the head: the browser stops reading the
 * page there until it is loaded, and with a policy in the page it looks for no file beyond, so every other file is asked for before.
 */
function withFrame(page, frame, [address, hash]) {
    const script = `  <script src="${address}" integrity="${hash}" crossorigin="anonymous"></script>\n`;
    const head = replaceRequired(page, "</head>", (end) => script + end, "end of the head of index.html");
    return replaceRequired(head, '<div id="app"></div>', (app) => `<div id="first">${frame}</div>\n    ${app}`, "place of the frame in index.html");
}
