//! Painters: they paint a [`DisplayList`](crate::diagram::DisplayList).
//!
//! [`svg`] writes a string and runs anywhere, and so does [`animated`], which writes all chapters with their motion; `canvas` draws
//! in a browser. All take the style of each paint role from
//! [`style`], and the colours from `styles/tokens.css`.

pub mod animated;
#[cfg(target_arch = "wasm32")]
pub mod canvas;
mod number;
pub mod style;
pub mod svg;
pub mod words;
