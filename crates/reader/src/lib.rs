//! Reads the shapes of tensors from text: a shape, Python that makes one tensor, or a whole program of NumPy or PyTorch.
//!
//! ```text
//! text ─shapes──────────────────────────────────▶ one operand
//! text ─syntax─▶ syntax tree ─machine─▶ one operand, the two of one operation, or a
//!                                       Reading = lines with shapes, operations, exception, what was not read
//! ```
//!
//! ```
//! use tensor_broadcasting::Shape;
//! use tensor_broadcasting::library::Library;
//! use tensor_reader::{parse_operand, read_program};
//!
//! assert_eq!(parse_operand("5 × 3 × 4 × 1").expect("a shape").shape(), &Shape::from([5, 3, 4, 1]));
//! let reading = read_program("import numpy as np\nx = np.ones((3, 2)) - np.ones(3)", Library::PyTorch);
//! let error = reading.error.expect("3 and 2 clash");
//! assert_eq!((error.line, error.kind.as_str()), (2, "ValueError"));
//! ```
//!
//! # Parts
//!
//! | folder | content |
//! |---|---|
//! | `shapes` | shapes and numbers from text, operands, errors with a span |
//! | `syntax` | characters to tokens, tokens to the syntax tree |
//! | `tensors` | the values of a program, and what every function does with them |
//! | `signatures` | the arguments of a call, and what is said to a call that does not fit |
//! | `functions` | the functions of the libraries, one family a file |
//! | `machine` | Python itself: variables, statements, expressions, calls, classes |
//! | `reading` | what a program is read as; names without a value, answers, pasted messages |
//!
//! An error has a [`Problem`] or an [`UnreadableReason`], and a span in characters. Its sentence is for the user of this crate to
//! write. What is not known for certain is declined: nothing is guessed.

mod functions;
mod machine;
mod reading;
mod shapes;
mod signatures;
pub mod syntax;
mod tensors;

pub use reading::answers::{Answer, Answered, with_answers};
pub use reading::compared::{Compared, ComparedRow, ComparedRule, compared};
pub use reading::fields::{answer, clash_in_any_case, letters_of, parse_field, with_letter_sizes};
pub use reading::json::quoted;
pub use reading::messages::{Pasted, pasted, pasted_message};
pub use reading::notations::Notations;
pub use reading::operand::{is_list_or_shape, parse_operand};
pub use reading::pair::{Operands, operands_in};
pub use reading::program::{is_program, read_open_program, read_program};
pub use reading::recorded::complete_record;
pub use reading::{
    AfterStep, Aim, Asked, Inlay, MAX_PROGRAM_CHARS, NamedShape, Note, NoteKind, OperationResult, ProgramError,
    ProgramOperand, ProgramOperation, ProgramWarning, Reading, Unread, UnreadableReason,
};
pub use shapes::{
    MAX_AXES, MAX_CHARS, Operand, ParseError, Problem, PythonSource, ascii_twin, is_letter, is_part_of_word, one_line,
    plain_mistake, plain_shape,
};
pub use syntax::syntax_tree;
pub use tensors::context::INDEX;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
