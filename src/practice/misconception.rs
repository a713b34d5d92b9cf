//! The wrong rules that learners have about broadcasting. Each is a function from an operation to what the rule makes of it.
//!
//! Nothing here is a table of cases: a rule gives its answer for any operation, and the answer may be the right one. To add a
//! rule, add a variant; the compiler asks for its name, its function, its example, the chapter that contradicts it, and its
//! sentences in each language.

use super::prediction::{Elements, Prediction, product};
use super::{AxisAnswer, Subject};
use crate::diagnostics::matrix_product;
use crate::examples::ExampleId;
use broadcasting_diagram::{Chapter, ChapterKind};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operator, Shape, broadcast_shapes, sizes_agree};

/// A wrong rule about broadcasting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Misconception {
    /// Shapes line up at the left.
    LinesUpLeft,
    /// The result has the larger size, even against 0.
    LargerSize,
    /// Two vectors make a table with a row for each element of the first one.
    VectorsMakeTable,
    /// Any two sizes agree: the smaller one stretches.
    AnySizeStretches,
    /// A size stretches to its multiples.
    MultipleStretches,
    /// A vector is a column.
    VectorIsColumn,
    /// In place, `a` grows to the shape of the result.
    TargetGrows,
    /// `*` is the matrix product.
    StarIsMatmul,
    /// Stretching copies the elements.
    StretchingCopies,
    /// A tensor without axes does not broadcast.
    NeedsAnAxis,
    /// The new axis is inserted where it fits.
    AxisByFit,
    /// The dimension in PyTorch's message is counted in the shorter operand.
    ClashCountedInOperand,
    /// The message is about the first clash from the left.
    FirstClash,
    /// `.T` makes a column of a vector.
    TransposeTurnsVector,
    /// Only one of the operands may stretch.
    OneStretches,
    /// The sizes on an axis are multiplied.
    SizesMultiply,
    /// Operands with different numbers of axes do not broadcast.
    SameNdim,
    /// Axes of size 1 are ignored.
    OnesIgnored,
    /// An axis of size 0 never broadcasts.
    EmptyFails,
    /// The elements of the smaller operand are repeated in order until there are enough.
    Recycled,
    /// The gradient of a stretched operand has the shape of the result.
    GradientNotSummed,
    /// The gradient of a stretched operand is the mean along its stretched axes.
    GradientAveraged,
    /// The gradient of a stretched operand does not depend on how often its elements are read.
    GradientOnce,
    /// The memory of the operands is counted, not that of the result.
    OperandsCounted,
}

impl Misconception {
    /// All wrong rules. New ones go to the end: [`PracticeSet`](super::PracticeSet) depends on the order.
    pub const ALL: [Self; 24] = [
        Self::LinesUpLeft,
        Self::LargerSize,
        Self::VectorsMakeTable,
        Self::AnySizeStretches,
        Self::MultipleStretches,
        Self::VectorIsColumn,
        Self::TargetGrows,
        Self::StarIsMatmul,
        Self::StretchingCopies,
        Self::NeedsAnAxis,
        Self::AxisByFit,
        Self::ClashCountedInOperand,
        Self::FirstClash,
        Self::TransposeTurnsVector,
        Self::OneStretches,
        Self::SizesMultiply,
        Self::SameNdim,
        Self::OnesIgnored,
        Self::EmptyFails,
        Self::Recycled,
        Self::GradientNotSummed,
        Self::GradientAveraged,
        Self::GradientOnce,
        Self::OperandsCounted,
    ];

