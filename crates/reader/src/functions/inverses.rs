//! What takes a matrix to be regular or positive definite: `inv`, `solve`, `cholesky`, `det` and their like. A matrix is taken for regular
//! where elimination says so with a margin, and for singular where elimination is exact and meets a zero.

use crate::functions::linalg::{check_square, matrices, result};
use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY_FUNCTION, Row, TORCH, TORCH_FUNCTION, row};
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::estimates::{largest, precision};
use crate::tensors::types::{floating, is_complex};
use crate::tensors::value::{Estimate, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(NUMPY_FUNCTION, "linalg.inv", "input|a", inverse),
    row(TORCH, "inverse", "input", inverse),
    row(TORCH_FUNCTION, "linalg.inv", "input|A", inverse),
    row(NUMPY_FUNCTION, "linalg.solve", "a b", solve),
    row(TORCH_FUNCTION, "linalg.solve", "a|A b|B", solve),
    row(NUMPY_FUNCTION, "linalg.cholesky", "input|a", cholesky),
    row(TORCH_FUNCTION, "linalg.cholesky", "input|A", cholesky),
    row(NUMPY_FUNCTION, "linalg.slogdet", "input|a", sign_and_logarithm),
    row(TORCH, "slogdet", "input", sign_and_logarithm),
    row(TORCH_FUNCTION, "linalg.slogdet", "input|A", sign_and_logarithm),
    row(NUMPY_FUNCTION, "linalg.matrix_rank", "input|A", rank),
    row(TORCH_FUNCTION, "linalg.matrix_rank", "input|A", rank),
];

/// Larger matrices are not taken apart.
const MAX_ROWS: usize = 32;

/// What elimination finds.
enum Solved {
    /// Each library meets a zero, in this column, counted from 1.
    Singular(usize),
    Uncertain,
    Regular {
        /// The solution of each column of the right side, in row-major order.
        solution: Vec<f64>,
        /// The largest element of the inverse.
        reach: f64,
        determinant: f64,
    },
}

/// Whether a number has so few digits that products of two of them are exact in `precision`.
fn is_short(value: f64, precision: f64) -> bool {
    let (unit, limit) = if precision < 1e-10 { (1024.0, 32_768.0) } else { (8.0, 128.0) };
    (value * unit).fract() == 0.0 && value.abs() < limit
}

/// Eliminates with the largest pivot of each column, as the libraries do. `columns`: those of the right side.
fn eliminate(matrix: &[f64], size: usize, right: &[f64], columns: usize, precision: f64) -> Solved {
    if size == 0 || size > MAX_ROWS || matrix.len() != size * size || right.len() != size * columns {
        return Solved::Uncertain;
    }
    // The inverse tells how much an error counts.
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (at, row) in matrix.chunks(size).enumerate() {
        let unit = (0..size).map(|column| f64::from(u8::from(column == at)));
        let given = right.iter().skip(at * columns).take(columns).copied();
        rows.push(row.iter().copied().chain(unit).chain(given).collect());
    }
    let mut is_exact = true;
    let mut determinant = 1.0;
    for column in 0..size {
        let at = |row: &[f64]| row.get(column).copied().unwrap_or(0.0);
        let mut best = column;
        for (number, row) in rows.iter().enumerate().skip(column + 1) {
            if at(row).abs() > rows.get(best).map_or(0.0, |row| at(row).abs()) {
                best = number;
            }
        }
        let value = rows.get(best).map_or(0.0, |row| at(row));
        is_exact &= rows.iter().skip(column).all(|row| row.iter().take(size).all(|&value| is_short(value, precision)));
        if value == 0.0 {
            return if is_exact { Solved::Singular(column + 1) } else { Solved::Uncertain };
        }
        // A library may multiply by the reciprocal.
        is_exact &= value.abs().log2().fract() == 0.0;
        determinant *= if best == column { value } else { -value };
        rows.swap(column, best);
        let Some(pivot) = rows.get(column).cloned() else { return Solved::Uncertain };
        for (number, row) in rows.iter_mut().enumerate() {
            let factor = at(row) / value;
            if number != column && factor != 0.0 {
                is_exact &= number < column || is_short(factor, precision);
                for (element, above) in row.iter_mut().zip(&pivot) {
                    *element -= factor * above;
                }
            }
        }
        if let Some(row) = rows.get_mut(column) {
            row.iter_mut().for_each(|element| *element /= value);
        }
    }
    let part = |from: usize, count: usize| {
        rows.iter().flat_map(|row| row.iter().skip(from).take(count).copied()).collect::<Vec<f64>>()
    };
    Solved::Regular { solution: part(2 * size, columns), reach: largest(&part(size, size)), determinant }
}

/// What is known of a matrix, or of a stack of matrices.
enum Known {
    Nothing,
    /// Singular, with the column in which elimination ends.
    Singular(usize),
    /// Regular, with the solutions up to an error.
    Regular(Option<Estimate>),
}

