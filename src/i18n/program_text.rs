//! What is said of a program.

use crate::library::Library;
use crate::python::{ProgramWarning, UnreadableReason};

/// A sentence or a label about a program.
#[derive(Debug, Clone, Copy)]
pub enum ProgramText<'a> {
    /// The label of the input.
    Input,
    /// What can be done in the input.
    Hint,
    /// The button that goes back to two shapes.
    Close,
    /// The heading of the list of operations.
    Operations,
    /// A line, by its number from 1.
    Line(usize),
    /// How many lines were read, by the rules of this library.
    LinesRead(usize, Library),
    /// Before what the same statement does to the result afterwards.
    Then,
    /// An operation that the diagram does not draw.
    NotDrawn,
    /// The program has no operation of two tensors.
    NoOperation,
    /// Where reading stopped (a line, counted from 1), and why.
    StoppedAt(usize, &'a UnreadableReason),
    /// Why a program is not read further.
    Reason(&'a UnreadableReason),
    /// A warning of the library.
    Warning(&'a ProgramWarning),
    /// An operation fails.
    Fails,
    /// The result of an operation is probably a mistake.
    Doubtful,
    /// An operation works.
    Works,
}
