import { brotliCompressSync, constants } from "node:zlib";
import { chunkFiles, withSplitChunks } from "./packages/chunks.mjs";
import { optimized, shortenNames } from "./packages/names.mjs";
import { readProgram } from "./packages/program.mjs";
const b=(c)=>brotliCompressSync(c,{params:{[constants.BROTLI_PARAM_QUALITY]:11}}).length;
const program = readProgram(process.argv[2]);
const main = await shortenNames(program.main.wasm);
const parts = {};
for (const [name, wasm] of Object.entries(program.parts)) parts[name] = await optimized(wasm);
const out={page:b(main.wasm), rawpage:main.wasm.length};
for (const [n,c] of Object.entries(chunkFiles(program.link, parts))) {out[n]=b(c); out["raw"+n]=c.length;}
console.log(JSON.stringify(out));
