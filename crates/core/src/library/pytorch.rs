//! PyTorch's messages and limits. Each function here is described at its [`Library`] method.

use super::{Library, LibraryError, bytes_fit, can_be_stored, list, product_within, shape_of, tuple};
use crate::{Dtype, MAX_SIZE, Operator, Shape, ShapeClash, StridedLayout, broadcast_shapes as broadcast_two};

/// The size of an element of the recorded tensors, in bytes: they hold float32.
const ITEM: u64 = Dtype::Float32.bytes();

pub(super) const NUMEL_OVERFLOW: &str = "numel: integer multiplication overflow";

/// The message where several elements of the output share memory.
pub(super) const OVERLAP: &str = "unsupported operation: more than one element of the written-to tensor refers to a \
    single memory location. Please clone() the tensor before performing the operation.";

fn error(message: impl Into<String>) -> LibraryError {
    Library::PyTorch.error(message)
}

/// The shape of a new tensor.
pub(super) fn empty(sizes: &[i64]) -> Result<Shape, LibraryError> {
    if let Some(size) = sizes.iter().find(|&&size| size < 0) {
        return Err(error(format!("Trying to create tensor with negative dimension {size}: {}", list(sizes))));
    }
    let shape = shape_of(sizes);
    check_storage(&shape)?;
    Ok(shape)
}

/// The shape of a new result.
pub(super) fn add(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    check_operands(&[a, b])?;
    let result = broadcast(a, b)?;
    check_storage(&result)?;
    Ok(result)
}

pub(super) fn add_in_place(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    let result = broadcast(a, b)?;
    if result == *a {
        return Ok(result);
    }
    Err(output_error(a, &result))
}

/// The exception where a result is written into a tensor of another shape.
pub(super) fn output_error(output: &Shape, result: &Shape) -> LibraryError {
    error(format!("output with shape {} doesn't match the broadcast shape {}", list(output), list(result)))
}

/// PyTorch broadcasts several operands one after the other, from the left.
pub(super) fn broadcast_tensors(shapes: &[Shape]) -> Result<Shape, LibraryError> {
    check_operands(&shapes.iter().collect::<Vec<_>>())?;
    let result = shapes.iter().try_fold(Shape::ones(0), |folded, shape| broadcast(&folded, shape))?;
    check_count(&result)?;
    Ok(result)
}

/// PyTorch goes through the arguments in order, and through the axes of each from right to left. It compares with the shape so
/// far, which is all 1 at first.
pub(super) fn broadcast_shapes(shapes: &[&[i64]]) -> Result<Shape, LibraryError> {
    let ndim = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut shape_so_far = vec![1_i64; ndim];
    for (argument, shape) in shapes.iter().enumerate() {
        for (axis, &size) in shape.iter().enumerate().rev() {
            let from_end = shape.len() - axis;
            let slot = ndim - from_end;
            let size_so_far = shape_so_far[slot];
            if size == size_so_far {
                continue;
            }
            if size_so_far == 1 {
                if size < 0 {
                    let message = "Attempting to broadcast a dimension with negative length!".to_owned();
                    return Err(LibraryError { error_type: "ValueError", message });
                }
                shape_so_far[slot] = size;
            } else if size != 1 {
                return Err(error(format!(
                    "Attempting to broadcast a dimension of length {size} at -{from_end}! Mismatching argument at index \
                     {argument} had {}; but expected shape should be broadcastable to {}",
                    tuple(shape),
                    list(&shape_so_far)
                )));
            }
        }
    }
    Ok(shape_of(&shape_so_far))
}

/// PyTorch goes through the axes from right to left. A stretched axis gets stride 0. A size-1 axis whose size stays 1 keeps its
/// stride. A new axis of size 1 gets the stride that a contiguous tensor would have there. All strides of an expanded 0-dim
/// tensor are 0.
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
    // The sizes for a 0-dim tensor are not checked.
    let axes = if shape.ndim() == 0 { 0..0 } else { 0..ndim };
    for axis in axes.rev() {
        let (existing, stride) = match axis.checked_sub(inserted) {
            // A size is at most 2^63-1, so the cast keeps it.
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
    // PyTorch multiplies sizes as unsigned numbers, so a negative size is a very large one.
    let unsigned: Shape = sizes.iter().map(|&size| size as u64).collect();
    check_count(&unsigned)?;
    StridedLayout::with_strides(unsigned, strides).ok_or_else(|| error(NUMEL_OVERFLOW))
}

/// The name of the function for an operator: `torch.add`. The in-place method has the same name with `_` at its end.
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

/// The shape that two operands broadcast to; an exception where they do not.
pub(super) fn broadcast(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    broadcast_two(a, b).map_err(clash_error)
}

/// The exception for two sizes that clash.
pub(super) fn clash_error(clash: ShapeClash) -> LibraryError {
    error(format!(
        "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton dimension {}",
        clash.a, clash.b, clash.axis
    ))
}

/// The checks of making the operands, stored in full or as expanded views.
pub(super) fn check_operands(shapes: &[&Shape]) -> Result<(), LibraryError> {
    let stored = can_be_stored(shapes.iter().copied());
    shapes.iter().try_for_each(|shape| if stored { check_storage(shape) } else { check_count(shape) })
}

/// The check of a view: the number of its elements.
fn check_count(shape: &Shape) -> Result<(), LibraryError> {
    match unsigned_product(shape) {
        Some(elements) if elements <= MAX_SIZE => Ok(()),
        _ => Err(error(NUMEL_OVERFLOW)),
    }
}

/// The checks of allocating a tensor: first its bytes, then its strides.
pub(super) fn check_storage(shape: &Shape) -> Result<(), LibraryError> {
    if unsigned_product(shape).is_none() || !bytes_fit(shape, ITEM) {
        return Err(error(format!("Storage size calculation overflowed with sizes={}", list(shape))));
    }
    let strided = shape.iter().skip(1).rev().map(|&size| size.max(1));
    if product_within(strided, MAX_SIZE).is_none() {
        return Err(error("Stride calculation overflowed"));
    }
    Ok(())
}

/// The product of the sizes in unsigned 64 bits, from left to right; `None` where it overflows. After a size of 0 it stays 0.
fn unsigned_product(shape: &Shape) -> Option<u64> {
    product_within(shape.iter().copied(), u64::MAX)
}
