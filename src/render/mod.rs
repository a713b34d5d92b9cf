//! Painters: they paint a [`DisplayList`](crate::diagram::DisplayList).
//!
//! [`svg`] writes a string and runs anywhere; `canvas` draws in a browser. Both take the style of each paint role from
//! [`style`], and the colours from `styles/tokens.css`.

#[cfg(target_arch = "wasm32")]
pub mod canvas;
mod number;
pub mod style;
pub mod svg;
