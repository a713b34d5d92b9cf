//! The matrix product of two tensors: `@` and `matmul`; and the shapes and messages of `mm`, `mv`, `bmm` and `dot`, which it is made of.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::reading::UnreadableReason;
use crate::tensors::arrays::{compact, computed_in, is_small, to_array, to_tensors};
use crate::tensors::context::{Checked, Context, Meeting, Outcome, unreadable};
use crate::tensors::types::{cpp_name, is_complex, larger};
use crate::tensors::value::{Kept, Placed, Tensor};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Scalar, Shape, broadcast_shapes};

/// The signature of NumPy's `matmul`, as its messages have it.
const SIGNATURE: &str = "(n?,k),(k,m?)->(n?,m?)";

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
    let product = match library {
        Library::PyTorch => torch_matmul(a, b),
        Library::NumPy => numpy_matmul(&a.shape, &b.shape),
    };
    let shape = context.checked(&meeting, product)?;
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
    let shape = context.checked(&meeting, numpy_matmul(&first.shape, &other.shape))?;
    into_output(context, &meeting, &shape, dtype, first)
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
            "matmul: Output operand 0 has a mismatch in its core dimension {number}, with gufunc signature {SIGNATURE} (size \
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

/// The checks of `torch.mm` of matrices with these sizes. `function` is the name in its message.
pub(crate) fn mm(function: &str, a: [u64; 2], b: [u64; 2], dtypes: [Dtype; 2]) -> Result<(), LibraryError> {
    if a[1] != b[0] {
        let sizes = format!("{}x{} and {}x{}", a[0], a[1], b[0], b[1]);
        return torch_error(format!("{function}: mat1 and mat2 shapes cannot be multiplied ({sizes})"));
    }
    if dtypes[0] != dtypes[1] {
        let [x, y] = dtypes.map(cpp_name);
        return torch_error(format!("expected m1 and m2 to have the same dtype, but got: {x} != {y}"));
    }
    Ok(())
}

/// The checks of `torch.mv` of a matrix and a vector.
pub(crate) fn mv([rows, columns]: [u64; 2], length: u64, dtypes: [Dtype; 2]) -> Result<(), LibraryError> {
    if columns != length {
        return torch_error(format!("size mismatch, got input ({rows}), mat ({rows}x{columns}), vec ({length})"));
    }
    if dtypes[0] != dtypes[1] {
        let [x, y] = dtypes.map(Dtype::torch_name);
        return torch_error(format!("addmv input tensors must have the same dtype, but got {y}, {x}, and {y}"));
    }
    Ok(())
}

/// The checks of `torch.dot`.
pub(crate) fn dot(a: &Tensor, b: &Tensor) -> Result<(), LibraryError> {
    let ([m, n], [x, y]) = ([a, b].map(|tensor| tensor.shape.ndim()), [a.numel(), b.numel()]);
    if (m, n) != (1, 1) {
        return torch_error(format!("1D tensors expected, but got {m}D and {n}D tensors"));
    }
    if a.dtype != b.dtype {
        let [x, y] = [a.dtype, b.dtype].map(Dtype::torch_name);
        return torch_error(format!("dot : expected both vectors to have same dtype, but found {x} and {y}"));
    }
    if x != y {
        return torch_error(format!(
            "inconsistent tensor size, expected tensor [{x}] and src [{y}] to have the same number of elements, but got {x} and \
             {y} elements respectively"
        ));
    }
    Ok(())
}

