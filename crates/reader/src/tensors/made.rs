//! The elements of a storage by position, of any number: as a rule such as 0, 1, 2, …, or as a list.
//!
//! They are what is shown of a tensor. Floating-point numbers are not rounded to their type, so decisions are made with
//! [`Tensor::values`], which holds a bounded number of exact elements.

use crate::tensors::types::cast;
use crate::tensors::value::Tensor;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Operator, Scalar, StridedLayout, Values};

/// So many copies may be made of each other. An element of a copy is looked up through all of them.
const MAX_COPIES: usize = 8;

/// The elements of a new tensor with this layout that holds those of `source` at the same indices.
pub(crate) fn copied(source: &Tensor, layout: &StridedLayout) -> Option<Values> {
    let own = source.layout.as_ref()?;
    match source.made()? {
        Values::Filled(value) => Some(Values::Filled(value)),
        values if own == layout && own.is_dense() => Some(values),
        values if own.is_contiguous() && layout.is_contiguous() => Some(values),
        values => {
            let (mut copies, mut inner) = (1, &values);
            while let Values::Copied(source) = inner {
                (copies, inner) = (copies + 1, &source.1);
            }
            (layout.is_contiguous() && copies <= MAX_COPIES).then(|| Values::Copied(Box::new((own.clone(), values))))
        }
    }
}

/// What becomes of elements where each of them changes by itself. `row`: what becomes of a row such as 0, 1, 2, ….
fn mapped(
    values: Values,
    element: &dyn Fn(Scalar) -> Option<Scalar>,
    row: &dyn Fn(Values) -> Option<Values>,
) -> Option<Values> {
    match values {
        Values::Filled(value) => element(value).map(Values::Filled),
        Values::Listed(all) => all.into_iter().map(element).all_listed().map(Values::Listed),
        Values::Copied(source) => {
            let (layout, values) = *source;
            Some(Values::Copied(Box::new((layout, mapped(values, element, row)?))))
        }
        Values::Arange | Values::Ramp { .. } => row(values),
    }
}

/// Elements in another type, which is not that of truth values unless they are all the same.
pub(crate) fn converted(values: Values, dtype: Dtype) -> Option<Values> {
    let convert = |value: Scalar| match dtype {
        Dtype::Bool => Some(Scalar::Bool(value.to_float() != 0.0)),
        dtype if dtype.is_integer() => cast(value, Dtype::Int64),
        _ => Some(Scalar::Float(value.to_float())),
    };
    let row = |values: Values| {
        if dtype == Dtype::Int64 && matches!(values, Values::Arange) {
            return Some(values);
        }
        let start = values.at(0)?;
        let step = if let Values::Ramp { step, .. } = values { step } else { Scalar::Int(1) };
        let (from, by) = (convert(start)?, convert(step)?);
        // A row that loses its fractions is no longer a straight line.
        let is_same = (from.to_float(), by.to_float()) == (start.to_float(), step.to_float());
        (dtype != Dtype::Bool && is_same).then_some(Values::Ramp { start: from, step: by })
    };
    mapped(values, &convert, &row)
}

/// The elements that an operator makes of those of a tensor and a number, to the left of which the tensor stands unless it is
/// `reflected`.
pub(crate) fn with_number(
    library: Library,
    operator: Operator,
    values: Values,
    number: Scalar,
    reflected: bool,
) -> Option<Values> {
    let combine = |value: Scalar| {
        let (a, b) = if reflected { (number, value) } else { (value, number) };
        operator.apply(a, b, library.arithmetic()).ok()
    };
    let row = |values: Values| {
        let is_linear = match operator {
            Operator::Add | Operator::Subtract | Operator::Multiply => true,
            Operator::Divide => !reflected,
            _ => false,
        };
        let (start, next) = (combine(values.at(0)?)?, combine(values.at(1)?)?);
        let step = Operator::Subtract.apply(next, start, library.arithmetic()).ok()?;
        is_linear.then_some(Values::Ramp { start, step })
    };
    mapped(values, &combine, &row)
}
