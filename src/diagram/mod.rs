//! Geometry and time: from a pair of tensors to a list of things to draw.
//!
//! [`Story`] says which chapters there are, [`Layout`] where every cell stands, [`Scene`] which cells exist and how they
//! move, and [`Scene::frame`] what is to be seen at one moment. All of it is pure: the same input gives the same
//! [`Frame`], so going backwards is the same as playing forwards. Nothing here knows a colour, a canvas or a sentence;
//! the few words inside a drawing come in as [`Labels`].

mod ease;
mod fold;
mod frame;
mod layout;
mod scene;
mod story;
mod strip;

pub use ease::{between, ease_in_out};
pub use fold::Slots;
pub use frame::{Anchor, Frame, Ink, Label, Layer, Line, Rect};
pub use layout::{Blocks, Direction, DrawnAxis, Layout, Room};
pub use scene::{Focus, Labels, Panel, Passage, Scene, Stage, Step};
pub use story::{Chapter, ChapterKind, Story, Writing};
pub use strip::strip;
