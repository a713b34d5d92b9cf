//! Text to operands: the ways people write shapes and small tensors, and errors that point at the place.
//!
//! A shape may be written `5,3,4,1`, `5 3 4 1`, `5x3x4x1`, `5×3×4×1`, `(5, 3, 4, 1)`, `[5,3,4,1]`, `(3,)`, `()`,
//! `torch.Size([5, 3])`, with names (`class=4, student=32`) or in full-width characters. Values may be written as nested
//! lists (`[[0],[10],[20]]`), in `tensor(…)` or `np.array(…)`, or as one real number (`5.0`).
//!
//! What a sentence about an error says is [`crate::words`]' business; this room only names the [`Problem`] and its span.

mod cursor;
mod literal;
mod number;
mod python;
mod sizes;

use std::ops::Range;

use crate::broadcast::{Dtype, Shape, Tensor, Values};
use crate::dialect::{Library, Refusal};
use cursor::Cursor;
pub use number::{combined, operator_word, write_value};
pub use python::{Script, script};

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
    /// The Python it was written in, if it was.
    pub written: Option<Written>,
}

/// An expression of Python, without what stood around it (a prompt, `x =`, a comment).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The library whose functions it calls.
    pub library: Library,
    /// The expression.
    pub text: String,
}

impl Operand {
    fn of(shape: &Shape, values: Values) -> Self {
        Self { tensor: Tensor::contiguous(shape, values), names: Vec::new(), dtype: None, written: None }
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        self.tensor.shape()
    }
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
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
    /// A bracket is never closed; the one that would close it.
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
    /// A name that means nothing here, and the one that it is most like.
    Unknown {
        /// The name.
        word: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// A function or a method that computes: nothing is computed while an operand is read.
    Computes(String),
    /// An argument that cannot be read, or is missing.
    WrongArgument,
    /// An index that picks elements out.
    Selects,
    /// An expression that comes to no tensor and no shape.
    NotATensor,
    /// Two tensors in one field.
    TwoOperands,
    /// Brackets or calls stand too deep in one another.
    TooDeep,
    /// The library raises this when the expression is run.
    Raises(Refusal),
}

/// Reads one operand.
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
///
/// ```
/// use broadcast_visualizer::{broadcast::Shape, notation::{Problem, parse}};
/// assert_eq!(parse("5 × 3 × 4 × 1").expect("a shape").shape(), &Shape::from([5, 3, 4, 1]));
/// assert_eq!(parse("[[0],[10],[20]]").expect("a literal").shape(), &Shape::from([3, 1]));
/// let error = parse("5,3,-4").expect_err("no size is negative");
/// assert_eq!((error.span, error.problem), (4..6, Problem::NegativeSize));
/// ```
pub fn parse(text: &str) -> Result<Operand, NotationError> {
    let mut cursor = Cursor::new(text)?;
    python::skip_preamble(&mut cursor);
    if cursor.at_end() {
        return Err(cursor.error_here(Problem::Empty));
    }
    let start = cursor.position();
    let mut operand = if literal::starts_here(&cursor) {
        literal::value(&mut cursor)?
    } else if python::starts_here(&cursor) && !sizes::starts_with_size_call(&cursor) {
        python::parse(&mut cursor)?
    } else {
        sizes::parse(&mut cursor)?
    };
    cursor.skip_space();
    if matches!(cursor.peek(), Some('×' | '+')) {
        // `(2,)*3`, `(2, 3) + (4,)`: arithmetic on tuples.
        cursor.rewind(start);
        operand = python::parse(&mut cursor)?;
        cursor.skip_space();
    }
    match cursor.peek() {
        None => Ok(operand),
        Some(')' | ']') => Err(cursor.error_here(Problem::WrongBracket(None))),
        Some(_) => Err(cursor.error_here(Problem::NotASeparator(cursor.original()))),
    }
}
