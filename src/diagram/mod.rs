//! Geometry and time: from an operation on tensors to a list of things to draw.
//!
//! [`Story`] says which chapters there are, [`Layout`] where every cell stands, [`Scene`] which cells exist and how they
//! move, and [`Scene::frame`] what is to be seen at one moment. All of it is pure: the same input gives the same
//! [`DisplayList`], so going backwards is the same as playing forwards. Nothing here knows a colour, a canvas or a sentence;
//! the few words inside a drawing come in as [`Labels`].

mod display_list;
mod ease;
mod fold;
mod layout;
mod scene;
mod story;
mod strip;

pub use display_list::{Anchor, DisplayList, Label, Layer, Line, PaintRole, Rect};
pub use ease::{clamp, ease_in_out};
pub use fold::FoldedAxis;
pub use layout::{Blocks, Direction, DrawnAxis, Layout, LayoutOptions};
pub use scene::{ArrowDirection, CellRef, Labels, Panel, Scene, SceneOptions, Transition};
pub use story::{Chapter, ChapterKind, Story, Writing};
pub use strip::strip;
