//! The motion of the axis table: what each of its cells shows at a time of the story.
//!
//! The table has a column for each aligned axis, and a row for each operand and for the result. It follows the same time as
//! the diagram: the sizes of an operand slide to the right, an inserted size grows in its place, a stretched size counts up, and the
//! verdict on an axis comes when it is compared, and the size of the result as soon as the operands agree on it.

use super::ease::mix;
use super::{Chapter, ChapterKind, Panel, Story, ease_in_out};
use tensor_broadcasting::{OperandId, Operation};

/// A cell of the axis table at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisCell {
    /// How far left of its column it is, in columns.
    pub shift: f64,
    /// Its opacity, from 0 to 1.
    pub opacity: f64,
    /// What it says.
    pub size: AxisSize,
}

/// What a cell of the axis table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisSize {
    /// Nothing.
    Blank,
    /// A size.
    Size(u64),
    /// A size of 1 that is stretched, so far to this size.
    Stretched(u64),
    /// A size along which the parts of the gradient are added.
    Summed(u64),
    /// The sizes clash.
    Clash,
}

impl AxisCell {
    const BLANK: Self = Self { shift: 0.0, opacity: 0.0, size: AxisSize::Blank };
}

/// The cell of a row and an aligned axis at time `t`. The row of an operand has the name of its panel.
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Operation, Operator, Shape, OperandId, Tensor, Values};
/// use broadcasting_diagram::{AxisSize, Panel, Story, axis_cell};
///
/// let [a, b] = [vec![4, 1], vec![3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes.as_slice()), Values::Arange));
/// let operation = Operation::new([a, b], Operator::Add, Arithmetic::PyTorch);
/// let story = Story::new(&operation, None);
/// let b = Panel::Operand(OperandId::B);
/// // At first the 3 of b is in the first column, as it was typed. When the shapes line up, it is in the last one.
/// assert_eq!((axis_cell(&operation, &story, b, 1, 0.0).shift, axis_cell(&operation, &story, b, 1, 1.0).shift), (1.0, 0.0));
/// // At the end b has the size 1 that was inserted and stretched to 4.
/// assert_eq!(axis_cell(&operation, &story, b, 0, 5.0).size, AxisSize::Stretched(4));
/// ```
#[must_use]
pub fn axis_cell(operation: &Operation, story: &Story, row: Panel, axis: usize, t: f64) -> AxisCell {
    match row {
        Panel::Operand(operand) => operand_cell(operation, story, operand, axis, t),
        Panel::Result => result_cell(operation, story, axis, t),
    }
}

/// What the axis table tells of an axis of the result at time `t`: its size, or that the sizes clash, also as the verdict of their
/// comparison; [`AxisSize::Blank`] before.
#[must_use]
pub fn told_size(operation: &Operation, story: &Story, axis: usize, t: f64) -> AxisSize {
    match axis_verdict(operation, story, axis, t) {
        Some((AxisVerdict::Clash, ..)) => AxisSize::Clash,
        _ => result_cell(operation, story, axis, t).size,
    }
}

/// The number of axes of the result of which the axis table tells something at time `t`.
#[must_use]
pub fn told_axes(operation: &Operation, story: &Story, t: f64) -> usize {
    let is_told = |&axis: &usize| told_size(operation, story, axis, t) != AxisSize::Blank;
    (0..operation.alignment().ndim()).filter(is_told).count()
}

fn operand_cell(operation: &Operation, story: &Story, operand: OperandId, axis: usize, t: f64) -> AxisCell {
    let alignment = operation.alignment();
    let at = &alignment.axes()[axis];
    let progress = |chapter: Option<usize>| chapter.map(|chapter| story.progress(chapter, t));
    let stretched = progress(chapter_of(story, axis, |kind| kind == ChapterKind::Stretch(operand)));
    let size = match (stretched.filter(|&progress| progress > 0.0), at.result()) {
        (Some(_), Some(size)) if story.is_summed(axis, t) => AxisSize::Summed(size),
        // Until it is another size, it is the 1.
        (Some(progress), Some(size)) if progress >= 1.0 || between(size, progress) > 1 => {
            AxisSize::Stretched(between(size, progress))
        }
        _ => AxisSize::Size(at.given_size(operand).unwrap_or(1)),
    };
    match at.given_size(operand) {
        // As they were typed, both shapes begin at the left.
        Some(_) => {
            let columns = alignment.missing(operand) as f64;
            let shift = columns * (1.0 - story.lined_up(t));
            AxisCell { shift, opacity: 1.0, size }
        }
        None => match progress(chapter_of(story, axis, |kind| kind == ChapterKind::Insert(operand))) {
            Some(progress) if progress > 0.0 => AxisCell { shift: 0.0, opacity: progress, size },
            _ => AxisCell::BLANK,
        },
    }
}

