//! Sizes that are changed where they stand in the picture: the text of the operand with another size.

use tensor_broadcasting::OperandId;
use tensor_reader::Operand;

/// A size of an operand: the axis of its own shape, counted from 0.
pub type HeldSize = (OperandId, usize);

/// Whether a size is written as a number.
pub(super) fn is_number(text: &str, operand: &Operand, axis: usize) -> bool {
    let Some(place) = operand.places.get(axis) else { return false };
    let mut characters = text.chars().skip(place.start).take(place.len()).peekable();
    characters.peek().is_some() && characters.all(|c| c.is_ascii_digit())
}

/// The text of an operand with another size on an axis, and everything else as it was typed; `None` where that size is not written as a number.
pub(super) fn with_size(text: &str, operand: &Operand, axis: usize, size: u64) -> Option<String> {
    let place = operand.places.get(axis).filter(|_| is_number(text, operand, axis))?;
    let characters = || text.chars();
    let (before, after) = (characters().take(place.start), characters().skip(place.end));
    Some(before.chain(size.to_string().chars()).chain(after).collect())
}
