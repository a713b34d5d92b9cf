//! Linear algebra that takes matrices apart, and transforms along an axis: `inv`, `solve`, `svd`, `fft` and their like.

use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY_FUNCTION, Row, TORCH, TORCH_FUNCTION, row};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Meeting, Outcome, raised};
use crate::tensors::types::{floating, is_complex, larger};
use crate::tensors::value::{Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(NUMPY_FUNCTION, "linalg.pinv", "input|a rcond hermitian", pseudo_inverse),
    row(TORCH, "pinverse", "input", pseudo_inverse),
    row(TORCH_FUNCTION, "linalg.pinv", "input|A", pseudo_inverse),
    row(NUMPY_FUNCTION, "linalg.lstsq", "a b rcond", least_squares),
    row(NUMPY_FUNCTION, "linalg.svd", "input|a full_matrices compute_uv", svd),
    row(TORCH_FUNCTION, "linalg.svd", "input|A full_matrices", svd),
    row(TORCH, "svd", "input some", svd),
    row(NUMPY_FUNCTION, "linalg.qr", "input|a mode", qr),
    row(TORCH_FUNCTION, "linalg.qr", "input|A mode", qr),
    row(NUMPY_FUNCTION, "linalg.eigh", "input|a UPLO", eigh),
    row(TORCH_FUNCTION, "linalg.eigh", "input|A", eigh),
    row(NUMPY_FUNCTION, "linalg.eigvalsh", "input|a UPLO", eigh),
    row(NUMPY_FUNCTION, "linalg.matrix_power", "input|a n", matrix_power),
    row(TORCH, "matrix_power", "input n", matrix_power),
    row(NUMPY_FUNCTION, "cov", "input|m y rowvar bias ddof", covariance),
    row(NUMPY_FUNCTION, "corrcoef", "input|x y rowvar", covariance),
    row(TORCH, "cov corrcoef", "input", covariance),
    row(NUMPY_FUNCTION, "convolve correlate", "a b|v mode", convolve),
    row(NUMPY_FUNCTION, "fft.fft fft.ifft", "input|a n axis norm", transform),
    row(NUMPY_FUNCTION, "fft.rfft", "input|a n axis norm", transform),
    row(NUMPY_FUNCTION, "fft.irfft", "input|a n axis norm", inverse_transform),
    row(NUMPY_FUNCTION, "fft.fft2 fft.ifft2", "input|a", transform),
    row(NUMPY_FUNCTION, "fft.fftfreq fft.rfftfreq", "n d", frequencies),
    row(NUMPY_FUNCTION, "fft.fftshift fft.ifftshift", "input|x axes", same),
    row(NUMPY_FUNCTION, "polyfit", "x y deg", polyfit),
    row(NUMPY_FUNCTION, "polyval", "p x", polyval),
    row(NUMPY_FUNCTION, "histogram", "input|a bins range density weights", histogram),
    row(NUMPY_FUNCTION, "trapezoid", "input|y x dx axis", trapezoid),
    row(NUMPY_FUNCTION, "cross linalg.cross", "a b", cross),
    row(TORCH, "cross", "a|input b|other dim", cross),
    row(TORCH_FUNCTION, "linalg.cross", "a|input b|other * dim", cross),
];

/// A floating-point result without values.
pub(crate) fn result(context: &mut Context<'_>, call: &Call, shape: Shape, operands: &[&Tensor]) -> Outcome<Tensor> {
    let dtype =
        operands.iter().map(|tensor| floating(call.library, tensor.dtype)).reduce(|a, b| larger(call.library, a, b));
    fresh(context, call.library, (shape, dtype.unwrap_or(call.library.default_float()), None), operands, &call.span)
}

/// The tensor of a decomposition: matrices of floating-point numbers.
pub(crate) fn matrices(context: &mut Context<'_>, call: &Call) -> Outcome<(Tensor, u64, u64)> {
    let tensor = call.tensor(context, "input")?;
    let (Some(&columns), Some(&rows)) = (tensor.shape.last(), tensor.shape.iter().rev().nth(1)) else {
        return call.declined();
    };
    if is_complex(tensor.dtype)
        || (call.library == Library::PyTorch && tensor.dtype.is_integer())
        || tensor.dtype == Dtype::Float16
    {
        return call.declined();
    }
    Ok((tensor, rows, columns))
}

