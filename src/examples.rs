//! The examples: operands and settings that show one fact about broadcasting each.
//!
//! To add an example, add a variant to [`ExampleId`] and a row to [`EXAMPLES`]. The compiler then asks for its title and note in
//! each language of [`crate::i18n`].
//!
//! Titles and notes do not belong here, nor do results: what an example shows is computed like any other input.

mod programs;

pub use programs::PROGRAMS;

use crate::program::read_operand;
use tensor_broadcasting::{Operator, Shape};

/// A group of examples, with one heading in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The rule itself: inserting axes, stretching them, both or neither.
    FirstSteps,
    /// Three pairs of operands with the same result.
    ThreeRows,
    /// Small tensors with values that are easy to follow.
    Values,
    /// Batches of feature maps and images.
    Images,
    /// Axes with the names class, student and score.
    Scores,
    /// Shapes that do not broadcast.
    Clashes,
    /// Axes of size 0 that broadcast.
    Empty,
    /// Operations that change `a` in place.
    InPlace,
    /// Common mistakes, each with its correction.
    Pitfalls,
}

impl Group {
    /// Every group, in the order of the list.
    pub const ALL: [Self; 9] = [
        Self::FirstSteps,
        Self::ThreeRows,
        Self::Values,
        Self::Images,
        Self::Scores,
        Self::Clashes,
        Self::Empty,
        Self::InPlace,
        Self::Pitfalls,
    ];
}

/// The name of an example. Its title and note in each language are found by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleId {
    /// `4,1` + `3`.
    Simplest,
    /// `5,3,4,1` + `3,1,1`.
    TrailingAxes,
    /// `5,7,3` + `5,7,3`.
    SameShape,
    /// `5,1,4,1` + `3,1,1`.
    BothStretch,
    /// `(1,)` + `3,1,7`.
    VectorOfOne,
    /// `5,2,4,1` + `1,1`.
    StretchTheShortOne,
    /// `()` + `2,3`.
    ZeroDim,
    /// `[[0,0,0],[10,10,10],[20,20,20],[30,30,30]]` + `[[0,1,2],[0,1,2],[0,1,2],[0,1,2]]`.
    ThreeRowsSame,
    /// `[[0,0,0],[10,10,10],[20,20,20],[30,30,30]]` + `tensor([0,1,2])`.
    ThreeRowsVector,
    /// `[[0],[10],[20],[30]]` + `tensor([0,1,2])`.
    ThreeRowsBoth,
    /// `2,4,3` + `1,3`.
    ValuesRow,
    /// `2,4,3` + `4,1`.
    ValuesColumn,
    /// `2,4,3,2` + `3,1`.
    ValuesFourAxes,
    /// `2,4,3,2` + `4,1,2`.
    ValuesMiddleAxis,
    /// `2,4,3,2` + `[[[2,3]]]`.
    ValuesFromTwo,
    /// `2,4,3,2` + `[[[[2],[3],[4]]],[[[5],[6],[7]]]]`.
    ValuesEveryOther,
    /// `2,4,3,1` + `2,1,3,2`.
    ValuesBothStretch,
    /// `4,32,14,14` + `32,1,1`.
    FeatureMapsBias,
    /// `4,32,14,14` + `1,32,1,1`.
    FeatureMapsBiasWritten,
    /// `4,32,14,14` + `14,14`.
    ImageToAll,
    /// `4,3,32,32` + `32,32`.
    ImagePlane,
    /// `4,3,32,32` + `3,1,1`.
    ImageChannels,
    /// `4,3,32,32` + `1,1,1,1`.
    ImageOneValue,
    /// `class=4, student=32, score=8` + `5.0`.
    ScoresEveryone,
    /// `class=4, student=32, score=8` + `(1,)`.
    ScoresEveryoneVector,
    /// `class=4, student=32, score=8` + `score=8`.
    ScoresPerSubject,
    /// `class=4, student=32, score=8` + `student=32, one=1`.
    ScoresPerStudent,
    /// `5,2,4,1` + `3,1,1`.
    ClashInTheMiddle,
    /// `3,2,4,1` + `3,1,1`.
    ClashLikewise,
    /// `4,32,14,14` + `2,32,14,14`.
    AnotherBatchSize,
    /// `(0,)` + `5,7,3`.
    EmptyAgainstThree,
    /// `(0,)` + `2,2`.
    EmptyAgainstTwo,
    /// `(0,)` + `(1,)`.
    EmptyWithOne,
    /// `(0,)` + `5,7,1`.
    EmptyWithMatrix,
    /// `1,3,1` + `3,1,7`.
    NotInPlaceGrows,
    /// `1,3,1` += `3,1,7`.
    InPlaceCannotGrow,
    /// `1,32,32` += `3,1,1`.
    InPlaceChannel,
    /// `4,1` - `(4,)`.
    PitfallWrongLoss,
    /// `50000,1` - `(50000,)`.
    PitfallWrongLossHuge,
    /// `()` + `()`.
    PitfallZeroDim,
    /// `3,1` + `1,0`.
    PitfallLargerSize,
    /// `3,4` + `(3,)`.
    PitfallPerRow,
    /// `3,4` + `3,1`.
    PitfallPerRowFixed,
    /// `4,3` + `(3,)`.
    PitfallNewAxisInFront,
    /// `(3,)` × `(4,)`.
    PitfallNoOuterProduct,
    /// `3,1` × `(4,)`.
    PitfallOuterProduct,
    /// `(3,)` += `2,3`.
    PitfallInPlace,
    /// `3,1` + `3,4`.
    PitfallSharedMemory,
    /// `(3,)` + `(3,)`.
    PitfallNeitherRowNorColumn,
    /// `2,3` + `4,1,2`.
    PitfallNonSingleton,
    /// `2,3` × `3,2`.
    PitfallNotMatmul,
    /// `3,1` + `3,1000000`.
    PitfallNoCopy,
    /// `3,4` + `3,4,2`.
    PitfallFirstAxes,
    /// `3,2` + `3,4`.
    PitfallExistingAxis,
    /// `(4,)` + `4,4`.
    PitfallRankPromotion,
}

