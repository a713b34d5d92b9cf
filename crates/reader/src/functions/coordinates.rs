//! Operations at the places of an index: `add.at` and its like.

use crate::functions::indexing;
use crate::signatures::call::{Call, integer};
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::{is_complex, larger};
use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape, broadcast_shapes};

rules! { at_places }

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
    let value = crate::tensors::arrays::to_array(context, &given)?;
    let selection = indexing::select(context, &tensor, &index, &call.span)?;
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
