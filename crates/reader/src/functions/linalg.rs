//! Linear algebra that takes matrices apart, and transforms along an axis: `inv`, `solve`, `svd`, `fft` and their like.

use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Meeting, Outcome, raised};
use crate::tensors::types::{floating, is_complex, larger};
use crate::tensors::value::{Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

rules! {
    inverse solve least_squares svd eigh covariance convolve transform cross
}

/// A floating-point result without values.
fn result(context: &mut Context<'_>, call: &Call, shape: Shape, operands: &[&Tensor]) -> Outcome<Tensor> {
    let dtype =
        operands.iter().map(|tensor| floating(call.library, tensor.dtype)).reduce(|a, b| larger(call.library, a, b));
    fresh(context, call.library, (shape, dtype.unwrap_or(call.library.default_float()), None), operands, &call.span)
}

/// The tensor of a decomposition: matrices of floating-point numbers.
fn matrices(context: &mut Context<'_>, call: &Call) -> Outcome<(Tensor, u64, u64)> {
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
fn check_square(call: &Call, rows: u64, columns: u64) -> Outcome<()> {
    match call.library {
        _ if rows == columns => Ok(()),
        Library::NumPy => raised("LinAlgError", "Last 2 dimensions of the array must be square", &call.span),
        Library::PyTorch => call.declined(),
    }
}

/// `inv`, `inverse` and `cholesky`. Whether a matrix has an inverse depends on its values.
fn inverse(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    check_square(call, rows, columns)?;
    context.may_fail = true;
    Ok(Value::Tensor(result(context, call, tensor.shape.clone(), &[&tensor])?))
}

fn solve(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let [rows, columns] = a.shape[..] else { return call.declined() };
    check_square(call, rows, columns)?;
    let Some(&length) = b.shape.first() else { return call.declined() };
    if b.shape.ndim() > 2 || [&a, &b].iter().any(|tensor| is_complex(tensor.dtype) || tensor.dtype == Dtype::Float16) {
        return call.declined();
    }
    if length != rows && call.library == Library::NumPy {
        let (function, signature) = match b.shape.ndim() {
            1 => ("solve1", "(m,m),(m)->(m)"),
            _ => ("solve", "(m,m),(m,n)->(m,n)"),
        };
        return call.fails(format!(
            "{function}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature} (size \
             {length} is different from {rows})"
        ));
    }
    if length != rows || (call.library == Library::PyTorch && (a.dtype != b.dtype || a.dtype.is_integer())) {
        return call.declined();
    }
    context.may_fail = true;
    Ok(Value::Tensor(result(context, call, b.shape.clone(), &[&a, &b])?))
}

fn least_squares(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let [rows, columns] = a.shape[..] else { return call.declined() };
    if b.shape.first() != Some(&rows) || b.shape.ndim() > 2 {
        return call.declined();
    }
    let width = b.shape.get(1).copied();
    let shape: Shape = [columns].into_iter().chain(width).collect();
    let solution = Value::Tensor(result(context, call, shape, &[&a, &b])?);
    // There are no residuals where the rank is not full, which depends on the values.
    context.may_fail = true;
    let residuals = Value::Unknown(None);
    let rank = call.fresh(context, (Shape::ones(0), Dtype::Int32, None), &[])?;
    let singular = Value::Tensor(result(context, call, Shape::from([rows.min(columns)]), &[&a])?);
    Ok(Value::tuple([solution, residuals, rank, singular]))
}

fn svd(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    let lead: Vec<u64> = tensor.shape.iter().copied().take(tensor.shape.ndim() - 2).collect();
    let least = rows.min(columns);
    let is_full = call.flag("full_matrices", true)?;
    let shape = |tail: &[u64]| lead.iter().chain(tail).copied().collect::<Shape>();
    let mut make = |tail: &[u64]| result(context, call, shape(tail), &[&tensor]).map(Value::Tensor);
    if call.get("compute_uv").is_some() && !call.flag("compute_uv", true)? {
        return make(&[least]);
    }
    let (u, v) = if is_full { (rows, columns) } else { (least, least) };
    let left = make(&[rows, u])?;
    let values = make(&[least])?;
    let right = make(&[v, columns])?;
    let kind = TupleKind::Named("linalg_svd", &["U", "S", "Vh"]);
    Ok(Value::Tuple([left, values, right].into(), kind))
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

/// `cov`: each row is a variable.
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
    match call.library {
        // NumPy computes in no smaller type.
        Library::NumPy => {
            let dtype = larger(Library::NumPy, tensor.dtype, Dtype::Float64);
            call.fresh(context, (shape, dtype, None), &[&tensor])
        }
        Library::PyTorch => result(context, call, shape, &[&tensor]).map(Value::Tensor),
    }
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
    let Ok(axis) = Library::NumPy.axis(call.int_or("axis", -1)?, sizes.len()) else { return call.declined() };
    match sizes.get_mut(axis) {
        Some(slot) if *slot > 0 => {
            if call.name == "fft.rfft" {
                *slot = *slot / 2 + 1;
            }
        }
        _ => return call.declined(),
    }
    let made = (Shape::from(sizes.as_slice()), Dtype::Complex128, None);
    call.fresh(context, made, &[])
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
