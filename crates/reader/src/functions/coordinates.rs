//! From positions to indices and back, and operations at the places of an index: `unravel_index`, `add.at` and their like.

use crate::functions::indexing;
use crate::signatures::call::{Call, integer};
use crate::signatures::place::{NUMPY_FUNCTION, Row, row};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::{is_complex, larger};
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape, broadcast_shapes};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(NUMPY_FUNCTION, "unravel_index", "input|indices shape", unravel),
    row(NUMPY_FUNCTION, "ravel_multi_index", "input|multi_index shape|dims", ravel),
    row(NUMPY_FUNCTION, "add.at subtract.at multiply.at maximum.at minimum.at", "input indices b", at_places),
];

/// The sizes of a shape that is given.
fn sizes(call: &Call) -> Outcome<Vec<i64>> {
    match call.ints("shape")? {
        Some(sizes) if !sizes.is_empty() && sizes.iter().all(|&size| size > 0) => Ok(sizes),
        _ => call.declined(),
    }
}

/// An array of integers: a scalar of NumPy where it has no axes.
fn integers(
    context: &mut Context<'_>,
    call: &Call,
    like: &Tensor,
    values: Option<Vec<i64>>,
    size: i64,
) -> Outcome<Value> {
    let values = values.map(|values| values.into_iter().map(Scalar::Int).collect());
    let made = fresh(context, Library::NumPy, (like.shape.clone(), Dtype::Int64, values), &[], &call.span)?;
    made.bounds.set(Some((0, (size - 1).max(0))));
    Ok(Value::Tensor(made))
}

fn unravel(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, sizes) = (call.tensor(context, "input")?, sizes(call)?);
    if !tensor.dtype.is_integer() || tensor.dtype == Dtype::Bool {
        return call.declined();
    }
    let Some(total) = sizes.iter().try_fold(1_i64, |total, &size| total.checked_mul(size)) else {
        return call.declined();
    };
    let values: Option<Vec<i64>> = tensor.values().map(|values| values.iter().map(|value| value.to_int()).collect());
    match (&values, tensor.bounds.get()) {
        (Some(values), _) => {
            if let Some(outside) = values.iter().find(|&&value| value < 0 || value >= total) {
                return call.fails(format!("index {outside} is out of bounds for array with size {total}"));
            }
        }
        (None, Some((least, most))) if least >= 0 && most < total => {}
        _ => return call.needs_values(),
    }
    let mut parts = Vec::new();
    let mut stride = total;
    for size in sizes {
        stride /= size;
        let part = values.as_ref().map(|values| values.iter().map(|value| value / stride % size).collect());
        parts.push(integers(context, call, &tensor, part, size)?);
    }
    Ok(Value::tuple(parts))
}

fn ravel(context: &mut Context<'_>, call: &Call) -> Outcome {
    let sizes = sizes(call)?;
    let Some(parts) = call.need("input")?.value.items().filter(|parts| parts.len() == sizes.len()) else {
        return call.declined();
    };
    let span = call.span.clone();
    let mut tensors = Vec::new();
    for value in parts {
        let placed = crate::tensors::value::Placed { value, span: span.clone() };
        let tensor = crate::tensors::arrays::to_array(context, &placed)?;
        if tensor.library != Library::NumPy || !tensor.dtype.is_integer() || tensor.dtype == Dtype::Bool {
            return call.declined();
        }
        tensors.push(tensor);
    }
    let Some(first) = tensors.first() else { return call.declined() };
    if tensors.iter().any(|tensor| tensor.shape != first.shape) {
        return call.declined();
    }
    let mut total = 1_i64;
    for &size in &sizes {
        match total.checked_mul(size) {
            Some(product) => total = product,
            None => return call.declined(),
        }
    }
    let mut places = Some(vec![0_i64; usize::try_from(first.numel()).unwrap_or(0).min(1_024)]);
    for (tensor, &size) in tensors.iter().zip(&sizes) {
        match (tensor.values(), tensor.bounds.get()) {
            (Some(values), _) => {
                if values.iter().any(|value| value.to_int() < 0 || value.to_int() >= size) {
                    return call.fails("invalid entry in coordinates array");
                }
                if let Some(places) = &mut places {
                    for (place, value) in places.iter_mut().zip(values.iter()) {
                        *place = *place * size + value.to_int();
                    }
                }
            }
            (None, Some((least, most))) if least >= 0 && most < size => places = None,
            _ => return call.needs_values(),
        }
    }
    integers(context, call, first, places, total)
}

/// `np.add.at(a, index, b)`: `b` broadcasts to what the index selects.
fn at_places(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(Value::Tensor(tensor)) = call.get("input").map(|argument| &argument.value) else {
        return call.declined();
    };
    let tensor = tensor.clone();
    let (index, given) = (call.need("indices")?.clone(), call.need("b")?.clone());
    let has_mask = |value: &Value| value.tensor().is_some_and(|index| index.dtype == Dtype::Bool);
    let parts = match &index.value {
        Value::Tuple(items, _) => items.to_vec(),
        other => vec![other.clone()],
    };
    if tensor.is_scalar || tensor.read_only || parts.iter().any(has_mask) {
        return call.declined();
    }
    // An index that is no array is read in a way of its own.
    let is_array = |value: &Value| {
        value.tensor().is_some_and(|index| !index.shape.is_empty() && index.dtype.is_integer())
            || value.items().is_some_and(|items| !items.is_empty() && items.iter().all(|item| integer(item).is_some()))
    };
    if !parts.iter().all(is_array) {
        return call.declined();
    }
    let selection = indexing::select(context, &tensor, &index, &call.span)?;
    let value = crate::tensors::arrays::to_array(context, &given)?;
    let is_number = given.value.number_kind().is_some();
    let fits = match is_number {
        true => !tensor.dtype.is_integer() || matches!(given.value, Value::Int(_)),
        false => larger(Library::NumPy, value.dtype, tensor.dtype) == tensor.dtype,
    };
    if !fits || tensor.dtype == Dtype::Bool || is_complex(tensor.dtype) || value.library != Library::NumPy {
        return call.declined();
    }
    let shape: Shape = selection.shape.clone();
    if broadcast_shapes(&shape, &value.shape).ok().as_ref() != Some(&shape) {
        return if value.shape.ndim() <= shape.ndim() {
            call.fails("array is not broadcastable to correct shape")
        } else {
            call.declined()
        };
    }
    tensor.write(None);
    Ok(Value::None)
}