/// An example: the texts of two operands and the settings that differ from the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The name.
    pub id: ExampleId,
    /// The group it is listed in.
    pub group: Group,
    /// The text of operand `a`.
    pub a: &'static str,
    /// The text of operand `b`.
    pub b: &'static str,
    /// The operator that combines the elements.
    pub operator: Operator,
    /// Whether the result is written into `a`.
    pub in_place: bool,
    /// The shapes of the operands where their texts are Python, whose reader is loaded later than the list of examples.
    python: Option<[&'static [u64]; 2]>,
}

impl Example {
    const fn new(id: ExampleId, group: Group, a: &'static str, b: &'static str) -> Self {
        Self { id, group, a, b, operator: Operator::Add, in_place: false, python: None }
    }

    const fn with(self, operator: Operator) -> Self {
        Self { operator, ..self }
    }

    const fn in_place(self) -> Self {
        Self { in_place: true, ..self }
    }

    /// With texts that are Python, of operands of these shapes.
    const fn python(self, a: &'static [u64], b: &'static [u64]) -> Self {
        Self { python: Some([a, b]), ..self }
    }

    /// The shapes of the operands, also where the reader of Python is not loaded; `None` where they cannot be read.
    #[must_use]
    pub fn shapes(&self) -> Option<[Shape; 2]> {
        if let Some(shapes) = self.python {
            return Some(shapes.map(Shape::from));
        }
        let [a, b] = [self.a, self.b].map(|text| read_operand(text, None).ok().map(|operand| operand.shape().clone()));
        Some([a?, b?])
    }
}

