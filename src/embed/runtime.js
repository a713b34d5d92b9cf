// What the element loads once one is near the screen: the bindings, and the styles of what they show.
export * from "bindings";
export { default } from "bindings";
export { default as css } from "styles";
