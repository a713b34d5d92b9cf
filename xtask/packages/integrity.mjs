// Hashes of files: for file names, for `integrity` attributes and for a page's Content-Security-Policy.
import { createHash } from "node:crypto";

const digest = (algorithm, contents, encoding) => createHash(algorithm).update(contents).digest(encoding);

/**
 * The value of an `integrity` attribute, or of the `integrity` option of `fetch`, for a file with these contents. SHA-256, because the
 * first load has such a hash for each chunk, and a hash cannot be compressed.
 */
export const integrity = (contents) => `sha256-${digest("sha256", contents, "base64")}`;

/** The source expression that allows an inline script with this text in `script-src`. */
export const policyHash = (script) => `'sha256-${digest("sha256", script, "base64")}'`;

/** The hash of contents for a file name. */
export const shortHash = (contents) => digest("sha256", contents, "hex").slice(0, 16);

/** The name with a hash of the contents before its extension: `page.js` becomes `page-0123456789abcdef.js`. */
export function hashedName(name, contents) {
    const dot = name.lastIndexOf(".");
    return `${name.slice(0, dot)}-${shortHash(contents)}${name.slice(dot)}`;
}
