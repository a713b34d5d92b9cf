//! The rule itself, as fast as it can be: two shapes in, their broadcast shape out.

use super::Shape;

/// Whether two sizes of one aligned axis can broadcast: equal, or one of them 1.
#[must_use]
pub const fn sizes_agree(a: u64, b: u64) -> bool {
    a == b || a == 1 || b == 1
}

/// Where two shapes disagree, at the rightmost axis that does: the one PyTorch names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShapeClash {
    /// The axis, counted from 0 in the aligned result.
    pub axis: usize,
    /// The size of `a` there.
    pub a: u64,
    /// The size of `b` there.
    pub b: u64,
}

/// The shape that `a` and `b` broadcast to. Allocates nothing while the result has at most 8 axes.
///
/// # Errors
///
/// The rightmost axis whose sizes are neither equal nor 1.
///
/// ```
/// use broadcast_visualizer::broadcast::{Shape, ShapeClash, broadcast_shapes};
/// assert_eq!(broadcast_shapes(&[5, 3, 4, 1], &[3, 1, 1]), Ok(Shape::from([5, 3, 4, 1])));
/// assert_eq!(broadcast_shapes(&[0], &[1]), Ok(Shape::from([0])));
/// assert_eq!(broadcast_shapes(&[5, 2, 4, 1], &[3, 1, 1]), Err(ShapeClash { axis: 1, a: 2, b: 3 }));
/// ```
pub fn broadcast_shapes(a: &[u64], b: &[u64]) -> Result<Shape, ShapeClash> {
    let (longer, shorter) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let lead = longer.len() - shorter.len();
    let mut result = Shape::ones(longer.len());
    let sizes = result.sizes_mut();
    for (size, &given) in sizes.iter_mut().zip(longer).take(lead) {
        *size = given;
    }
    let tail = sizes.iter_mut().zip(longer).skip(lead).zip(shorter);
    for ((size, &x), &y) in tail.rev() {
        // PythonSource so that the common case takes one comparison: whichever is not 1, if they are not equal anyway.
        if x != y && x != 1 && y != 1 {
            return Err(rightmost_clash(a, b));
        }
        *size = if x == 1 { y } else { x };
    }
    Ok(result)
}

/// The clash that [`broadcast_shapes`] has met; kept apart so that success stays short.
#[cold]
fn rightmost_clash(a: &[u64], b: &[u64]) -> ShapeClash {
    let ndim = a.len().max(b.len());
    let from_end = a.iter().rev().zip(b.iter().rev());
    let clash = from_end.enumerate().find(|&(_, (&x, &y))| !sizes_agree(x, y));
    let (steps, (&a, &b)) = clash.unwrap_or((0, (&0, &0)));
    ShapeClash { axis: ndim.saturating_sub(1 + steps), a, b }
}
