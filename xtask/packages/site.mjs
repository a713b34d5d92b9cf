// The site: the page, its scripts, its styles and its module, each file under a name with a hash of its contents.
import { hashedName, integrity } from "./integrity.mjs";
import { replaceRequired } from "./text.mjs";

/**
 * The site's files from Trunk's page.
 *
 * `parts` has one entry for each file that the page names: `{ trunkName, name, contents }`, where `trunkName` is Trunk's
 * name in the page and `name` the file's name without a hash. Gives `{ html, files }`; `files` maps names to contents.
 */
export function siteFiles(html, parts) {
    const files = {};
    let page = html;
    for (const { trunkName, name, contents } of parts) {
        const hashed = hashedName(name, contents);
        files[hashed] = contents;
        page = replaceRequired(page, trunkName, () => hashed, `reference to ${trunkName} in index.html`);
        page = withIntegrity(page, hashed, contents);
    }
    return { html: page, files: { ...files, "index.html": page } };
}

/** The page with the hash of a file in each `<link>` and `<script>` that names the file. */
function withIntegrity(html, name, contents) {
    // Browsers do not check `integrity` on a preloaded module: src/boot.js passes the value to `fetch` instead.
    const attribute = name.endsWith(".wasm") ? "data-integrity" : "integrity";
    // Trunk closes some of these tags with a slash, which no attribute may follow.
    const tags = new RegExp(`<(link|script)([^>]*\\b${name.replace(".", "\\.")}[^>]*?)\\s*/?>`, "g");
    return replaceRequired(
        html,
        tags,
        (_, tag, attributes) => {
            const cors = attributes.includes("crossorigin") ? "" : ' crossorigin="anonymous"';
            return `<${tag}${attributes} ${attribute}="${integrity(contents)}"${cors}>`;
        },
        `<link> or <script> with ${name} in index.html`,
    );
}
