//! The broadcasting rule for two shapes, as fast as possible.

use super::Shape;

/// Whether two sizes of one aligned axis broadcast: they are equal, or one of them is 1.
#[must_use]
pub const fn sizes_agree(a: u64, b: u64) -> bool {
    a == b || a == 1 || b == 1
}

/// The rightmost axis on which two shapes clash. PyTorch's message names the same axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShapeClash {
    /// The axis, counted from 0 in the aligned result.
    pub axis: usize,
    /// The size of `a` there.
    pub a: u64,
    /// The size of `b` there.
    pub b: u64,
}

/// The shape that `a` and `b` broadcast to. Allocates nothing where the result has at most 8 axes.
///
/// [`broadcast`](super::broadcast) takes any number of shapes and keeps what happens at each axis.
///
/// # Errors
///
/// The rightmost axis on which the sizes differ and neither is 1.
///
/// ```
/// use tensor_broadcasting::{Shape, ShapeClash, broadcast_shapes};
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
        // In this order, equal sizes take one comparison.
        if x != y && x != 1 && y != 1 {
            return Err(rightmost_clash(a, b));
        }
        *size = if x == 1 { y } else { x };
    }
    Ok(result)
}

/// The clash that [`broadcast_shapes`] found. A function of its own, so that the code for success stays short.
#[cold]
fn rightmost_clash(a: &[u64], b: &[u64]) -> ShapeClash {
    let ndim = a.len().max(b.len());
    let from_end = a.iter().rev().zip(b.iter().rev());
    let clash = from_end.enumerate().find(|&(_, (&x, &y))| !sizes_agree(x, y));
    let (steps, (&a, &b)) = clash.unwrap_or((0, (&0, &0)));
    ShapeClash { axis: ndim.saturating_sub(1 + steps), a, b }
}
