//! Matrix products: the shape of the result, the checks in the library's order, and the messages.
//!
//! Held against `tests/vectors/matmul.jsonl.gz` (shapes) and `products.jsonl.gz` (element types, orders of axes, limits).

use super::{Library, LibraryError, numpy, product_within, pytorch};
use crate::{Dtype, MAX_SIZE, Matrices, Shape, StridedLayout, broadcast_shapes};

/// From so many products of elements for each matrix on, PyTorch multiplies a batch of matrices in another way, with other messages.
const LARGE: u64 = 400;

/// What the checks of an operation give, or the library's exception; `None` where it is not known which of them.
pub type Checked<T = Shape> = Result<Option<T>, LibraryError>;

/// A factor of a matrix product, as far as the checks look at it.
#[derive(Debug, Clone, Copy)]
pub struct Factor<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// The type of the elements.
    pub dtype: Dtype,
    /// The layout; `None` where the strides are not known.
    pub layout: Option<&'a StridedLayout>,
    /// Whether PyTorch is to compute its gradient; `None` where that is not known.
    pub requires_grad: Option<bool>,
}

impl Library {
    /// The shape of `a @ b`. The types of the factors are checked too, but nothing else is; [`Library::check_product`] checks everything.
    ///
    /// # Errors
    ///
    /// The library's exception. `None` where it raises one of several, and it is not known which.
    ///
    /// ```
    /// use tensor_broadcasting::library::{Factor, Library};
    /// use tensor_broadcasting::{Dtype, Shape};
    /// let product = |a: &[u64], b: &[u64]| {
    ///     let (a, b) = (Shape::from(a), Shape::from(b));
    ///     let factor = |shape| Factor { shape, dtype: Dtype::Int64, layout: None, requires_grad: Some(false) };
    ///     Library::PyTorch.matmul(&factor(&a), &factor(&b))
    /// };
    /// assert_eq!(product(&[2, 3, 4], &[4, 5]), Ok(Some(Shape::from([2, 3, 5]))));
    /// let message = "mm: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)";
    /// assert_eq!(product(&[2, 3], &[2, 3]), Err(Library::PyTorch.error(message)));
    /// ```
    pub fn matmul(self, a: &Factor<'_>, b: &Factor<'_>) -> Checked {
        match self {
            Self::PyTorch => torch(a, b),
            Self::NumPy => numpy::matmul(a.shape, b.shape).map(Some),
        }
    }

    /// The shape of `a @ b`, with all that the library checks: also its limits, and that PyTorch does not multiply bools.
    ///
    /// # Errors
    ///
    /// As for [`Library::matmul`].
    pub fn check_product(self, a: &Factor<'_>, b: &Factor<'_>) -> Checked {
        let shapes = [a.shape, b.shape];
        match self {
            Self::PyTorch => pytorch::check_operands(&shapes)?,
            // A shape broadcasts with itself, so this fails only beyond the limits.
            Self::NumPy => shapes.iter().try_for_each(|shape| self.add(shape, shape).map(|_| ()))?,
        }
        let split = Matrices::split(a.shape, b.shape);
        let batch = split.as_ref().and_then(|(batches, _)| broadcast_shapes(&batches[0], &batches[1]).ok());
        let (Some((_, matrices)), Some(batch)) = (split, batch) else { return self.matmul(a, b) };
        if self == Self::NumPy {
            let shape = self.matmul(a, b)?;
            shape.iter().try_for_each(numpy::check_bytes)?;
            return Ok(shape);
        }
        let count = product_within(batch.iter().copied(), MAX_SIZE);
        let elements =
            |sizes: [u64; 2]| count?.checked_mul(sizes[0])?.checked_mul(sizes[1]).filter(|&all| all <= MAX_SIZE);
        let [rows, columns] = matrices.result().map(|size| size.unwrap_or(1));
        let [inner, depth] = matrices.inner();
        let is_stack = folds(a, b) != Some(true);
        // The matrices of both are stretched to the same batch.
        if is_stack && (elements([rows, inner]).is_none() || elements([depth, columns]).is_none()) {
            return error(pytorch::NUMEL_OVERFLOW.to_owned());
        }
        let checked = self.matmul(a, b)?;
        let many = |size: u64| count.unwrap_or(u64::MAX).saturating_mul(size);
        let [long, short] = if is_turned(a, b) { [columns, rows] } else { [rows, columns] };
        let is_vector = matrices.result()[usize::from(!is_turned(a, b))].is_none();
        let (kernel, made) = match matrices.result() {
            [None, None] => ("dot", Shape::ones(0)),
            _ if is_stack => ("bmm", Shape::from([many(1), rows, columns])),
            _ if is_vector => ("addmv_impl_cpu", Shape::from([many(long)])),
            _ => (MM_KERNEL, Shape::from([many(long), short])),
        };
        pytorch::check_storage(&made)?;
        let is_empty = kernel != "dot" && (inner == 0 || made.contains(&0));
        let is_large = rows.saturating_mul(inner).saturating_mul(columns) >= LARGE;
        match [a.dtype, b.dtype] {
            _ if is_empty => Ok(checked),
            [Dtype::Bool, Dtype::Bool] if kernel == "bmm" && is_large => not_implemented(MM_KERNEL),
            [Dtype::Bool, Dtype::Bool] => not_implemented(kernel),
            [Dtype::Bool, _] if kernel == "bmm" && !is_large => not_implemented(kernel),
            _ => Ok(checked),
        }
    }
}

