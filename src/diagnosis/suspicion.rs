//! Successes that were probably not meant.
//!
//! Two rules, both only where the result is larger than both operands, so that each of them stretches:
//!
//! 1. The operands hold the same sizes but for axes of size 1, and have different numbers of axes: (N, 1) with (N,). Most
//!    likely they were to be combined one by one, and the N × N result is a mistake: the classic wrong loss.
//! 2. The result is many times as large as the larger operand, and large: then it is at least worth knowing.
//!
//! Nothing is said where stretching is plainly meant: a bias, a number, one row for all rows; nor of an outer product that
//! was written out, (4, 1) with (3,) or (4, 1) with (1, 4).

use super::{Repair, repair};
use crate::broadcast::Shape;

/// A result of fewer elements is never called large: 2^24 float32 are 64 MiB.
const LARGE: u64 = 1 << 24;

/// A result that is so many times as large as its operands is called large.
const MANY_TIMES: u64 = 64;

/// What is suspicious about a success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspicion {
    /// The result's shape.
    pub result: Shape,
    /// How many times as many elements the result has as the larger operand; `None` past 2^63-1.
    pub times: Option<u64>,
    /// What was probably meant: the operand to change, so that they are combined one by one. Empty where the result is only
    /// large.
    pub meant: Vec<Repair>,
}

/// What is suspicious about the result of `a` and `b`, if anything is.
///
/// ```
/// use broadcast_visualizer::{broadcast::{Shape, broadcast_shapes}, diagnosis::suspicion};
/// let of = |a: &[u64], b: &[u64]| {
///     suspicion(&Shape::from(a), &Shape::from(b), &broadcast_shapes(a, b).expect("they broadcast"))
/// };
/// let wrong_loss = of(&[32, 1], &[32]).expect("(32, 32) was not meant");
/// assert_eq!((wrong_loss.times, wrong_loss.meant[0].result.to_vec()), (Some(32), vec![32]));
/// assert!(of(&[50_000, 1], &[20_000]).is_some_and(|large| large.meant.is_empty()));
/// // A bias, and the figure of the textbooks.
/// assert_eq!(of(&[4, 32, 14, 14], &[32, 1, 1]), None);
/// assert_eq!(of(&[4, 1], &[3]), None);
/// ```
#[must_use]
pub fn suspicion(a: &Shape, b: &Shape, result: &Shape) -> Option<Suspicion> {
    let size = |shape: &Shape| shape.elements().unwrap_or(u64::MAX);
    let larger = size(a).max(size(b));
    if size(result) <= larger {
        return None;
    }
    let times = result.elements().and_then(|elements| elements.checked_div(larger));
    let without_ones = |shape: &Shape| -> Shape { shape.iter().copied().filter(|&size| size != 1).collect() };
    if a.ndim() != b.ndim() && without_ones(a) == without_ones(b) {
        let meant = repair::one_by_one(a, b, larger);
        return Some(Suspicion { result: result.clone(), times, meant });
    }
    let large = size(result) >= LARGE && times.is_none_or(|times| times >= MANY_TIMES);
    large.then(|| Suspicion { result: result.clone(), times, meant: Vec::new() })
}
