// What the element loads once one is near the screen: the bindings, the styles of what they show, and what to say where
// it cannot run.
export * from "bindings";
export { default } from "bindings";
export { default as css } from "styles";
export { wasmBlockedReason } from "./policy.js";