/// Every example, group by group, in the order of the list.
///
/// ```
/// use tensor_broadcasting::broadcast_shapes;
/// use broadcast_visualizer::examples::EXAMPLES;
/// use tensor_reader::parse_operand;
/// let first = &EXAMPLES[0];
/// let [a, b] = [first.a, first.b].map(|text| parse_operand(text).expect("an operand"));
/// assert_eq!(broadcast_shapes(a.shape(), b.shape()).expect("they broadcast").to_vec(), [4, 3]);
/// ```
pub const EXAMPLES: &[Example] = &[
    Example::new(ExampleId::Simplest, Group::FirstSteps, "4,1", "3"),
    Example::new(ExampleId::ZeroDim, Group::FirstSteps, "()", "2,3"),
    Example::new(ExampleId::SameShape, Group::FirstSteps, "5,7,3", "5,7,3"),
    Example::new(ExampleId::VectorOfOne, Group::FirstSteps, "(1,)", "3,1,7"),
    Example::new(ExampleId::TrailingAxes, Group::FirstSteps, "5,3,4,1", "3,1,1"),
    Example::new(ExampleId::StretchTheShortOne, Group::FirstSteps, "5,2,4,1", "1,1"),
    Example::new(ExampleId::BothStretch, Group::FirstSteps, "5,1,4,1", "3,1,1"),
    Example::new(
        ExampleId::ThreeRowsSame,
        Group::ThreeRows,
        "[[0,0,0],[10,10,10],[20,20,20],[30,30,30]]",
        "[[0,1,2],[0,1,2],[0,1,2],[0,1,2]]",
    )
    .python(&[4, 3], &[4, 3]),
    Example::new(
        ExampleId::ThreeRowsVector,
        Group::ThreeRows,
        "[[0,0,0],[10,10,10],[20,20,20],[30,30,30]]",
        "tensor([0,1,2])",
    )
    .python(&[4, 3], &[3]),
    Example::new(ExampleId::ThreeRowsBoth, Group::ThreeRows, "[[0],[10],[20],[30]]", "tensor([0,1,2])")
        .python(&[4, 1], &[3]),
    Example::new(ExampleId::ValuesRow, Group::Values, "2,4,3", "1,3"),
    Example::new(ExampleId::ValuesColumn, Group::Values, "2,4,3", "4,1"),
    Example::new(ExampleId::ValuesFourAxes, Group::Values, "2,4,3,2", "3,1"),
    Example::new(ExampleId::ValuesMiddleAxis, Group::Values, "2,4,3,2", "4,1,2"),
    Example::new(ExampleId::ValuesFromTwo, Group::Values, "2,4,3,2", "[[[2,3]]]").python(&[2, 4, 3, 2], &[1, 1, 2]),
    Example::new(ExampleId::ValuesEveryOther, Group::Values, "2,4,3,2", "[[[[2],[3],[4]]],[[[5],[6],[7]]]]")
        .python(&[2, 4, 3, 2], &[2, 1, 3, 1]),
    Example::new(ExampleId::ValuesBothStretch, Group::Values, "2,4,3,1", "2,1,3,2"),
    Example::new(ExampleId::FeatureMapsBias, Group::Images, "4,32,14,14", "32,1,1"),
    Example::new(ExampleId::FeatureMapsBiasWritten, Group::Images, "4,32,14,14", "1,32,1,1"),
    Example::new(ExampleId::ImageToAll, Group::Images, "4,32,14,14", "14,14"),
    Example::new(ExampleId::ImagePlane, Group::Images, "4,3,32,32", "32,32"),
    Example::new(ExampleId::ImageChannels, Group::Images, "4,3,32,32", "3,1,1"),
    Example::new(ExampleId::ImageOneValue, Group::Images, "4,3,32,32", "1,1,1,1"),
    Example::new(ExampleId::ScoresEveryone, Group::Scores, "class=4, student=32, score=8", "5.0")
        .python(&[4, 32, 8], &[]),
    Example::new(ExampleId::ScoresEveryoneVector, Group::Scores, "class=4, student=32, score=8", "(1,)")
        .python(&[4, 32, 8], &[1]),
    Example::new(ExampleId::ScoresPerSubject, Group::Scores, "class=4, student=32, score=8", "score=8")
        .python(&[4, 32, 8], &[8]),
    Example::new(ExampleId::ScoresPerStudent, Group::Scores, "class=4, student=32, score=8", "student=32, one=1")
        .python(&[4, 32, 8], &[32, 1]),
    Example::new(ExampleId::ClashInTheMiddle, Group::Clashes, "5,2,4,1", "3,1,1"),
    Example::new(ExampleId::ClashLikewise, Group::Clashes, "3,2,4,1", "3,1,1"),
    Example::new(ExampleId::AnotherBatchSize, Group::Clashes, "4,32,14,14", "2,32,14,14"),
    Example::new(ExampleId::EmptyAgainstThree, Group::Clashes, "(0,)", "5,7,3"),
    Example::new(ExampleId::EmptyAgainstTwo, Group::Clashes, "(0,)", "2,2"),
    Example::new(ExampleId::EmptyWithOne, Group::Empty, "(0,)", "(1,)"),
    Example::new(ExampleId::EmptyWithMatrix, Group::Empty, "(0,)", "5,7,1"),
    Example::new(ExampleId::NotInPlaceGrows, Group::InPlace, "1,3,1", "3,1,7"),
    Example::new(ExampleId::InPlaceCannotGrow, Group::InPlace, "1,3,1", "3,1,7").in_place(),
    Example::new(ExampleId::InPlaceChannel, Group::InPlace, "1,32,32", "3,1,1").in_place(),
    Example::new(ExampleId::PitfallWrongLoss, Group::Pitfalls, "4,1", "(4,)").with(Operator::Subtract),
    Example::new(ExampleId::PitfallWrongLossHuge, Group::Pitfalls, "50000,1", "(50000,)").with(Operator::Subtract),
    Example::new(ExampleId::PitfallZeroDim, Group::Pitfalls, "()", "()"),
    Example::new(ExampleId::PitfallLargerSize, Group::Pitfalls, "3,1", "1,0"),
    Example::new(ExampleId::PitfallPerRow, Group::Pitfalls, "3,4", "(3,)"),
    Example::new(ExampleId::PitfallPerRowFixed, Group::Pitfalls, "3,4", "3,1"),
    Example::new(ExampleId::PitfallNewAxisInFront, Group::Pitfalls, "4,3", "(3,)"),
    Example::new(ExampleId::PitfallNoOuterProduct, Group::Pitfalls, "(3,)", "(4,)").with(Operator::Multiply),
    Example::new(ExampleId::PitfallOuterProduct, Group::Pitfalls, "3,1", "(4,)").with(Operator::Multiply),
    Example::new(ExampleId::PitfallInPlace, Group::Pitfalls, "(3,)", "2,3").in_place(),
    Example::new(ExampleId::PitfallSharedMemory, Group::Pitfalls, "3,1", "3,4"),
    Example::new(ExampleId::PitfallNeitherRowNorColumn, Group::Pitfalls, "(3,)", "(3,)"),
    Example::new(ExampleId::PitfallNonSingleton, Group::Pitfalls, "2,3", "4,1,2"),
    Example::new(ExampleId::PitfallNotMatmul, Group::Pitfalls, "2,3", "3,2").with(Operator::Multiply),
    Example::new(ExampleId::PitfallNoCopy, Group::Pitfalls, "3,1", "3,1000000"),
    Example::new(ExampleId::PitfallFirstAxes, Group::Pitfalls, "3,4", "3,4,2"),
    Example::new(ExampleId::PitfallExistingAxis, Group::Pitfalls, "3,2", "3,4"),
    Example::new(ExampleId::PitfallRankPromotion, Group::Pitfalls, "(4,)", "4,4"),
];
