// The runtime, which is loaded when an element is near the screen: the bindings, the styles, and the check whether
// WebAssembly may run.
export * from "bindings";
export { default } from "bindings";
export { default as css } from "styles";
export { prefetchWhenUsed } from "./prefetch.js";
export { wasmBlockedReason } from "./policy.js";