fn error<T>(message: String) -> Result<T, LibraryError> {
    Err(Library::PyTorch.error(message))
}

/// What multiplies two matrices, as the message about bools names it.
const MM_KERNEL: &str = "addmm_impl_cpu_";

fn not_implemented<T>(kernel: &str) -> Result<T, LibraryError> {
    let message = format!("\"{kernel}\" not implemented for 'Bool'");
    Err(LibraryError { error_type: "NotImplementedError", message })
}

/// The checks of `torch.mm` of matrices with these sizes. `function` is the name in its message.
///
/// # Errors
///
/// The exception of PyTorch.
pub fn mm(function: &str, a: [u64; 2], b: [u64; 2], dtypes: [Dtype; 2]) -> Result<(), LibraryError> {
    if a[1] != b[0] {
        let sizes = format!("{}x{} and {}x{}", a[0], a[1], b[0], b[1]);
        return error(format!("{function}: mat1 and mat2 shapes cannot be multiplied ({sizes})"));
    }
    if dtypes[0] == dtypes[1] { Ok(()) } else { mm_types(dtypes) }
}

fn mm_types<T>(dtypes: [Dtype; 2]) -> Result<T, LibraryError> {
    let (x, y) = (dtypes[0].cpp_name(), dtypes[1].cpp_name());
    error(format!("expected m1 and m2 to have the same dtype, but got: {x} != {y}"))
}

/// The checks of `torch.mv` of a matrix and a vector.
///
/// # Errors
///
/// The exception of PyTorch.
pub fn mv([rows, columns]: [u64; 2], length: u64, dtypes: [Dtype; 2]) -> Result<(), LibraryError> {
    if columns != length {
        return error(format!("size mismatch, got input ({rows}), mat ({rows}x{columns}), vec ({length})"));
    }
    if dtypes[0] != dtypes[1] {
        let (x, y) = (dtypes[0].torch_name(), dtypes[1].torch_name());
        return error(format!("addmv input tensors must have the same dtype, but got {y}, {x}, and {y}"));
    }
    Ok(())
}

/// The checks of `torch.dot`.
///
/// # Errors
///
/// The exception of PyTorch.
pub fn dot(a: &Shape, b: &Shape, dtypes: [Dtype; 2]) -> Result<(), LibraryError> {
    let (&[m], &[n]) = (&a[..], &b[..]) else {
        return error(format!("1D tensors expected, but got {}D and {}D tensors", a.ndim(), b.ndim()));
    };
    if dtypes[0] != dtypes[1] {
        let (x, y) = (dtypes[0].torch_name(), dtypes[1].torch_name());
        return error(format!("dot : expected both vectors to have same dtype, but found {x} and {y}"));
    }
    if m != n {
        return error(format!(
            "inconsistent tensor size, expected tensor [{m}] and src [{n}] to have the same number of elements, but got {m} and {n} \
             elements respectively"
        ));
    }
    Ok(())
}

/// The checks of `torch.bmm` of stacks of matrices, but for their types.
///
/// # Errors
///
/// The exception of PyTorch.
pub fn bmm(a: [u64; 3], b: [u64; 3]) -> Result<(), LibraryError> {
    if (a[0], a[2]) == (b[0], b[1]) {
        return Ok(());
    }
    error(format!(
        "Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, {}].",
        a[0], a[2], b[0], b[1]
    ))
}

/// The checks of the types of two stacks of matrices, each pair of which has so many products of elements. What is said of a first factor of
/// bools is not known here.
///
/// # Errors
///
/// The exception of PyTorch.
pub fn bmm_types(products: u64, a: &Factor<'_>, b: &Factor<'_>) -> Checked<()> {
    let (x, y) = (a.dtype, b.dtype);
    let is_large = products >= LARGE;
    match y {
        _ if products == 0 || x == y => Ok(Some(())),
        // Of most floats, large matrices without gaps are multiplied by a function of their own.
        Dtype::Float32 | Dtype::Float64 | Dtype::Complex64 | Dtype::Complex128 if is_large => {
            if a.is_dense() && b.is_dense() { scalar_types(y, x) } else { Ok(None) }
        }
        _ if is_large => mm_types([x, y]),
        _ if x == Dtype::Bool => Ok(None),
        _ => scalar_types(x, y),
    }
}

