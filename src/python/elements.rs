//! What changes a tensor's elements: copies, other types, and arithmetic with a number.

use std::ops::Range;

use super::calls::refused;
use super::evaluate::Evaluator;
use super::methods::tensor;
use super::value::Value;
use crate::broadcast::{Dtype, Operator, Scalar, StridedLayout, Values};
use crate::library::Library;
use crate::parse::{Operand, ParseError, Problem};

/// What a copy counts for, so that few are made of each other.
const COPY: usize = 500;

/// A buffer of so many elements may be worked out and written down.
const WRITTEN_DOWN: u64 = 1_024;

/// How much there is to copy of a buffer.
pub(super) fn held(values: &Values) -> usize {
    match values {
        Values::Listed(values) => values.len(),
        Values::Copied(source) => COPY + held(&source.1),
        _ => 0,
    }
}

/// How much there is to copy of a value.
pub(super) fn weight(value: &Value) -> usize {
    match value {
        Value::List(items) => 1 + items.iter().map(|item| weight(&item.value)).sum::<usize>(),
        Value::Tensor(operand) => 8 + held(&operand.tensor.values),
        _ => 1,
    }
}

/// A number as a type holds it.
pub(super) fn converted(value: Scalar, dtype: Option<Dtype>) -> Scalar {
    match dtype {
        Some(Dtype::Bool) => Scalar::Bool(value.to_float() != 0.0),
        Some(dtype) if dtype.is_integer() => Scalar::Int(value.to_int()),
        Some(_) => Scalar::Float(value.to_float()),
        None => value,
    }
}

/// A tensor with elements of another type. (What a narrow type cannot hold is left as it is.)
pub(super) fn cast(mut operand: Operand, dtype: Dtype) -> Operand {
    fn values(held: Values, dtype: Option<Dtype>, reach: u64) -> Values {
        match held {
            Values::Filled(value) => Values::Filled(converted(value, dtype)),
            Values::Listed(mut all) => {
                all.iter_mut().for_each(|value| *value = converted(*value, dtype));
                Values::Listed(all)
            }
            Values::Copied(mut source) => {
                let reach = source.0.required_len().unwrap_or(u64::MAX);
                source.1 = values(std::mem::take(&mut source.1), dtype, reach);
                Values::Copied(source)
            }
            Values::Arange if dtype.is_some_and(|dtype| dtype.is_integer() && dtype != Dtype::Bool) => held,
            Values::Arange => values(Values::Ramp { start: Scalar::Int(0), step: Scalar::Int(1) }, dtype, reach),
            // A row of truth values, or one that loses its fractions, is no longer a straight line.
            Values::Ramp { start, step } => {
                let same = |value: Scalar| converted(value, dtype).to_float() == value.to_float();
                if dtype != Some(Dtype::Bool) && same(start) && same(step) {
                    Values::Ramp { start: converted(start, dtype), step: converted(step, dtype) }
                } else if reach <= WRITTEN_DOWN {
                    let all = (0..reach).filter_map(|position| held.at(position));
                    Values::Listed(all.map(|value| converted(value, dtype)).collect())
                } else {
                    held
                }
            }
        }
    }
    // Elements that nobody can tell have no type to be told.
    if !operand.values_unknown {
        let reach = operand.tensor.layout.required_len().unwrap_or(u64::MAX);
        operand.tensor.values = values(std::mem::take(&mut operand.tensor.values), Some(dtype), reach);
    }
    operand.dtype = Some(dtype);
    operand
}

/// A copy of the elements in the order of `view`, which is row-major.
pub(super) fn copied(
    evaluator: &mut Evaluator<'_>,
    mut operand: Operand,
    layout: StridedLayout,
    span: &Range<usize>,
) -> Result<Value, ParseError> {
    evaluator.charge(COPY, span)?;
    let old = std::mem::replace(&mut operand.tensor.layout, layout);
    operand.tensor.values = match std::mem::take(&mut operand.tensor.values) {
        Values::Filled(value) => Values::Filled(value),
        values => Values::Copied(Box::new((old, values))),
    };
    operand.read_only = false;
    operand.names.clear();
    Ok(tensor(operand))
}

/// The tensor in a buffer of its own, in which every element has a place.
pub(super) fn own(evaluator: &mut Evaluator<'_>, operand: Operand, span: &Range<usize>) -> Result<Operand, ParseError> {
    evaluator.charge(held(&operand.tensor.values), span)?;
    if !operand.tensor.layout.overlaps() {
        return Ok(Operand { read_only: false, ..operand });
    }
    let layout = operand.library.unwrap_or_default().contiguous(operand.shape());
    match copied(evaluator, operand, layout, span)? {
        Value::Tensor(operand) => Ok(*operand),
        _ => Err(ParseError { span: span.clone(), problem: Problem::NotAnOperand }),
    }
}

/// A tensor and a number (in front of it, where `turned`), combined.
pub(super) fn with_number(
    evaluator: &mut Evaluator<'_>,
    operand: Operand,
    operator: Operator,
    number: Scalar,
    turned: bool,
    sign: &Range<usize>,
) -> Result<Value, ParseError> {
    let rules = operand.library.unwrap_or_default();
    let mut operand = own(evaluator, operand, sign)?;
    let layout = &mut operand.tensor.layout;
    // NumPy forgets what strides size-1 axes had.
    if rules == Library::NumPy && layout.is_contiguous() {
        *layout = rules.contiguous(layout.shape());
    }
    let reals = matches!(number, Scalar::Float(_)) || operator == Operator::Divide;
    let real = if rules == Library::PyTorch { Dtype::Float32 } else { Dtype::Float64 };
    operand.dtype = operand.dtype.map(|dtype| match dtype {
        _ if operator.compares() => Dtype::Bool,
        dtype if dtype.is_integer() && reals => real,
        Dtype::Bool => Dtype::Int64,
        dtype => dtype,
    });
    if operand.values_unknown {
        return Ok(tensor(operand));
    }
    let combined = |value: Scalar| {
        let (a, b) = if turned { (number, value) } else { (value, number) };
        operator.apply(a, b, rules.arithmetic())
    };
    let refuse = |undefined| refused(rules, rules.error_for(undefined), sign);
    let linear = match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply => true,
        Operator::Divide => !turned,
        _ => false,
    };
    let held = operand.tensor.values.clone();
    let reach = operand.tensor.layout.required_len().unwrap_or(u64::MAX);
    operand.tensor.values = match held {
        Values::Filled(value) => Values::Filled(combined(value).map_err(refuse)?),
        Values::Arange | Values::Ramp { .. } if linear && reach > WRITTEN_DOWN => {
            let at = |position| held.at(position).map_or(Ok(Scalar::Int(0)), &combined).map_err(refuse);
            let (start, next) = (at(0)?, at(1)?);
            let step = Operator::Subtract.apply(next, start, rules.arithmetic()).map_err(refuse)?;
            Values::Ramp { start, step }
        }
        _ if reach <= WRITTEN_DOWN => {
            evaluator.charge(reach as usize, sign)?;
            let all = (0..reach).filter_map(|position| held.at(position)).map(combined);
            Values::Listed(all.collect::<Result<Vec<_>, _>>().map_err(refuse)?)
        }
        _ => return Err(ParseError { span: sign.clone(), problem: Problem::TooManyValues }),
    };
    Ok(tensor(operand))
}
