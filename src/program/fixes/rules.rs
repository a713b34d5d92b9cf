//! The ranking of the fixes of a program, as data: what is known of a fix, and what that says of what was probably meant.

/// A fact about a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    /// A reduction keeps its axis.
    KeepsAxis,
    /// A reduction goes along the other axis.
    ReducesOtherAxis,
    /// The name of the values, or their use, says that they belong to columns.
    IsNamedForColumns,
    /// `*` becomes `@`.
    IsMatrixProduct,
    /// A factor of a matrix product is transposed.
    IsTransposedFactor,
    /// The factors of a matrix product change places.
    SwapsFactors,
    /// Each vector of a batch becomes a column beside its matrix.
    IsVectorOfMatrix,
    /// The input of a layer is flattened.
    FlattensInput,
    /// A layer takes another number of inputs.
    FitsLayer,
    /// The channels of an image come before height and width.
    IsImageOrder,
    /// A value is summed before it is added in place.
    SumsIntoTarget,
    /// An axis of size 1 is dropped.
    DropsAxis,
    /// An index that inserts an axis goes.
    UndoesInsertion,
    /// A function of the matrix product takes other numbers of axes.
    IsBatchProduct,
    /// A table of positions ends where the sequence ends.
    IsCutToSequence,
    /// A table of positions has one more.
    HasOneMore,
    /// Axes of size 1 are inserted.
    InsertsAxis,
    /// A mask beside square scores lies along the last axis.
    IsKeyMask,
    /// A mask beside square scores lies along the last but one axis.
    LiesAlongQueries,
    /// It does so where it could lie along the last.
    IsQueryMask,
    /// A vector comes to lie along axis 1 of four.
    IsChannel,
    /// Each element or row of one operand meets each of the other.
    IsPairwise,
    /// A vector is made with another size.
    FitsParameter,
    /// Two axes of an operand are swapped.
    TransposesOperand,
    /// The result is a new tensor.
    IsOutOfPlace,
    /// The layer fits where its input should be flattened.
    IsNotFlattened,
    /// Elements of different vectors of a batch are added up.
    MixesVectors,
    /// The axes of the larger operand change their order.
    TransposesLarger,
    /// The reduction goes along the first of more than two axes.
    ReducesFirstOfMany,
    /// No exception follows after the fix.
    RunsToEnd,
    /// A sum would fit into the target of an operation in place.
    IsSumPossible,
    /// Of changes of the same kind, this one is more usual.
    IsUsual,
    /// The layer has room for the channels as they are.
    IsUsualLayout,
    /// A line before, which is probably a mistake, is repaired.
    RepairsMistake,
    /// Another line is probably a mistake then.
    MovesMistake,
    /// A reduced tensor gets back the axis that puts it beside its own.
    LiesBesideOwn,
    /// The result is larger than every operand.
    Grows,
    /// An axis ends where that of the other operand ends.
    IsCut,
    /// An image loses its channel of transparency.
    DropsAlpha,
    /// A size of a new shape follows from the others.
    FollowsFromOthers,
    /// An axis is one that the tensor has.
    IsOwnAxis,
    /// An image gets a batch, or a batch of one image loses it.
    FitsBatch,
    /// A loss of class numbers.
    IsLossOfClasses,
}

/// A rule: the points that a fact gives, and whether the fix then only makes the program run.
pub(super) struct Rule {
    /// The fact.
    pub(super) fact: Fact,
    /// The points. The fix with the most points comes first.
    pub(super) points: i32,
    /// Whether a fix with this fact only makes the program run.
    pub(super) only_runs: bool,
}

/// A rule whose fixes are probably meant. The reason is for the reader of the table; the application does not carry it.
const fn rule(fact: Fact, points: i32, _reason: &str) -> Rule {
    Rule { fact, points, only_runs: false }
}

/// A rule whose fixes only make the program run, and why.
const fn runs(fact: Fact, points: i32, _reason: &str) -> Rule {
    Rule { fact, points, only_runs: true }
}

