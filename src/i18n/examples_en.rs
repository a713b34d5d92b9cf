//! The titles and notes of the examples in English, and the headings of the example_list.
//!
//! Notes are plain text, code in them included: they are shown as they stand, never read as markup. Shapes are not
//! repeated in titles: the program shows them beside. Every variant has an arm of its own, so that a missing text does
//! not compile.

use crate::examples::{ExampleId, Group};

/// The heading of a row of the example_list.
pub(super) const fn group(group: Group) -> &'static str {
    match group {
        Group::FirstSteps => "First steps",
        Group::ThreeRows => "Three ways to one result",
        Group::Values => "Follow every value",
        Group::Images => "Images and feature maps",
        Group::Scores => "Class, student, score",
        Group::Clashes => "Shapes that clash",
        Group::Empty => "Empty tensors",
        Group::InPlace => "In place",
        Group::Pitfalls => "Common pitfalls",
    }
}

/// The title of an example.
pub(super) const fn title(id: ExampleId) -> &'static str {
    match id {
        ExampleId::TrailingAxes => "Trailing axes line up",
        ExampleId::SameShape => "The same shape on both sides",
        ExampleId::BothStretch => "Both operands stretch",
        ExampleId::VectorOfOne => "A vector with one element",
        ExampleId::StretchTheShortOne => "Sizes of 1 fit everywhere",
        ExampleId::ZeroDim => "A number without axes",
        ExampleId::ThreeRowsSame => "Both tables written out",
        ExampleId::ThreeRowsVector => "One row for all four rows",
        ExampleId::ThreeRowsBoth => "A column meets a row",
        ExampleId::ValuesRow => "One row shared by all rows",
        ExampleId::ValuesColumn => "One column shared by both blocks",
        ExampleId::ValuesFourAxes => "Eight matrices, one column",
        ExampleId::ValuesMiddleAxis => "A stretch in the middle",
        ExampleId::ValuesFromTwo => "Two numbers for every pair",
        ExampleId::ValuesEveryOther => "Every other axis stretches",
        ExampleId::ValuesBothStretch => "Each stretches where it has 1",
        ExampleId::FeatureMapsBias => "One bias per channel",
        ExampleId::FeatureMapsBiasWritten => "The batch axis written out",
        ExampleId::ImageToAll => "One image for every feature map",
        ExampleId::ImagePlane => "One plane for every channel",
        ExampleId::ImageChannels => "One value per channel",
        ExampleId::ImageOneValue => "One value for everything",
        ExampleId::ScoresEveryone => "Five points for every student",
        ExampleId::ScoresEveryoneVector => "One bonus, as a vector of one",
        ExampleId::ScoresPerSubject => "One bonus per subject",
        ExampleId::ScoresPerStudent => "One bonus per student",
        ExampleId::ClashInTheMiddle => "A clash in the middle",
        ExampleId::ClashLikewise => "The same 3 in another place",
        ExampleId::AnotherBatchSize => "A different batch size",
        ExampleId::EmptyAgainstThree => "Size 0 against size 3",
        ExampleId::EmptyAgainstTwo => "Size 0 against size 2",
        ExampleId::EmptyWithOne => "A 1 becomes 0",
        ExampleId::EmptyWithMatrix => "Three axes and no elements",
        ExampleId::NotInPlaceGrows => "A new result may be larger",
        ExampleId::InPlaceCannotGrow => "In place, a cannot grow",
        ExampleId::InPlaceChannel => "Three channel values, one channel",
        ExampleId::PitfallWrongLoss => "Why is the loss wrong?",
        ExampleId::PitfallWrongLossHuge => "Why does the loss run out of memory?",
        ExampleId::PitfallZeroDim => "Must a tensor have an axis?",
        ExampleId::PitfallLargerSize => "Does the larger size win?",
        ExampleId::PitfallPerRow => "A vector holds one value per row?",
        ExampleId::PitfallPerRowFixed => "One value per row, put right",
        ExampleId::PitfallNewAxisInFront => "Which axis is the new one?",
        ExampleId::PitfallNoOuterProduct => "Two vectors, an outer product?",
        ExampleId::PitfallOuterProduct => "The outer product, put right",
        ExampleId::PitfallInPlace => "Can a += b enlarge a?",
        ExampleId::PitfallSharedMemory => "Can I write to an expanded view?",
        ExampleId::PitfallNeitherRowNorColumn => "Is a vector a row or a column?",
        ExampleId::PitfallNonSingleton => "Dimension 2, but of which tensor?",
        ExampleId::PitfallNotMatmul => "Is * the matrix product?",
        ExampleId::PitfallNoCopy => "Does stretching copy memory?",
        ExampleId::PitfallFirstAxes => "Do the first axes line up?",
        ExampleId::PitfallExistingAxis => "Can 2 stretch to 4?",
        ExampleId::PitfallRankPromotion => "No error, so it must be right?",
    }
}

