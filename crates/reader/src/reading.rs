//! What a program is read as: shapes, operations, warnings, and the first error.

pub(crate) mod answers;
pub(crate) mod compared;
pub(crate) mod error_message;
pub(crate) mod fields;
pub(crate) mod forms;
pub(crate) mod json;
pub(crate) mod letters;
pub(crate) mod literal;
pub(crate) mod messages;
pub(crate) mod nearest;
pub(crate) mod notations;
pub(crate) mod operand;
pub(crate) mod pair;
pub(crate) mod program;
pub(crate) mod recorded;
pub(crate) mod statements;
pub(crate) mod unassigned;
pub(crate) mod unreadable;

use std::ops::Range;

use crate::shapes::Operand;
pub use crate::shapes::UnreadableReason;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Combination, Dtype, Shape};

/// The longest program that is read, in characters.
pub const MAX_PROGRAM_CHARS: usize = 20_000;

/// A program as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// The library that the program uses: the first that it imports, or the default.
    pub library: Library,
    /// Each variable that is a tensor at the end of the program, in the order in which they were made.
    pub names: Vec<NamedShape>,
    /// What each statement binds or shows, in the order of execution.
    pub inlays: Vec<Inlay>,
    /// Each call in which two or more tensors meet, in the order of execution.
    pub operations: Vec<ProgramOperation>,
    /// The exception that ends the program.
    pub error: Option<ProgramError>,
    /// The exceptions of operations that the program handles with `try`, each with the number of operations before it.
    pub handled: Vec<(usize, ProgramError)>,
    /// The warnings of the library, in the order of execution.
    pub warnings: Vec<ProgramWarning>,
    /// The exception that ends the program, where `error` has a condition.
    pub next_error: Option<ProgramError>,
    /// The lines that are not read, at most once each, from the first to the last.
    pub unread: Vec<Unread>,
    /// Where a stated shape was used or is not the shape that the program makes, and where axes are probably mistaken.
    pub notes: Vec<Note>,
    /// The names whose shapes or sizes a person can give.
    pub asked: Vec<Asked>,
}

/// What is said of a line that raises no exception.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The line, counted from 1.
    pub line: usize,
    /// What is said.
    pub kind: NoteKind,
}

impl Note {
    /// Whether a stated shape was used.
    pub(crate) const fn is_used(&self) -> bool {
        matches!(self.kind, NoteKind::Stated { made: None, .. })
    }

    /// Whether the line is probably a mistake.
    #[must_use]
    pub const fn is_mistake(&self) -> bool {
        !matches!(self.kind, NoteKind::Stated { .. })
    }
}

/// What is said of a line that raises no exception.
#[derive(Debug, Clone, PartialEq)]
pub enum NoteKind {
    /// A comment or a type states a shape.
    Stated {
        /// The shape that is stated.
        stated: Shape,
        /// The shape that the program makes; `None` where it is not known, so that the stated one was used.
        made: Option<Shape>,
    },
    /// The sizes of `view` or `reshape` are those of a tensor whose axes were exchanged, but the elements stay in their order.
    KeepsOrder {
        /// The name of the call.
        call: String,
        /// The code that exchanges the axes: `.transpose(1, 2)`.
        instead: String,
    },
    /// An axis lies along an axis with another name, although the other operand has an axis with its name. Both names have the same value.
    Misplaced {
        /// The name of the size of the axis.
        axis: String,
        /// The name of the size of the axis that it lies along.
        along: String,
        /// The code that inserts the missing axes: `[:, None]`.
        instead: String,
    },
    /// An axis that was made as a product of sizes is split in another order than they were multiplied.
    SplitOrder {
        /// The product, as it was written: `B * H`.
        product: String,
        /// The call with the sizes in that order.
        instead: String,
    },
    /// The classes of a loss are along axis 1, but the probabilities were made along axis 0, the samples.
    OverSamples,
}

/// A name that the program gives no value, or none that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The name.
    pub name: String,
    /// The size that it is read as, where it is a size of axes. `None`: it is a tensor, whose shape is asked for.
    pub size: Option<u64>,
}

