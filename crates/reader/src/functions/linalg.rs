//! Linear algebra that takes matrices apart: `inv`, `solve`, `svd` and their like.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Meeting, Outcome, raised};
use crate::tensors::types::{floating, larger};
use crate::tensors::value::{Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Shape};

rules! {
    inverse solve least_squares svd eigh covariance convolve cross
}

/// A floating-point result without values.
fn result(context: &mut Context<'_>, call: &Call, shape: Shape, operands: &[&Tensor]) -> Outcome {
    let dtypes = operands.iter().map(|tensor| floating(call.library, tensor.dtype));
    let dtype = dtypes.reduce(|a, b| larger(call.library, a, b)).unwrap_or(call.library.default_float());
    call.fresh(context, (shape, dtype, None), operands)
}

/// A tensor of matrices of floating-point numbers.
fn matrices(context: &mut Context<'_>, call: &Call, parameter: &str) -> Outcome<(Tensor, u64, u64)> {
    let tensor = call.real(context, parameter)?;
    let is_taken = tensor.dtype != Dtype::Float16 && (call.library == Library::NumPy || !tensor.dtype.is_integer());
    match tensor.shape[..] {
        [.., rows, columns] if is_taken => Ok((tensor, rows, columns)),
        _ => call.declined(),
    }
}

/// The same of matrices that must be square. Only NumPy's exception is known where they are not.
fn square(context: &mut Context<'_>, call: &Call, parameter: &str) -> Outcome<(Tensor, u64)> {
    let (tensor, rows, columns) = matrices(context, call, parameter)?;
    match call.library {
        _ if rows == columns => Ok((tensor, rows)),
        Library::NumPy => raised("LinAlgError", "Last 2 dimensions of the array must be square", &call.span),
        Library::PyTorch => call.declined(),
    }
}

/// `inv`, `inverse` and `cholesky`. Whether a matrix has an inverse depends on its values.
fn inverse(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, _) = square(context, call, "input")?;
    context.may_fail = true;
    result(context, call, tensor.shape.clone(), &[&tensor])
}

fn solve(context: &mut Context<'_>, call: &Call) -> Outcome {
    let ((a, rows), b) = (square(context, call, "a")?, call.real(context, "b")?);
    let Some(&length) = b.shape.first() else { return call.declined() };
    let is_torch = call.library == Library::PyTorch;
    if a.shape.ndim() > 2
        || b.shape.ndim() > 2
        || b.dtype == Dtype::Float16
        || is_torch && (a.dtype != b.dtype || length != rows)
    {
        return call.declined();
    }
    if length != rows {
        let (function, signature) = match b.shape.ndim() {
            1 => ("solve1", "(m,m),(m)->(m)"),
            _ => ("solve", "(m,m),(m,n)->(m,n)"),
        };
        return call.fails(format!(
            "{function}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature} (size \
             {length} is different from {rows})"
        ));
    }
    context.may_fail = true;
    result(context, call, b.shape.clone(), &[&a, &b])
}

fn least_squares(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let [rows, columns] = a.shape[..] else { return call.declined() };
    if b.shape.first() != Some(&rows) || b.shape.ndim() > 2 {
        return call.declined();
    }
    let shape: Shape = [columns].into_iter().chain(b.shape.get(1).copied()).collect();
    let solution = result(context, call, shape, &[&a, &b])?;
    // There are no residuals where the rank is not full, which depends on the values.
    context.may_fail = true;
    let rank = call.fresh(context, (Shape::ones(0), Dtype::Int32, None), &[])?;
    let singular = result(context, call, Shape::from([rows.min(columns)]), &[&a])?;
    Ok(Value::tuple([solution, Value::Unknown(None), rank, singular]))
}

fn svd(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call, "input")?;
    let least = rows.min(columns);
    let mut make = |tail: &[u64]| {
        let lead = tensor.shape.iter().take(tensor.shape.ndim() - 2);
        result(context, call, lead.chain(tail).copied().collect(), &[&tensor])
    };
    let is_full = call.flag("full_matrices", true)?;
    let (u, v) = if is_full { (rows, columns) } else { (least, least) };
    let parts = [make(&[rows, u])?, make(&[least])?, make(&[v, columns])?];
    Ok(Value::Tuple(parts.into(), TupleKind::Named("linalg_svd", &["U", "S", "Vh"])))
}

fn eigh(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, _) = square(context, call, "input")?;
    let lead = tensor.shape.iter().copied().take(tensor.shape.ndim() - 1).collect();
    let parts = [result(context, call, lead, &[&tensor])?, result(context, call, tensor.shape.clone(), &[&tensor])?];
    Ok(Value::Tuple(parts.into(), TupleKind::Named("linalg_eigh", &["eigenvalues", "eigenvectors"])))
}

/// `cov`: each row is a variable.
fn covariance(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let by_rows = call.flag("rowvar", true)?;
    let is_numpy = call.library == Library::NumPy;
    let shape = match tensor.shape[..] {
        // NumPy gives an array without axes, or a scalar.
        [_] if !is_numpy => Shape::ones(0),
        [rows, columns] if columns > 1 && rows > 1 => Shape::from(if by_rows { [rows; 2] } else { [columns; 2] }),
        _ => return call.declined(),
    };
    if !is_numpy && tensor.dtype.is_integer() {
        return call.declined();
    }
    // NumPy computes in no smaller type.
    let dtype = if is_numpy { larger(Library::NumPy, tensor.dtype, Dtype::Float64) } else { tensor.dtype };
    call.fresh(context, (shape, dtype, None), &[&tensor])
}

fn convolve(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let (&[n], &[m]) = (&a.shape[..], &b.shape[..]) else { return call.declined() };
    if n == 0 || m == 0 {
        return call.declined();
    }
    let default = if call.name == "convolve" { "full" } else { "valid" };
    let length = match call.text("mode")?.unwrap_or(default) {
        "full" => n.saturating_add(m - 1),
        "same" => n.max(m),
        "valid" => n.max(m) - n.min(m) + 1,
        _ => return call.declined(),
    };
    let dtype = larger(Library::NumPy, a.dtype, b.dtype);
    call.fresh(context, (Shape::from([length]), dtype, None), &[])
}

/// `cross`: vectors of three elements along the last axis.
fn cross(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.real(context, "a")?, call.real(context, "b")?);
    let is_last = call.get("dim").is_none() || call.int("dim")? == Some(-1);
    let are_vectors = [&a, &b].iter().all(|tensor| tensor.shape.last() == Some(&3) && tensor.dtype != Dtype::Bool);
    // Without a dimension `torch.cross` takes the first one of size 3.
    let is_first = || {
        let mut sizes = a.shape.iter().rev().skip(1);
        call.name != "cross" || call.get("dim").is_some() || sizes.all(|&size| size != 3)
    };
    let are_alike =
        call.library == Library::NumPy || a.dtype == b.dtype && a.shape.ndim() == b.shape.ndim() && is_first();
    let shape = call.library.elementwise(&[a.shape.clone(), b.shape.clone()]);
    let (true, true, true, Ok(shape)) = (is_last, are_vectors, are_alike, shape) else { return call.declined() };
    let operands: Vec<Placed> = ["a", "b"].iter().filter_map(|name| call.get(name).cloned()).listed();
    let meeting = Meeting::of("cross", None, &operands, &call.span);
    call.met(context, &meeting, (shape, larger(call.library, a.dtype, b.dtype), None), &[&a, &b])
}
