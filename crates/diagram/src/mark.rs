//! The mark of an axis: one shape for each axis, counted from the end.

/// The marks, the last axis first. Each is one character that common fonts have. They differ in outline and not only in size,
/// so that they are told apart when small and without colour, and none looks like an operator.
const MARKS: [&str; 8] = ["●", "■", "▲", "◆", "★", "▼", "◣", "◗"];

/// The mark of the axis that is `from_end` axes before the last one; empty for an axis further from the end than there are
/// marks.
///
/// Axes of two shapes that line up have the same mark, because both are counted from the end.
///
/// ```
/// use broadcasting_diagram::axis_mark;
/// assert_eq!([axis_mark(0), axis_mark(1), axis_mark(2), axis_mark(3)], ["●", "■", "▲", "◆"]);
/// assert_eq!(axis_mark(64), "");
/// ```
#[must_use]
pub fn axis_mark(from_end: usize) -> &'static str {
    MARKS.get(from_end).copied().unwrap_or_default()
}
