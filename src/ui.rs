//! The Yew components. They arrange what the modules above have decided: no rule of broadcasting, no geometry and no
//! sentence is in here.
//!
//! `App` holds the [`Model`](crate::state::Model); [`DiagramView`] holds the diagram, `Share` the choices of its dialog,
//! `AppSlot` an app that can be removed, `SizeControl` a size that is held, and `Memory` and `Table` what is shown of one operation: they are rendered
//! only when that changes.
//! Everything else is a plain function from what it shows to [`Html`](yew::Html), with
//! a callback for actions: a component without state of its own would only make the bundle larger. The [`player`] is not
//! part of Yew's rendering: it advances the clock, and the [`picture`] is painted at the time that the clock shows.
//!
//! A file uses only files before it in this order: `mount` (the environment), `panic_scope`, `connection` (messages),
//! `mounted`, the parts of the page, `app`.

mod app;
mod asked;
mod axis_table;
mod chunk_styles;
mod clipboard;
mod code;
mod connection;
mod diagnostics;
mod diagram_box;
mod diagram_view;
mod drawer;
mod editor;
mod elements;
mod example_list;
mod explain;
mod export;
mod failure;
mod field_parts;
mod fields;
mod fixes;
mod fullscreen;
mod header;
mod help;
mod key_press;
mod keys;
mod loading;
mod memory;
mod menu;
mod mount;
mod mounted;
mod narration;
mod next;
mod observers;
mod options;
mod page_menu;
mod panels;
mod panic_card;
mod panic_scope;
pub mod picture;
mod picture_parts;
pub mod player;
mod pointing;
mod practice;
mod preload;
mod print;
mod product;
mod program;
mod record;
mod screen;
mod share;
mod sizes;
mod summary;
mod table;
mod tabs;
mod teach;
mod text;
mod text_file;
mod transport;
mod verdict;
mod words;
mod work;

pub use crate::ui::diagram_box::{CellInput, Highlight, NodeRefs};
pub use crate::ui::diagram_view::{DiagramLink, DiagramView, DiagramViewMessage, DiagramViewProps};
pub use crate::ui::key_press::KeyPress;
pub use crate::ui::mount::Mount;
pub use crate::ui::mounted::Mounted;
pub use crate::ui::panic_card::watch;
pub use crate::ui::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
pub use crate::ui::preload::{explained, prefetch, prepare, prepare_export};

/// Mounts an app in an environment.
#[must_use]
pub fn mount(mount: Mount) -> Mounted {
    Mounted::new(mount, app::app)
}
