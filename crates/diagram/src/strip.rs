//! A flat buffer as a strip of positions, folded around the highlighted one.

/// Up to this many positions, all are drawn.
const WHOLE: u64 = 9;
/// The number of neighbours drawn on each side of the highlighted position where the strip is folded.
const NEIGHBOURS: u64 = 2;

/// The drawn positions of a buffer of `length` elements: all of them, or the first, those around `highlighted` and the
/// last, with `None` for each gap between them.
///
/// ```
/// use broadcasting_diagram::strip;
/// assert_eq!(strip(3, 1), [Some(0), Some(1), Some(2)]);
/// assert_eq!(strip(100, 1), [Some(0), Some(1), Some(2), Some(3), None, Some(99)]);
/// assert_eq!(strip(100, 50).len(), 9);
/// ```
#[must_use]
pub fn strip(length: u64, highlighted: u64) -> Vec<Option<u64>> {
    if length <= WHOLE {
        return (0..length).map(Some).collect();
    }
    let last = length - 1;
    let mut drawn = Vec::new();
    let mut next = 0;
    let around = highlighted.saturating_sub(NEIGHBOURS)..=highlighted.saturating_add(NEIGHBOURS).min(last);
    for position in [0].into_iter().chain(around).chain([last]).filter(|&position| position <= last) {
        if position < next {
            continue;
        }
        if position > next {
            // A gap of one position is as wide as the position itself, which is then drawn.
            drawn.push((position == next + 1).then_some(next));
        }
        drawn.push(Some(position));
        next = position + 1;
    }
    drawn
}
