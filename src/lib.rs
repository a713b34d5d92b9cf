//! scaffold
pub mod broadcast;
pub mod diagram;
pub mod dialect;
pub mod lesson;
pub mod notation;
pub mod painter;
pub mod state;
pub mod words;

#[cfg(target_arch = "wasm32")]
pub mod ui;
