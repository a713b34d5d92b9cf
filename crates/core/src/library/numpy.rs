//! NumPy's messages and limits. Each function here is described at its [`Library`] method.

use super::{Library, LibraryError, can_be_stored, product_within, push_sizes, push_tuple, shape_of};
use crate::{Dtype, MAX_SIZE, Matrices, Operator, Shape, StridedLayout, broadcast_shapes as broadcast_two};

/// The largest number of axes of an array.
const MAX_AXES: usize = 64;

/// The largest number of axes of an argument of `np.broadcast`, which `np.broadcast_shapes` calls.
const MAX_BROADCAST_AXES: usize = 32;

/// The number of arguments that `np.broadcast_shapes` broadcasts at once. It then goes on with the shape so far and one
/// argument fewer.
const ARGUMENTS_AT_ONCE: usize = 64;

/// The size of an element of the recorded arrays, in bytes: they hold float64.
const ITEM: u64 = Dtype::Float64.bytes();

/// The signature of NumPy's `matmul`, as its messages have it.
pub const MATMUL_SIGNATURE: &str = "(n?,k),(k,m?)->(n?,m?)";

const ARRAY_TOO_BIG: &str =
    "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.";
const ITERATOR_TOO_LARGE: &str = "iterator is too large";

/// The message where the output is an array that `broadcast_to` made.
pub(super) const READ_ONLY: &str = "output array is read-only";

fn error(message: impl Into<String>) -> LibraryError {
    Library::NumPy.error(message)
}

/// The name of the function for an operator: `np.add`.
pub(super) const fn function_name(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "add",
        Operator::Subtract => "subtract",
        Operator::Multiply => "multiply",
        Operator::Divide => "divide",
        Operator::FloorDivide => "floor_divide",
        Operator::Remainder => "remainder",
        Operator::Power => "power",
        Operator::Maximum => "maximum",
        Operator::Minimum => "minimum",
        Operator::Equal => "equal",
        Operator::NotEqual => "not_equal",
        Operator::Less => "less",
        Operator::LessOrEqual => "less_equal",
        Operator::Greater => "greater",
        Operator::GreaterOrEqual => "greater_equal",
    }
}

/// The shape of a new array.
pub(super) fn empty(sizes: &[i64]) -> Result<Shape, LibraryError> {
    check_ndim(sizes.len())?;
    let shape = shape_of_sizes(sizes)?;
    check_bytes(&shape)?;
    Ok(shape)
}

/// The shape with these sizes; an exception where one is negative.
fn shape_of_sizes(sizes: &[i64]) -> Result<Shape, LibraryError> {
    if sizes.iter().any(|&size| size < 0) {
        return Err(error("negative dimensions are not allowed"));
    }
    Ok(shape_of(sizes))
}

/// The shape of a new result.
pub(super) fn add(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    check_ndims(&[a, b])?;
    let stored = can_be_stored([a, b]);
    for shape in [a, b] {
        if !stored {
            check_iterator(shape)?;
        }
        check_bytes(shape)?;
    }
    let result = broadcast_two(a, b).map_err(|_| mismatch(&[a, b]))?;
    check_iterator(&result)?;
    check_bytes(&result)?;
    Ok(result)
}

/// The shape of `a @ b`.
pub(super) fn matmul(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    let Some((batches, matrices)) = Matrices::split(a, b) else {
        let number = usize::from(!a.is_empty());
        return Err(error(format!(
            "matmul: Input operand {number} does not have enough dimensions (has 0, gufunc core with signature {MATMUL_SIGNATURE} \
             requires 1)"
        )));
    };
    let [inner, depth] = matrices.inner();
    if inner != depth {
        return Err(error(format!(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {MATMUL_SIGNATURE} (size {depth} \
             is different from {inner})"
        )));
    }
    let Ok(batch) = broadcast_two(&batches[0], &batches[1]) else {
        let mut message =
            "operands could not be broadcast together with remapped shapes [original->remapped]: ".to_owned();
        for (shape, batch) in [a, b].into_iter().zip(&batches) {
            push_tuple(&mut message, shape, ",");
            message.push_str("->(");
            push_sizes(&mut message, batch, ",");
            message.push_str(",newaxis,newaxis) ");
        }
        message.push_str(" and requested shape ");
        push_tuple(&mut message, &matrices.product_shape(&[]), ",");
        return Err(error(message));
    };
    Ok(matrices.product_shape(&batch))
}

pub(super) fn add_in_place(a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
    check_ndims(&[a, b])?;
    let result = broadcast_two(a, b).map_err(|_| mismatch(&[a, b, a]))?;
    if result == *a {
        return Ok(result);
    }
    Err(output_error(a, &result))
}

/// The exception where a result is written into an array of another shape.
pub(super) fn output_error(output: &Shape, result: &Shape) -> LibraryError {
    error(format!(
        "non-broadcastable output operand with shape {} doesn't match the broadcast shape {}",
        compact(output),
        compact(result)
    ))
}

/// The shape of a function of several arrays. The message names all of them.
pub(super) fn of_several(shapes: &[Shape]) -> Result<Shape, LibraryError> {
    let all: Vec<&Shape> = shapes.iter().collect();
    check_ndims(&all)?;
    shapes.iter().try_fold(Shape::ones(0), |folded, shape| broadcast_two(&folded, shape)).map_err(|_| mismatch(&all))
}

