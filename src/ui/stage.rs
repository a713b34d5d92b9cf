//! The picture with its caption and its transport.

pub(super) mod axis_table;
pub(super) mod diagram_box;
pub(super) mod diagram_state;
pub(super) mod diagram_view;
pub(super) mod late;
pub(super) mod narration;
pub(super) mod next;
pub mod picture;
pub(super) mod picture_parts;
pub(super) mod playback;
pub mod player;
pub(super) mod pointing;
pub(super) mod print;
pub(super) mod product;
pub(super) mod screen;
pub(super) mod sizes;
pub(super) mod transport;
pub(super) mod words;
