//! The page of the broadcasting visualizer: everything between the crates that know broadcasting and a person.
//!
//! # Architecture
//!
//! Data flows one way. Each step before drawing is a pure function of the step before:
//!
//! ```text
//! text ─parse─▶ Operands ─align─▶ Operation (roles, strides, result or mismatch) ─▶ Story (chapters) ─▶ DisplayList(t) ─▶ canvas, SVG
//! code ─reader─▶ Reading = lines with shapes, operations, exception ┘ (one is chosen)    + words, axis table, tables
//! ```
//!
//! No step decides again what an earlier step has decided. If two places need the same rule, it belongs in the lower one.
//!
//! Three crates stand on their own; this package is built on them:
//!
//! | crate | contents | uses |
//! |---|---|---|
//! | [`tensor_broadcasting`], in `crates/core` | shapes, axes and their roles, strides, index maps, element types, operators, values; what NumPy and PyTorch check, say and promote | `std` only |
//! | [`broadcasting_diagram`], in `crates/diagram` | layout, story, scene, display list, hit test, transitions, SVG | the core |
//! | [`tensor_reader`], in `crates/reader` | shapes, values and Python programs from text | the core |
//!
//! Each module of this package may use the modules above it in this table, and none below it (`tests/native/structure.rs` checks this):
//!
//! | module | contents |
//! |---|---|
//! | [`chunks`] | pieces of the application that are loaded when they are needed |
//! | `numbers` | JavaScript's functions of numbers, for the core |
//! | [`diagnostics`] | fixes of an error, and warnings of a probable mistake |
//! | [`program`] | the reader as a chunk; a program and its operations; the text of a field while the reader is not loaded |
//! | [`codegen`] | the Python program that computes what is shown |
//! | `render` | display lists to a canvas |
//! | [`examples`] | the examples |
//! | [`practice`] | wrong rules of learners, questions, grades of answers, sets of questions from a seed |
//! | [`i18n`] | the sentences that a person reads, one file a language |
//! | [`state`] | settings, link codec, analysis of the inputs, the model, its reducer and its undo, the pace of a story and the clock |
//! | `ui` | Yew components; no rule of broadcasting, no geometry |
//! | `embed` | custom element, messages of the iframe, notebook widget |
//!
//! `numbers`, `render`, `ui` and `embed` exist only for wasm32, and so do their dependencies. All other modules run and are tested
//! natively.
//!
//! # Design notes
//!
//! * The three crates are cut by who uses them: who asks whether shapes broadcast needs no diagram, and who draws an operation needs no
//!   Python. Sentences, settings and practice are tied to each other by many imports, so they stay in one package with the page.
//! * The crates know no browser. What JavaScript does better with numbers is handed to the core when the application starts
//!   (`numbers`). What is loaded when, and what is said meanwhile, is decided here ([`program`]).
//! * The library comes before the reader, because Python that is read can fail with a message of the library.
//! * The reader reads an operand of a field as a program, in which tensors have any size. Elements that are shown are kept as a rule where
//!   they are many; decisions are made with the exact elements of small tensors only.
//! * The names of a program's operands are in [`tensor_broadcasting::Operation`], because titles, words and tables show them, and an older
//!   picture keeps its own.
//! * [`tensor_broadcasting::Operation`] has the operands with their values. Provenance needs the values, and the diagram, the texts and
//!   the state need provenance.
//! * An operation has a list of two or three operands ([`tensor_broadcasting::PerOperand`]). What an [`tensor_broadcasting::Operator`]
//!   does stays a function of two: its values, its type promotion, the checks and messages of the libraries, and the questions of
//!   practice. `where` of three operands has other rules and messages in both libraries, so it is another
//!   [`tensor_broadcasting::Combination`].
//! * In [`broadcasting_diagram`], what a frame knows of each operand is in an array as long as [`tensor_broadcasting::OperandId::ALL`],
//!   not in a [`tensor_broadcasting::PerOperand`]: a frame allocates nothing. The panels are derived from the list of operands.
//! * An [`tensor_broadcasting::Operation`] that is a matrix product has the batch axes only: each of its elements is a matrix. So
//!   everything that draws and explains broadcasting works for it. What shows the axes of the matrices asks
//!   [`tensor_broadcasting::Operation::core`].
//! * The fields have the matrix product beside the operators ([`state::Binary`]). It is no [`tensor_broadcasting::Operator`], because that
//!   is a function of two elements. What a library checks of it, with all its messages, is in the chunk `work`
//!   ([`state::load_products`]): until it is there, the picture is shown and the verdict waits.
//! * The element of a product that is highlighted in a cell ([`broadcasting_diagram::MatrixElement`]) is a part of the picture, not of the
//!   settings: a link names the cell. What draws it is given to the drawing, because it is loaded later.
//! * The inputs have a third operand only for `where`. The text of `c` decides that, not the operator, so that no two settings can
//!   contradict each other.
//! * A layout fits a box ([`broadcasting_diagram::LayoutOptions`]). What does not fit becomes smaller, then loses its values, then is
//!   folded; at last leading axes are not drawn. Only an axis that the user unfolds makes the drawing larger than the box.
//! * A fix gives an operand a new text. It is offered only if the reader takes this text, and the reader is asked by reading it.
//!   A check of the limits without reading would be a second place with the limits.
//! * A fix of a program ([`program::program_fixes`]) is a change of its text, written where a teacher would write it. The text is all that is
//!   searched: every changed program is read again before it is offered, so a wrong guess costs a reading and is never seen. What is
//!   probably meant is a table of rules.
//! * A recorded run ([`program::record`]) belongs to the text of the program ([`state::Code`]): it holds while the text is the recorded one, so an
//!   edit goes back to the reader, and undo to the record, without a rule for either. Afterwards it is a reading as any other.
//! * [`i18n`] comes after the diagram, because the text of a chapter follows from the chapter. The few words in a drawing are
//!   given to the diagram as [`broadcasting_diagram::Labels`].
//! * Components with state are structs, not functions with hooks. This makes the bundle smaller: a struct with messages costs
//!   half of what as many hooks cost. All other components are plain functions that return HTML.
//! * The result is hidden in one place too, [`state::Visit`]: only while the story of another operation plays from its start, or waits for that, and
//!   only until the story comes to it. Equation row, axis table and note ask the same [`state::Model::is_untold`]. The fixes are words of the chapter that
//!   tells a clash ([`broadcasting_diagram::Story::outcome`]), as the library's message is. Events, `explain` and screen readers have the result at once.
//! * A question hides its answer in one place: while a part of the answer is hidden, [`state::Model::shown`] and
//!   [`state::Model::analysis`] give only what may be seen. So no component can forget it. The operands are then drawn in layouts of
//!   their own ([`practice::Figure`]), because the layout of the result would tell its shape.
//! * What practice keeps of a visit has a type that only its chunk knows, because the first load would else contain the code
//!   that drops and copies it.
//! * The chapter of the gradient is the last one of a story, on demand. What writes its numbers is given to the story
//!   ([`broadcasting_diagram::GradientDrawing`]), because it is loaded later with the words. While a question hides its answer, no story
//!   has it.
//! * A step of a teacher is settings with a text ([`state::Step`]): the table of settings says which of them a step has, and reads and writes
//!   them in links and in files. The step that is shown is a setting too, so that links, keys, buttons and the page around go to it in one way.
//! * The file of a set (`steps-src`) is loaded by a component of the chunk `practice` and read by [`state::OwnSet::from_file`]: the first load
//!   has only the name of the setting.
//! * The set that a teacher collects ([`state::Draft`]) is a part of what practice keeps, so that it is there while the dialog for it is
//!   closed.
//! * The editor of programs is CodeMirror: input methods, touch, undo of the browser and screen readers are each more than we could write
//!   well. It decides nothing: it is given what stands at which line, and behaves as a field with events of its own. It stands in a shadow root,
//!   because its styles are allowed by a strict policy only there. What stands below lines is rendered by Yew, into elements that the editor
//!   places. The history is that of the page, so that undo goes through the editor and everything else in one order.
//! * A fix of a program is a whole program, read again before it is offered ([`program::program_fixes`]). What is probably meant is a table of
//!   facts and points, tested with programs and the answers of a teacher.
//! * The first load holds what a picture of two shapes needs. Everything else is in [`chunks`]. The application asks whether a chunk
//!   is there and is called again when its state changes, so nothing but the loading itself is asynchronous.
//! * Chapters are counted from 1 in links, attributes, events and texts. In Rust a chapter is an index, counted from 0. At time
//!   `t` chapter `t` is complete.

pub use {broadcasting_diagram, tensor_broadcasting, tensor_reader};

pub mod chunks;
pub mod codegen;
pub mod diagnostics;
#[cfg(target_arch = "wasm32")]
pub mod embed;
pub mod examples;
pub mod i18n;
#[cfg(target_arch = "wasm32")]
pub mod numbers;
pub mod practice;
pub mod program;
#[cfg(target_arch = "wasm32")]
pub mod render;
pub mod state;
#[cfg(target_arch = "wasm32")]
pub mod ui;

/// Runs the Rust examples of the documents as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/programmers.md")]
struct Documents;
