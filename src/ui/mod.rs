//! The page's components. They arrange what the rooms above have decided: no rule of broadcasting, no geometry
//! and no sentence stands here.
//!
//! [`App`] holds the [`Model`](crate::state::Model) and derives the [`Analysis`](crate::state::Analysis) from it;
//! [`DiagramView`] holds the stage, `share::Share` what is chosen in its dialog, and `mounted::AppSlot` is where an [`App`] stands
//! in somebody else's page. Everything else is a plain function from what it shows to [`Html`](yew::Html), with a
//! callback for what it asks: a component that has no state of its own would only make the bundle larger. The [`player`]
//! lives beside Yew: a clock that paints on the canvas without rendering anything.

mod app;
mod axis_table;
mod code;
mod diagnostics;
mod diagram_box;
mod diagram_view;
mod example_list;
pub mod explain;
mod export;
mod fields;
mod header;
mod help;
mod memory;
mod mount;
mod mounted;
mod narration;
mod panic_card;
pub mod player;
mod share;
mod table;
mod text;
mod transport;
mod verdict;

pub use app::{App, AppMessage, AppProps};
pub use diagram_box::{CellInput, Highlight, NodeRefs};
pub use diagram_view::{DiagramView, DiagramViewMessage, DiagramViewProps};
pub use mount::Mount;
pub use mounted::Mounted;
pub use panic_card::watch;
