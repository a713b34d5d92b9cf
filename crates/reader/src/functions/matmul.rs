//! The matrix product of two tensors: `@` and `matmul`; and the shapes and messages of `mm`, `mv`, `bmm` and `dot`, which it is made of.

use std::ops::Range;

use crate::reading::{OperationResult, UnreadableReason};
use crate::tensors::arrays::{computed_in, is_small, to_array};
use crate::tensors::context::{Context, Meeting, Outcome, unreadable};
use crate::tensors::types::{cpp_name, is_complex, larger};
use crate::tensors::value::{Kept, Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Scalar, Shape, broadcast_shapes};

/// The signature of NumPy's `matmul`, as its messages have it.
const SIGNATURE: &str = "(n?,k),(k,m?)->(n?,m?)";

/// The shape of a matrix product, or the library's exception. `None` where it is not known which exception is raised.
pub(crate) type Product = Result<Option<Shape>, LibraryError>;

/// A matrix product: `a @ b`.
///
/// # Errors
///
/// The library's own exception; a product that is not read.
pub(crate) fn matmul(
    context: &mut Context<'_>,
    library: Library,
    operands: [&Placed; 2],
    name: &str,
    out: Option<&Tensor>,
    span: &Range<usize>,
) -> Outcome {
    let mut placed = Vec::new();
    for operand in operands {
        let value = match (&operand.value, library) {
            (Value::Tensor(tensor), library) if tensor.library == library => operand.value.clone(),
            (Value::Tensor(_), _) | (_, Library::PyTorch) => return unreadable(UnreadableReason::Kinds, span),
            (_, Library::NumPy) => Value::Tensor(to_array(context, operand)?),
        };
        placed.push(Placed { value, span: operand.span.clone() });
    }
    let tensors: Vec<Tensor> = placed.iter().filter_map(|operand| operand.value.tensor().cloned()).collect();
    let [a, b] = tensors.as_slice() else { return unreadable(UnreadableReason::Kinds, span) };
    // A number or a range is no operand, also where NumPy makes an array of it.
    let recorded: Vec<Placed> = placed
        .iter()
        .zip(operands)
        .filter(|(_, operand)| operand.value.number_kind().is_none() && !matches!(operand.value, Value::Range(..)))
        .map(|(placed, _)| placed.clone())
        .collect();
    let meeting = Meeting::of(name, None, &recorded, span);
    if is_complex(a.dtype) || is_complex(b.dtype) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let product = match library {
        Library::PyTorch => torch_matmul(a, b),
        Library::NumPy => numpy_matmul(&a.shape, &b.shape),
    };
    let shape = known(context, &meeting, product)?;
    let dtype = larger(library, a.dtype, b.dtype);
    if let Some(out) = out {
        return into_output(context, &meeting, &shape, dtype, out);
    }
    finish(context, &meeting, shape, dtype, [a, b])
}

