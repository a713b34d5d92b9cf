//! An interactive visualizer of tensor broadcasting.
//!
//! A student types two shapes; the core decides whether they broadcast, grid diagrams show the leading axes that are
//! inserted and the size-1 axes that stretch, and the words say why, as PyTorch or NumPy would.
//!
//! # Architecture
//!
//! Data goes one way, and each step is a pure function of the one before:
//!
//! ```text
//! text ─parse─▶ Operand ─broadcast─▶ Pair ─tell─▶ Story ─frame(t)─▶ Frame ─paint─▶ canvas, SVG
//!                                                                                + words, table
//! ```
//!
//! Nothing downstream decides again what an upstream step knows. The rooms of the house, of which each may use those
//! above it and never those below:
//!
//! | room | what it is for |
//! |---|---|
//! | [`broadcast`] | the core: shapes, alignment, strides, index maps, values. `std` only |
//! | [`dialect`] | what PyTorch and NumPy say and do: messages, limits, strides |
//! | [`notation`] | text to operands, Python included, with errors that point at a place; values to text |
//! | [`diagnosis`] | what would mend a clash, and which successes were probably not meant |
//! | [`program`] | the Python that does what is shown |
//! | [`diagram`] | geometry and time: layout, chapters, scenes, frames (display lists), hit testing |
//! | [`painter`] | frames to SVG anywhere, and to a canvas in a browser |
//! | [`lesson`] | the examples |
//! | [`words`] | every sentence a person reads, in English and Chinese |
//! | [`state`] | what the page is set to, the one way to change it, the link codec, what follows from the texts |
//! | `ui` | Yew components, and the clock that paints |
//! | `embed` | what the page's script and the custom element's script call |
//!
//! `ui`, `embed` and `painter::canvas` exist only for wasm32, where the browser crates are dependencies at all, so the compiler
//! itself keeps the rooms above them pure. (One line of [`notation`] asks the browser to read a real number, which it
//! does exactly as Rust would, for 13 KB less.)
//!
//! ## Where this differs from the first design
//!
//! * [`dialect`] stands above [`notation`], because Python that is read can fail in a library's own words.
//! * The pair of operands with their values, [`broadcast::Pair`], stands between the broadcast and the story, because
//!   provenance needs both and three rooms ask for it.
//! * Components are four structs and a dozen plain functions instead of function components with hooks: measured at a
//!   third of the bundle. What a hook would remember stands in a field of `ui::App`, `ui::Theatre` or the dialog for
//!   sharing; the fourth is the place in somebody else's page that an `App` may take and leave.
//! * A chapter's number in a link is the chapter that is *told*; its motion is over when time reaches that number.

pub mod broadcast;
pub mod diagnosis;
pub mod diagram;
pub mod dialect;
#[cfg(target_arch = "wasm32")]
pub mod embed;
pub mod lesson;
pub mod notation;
pub mod painter;
pub mod program;
pub mod state;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod words;