    /// The name in events.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LinesUpLeft => "lines-up-left",
            Self::LargerSize => "larger-size",
            Self::VectorsMakeTable => "vectors-make-table",
            Self::AnySizeStretches => "any-size-stretches",
            Self::MultipleStretches => "multiple-stretches",
            Self::VectorIsColumn => "vector-is-column",
            Self::TargetGrows => "target-grows",
            Self::StarIsMatmul => "star-is-matmul",
            Self::StretchingCopies => "stretching-copies",
            Self::NeedsAnAxis => "needs-an-axis",
            Self::AxisByFit => "axis-by-fit",
            Self::ClashCountedInOperand => "clash-counted-in-operand",
            Self::FirstClash => "first-clash",
            Self::TransposeTurnsVector => "transpose-turns-vector",
            Self::OneStretches => "one-stretches",
            Self::SizesMultiply => "sizes-multiply",
            Self::SameNdim => "same-ndim",
            Self::OnesIgnored => "ones-ignored",
            Self::EmptyFails => "empty-fails",
            Self::Recycled => "recycled",
            Self::GradientNotSummed => "gradient-not-summed",
            Self::GradientAveraged => "gradient-averaged",
            Self::GradientOnce => "gradient-once",
            Self::OperandsCounted => "operands-counted",
        }
    }

    /// How much a set looks for a question that puts the rule to the test: more, the fewer operations and kinds of questions do.
    pub(super) const fn rarity(self) -> usize {
        match self {
            Self::TargetGrows
            | Self::NeedsAnAxis
            | Self::ClashCountedInOperand
            | Self::FirstClash
            | Self::TransposeTurnsVector
            | Self::OneStretches => 24,
            // Of the questions with few axes only.
            Self::VectorsMakeTable | Self::StarIsMatmul => 48,
            Self::LargerSize | Self::StretchingCopies | Self::AxisByFit | Self::SameNdim | Self::EmptyFails => 12,
            Self::LinesUpLeft
            | Self::AnySizeStretches
            | Self::MultipleStretches
            | Self::VectorIsColumn
            | Self::SizesMultiply
            | Self::OnesIgnored
            | Self::Recycled
            | Self::GradientNotSummed
            | Self::GradientAveraged
            | Self::GradientOnce
            | Self::OperandsCounted => 4,
        }
    }

    /// How far a rule is from what people think: 0 where the operation itself suggests it, 1 for the common rules, 2 for the one that
    /// allows everything, 3 for rules that are only possible. Of the rules that give an answer, those with the smallest number are
    /// plausible.
    const fn distance(self) -> u8 {
        match self {
            // They need two matrices with a product and `*`, an operation in place, and a question about memory.
            Self::StarIsMatmul | Self::TargetGrows | Self::OperandsCounted => 0,
            Self::AnySizeStretches => 2,
            Self::SizesMultiply | Self::OnesIgnored | Self::Recycled => 3,
            _ => 1,
        }
    }

    /// The rules that are named for an answer that some rules give: the one that stands out, or a few plausible ones that may be
    /// behind it. None where there are many, which would say nothing.
    #[must_use]
    pub fn suspects(rules: &[Self]) -> Vec<Self> {
        /// The largest number of rules of which one may be the reason.
        const MAX_SUSPECTS: usize = 3;
        let plausible = Self::plausible(rules);
        if plausible.len() > MAX_SUSPECTS { Vec::new() } else { plausible }
    }

    /// The plausible ones of the rules that give an answer, in the order of [`Misconception::ALL`].
    #[must_use]
    pub fn plausible(rules: &[Self]) -> Vec<Self> {
        let nearest = rules.iter().map(|rule| rule.distance()).min();
        rules.iter().copied().filter(|rule| Some(rule.distance()) == nearest).listed()
    }

    /// The example that shows what is right instead.
    #[must_use]
    pub const fn example(self) -> ExampleId {
        match self {
            Self::LinesUpLeft => ExampleId::PitfallFirstAxes,
            Self::LargerSize => ExampleId::PitfallLargerSize,
            Self::VectorsMakeTable => ExampleId::PitfallNoOuterProduct,
            Self::AnySizeStretches => ExampleId::ClashInTheMiddle,
            Self::MultipleStretches => ExampleId::PitfallExistingAxis,
            Self::VectorIsColumn => ExampleId::PitfallPerRow,
            Self::TargetGrows => ExampleId::PitfallInPlace,
            Self::StarIsMatmul => ExampleId::PitfallNotMatmul,
            Self::StretchingCopies | Self::OperandsCounted => ExampleId::PitfallNoCopy,
            Self::NeedsAnAxis => ExampleId::PitfallZeroDim,
            Self::AxisByFit => ExampleId::PitfallNewAxisInFront,
            Self::ClashCountedInOperand | Self::FirstClash => ExampleId::PitfallNonSingleton,
            Self::TransposeTurnsVector => ExampleId::PitfallNeitherRowNorColumn,
            Self::OneStretches => ExampleId::BothStretch,
            Self::SizesMultiply => ExampleId::SameShape,
            Self::SameNdim => ExampleId::TrailingAxes,
            Self::OnesIgnored => ExampleId::PitfallWrongLoss,
            Self::EmptyFails => ExampleId::EmptyWithOne,
            Self::Recycled => ExampleId::ValuesColumn,
            Self::GradientNotSummed | Self::GradientAveraged | Self::GradientOnce => ExampleId::FeatureMapsBias,
        }
    }

    /// What the rule makes of an operation; `None` where the rule is not about it.
    pub(super) fn predict(self, subject: &Subject) -> Option<Prediction> {
        let [a, b] = OperandId::PAIR.map(|operand| subject.shape(operand));
        let right = || right(subject);
        Some(match self {
            Self::LinesUpLeft => {
                let ndim = a.ndim().max(b.ndim());
                let own = |shape: &Shape, axis: usize| (axis < shape.ndim()).then_some(axis);
                Prediction::of_pairs(subject, (0..ndim).map(|axis| [own(a, axis), own(b, axis)]), meet)
            }
            Self::LargerSize => Prediction::of_pairs(subject, lined_up(a, b), |a, b| {
                (sizes_agree(a, b) || a == 0 || b == 0).then_some(a.max(b))
            }),
            Self::VectorsMakeTable => {
                if a.ndim() != 1 || b.ndim() != 1 {
                    return None;
                }
                Prediction::of_pairs(subject, [[Some(0), None], [None, Some(0)]], meet)
            }
            Self::AnySizeStretches => Prediction::of_pairs(subject, lined_up(a, b), |a, b| {
                meet(a, b).or_else(|| (a != 0 && b != 0).then_some(a.max(b)))
            }),
            Self::MultipleStretches => Prediction::of_pairs(subject, lined_up(a, b), |a, b| {
                let (low, high) = (a.min(b), a.max(b));
                meet(a, b).or_else(|| (high.checked_rem(low) == Some(0)).then_some(high))
            }),
            Self::VectorIsColumn => {
                let own = match (a.ndim(), b.ndim()) {
                    (1, ndim) if ndim > 1 => column(ndim).map(|(own, other)| [own, other]).listed(),
                    (ndim, 1) if ndim > 1 => column(ndim).map(|(own, other)| [other, own]).listed(),
                    _ => return None,
                };
                Prediction::of_pairs(subject, own, meet)
            }
            Self::TargetGrows if subject.in_place => Prediction { fits: true, ..right() },
            Self::StarIsMatmul if subject.operation.operator() == Some(Operator::Multiply) => {
                if a.ndim() != 2 || b.ndim() != 2 {
                    return None;
                }
                Prediction::of_shape(subject, matrix_product(a, b), Elements::RowByColumn)
            }
            Self::NeedsAnAxis if a.ndim() == 0 || b.ndim() == 0 => right().failing(),
            Self::AxisByFit => Prediction::of_pairs(subject, fitted(a, b)?, meet),
            Self::OneStretches => {
                if !OperandId::PAIR.into_iter().all(|operand| is_stretched(subject, operand)) {
                    return None;
                }
                right().failing()
            }
            Self::SizesMultiply => {
                let multiplied = Prediction::of_pairs(subject, lined_up(a, b), product);
                Prediction { elements: Elements::Unknown, ..multiplied }
            }
            Self::SameNdim if a.ndim() != b.ndim() => Prediction { pairs: Vec::new(), ..right().failing() },
            Self::OnesIgnored => {
                let kept =
                    |shape: &Shape| -> Vec<usize> { (0..shape.ndim()).filter(|&axis| shape[axis] != 1).listed() };
                let (kept_a, kept_b) = (kept(a), kept(b));
                let own = lined_up(&kept_a, &kept_b).into_iter().map(|[a, b]| {
                    let axis = |kept: &[usize], own: Option<usize>| own.and_then(|own| kept.get(own).copied());
                    [axis(&kept_a, a), axis(&kept_b, b)]
                });
                Prediction::of_pairs(subject, own, meet)
            }
            Self::EmptyFails if a.contains(&0) || b.contains(&0) => right().failing(),
            Self::Recycled => {
                let elements = [a, b].map(|shape| shape.numel().filter(|&elements| elements > 0));
                let larger = if elements[0]? >= elements[1]? { a } else { b };
                Prediction::of_shape(subject, Some(larger.clone()), Elements::Repeated)
            }
            Self::TargetGrows
            | Self::StarIsMatmul
            | Self::NeedsAnAxis
            | Self::SameNdim
            | Self::EmptyFails
            | Self::StretchingCopies
            | Self::ClashCountedInOperand
            | Self::FirstClash
            | Self::TransposeTurnsVector
            | Self::GradientNotSummed
            | Self::GradientAveraged
            | Self::GradientOnce
            | Self::OperandsCounted => return None,
        })
    }

    /// Whether a chapter shows that the rule is wrong.
    pub(super) fn is_contradicted_by(self, chapter: &Chapter, subject: &Subject) -> bool {
        let clashes = matches!(chapter.kind, ChapterKind::Clash | ChapterKind::OtherClashes);
        let stretches = matches!(chapter.kind, ChapterKind::Stretch(_));
        let inserts = matches!(chapter.kind, ChapterKind::Insert(_));
        match self {
            Self::LinesUpLeft | Self::VectorsMakeTable | Self::VectorIsColumn | Self::AxisByFit | Self::OnesIgnored => {
                chapter.kind == ChapterKind::Align
            }
            Self::LargerSize => {
                let is_empty = |&axis: &usize| {
                    let axes = subject.operation.alignment().axes();
                    axes.get(axis).is_some_and(|axis| axis.operands().iter().any(|&operand| axis.size(operand) == 0))
                };
                chapter.axes.iter().any(is_empty) && (clashes || stretches)
            }
            Self::AnySizeStretches | Self::MultipleStretches => clashes,
            Self::TargetGrows => matches!(chapter.kind, ChapterKind::WriteBack(_)),
            Self::StarIsMatmul => clashes || chapter.kind == ChapterKind::Combine,
            Self::StretchingCopies | Self::Recycled => stretches || clashes,
            Self::NeedsAnAxis | Self::SameNdim => inserts || clashes,
            Self::ClashCountedInOperand | Self::FirstClash | Self::TransposeTurnsVector => clashes,
            Self::OneStretches => {
                let last = OperandId::PAIR.into_iter().rev().find(|&operand| is_stretched(subject, operand));
                last.is_some_and(|operand| chapter.kind == ChapterKind::Stretch(operand))
            }
            Self::SizesMultiply => chapter.kind == ChapterKind::Combine || clashes,
            Self::EmptyFails | Self::OperandsCounted => chapter.kind == ChapterKind::Combine,
            // It is the sum of the result that has a gradient.
            Self::GradientNotSummed | Self::GradientAveraged | Self::GradientOnce => {
                chapter.kind == ChapterKind::Combine
            }
        }
    }
}

