//! PyTorch's words and limits.

use super::{Library, LibraryError, bytes_fit, can_be_stored, list, product_within, shape_of, tuple};
use crate::broadcast::{MAX_SIZE, Operator, Shape, StridedLayout, broadcast_shapes as agree_on};

/// The size in bytes of a float32, PyTorch's default element.
const ITEM: u64 = 4;

const NUMEL_OVERFLOW: &str = "numel: integer multiplication overflow";

/// What is said of writing where several elements share one place.
pub(super) const OVERLAP: &str = "unsupported operation: more than one element of the written-to tensor refers to a \
    single memory location. Please clone() the tensor before performing the operation.";

fn error(message: impl Into<String>) -> LibraryError {
    Library::PyTorch.error(message)
}

pub(super) fn empty(sizes: &[i64]) -> Result<Shape, LibraryError> {
    if let Some(size) = sizes.iter().find(|&&size| size < 0) {
        return Err(error(format!("Trying to create tensor with negative dimension {size}: {}", list(sizes))));
    }
    let shape = shape_of(sizes);
    check_storage(&shape)?;
    Ok(shape)
}

pub(super) fn add(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    check_operands(&[a, b])?;
    let result = agree(a, b)?;
    check_storage(&result)?;
    Ok(result)
}

pub(super) fn add_in_place(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    let result = agree(a, b)?;
    if result == *a {
        return Ok(result);
    }
    Err(error(format!("output with shape {} doesn't match the broadcast shape {}", list(a), list(&result))))
}

/// Several operands fold from the left.
pub(super) fn broadcast_tensors(shapes: &[Shape]) -> Result<Shape, LibraryError> {
    check_operands(&shapes.iter().collect::<Vec<_>>())?;
    let result = shapes.iter().try_fold(Shape::ones(0), |folded, shape| agree(&folded, shape))?;
    check_count(&result)?;
    Ok(result)
}

/// Arguments in order, axes from right to left, against what has been gathered so far, which begins as 1s.
pub(super) fn broadcast_shapes(shapes: &[&[i64]]) -> Result<Shape, LibraryError> {
    let ndim = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut gathered = vec![1_i64; ndim];
    for (argument, shape) in shapes.iter().enumerate() {
        for (axis, &size) in shape.iter().enumerate().rev() {
            let from_end = shape.len() - axis;
            let slot = ndim - from_end;
            let so_far = gathered[slot];
            if size == so_far {
                continue;
            }
            if so_far == 1 {
                if size < 0 {
                    let message = "Attempting to broadcast a dimension with negative length!".to_owned();
                    return Err(LibraryError { error_type: "ValueError", message });
                }
                gathered[slot] = size;
            } else if size != 1 {
                return Err(error(format!(
                    "Attempting to broadcast a dimension of length {size} at -{from_end}! Mismatching argument at index \
                     {argument} had {}; but expected shape should be broadcastable to {}",
                    tuple(shape),
                    list(&gathered)
                )));
            }
        }
    }
    Ok(shape_of(&gathered))
}

/// From right to left. A stretched axis has stride 0, a size-1 axis that stays 1 keeps its own, and an inserted one of size
/// 1 gets what a contiguous tensor would have there. All are 0 in a view of a 0-dim tensor.
pub(super) fn expand(layout: &StridedLayout, target: &[i64]) -> Result<StridedLayout, LibraryError> {
    let (shape, ndim) = (layout.shape(), target.len());
    let Some(inserted) = ndim.checked_sub(shape.ndim()) else {
        return Err(error(format!(
            "expand(torch.FloatTensor{{{}}}, size={}): the number of sizes provided ({ndim}) must be greater or equal to \
             the number of dimensions in the tensor ({})",
            list(shape),
            list(target),
            shape.ndim()
        )));
    };
    let mut sizes = target.to_vec();
    let mut strides = vec![0_u64; ndim];
    // The sizes of a 0-dim tensor's view are taken as they stand.
    let axes = if shape.ndim() == 0 { 0..0 } else { 0..ndim };
    for axis in axes.rev() {
        let (existing, stride) = match axis.checked_sub(inserted) {
            // Sizes reach 2^63-1, so they fit.
            Some(own) => (shape[own] as i64, layout.strides()[own]),
            None => (1, (sizes[axis + 1].unsigned_abs()).saturating_mul(strides[axis + 1])),
        };
        let wanted = match target[axis] {
            -1 if axis < inserted => {
                return Err(error(format!(
                    "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {axis}"
                )));
            }
            -1 => existing,
            size => size,
        };
        if wanted != existing && existing != 1 {
            return Err(error(format!(
                "The expanded size of the tensor ({wanted}) must match the existing size ({existing}) at non-singleton \
                 dimension {axis}.  Target sizes: {}.  Tensor sizes: {}",
                list(target),
                list(shape)
            )));
        }
        (sizes[axis], strides[axis]) = if wanted == existing { (existing, stride) } else { (wanted, 0) };
    }
    // Sizes are multiplied as unsigned numbers, so a negative one is a very large one.
    let unsigned: Shape = sizes.iter().map(|&size| size as u64).collect();
    check_count(&unsigned)?;
    StridedLayout::with_strides(unsigned, strides).ok_or_else(|| error(NUMEL_OVERFLOW))
}

/// The function that does what an operator does: `torch.add`. With `_` at its end it is the method that does so in place.
pub(super) const fn function_name(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "add",
        Operator::Subtract => "sub",
        Operator::Multiply => "mul",
        Operator::Divide => "div",
        Operator::FloorDivide => "floor_divide",
        Operator::Remainder => "remainder",
        Operator::Power => "pow",
        Operator::Maximum => "maximum",
        Operator::Minimum => "minimum",
        Operator::Equal => "eq",
        Operator::NotEqual => "ne",
        Operator::Less => "lt",
        Operator::LessOrEqual => "le",
        Operator::Greater => "gt",
        Operator::GreaterOrEqual => "ge",
    }
}

fn agree(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    agree_on(a, b).map_err(|clash| {
        error(format!(
            "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton dimension {}",
            clash.a, clash.b, clash.axis
        ))
    })
}

/// What making the operands checks.
fn check_operands(shapes: &[&Shape]) -> Result<(), LibraryError> {
    let stored = can_be_stored(shapes.iter().copied());
    shapes.iter().try_for_each(|shape| if stored { check_storage(shape) } else { check_count(shape) })
}

/// What a view checks: the number of its elements.
fn check_count(shape: &Shape) -> Result<(), LibraryError> {
    match unsigned_product(shape) {
        Some(elements) if elements <= MAX_SIZE => Ok(()),
        _ => Err(error(NUMEL_OVERFLOW)),
    }
}

/// What allocating a tensor checks: first its bytes, then its strides.
fn check_storage(shape: &Shape) -> Result<(), LibraryError> {
    if unsigned_product(shape).is_none() || !bytes_fit(shape, ITEM) {
        return Err(error(format!("Storage size calculation overflowed with sizes={}", list(shape))));
    }
    let strided = shape.iter().skip(1).rev().map(|&size| size.max(1));
    if product_within(strided, MAX_SIZE).is_none() {
        return Err(error("Stride calculation overflowed"));
    }
    Ok(())
}

/// The product from left to right in 64 unsigned bits; a 0 saves only what comes after it.
fn unsigned_product(shape: &Shape) -> Option<u64> {
    product_within(shape.iter().copied(), u64::MAX)
}
