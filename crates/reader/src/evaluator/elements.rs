//! What changes a tensor's elements: copies and other element types.

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;

use crate::evaluator::budget::{Budget, COPY, buffer_cost};
use crate::evaluator::call::Call;
use crate::evaluator::value::Spanned;
use crate::shapes::{Operand, Problem};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, StridedLayout, Values};

/// A buffer of at most so many elements is computed and written out where no formula gives its elements.
pub(crate) const WRITTEN_OUT: u64 = 1_024;

/// A number as an element type holds it. (What a narrow type cannot hold is left as it is.)
pub(crate) fn converted(value: Scalar, dtype: Option<Dtype>) -> Scalar {
    match dtype {
        Some(Dtype::Bool) => Scalar::Bool(value.to_float() != 0.0),
        Some(dtype) if dtype.is_integer() => Scalar::Int(value.to_int()),
        Some(_) => Scalar::Float(value.to_float()),
        None => value,
    }
}

/// A tensor with elements of another type.
pub(crate) fn cast(mut operand: Box<Operand>, dtype: Dtype) -> Box<Operand> {
    // Elements that are unknown have no type that shows.
    if !operand.values_unknown {
        let required = operand.tensor.layout.required_len().unwrap_or(u64::MAX);
        operand.tensor.values = converted_values(std::mem::take(&mut operand.tensor.values), dtype, required);
    }
    operand.dtype = Some(dtype);
    operand
}

/// The first `required` elements of a buffer as elements of another type.
fn converted_values(values: Values, dtype: Dtype, required: u64) -> Values {
    let convert = |value| converted(value, Some(dtype));
    match values {
        Values::Filled(value) => Values::Filled(convert(value)),
        Values::Listed(mut all) => {
            all.iter_mut().for_each(|value| *value = convert(*value));
            Values::Listed(all)
        }
        Values::Copied(mut source) => {
            let required = source.0.required_len().unwrap_or(u64::MAX);
            source.1 = converted_values(std::mem::take(&mut source.1), dtype, required);
            Values::Copied(source)
        }
        Values::Arange if dtype.is_integer() && dtype != Dtype::Bool => values,
        Values::Arange => {
            converted_values(Values::Ramp { start: Scalar::Int(0), step: Scalar::Int(1) }, dtype, required)
        }
        // A row of truth values, or one that loses its fractions, is no longer a straight line.
        Values::Ramp { start, step } => {
            let same = |value: Scalar| convert(value).to_float() == value.to_float();
            if dtype != Dtype::Bool && same(start) && same(step) {
                Values::Ramp { start: convert(start), step: convert(step) }
            } else if required <= WRITTEN_OUT {
                Values::Listed((0..required).filter_map(|position| values.at(position)).map(convert).collect())
            } else {
                values
            }
        }
    }
}

/// A copy of the elements in the order of `layout`, which is row-major.
pub(crate) fn copied(
    mut operand: Box<Operand>,
    layout: StridedLayout,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Box<Operand>, Failure> {
    budget.spend(COPY, span)?;
    let old = std::mem::replace(&mut operand.tensor.layout, layout);
    operand.tensor.values = match std::mem::take(&mut operand.tensor.values) {
        Values::Filled(value) => Values::Filled(value),
        values => Values::Copied(Box::new((old, values))),
    };
    operand.read_only = false;
    operand.names.clear();
    Ok(operand)
}

/// The tensor in a buffer of its own, in which every element has a place.
pub(crate) fn owned(
    mut operand: Box<Operand>,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Box<Operand>, Failure> {
    budget.spend(buffer_cost(&operand.tensor.values), span)?;
    if !operand.tensor.layout.overlaps() {
        operand.read_only = false;
        return Ok(operand);
    }
    let layout = operand.library.unwrap_or_default().contiguous(operand.shape());
    copied(operand, layout, budget, span)
}

/// A row-major copy, unless the tensor is `kept` as it is.
fn row_major(mut operand: Box<Operand>, kept: bool, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let layout = call.rules().contiguous(operand.shape());
    if kept {
        operand.read_only = false;
        return Ok(operand);
    }
    copied(operand, layout, call.budget, &call.span)
}

/// `x.contiguous()`, `np.ascontiguousarray(x)`.
pub(crate) fn contiguous(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let kept = operand.tensor.layout.is_contiguous();
    row_major(operand, kept, call)
}

/// PyTorch's `clone`, which keeps strides where every element has its own place.
pub(crate) fn clone(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let kept = !operand.tensor.layout.overlaps();
    row_major(operand, kept, call)
}

/// NumPy's `copy`, which is row-major.
pub(crate) fn copy(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let layout = &operand.tensor.layout;
    let kept = layout.is_contiguous() && call.rules().contiguous(layout.shape()) == *layout;
    row_major(operand, kept, call)
}

/// A tensor with elements of another type, in a buffer of its own.
pub(crate) fn cast_to(operand: Box<Operand>, dtype: Dtype, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    Ok(cast(owned(operand, call.budget, &call.span)?, dtype))
}

/// `x.to(…)`, `x.type(…)`, `x.astype(…)`: some argument may name a type.
pub(crate) fn to(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
    match call.arguments.positional.iter().chain(keywords).find_map(Spanned::dtype) {
        Some(dtype) => cast_to(operand, dtype, call),
        None => Ok(operand),
    }
}

/// `x.numpy()`: the same elements for NumPy.
pub(crate) fn numpy(mut operand: Box<Operand>, _: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    operand.library = Some(Library::NumPy);
    operand.tensor.layout = Library::NumPy.with_library_strides(&operand.tensor.layout);
    Ok(operand)
}

/// What changes nothing that a shape or a value shows: `x.detach()`, `x.cuda()`.
pub(crate) fn unchanged(operand: Box<Operand>, _: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    Ok(operand)
}

/// `print(x)`; of several things none is the operand.
pub(crate) fn printed(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    match call.arguments.positional.first() {
        None => Ok(operand),
        Some(second) => Err(failure(&second.span, Problem::TwoOperands)),
    }
}
