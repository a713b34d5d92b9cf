//! Text to operands: the ways people write shapes and small tensors, and errors that point at the place.
//!
//! A shape may be written `5,3,4,1`, `5 3 4 1`, `5x3x4x1`, `5×3×4×1`, `(5, 3, 4, 1)`, `[5,3,4,1]`, `(3,)`, `()`,
//! `torch.Size([5, 3])`, with names (`class=4, student=32`) or in full-width characters. Everything else is Python: nested
//! lists (`[[0],[10],[20]]`), one real number (`5.0`), what `torch.` and `np.` make (`torch.arange(12).reshape(3, 4).T`),
//! alone or in a program; [`operands_in`] takes the two operands out of one.
//!
//! What a sentence about an error says is [`crate::i18n`]' business; this room only names the [`Problem`] and its span.

mod cursor;
mod line;
mod shape;

use std::ops::Range;

use crate::broadcast::{Dtype, Shape, Tensor, Values};
use crate::library::{Library, LibraryError};
pub use cursor::ascii_twin;
pub(crate) use cursor::is_letter;
pub use line::one_line;
pub use shape::parse_shape;

/// The longest text that is read, in characters.
pub const MAX_CHARS: usize = 2_000;

/// The most axes an operand may have: NumPy's own limit.
pub const MAX_AXES: usize = 64;

/// What a text says: a tensor, and perhaps more.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The tensor. Where only a shape was written it holds 0, 1, 2, ….
    pub tensor: Tensor,
    /// The names of the axes, one each; empty where none were written.
    pub names: Vec<String>,
    /// The type of its elements, where something says so.
    pub dtype: Option<Dtype>,
    /// The library that makes it, where something says so. Its view is laid out as that library does it, PyTorch if none.
    pub library: Option<Library>,
    /// Whether the text does not tell its elements (only a shape, or `rand`), so that 0, 1, 2, … stand for them.
    pub values_unknown: bool,
    /// Whether NumPy lets nobody write into it, because `broadcast_to` made it.
    pub read_only: bool,
    /// The Python it was written in, if it was.
    pub python: Option<PythonSource>,
}

/// An expression of Python, without what stood around it (a prompt, `x =`, a comment).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PythonSource {
    /// The library whose functions it calls; `None` for lists and names that either has.
    pub library: Option<Library>,
    /// Whether it is a tensor, rather than a list or a number that one can be made of.
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
            dtype: None,
            library: None,
            values_unknown: false,
            read_only: false,
            python: None,
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The place, in **characters** of the text (not bytes). Empty and at the end where something is missing there.
    pub span: Range<usize>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing but white space.
    Empty,
    /// The text is longer than [`MAX_CHARS`].
    TooLong,
    /// There are more than [`MAX_AXES`] axes.
    TooManyAxes,
    /// A size was expected and the text ended.
    SizeMissing,
    /// A size was expected and this stands here.
    NotASize(char),
    /// A comma or the end was expected and this stands here.
    NotASeparator(char),
    /// A size is negative.
    NegativeSize,
    /// A size has a fraction.
    FractionalSize,
    /// A size is larger than 2^63-1.
    SizeTooLarge,
    /// A bracket or a quotation mark is never closed; the one that would close it.
    Unclosed(char),
    /// A bracket closes what was not opened, or was opened otherwise; the one that would fit, if any.
    WrongBracket(Option<char>),
    /// Some axes have names and this one has none.
    NameMissing,
    /// A word that is not a notation of shapes.
    UnknownWord(String),
    /// The lists at one level have different lengths: this one has `found` entries where its sisters have `expected`.
    Ragged {
        /// How many entries the first list at this level has.
        expected: usize,
        /// How many this one has.
        found: usize,
    },
    /// A number stands beside a list, or a list beside a number.
    MixedDepth,
    /// A value was expected and this stands here (`None`: the text ended).
    NotAValue(Option<char>),
    /// An integer value does not fit in 64 bits.
    ValueTooLarge,
    /// The library itself refuses it, in these words.
    LibraryRefused(Library, LibraryError),
    /// A function or (beginning with a point) a method that is not known, and the known one that is most like it.
    UnknownFunction {
        /// As it was written.
        name: String,
        /// The known one.
        nearest: Option<String>,
    },
    /// A name that stands for nothing.
    Undefined(String),
    /// A function that is named and not called.
    NotCalled(String),
    /// A well-known operation that makes other elements than those that are written.
    Computes(String),
    /// An index that selects elements.
    Selects,
    /// An operation of two operands where one is wanted.
    TwoOperands,
    /// What is no operand, such as a text in quotes.
    NotAnOperand,
    /// An integer was expected.
    NotAnInteger,
    /// An argument of this name is missing.
    ArgumentMissing(&'static str),
    /// A keyword argument that is not read.
    UnknownKeyword(String),
    /// Something that cannot stand here.
    Unexpected(String),
    /// An operator between what it cannot combine, or with a result that does not fit.
    CannotCombine,
    /// A list has no such entry.
    NoSuchEntry,
    /// Too many elements would be written out.
    TooManyValues,
    /// Brackets are nested too deep.
    TooDeep,
}

/// The float64 nearest to a decimal number.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn real_number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// The same by the browser's own reader, which rounds alike: Rust's brings 13 KB of tables into the bundle.
#[cfg(target_arch = "wasm32")]
pub(crate) fn real_number(text: &str) -> f64 {
    js_sys::parse_float(text)
}

/// The shortest decimal that is read as this finite number again, as Python would write it: with a point or an exponent.
#[must_use]
pub fn exact_number(value: f64) -> String {
    let digits = shortest(value);
    if digits.contains(['.', 'e']) { digits } else { digits + ".0" }
}

#[cfg(not(target_arch = "wasm32"))]
fn shortest(value: f64) -> String {
    format!("{value:?}")
}

/// The same by the browser's own writer, for the bundle's sake as in [`real_number`]. It forgets the sign of -0.
#[cfg(target_arch = "wasm32")]
fn shortest(value: f64) -> String {
    let digits = js_sys::Number::from(value).to_string_with_radix(10).map(String::from).unwrap_or_default();
    if value == 0.0 && value.is_sign_negative() { "-0".to_owned() } else { digits }
}