/// Records a product and gives its result.
pub(crate) fn finish(
    context: &mut Context<'_>,
    meeting: &Meeting,
    shape: Shape,
    dtype: Dtype,
    [a, b]: [&Tensor; 2],
) -> Outcome {
    // `inner` sums over the last axis of both.
    let is_matrix_product = meeting.name != "inner" || b.shape.ndim() < 2;
    let values = if is_matrix_product { matrix_values(a, b, &shape) } else { None };
    if values.is_some() {
        // At most 32,768 products were added.
        context.step(64, &meeting.span)?;
    }
    let layout = Some(a.library.contiguous(&shape));
    let made = computed_in(context, a.library, (shape.clone(), dtype, values), (&[a, b], layout), &meeting.span)?;
    made.keeps(Kept::Operands);
    context.record(meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}

/// The shape, or the exception of the operation.
pub(crate) fn known(context: &Context<'_>, meeting: &Meeting, product: Product) -> Outcome<Shape> {
    match product {
        Ok(Some(shape)) => Ok(shape),
        Ok(None) => unreadable(UnreadableReason::Kinds, &meeting.span),
        Err(error) => context.fails(meeting, error),
    }
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
    let core = shape.ndim() - 2;
    for (number, (wanted, given)) in shape.iter().zip(out.shape.iter()).enumerate().skip(core) {
        if wanted != given {
            return context.fails(
                meeting,
                library.error(format!(
                    "matmul: Output operand 0 has a mismatch in its core dimension {}, with gufunc signature {SIGNATURE} \
                     (size {given} is different from {wanted})",
                    number - core
                )),
            );
        }
    }
    if *shape != out.shape || out.read_only {
        return unreadable(UnreadableReason::Kinds, &meeting.span);
    }
    out.write(None);
    context.record(meeting, OperationResult::Tensor(shape.clone()))?;
    Ok(Value::Tensor(out.clone()))
}

/// The values of a product of at most two axes, where they are known integers.
fn matrix_values(a: &Tensor, b: &Tensor, shape: &Shape) -> Option<Vec<Scalar>> {
    let (left, right) = (a.values()?, b.values()?);
    let whole =
        |values: &[Scalar]| values.iter().all(|value| value.to_float().fract() == 0.0 && value.to_float().abs() < 1e6);
    if !whole(&left) || !whole(&right) || a.shape.ndim() > 2 || b.shape.ndim() > 2 || !is_small(shape) {
        return None;
    }
    let inner = usize::try_from(*a.shape.last()?).ok()?;
    let columns = if b.shape.ndim() == 2 { usize::try_from(*b.shape.last()?).ok()? } else { 1 };
    let rows = if a.shape.ndim() == 2 { usize::try_from(*a.shape.first()?).ok()? } else { 1 };
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

pub(crate) fn torch_error(message: String) -> LibraryError {
    Library::PyTorch.error(message)
}

/// `torch.mm` of matrices with these sizes. `function` is the name in its message.
pub(crate) fn mm(function: &str, a: (u64, u64, Dtype), b: (u64, u64, Dtype)) -> Product {
    if a.1 != b.0 {
        return Err(torch_error(format!(
            "{function}: mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})",
            a.0, a.1, b.0, b.1
        )));
    }
    if a.2 != b.2 {
        return Err(torch_error(format!(
            "expected m1 and m2 to have the same dtype, but got: {} != {}",
            cpp_name(a.2),
            cpp_name(b.2)
        )));
    }
    if a.2 == Dtype::Bool {
        return Ok(None);
    }
    Ok(Some(Shape::from([a.0, b.1])))
}

/// `torch.mv` of a matrix and a vector.
pub(crate) fn mv(rows: u64, columns: u64, matrix: Dtype, length: u64, vector: Dtype) -> Product {
    if columns != length {
        return Err(torch_error(format!("size mismatch, got input ({rows}), mat ({rows}x{columns}), vec ({length})")));
    }
    if matrix != vector {
        return Err(torch_error(format!(
            "addmv input tensors must have the same dtype, but got {0}, {1}, and {0}",
            vector.torch_name(),
            matrix.torch_name()
        )));
    }
    Ok((matrix != Dtype::Bool).then(|| Shape::from([rows])))
}

/// `torch.dot`.
pub(crate) fn dot(a: &Tensor, b: &Tensor) -> Product {
    if a.shape.ndim() != 1 || b.shape.ndim() != 1 {
        let message = format!("1D tensors expected, but got {}D and {}D tensors", a.shape.ndim(), b.shape.ndim());
        return Err(torch_error(message));
    }
    if a.dtype != b.dtype {
        return Err(torch_error(format!(
            "dot : expected both vectors to have same dtype, but found {} and {}",
            a.dtype.torch_name(),
            b.dtype.torch_name()
        )));
    }
    if a.numel() != b.numel() {
        let (x, y) = (a.numel(), b.numel());
        return Err(torch_error(format!(
            "inconsistent tensor size, expected tensor [{x}] and src [{y}] to have the same number of elements, but got {x} and \
             {y} elements respectively"
        )));
    }
    Ok((a.dtype != Dtype::Bool).then(|| Shape::ones(0)))
}

/// `torch.bmm` of stacks of matrices.
pub(crate) fn bmm(a: [u64; 3], b: [u64; 3], dtypes: (Dtype, Dtype)) -> Product {
    if (a[0], a[2]) != (b[0], b[1]) {
        return Err(torch_error(format!(
            "Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, {}].",
            a[0], a[2], b[0], b[1]
        )));
    }
    if dtypes.0 != dtypes.1 && dtypes.0 != Dtype::Bool {
        return Err(torch_error(format!(
            "expected scalar type {} but found {}",
            dtypes.0.torch_name(),
            dtypes.1.torch_name()
        )));
    }
    Ok((dtypes.0 != Dtype::Bool).then(|| Shape::from([a[0], a[1], b[2]])))
}

/// The sizes of a matrix, or of a vector as the last axis.
pub(crate) fn matrix(shape: &Shape) -> (u64, u64) {
    let last = shape.last().copied().unwrap_or(1);
    let rows = shape.ndim().checked_sub(2).and_then(|at| shape.get(at)).copied().unwrap_or(1);
    (rows, last)
}

/// The shape of `a @ b` in PyTorch. Follows `matmul` in PyTorch's `aten/src/ATen/native/LinearAlgebra.cpp`.
fn torch_matmul(a: &Tensor, b: &Tensor) -> Product {
    let (x, y) = (&a.shape, &b.shape);
    let ((rows, inner), (depth, columns)) = (matrix(x), matrix(y));
    match (x.ndim(), y.ndim()) {
        (0, _) | (_, 0) => Err(torch_error(format!(
            "both arguments to matmul need to be at least 1D, but they are {}D and {}D",
            x.ndim(),
            y.ndim()
        ))),
        (1, 1) => dot(a, b),
        (2, 1) => mv(rows, inner, a.dtype, columns, b.dtype),
        (1, 2) => Ok(mm("mm", (1, inner, a.dtype), (depth, columns, b.dtype))?.map(|_| Shape::from([columns]))),
        (2, 2) => mm("mm", (rows, inner, a.dtype), (depth, columns, b.dtype)),
        _ => many_axes(a, b),
    }
}

/// The shape of `a @ b` where one of them has three axes or more.
fn many_axes(a: &Tensor, b: &Tensor) -> Product {
    let (x, y) = (&a.shape, &b.shape);
    let ((rows, inner), (mut depth, mut columns)) = (matrix(x), matrix(y));
    let batch = |shape: &Shape| shape.iter().copied().take(shape.ndim().saturating_sub(2)).collect::<Shape>();
    let folds = folds(a, b);
    let folded = |shape: &Shape| shape.iter().rev().skip(1).product::<u64>();
    if folds == Some(true) && x.ndim() >= y.ndim() {
        let product = match y.ndim() {
            1 => mv(folded(x), inner, a.dtype, columns, b.dtype),
            _ => mm("mm", (folded(x), inner, a.dtype), (depth, columns, b.dtype)),
        }?;
        let lead = x.iter().copied().take(x.ndim() - 1);
        return Ok(product.map(|_| lead.chain((y.ndim() > 1).then_some(columns)).collect()));
    }
    if folds == Some(true) {
        // The transposed product: `b.mT @ a.T`.
        let count = batch(y).iter().product::<u64>().saturating_mul(columns);
        let product = match x.ndim() {
            1 => mv(count, depth, b.dtype, inner, a.dtype),
            _ => mm("mm", (count, depth, b.dtype), (inner, rows, a.dtype)),
        }?;
        let lead: Vec<u64> = batch(y).to_vec();
        return Ok(product.map(|_| lead.into_iter().chain((x.ndim() > 1).then_some(rows)).chain([columns]).collect()));
    }
    if y.ndim() == 1 {
        (depth, columns) = (columns, 1);
    }
    let mut shape = Library::PyTorch.add(&batch(x), &batch(y))?.to_vec();
    let count = shape.iter().product();
    match bmm([count, rows, inner], [count, depth, columns], (a.dtype, b.dtype)) {
        // Without the strides it is not known which of two exceptions is raised.
        Err(_) if folds.is_none() => Ok(None),
        other => Ok(other?.map(|_| {
            shape.extend((x.ndim() > 1).then_some(rows));
            shape.extend((y.ndim() > 1).then_some(columns));
            Shape::from(shape.as_slice())
        })),
    }
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
    let rows: Vec<(u64, u64)> = rows.map(|(&size, &stride)| (size, stride)).collect();
    let mut pairs = rows.iter().zip(rows.iter().skip(1));
    Some(pairs.all(|((_, outer), (size, inner))| Some(*outer) == inner.checked_mul(*size)))
}

/// The shape of `a @ b` in NumPy.
fn numpy_matmul(a: &Shape, b: &Shape) -> Product {
    let library = Library::NumPy;
    for (number, shape) in [a, b].into_iter().enumerate() {
        if shape.is_empty() {
            return Err(library.error(format!(
                "matmul: Input operand {number} does not have enough dimensions (has 0, gufunc core with signature {SIGNATURE} \
                 requires 1)"
            )));
        }
    }
    let ((rows, inner), (mut depth, columns)) = (matrix(a), matrix(b));
    if b.ndim() == 1 {
        depth = columns;
    }
    if inner != depth {
        return Err(library.error(format!(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {SIGNATURE} (size {depth} \
             is different from {inner})"
        )));
    }
    let batch = |shape: &Shape| shape.iter().copied().take(shape.ndim().saturating_sub(2)).collect::<Shape>();
    let (left, right) = (batch(a), batch(b));
    let core: Vec<u64> = (a.ndim() > 1).then_some(rows).into_iter().chain((b.ndim() > 1).then_some(columns)).collect();
    let Ok(lead) = broadcast_shapes(&left, &right) else {
        // Only where both operands have matrices the message is known.
        if a.ndim() < 2 || b.ndim() < 2 {
            return Ok(None);
        }
        let remapped = |shape: &Shape, batch: &Shape| {
            let sizes: Vec<String> =
                batch.iter().map(u64::to_string).chain(["newaxis".to_owned(), "newaxis".to_owned()]).collect();
            format!("{}->({})", shape.to_string().replace(", ", ","), sizes.join(","))
        };
        return Err(library.error(format!(
            "operands could not be broadcast together with remapped shapes [original->remapped]: {} {}  and requested shape {}",
            remapped(a, &left),
            remapped(b, &right),
            Shape::from(core.as_slice()).to_string().replace(", ", ",")
        )));
    };
    Ok(Some(lead.iter().copied().chain(core).collect()))
}
