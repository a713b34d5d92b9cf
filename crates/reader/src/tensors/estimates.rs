//! Elements that are known up to an error: enough to tell that a matrix has an inverse, or that two numbers differ. They are never taken
//! for the elements themselves.

use crate::tensors::arrays::{is_small, positions, stretched};
use crate::tensors::value::{Estimate, Placed, Tensor};
use tensor_broadcasting::{Dtype, Operator, Scalar, Shape};

/// A product of matrices is computed while it takes at most so many multiplications.
const MAX_PRODUCTS: usize = 32_768;

/// The relative error of one operation in an element type; `None` where its elements are not estimated.
pub(crate) const fn precision(dtype: Dtype) -> Option<f64> {
    match dtype {
        Dtype::Float64 => Some(f64::EPSILON),
        Dtype::Float32 => Some(f32::EPSILON as f64),
        _ => None,
    }
}

/// The largest absolute value.
pub(crate) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

/// The elements at some places.
pub(crate) fn picked(estimate: &Estimate, places: &[usize]) -> Option<Estimate> {
    let values = places.iter().map(|&at| estimate.values.get(at).copied()).collect::<Option<_>>()?;
    Some(Estimate { values, error: estimate.error })
}

/// The elements of two operands that broadcast to `shape`, which is small.
pub(crate) fn of_operands(operands: &[Placed], shape: &Shape) -> Option<[Estimate; 2]> {
    let [a, b] = operands else { return None };
    let of = |operand: &Placed| match operand.value.tensor() {
        Some(tensor) if tensor.shape == *shape => tensor.estimate(),
        Some(tensor) => picked(&tensor.estimate()?, &positions(shape, &stretched(&tensor.shape, shape), 0)),
        None => {
            let value = operand.value.scalar()?.to_float();
            let count = usize::try_from(shape.numel()?).ok()?;
            Some(Estimate { values: vec![value; count].into(), error: 0.0 })
        }
    };
    Some([of(a)?, of(b)?])
}

/// What an operation gives: truth values that are certain, or numbers up to an error.
pub(crate) fn elementwise(
    operator: Operator,
    dtype: Dtype,
    a: &Estimate,
    b: &Estimate,
) -> Option<Result<Vec<Scalar>, Estimate>> {
    let step = precision(dtype)?;
    let pairs = || a.values.iter().zip(b.values.iter()).map(|(&a, &b)| (a, b));
    // A known element that the type cannot hold was rounded.
    let (size_a, size_b) = (largest(&a.values), largest(&b.values));
    let (error_a, error_b) = (a.error + step * size_a, b.error + step * size_b);
    if operator.compares() {
        let margin = 2.0 * (error_a + error_b);
        let certain = pairs().map(|(a, b)| {
            let is_far = (a - b).abs() > margin && a.is_finite() && b.is_finite();
            match operator {
                _ if !is_far => None,
                Operator::Less | Operator::LessOrEqual => Some(a < b),
                Operator::Greater | Operator::GreaterOrEqual => Some(a > b),
                Operator::Equal => Some(false),
                Operator::NotEqual => Some(true),
                _ => None,
            }
        });
        let truths = certain.map(|truth| truth.map(Scalar::Bool)).collect::<Option<Vec<Scalar>>>()?;
        return Some(Ok(truths));
    }
    let apply: fn(f64, f64) -> f64 = match operator {
        Operator::Add => |a, b| a + b,
        Operator::Subtract => |a, b| a - b,
        Operator::Multiply => |a, b| a * b,
        Operator::Divide => |a, b| a / b,
        _ => return None,
    };
    let values: Vec<f64> = pairs().map(|(a, b)| apply(a, b)).collect();
    let size = largest(&values);
    let error = match operator {
        Operator::Add | Operator::Subtract => error_a + error_b,
        Operator::Multiply => size_a * error_b + size_b * error_a + error_a * error_b,
        _ => {
            let least = b.values.iter().fold(f64::INFINITY, |least, value| least.min(value.abs()));
            if least <= 1e3 * error_b {
                return None;
            }
            2.0 * (error_a + size * error_b) / least
        }
    };
    // The smallest numbers are rounded to 0.
    Some(Err(Estimate { values: values.into(), error: error + step * size + 1e-30 }))
}

