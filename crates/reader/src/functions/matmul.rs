//! The matrix product of two tensors: `@` and `matmul`; and the shapes and messages of `mm`, `mv`, `bmm` and `dot`, which it is made of.

use std::ops::Range;

use crate::functions::size_names::name_product;
use crate::reading::UnreadableReason;
use crate::tensors::arrays::{computed_in, is_small, to_array, to_tensors};
use crate::tensors::context::{Context, Meeting, Outcome, unreadable};
use crate::tensors::types::{is_complex, larger};
use crate::tensors::value::{Kept, Placed, Tensor};
use tensor_broadcasting::library::{Factor, Library, LibraryError, MATMUL_SIGNATURE};
use tensor_broadcasting::{Dtype, Scalar, Shape};

/// A matrix product: `a @ b`.
///
/// # Errors
///
/// The library's own exception; a product that is not read.
pub(crate) fn matmul(
    context: &mut Context<'_>,
    library: Library,
    operands: [&Placed; 2],
    out: Option<&Tensor>,
    span: &Range<usize>,
) -> Outcome {
    let tensors = to_tensors(context, library, &operands.map(Placed::clone))?;
    let [a, b] = tensors.as_slice() else { return unreadable(UnreadableReason::Kinds, span) };
    if is_complex(a.dtype) || is_complex(b.dtype) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let meeting = Meeting::of_tensors("matmul", &operands, &[a, b], span);
    let shape = context.checked(&meeting, library.matmul(&factor(a), &factor(b)))?;
    match out {
        Some(out) => into_output(context, &meeting, &shape, larger(library, a.dtype, b.dtype), out),
        None => finish(context, &meeting, shape, [a, b]),
    }
}

/// `a @= b` in NumPy. `first` is the array of `a`.
///
/// # Errors
///
/// As for [`matmul`].
pub(crate) fn matmul_in_place(
    context: &mut Context<'_>,
    first: &Tensor,
    operands: [&Placed; 2],
    span: &Range<usize>,
) -> Outcome {
    let library = Library::NumPy;
    let other = to_array(context, operands[1])?;
    if first.shape.is_empty() || is_complex(first.dtype) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let meeting = Meeting::of_tensors("matmul", &operands, &[first, &other], span);
    let meeting = Meeting { in_place: true, ..meeting };
    let dtype = larger(library, first.dtype, other.dtype);
    if let Some(error) = library.output_cast_error("matmul", dtype, first.dtype) {
        return context.fails(&meeting, error);
    }
    if other.shape.ndim() == 1 {
        let message = "inplace matrix multiplication requires the first operand to have at least one and the second at least two \
                       dimensions.";
        return context.fails(&meeting, library.error(message));
    }
    let shape = context.checked(&meeting, library.matmul(&factor(first), &factor(&other)))?;
    into_output(context, &meeting, &shape, dtype, first)
}

/// A tensor as a factor.
#[inline(never)]
pub(crate) fn factor(tensor: &Tensor) -> Factor<'_> {
    Factor {
        shape: &tensor.shape,
        dtype: tensor.dtype,
        layout: tensor.layout.as_ref(),
        requires_grad: Some(tensor.requires_grad.get()),
    }
}

/// Records a product and gives its result.
pub(crate) fn finish(context: &mut Context<'_>, meeting: &Meeting, shape: Shape, [a, b]: [&Tensor; 2]) -> Outcome {
    let library = a.library;
    // What PyTorch says of bools is not known.
    if library == Library::PyTorch && a.dtype == Dtype::Bool {
        return unreadable(UnreadableReason::Kinds, &meeting.span);
    }
    // `inner` sums over the last axis of both.
    let is_matrix_product = meeting.name != "inner" || b.shape.ndim() < 2;
    let values = if is_matrix_product { matrix_values(a, b, &shape) } else { None };
    if values.is_some() {
        // At most 32,768 products were added.
        context.step(64, &meeting.span)?;
    }
    let layout = Some(library.contiguous(&shape));
    let made = (shape, larger(library, a.dtype, b.dtype), values);
    let made = computed_in(context, library, made, (&[a, b], layout), &meeting.span)?;
    made.keeps(Kept::Operands);
    name_product(&made, a, b);
    context.met(meeting, made)
}

/// NumPy's `out=` of a product.
fn into_output(context: &mut Context<'_>, meeting: &Meeting, shape: &Shape, dtype: Dtype, out: &Tensor) -> Outcome {
    let library = Library::NumPy;
    if out.library != library || out.shape.ndim() != shape.ndim() || shape.ndim() < 2 {
        return unreadable(UnreadableReason::Kinds, &meeting.span);
    }
    if let Some(error) = library.output_cast_error("matmul", dtype, out.dtype) {
        return context.fails(meeting, error);
    }
    let mut core = shape.iter().zip(out.shape.iter()).skip(shape.ndim() - 2).enumerate();
    if let Some((number, (wanted, given))) = core.find(|(_, (wanted, given))| wanted != given) {
        let message = format!(
            "matmul: Output operand 0 has a mismatch in its core dimension {number}, with gufunc signature {MATMUL_SIGNATURE} (size \
             {given} is different from {wanted})"
        );
        return context.fails(meeting, library.error(message));
    }
    if *shape != out.shape || out.read_only {
        return unreadable(UnreadableReason::Kinds, &meeting.span);
    }
    out.write(None);
    context.met(meeting, out.clone())
}

/// The values of a product of at most two axes, where they are known integers.
fn matrix_values(a: &Tensor, b: &Tensor, shape: &Shape) -> Option<Vec<Scalar>> {
    let (left, right) = (a.values()?, b.values()?);
    let whole =
        |values: &[Scalar]| values.iter().all(|value| value.to_float().fract() == 0.0 && value.to_float().abs() < 1e6);
    if !whole(&left) || !whole(&right) || a.shape.ndim() > 2 || b.shape.ndim() > 2 || !is_small(shape) {
        return None;
    }
    let [rows, inner] = matrix(&a.shape).map(usize::try_from);
    let (rows, inner) = (rows.ok()?, inner.ok()?);
    let columns = if b.shape.ndim() == 2 { usize::try_from(*b.shape.last()?).ok()? } else { 1 };
    if rows.checked_mul(columns)?.checked_mul(inner)? > 32_768 {
        return None;
    }
    let mut values = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = 0.0;
            for at in 0..inner {
                sum += left.get(row * inner + at)?.to_float() * right.get(at * columns + column)?.to_float();
            }
            values.push(Scalar::Float(sum));
        }
    }
    Some(values)
}

pub(crate) fn torch_error<T>(message: String) -> Result<T, LibraryError> {
    Err(Library::PyTorch.error(message))
}

/// The sizes of a matrix, or of a vector as the last axis.
pub(crate) fn matrix(shape: &Shape) -> [u64; 2] {
    let last = shape.last().copied().unwrap_or(1);
    let rows = shape.ndim().checked_sub(2).and_then(|at| shape.get(at)).copied().unwrap_or(1);
    [rows, last]
}

/// The axes before those of the matrices.
pub(crate) fn batch(shape: &Shape) -> Shape {
    shape.iter().copied().take(shape.ndim().saturating_sub(2)).collect()
}
