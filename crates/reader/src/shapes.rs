//! Shapes: from text to operands, and errors with the place in the text.
//!
//! A plain shape may be written `5,3,4,1`, `5 3 4 1`, `5x3x4x1`, `5×3×4×1`, `(5, 3, 4, 1)`, `[5,3,4,1]`, `(3,)` or `()`, and in
//! full-width characters. Everything else is read by other parts of the crate: shapes with names and in other notations
//! (`class=4, student=32`, `x.shape = (N, 3)`), and Python, which is nested lists (`[[0],[10],[20]]`), one float (`5.0`), calls
//! (`torch.arange(12).reshape(3, 4).T`) and programs.
//!
//! An error has a [`Problem`] and a span.

mod characters;
mod line;
mod shape;

use std::ops::Range;

pub use crate::shapes::characters::{ascii_twin, is_letter, is_part_of_word};
pub use crate::shapes::line::one_line;
pub use crate::shapes::shape::{plain_mistake, plain_shape};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Shape, Tensor, Values};

/// The largest length of a text, in characters.
pub const MAX_CHARS: usize = 2_000;

/// The largest number of axes of an operand. NumPy has the same limit.
pub const MAX_AXES: usize = 64;

/// An operand as it was read: a tensor, and what else the text says.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The tensor. Where only a shape was written, its values are 0, 1, 2, ….
    pub tensor: Tensor,
    /// The names of the axes, one for each axis, empty for an axis that has none; no names where none were written.
    pub names: Vec<String>,
    /// The place of each size in the text, in characters; empty where the text is not a shape.
    pub places: Vec<Range<usize>>,
    /// The type of the elements; `None` where the text does not say it.
    pub dtype: Option<Dtype>,
    /// The library that makes the tensor; `None` where the text does not say it. The layout follows the rules of this
    /// library, or of PyTorch where there is none.
    pub library: Option<Library>,
    /// Whether the text does not give the values (it is a shape, or `rand`). Then 0, 1, 2, … are shown instead.
    pub values_unknown: bool,
    /// Whether the strides are not known, or are negative. The layout is row-major then.
    pub strides_unknown: bool,
    /// Whether the tensor is an array that `np.broadcast_to` made. NumPy does not write into such an array.
    pub read_only: bool,
    /// The Python code of the operand; `None` where it was written as a shape.
    pub python: Option<PythonSource>,
}

/// A Python expression, without a prompt, an assignment or a comment around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PythonSource {
    /// The library whose functions the expression calls; `None` for lists, and for names that both libraries have.
    pub library: Option<Library>,
    /// Whether its value is a tensor; otherwise it is a list or a number.
    pub is_tensor: bool,
    /// The expression.
    pub text: String,
}

impl Operand {
    pub(crate) fn of(shape: &Shape, values: Values) -> Self {
        Self::from(Tensor::contiguous(shape, values))
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        self.tensor.shape()
    }
}

impl From<Tensor> for Operand {
    fn from(tensor: Tensor) -> Self {
        Self {
            tensor,
            names: Vec::new(),
            places: Vec::new(),
            dtype: None,
            library: None,
            values_unknown: false,
            strides_unknown: false,
            read_only: false,
            python: None,
        }
    }
}

/// A problem of a text, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The place, in **characters** of the text (not bytes). It is empty where something is missing at the end.
    pub span: Range<usize>,
    /// The problem.
    pub problem: Problem,
}

/// The problems that a text can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The text is empty or white space.
    Empty,
    /// The text is longer than [`MAX_CHARS`].
    TooLong,
    /// There are more than [`MAX_AXES`] axes.
    TooManyAxes,
    /// A size is missing at the end of the text.
    SizeMissing,
    /// This character was found where a size was expected.
    NotASize(char),
    /// This character was found where a comma or the end was expected.
    NotASeparator(char),
    /// A size is negative.
    NegativeSize,
    /// A size has a fraction.
    FractionalSize,
    /// A size is larger than 2^63-1.
    SizeTooLarge,
    /// A bracket or a quotation mark is not closed. This is the character that closes it.
    Unclosed(char),
    /// A closing bracket does not match the opening one. This is the bracket that matches; `None` where no bracket is open.
    WrongBracket(Option<char>),
    /// A word that is no part of a shape.
    UnknownWord(String),
    /// The text can be read as each of these.
    TwoReadings(String, String),
    /// The lists at one level have different lengths.
    Ragged {
        /// The length of the first list at this level.
        expected: usize,
        /// The length of this list.
        found: usize,
    },
    /// Numbers and lists are mixed at one level.
    MixedDepth,
    /// This character was found where a value was expected; `None` at the end of the text.
    NotAValue(Option<char>),
    /// An integer value does not fit in 64 bits.
    ValueTooLarge,
    /// The library raises this exception.
    LibraryRejected(Library, LibraryError),
    /// Python itself raises this exception.
    PythonRejected(LibraryError),
    /// It is not read, for this reason.
    Unread(Box<UnreadableReason>),
    /// An unknown function, or an unknown method (with a dot in front).
    UnknownFunction {
        /// The name as it was written.
        name: String,
        /// The known function or method with the most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// A variable that is not defined.
    Undefined(String),
    /// A function that is not called.
    NotCalled(String),
    /// An operation of two operands where one operand was expected.
    TwoOperands,
    /// A value that is no operand, such as a string.
    NotAnOperand,
    /// This is not an integer, but an integer was expected.
    NotAnInteger,
    /// Something that is not allowed here.
    Unexpected(String),
    /// The nesting is too deep.
    TooDeep,
    /// The text is an error message of a library that does not say both shapes.
    Message,
}

/// Why something cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadableReason {
    /// The text is not Python.
    Syntax(ParseError),
    /// The text is not Python at this place.
    NotPython,
    /// IPython takes the line for itself, or the shell does.
    Command,
    /// The text is longer than is read, and is cut here.
    Cut,
    /// A statement of this kind is not read.
    Statement,
    /// An expression of this kind is not read.
    Expression,
    /// A function, method or property that is not known.
    UnknownCall(String),
    /// A variable whose value is not known.
    UnknownName(String),
    /// A call with arguments that are not read.
    Arguments(String),
    /// Something depends on values that are not known, such as those of random numbers.
    Values,
    /// An operation of these kinds of values.
    Kinds,
    /// The program does more than is read: too many steps, or too large values.
    TooMuch,
}
