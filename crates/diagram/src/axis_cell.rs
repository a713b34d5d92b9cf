//! The motion of the axis table: what each of its cells shows at a time of the story.
//!
//! The table has a column for each aligned axis, and a row for each operand and for the result. It follows the same time as
//! the diagram: the sizes of an operand slide to the right, an inserted size falls into its place, a stretched size counts up, and the
//! result gets the size of an axis as soon as the operands agree on it.

use super::{Chapter, ChapterKind, Panel, Story, ease_in_out};
use tensor_broadcasting::{OperandId, Operation};

/// A cell of the axis table at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisCell {
    /// How far left of its column it is, in columns.
    pub shift: f64,
    /// How far above its row it is, in rows.
    pub rise: f64,
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
    const BLANK: Self = Self { shift: 0.0, rise: 0.0, opacity: 0.0, size: AxisSize::Blank };
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

/// The number of axes of which the row of the result says something at time `t`.
#[must_use]
pub fn told_axes(operation: &Operation, story: &Story, t: f64) -> usize {
    let is_told = |&axis: &usize| result_cell(operation, story, axis, t).size != AxisSize::Blank;
    (0..operation.alignment().ndim()).filter(is_told).count()
}

fn operand_cell(operation: &Operation, story: &Story, operand: OperandId, axis: usize, t: f64) -> AxisCell {
    let alignment = operation.alignment();
    let at = &alignment.axes()[axis];
    let progress = |chapter: Option<usize>| chapter.map(|chapter| story.progress(chapter, t));
    let stretched = progress(chapter_of(story, axis, |kind| kind == ChapterKind::Stretch(operand)));
    let size = match (stretched.filter(|&progress| progress > 0.0), at.result()) {
        (Some(_), Some(size)) if story.is_summed(axis, t) => AxisSize::Summed(size),
        (Some(progress), Some(size)) => AxisSize::Stretched(between(size, progress)),
        _ => AxisSize::Size(at.given_size(operand).unwrap_or(1)),
    };
    match at.given_size(operand) {
        // As they were typed, both shapes begin at the left.
        Some(_) => {
            let columns = alignment.missing(operand) as f64;
            let shift = columns * (1.0 - ease_in_out(lined_up(operation, axis, t)));
            AxisCell { shift, rise: 0.0, opacity: 1.0, size }
        }
        None => match progress(chapter_of(story, axis, |kind| kind == ChapterKind::Insert(operand))) {
            Some(progress) if progress > 0.0 => AxisCell { shift: 0.0, rise: 1.0 - progress, opacity: progress, size },
            _ => AxisCell::BLANK,
        },
    }
}

fn result_cell(operation: &Operation, story: &Story, axis: usize, t: f64) -> AxisCell {
    let clashes = chapter_of(story, axis, |kind| matches!(kind, ChapterKind::Clash | ChapterKind::OtherClashes));
    let at = &operation.alignment().axes()[axis];
    let (chapter, size) = match (clashes, at.result()) {
        (Some(chapter), _) => (Some(chapter), AxisSize::Clash),
        (None, Some(size)) => (agreement(operation, story, axis), AxisSize::Size(size)),
        (None, None) => (None, AxisSize::Blank),
    };
    let progress = |chapter: usize| match story.chapters()[chapter].kind {
        // The sizes have to be under each other first.
        ChapterKind::Align => ease_in_out(2.0 * lined_up(operation, axis, t) - 1.0),
        _ => story.progress(chapter, t),
    };
    match chapter.map(progress) {
        Some(opacity) if opacity > 0.0 => AxisCell { shift: 0.0, rise: 0.0, opacity, size },
        _ => AxisCell::BLANK,
    }
}

/// How far the sizes of an axis have lined up, in time: the last axis goes first, and each other one when the axis after it is half way.
fn lined_up(operation: &Operation, axis: usize, t: f64) -> f64 {
    let ndim = operation.alignment().ndim() as f64;
    ((ndim + 1.0) * t - (ndim - 1.0 - axis as f64)) / 2.0
}

/// The index of the chapter after which the operands have the same size on an axis; `None` where the story ends before.
fn agreement(operation: &Operation, story: &Story, axis: usize) -> Option<usize> {
    if operation.shape().is_none() {
        return chapter_of(story, axis, |kind| kind == ChapterKind::Agree);
    }
    let changes = |kind| matches!(kind, ChapterKind::Insert(_) | ChapterKind::Stretch(_));
    let last = story.chapters().iter().rposition(|chapter| changes(chapter.kind) && chapter.axes.contains(&axis));
    last.or_else(|| story.chapters().iter().position(|chapter| chapter.kind == ChapterKind::Align))
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