/// The rules. First those that say what a fix is, then those that choose between fixes of the same kind.
pub(super) const RULES: [Rule; 42] = [
    rule(
        Fact::KeepsAxis,
        100,
        "The axis was lost in the reduction. With size 1 there, each value stays beside its own row.",
    ),
    rule(
        Fact::IsMatrixProduct,
        100,
        "Matrices whose inner sizes agree are multiplied as matrices; their elements cannot be.",
    ),
    rule(
        Fact::IsVectorOfMatrix,
        95,
        "A batch of vectors beside a batch of matrices: each vector is a column of its matrix.",
    ),
    rule(
        Fact::FlattensInput,
        92,
        "The elements of an image are the features of a layer, and the layer has room for all of them.",
    ),
    rule(
        Fact::IsTransposedFactor,
        90,
        "Both factors have the inner size on the same axis: one of them stands the wrong way.",
    ),
    rule(Fact::SumsIntoTarget, 90, "What is added up goes into a tensor without the leading axes: their sum is meant."),
    rule(Fact::FitsLayer, 88, "The layer has another number of inputs than what comes in."),
    rule(
        Fact::IsImageOrder,
        88,
        "One value a channel stands before height and width; the image has its channels last.",
    ),
    rule(Fact::DropsAlpha, 115, "The fourth channel of an image is its transparency, and the other operand has three."),
    rule(
        Fact::IsLossOfClasses,
        115,
        "Scores of classes beside class numbers: a loss of differences does not compare them.",
    ),
    rule(Fact::IsOwnAxis, 100, "The axis is not there."),
    rule(Fact::FitsBatch, 90, "A layer of images takes batches; one image is a batch of size 1."),
    rule(Fact::FollowsFromOthers, 90, "The last batch is smaller than the others."),
    rule(
        Fact::IsCut,
        80,
        "Lengths that differ by one: those of differences, or of borders and what lies between them.",
    ),
    rule(Fact::RepairsMistake, 200, "The exception follows from a line before it that is probably a mistake."),
    rule(Fact::LiesBesideOwn, 15, "The axis that is reduced stays the same."),
    rule(Fact::IsUsualLayout, 8, "A layer is made for the channels of its data."),
    rule(Fact::UndoesInsertion, 110, "The axis was inserted for elements to meet, and without it they do."),
    rule(Fact::IsBatchProduct, 95, "matmul takes matrices, vectors and batches; mm, bmm and dot take one kind only."),
    rule(Fact::IsCutToSequence, 90, "A table of positions is as long as the longest sequence."),
    rule(Fact::HasOneMore, 85, "A token was added in front of the sequence."),
    rule(Fact::SwapsFactors, 85, "The product exists the other way round."),
    rule(Fact::ReducesOtherAxis, 80, "Along the other axis, the reduction gives a value for each column."),
    rule(
        Fact::DropsAxis,
        75,
        "A column beside a vector is a vector with an axis too many: the output of a layer of one unit.",
    ),
    rule(Fact::InsertsAxis, 70, "The values belong to an axis that is not the last; axes of size 1 put them there."),
    rule(Fact::FitsParameter, 65, "A vector that fits no axis was made with the wrong size."),
    rule(Fact::IsPairwise, 60, "Two lists of different lengths: each element of one with each of the other."),
    rule(Fact::TransposesOperand, 55, "The axes are those of the other operand in another order."),
    rule(Fact::IsOutOfPlace, 40, "The result is larger than the tensor that it is written into."),
    rule(
        Fact::IsNamedForColumns,
        30,
        "The name, or a covariance, says that the values belong to columns: features are columns.",
    ),
    rule(Fact::IsKeyMask, 15, "A mask of tokens hides keys, and keys are the last axis of scores."),
    rule(Fact::IsChannel, 10, "A value a channel belongs to axis 1 of (N, C, H, W)."),
    rule(
        Fact::IsUsual,
        4,
        "The smaller operand is broadcast, the weight of a product transposed, the size that the message names replaced.",
    ),
    rule(Fact::RunsToEnd, 3, "What follows was written for a result of this shape."),
    runs(Fact::MovesMistake, -60, "The same mistake is made later."),
    runs(Fact::TransposesLarger, -20, "The axes of the data have the order that they are meant to have."),
    runs(
        Fact::ReducesFirstOfMany,
        -20,
        "The first of three axes or more is the batch: its elements do not belong together.",
    ),
    runs(Fact::IsNotFlattened, -20, "The layer would see each row of an image by itself."),
    runs(Fact::MixesVectors, -20, "Each vector of a batch has a matrix of its own."),
    runs(Fact::IsQueryMask, 0, "Rows of scores that are hidden whole are NaN after softmax."),
    runs(Fact::IsSumPossible, -10, "A sum is what the target has room for."),
    runs(Fact::Grows, -60, "The result is larger than both operands, and no list of pairs."),
];

/// A fact that follows where another fix was found too.
pub(super) struct Beside {
    /// A fact of the other fix.
    pub(super) other: Fact,
    /// A fact of the fix.
    pub(super) own: Fact,
    /// What follows.
    pub(super) follows: Fact,
}

/// What follows for a fix from another one.
pub(super) const BESIDE: [Beside; 5] = [
    Beside { other: Fact::IsKeyMask, own: Fact::LiesAlongQueries, follows: Fact::IsQueryMask },
    Beside { other: Fact::SumsIntoTarget, own: Fact::IsOutOfPlace, follows: Fact::IsSumPossible },
    Beside { other: Fact::FlattensInput, own: Fact::FitsLayer, follows: Fact::IsNotFlattened },
    Beside { other: Fact::IsVectorOfMatrix, own: Fact::IsTransposedFactor, follows: Fact::MixesVectors },
    Beside { other: Fact::IsVectorOfMatrix, own: Fact::SwapsFactors, follows: Fact::MixesVectors },
];

/// The points of a fix with these facts.
pub(super) fn points(facts: &[Fact]) -> i32 {
    RULES.iter().filter(|rule| facts.contains(&rule.fact)).map(|rule| rule.points).sum()
}

/// Whether a fix with these facts only makes the program run.
pub(super) fn only_runs(facts: &[Fact]) -> bool {
    RULES.iter().any(|rule| rule.only_runs && facts.contains(&rule.fact))
}
