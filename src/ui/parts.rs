//! What several panels are made of, and what they need of the browser.

pub(super) mod chunk_styles;
pub(super) mod clipboard;
pub(super) mod elements;
pub(super) mod fullscreen;
pub(super) mod loading;
pub(super) mod menu;
pub(super) mod observers;
pub(super) mod text;
pub(super) mod text_file;
pub(super) mod watched;
