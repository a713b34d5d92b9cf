//! A change of a program that takes a mistake away.

use tensor_broadcasting::Shape;

/// What a fix of a program does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramFixKind {
    /// A reduction, such as a mean, keeps the axis that it reduces, with size 1.
    KeepAxis,
    /// A reduction goes along another axis.
    OtherAxis,
    /// The last two axes of an operand are swapped.
    Transpose,
    /// The axes of an operand are put into another order.
    ReorderAxes,
    /// The sign of the matrix product stands in place of `*`.
    MatrixProduct,
    /// `matmul` stands in place of a function that takes no batches, or no vectors.
    BatchProduct,
    /// The operands of a matrix product change places.
    SwapOperands,
    /// Axes of size 1 are inserted before an axis of an operand, or at its end.
    InsertAxis {
        /// The place of the first new axis, counted from 0.
        axis: usize,
        /// How many axes are inserted.
        count: usize,
    },
    /// An axis of size 1 of an operand is dropped.
    DropAxis {
        /// The axis, counted from 0.
        axis: usize,
    },
    /// An operand is summed over its leading axes.
    SumAxis,
    /// An operand ends where the other one ends.
    Cut,
    /// Several axes become one.
    Flatten,
    /// `reshape` stands in place of `view`, which makes no copy.
    Reshape,
    /// Of what is assigned to the elements of a mask, only these are taken.
    SameMask,
    /// A mask loses an axis of size 1, for which the indexed tensor has another size.
    NarrowMask,
    /// A size is another one where a tensor or a layer is made.
    OtherSize,
    /// The result is a new tensor; nothing is written in place.
    OutOfPlace,
    /// The loss is one of scores and class numbers.
    OtherLoss,
}

/// A change of a program after which one of its operations no longer fails, or is no longer probably a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramFix {
    /// The whole program after the change.
    pub code: String,
    /// The first changed line, counted from 1.
    pub line: usize,
    /// That line before the change, without its indentation.
    pub before: String,
    /// That line after the change, without its indentation.
    pub after: String,
    /// The other changed lines: where the mean and the deviation of each row are to keep their axis, both are changed.
    pub also: Vec<LineChange>,
    /// The shape of the operation's result after the change; `None` where it depends on values that are not known, as that of a mask does.
    pub result: Option<Shape>,
    /// Whether the fix only makes the program run, and is probably not what was meant.
    pub only_runs: bool,
    /// What it does.
    pub kind: ProgramFixKind,
}

/// A line of a program before and after a change, without its indentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    /// The line, counted from 1.
    pub line: usize,
    /// Its text before the change.
    pub before: String,
    /// Its text after the change.
    pub after: String,
}
