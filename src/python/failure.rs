//! The error type of this module.

use std::ops::Range;

use crate::parse::{ParseError, Problem};

/// What is wrong with a text, and where. In a box, because nearly every function returns it.
pub(super) type Failure = Box<ParseError>;

/// What is wrong at `span`, in characters of the text.
pub(super) fn failure(span: &Range<usize>, problem: Problem) -> Failure {
    Box::new(ParseError { span: span.clone(), problem })
}