/// The sizes of the matrices, and how many there are; `None` where they are too many.
fn sizes_of(tensor: &Tensor) -> Option<usize> {
    let size = usize::try_from(*tensor.shape.last()?).ok()?;
    (size > 0 && size <= MAX_ROWS).then_some(size)
}

/// Solves with each matrix of a stack; without a right side, inverts it.
fn solutions(context: &mut Context<'_>, call: &Call, tensor: &Tensor, right: Option<&Tensor>) -> Outcome<Known> {
    let (Some(size), Some(step)) = (sizes_of(tensor), precision(floating(call.library, tensor.dtype))) else {
        return Ok(Known::Nothing);
    };
    let Some(estimate) = tensor.estimate() else {
        return Ok(if tensor.is_random.get() { Known::Regular(None) } else { Known::Nothing });
    };
    let unit: Vec<f64> = (0..size * size).map(|at| f64::from(u8::from(at / size == at % size))).collect();
    let given = match right {
        Some(right) => right.estimate(),
        None => Some(Estimate { values: unit.into(), error: 0.0 }),
    };
    let columns = given.as_ref().map_or(0, |given| given.values.len() / size);
    let count = size as f64;
    let mut all = Vec::new();
    let mut error: f64 = 0.0;
    for matrix in estimate.values.chunks(size * size) {
        context.step(1 + size * size * (2 * size + columns) / 256, &call.span)?;
        let none: &[f64] = &[];
        let side = given.as_ref().map_or(none, |given| &given.values);
        match eliminate(matrix, size, side, columns, step) {
            Solved::Singular(column) if estimate.error == 0.0 && tensor.shape.ndim() == 2 => {
                return Ok(Known::Singular(column));
            }
            Solved::Regular { solution, reach, .. } => {
                let of_matrix = estimate.error + 8.0 * count * step * largest(matrix);
                if count * count * reach * of_matrix > 1e-3 {
                    return Ok(Known::Nothing);
                }
                let of_right = given.as_ref().map_or(0.0, |given| given.error + step * largest(&given.values));
                error = error.max(2.0 * count * reach * (of_right + count * of_matrix * largest(&solution)));
                all.extend(solution);
            }
            _ => return Ok(Known::Nothing),
        }
    }
    let is_known = given.is_some() && (right.is_none() || estimate.values.len() == size * size);
    Ok(Known::Regular(is_known.then(|| Estimate { values: all.into(), error })))
}

/// The exception for a singular matrix.
fn singular<T>(call: &Call, column: usize) -> Outcome<T> {
    match call.library {
        Library::NumPy => raised("LinAlgError", "Singular matrix", &call.span),
        Library::PyTorch if call.name == "linalg.solve" => {
            let message = "torch.linalg.solve: The solver failed because the input matrix is singular.";
            raised("_LinAlgError", message, &call.span)
        }
        Library::PyTorch => {
            let message = format!(
                "linalg.inv: The diagonal element {column} is zero, the inversion could not be completed because the input \
                 matrix is singular."
            );
            raised("_LinAlgError", message, &call.span)
        }
    }
}

fn inverse(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    check_square(call, rows, columns)?;
    match solutions(context, call, &tensor, None)? {
        Known::Regular(estimate) => {
            let made = result(context, call, tensor.shape.clone(), &[&tensor])?;
            made.set_estimate(estimate);
            Ok(Value::Tensor(made))
        }
        Known::Singular(column) => singular(call, column),
        Known::Nothing if tensor.is_random.get() || tensor.numel() == 0 => {
            Ok(Value::Tensor(result(context, call, tensor.shape.clone(), &[&tensor])?))
        }
        Known::Nothing => call.needs_values(),
    }
}

fn solve(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let [rows, columns] = a.shape[..] else { return call.declined() };
    check_square(call, rows, columns)?;
    let Some(&length) = b.shape.first() else { return call.declined() };
    if b.shape.ndim() > 2 || is_complex(a.dtype) || is_complex(b.dtype) {
        return call.declined();
    }
    if length != rows {
        let (function, signature) = match b.shape.ndim() {
            1 => ("solve1", "(m,m),(m)->(m)"),
            _ => ("solve", "(m,m),(m,n)->(m,n)"),
        };
        return match call.library {
            Library::NumPy => call.fails(format!(
                "{function}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature} (size \
                 {length} is different from {rows})"
            )),
            Library::PyTorch => call.declined(),
        };
    }
    if call.library == Library::PyTorch && (a.dtype != b.dtype || a.dtype.is_integer()) {
        return call.declined();
    }
    match solutions(context, call, &a, Some(&b))? {
        Known::Singular(column) => singular(call, column),
        Known::Nothing if !a.is_random.get() => call.needs_values(),
        known => {
            let made = result(context, call, b.shape.clone(), &[&a, &b])?;
            if let Known::Regular(estimate) = known {
                made.set_estimate(estimate);
            }
            Ok(Value::Tensor(made))
        }
    }
}