pub(super) fn broadcast_shapes(shapes: &[&[i64]]) -> Result<Shape, LibraryError> {
    // NumPy makes an array of each argument before it compares any.
    let arguments = shapes.iter().map(|&sizes| check_ndim(sizes.len()).and_then(|()| shape_of_sizes(sizes)));
    let arguments = arguments.collect::<Result<Vec<Shape>, LibraryError>>()?;
    let (first, mut rest) = arguments.split_at(arguments.len().min(ARGUMENTS_AT_ONCE));
    let mut result = broadcast_once(first)?;
    while !rest.is_empty() {
        let (next, after) = rest.split_at(rest.len().min(ARGUMENTS_AT_ONCE - 1));
        let mut group = vec![result];
        group.extend_from_slice(next);
        result = broadcast_once(&group)?;
        rest = after;
    }
    Ok(result)
}

/// Broadcasts up to [`ARGUMENTS_AT_ONCE`] arguments. NumPy goes through the axes from left to right, and on each axis
/// through the arguments in order. It compares with the first size that is not 1.
fn broadcast_once(shapes: &[Shape]) -> Result<Shape, LibraryError> {
    if let Some(shape) = shapes.iter().find(|shape| shape.ndim() > MAX_BROADCAST_AXES) {
        let message = format!(
            "this function only supports up to {MAX_BROADCAST_AXES} dimensions but the array has {}.",
            shape.ndim()
        );
        return Err(LibraryError { error_type: "RuntimeError", message });
    }
    let ndim = shapes.iter().map(Shape::ndim).max().unwrap_or(0);
    let mut result = Shape::ones(ndim);
    for axis in 0..ndim {
        let mut found: Option<(usize, u64)> = None;
        for (argument, shape) in shapes.iter().enumerate() {
            let Some(size) = (axis + shape.ndim()).checked_sub(ndim).map(|own| shape[own]) else { continue };
            match found {
                _ if size == 1 => {}
                None => found = Some((argument, size)),
                Some((_, first)) if first == size => {}
                Some((first, _)) => {
                    return Err(error(format!(
                        "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg {first} \
                         with shape {} and arg {argument} with shape {}.",
                        shapes[first], shape
                    )));
                }
            }
        }
        if let Some((_, size)) = found {
            result.sizes_mut()[axis] = size;
        }
    }
    if product_within(result.iter().copied(), MAX_SIZE).is_none() {
        return Err(error("broadcast dimensions too large."));
    }
    Ok(result)
}

/// A missing or size-1 axis gets stride 0, even where its size stays 1.
pub(super) fn broadcast_to(layout: &StridedLayout, target: &[i64]) -> Result<StridedLayout, LibraryError> {
    let shape = layout.shape();
    if target.is_empty() && shape.ndim() > 0 {
        return Err(error("cannot broadcast a non-scalar to a scalar array"));
    }
    if target.iter().any(|&size| size < 0) {
        return Err(error("all elements of broadcast shape must be non-negative"));
    }
    check_ndim(target.len())?;
    let requested = shape_of(target);
    let Some(inserted) = requested.ndim().checked_sub(shape.ndim()) else {
        return Err(error("input operand has more dimensions than allowed by the axis remapping"));
    };
    if shape.iter().zip(requested.iter().skip(inserted)).any(|(&own, &wanted)| own != 1 && own != wanted) {
        return Err(error(format!(
            "operands could not be broadcast together with remapped shapes [original->remapped]: {}  and requested shape {}",
            compact(shape),
            compact(&requested)
        )));
    }
    check_iterator(&requested)?;
    check_bytes(&requested)?;
    let own = shape.iter().zip(layout.strides()).map(|(&size, &stride)| if size == 1 { 0 } else { stride });
    let strides = std::iter::repeat_n(0, inserted).chain(own).collect();
    StridedLayout::with_strides(requested, strides).ok_or_else(|| error(ITERATOR_TOO_LARGE))
}

/// All strides of an array with a size-0 axis are 0.
pub(super) fn contiguous(shape: &Shape) -> StridedLayout {
    let layout = StridedLayout::contiguous(shape);
    if !shape.contains(&0) {
        return layout;
    }
    StridedLayout::with_strides(shape.clone(), vec![0; shape.ndim()]).unwrap_or(layout)
}

fn check_ndims(shapes: &[&Shape]) -> Result<(), LibraryError> {
    shapes.iter().try_for_each(|shape| check_ndim(shape.ndim()))
}

fn check_ndim(ndim: usize) -> Result<(), LibraryError> {
    if ndim > MAX_AXES {
        let message = format!("maximum supported dimension for an ndarray is currently {MAX_AXES}, found {ndim}");
        return Err(error(message));
    }
    Ok(())
}

/// The check of an iterator over elements: their number, multiplied from left to right. After a size of 0 the product stays 0.
fn check_iterator(shape: &Shape) -> Result<(), LibraryError> {
    product_within(shape.iter().copied(), MAX_SIZE).map(|_| ()).ok_or_else(|| error(ITERATOR_TOO_LARGE))
}

/// The check of a new array: the item size, multiplied by every size other than 0.
pub(super) fn check_bytes(shape: &Shape) -> Result<(), LibraryError> {
    let factors = std::iter::once(ITEM).chain(shape.iter().copied().filter(|&size| size != 0));
    product_within(factors, MAX_SIZE).map(|_| ()).ok_or_else(|| error(ARRAY_TOO_BIG))
}

/// The exception for shapes that do not broadcast. NumPy's message ends with a space.
pub(super) fn mismatch(shapes: &[&Shape]) -> LibraryError {
    let mut message = String::with_capacity(160);
    message.push_str("operands could not be broadcast together with shapes ");
    for shape in shapes {
        push_tuple(&mut message, shape, ",");
        message.push(' ');
    }
    error(message)
}

/// A shape as NumPy's C code prints it: `(5,2,4,1)`, `(3,)`, `()`.
fn compact(shape: &Shape) -> String {
    let mut text = String::new();
    push_tuple(&mut text, shape, ",");
    text
}
