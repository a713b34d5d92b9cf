//! Painters: they turn a [`DisplayList`](crate::diagram::DisplayList) into something to look at, and know nothing else.
//!
//! [`svg`] writes a string and runs anywhere; `canvas` draws in a browser. Both take what an ink looks like from
//! [`style`], and its colours from `styles/tokens.css`.

#[cfg(target_arch = "wasm32")]
pub mod canvas;
mod number;
pub mod style;
pub mod svg;
