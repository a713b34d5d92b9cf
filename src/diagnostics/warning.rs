//! Successes that were probably not fixes.
//!
//! Two rules, both only where the result is larger than both operands, so that each of them stretches:
//!
//! 1. The operands hold the same sizes but for axes of size 1, and have different numbers of axes: (N, 1) with (N,). Most
//!    likely they were to be combined one by one, and the N × N result is a mistake: the classic wrong loss.
//! 2. The result is many times as large as the larger operand, and large: then it is at least worth knowing.
//!
//! Nothing is said where stretching is plainly fixes: a bias, a number, one row for all rows; nor of an outer product that
//! was written out, (4, 1) with (3,) or (4, 1) with (1, 4).

use super::{Fix, fix};
use crate::broadcast::Shape;

/// A result of fewer elements is never called large: 2^24 float32 are 64 MiB.
const LARGE: u64 = 1 << 24;

/// A result that is so many times as large as its operands is called large.
const MANY_TIMES: u64 = 64;

/// What is suspicious about a success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The result's shape.
    pub result: Shape,
    /// How many times as many elements the result has as the larger operand; `None` past 2^63-1.
    pub times: Option<u64>,
    /// What was probably fixes: the operand to change, so that they are combined one by one. Empty where the result is only
    /// large.
    pub fixes: Vec<Fix>,
}

/// What is suspicious about the result of `a` and `b`, if anything is.
///
/// ```
/// use broadcast_visualizer::{broadcast::{Shape, broadcast_shapes}, diagnostics::warning};
/// let of = |a: &[u64], b: &[u64]| {
///     warning(&Shape::from(a), &Shape::from(b), &broadcast_shapes(a, b).expect("they broadcast"))
/// };
/// let wrong_loss = of(&[32, 1], &[32]).expect("(32, 32) was not fixes");
/// assert_eq!((wrong_loss.times, wrong_loss.fixes[0].result.to_vec()), (Some(32), vec![32]));
/// assert!(of(&[50_000, 1], &[20_000]).is_some_and(|large| large.fixes.is_empty()));
/// // A bias, and the figure of the textbooks.
/// assert_eq!(of(&[4, 32, 14, 14], &[32, 1, 1]), None);
/// assert_eq!(of(&[4, 1], &[3]), None);
/// ```
#[must_use]
pub fn warning(a: &Shape, b: &Shape, result: &Shape) -> Option<Warning> {
    let size = |shape: &Shape| shape.numel().unwrap_or(u64::MAX);
    let larger = size(a).max(size(b));
    if size(result) <= larger {
        return None;
    }
    let times = result.numel().and_then(|elements| elements.checked_div(larger));
    let without_ones = |shape: &Shape| -> Shape { shape.iter().copied().filter(|&size| size != 1).collect() };
    if a.ndim() != b.ndim() && without_ones(a) == without_ones(b) {
        let fixes = fix::one_by_one(a, b, larger);
        return Some(Warning { result: result.clone(), times, fixes });
    }
    let large = size(result) >= LARGE && times.is_none_or(|times| times >= MANY_TIMES);
    large.then(|| Warning { result: result.clone(), times, fixes: Vec::new() })
}