/// The least and the greatest integer that an operation of integers gives.
pub(crate) fn bounds(operator: Operator, operands: &[Placed]) -> Option<(i64, i64)> {
    // Far from the ends of the type nothing wraps around.
    const FAR: i64 = 1 << 31;
    let of = |operand: &Placed| {
        let (least, most) = match operand.value.tensor() {
            Some(tensor) => match tensor.values() {
                Some(values) => {
                    let integers = || values.iter().map(|value| value.to_int());
                    (integers().min()?, integers().max()?)
                }
                None => tensor.bounds.get()?,
            },
            None => match operand.value.scalar()? {
                Scalar::Int(value) => (value, value),
                _ => return None,
            },
        };
        (least > -FAR && most < FAR).then_some((least, most))
    };
    let [a, b] = operands else { return None };
    let (a, b) = (of(a)?, of(b)?);
    match operator {
        Operator::Add => Some((a.0 + b.0, a.1 + b.1)),
        Operator::Subtract => Some((a.0 - b.1, a.1 - b.0)),
        Operator::Multiply => {
            let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            Some((products.into_iter().min()?, products.into_iter().max()?))
        }
        _ => None,
    }
}

/// The product of at most two axes each.
pub(crate) fn product(a: &Tensor, b: &Tensor, shape: &Shape, dtype: Dtype) -> Option<Estimate> {
    let step = precision(dtype)?;
    if a.shape.ndim() > 2 || b.shape.ndim() > 2 || !is_small(shape) {
        return None;
    }
    let size = |size: Option<&u64>| usize::try_from(*size?).ok();
    let inner = size(a.shape.last())?;
    let columns = if b.shape.ndim() == 2 { size(b.shape.last())? } else { 1 };
    let rows = if a.shape.ndim() == 2 { size(a.shape.first())? } else { 1 };
    if rows.checked_mul(columns)?.checked_mul(inner)? > MAX_PRODUCTS {
        return None;
    }
    let (left, right) = (a.estimate()?, b.estimate()?);
    let mut values = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = 0.0;
            for at in 0..inner {
                sum += left.values.get(row * inner + at)? * right.values.get(at * columns + column)?;
            }
            values.push(sum);
        }
    }
    let (size_a, size_b) = (largest(&left.values), largest(&right.values));
    let (error_a, error_b) = (left.error + step * size_a, right.error + step * size_b);
    let each = size_a * error_b + size_b * error_a + error_a * error_b + inner as f64 * step * size_a * size_b;
    Some(Estimate { values: values.into(), error: inner as f64 * each + 1e-30 })
}

/// Whether all elements of `a` are close to those of `b`, as `allclose` says; `None` where that is not certain. The tolerances: relative
/// to `b`, and absolute.
pub(crate) fn all_close(a: &Estimate, b: &Estimate, [relative, absolute]: [f64; 2]) -> Option<bool> {
    let mut is_certain = true;
    for (&a_value, &b_value) in a.values.iter().zip(b.values.iter()) {
        if !a_value.is_finite() || !b_value.is_finite() {
            return None;
        }
        let allowed = absolute + relative * b_value.abs();
        // Elements of float32 are compared in float32.
        let rounding = 1e-6 * (allowed + (a_value - b_value).abs());
        let margin = a.error + b.error * (1.0 + relative) + rounding;
        let distance = (a_value - b_value).abs();
        if distance > allowed + margin {
            return Some(false);
        }
        is_certain &= distance + margin < allowed || (distance == 0.0 && margin == 0.0);
    }
    is_certain.then_some(true)
}
