// Checks whether WebAssembly may run.

/** The reason why WebAssembly cannot run, by language. `undefined` when it can. */
export function wasmBlockedReason() {
    if (typeof WebAssembly !== "object") {
        return { en: "This browser has no WebAssembly.", zh: "此浏览器不支持 WebAssembly。" };
    }
    try {
        // The shortest valid module: the magic number and the version.
        new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    } catch {
        return {
            en: "The page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src.",
            zh: "页面的 Content-Security-Policy 必须在 script-src 中允许 'wasm-unsafe-eval'。",
        };
    }
}
