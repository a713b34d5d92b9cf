// The files that the runtime of the npm package loads later. Their addresses are in source.js, which is a part of the author's own
// bundle: a bundler sees only there which files it has to copy. The runtime itself is one of these files, which bundlers do not read.
import { compiled } from "./chunks.js";

let files = {};

/** Takes the addresses of the files, by name. */
export const locate = (addresses) => void (files = addresses);

/** Compiles the chunk of a name. */
export const locatedChunk = (name) => compiled(files[name]);

/** Imports the script of a name. */
export const locatedScript = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ files[name]);
