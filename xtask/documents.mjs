// Writes what target/pages/ has beside the site: the documents as pages in docs/, and, where the address of the pages is known (SITE_ADDRESS),
// what search engines and other pages show of them: a site map, titles, and a picture.
//
// `cargo xtask pages` calls it with the folder. Fails where a document refers to a file that does not exist.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , folder] = process.argv;

/** The documents, with the names of their pages. */
const PAGES = {
    "README.md": "index.html",
    "docs/learners.md": "learners.html",
    "docs/teachers.md": "teachers.html",
    "docs/pages.md": "pages.html",
    "xtask/npm/README.md": "element.html",
    "python/README.md": "python.html",
    "docs/programmers.md": "programmers.html",
    "crates/core/README.md": "core.html",
    "crates/diagram/README.md": "diagram.html",
    "crates/reader/README.md": "reader.html",
    "CONTRIBUTING.md": "contributing.html",
    "CHANGELOG.md": "changelog.html",
    ".github/SECURITY.md": "security.html",
};

const [ICON] = readFileSync(join(root, "index.html"), "utf8").match(/<link rel="icon".*>/);

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Where a page finds what a document refers to. Files that are no documents are copied. */
function located(document, address) {
    if (/^[a-z]+:|^#/.test(address)) {
        return address;
    }
    const [path, anchor] = address.split("#");
    const source = normalize(join(dirname(document), path)).replaceAll("\\", "/");
    if (PAGES[source]) {
        return PAGES[source] + (anchor ? `#${anchor}` : "");
    }
    if (existsSync(join(folder, basename(source))) && source.startsWith("tests/recipes/")) {
        return `../${basename(source)}`;
    }
    if (!existsSync(join(root, source))) {
        throw new Error(`${document} refers to ${address}, which does not exist`);
    }
    const name = source.replaceAll("/", "-");
    // A folder, or a file of the repository that a browser does not show, has no page.
    if (!/\.[a-z]+$/.test(source)) {
        return undefined;
    }
    mkdirSync(join(folder, "docs", "files"), { recursive: true });
    copyFileSync(join(root, source), join(folder, "docs", "files", name));
    return `files/${name}`;
}

function page(document) {
    const text = readFileSync(join(root, document), "utf8");
    const marked = new Marked({
        renderer: {
            heading({ tokens, depth, text: heading }) {
                const id = heading.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-");
                return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
            },
            link({ href, tokens }) {
                const [address, words] = [located(document, href), this.parser.parseInline(tokens)];
                return address ? `<a href="${escaped(address)}">${words}</a>` : words;
            },
            image: ({ href, text: words }) => `<img src="${escaped(located(document, href))}" alt="${escaped(words)}">`,
            table(token) {
                const cells = (row, name) => row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join("");
                const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>\n`).join("");
                return `<div class="wide" tabindex="0"><table>\n<tr>${cells(token.header, "th")}</tr>\n${rows}</table></div>\n`;
            },
            code: ({ text: code }) => `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`,
        },
    });
    const title = text.match(/^# (.*)/m)[1];
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document === "README.md" ? title : `${escaped(title)} · Broadcasting visualizer`}</title>
${ICON}
<link rel="stylesheet" href="../gallery/gallery.css">
</head>
<body>
<header>
<p class="home"><a href="../">Broadcasting visualizer</a></p>
<nav><a href="../gallery/">Examples</a> <a href="index.html">Documents</a></nav>
</header>
<main class="document">
${marked.parse(text)}</main>
</body>
</html>
`;
}

mkdirSync(join(folder, "docs"), { recursive: true });
for (const [document, name] of Object.entries(PAGES)) {
    writeFileSync(join(folder, "docs", name), page(document));
}

const address = process.env.SITE_ADDRESS;
if (address) {
    const base = address.endsWith("/") ? address : `${address}/`;
    const gallery = readdirSync(join(folder, "gallery")).filter((name) => name.endsWith(".html"));
    const pages = ["", ...gallery.map((name) => `gallery/${name}`), ...Object.values(PAGES).map((name) => `docs/${name}`)];
    const places = pages.map((name) => `<url><loc>${escaped(base + name.replace(/(^|\/)index\.html$/, "$1"))}</loc></url>\n`);
    const header = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
    writeFileSync(join(folder, "sitemap.xml"), `${header}${places.join("")}</urlset>\n`);
    await preview(join(folder, "preview.png"));
    for (const name of ["index.html", ...gallery.map((name) => `gallery/${name}`)]) {
        const html = readFileSync(join(folder, name), "utf8");
        const [title, description] = [/<title>(.*)<\/title>/, /name="description" content="([^"]*)"/].map((part) => html.match(part)[1]);
        const properties = { title, description, type: "website", url: base + name.replace(/index\.html$/, ""), image: `${base}preview.png` };
        const tags = Object.entries(properties)
            .filter(([name]) => !html.includes(`og:${name}"`))
            .map(([name, value]) => `<meta property="og:${name}" content="${value}">\n`);
        writeFileSync(join(folder, name), html.replace("</title>", (end) => `${end}\n${tags.join("")}<meta name="twitter:card" content="summary_large_image">`));
    }
}

/** A picture of the first example, in the size that other pages show: BASE_URL has the site. */
async function preview(path) {
    const { chromium } = createRequire(new URL("../tests/pages/", import.meta.url))("playwright-core");
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, reducedMotion: "reduce", colorScheme: "light" });
    await page.goto(`${process.env.BASE_URL}?a=4,1&b=3&chapter=last&embed=1&controls=none`);
    await page.waitForFunction(() => document.querySelector(".viewport canvas")?.width > 300 && !document.querySelector("#first"));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.screenshot({ path });
    await browser.close();
}