/// How far the place of an axis that an operand does not have is there, from 0 to 1: from the time when the shapes line up until the axis is
/// inserted.
pub(super) fn empty_place(operation: &Operation, story: &Story, operand: OperandId, axis: usize, t: f64) -> f64 {
    let inserted = chapter_of(story, axis, |kind| kind == ChapterKind::Insert(operand));
    let is_filled = inserted.is_some_and(|chapter| story.progress(chapter, t) >= 1.0);
    let lacks = operation.alignment().axes()[axis].given_size(operand).is_none();
    if lacks && !is_filled { story.lined_up(t) } else { 0.0 }
}

fn result_cell(operation: &Operation, story: &Story, axis: usize, t: f64) -> AxisCell {
    let clashes = chapter_of(story, axis, |kind| matches!(kind, ChapterKind::Clash | ChapterKind::OtherClashes));
    let (opacity, size) = match (clashes, operation.alignment().axes()[axis].result()) {
        (Some(chapter), _) => (story.progress(chapter, t), AxisSize::Clash),
        // The stretch is seen first.
        (None, Some(size)) => (2.0 * agreed(operation, story, axis, t) - 1.0, AxisSize::Size(size)),
        (None, None) => (0.0, AxisSize::Blank),
    };
    if opacity > 0.0 { AxisCell { shift: 0.0, opacity, size } } else { AxisCell::BLANK }
}

/// What the sizes of an axis are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AxisVerdict {
    /// All are equal.
    Equal,
    /// A size of 1 stretches to this size.
    Stretches(u64),
    /// An operand does not have the axis.
    Missing,
    /// They clash.
    Clash,
}

/// The part of the time in which an axis is compared after which its verdict falls, and until it is there.
const FALLS: [f64; 2] = [0.45, 0.8];

/// The size of a verdict when it begins to fall.
const SMALL: f64 = 0.4;

/// The verdict on an axis at time `t`, as the operands are then; how far above its place it is, from 1 to 0; and its size, from 0 to 1.
/// `None` before the axis is compared.
pub(super) fn axis_verdict(
    operation: &Operation,
    story: &Story,
    axis: usize,
    t: f64,
) -> Option<(AxisVerdict, f64, f64)> {
    let fallen = ease_in_out((story.compared(axis, t) - FALLS[0]) / (FALLS[1] - FALLS[0]));
    if fallen <= 0.0 {
        return None;
    }
    let at = &operation.alignment().axes()[axis];
    let lacks = |operand: OperandId| {
        let insert = chapter_of(story, axis, |kind| kind == ChapterKind::Insert(operand));
        at.given_size(operand).is_none() && insert.is_none_or(|chapter| story.progress(chapter, t) < 0.5)
    };
    // A size that has been stretched is equal to the others.
    let differs = |operand: OperandId, size: u64| {
        let stretch = chapter_of(story, axis, |kind| kind == ChapterKind::Stretch(operand));
        at.size(operand) != size && stretch.is_none_or(|chapter| story.progress(chapter, t) < 1.0)
    };
    let verdict = match at.result() {
        None => AxisVerdict::Clash,
        Some(_) if at.operands().iter().any(|&operand| lacks(operand)) => AxisVerdict::Missing,
        Some(size) if at.operands().iter().any(|&operand| differs(operand, size)) => AxisVerdict::Stretches(size),
        Some(_) => AxisVerdict::Equal,
    };
    Some((verdict, 1.0 - fallen, mix(SMALL, 1.0, fallen)))
}

/// How far the operands have the same size on an axis, from 0 to 1. Where they always had, it takes the chapter after the comparison.
fn agreed(operation: &Operation, story: &Story, axis: usize, t: f64) -> f64 {
    let chapter = if operation.shape().is_none() {
        chapter_of(story, axis, |kind| kind == ChapterKind::Agree)
    } else {
        let changes = |kind| matches!(kind, ChapterKind::Insert(_) | ChapterKind::Stretch(_));
        let last = story.chapters().iter().rposition(|chapter| changes(chapter.kind) && chapter.axes.contains(&axis));
        let align = || story.chapters().iter().position(|chapter| chapter.kind == ChapterKind::Align);
        last.or_else(|| Some(align()? + 1))
    };
    chapter.map_or(0.0, |chapter| story.progress(chapter, t))
}

/// The index of the chapter of some kind that is about an axis.
fn chapter_of(story: &Story, axis: usize, kind: impl Fn(ChapterKind) -> bool) -> Option<usize> {
    story.chapters().iter().position(|chapter: &Chapter| kind(chapter.kind) && chapter.axes.contains(&axis))
}

/// The size on the way from 1 to `size`.
fn between(size: u64, progress: f64) -> u64 {
    if progress >= 1.0 {
        return size;
    }
    // A size of 0 is reached at the end: until then the 1 stays.
    1 + (size.saturating_sub(1) as f64 * progress) as u64
}
