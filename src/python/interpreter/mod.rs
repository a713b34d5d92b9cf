//! Programs as NumPy and PyTorch run them: the shape of every tensor, every operation in which tensors meet, the first
//! exception, and what cannot be read.
//!
//! The rest of [`crate::python`] reads one operand of a field: it keeps the exact values of buffers of any size, and the text of
//! the operand without variables. This part runs whole programs, and knows the values of small tensors only. What is not
//! known for certain is declined: the reading then says where.
//!
//! | file | content |
//! |---|---|
//! | `reading` | what a program is read as |
//! | `value` | values: numbers, lists, tensors |
//! | `context` | operations and warnings so far, exceptions, the bounds of the work |
//! | `call` | arguments by the names of the parameters |
//! | `types`, `arrays` | type promotion; nested lists, broadcast values, new results |
//! | `functions`, `place` | from a name to the function that does it; how to add one; where a name stands |
//! | `constructors`, `elementwise`, `unary`, `ternary`, `reductions`, `views`, `joins`, `products`, `einsum`, `linalg`, `scatter`, `layers`, `losses` | one family of functions each |
//! | `indexing`, `operators`, `attributes`, `builtins`, `modules` | indices, Python's operators, names, Python's functions, classes |
//! | `machine` | variables, statements, expressions, calls |
//!
//! Values are known where they were written, or follow exactly from such. A random tensor has no values but, where it has
//! integers, bounds: an index is checked against them.

mod arrays;
mod attributes;
mod builtins;
mod call;
mod constructors;
mod context;
mod einsum;
mod elementwise;
mod functions;
mod indexing;
mod joins;
mod layers;
mod linalg;
mod losses;
mod machine;
mod modules;
mod operators;
mod place;
mod products;
mod reading;
mod reductions;
mod scatter;
mod ternary;
mod types;
mod unary;
mod value;
mod views;

pub use reading::{
    AfterStep, Before, Inlay, NamedShape, OperationResult, ProgramError, ProgramOperand, ProgramOperation,
    ProgramWarning, Reading, Unreadable, UnreadableReason,
};

use super::lexer::Source;
use super::parser;
use crate::library::Library;
use machine::Machine;

/// The longest program that is read, in characters.
pub const MAX_PROGRAM_CHARS: usize = 4_000;

/// Reads a program. `default` is the library where the program does not import one.
///
/// ```
/// use broadcast_visualizer::{broadcast::Shape, library::Library, python::read_program};
/// let reading = read_program("import torch\nx = torch.randn(32, 784)\ny = x @ torch.randn(784, 10)", Library::NumPy);
/// assert_eq!(reading.library, Library::PyTorch);
/// assert_eq!((reading.names[1].name.as_str(), &reading.names[1].shape), ("y", &Shape::from([32, 10])));
/// assert_eq!((reading.operations[0].name.as_str(), reading.operations[0].line), ("matmul", 3));
/// ```
#[must_use]
pub fn read_program(text: &str, default: Library) -> Reading {
    let parsed = Source::with_limit(text, MAX_PROGRAM_CHARS).and_then(|source| {
        let module = parser::module(&source)?;
        Ok((source, module))
    });
    match parsed {
        Ok((source, module)) => Machine::new(&source, default).run(&module),
        Err(failure) => {
            let line = 1 + text.chars().take(failure.span.start).filter(|&c| c == '\n').count();
            let unreadable = Unreadable {
                line,
                span: failure.span.clone(),
                reason: UnreadableReason::Syntax(*failure),
                before: Before::default(),
            };
            Reading {
                library: default,
                names: Vec::new(),
                inlays: Vec::new(),
                operations: Vec::new(),
                error: None,
                warnings: Vec::new(),
                unreadable: Some(unreadable),
            }
        }
    }
}
