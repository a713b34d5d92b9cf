//! Operators between numbers, lists, or a tensor and a number.

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;

use crate::evaluator::budget::{Budget, cost};
use crate::evaluator::elements::{WRITTEN_OUT, owned};
use crate::evaluator::value::{Spanned, Value, library_error};
use crate::shapes::{Operand, Problem};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Operator, Scalar, Values};

/// What an operator, whose sign stands at `sign`, makes of two values.
///
/// # Errors
///
/// Both are tensors ([`Problem::TwoOperands`]); the operator is not for them ([`Problem::CannotCombine`]); the library's own
/// exception.
pub(crate) fn combined(
    operator: Operator,
    a: Spanned<Value>,
    b: Spanned<Value>,
    sign: &Range<usize>,
    budget: &mut Budget,
) -> Result<Value, Failure> {
    let error = |problem| failure(sign, problem);
    match (a.value, b.value) {
        (Value::Tensor(_), Value::Tensor(_)) => Err(error(Problem::TwoOperands)),
        (Value::Scalar(a), Value::Scalar(b)) => {
            numbers(operator, a, b).map(Value::Scalar).ok_or_else(|| error(Problem::CannotCombine))
        }
        (Value::List(mut first), Value::List(second)) if operator == Operator::Add => {
            budget.spend(first.len() + second.len(), &(a.span.start..b.span.end))?;
            first.extend(second);
            Ok(Value::List(first))
        }
        (Value::List(items), Value::Scalar(Scalar::Int(times)))
        | (Value::Scalar(Scalar::Int(times)), Value::List(items))
            if operator == Operator::Multiply =>
        {
            let times = usize::try_from(times).unwrap_or(0);
            let one: usize = items.iter().map(|item| cost(&item.value)).sum();
            budget.spend(one.saturating_mul(times), &(a.span.start..b.span.end))?;
            let length = items.len() * times;
            Ok(Value::List(items.into_iter().cycle().take(length).collect()))
        }
        (Value::Tensor(operand), Value::Scalar(number)) => {
            with_number(operand, operator, number, false, sign, budget).map(Value::Tensor)
        }
        (Value::Scalar(number), Value::Tensor(operand)) => {
            with_number(operand, operator, number, true, sign, budget).map(Value::Tensor)
        }
        _ => Err(error(Problem::CannotCombine)),
    }
}

/// A tensor and a number (to its left, where `reflected`), combined.
fn with_number(
    operand: Box<Operand>,
    operator: Operator,
    number: Scalar,
    reflected: bool,
    sign: &Range<usize>,
    budget: &mut Budget,
) -> Result<Box<Operand>, Failure> {
    let rules = operand.library.unwrap_or_default();
    let mut operand = owned(operand, budget, sign)?;
    let layout = &mut operand.tensor.layout;
    // NumPy forgets what strides size-1 axes had.
    if rules == Library::NumPy && layout.is_contiguous() {
        *layout = rules.contiguous(layout.shape());
    }
    operand.dtype = operand.dtype.map(|dtype| rules.result_type_with_number(operator, dtype, number));
    if operand.values_unknown {
        return Ok(operand);
    }
    let combine = |value: Scalar| {
        let (a, b) = if reflected { (number, value) } else { (value, number) };
        operator.apply(a, b, rules.arithmetic())
    };
    let raise = |undefined| library_error(rules, rules.error_for(undefined), sign);
    let linear = match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply => true,
        Operator::Divide => !reflected,
        _ => false,
    };
    let required = operand.tensor.layout.required_len().unwrap_or(u64::MAX);
    let values = std::mem::take(&mut operand.tensor.values);
    operand.tensor.values = match values {
        Values::Filled(value) => Values::Filled(combine(value).map_err(raise)?),
        Values::Arange | Values::Ramp { .. } if linear && required > WRITTEN_OUT => {
            let at = |position| values.at(position).map_or(Ok(Scalar::Int(0)), &combine).map_err(raise);
            let (start, next) = (at(0)?, at(1)?);
            let step = Operator::Subtract.apply(next, start, rules.arithmetic()).map_err(raise)?;
            Values::Ramp { start, step }
        }
        _ if required <= WRITTEN_OUT => {
            budget.spend(required as usize, sign)?;
            let all = (0..required).filter_map(|position| values.at(position)).map(combine);
            Values::Listed(all.collect::<Result<Vec<_>, _>>().map_err(raise)?)
        }
        _ => return Err(failure(sign, Problem::TooManyValues)),
    };
    Ok(operand)
}

/// Python's own arithmetic of two numbers; `None` where there is no result, or none that fits in 64 bits.
fn numbers(operator: Operator, a: Scalar, b: Scalar) -> Option<Scalar> {
    let arithmetic = Library::NumPy.arithmetic();
    let divides = matches!(operator, Operator::Divide | Operator::FloorDivide | Operator::Remainder);
    if divides && b.to_float() == 0.0 {
        return None;
    }
    if matches!(a, Scalar::Float(_)) || matches!(b, Scalar::Float(_)) || operator == Operator::Divide {
        return operator.apply(Scalar::Float(a.to_float()), Scalar::Float(b.to_float()), arithmetic).ok();
    }
    let (a, b) = (a.to_int(), b.to_int());
    let value = match operator {
        Operator::Add => a.checked_add(b)?,
        Operator::Subtract => a.checked_sub(b)?,
        Operator::Multiply => a.checked_mul(b)?,
        Operator::Power => a.checked_pow(u32::try_from(b).ok()?)?,
        // The quotient is 2^63.
        Operator::FloorDivide | Operator::Remainder if a == i64::MIN && b == -1 => return None,
        _ => return operator.apply(Scalar::Int(a), Scalar::Int(b), arithmetic).ok(),
    };
    Some(Scalar::Int(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_combined_as_in_python() {
        let int = Scalar::Int;
        let float = Scalar::Float;
        let cases = [
            (Operator::Add, int(2), int(3), Some(int(5))),
            (Operator::Divide, int(6), int(3), Some(float(2.0))),
            (Operator::FloorDivide, int(-7), int(2), Some(int(-4))),
            (Operator::Remainder, int(-7), int(2), Some(int(1))),
            (Operator::Power, int(2), int(10), Some(int(1024))),
            (Operator::Multiply, Scalar::Bool(true), int(3), Some(int(3))),
            (Operator::Less, int(1), float(1.5), Some(Scalar::Bool(true))),
            (Operator::Subtract, float(0.5), int(1), Some(float(-0.5))),
            // What Python raises an exception for, or what does not fit in 64 bits.
            (Operator::Divide, int(1), int(0), None),
            (Operator::FloorDivide, int(1), float(0.0), None),
            (Operator::Remainder, int(1), int(0), None),
            (Operator::FloorDivide, int(i64::MIN), int(-1), None),
            (Operator::Add, int(i64::MAX), int(1), None),
            (Operator::Power, int(10), int(30), None),
            (Operator::Power, int(2), int(-1), None),
        ];
        for (operator, a, b, expected) in cases {
            assert_eq!(numbers(operator, a, b), expected, "{a:?} {operator:?} {b:?}");
        }
    }
}
