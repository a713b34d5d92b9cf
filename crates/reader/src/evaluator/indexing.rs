//! `x[…]`: whole slices, new axes and an ellipsis.

use crate::evaluator::value::{Spanned, library_error};
use crate::evaluator::views::with_layout;
use crate::shapes::{MAX_AXES, Operand, Problem};
use crate::syntax::failure::{Failure, failure};
use tensor_broadcasting::library::{Library, LibraryError};

/// One of the indices between brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    /// `None`: a new axis.
    NewAxis,
    /// `...`: all axes that no other index is for.
    Ellipsis,
    /// `:`: all of an axis.
    Whole,
    /// Anything that selects elements.
    Selection,
}

/// The view of a tensor through indices.
pub(crate) fn index(operand: Box<Operand>, indices: &[Spanned<Index>]) -> Result<Box<Operand>, Failure> {
    let rules = operand.library.unwrap_or_default();
    let ndim = operand.shape().ndim();
    let count = |index: Index| indices.iter().filter(|item| item.value == index).count();
    let span = indices.first().map_or(0, |item| item.span.start)..indices.last().map_or(0, |item| item.span.end);
    let raises = |message: String| library_error(rules, LibraryError { error_type: "IndexError", message }, &span);
    if let Some(item) = indices.iter().find(|item| item.value == Index::Selection) {
        return Err(failure(&item.span, Problem::Selects));
    }
    if rules == Library::NumPy && count(Index::Ellipsis) > 1 {
        return Err(raises("an index can only have a single ellipsis ('...')".to_owned()));
    }
    let whole = count(Index::Whole);
    if whole > ndim {
        return Err(raises(match rules {
            Library::PyTorch if ndim == 0 && indices.len() == 1 => {
                "slice() cannot be applied to a 0-dim tensor.".to_owned()
            }
            Library::PyTorch => format!("too many indices for tensor of dimension {ndim}"),
            Library::NumPy => {
                format!("too many indices for array: array is {ndim}-dimensional, but {whole} were indexed")
            }
        }));
    }
    let mut layout = operand.tensor.layout.clone();
    let (mut axis, mut rest) = (0, ndim - whole);
    for item in indices {
        match item.value {
            Index::NewAxis => {
                layout = rules.insert_axis(&layout, axis);
                axis += 1;
            }
            Index::Ellipsis => axis += std::mem::take(&mut rest),
            Index::Whole | Index::Selection => axis += 1,
        }
        if layout.shape().ndim() > MAX_AXES {
            return Err(failure(&item.span, Problem::TooManyAxes));
        }
    }
    Ok(with_layout(operand, layout))
}