/// The checks of `torch.bmm` of stacks of matrices.
pub(crate) fn bmm(a: [u64; 3], b: [u64; 3], dtypes: [Dtype; 2]) -> Result<(), LibraryError> {
    if (a[0], a[2]) != (b[0], b[1]) {
        return torch_error(format!(
            "Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, {}].",
            a[0], a[2], b[0], b[1]
        ));
    }
    if dtypes[0] != dtypes[1] && dtypes[0] != Dtype::Bool {
        let [x, y] = dtypes.map(Dtype::torch_name);
        return torch_error(format!("expected scalar type {x} but found {y}"));
    }
    Ok(())
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

/// The shape of a product with these batch axes: a vector has no axis there.
fn product_shape(batch: &Shape, a: &Shape, b: &Shape) -> Shape {
    let rows = (a.ndim() > 1).then_some(matrix(a)[0]);
    let columns = (b.ndim() > 1).then_some(matrix(b)[1]);
    batch.iter().copied().chain(rows).chain(columns).collect()
}

/// The shape of `a @ b` in PyTorch. Follows `matmul` in PyTorch's `aten/src/ATen/native/LinearAlgebra.cpp`.
fn torch_matmul(a: &Tensor, b: &Tensor) -> Checked {
    let (x, y, dtypes) = (&a.shape, &b.shape, [a.dtype, b.dtype]);
    let ([rows, inner], [depth, columns]) = (matrix(x), matrix(y));
    let folds = folds(a, b);
    let is_folded = folds == Some(true);
    match (x.ndim(), y.ndim()) {
        (m @ 0, n) | (m, n @ 0) => {
            return torch_error(format!("both arguments to matmul need to be at least 1D, but they are {m}D and {n}D"));
        }
        (1, 1) => dot(a, b)?,
        (2, 1) => mv([rows, inner], columns, dtypes)?,
        (1 | 2, 2) => mm("mm", [rows, inner], [depth, columns], dtypes)?,
        (m, n) if is_folded && m >= n => {
            let rows = x.iter().rev().skip(1).product();
            match n {
                1 => mv([rows, inner], columns, dtypes)?,
                _ => mm("mm", [rows, inner], [depth, columns], dtypes)?,
            }
        }
        // The transposed product, of which the messages are not known: `b.mT @ a.T`.
        _ if is_folded && (inner != depth || a.dtype != b.dtype) => return Ok(None),
        _ if is_folded => {}
        (_, n) => {
            let count = Library::PyTorch.add(&batch(x), &batch(y))?.iter().product();
            let (depth, columns) = if n == 1 { (columns, 1) } else { (depth, columns) };
            match bmm([count, rows, inner], [count, depth, columns], dtypes) {
                // Without the strides it is not known which of two exceptions is raised.
                Err(_) if folds.is_none() => return Ok(None),
                checked => checked?,
            }
        }
    }
    let batch = Library::PyTorch.add(&batch(x), &batch(y))?;
    Ok(Some(product_shape(&batch, x, y)))
}

/// Whether PyTorch multiplies one large matrix instead of a stack of matrices; `None` where the strides are not known. Follows
/// `should_fold` in PyTorch's `aten/src/ATen/native/LinearAlgebra.cpp`.
fn folds(a: &Tensor, b: &Tensor) -> Option<bool> {
    let is_first_larger = a.shape.ndim() >= b.shape.ndim();
    let (large, small) = if is_first_larger { (a, b) } else { (b, a) };
    if large.shape.ndim() < 3 || small.shape.ndim() > 2 {
        return Some(false);
    }
    if small.requires_grad.get() {
        return Some(true);
    }
    if a.shape.ndim() == 2 {
        return Some(false);
    }
    if large.numel() == 0 {
        return Some(true);
    }
    let layout = large.layout.as_ref()?;
    let layout = if is_first_larger { layout.clone() } else { Library::PyTorch.matrix_transpose(layout).ok()? };
    let (sizes, strides) = (layout.shape(), layout.strides());
    // The strides of axes of size 1 are not looked at.
    let rows = sizes.iter().zip(strides).take(sizes.ndim() - 1).filter(|(size, _)| **size != 1);
    let rows: Vec<(u64, u64)> = rows.map(|(&size, &stride)| (size, stride)).listed();
    let mut pairs = rows.iter().zip(rows.iter().skip(1));
    Some(pairs.all(|((_, outer), (size, inner))| Some(*outer) == inner.checked_mul(*size)))
}

/// The shape of `a @ b` in NumPy.
fn numpy_matmul(a: &Shape, b: &Shape) -> Checked {
    let library = Library::NumPy;
    for (number, shape) in [a, b].into_iter().enumerate() {
        if shape.is_empty() {
            return Err(library.error(format!(
                "matmul: Input operand {number} does not have enough dimensions (has 0, gufunc core with signature {SIGNATURE} \
                 requires 1)"
            )));
        }
    }
    let ([_, inner], [depth, columns]) = (matrix(a), matrix(b));
    let depth = if b.ndim() == 1 { columns } else { depth };
    if inner != depth {
        return Err(library.error(format!(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {SIGNATURE} (size {depth} \
             is different from {inner})"
        )));
    }
    if let Ok(batch) = broadcast_shapes(&batch(a), &batch(b)) {
        return Ok(Some(product_shape(&batch, a, b)));
    }
    // Only where both operands have matrices the message is known.
    if a.ndim() < 2 || b.ndim() < 2 {
        return Ok(None);
    }
    let remapped = |shape: &Shape| {
        let sizes: String = batch(shape).iter().map(|size| format!("{size},")).collect();
        format!("{}->({sizes}newaxis,newaxis)", compact(shape))
    };
    Err(library.error(format!(
        "operands could not be broadcast together with remapped shapes [original->remapped]: {} {}  and requested shape {}",
        remapped(a),
        remapped(b),
        compact(&product_shape(&Shape::ones(0), a, b))
    )))
}
