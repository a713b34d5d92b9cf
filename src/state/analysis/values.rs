//! The values that are shown where only shapes are known.

use crate::program::InputError;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Combination, Dtype, OperandId, PerOperand, Shape};
use tensor_reader::Operand;

/// The operands with the values that are shown where only shapes are known. `names`: those in a program. A name that stands twice is one
/// tensor, and bools do not count. `dtype`: the type of bare shapes, where one is set.
pub(super) fn with_values(
    operands: PerOperand<Result<Operand, InputError>>,
    combination: &Combination,
    names: Option<&PerOperand<String>>,
    dtype: Option<Dtype>,
) -> PerOperand<Result<Operand, InputError>> {
    let is_twice = names.is_some_and(|names| names[OperandId::A] == names[OperandId::B]);
    let is_made_up = |operand: &Operand| operand.values_unknown && operand.dtype != Some(Dtype::Bool) && !is_twice;
    let shape = |operand: &Result<Operand, InputError>| {
        operand.as_ref().ok().filter(|operand| is_made_up(operand)).map(|operand| operand.shape().clone())
    };
    let shapes: Vec<Option<Shape>> = operands.as_slice().iter().map(shape).listed();
    let types = operands.as_slice().iter().flatten().filter_map(|operand| operand.dtype.or(dtype));
    let largest = types.map(Dtype::largest_integer).fold(i64::MAX, i64::min);
    let values = combination.made_up_values(&shapes.iter().map(Option::as_ref).listed(), largest);
    let mut operands = operands.as_slice().to_vec();
    for ((operand, values), shape) in operands.iter_mut().zip(values).zip(shapes) {
        if let (Ok(operand), Some(_)) = (operand, shape) {
            operand.tensor.values = values;
        }
    }
    operands.into()
}
