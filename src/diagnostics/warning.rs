//! A warning about operands that broadcast, but probably should not.
//!
//! There are two rules. Both need a result that is larger than every operand, so that all stretch:
//!
//! 1. Without their size-1 axes the operands have the same shape, but they have different numbers of axes: (N, 1) with (N,). Of three
//!    operands, those of one element do not count.
//!    Probably they should be combined element by element, and the N × N result is a mistake. A common case is a loss.
//! 2. The result is large, and has many times as many elements as the larger operand.
//!
//! In a program, where the axes come from says more than the shapes ([`Aim`]): no warning is given where an axis was inserted for the
//! operands to stretch, and one more where a reduced tensor lies along another axis than its own.
//!
//! A result whose element type has no room for an element is warned about too, unless a name says that integers are meant to wrap around.
//!
//! There is no warning where stretching is usual: a bias, a scalar, one row for all rows, or an outer product such as
//! (4, 1) with (3,) or (4, 1) with (1, 4).

use tensor_broadcasting::{Dtype, Operation, Shape};
use tensor_reader::{Aim, ProgramOperation};

use super::warning_on;

/// The smallest number of elements of a large result: 2^24 float32 are 64 MiB.
const LARGE: u64 = 1 << 24;

/// A large result is warned about where it has at least this many times as many elements as the larger operand.
const MANY_TIMES: u64 = 64;

/// Parts of the names of predictions, of which there is one a sample. A table of pairs of them is no loss.
const PREDICTIONS: [&str; 2] = ["pred", "hat"];

/// Parts of the names of other values of which there is one a sample. All elements of such a table are not summed.
const SAMPLES: [&str; 7] = ["target", "label", "true", "logit", "loss", "reward", "return"];

/// Parts of the names of a column and a row that make a table.
const TABLES: [&str; 3] = ["row", "col", "grid"];

/// Parts of the names of integers that are meant to wrap around.
const WRAPPED: [&str; 6] = ["mask", "hash", "crc", "checksum", "seed", "bits"];

/// As many elements of a result are looked at for one that its type has no room for.
const LOOKED_AT: u64 = 1_024;

/// The warning about a result whose element type has no room for an element that is known. `words`: the texts of the operands.
#[must_use]
pub fn no_room(operation: &Operation, words: &str) -> Option<Warning> {
    let words = words.to_ascii_lowercase();
    if WRAPPED.iter().any(|word| words.contains(word)) {
        return None;
    }
    let index = operation.first_not_kept(LOOKED_AT)?;
    let (dtype, arithmetic) = (operation.types()?.combined.output, operation.arithmetic());
    let no_room = NoRoom {
        dtype,
        exact: Dtype::Float64.printed(operation.not_kept(&index)?, arithmetic),
        kept: dtype.printed(operation.value(&index)?, arithmetic),
    };
    Some(Warning { result: operation.shape()?.clone(), times: None, cause: Cause::NoRoom, no_room: Some(no_room) })
}

/// Why there is a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The operands should probably be combined element by element.
    Elementwise,
    /// A tensor that was reduced lies along another axis of what it reduces than its own.
    OtherAxis,
    /// The element type of the result has no room for an element: an integer wraps around, or a float becomes infinite.
    NoRoom,
    /// The result is only large.
    Size,
}

/// A warning about a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The shape of the result.
    pub result: Shape,
    /// The elements of the result divided by those of the larger operand; `None` where the result has more than 2^63-1.
    pub times: Option<u64>,
    /// Why there is a warning.
    pub cause: Cause,
    /// The first element that the element type of the result has no room for.
    pub no_room: Option<NoRoom>,
}

/// An element that an element type has no room for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRoom {
    /// The element type.
    pub dtype: Dtype,
    /// The element, as the library prints numbers.
    pub exact: String,
    /// What the type keeps of it.
    pub kept: String,
}

impl Warning {
    /// Whether the operands probably meet in another way than was meant.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        !matches!(self.cause, Cause::Size | Cause::NoRoom)
    }
}

/// The warning about an operation of a program; `drawn` is the operation as the diagram draws it.
#[must_use]
pub fn warning_in(operation: &ProgramOperation, drawn: &Operation) -> Option<Warning> {
    let warning = warning_on(drawn, operation.in_place);
    let has = |words: &[&str]| {
        let mut texts = operation.operands.iter().map(|operand| operand.text.to_ascii_lowercase());
        texts.any(|text| words.iter().any(|word| text.contains(word)))
    };
    let is_meant = match operation.aim {
        Aim::Unknown => has(&TABLES) && !has(&PREDICTIONS) && !has(&SAMPLES),
        Aim::Written => !has(&PREDICTIONS),
        Aim::Summed => !has(&PREDICTIONS) && !has(&SAMPLES),
        Aim::Meant => true,
        Aim::Crossed => false,
    };
    if operation.aim == Aim::Crossed {
        return drawn.shape().map(|result| Warning {
            result: result.clone(),
            times: None,
            cause: Cause::OtherAxis,
            no_room: None,
        });
    }
    warning.filter(|warning| !is_meant || !warning.is_mistake())
}

/// The warning about the result of these shapes; `None` where there is nothing to warn about.
///
/// ```
/// use tensor_broadcasting::{Shape, broadcast_shapes};
/// use broadcast_visualizer::diagnostics::warning;
/// let of = |a: &[u64], b: &[u64]| {
///     warning(&[&Shape::from(a), &Shape::from(b)], &broadcast_shapes(a, b).expect("they broadcast"))
/// };
/// let wrong_loss = of(&[32, 1], &[32]).expect("(32, 32) is probably a mistake");
/// assert_eq!((wrong_loss.times, wrong_loss.is_mistake()), (Some(32), true));
/// assert!(of(&[50_000, 1], &[20_000]).is_some_and(|large| !large.is_mistake()));
/// // A bias, and an outer product.
/// assert_eq!(of(&[4, 32, 14, 14], &[32, 1, 1]), None);
/// assert_eq!(of(&[4, 1], &[3]), None);
/// ```
#[must_use]
pub fn warning(shapes: &[&Shape], result: &Shape) -> Option<Warning> {
    let size = |shape: &Shape| shape.numel().unwrap_or(u64::MAX);
    let largest = shapes.iter().fold(0, |largest, shape| largest.max(size(shape)));
    if size(result) <= largest {
        return None;
    }
    let times = result.numel().and_then(|elements| elements.checked_div(largest));
    let without_ones = |shape: &Shape| -> Shape { shape.iter().copied().filter(|&size| size != 1).collect() };
    let mut large = shapes.iter().filter(|shape| size(shape) != 1);
    let is_elementwise = large.next().is_some_and(|first| {
        let mut ndims_differ = false;
        large.all(|other| {
            ndims_differ |= first.ndim() != other.ndim();
            without_ones(first) == without_ones(other)
        }) && ndims_differ
    });
    let is_large = size(result) >= LARGE && times.is_none_or(|times| times >= MANY_TIMES);
    let cause = if is_elementwise { Cause::Elementwise } else { Cause::Size };
    (is_elementwise || is_large).then(|| Warning { result: result.clone(), times, cause, no_room: None })
}