/// NumPy's exception for a matrix that is not square.
pub(crate) fn check_square(call: &Call, rows: u64, columns: u64) -> Outcome<()> {
    match call.library {
        _ if rows == columns => Ok(()),
        Library::NumPy => raised("LinAlgError", "Last 2 dimensions of the array must be square", &call.span),
        Library::PyTorch => call.declined(),
    }
}

fn pseudo_inverse(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    let lead = tensor.shape.iter().copied().take(tensor.shape.ndim() - 2);
    let shape: Shape = lead.chain([columns, rows]).collect();
    Ok(Value::Tensor(result(context, call, shape, &[&tensor])?))
}

fn least_squares(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let [rows, columns] = a.shape[..] else { return call.declined() };
    if b.shape.first() != Some(&rows) || b.shape.ndim() > 2 {
        return call.declined();
    }
    let width = b.shape.get(1).copied();
    let solution: Shape = [columns].into_iter().chain(width).collect();
    // There are no residuals where the rank is not full, which depends on the values.
    if rows <= columns || !a.is_random.get() {
        return call.needs_values();
    }
    let solution = Value::Tensor(result(context, call, solution, &[&a, &b])?);
    let residuals = Value::Tensor(result(context, call, Shape::from([width.unwrap_or(1)]), &[&a, &b])?);
    let singular = Value::Tensor(result(context, call, Shape::from([columns]), &[&a])?);
    let rank = call.fresh(context, (Shape::ones(0), Dtype::Int32, None), &[])?;
    Ok(Value::tuple([solution, residuals, rank, singular]))
}

fn svd(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    let lead: Vec<u64> = tensor.shape.iter().copied().take(tensor.shape.ndim() - 2).collect();
    let least = rows.min(columns);
    let is_full = match call.name {
        "svd" => !call.flag("some", true)?,
        _ => call.flag("full_matrices", true)?,
    };
    let shape = |tail: &[u64]| lead.iter().chain(tail).copied().collect::<Shape>();
    let mut make = |tail: &[u64]| result(context, call, shape(tail), &[&tensor]).map(Value::Tensor);
    if call.get("compute_uv").is_some() && !call.flag("compute_uv", true)? {
        return make(&[least]);
    }
    let (u, v) = if is_full { (rows, columns) } else { (least, least) };
    let left = make(&[rows, u])?;
    let values = make(&[least])?;
    let right = if call.name == "svd" { make(&[columns, v])? } else { make(&[v, columns])? };
    let kind = match (call.library, call.name) {
        (_, "svd") => TupleKind::Named("svd", &["U", "S", "V"]),
        _ => TupleKind::Named("linalg_svd", &["U", "S", "Vh"]),
    };
    Ok(Value::Tuple([left, values, right].into(), kind))
}

fn qr(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    call.without(&["mode"])?;
    let lead: Vec<u64> = tensor.shape.iter().copied().take(tensor.shape.ndim() - 2).collect();
    let least = rows.min(columns);
    let shape = |tail: [u64; 2]| lead.iter().chain(&tail).copied().collect::<Shape>();
    let q = result(context, call, shape([rows, least]), &[&tensor])?;
    let r = result(context, call, shape([least, columns]), &[&tensor])?;
    Ok(Value::Tuple([Value::Tensor(q), Value::Tensor(r)].into(), TupleKind::Named("linalg_qr", &["Q", "R"])))
}

fn eigh(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    check_square(call, rows, columns)?;
    let lead = tensor.shape.iter().copied().take(tensor.shape.ndim() - 1).collect::<Shape>();
    let values = Value::Tensor(result(context, call, lead, &[&tensor])?);
    if call.name == "linalg.eigvalsh" {
        return Ok(values);
    }
    let vectors = Value::Tensor(result(context, call, tensor.shape.clone(), &[&tensor])?);
    Ok(Value::Tuple([values, vectors].into(), TupleKind::Named("linalg_eigh", &["eigenvalues", "eigenvectors"])))
}

fn matrix_power(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (Some(&columns), Some(&rows)) = (tensor.shape.last(), tensor.shape.iter().rev().nth(1)) else {
        return call.declined();
    };
    check_square(call, rows, columns)?;
    if call.int("n")?.is_none_or(|n| n < 0) {
        return call.declined();
    }
    let made = (tensor.shape.clone(), tensor.dtype, None);
    call.fresh(context, made, &[&tensor])
}

