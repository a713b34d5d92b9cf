// Whether WebAssembly may run here, and what to say where it may not.

/** Why WebAssembly cannot run here, in English and Chinese; `undefined` where it can. */
export function wasmBlockedReason() {
    if (typeof WebAssembly !== "object") {
        return ["This browser has no WebAssembly.", "此浏览器不支持 WebAssembly。"];
    }
    try {
        // The shortest module there is: its magic number and its version.
        new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    } catch {
        return [
            "The page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src.",
            "页面的 Content-Security-Policy 必须在 script-src 中允许 'wasm-unsafe-eval'。",
        ];
    }
}
