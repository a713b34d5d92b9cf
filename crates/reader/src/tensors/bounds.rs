//! Between which numbers the elements of a tensor of integers lie.

use crate::tensors::value::{Placed, Tensor};
use tensor_broadcasting::{Operator, Scalar};

/// The least and the greatest element of a tensor of integers, where they are known.
pub(crate) fn of_tensor(tensor: &Tensor) -> Option<(i64, i64)> {
    let Some(values) = tensor.values() else { return tensor.bounds.get() };
    let integers = || values.iter().map(|value| value.to_int());
    integers().min().zip(integers().max())
}

/// The least and the greatest integer that an operation of integers gives.
pub(crate) fn of_operation(operator: Operator, operands: &[Placed]) -> Option<(i64, i64)> {
    // Far from the ends of the type nothing wraps around.
    const FAR: i64 = 1 << 31;
    let of = |operand: &Placed| {
        let (least, most) = match operand.value.tensor() {
            Some(tensor) => of_tensor(tensor)?,
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
