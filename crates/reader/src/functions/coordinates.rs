//! Operations at the places of an index: `add.at` and its like.

use crate::functions::indexing;
use crate::signatures::call::{Call, integer};
use crate::signatures::place::rules;
use crate::tensors::arrays::to_array;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::{is_complex, larger};
use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, broadcast_shapes};

rules! { at_places }

/// `np.add.at(a, index, b)`: `b` broadcasts to what the index selects.
fn at_places(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index, given) = (call.tensor(context, "input")?, call.need("indices")?, call.need("b")?);
    // An index that is no array is read in a way of its own, and so is a mask.
    let is_array = |value: &Value| match value {
        Value::Tensor(index) => !index.shape.is_empty() && index.dtype.is_integer() && index.dtype != Dtype::Bool,
        value => {
            value.items().is_some_and(|items| !items.is_empty() && items.iter().all(|item| integer(item).is_some()))
        }
    };
    if tensor.is_scalar || tensor.read_only || !indexing::items(&index.value).iter().all(is_array) {
        return call.declined();
    }
    let value = to_array(context, given)?;
    let shape = indexing::select(context, &tensor, index, &call.span)?.shape;
    let fits = match given.value.number_kind() {
        Some(_) => !tensor.dtype.is_integer() || matches!(given.value, Value::Int(_)),
        None => larger(Library::NumPy, value.dtype, tensor.dtype) == tensor.dtype,
    };
    let broadcasts = broadcast_shapes(&shape, &value.shape).is_ok_and(|common| common == shape);
    let is_longer = !broadcasts && value.shape.ndim() > shape.ndim();
    if !fits || is_longer || tensor.dtype == Dtype::Bool || is_complex(tensor.dtype) {
        return call.declined();
    }
    if !broadcasts {
        return call.fails("array is not broadcastable to correct shape");
    }
    tensor.write(None);
    Ok(Value::None)
}
