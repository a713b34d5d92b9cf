//! NumPy's words and limits.

use super::{can_be_stored, product_within};
use crate::broadcast::{MAX_SIZE, Shape, View, broadcast_shapes};

/// NumPy arrays have at most this many axes.
const MAX_AXES: usize = 64;

/// The size in bytes of a float64, NumPy's default element.
const ITEM: u64 = 8;

const ARRAY_TOO_BIG: &str =
    "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.";
const ITERATOR_TOO_LARGE: &str = "iterator is too large";

pub(super) fn add(a: &Shape, b: &Shape) -> Result<Shape, String> {
    check_ndim(a, b)?;
    let stored = can_be_stored(a, b);
    for shape in [a, b] {
        if !stored && product_within(shape.iter().copied(), MAX_SIZE).is_none() {
            return Err(ITERATOR_TOO_LARGE.to_owned());
        }
        check_bytes(shape)?;
    }
    let result = broadcast_shapes(a, b).map_err(|_| disagree(&[a, b]))?;
    if product_within(result.iter().copied(), MAX_SIZE).is_none() {
        return Err(ITERATOR_TOO_LARGE.to_owned());
    }
    check_bytes(&result)?;
    Ok(result)
}

pub(super) fn add_in_place(a: &Shape, b: &Shape) -> Result<Shape, String> {
    check_ndim(a, b)?;
    let result = broadcast_shapes(a, b).map_err(|_| disagree(&[a, b, a]))?;
    if result == *a {
        return Ok(result);
    }
    Err(format!(
        "non-broadcastable output operand with shape {} doesn't match the broadcast shape {}",
        tuple(a),
        tuple(&result)
    ))
}

fn check_ndim(a: &Shape, b: &Shape) -> Result<(), String> {
    match [a, b].iter().find(|shape| shape.ndim() > MAX_AXES) {
        Some(shape) => {
            Err(format!("maximum supported dimension for an ndarray is currently 64, found {}", shape.ndim()))
        }
        None => Ok(()),
    }
}

/// NumPy multiplies the item size by every size but 0 when it makes an array.
fn check_bytes(shape: &Shape) -> Result<(), String> {
    let factors = std::iter::once(ITEM).chain(shape.iter().copied().filter(|&size| size != 0));
    product_within(factors, MAX_SIZE).map(|_| ()).ok_or_else(|| ARRAY_TOO_BIG.to_owned())
}

/// The message for shapes that disagree, with the space that NumPy leaves at the end.
fn disagree(shapes: &[&Shape]) -> String {
    let mut message = "operands could not be broadcast together with shapes ".to_owned();
    for shape in shapes {
        message.push_str(&tuple(shape));
        message.push(' ');
    }
    message
}

/// A shape as NumPy's C code prints it: `(5,2,4,1)`, `(3,)`, `()`.
fn tuple(shape: &Shape) -> String {
    shape.to_string().replace(' ', "")
}

/// An array with a size-0 axis has all strides 0.
pub(super) fn strides(shape: &Shape) -> Vec<u64> {
    if shape.contains(&0) { vec![0; shape.ndim()] } else { View::contiguous(shape).strides().to_vec() }
}

/// An axis that is inserted or was 1 has stride 0, even where it stays 1.
pub(super) fn stretched_strides(shape: &Shape, target: &Shape) -> Vec<u64> {
    let own = strides(shape);
    let inserted = target.ndim().saturating_sub(shape.ndim());
    let stride = |(&size, &stride): (&u64, &u64)| if size == 1 { 0 } else { stride };
    std::iter::repeat_n(0, inserted).chain(shape.iter().zip(&own).map(stride)).collect()
}