/// `cov`, `corrcoef`: each row is a variable.
fn covariance(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["y"])?;
    let by_rows = call.get("rowvar").is_none() || call.flag("rowvar", true)?;
    let shape = match (&tensor.shape[..], by_rows) {
        (&[_], _) => Shape::ones(0),
        (&[rows, columns], true) if columns > 1 && rows > 1 => Shape::from([rows, rows]),
        (&[rows, columns], false) if rows > 1 && columns > 1 => Shape::from([columns, columns]),
        _ => return call.declined(),
    };
    if call.library == Library::PyTorch && tensor.dtype.is_integer() {
        return call.declined();
    }
    if shape.is_empty() && call.library == Library::NumPy {
        // NumPy gives an array without axes, or a scalar.
        return call.declined();
    }
    let made = match call.library {
        // NumPy computes in no smaller type.
        Library::NumPy => {
            let dtype = larger(Library::NumPy, tensor.dtype, Dtype::Float64);
            fresh(context, Library::NumPy, (shape, dtype, None), &[&tensor], &call.span)?
        }
        Library::PyTorch => result(context, call, shape, &[&tensor])?,
    };
    // Of more random columns than rows the covariance has an inverse.
    let [rows, columns] = tensor.shape[..] else { return Ok(Value::Tensor(made)) };
    let (variables, observations) = if by_rows { (rows, columns) } else { (columns, rows) };
    made.is_random.set(call.name == "cov" && tensor.is_random.get() && observations > variables);
    Ok(Value::Tensor(made))
}

fn convolve(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let ([n], [m]) = (&a.shape[..], &b.shape[..]) else { return call.declined() };
    if *n == 0 || *m == 0 {
        return call.declined();
    }
    let (most, least) = (*n.max(m), *n.min(m));
    let default = if call.name == "convolve" { "full" } else { "valid" };
    let length = match call.text("mode")?.unwrap_or(default) {
        "full" => n + m - 1,
        "same" => most,
        "valid" => most - least + 1,
        _ => return call.declined(),
    };
    let dtype = larger(Library::NumPy, a.dtype, b.dtype);
    call.fresh(context, (Shape::from([length]), dtype, None), &[])
}

fn transform(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["n"])?;
    if tensor.dtype == Dtype::Float32 || tensor.dtype == Dtype::Complex64 {
        return call.declined();
    }
    let mut sizes = tensor.shape.to_vec();
    if call.name.ends_with('2') {
        if sizes.len() < 2 {
            return call.declined();
        }
    } else {
        let axis = call.int_or("axis", -1)?;
        let Ok(axis) = Library::NumPy.axis(axis, sizes.len()) else { return call.declined() };
        match sizes.get_mut(axis) {
            Some(slot) if *slot > 0 => {
                if call.name == "fft.rfft" {
                    *slot = *slot / 2 + 1;
                }
            }
            _ => return call.declined(),
        }
    }
    let made = (Shape::from(sizes.as_slice()), Dtype::Complex128, None);
    call.fresh(context, made, &[])
}

/// `irfft`: from the first half of a spectrum.
fn inverse_transform(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let mut sizes = tensor.shape.to_vec();
    let Ok(axis) = Library::NumPy.axis(call.int_or("axis", -1)?, sizes.len()) else { return call.declined() };
    let count = call.int("n")?.map(|count| u64::try_from(count).unwrap_or(0));
    if matches!(tensor.dtype, Dtype::Float32 | Dtype::Float16 | Dtype::Complex64) {
        return call.declined();
    }
    match sizes.get_mut(axis) {
        Some(slot) if *slot > 0 => *slot = count.unwrap_or(2 * (*slot - 1)),
        _ => return call.declined(),
    }
    if sizes.get(axis) == Some(&0) {
        return call.declined();
    }
    call.fresh(context, (Shape::from(sizes.as_slice()), Dtype::Float64, None), &[])
}

fn frequencies(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(count) = call.int("n")?.and_then(|count| u64::try_from(count).ok()) else { return call.declined() };
    let length = if call.name == "fft.rfftfreq" { count / 2 + 1 } else { count };
    call.fresh(context, (Shape::from([length]), Dtype::Float64, None), &[])
}