/// What to notice: one to three sentences.
pub(super) const fn note(id: ExampleId) -> &'static str {
    match id {
        ExampleId::TrailingAxes => {
            "Compare sizes from the last axis to the first: 1 and 1 agree, 1 against 4 stretches b, 3 and 3 agree. b \
             has no fourth axis, so a size-1 axis is inserted in front and stretched to 5."
        }
        ExampleId::SameShape => {
            "Every axis has the same size in both operands, so nothing is inserted and nothing stretches. Elements \
             with the same index meet one to one."
        }
        ExampleId::BothStretch => {
            "Either operand may stretch, each along its own size-1 axes: a from 1 to 3; b from 1 to 4 and, along its \
             inserted axis, from 1 to 5. The result has more elements than either operand."
        }
        ExampleId::VectorOfOne => {
            "Two axes are inserted in front of a. Its size-1 axes then take the sizes of b, 3 and 7; in the middle \
             both sizes are 1, and the result keeps 1."
        }
        ExampleId::StretchTheShortOne => {
            "A shape made only of 1s clashes with nothing: each size-1 axis takes whatever size it meets. The single \
             element of b is shared by all 40 elements of the result."
        }
        ExampleId::ZeroDim => {
            "A 0-dim tensor holds one element and has no axes. Every axis it lacks is inserted with size 1 and then \
             stretched, so it broadcasts with any shape."
        }
        ExampleId::ThreeRowsSame => {
            "Both operands already have the shape of the result, so nothing stretches. Most of the 24 stored numbers \
             are repeats: a repeats along its rows, b down its columns."
        }
        ExampleId::ThreeRowsVector => {
            "Here b is written once. An axis is inserted in front and stretched to 4, so every row of a meets the \
             same 0, 1, 2. The result equals that of the tables written out."
        }
        ExampleId::ThreeRowsBoth => {
            "The column stretches to the right and the row stretches downwards; together they fill the same table. 7 \
             stored numbers do the work of 24."
        }
        ExampleId::ValuesRow => {
            "b lacks the leading axis and has size 1 along the next, so it is stretched along both. Each of the \
             eight rows gains the same 0, 1, 2."
        }
        ExampleId::ValuesColumn => {
            "b is a column of four. Its size-1 axis stretches along the rows, its inserted axis across the two \
             blocks: in both, row 0 gains 0, row 1 gains 1, and so on."
        }
        ExampleId::ValuesFourAxes => {
            "The last two axes form eight matrices with three rows and two columns. Each of them meets the same \
             column 0, 1, 2, which stretches to both columns."
        }
        ExampleId::ValuesMiddleAxis => {
            "A size-1 axis may stand anywhere in a shape, not only at its ends. b stretches along the third axis and \
             along the axis inserted in front; the other two already agree."
        }
        ExampleId::ValuesFromTwo => {
            "b holds only 2 and 3, along the last axis. In each of the 24 pairs of a, the first element gains 2 and \
             the second gains 3."
        }
        ExampleId::ValuesEveryOther => {
            "Along the first and third axes the sizes agree; along the second and fourth b has size 1 and stretches. \
             Each of its six numbers, 2 to 7, serves eight elements."
        }
        ExampleId::ValuesBothStretch => {
            "Each operand has a size-1 axis where the other has more: a stretches along its last axis, b along its \
             second. From 24 and 12 stored numbers come 48 elements."
        }
        ExampleId::FeatureMapsBias => {
            "The two 1s keep the 32 of b in line with the channel axis; without them, 32 would meet the width, 14, \
             and clash. 32 numbers are stored where 25,088 are shown."
        }
        ExampleId::FeatureMapsBiasWritten => {
            "The leading size-1 axis is written by hand here. It is the very axis that broadcasting would insert, so \
             the result does not change."
        }
        ExampleId::ImageToAll => {
            "b lacks the batch and channel axes, and a missing axis means the same for all of them. Its 196 numbers \
             are added to each of the 128 feature maps."
        }
        ExampleId::ImagePlane => {
            "Two axes are inserted in front and stretched to 4 and 3. All 12 planes, three channels in each of four \
             images, share the same 1,024 values."
        }
        ExampleId::ImageChannels => {
            "The two 1s at the end line the 3 up with the channel axis; alone, it would meet the width, 32. Each \
             value is shared by all 1,024 pixels of its channel, in all four images."
        }
        ExampleId::ImageOneValue => {
            "All four axes of b have size 1 and stretch, so one stored number serves 12,288 elements. A 0-dim tensor \
             would do the same: its missing axes count as 1."
        }
        ExampleId::ScoresEveryone => {
            "5.0 has no axes: it is the same for every class, every student and every score. One number is stored \
             instead of 1,024."
        }
        ExampleId::ScoresEveryoneVector => {
            "The only axis of b lines up with score and stretches from 1 to 8; the axes for student and class are \
             inserted. As with a plain number, one element serves all 1,024."
        }
        ExampleId::ScoresPerSubject => {
            "b has only the score axis. The axes it lacks, class and student, mean the same for all of them: every \
             student of every class gets the same eight bonuses."
        }
        ExampleId::ScoresPerStudent => {
            "The size-1 axis at the end keeps the place of score, and each bonus is shared along it. Without it, 32 \
             would meet the 8 scores and clash: axes are matched by position; names only help the reader."
        }
        ExampleId::ClashInTheMiddle => {
            "At axis 1 the sizes are 2 and 3: not equal, and neither is 1. One such axis is enough to fail, however \
             well the others fit."
        }
        ExampleId::ClashLikewise => {
            "Both shapes contain a 3, but not at the same place. Shapes line up at the last axis, so the 3 of b \
             meets a 2; broadcasting never moves an axis to find a match."
        }
        ExampleId::AnotherBatchSize => {
            "The batch axis exists in both operands, with sizes 4 and 2. They are not equal and neither is 1; that 2 \
             divides 4 does not help."
        }
        ExampleId::EmptyAgainstThree => {
            "An axis of size 0 is an axis like any other: it agrees only with 0 or with 1. Here it meets a 3, so the \
             shapes clash."
        }
        ExampleId::EmptyAgainstTwo => {
            "a is empty, but it is not without axes: it has one, of size 0. 0 and 2 are not equal and neither is 1, \
             so there is no result, not even an empty one."
        }
        ExampleId::EmptyWithOne => {
            "A size-1 axis takes the other size, even when that is 0. The result has one axis and no elements, and \
             that is not an error."
        }
        ExampleId::EmptyWithMatrix => {
            "The last axis of b goes from 1 to 0, and a gains two axes in front. b stores 35 elements and the result \
             has none, yet its shape has all three axes."
        }
        ExampleId::NotInPlaceGrows => {
            "a + b makes a new tensor, so both operands may stretch: the result has 63 elements, and a keeps its 3. \
             The next example asks for the same sum in place."
        }
        ExampleId::InPlaceCannotGrow => {
            "The sum has 63 elements, but a has memory for 3. In place, only b may stretch: a must already have the \
             shape of the result. Write a = a + b for a new tensor."
        }
        ExampleId::InPlaceChannel => {
            "Normalising a 1-channel image in place with three values would have to turn it into three channels, and \
             a cannot grow. Use one value for the one channel, or make three channels first: a = a.repeat(3, 1, 1) \
             in PyTorch."
        }
        ExampleId::PitfallWrongLoss => {
            "A column of predictions minus a vector of targets takes every prediction with every target. Both hold 0 \
             to 3 here, yet only the diagonal is 0. Write a - b[:, None], or a.squeeze(-1) - b."
        }
        ExampleId::PitfallWrongLossHuge => {
            "50,000 differences were meant; 2.5 billion are made. That is 10 GB in float32 and 20 GB in float64. The \
             cure is not more memory but the right shape: a - b[:, None]."
        }
        ExampleId::PitfallZeroDim => {
            "No. A 0-dim tensor has the shape (): no axes and one element. It broadcasts with every shape, and two \
             of them give a 0-dim result."
        }
        ExampleId::PitfallLargerSize => {
            "Not always: 1 against 0 gives 0. A size-1 axis takes the other size, whatever it is, so this result has \
             three rows with no elements in them."
        }
        ExampleId::PitfallPerRow => {
            "Shapes line up at the last axis, so the 3 of b meets the 4 columns, not the 3 rows. Add a size-1 axis \
             at the end for one value per row: b[:, None] or b.unsqueeze(-1)."
        }
        ExampleId::PitfallPerRowFixed => {
            "As a column, b lines its 3 up with the rows and stretches along each of them. A mean over the last axis \
             keeps this shape with keepdims=True, in PyTorch keepdim=True."
        }
        ExampleId::PitfallNewAxisInFront => {
            "Always the leading one, never one chosen by fit: b becomes a row, added to each of the four rows. With \
             the sizes of a swapped it would clash, for b is not tried as a column unless you write b[:, None]."
        }
        ExampleId::PitfallNoOuterProduct => {
            "No. The 3 and the 4 lie on the same axis and neither is 1, so nothing can stretch. For every pair of \
             elements, make one vector a column: a[:, None] * b or a.unsqueeze(-1) * b."
        }
        ExampleId::PitfallOuterProduct => {
            "The column stretches to four columns, the row to three rows, and each element of a meets each element \
             of b. Here the element at row i, column j is i times j."
        }
        ExampleId::PitfallInPlace => {
            "No. The result has two rows and a has room for one; in place, only b may stretch. Write a = a + b, or b \
             += a where b may be changed."
        }
        ExampleId::PitfallSharedMemory => {
            "In a expanded to four columns, the four elements of a row share one place in memory. PyTorch refuses \
             a.expand(3, 4).add_(1), and the view from NumPy's broadcast_to is read-only. Copy first, with clone() \
             or copy()."
        }
        ExampleId::PitfallNeitherRowNorColumn => {
            "Neither: it has a single axis. Transposing does nothing to it, so a + a.T has three elements, not nine. \
             Write a[None, :] for a row and a[:, None] for a column."
        }
        ExampleId::PitfallNonSingleton => {
            "Of neither: PyTorch's \"at non-singleton dimension 2\" counts the axes of the aligned result, from 0. \
             There the sizes are 3 and 2; a itself has no axis 2."
        }
        ExampleId::PitfallNotMatmul => {
            "No. * multiplies element by element, so the shapes must broadcast, and 3 against 2 does not. The matrix \
             product is a @ b; here it would have two rows and two columns."
        }
        ExampleId::PitfallNoCopy => {
            "No. A stretched axis has stride 0, so every step along it reads the same place: 3 stored numbers stand \
             for 3,000,000 elements. Only the result takes new memory."
        }
        ExampleId::PitfallFirstAxes => {
            "In Julia and MATLAB they do, and these shapes would work. In NumPy and PyTorch the last axes line up, and \
             4 meets 2. Add the axis yourself: a[:, :, None] or a.unsqueeze(-1)."
        }
        ExampleId::PitfallExistingAxis => {
            "No. Only a size-1 axis stretches; an axis of another size is never repeated, even where one size \
             divides the other. To repeat it, say so: np.tile(a, (1, 2)), or a.repeat(1, 2) in PyTorch."
        }
        ExampleId::PitfallRankPromotion => {
            "Not always: a is silently taken as a row, and the square shape hides it if one value per row was meant. \
             Write a[:, None] for that. JAX can refuse such pairs: jax_numpy_rank_promotion = \"raise\"."
        }
    }
}
