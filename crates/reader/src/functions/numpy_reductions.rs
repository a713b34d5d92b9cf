//! The reductions of NumPy: `sum`, `mean`, `max`, `linalg.norm`, `average` and their like.

use crate::functions::reductions::{Reduction, keepdims, reduced, reduction};
use crate::functions::unary::sum_dtype;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

rules! { numpy_reduce numpy_norm }

/// The element type of a reduction of NumPy.
fn numpy_dtype(call: &Call, tensor: &Tensor) -> Outcome<Dtype> {
    let given = if call.get("dtype").is_some() { call.dtype("dtype")? } else { None };
    let dtype = tensor.dtype;
    if is_complex(dtype) {
        return call.declined();
    }
    Ok(match call.name {
        "sum" | "prod" | "nansum" | "nanprod" | "add.reduce" | "multiply.reduce" => match (given, dtype) {
            (Some(given), _) => given,
            // The sum of an unsigned type is a type that is not known here.
            (None, Dtype::Uint8) => return call.declined(),
            (None, dtype) => sum_dtype(dtype),
        },
        "mean" | "nanmean" | "std" | "var" | "nanstd" | "nanvar" | "median" | "nanmedian" | "average" => match given {
            Some(given) if given.is_integer() => return call.declined(),
            Some(given) => given,
            None if dtype.is_integer() => Dtype::Float64,
            None => dtype,
        },
        "logical_and.reduce" | "logical_or.reduce" if given.is_some() => return call.declined(),
        "all" | "any" | "logical_and.reduce" | "logical_or.reduce" => Dtype::Bool,
        "count_nonzero" | "argmax" | "argmin" | "nanargmax" | "nanargmin" => Dtype::Int64,
        _ => dtype,
    })
}

fn numpy_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    // NumPy has rules of its own for the axes 0 and -1 of an array that has none.
    if tensor.shape.is_empty() {
        let is_arg = call.name.contains("arg");
        if call.ints("axis")?.is_some_and(|axes| is_arg || axes.iter().any(|axis| matches!(axis, 0 | -1))) {
            return call.declined();
        }
    }
    call.without(&["initial", "where", "overwrite_input", "mean", "correction"])?;
    let is_arg = call.name.contains("arg");
    if is_arg && call.get("axis").is_some_and(|axis| axis.value.items().is_some()) {
        return call.declined();
    }
    let reduction = reduction(call, &tensor)?;
    let dtype = numpy_dtype(call, &tensor)?;
    let count = reduction.count(&tensor);
    // Without an identity, no axis of the reduction may be empty, even where the result is empty too.
    let has_identity = matches!(call.name, "sum" | "prod" | "all" | "any" | "count_nonzero" | "nansum" | "nanprod");
    if count == 0 && reduction.shape.numel() == Some(0) && !has_identity {
        return call.declined();
    }
    if count == 0 && reduction.shape.numel() != Some(0) {
        match call.name {
            "max" | "amax" => {
                return call.fails("zero-size array to reduction operation maximum which has no identity");
            }
            "min" | "amin" => {
                return call.fails("zero-size array to reduction operation minimum which has no identity");
            }
            "argmax" | "argmin" => return call.fails(format!("attempt to get {} of an empty sequence", call.name)),
            "sum" | "prod" | "all" | "any" | "count_nonzero" => {}
            _ => return call.declined(),
        }
    }
    if matches!(call.name, "count_nonzero") && call.given("axis").is_none() && !keepdims(call)? {
        let made = reduced(context, call, &tensor, &reduction, dtype)?;
        // NumPy gives a scalar of its own here.
        return Ok(Value::Tensor(made));
    }
    if call.name == "ptp" && tensor.dtype == Dtype::Bool {
        return call.declined();
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