fn same(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let axes = call.ints("axes")?;
    if ndim == 0 && axes.as_ref().is_none_or(Vec::is_empty) {
        return call.declined();
    }
    if axes.into_iter().flatten().any(|axis| call.library.axis(axis, ndim).is_err()) {
        return raised("IndexError", "tuple index out of range", &call.span);
    }
    let made = (tensor.shape.clone(), tensor.dtype, None);
    call.fresh(context, made, &[&tensor])
}

fn polyfit(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (x, y) = (call.tensor(context, "x")?, call.tensor(context, "y")?);
    let Some(degree) = call.int("deg")?.and_then(|degree| u64::try_from(degree).ok()) else { return call.declined() };
    if x.shape.ndim() != 1 || y.shape != x.shape || x.numel() <= degree {
        return call.declined();
    }
    call.fresh(context, (Shape::from([degree + 1]), Dtype::Float64, None), &[])
}

fn polyval(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (p, x) = (call.tensor(context, "p")?, call.tensor(context, "x")?);
    if p.shape.ndim() != 1 {
        return call.declined();
    }
    let dtype = larger(Library::NumPy, p.dtype, x.dtype);
    let made = (x.shape.clone(), dtype, None);
    call.fresh(context, made, &[])
}

fn histogram(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["weights"])?;
    let bins = match call.get("bins").map(|bins| &bins.value) {
        None => 10,
        Some(Value::Tensor(edges)) if edges.shape.ndim() == 1 && edges.numel() > 1 => edges.numel() - 1,
        Some(Value::Int(Some(bins))) if *bins > 0 => bins.unsigned_abs(),
        Some(_) => return call.declined(),
    };
    let is_density = call.get("density").is_some() && call.flag("density", false)?;
    let dtype = if is_density { Dtype::Float64 } else { Dtype::Int64 };
    let counts = fresh(context, Library::NumPy, (Shape::from([bins]), dtype, None), &[], &call.span)?;
    let edges = match call.get("bins").map(|bins| &bins.value) {
        Some(Value::Tensor(edges)) => edges.clone(),
        _ if tensor.dtype == Dtype::Float32 => return call.declined(),
        _ => fresh(context, Library::NumPy, (Shape::from([bins + 1]), Dtype::Float64, None), &[], &call.span)?,
    };
    Ok(Value::tuple([Value::Tensor(counts), Value::Tensor(edges)]))
}

fn trapezoid(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    // The exception for another axis follows from the steps of the computation.
    let Ok(axis) = call.library.axis(call.int_or("axis", -1)?, tensor.shape.ndim()) else { return call.declined() };
    if call.given("x").is_some() {
        let x = call.tensor(context, "x")?;
        if x.shape.ndim() != 1 || x.shape.first() != tensor.shape.get(axis) {
            return call.declined();
        }
    }
    let shape: Shape = tensor.shape.iter().enumerate().filter(|(at, _)| *at != axis).map(|(_, &size)| size).collect();
    let dtype = if tensor.dtype.is_integer() { Dtype::Float64 } else { tensor.dtype };
    call.fresh(context, (shape, dtype, None), &[])
}

/// `cross`: vectors of three elements along the last axis.
fn cross(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    if a.dtype == Dtype::Bool || b.dtype == Dtype::Bool {
        return call.declined();
    }
    if call.get("dim").is_some() && call.int("dim")? != Some(-1) {
        return call.declined();
    }
    if a.shape.last() != Some(&3)
        || b.shape.last() != Some(&3)
        || (call.library == Library::PyTorch && a.dtype != b.dtype)
    {
        return call.declined();
    }
    if call.library == Library::PyTorch
        && (a.shape.ndim() != b.shape.ndim()
            || (call.name == "cross"
                && call.get("dim").is_none()
                && a.shape.iter().rev().skip(1).any(|&size| size == 3)))
    {
        return call.declined();
    }
    let operands: Vec<Placed> = ["a", "b"].iter().filter_map(|name| call.get(name).cloned()).collect();
    let meeting = Meeting::of("cross", None, &operands, &call.span);
    let shape = match call.library.elementwise(&[a.shape.clone(), b.shape.clone()]) {
        Ok(shape) => shape,
        Err(_) => return call.declined(),
    };
    let dtype = larger(call.library, a.dtype, b.dtype);
    let made = fresh(context, call.library, (shape.clone(), dtype, None), &[&a, &b], &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}
