//! The reductions of NumPy: `sum`, `mean`, `max`, `linalg.norm`, `average` and their like.

use crate::functions::reductions::{Reduction, keepdims, reduced, reduction, result_dtype};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

rules! { numpy_reduce numpy_norm }

fn numpy_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let is_arg = call.name.contains("arg");
    // NumPy has rules of its own for the axes 0 and -1 of an array that has none.
    if tensor.shape.is_empty()
        && call.ints("axis")?.is_some_and(|axes| is_arg || axes.iter().any(|axis| matches!(axis, 0 | -1)))
    {
        return call.declined();
    }
    let reduction = reduction(call, &tensor)?;
    let given = call.dtype("dtype")?;
    // The sum of an unsigned type is a type that is not known here.
    let is_unknown = call.column == "sum" && given.is_none() && tensor.dtype == Dtype::Uint8;
    if is_complex(tensor.dtype) || is_unknown || (call.name == "ptp" && tensor.dtype == Dtype::Bool) {
        return call.declined();
    }
    let dtype = result_dtype(call, tensor.dtype, given)?;
    // Without an identity, no axis of the reduction may be empty, even where the result is empty too.
    let has_identity = matches!(call.column, "sum" | "bool") || call.name == "count_nonzero";
    if reduction.count(&tensor) == 0 && !has_identity {
        return match call.name {
            _ if reduction.shape.numel() == Some(0) || call.given("out").is_some() => call.declined(),
            "max" | "amax" => call.fails("zero-size array to reduction operation maximum which has no identity"),
            "min" | "amin" => call.fails("zero-size array to reduction operation minimum which has no identity"),
            "argmax" | "argmin" => call.fails(format!("attempt to get {} of an empty sequence", call.name)),
            _ => call.declined(),
        };
    }
    let made = reduced(context, call, &tensor, &reduction, dtype)?;
    match call.given("out").map(|out| &out.value) {
        None => Ok(Value::Tensor(made)),
        Some(Value::Tensor(out)) if !out.is_scalar && out.library == Library::NumPy => {
            into_output(call, out, &reduction, &made)
        }
        Some(_) => call.declined(),
    }
}

/// A reduction into the array of `out=`.
fn into_output(call: &Call, out: &Tensor, reduction: &Reduction, made: &Tensor) -> Outcome {
    if out.shape != reduction.shape || out.dtype != made.dtype || out.read_only || out.shape.is_empty() {
        return call.declined();
    }
    out.write(made.values().map(|values| values.to_vec()));
    Ok(Value::Tensor(out.clone()))
}

/// `np.linalg.norm`.
fn numpy_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let axes = call.ints("axis")?;
    let order = call.given("ord");
    if is_complex(tensor.dtype) || order.is_some_and(|order| order.value.number_kind().is_none()) {
        return call.declined();
    }
    let count = axes.as_ref().map_or(tensor.shape.ndim(), Vec::len);
    let is_vector = count == 1 || (order.is_none() && (axes.is_none() || count == 2));
    if !is_vector || tensor.dtype == Dtype::Float16 {
        return call.declined();
    }
    let reduction = match &axes {
        // With two axes NumPy checks them in a way of its own.
        Some(axes) if axes.len() == 2 => match Reduction::new(call, &tensor, Some(axes), keepdims(call)?) {
            Ok(reduction) => reduction,
            Err(_) => return call.declined(),
        },
        axes => Reduction::new(call, &tensor, axes.as_deref(), keepdims(call)?)?,
    };
    let dtype = if tensor.dtype.is_integer() { Dtype::Float64 } else { tensor.dtype };
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}
