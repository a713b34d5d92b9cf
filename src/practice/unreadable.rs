//! What of an answer cannot be read, and where.

use std::ops::Range;

use tensor_broadcasting::OperandId;
use tensor_reader::ParseError;

use crate::program::{InputError, InputProblem};

/// What of a text cannot be read as an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The place, in characters of the text.
    pub span: Range<usize>,
    /// The problem.
    pub problem: ReplyProblem,
}

/// The problems that the text of an answer can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyProblem {
    /// The text cannot be read as a shape or as Python.
    Text(InputProblem),
    /// It is neither yes nor no.
    NotYesOrNo,
    /// It does not say what happens at an axis.
    NotAnAxis,
    /// There is an answer for another number of axes.
    WrongCount {
        /// The number of aligned axes.
        expected: usize,
        /// The number of answers.
        found: usize,
    },
    /// It is not a number.
    NotANumber,
    /// It is not an element of an operand.
    NotAnElement,
    /// The element of this operand is missing.
    ElementMissing(OperandId),
    /// It is not a unit of memory.
    NotAUnit,
    /// There is no message with this number.
    NoSuchMessage,
    /// The lists at one level have different lengths, or numbers and lists are mixed.
    Ragged,
}

impl From<ParseError> for Unreadable {
    fn from(error: ParseError) -> Self {
        InputError::from(error).into()
    }
}

impl From<InputError> for Unreadable {
    fn from(error: InputError) -> Self {
        Self { span: error.span, problem: ReplyProblem::Text(error.problem) }
    }
}

/// A problem of a whole text.
pub(super) fn whole(text: &str, problem: ReplyProblem) -> Unreadable {
    Unreadable { span: 0..text.chars().count(), problem }
}
