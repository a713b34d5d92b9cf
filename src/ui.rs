//! The Yew components. They arrange what the modules above have decided: no rule of broadcasting, no geometry and no
//! sentence is in here.
//!
//! `App` holds the [`Model`](crate::state::Model). [`DiagramView`] holds the picture, `Narration` shows the words of the caption, `ProgramPanel` and
//! `Editor` a program with what is said of it, `Share` holds the choices of its dialog, `AppSlot` an app that can be removed, `SizeControl` a size
//! that is held, and `Memory` and `Table` show what the drawer has of one operation: they are rendered only when that changes.
//! Everything else is a plain function from what it shows to [`Html`](yew::Html), with
//! a callback for actions. A part becomes a component where it has state of its own, or where what is around it is rendered far more often than
//! it changes. Its properties are a snapshot that compares: numbers and names by value, what is large in an `Rc`, and callbacks that were made
//! once, in `create`. Yew renders it only for other properties:
//!
//! ```ignore
//! #[derive(Properties, PartialEq)]
//! struct TableProps { operation: Rc<Operation>, locale: Locale, mount: Mount }
//!
//! impl ScopedComponent for Table {
//!     type Message = ();
//!     type Properties = TableProps;
//!     fn create(_: &ScopedContext<Self>) -> Self { Self }
//!     fn view(&self, ctx: &ScopedContext<Self>) -> Html { value_table(&ctx.props().operation, ctx.props().locale) }
//! }
//! ```
//!
//! What changes with each movement of a pointer, such as the highlighted cell, is no property: the diagram view writes it into a value that the caption and the
//! drawer watch (`parts::watched`), so that nothing else is rendered. The [`player`] is not part of Yew's rendering: it advances the clock, and the [`picture`]
//! is painted at the time that the clock shows.
//!
//! | folder | content |
//! |---|---|
//! | `parts` | what several panels are made of, and what they need of the browser |
//! | `host` | where an app is mounted: its environment, its messages, and what happens after a panic |
//! | `inputs` | the equation row: operands as fields or as one line, options, the result, and what is said of them |
//! | `stage` | the picture with its sizes, the caption and the transport |
//! | `drawer` | memory, code, table and export |
//! | `program` | the editor of a program, its notes and its fixes |
//! | `practice`, `teach`, `share` | questions, a teacher's sets, and the dialog for sharing |
//! | `app` | the app with header, menu, examples, keys, and what is loaded when |
//!
//! What is loaded later ([`chunks`](crate::chunks)) stands, for each folder, in a table in its `late.rs`: only through it are those functions called. `late` joins
//! the tables of the chunks that several folders share.

mod app;
mod drawer;
mod host;
mod inputs;
mod late;
mod parts;
mod practice;
mod program;
mod share;
mod stage;
mod teach;

pub use crate::ui::app::preload::{explained, prefetch, prepare, prepare_export};
pub use crate::ui::host::key_press::KeyPress;
pub use crate::ui::host::mount::Mount;
pub use crate::ui::host::mounted::Mounted;
pub use crate::ui::host::panic_card::watch;
pub use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
pub use crate::ui::stage::diagram_box::{CellInput, Highlight, NodeRefs};
pub use crate::ui::stage::diagram_view::{DiagramLink, DiagramView, DiagramViewMessage, DiagramViewProps};
pub use crate::ui::stage::{picture, player};

/// Mounts an app in an environment.
#[must_use]
pub fn mount(mount: Mount) -> Mounted {
    Mounted::new(mount, app::app)
}
