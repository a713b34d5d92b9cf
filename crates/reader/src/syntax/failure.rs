//! The error type of this module.

use std::ops::Range;

use crate::shapes::{ParseError, Problem};

/// What is wrong with a text, and where. In a box, because nearly every function returns it.
pub(crate) type Failure = Box<ParseError>;

/// What is wrong at `span`, in characters of the text.
pub(crate) fn failure(span: &Range<usize>, problem: Problem) -> Failure {
    Box::new(ParseError { span: span.clone(), problem })
}
