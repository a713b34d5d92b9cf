//! Sizes that are changed where they stand in the picture: the text of the operand with another size.

use std::ops::Range;

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

/// Where a size begins in a text, with the name that stands before it: `N=4`, `N: 4`.
fn start_of(text: &str, size: &Range<usize>) -> usize {
    let before: String = text.chars().take(size.start).collect();
    let named = before.trim_end().strip_suffix(['=', ':']);
    // Without the tables of Unicode, which the first load does not have.
    let is_part_of_name = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_';
    let name = |before: &str| before.trim_end().trim_end_matches(is_part_of_name).chars().count();
    named.map_or(size.start, name)
}

/// The text of an operand with an axis of size 1 before its axis `at`, or after its last one, written as the others are; `None` where its sizes
/// are not written.
pub(super) fn with_axis(text: &str, operand: &Operand, at: usize) -> Option<String> {
    let places = &operand.places;
    let first = places.first().filter(|_| is_number(text, operand, 0))?;
    // What stands between the first two sizes.
    let between = places.get(1).map(|second| first.end..start_of(text, second));
    let between = between.map_or_else(String::new, |place| text.chars().skip(place.start).take(place.len()).collect());
    let is_separator = !between.is_empty() && between.chars().all(|c| ", x×*".contains(c));
    let separator = if is_separator { between.as_str() } else { "," };
    let (at, axis) = match places.get(at) {
        Some(next) => (start_of(text, next), ["1", separator]),
        None => (places.last()?.end, [separator, "1"]),
    };
    let (before, after) = (text.chars().take(at), text.chars().skip(at));
    Some(before.chain(axis.concat().chars()).chain(after).collect())
}

/// The text of an operand without an axis, where that has size 1 and is not the only one.
pub(super) fn without_axis(text: &str, operand: &Operand, axis: usize) -> Option<String> {
    let places = &operand.places;
    let place = places.get(axis).filter(|_| places.len() > 1)?;
    let is_one = operand.shape().get(axis) == Some(&1) && is_number(text, operand, axis);
    let (from, to) = match places.get(axis + 1) {
        Some(next) => (start_of(text, place), start_of(text, next)),
        None => (places.get(axis.checked_sub(1)?)?.end, place.end),
    };
    is_one.then(|| text.chars().take(from).chain(text.chars().skip(to)).collect())
}
