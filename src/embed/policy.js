// Checks whether WebAssembly may run.

const MISSING = "This browser has no WebAssembly.";
const FORBIDDEN = "The page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src.";

/** The reason why WebAssembly cannot run, in English. `undefined` when it can. */
export function wasmBlockedReason() {
    if (typeof WebAssembly !== "object") {
        return MISSING;
    }
    try {
        // The shortest valid module: the magic number and the version.
        new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    } catch {
        return FORBIDDEN;
    }
}

/** A reason in the other languages, by the first part of their tags. */
export const translated = (reason) =>
    reason === MISSING
        ? { es: "Este navegador no tiene WebAssembly.", zh: "此浏览器不支持 WebAssembly。" }
        : {
              es: "La Content-Security-Policy de la página debe permitir 'wasm-unsafe-eval' en script-src.",
              zh: "页面的 Content-Security-Policy 必须在 script-src 中允许 'wasm-unsafe-eval'。",
          };