/// The size of the result for two sizes by the right rule; `None` where they clash.
fn meet(a: u64, b: u64) -> Option<u64> {
    broadcast_shapes(&[a], &[b]).ok()?.first().copied()
}

/// What the right rule makes of an operation, for rules that are wrong only in a part of it.
pub(super) fn right(subject: &Subject) -> Prediction {
    let [a, b] = OperandId::PAIR.map(|operand| subject.shape(operand));
    Prediction::of_pairs(subject, lined_up(a, b), meet)
}

/// The axes of two lists under each other, last under last.
fn lined_up<T>(a: &[T], b: &[T]) -> Vec<[Option<usize>; 2]> {
    let ndim = a.len().max(b.len());
    (0..ndim).map(|axis| [a, b].map(|list| (axis + list.len()).checked_sub(ndim))).listed()
}

/// The axes of a vector that is taken as a column, under those of an operand of at least two axes.
fn column(ndim: usize) -> impl Iterator<Item = (Option<usize>, Option<usize>)> {
    (0..ndim).map(move |axis| ((axis + 2 == ndim).then_some(0), Some(axis)))
}

/// The axes of two shapes where the missing axes are inserted so that all sizes agree; `None` where there is no such place.
/// From the right, each axis of the shorter shape is put to the next axis with which it agrees: if there is any place for all of
/// them, this finds one.
fn fitted(a: &Shape, b: &Shape) -> Option<Vec<[Option<usize>; 2]>> {
    let (long, short) = if a.ndim() >= b.ndim() { (a, b) } else { (b, a) };
    let mut rest = short.ndim();
    let mut own: Vec<(usize, Option<usize>)> = Vec::with_capacity(long.ndim());
    for axis in (0..long.ndim()).rev() {
        let fits = rest.checked_sub(1).filter(|&next| sizes_agree(short[next], long[axis]));
        if let Some(next) = fits {
            rest = next;
        }
        own.push((axis, fits));
    }
    if rest > 0 || a.ndim() == b.ndim() {
        return None;
    }
    let in_order = |(long_axis, short_axis): (usize, Option<usize>)| match a.ndim() >= b.ndim() {
        true => [Some(long_axis), short_axis],
        false => [short_axis, Some(long_axis)],
    };
    Some(own.into_iter().rev().map(in_order).listed())
}

/// What the alignment says of each axis: the right answer to a question about axes.
pub(super) fn right_axes(subject: &Subject) -> Vec<AxisAnswer> {
    subject.operation.alignment().axes().iter().map(AxisAnswer::of).listed()
}

/// Whether an operand is changed by broadcasting along any axis to another size than 1.
pub(super) fn is_stretched(subject: &Subject, operand: OperandId) -> bool {
    subject.operation.alignment().axes().iter().any(|axis| axis.stretches(operand))
}
