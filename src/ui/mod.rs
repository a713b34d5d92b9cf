//! The page's components. They arrange what the rooms above have decided: no rule of broadcasting, no geometry
//! and no sentence stands here.
//!
//! [`App`] holds the [`Model`](crate::state::Model) and derives the [`Reading`](crate::state::Reading) from it;
//! [`Theatre`] holds the stage, `share::Share` what is chosen in its dialog, and `mounted::Seat` is where an [`App`] stands
//! in somebody else's page. Everything else is a plain function from what it shows to [`Html`](yew::Html), with a
//! callback for what it asks: a component that has no state of its own would only make the bundle larger. The [`player`]
//! lives beside Yew: a clock that paints on the canvas without rendering anything.

mod advice;
mod app;
mod code;
pub mod explain;
mod fields;
mod help;
mod host;
mod ladder;
mod masthead;
mod memory;
mod mounted;
mod narration;
mod panic_card;
pub mod player;
mod said;
mod share;
mod shelf;
mod stage;
mod table;
mod takeaway;
mod theatre;
mod transport;
mod verdict;

pub use app::{App, AppMessage, AppProps};
pub use host::Host;
pub use mounted::Mounted;
pub use panic_card::watch;
pub use stage::{Lit, Places, Pointing};
pub use theatre::{Theatre, TheatreMessage, TheatreProps};
