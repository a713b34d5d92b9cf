//! What the text of a chapter says, before it is put into words.

use super::format::join;
use super::message::clashing;
use broadcasting_diagram::{Chapter, ChapterKind, Writing};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, AxisRole, OperandId, Operation, Shape};

/// What happens in a chapter, with everything decided but the words. Changed shapes are texts such as `(3,) → (1, 3)`.
pub(super) enum ChapterText<'a> {
    /// The operands as given.
    Operands,
    /// The operands line up, and some of them, if any, do not have the first axes: this many.
    Align(Vec<(OperandId, usize)>),
    /// This many leading axes of size 1 are inserted into an operand.
    Insert(OperandId, usize, String),
    /// An operand stretches along one axis, where another operand has this size.
    Stretch(OperandId, OperandId, u64, String),
    /// An operand stretches along several axes.
    StretchAll(OperandId, String),
    /// The elements are combined into a result of this shape.
    Combine(&'a Shape),
    /// The matrices at the same index of the batch are multiplied: the inner size, and the shape of the result.
    Multiply(u64, Shape),
    /// The matrices cannot be multiplied: the columns of the first operand and the rows of the second.
    InnerClash([u64; 2]),
    /// All operands have this size on the axis.
    SizesEqual(u64),
    /// One operand has size 1 on the axis, and another one this size.
    OneStretches(OperandId, OperandId, u64),
    /// One operand does not have the axis.
    AxisMissing(OperandId),
    /// The sizes on several axes agree.
    SizesAgree,
    /// The sizes of these operands differ and none of them is 1.
    Clash(Vec<(OperandId, u64)>),
    /// The sizes differ on this number of other axes too.
    OtherClashes(usize),
    /// Whether the result is written into `a`.
    WriteBack(Writing),
    /// The gradient of each operand.
    Gradient,
}

impl<'a> ChapterText<'a> {
    pub(super) fn new(chapter: &Chapter, operation: &'a Operation) -> Self {
        let alignment = operation.alignment();
        let axes = alignment.axes();
        let first = chapter.axes.iter().min().copied().unwrap_or(0);
        let end = chapter.axes.iter().max().map_or(0, |&last| last + 1);
        let whole = |axes: &[Axis], first_stretched: usize, operand: OperandId| {
            operation.with_core(&shape(axes, operand, first_stretched), Some(operand))
        };
        match chapter.kind {
            ChapterKind::Operands => Self::Operands,
            ChapterKind::Align => {
                let missing = alignment.operands().iter().map(|&operand| (operand, alignment.missing(operand)));
                Self::Align(missing.filter(|&(_, count)| count > 0).listed())
            }
            ChapterKind::Insert(operand) => {
                let shapes = [&axes[end..], &axes[first..]].map(|axes| whole(axes, usize::MAX, operand));
                Self::Insert(operand, chapter.axes.len(), change(&shapes))
            }
            // Axes are stretched from the last to the first, so those after `end` already have the size of the result.
            ChapterKind::Stretch(operand) => {
                let change = change(&[end, first].map(|stretched| whole(axes, stretched, operand)));
                match &axes[first..end] {
                    [axis] => {
                        let other = axis.matching().unwrap_or(operand);
                        Self::Stretch(operand, other, axis.result().unwrap_or(1), change)
                    }
                    _ => Self::StretchAll(operand, change),
                }
            }
            // A story combines only where there is a result.
            ChapterKind::Combine => match (operation.matrices(), operation.whole_result()) {
                (Some(matrices), Some(result)) => Self::Multiply(matrices.inner()[0], result),
                _ => operation.shape().map_or(Self::SizesAgree, Self::Combine),
            },
            ChapterKind::InnerClash => {
                Self::InnerClash(operation.matrices().map_or([0, 0], |matrices| matrices.inner()))
            }
            ChapterKind::Agree => match &axes[first..end] {
                [axis] => Self::agree(axis),
                _ => Self::SizesAgree,
            },
            ChapterKind::Clash => Self::Clash(axes.get(first).map(clashing).unwrap_or_default()),
            ChapterKind::OtherClashes => Self::OtherClashes(chapter.axes.len()),
            ChapterKind::WriteBack(writing) => Self::WriteBack(writing),
            ChapterKind::Gradient => Self::Gradient,
        }
    }

    fn agree(axis: &Axis) -> Self {
        let Some(size) = axis.result() else { return Self::Clash(clashing(axis)) };
        let mut changes = axis.changes();
        match changes.next() {
            // What happens to several operands needs more words than there is time to read.
            Some(_) if changes.next().is_some() => Self::SizesAgree,
            None => Self::SizesEqual(size),
            Some((operand, AxisRole::Stretches)) => {
                Self::OneStretches(operand, axis.matching().unwrap_or(operand), size)
            }
            Some((operand, _)) => Self::AxisMissing(operand),
        }
    }
}

/// The shape of an operand on these axes, stretched along those from `first_stretched` on. A missing axis has size 1.
fn shape(axes: &[Axis], operand: OperandId, first_stretched: usize) -> Shape {
    let mut sizes = Vec::with_capacity(axes.len());
    for (number, axis) in axes.iter().enumerate() {
        let stretched = if number < first_stretched { None } else { axis.result() };
        sizes.push(stretched.unwrap_or_else(|| axis.size(operand)));
    }
    Shape::from(sizes.as_slice())
}

fn change(shapes: &[Shape; 2]) -> String {
    join(2, " → ", &|number| shapes[number].to_string())
}