/// A variable that is a tensor.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedShape {
    /// The variable.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// The type of its elements.
    pub dtype: Dtype,
}

/// What a statement binds or shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Inlay {
    /// The line of the statement, counted from 1.
    pub line: usize,
    /// The variable; `None` for an expression that is only shown.
    pub name: Option<String>,
    /// Its shape.
    pub shape: Shape,
    /// The type of its elements.
    pub dtype: Dtype,
}

/// A call in which two or more tensors meet.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramOperation {
    /// The line where the call begins, counted from 1.
    pub line: usize,
    /// Its place, in characters.
    pub span: Range<usize>,
    /// What it does: `sub`, `matmul`, `where`. Operators have the same names as their functions.
    pub name: String,
    /// What combines the elements or the matrices of the operands; `None` where it is something else than one operation on operands
    /// that broadcast.
    pub combination: Option<Combination>,
    /// Whether the result is written into the first operand.
    pub in_place: bool,
    /// The tensors, in the order of the arguments. Numbers are not among them.
    pub operands: Vec<ProgramOperand>,
    /// The number of tensors that are not among the operands, of a recorded operation of many.
    pub left_out: usize,
    /// What it gives; `None` for an operation that raises an exception.
    pub result: Option<OperationResult>,
    /// What the program says of how its operands meet.
    pub aim: Aim,
    /// What the same statement does to the result afterwards, in order.
    pub then: Vec<AfterStep>,
    /// The lines on whose conditions it depends whether it is done, counted from 1.
    pub only_if: Vec<usize>,
}

/// What a program says of how two operands meet, by where their axes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Nothing.
    Unknown,
    /// They are meant to meet so: the axis of size 1 is written in the expression, both are made of one tensor, or the result meets a tensor
    /// of its own shape.
    Meant,
    /// The axis of size 1 is written in a statement before.
    Written,
    /// It is, and one number is made of all elements of the result.
    Summed,
    /// A tensor that was reduced lies along another axis of what it reduces than its own: `A / A.sum(axis=1)`.
    Crossed,
}

/// What an operation gives.
#[derive(Debug, Clone, PartialEq)]
pub enum OperationResult {
    /// A tensor.
    Tensor(Shape),
    /// Several tensors.
    Many(Vec<Shape>),
    /// A Python value, such as the bool of `torch.equal`.
    Other,
}

/// What is done to the result of an operation within the same statement.
#[derive(Debug, Clone, PartialEq)]
pub struct AfterStep {
    /// The source text, such as `** 2` or `.mean()`.
    pub text: String,
    /// The shape that it gives.
    pub shape: Shape,
}

/// A tensor that goes into an operation.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramOperand {
    /// Its source text, such as `target[:, None]`.
    pub text: String,
    /// The place of that text, in characters.
    pub span: Range<usize>,
    /// Its shape, element type and values.
    pub operand: Operand,
}

/// The exception that ends a program.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramError {
    /// The line that raises it, counted from 1; within a function, the line there.
    pub line: usize,
    /// The line of the program that calls the function, where the exception is raised within one.
    pub call_line: Option<usize>,
    /// The place of the expression that raises it, in characters.
    pub span: Range<usize>,
    /// The type of the exception, such as `RuntimeError`.
    pub kind: String,
    /// The message, without white space at its end.
    pub message: String,
    /// The operation that fails, where two or more tensors meet in it.
    pub operation: Option<Box<ProgramOperation>>,
    /// The lines on whose conditions it depends whether it is raised, counted from 1.
    pub only_if: Vec<usize>,
}

/// A warning of the library.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramWarning {
    /// The line that causes it, counted from 1.
    pub line: usize,
    /// Its category, such as `UserWarning`.
    pub category: &'static str,
    /// The message.
    pub message: String,
}

/// A line that is not read.
#[derive(Debug, Clone, PartialEq)]
pub struct Unread {
    /// The line, counted from 1.
    pub line: usize,
    /// The place in it, in characters.
    pub span: Range<usize>,
    /// Why it is not read.
    pub reason: UnreadableReason,
}
