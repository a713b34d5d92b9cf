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
//! text ─parse─▶ Operand ─broadcast─▶ Operation ─tell─▶ Story ─frame(t)─▶ Frame ─paint─▶ canvas, SVG
//!                                                                                + words, table
//! ```
//!
//! Nothing downstream decides again what an upstream step knows. The rooms of the house, of which each may use those
//! above it and never those below:
//!
//! | room | what it is for |
//! |---|---|
//! | [`broadcast`] | the core: shapes, alignment, strides, index maps, values. `std` only |
//! | [`library`] | what PyTorch and NumPy say and do: messages, limits, strides |
//! | [`parse`] | text to operands, Python included, with errors that point at a place; values to text |
//! | [`diagnostics`] | what would mend a clash, and which successes were probably not meant |
//! | [`codegen`] | the Python that does what is shown |
//! | [`diagram`] | geometry and time: layout, chapters, scenes, frames (display lists), hit testing |
//! | [`render`] | frames to SVG anywhere, and to a canvas in a browser |
//! | [`examples`] | the examples |
//! | [`i18n`] | every sentence a person reads, in English and Chinese |
//! | [`state`] | what the page is set to, the one way to change it, the link codec, what follows from the texts |
//! | `ui` | Yew components, and the clock that paints |
//! | `embed` | what the page's script and the custom element's script call |
//!
//! `ui`, `embed` and `render::canvas` exist only for wasm32, where the browser crates are dependencies at all, so the compiler
//! itself keeps the rooms above them pure. (One line of [`parse`] asks the browser to read a real number, which it
//! does exactly as Rust would, for 13 KB less.)
//!
//! ## Where this differs from the first design
//!
//! * [`library`] stands above [`parse`], because Python that is read can fail in a library's own words.
//! * The operation of operands with their values, [`broadcast::Operation`], stands between the broadcast and the story, because
//!   provenance needs both and three rooms ask for it.
//! * Components are four structs and a dozen plain functions instead of function components with hooks: measured at a
//!   third of the bundle. What a hook would remember stands in a field of `ui::App`, `ui::DiagramView` or the dialog for
//!   sharing; the fourth is the place in somebody else's page that an `App` may take and leave.
//! * A chapter's number in a link is the chapter that is *told*; its motion is over when time reaches that number.

pub mod broadcast;
pub mod codegen;
pub mod diagnostics;
pub mod diagram;
#[cfg(target_arch = "wasm32")]
pub mod embed;
pub mod examples;
pub mod i18n;
pub mod library;
pub mod parse;
pub mod python;
pub mod render;
pub mod state;
#[cfg(target_arch = "wasm32")]
pub mod ui;
