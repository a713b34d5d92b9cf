//! What the text of a chapter tells, before it is put into words.

use super::message::clashing;
use crate::broadcast::{Alignment, Axis, AxisRole, OperandId, Operation, Shape};
use crate::diagram::{Chapter, ChapterKind, Writing};

/// What happens in a chapter, with everything decided but the words.
pub(super) enum ChapterText<'a> {
    /// The operands as given: the name, the number of axes and the number of elements (`None` for more than 2^63-1) of each.
    Operands(Vec<(&'static str, usize, Option<u64>)>),
    /// The operands line up, and all have the same number of axes.
    SameNdim,
    /// The operands line up, and these operands do not have these leading axes.
    MissingAxes(Vec<(&'static str, Vec<usize>)>),
    /// Leading axes of size 1 are inserted into an operand.
    Insert {
        /// The name of the operand.
        name: &'static str,
        /// The number of axes that are inserted.
        count: usize,
        /// The shapes before and after.
        shapes: [Shape; 2],
    },
    /// An operand stretches along one axis.
    Stretch {
        /// The name of the operand.
        name: &'static str,
        /// The name of an operand that has the size of the result.
        other: &'static str,
        /// The size of the result.
        size: u64,
        /// The shapes before and after.
        shapes: [Shape; 2],
    },
    /// An operand stretches along several axes.
    StretchAll {
        /// The name of the operand.
        name: &'static str,
        /// The shapes before and after.
        shapes: [Shape; 2],
    },
    /// The elements are combined into a result of this shape and number of elements (`None` for more than 2^63-1).
    Combine(&'a Shape, Option<u64>),
    /// All operands have this size on the axis.
    SizesEqual(u64),
    /// One operand has size 1 and another one this size.
    OneStretches(&'static str, &'static str, u64),
    /// One operand does not have the axis.
    AxisMissing(&'static str),
    /// The sizes on several axes agree.
    SizesAgree,
    /// The sizes of these operands differ and none of them is 1.
    Clash(Vec<(&'static str, u64)>),
    /// The sizes differ on this number of other axes too.
    OtherClashes(usize),
    /// Whether the result is written into `a`.
    WriteBack(Writing),
}

impl<'a> ChapterText<'a> {
    pub(super) fn new(chapter: &Chapter, operation: &'a Operation) -> Self {
        let alignment = operation.alignment();
        match chapter.kind {
            ChapterKind::Operands => {
                let operand = |&operand: &OperandId| {
                    let shape = alignment.shape(operand);
                    (operand.name(), shape.ndim(), shape.numel())
                };
                Self::Operands(alignment.operands().iter().map(operand).collect())
            }
            ChapterKind::Align => {
                let missing = |&operand: &OperandId| (operand.name(), (0..alignment.missing(operand)).collect());
                let shorter = alignment.operands().iter().filter(|&&operand| alignment.missing(operand) > 0);
                let missing: Vec<_> = shorter.map(missing).collect();
                if missing.is_empty() { Self::SameNdim } else { Self::MissingAxes(missing) }
            }
            ChapterKind::Insert(operand) => Self::insert(chapter, alignment, operand),
            ChapterKind::Stretch(operand) => Self::stretch(chapter, alignment, operand),
            // A story combines only where there is a result.
            ChapterKind::Combine => {
                operation.shape().map_or(Self::SizesAgree, |shape| Self::Combine(shape, shape.numel()))
            }
            ChapterKind::Agree => Self::agree(chapter, alignment),
            ChapterKind::Clash => {
                let axis = chapter.axes.first().map(|&axis| &alignment.axes()[axis]);
                Self::Clash(axis.map(clashing).unwrap_or_default())
            }
            ChapterKind::OtherClashes => Self::OtherClashes(chapter.axes.len()),
            ChapterKind::WriteBack(writing) => Self::WriteBack(writing),
        }
    }

    /// Axes are inserted from the last missing one to the first, so the operand already has those after this chapter's.
    fn insert(chapter: &Chapter, alignment: &Alignment, operand: OperandId) -> Self {
        let first = chapter.axes.iter().min().copied().unwrap_or(0);
        let from = |axis: usize| shape(&alignment.axes()[axis..], operand, usize::MAX);
        let shapes = [from(first + chapter.axes.len()), from(first)];
        Self::Insert { name: operand.name(), count: chapter.axes.len(), shapes }
    }

    /// Axes are stretched from the last to the first, so those after this chapter's already have their result size.
    fn stretch(chapter: &Chapter, alignment: &Alignment, operand: OperandId) -> Self {
        let axes = alignment.axes();
        let first = chapter.axes.iter().min().copied().unwrap_or(0);
        let last = chapter.axes.iter().max().copied().unwrap_or(0);
        let shapes = [shape(axes, operand, last + 1), shape(axes, operand, first)];
        match chapter.axes.as_slice() {
            &[axis] => Self::Stretch {
                name: operand.name(),
                other: axes[axis].matching().unwrap_or(operand).name(),
                size: axes[axis].result().unwrap_or(1),
                shapes,
            },
            _ => Self::StretchAll { name: operand.name(), shapes },
        }
    }

    fn agree(chapter: &Chapter, alignment: &Alignment) -> Self {
        let &[axis] = chapter.axes.as_slice() else { return Self::SizesAgree };
        let axis = &alignment.axes()[axis];
        let Some(size) = axis.result() else { return Self::Clash(clashing(axis)) };
        match axis.changes().next() {
            None => Self::SizesEqual(size),
            Some((operand, AxisRole::Stretches)) => {
                Self::OneStretches(operand.name(), axis.matching().unwrap_or(operand).name(), size)
            }
            Some((operand, _)) => Self::AxisMissing(operand.name()),
        }
    }
}

/// The shape of an operand with all missing axes, stretched along the axes from `first_stretched` on.
fn shape(axes: &[Axis], operand: OperandId, first_stretched: usize) -> Shape {
    let mut sizes = Vec::with_capacity(axes.len());
    for (number, axis) in axes.iter().enumerate() {
        let stretched = if number < first_stretched { None } else { axis.result() };
        sizes.push(stretched.unwrap_or_else(|| axis.size(operand)));
    }
    Shape::from(sizes.as_slice())
}