/// `det`, where it is known up to an error.
///
/// # Errors
///
/// The program does too much.
pub(crate) fn determinant(context: &mut Context<'_>, call: &Call, tensor: &Tensor) -> Outcome<Option<Estimate>> {
    let found = sizes_of(tensor).zip(precision(floating(call.library, tensor.dtype))).zip(tensor.estimate());
    let Some(((size, step), estimate)) = found else { return Ok(None) };
    context.step(1 + size * size * size / 64, &call.span)?;
    Ok(match eliminate(&estimate.values, size, &[], 0, step) {
        Solved::Regular { reach, determinant, .. } => {
            let count = size as f64;
            let of_matrix = estimate.error + 8.0 * count * step * largest(&estimate.values);
            let share = 2.0 * count * count * reach * of_matrix;
            let value = Estimate { values: [determinant].into(), error: determinant.abs() * share };
            (share < 1e-3).then_some(value)
        }
        _ => None,
    })
}

/// `cholesky`: the lower triangle of the matrix counts.
fn cholesky(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let [rows, columns] = tensor.shape[..] else { return call.declined() };
    check_square(call, rows, columns)?;
    if is_complex(tensor.dtype) || (call.library == Library::PyTorch && tensor.dtype.is_integer()) {
        return call.declined();
    }
    let found = sizes_of(&tensor).zip(precision(floating(call.library, tensor.dtype))).zip(tensor.estimate());
    let Some(((size, step), estimate)) = found else { return call.needs_values() };
    context.step(1 + size * size * size / 64, &call.span)?;
    let element = |row: usize, column: usize| {
        let (row, column) = (row.max(column), row.min(column));
        estimate.values.get(row * size + column).copied().unwrap_or(f64::NAN)
    };
    let whole: Vec<f64> = (0..size * size).map(|at| element(at / size, at % size)).collect();
    let of_matrix = estimate.error + 8.0 * size as f64 * step * largest(&whole);
    let mut lower = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let part = |row: usize, at: usize| lower.get(row * size + at).copied().unwrap_or(0.0);
            let sum: f64 = (0..column).map(|at| part(row, at) * part(column, at)).sum();
            let rest = element(row, column) - sum;
            let value = if row == column { rest.sqrt() } else { rest / part(column, column) };
            if !value.is_finite() || (row == column && rest <= 1e-6 * largest(&whole)) {
                // Far below 0 means far from positive definite; in between it is not certain.
                let is_certain = rest < -1e-4 * largest(&whole) && is_definite(&whole, size, row, of_matrix, step);
                return match call.library {
                    Library::NumPy if is_certain => {
                        raised("LinAlgError", "Matrix is not positive definite", &call.span)
                    }
                    _ => call.needs_values(),
                };
            }
            if let Some(slot) = lower.get_mut(row * size + column) {
                *slot = value;
            }
        }
    }
    let Solved::Regular { reach, .. } = eliminate(&whole, size, &[], 0, step) else { return call.needs_values() };
    let share = (size * size) as f64 * reach * of_matrix;
    if share > 1e-3 {
        return call.needs_values();
    }
    let made = result(context, call, tensor.shape.clone(), &[&tensor])?;
    let error = 2.0 * share * largest(&lower);
    made.set_estimate(Some(Estimate { values: lower.into(), error }));
    Ok(Value::Tensor(made))
}

/// Whether the first rows and columns of a matrix are far from singular.
fn is_definite(whole: &[f64], size: usize, count: usize, of_matrix: f64, step: f64) -> bool {
    if count == 0 {
        return true;
    }
    let leading: Vec<f64> = whole.chunks(size).take(count).flat_map(|row| row.iter().take(count).copied()).collect();
    match eliminate(&leading, count, &[], 0, step) {
        Solved::Regular { reach, .. } => (count * count) as f64 * reach * of_matrix < 1e-5,
        _ => false,
    }
}

/// `slogdet`.
fn sign_and_logarithm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, rows, columns) = matrices(context, call)?;
    check_square(call, rows, columns)?;
    let lead: Shape = tensor.shape.iter().copied().take(tensor.shape.ndim() - 2).collect();
    let sign = result(context, call, lead.clone(), &[&tensor])?;
    let logarithm = result(context, call, lead, &[&tensor])?;
    let kind = match call.name {
        "slogdet" => TupleKind::Named("slogdet", &["sign", "logabsdet"]),
        _ => TupleKind::Named("linalg_slogdet", &["sign", "logabsdet"]),
    };
    Ok(Value::Tuple([Value::Tensor(sign), Value::Tensor(logarithm)].into(), kind))
}

/// `matrix_rank`.
fn rank(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, _, _) = matrices(context, call)?;
    if tensor.numel() == 0 {
        return call.declined();
    }
    let lead: Shape = tensor.shape.iter().copied().take(tensor.shape.ndim() - 2).collect();
    call.fresh(context, (lead, Dtype::Int64, None), &[])
}
