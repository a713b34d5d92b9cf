//! The reductions of NumPy: `sum`, `mean`, `max`, `linalg.norm`, `average` and their like.

use crate::functions::reductions::{Reduction, reduced, reduction, result_dtype};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::from_nested;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::value::Value;
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

rules! { numpy_reduce numpy_norm }

fn numpy_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let mut reduction = reduction(call, &tensor)?;
    call.without(&["out"])?;
    let given = call.dtype("dtype")?;
    // The sum of an unsigned type has another type, which is not computed here.
    let is_unknown = call.column == "sum" && given.is_none() && tensor.dtype.is_unsigned();
    if is_unknown || (call.name == "ptp" && tensor.dtype == Dtype::Bool) {
        return call.declined();
    }
    let mut dtype = result_dtype(call, tensor.dtype, given)?;
    // Without an identity, no axis of the reduction may be empty, even where the result is empty too.
    let has_identity = matches!(call.column, "sum" | "bool") || call.name == "count_nonzero";
    if reduction.count(&tensor) == 0 && !has_identity {
        return match call.name {
            _ if reduction.shape.numel() == Some(0) => call.declined(),
            "max" | "amax" => call.fails("zero-size array to reduction operation maximum which has no identity"),
            "min" | "amin" => call.fails("zero-size array to reduction operation minimum which has no identity"),
            "argmax" | "argmin" => call.fails(format!("attempt to get {} of an empty sequence", call.name)),
            _ => call.declined(),
        };
    }
    if let Some(q) = call.get("q") {
        let is_array = matches!(q.value, Value::Tensor(_));
        let most = if call.name == "quantile" { 1.0 } else { 100.0 };
        let q = from_nested(context, Library::NumPy, &q.value, None, &q.span)?;
        let is_taken = q.values().is_some_and(|q| q.iter().all(|q| (0.0..=most).contains(&q.to_float())));
        if is_array || !is_taken || tensor.numel() == 0 {
            return call.declined();
        }
        // Several of them are the first axes of the result, and reals of their own type.
        dtype = if q.shape.is_empty() { dtype } else { Dtype::Float64 };
        reduction.shape = q.shape.iter().chain(reduction.shape.iter()).copied().collect();
    }
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}

/// `np.linalg.norm`.
fn numpy_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let axes = call.ints("axis")?;
    let order = call.given("ord");
    let is_number = order.is_none_or(|order| order.value.number_kind().is_some());
    let count = axes.as_ref().map_or(tensor.shape.ndim(), Vec::len);
    let is_vector = count == 1 || (order.is_none() && (axes.is_none() || count == 2));
    if !is_number || !is_vector || tensor.dtype == Dtype::Float16 {
        return call.declined();
    }
    let reduction = match Reduction::new(call, &tensor, axes.as_deref(), call.flag("keepdims", false)?) {
        // With two axes NumPy checks them in a way of its own.
        Err(_) if axes.is_some() && count == 2 => return call.declined(),
        reduction => reduction?,
    };
    let dtype = if tensor.dtype.is_integer() { Dtype::Float64 } else { tensor.dtype };
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}
