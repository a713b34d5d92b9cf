//! Methods and properties that say something about a tensor and make no other one.

use crate::evaluator::call::Call;
use crate::evaluator::value::{Spanned, Value};
use crate::shapes::{Operand, Problem};
use crate::syntax::failure::Failure;
use tensor_broadcasting::Scalar;

/// `x.shape`, `x.size()`, `x.size(axis)`.
pub(crate) fn shape(operand: &Operand, call: &mut Call<'_>) -> Result<Value, Failure> {
    let sizes = operand.shape().iter();
    let entry = |&size: &u64| Spanned { value: Value::Scalar(Scalar::Int(size as i64)), span: call.span.clone() };
    let mut sizes: Vec<Spanned<Value>> = sizes.map(entry).collect();
    let Some(axis) = call.arguments.get(0, &["dim"]) else { return Ok(Value::List(sizes)) };
    let axis = call.rules().axis(axis.int()?, sizes.len()).map_err(|error| call.raises(error))?;
    Ok(if axis < sizes.len() { sizes.swap_remove(axis).value } else { Value::None })
}

/// `x.ndim`, `x.dim()`.
pub(crate) fn ndim(operand: &Operand, _: &mut Call<'_>) -> Result<Value, Failure> {
    Ok(Value::Scalar(Scalar::Int(operand.shape().ndim() as i64)))
}

/// PyTorch's `x.numel()`, NumPy's `x.size`.
pub(crate) fn numel(operand: &Operand, call: &mut Call<'_>) -> Result<Value, Failure> {
    let numel = operand.shape().numel().and_then(|numel| i64::try_from(numel).ok());
    numel.map(|numel| Value::Scalar(Scalar::Int(numel))).ok_or_else(|| call.error(Problem::ValueTooLarge))
}

/// `x.dtype`.
pub(crate) fn dtype(operand: &Operand, _: &mut Call<'_>) -> Result<Value, Failure> {
    // Without a library the type is not known, and a name without a type says so where one is needed.
    Ok(operand.dtype.map_or(Value::None, Value::Dtype))
}
