//! Geometry and time: from an operation on tensors to a list of things to draw.
//!
//! [`Story`] has the chapters, [`Layout`] the position of every cell. [`Scene`] is the immutable model built from both.
//! [`draw`] writes a scene at one time into a [`DisplayList`]; [`cell_at`] finds the cell under a point, [`next_cell`] the
//! one that an arrow key leads to, and [`Transition`] moves the cells of one scene to those of another. All of it is pure:
//! the same arguments give the same [`DisplayList`], so going backwards is the same as playing forwards. Nothing here
//! depends on a colour, a canvas or a language; the few words inside a drawing are given as [`Labels`].
//!
//! | file | subject | uses |
//! |---|---|---|
//! | `geometry`, `ease`, `strip`, `mark` | points and rectangles; easing; gaps in a row; marks of axes | |
//! | `measure` | the width of texts | |
//! | `display_list` | what is drawn, as data | `geometry`, `ease`, `measure` |
//! | `panel` | the panels: operands and result | |
//! | `fold` | which indices of a long axis are drawn | `panel` |
//! | `layout` | positions, and how much is drawn | `geometry`, `ease`, `fold`, `panel`, `measure` |
//! | `gradient` | the numbers and the motion of the gradient, which are loaded later | `layout`, `panel` |
//! | `story` | the chapters | `ease`, `gradient` |
//! | `axis_cell` | the axis table at one time | `story` |
//! | `scene` | the model: cells, slots, grids, texts | all above |
//! | `frame_state` | a scene at one time: the progress of each motion | `scene` |
//! | `position` | where cells are at one time, and what of them is visible | `frame_state` |
//! | `transition` | from one scene to the next | `position` |
//! | `draw` | a scene at one time as a display list | `position`, `transition` |
//! | `hit` | what is under a point | `position` |
//! | `navigation` | arrow keys | `scene` |
//! | `miniature` | shapes as cells of a few pixels, for a list | `geometry` |
//! | `buffer` | an operand in memory: its buffer, and the cells that are read from it | `fold`, `strip`, `navigation` |
//! | `matrix_grid` | the elements of the matrices of a product in their cells | `fold`, `geometry` |
//! | `matrix_element` | the row and the column that make an element of a matrix product | `hit`, `navigation` |

pub mod animated;
mod axis_cell;
mod buffer;
mod display_list;
mod draw;
mod ease;
mod fold;
mod frame_state;
mod geometry;
mod gradient;
mod hit;
mod layout;
mod mark;
mod matrix_element;
mod matrix_grid;
mod measure;
mod miniature;
mod navigation;
mod number;
mod panel;
mod position;
mod scene;
mod story;
mod strip;
pub mod style;
pub mod svg;
mod transition;
pub mod words;

pub use axis_cell::{AxisCell, AxisSize, axis_cell, told_axes, told_size};
pub use buffer::{BufferOptions, BufferPicture, BufferPlace, BufferSlot, ReadCell, Step};
pub use display_list::{Anchor, DisplayList, Label, Layer, PaintRole};
pub use draw::{
    DrawOptions, ENDING_DRAWING, EndingDrawing, HIGHLIGHT_DRAWING, HighlightDrawing, Highlighted, NamedPart, SizePlace,
    between_places, bracket_places, draw, insert_places, size_places,
};
pub use ease::{clamp, ease_in_out, ease_inverse};
pub use fold::{Ends, FoldedAxis};
pub use geometry::{Line, Point, Rect, Size};
pub use gradient::{GRADIENT_DRAWING, GradientDrawing};
pub use hit::{cell_at, folded_axis_at};
pub use layout::{
    Arrangement, AxisSizes, Blocks, Cell, Direction, DrawnAxis, Grid, Kept, Layout, LayoutOptions, Needs, Spacing,
    TableForm, TablePlace, TableSizes,
};
pub use mark::axis_mark;
pub use matrix_element::{ElementIndex, MATRIX_DRAWING, MatrixDrawing, MatrixElement};
pub use miniature::{Miniature, MiniaturePanel};
pub use navigation::{ArrowDirection, end_cell, next_cell, next_folded_axis};
pub use number::Number;
pub use panel::Panel;
pub use scene::{CellRef, Labels, Scene, SceneOptions, element_text, matrix_text};
pub use story::{Chapter, ChapterKind, Story, Writing};
pub use strip::strip;
pub use transition::{ActiveTransition, Transition};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
