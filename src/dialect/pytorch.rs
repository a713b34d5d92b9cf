//! PyTorch's words and limits.

use super::{bytes_fit, can_be_stored, product_within};
use crate::broadcast::{MAX_SIZE, Shape, View, broadcast_shapes};

/// The size in bytes of a float32, PyTorch's default element.
const ITEM: u64 = 4;

const NUMEL_OVERFLOW: &str = "numel: integer multiplication overflow";

pub(super) fn add(a: &Shape, b: &Shape) -> Result<Shape, String> {
    let stored = can_be_stored(a, b);
    for shape in [a, b] {
        if stored {
            check_storage(shape)?;
        } else if unsigned_product(shape).is_none_or(|elements| elements > MAX_SIZE) {
            return Err(NUMEL_OVERFLOW.to_owned());
        }
    }
    let result = agree(a, b)?;
    check_storage(&result)?;
    Ok(result)
}

pub(super) fn add_in_place(a: &Shape, b: &Shape) -> Result<Shape, String> {
    let result = agree(a, b)?;
    if result == *a {
        return Ok(result);
    }
    Err(format!("output with shape {} doesn't match the broadcast shape {}", list(a), list(&result)))
}

fn agree(a: &Shape, b: &Shape) -> Result<Shape, String> {
    broadcast_shapes(a, b).map_err(|clash| {
        format!(
            "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton dimension {}",
            clash.a, clash.b, clash.axis
        )
    })
}

/// What allocating a tensor checks: first its bytes, then its strides.
fn check_storage(shape: &Shape) -> Result<(), String> {
    if unsigned_product(shape).is_none() || !bytes_fit(shape, ITEM) {
        return Err(format!("Storage size calculation overflowed with sizes={}", list(shape)));
    }
    let strided = shape.iter().skip(1).rev().map(|&size| size.max(1));
    product_within(strided, MAX_SIZE).map(|_| ()).ok_or_else(|| "Stride calculation overflowed".to_owned())
}

/// The number of elements as PyTorch reckons it: in unsigned 64 bits, from left to right, zeros included.
fn unsigned_product(shape: &Shape) -> Option<u64> {
    product_within(shape.iter().copied(), u64::MAX)
}

/// A shape as PyTorch prints a list: `[5, 2, 4, 1]`, `[]`.
fn list(shape: &Shape) -> String {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    format!("[{}]", sizes.join(", "))
}

pub(super) fn strides(shape: &Shape) -> Vec<u64> {
    View::contiguous(shape).strides().to_vec()
}

/// A stretched axis has stride 0, a size-1 axis that stays 1 keeps its own, and an inserted one of size 1 gets what a
/// contiguous tensor would have there. All are 0 in a view of a 0-dim tensor.
pub(super) fn stretched_strides(shape: &Shape, target: &Shape) -> Vec<u64> {
    let own = strides(shape);
    let inserted = target.ndim().saturating_sub(shape.ndim());
    let mut stretched = vec![0_u64; target.ndim()];
    if shape.ndim() == 0 {
        return stretched;
    }
    for axis in (0..target.ndim()).rev() {
        stretched[axis] = match axis.checked_sub(inserted) {
            Some(mine) if shape[mine] == target[axis] => own[mine],
            None if target[axis] == 1 => target[axis + 1].saturating_mul(stretched[axis + 1]),
            _ => 0,
        };
    }
    stretched
}