fn scalar_types<T>(expected: Dtype, found: Dtype) -> Result<T, LibraryError> {
    error(format!("expected scalar type {} but found {}", expected.torch_name(), found.torch_name()))
}

impl Factor<'_> {
    /// Whether the elements of each matrix surely follow each other along its rows or along its columns.
    fn is_dense(&self) -> bool {
        let Some(layout) = self.layout else { return false };
        match (&layout.shape()[..], layout.strides()) {
            (&[.., _, columns], &[.., outer, 1]) if outer >= columns => true,
            (&[.., rows, _], &[.., 1, inner]) if inner >= rows => true,
            (_, strides) => strides.len() < 2,
        }
    }
}

/// The shape of `a @ b` in PyTorch. Follows `matmul` in PyTorch's `aten/src/ATen/native/LinearAlgebra.cpp`.
fn torch(a: &Factor<'_>, b: &Factor<'_>) -> Checked {
    let (x, y) = (a.shape, b.shape);
    let Some((batches, matrices)) = Matrices::split(x, y) else {
        let (m, n) = (x.ndim(), y.ndim());
        return error(format!("both arguments to matmul need to be at least 1D, but they are {m}D and {n}D"));
    };
    let batch = pytorch::broadcast(&batches[0], &batches[1])?;
    let count = batch.iter().fold(1, |count: u64, &size| count.saturating_mul(size));
    let ([rows, columns], [inner, depth], folds) = (matrices.result(), matrices.inner(), folds(a, b));
    if folds != Some(true) {
        let [rows, columns] = [rows.unwrap_or(1), columns.unwrap_or(1)];
        let products = count.min(1).saturating_mul(rows).saturating_mul(inner).saturating_mul(columns);
        match bmm([count, rows, inner], [count, depth, columns]).and_then(|()| bmm_types(products, a, b)) {
            Ok(Some(())) => {}
            // Which of two exceptions is raised depends on the strides.
            Err(error) if folds.is_some() => return Err(error),
            _ => return Ok(None),
        }
        return Ok(Some(matrices.product_shape(&batch)));
    }
    // The matrices of the larger factor are one matrix. Where that is the second factor, the product is the transposed one.
    let (mut first, mut second, mut dtypes) = ((rows, inner), (depth, columns), [a.dtype, b.dtype]);
    if is_turned(a, b) {
        (first, second, dtypes) = ((columns, depth), (inner, rows), [b.dtype, a.dtype]);
    }
    let long = count.saturating_mul(first.0.unwrap_or(1));
    match (first.0, second.1) {
        (None, None) => dot(x, y, dtypes)?,
        (Some(_), None) => mv([long, first.1], second.0, dtypes)?,
        (_, Some(size)) => mm("mm", [long, first.1], [second.0, size], dtypes)?,
    }
    Ok(Some(matrices.product_shape(&batch)))
}

/// Whether PyTorch multiplies the transposed factors, where it multiplies one large matrix.
fn is_turned(a: &Factor<'_>, b: &Factor<'_>) -> bool {
    b.shape.ndim() > a.shape.ndim().max(2)
}

/// Whether PyTorch multiplies one large matrix instead of a stack of matrices; `None` where that is not known. Follows
/// `should_fold` in PyTorch's `aten/src/ATen/native/LinearAlgebra.cpp`.
fn folds(a: &Factor<'_>, b: &Factor<'_>) -> Option<bool> {
    let is_first_larger = a.shape.ndim() >= b.shape.ndim();
    let (large, small) = if is_first_larger { (a, b) } else { (b, a) };
    if large.shape.ndim() < 3 || small.shape.ndim() > 2 {
        return Some(large.shape.ndim() < 3);
    }
    if small.requires_grad? {
        return Some(true);
    }
    if a.shape.ndim() == 2 {
        return Some(false);
    }
    if large.shape.contains(&0) {
        return Some(true);
    }
    // The last axis is not looked at, or in the transposed product the one before it; and no axis of size 1.
    let kept = large.shape.ndim() - if is_first_larger { 1 } else { 2 };
    let axes = large.shape.iter().zip(large.layout?.strides()).enumerate();
    let mut outer = None;
    for (axis, (&size, &stride)) in axes {
        if axis == kept || size == 1 {
            continue;
        }
        if outer.is_some_and(|outer| Some(outer) != stride.checked_mul(size)) {
            return Some(false);
        }
        outer = Some(stride);
    }
    Some(true)
}
