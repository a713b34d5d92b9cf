//! Some of many positions in a row, with a mark for each gap.

/// The positions of a row of `length` that are drawn, in ascending order, with `None` for each gap before, between and after them. A gap of
/// one position is as wide as the position itself, which is then drawn.
///
/// ```
/// use broadcasting_diagram::strip;
/// assert_eq!(strip(3, &[0, 2]), [Some(0), Some(1), Some(2)]);
/// assert_eq!(strip(100, &[0, 1, 50, 99]), [Some(0), Some(1), None, Some(50), None, Some(99)]);
/// assert_eq!(strip(100, &[50]), [None, Some(50), None]);
/// assert_eq!(strip(0, &[]), []);
/// ```
#[must_use]
pub fn strip(length: u64, drawn: &[u64]) -> Vec<Option<u64>> {
    let mut slots = Vec::with_capacity(drawn.len() + 2);
    let mut next = 0;
    for position in drawn.iter().copied().filter(|&position| position < length).chain([length]) {
        if position > next {
            slots.push((position == next + 1).then_some(next));
        }
        if position < length {
            slots.push(Some(position));
        }
        next = position.saturating_add(1);
    }
    slots
}
