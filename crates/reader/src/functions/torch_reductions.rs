//! The reductions of PyTorch: `sum`, `mean`, `max`, `norm` and their like.

use crate::functions::binary::recorded;
use crate::functions::elementwise::{Job, meet};
use crate::functions::reductions::{Reduction, named, reduced, reduction, result_dtype};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::types::{floating, is_complex};
use crate::tensors::value::{Kept, Tensor, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

rules! { torch_reduce torch_extreme torch_norm }

/// The element type of a reduction; see [`result_dtype`].
fn torch_dtype(call: &Call, tensor: &Tensor) -> Outcome<Dtype> {
    let (given, dtype) = (call.dtype("dtype")?, tensor.dtype);
    // Gradients do not go through integers.
    if is_complex(dtype) || (tensor.requires_grad.get() && given.is_some_and(Dtype::is_integer)) {
        return call.declined();
    }
    let name = dtype.torch_name();
    let message = match call.name {
        _ if !dtype.is_integer() => None,
        "nanmean" => Some(format!("nanmean(): expected input to have floating point or complex dtype but got {name}")),
        "mean" if given.is_none() => Some(format!(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {name}"
        )),
        "std" | "var" => Some("std and var only support floating point and complex dtypes".to_owned()),
        _ => None,
    };
    match (message, call.name) {
        (Some(message), _) => raised("NotImplementedError", message, &call.span),
        (_, "all" | "any") if dtype == Dtype::Uint8 => Ok(Dtype::Uint8),
        (_, "argmax" | "argmin") if dtype == Dtype::Bool => call.declined(),
        (_, "logsumexp") => Ok(floating(Library::PyTorch, dtype)),
        _ => result_dtype(call, dtype, given),
    }
}

fn torch_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    // The axes are checked before the element type.
    let (reduction, dtype) = match (reduction(call, &tensor), torch_dtype(call, &tensor)) {
        (Ok(reduction), Ok(dtype)) => (reduction, dtype),
        (Err(_), Err(_)) => return call.declined(),
        (Err(_), _) if tensor.numel() == 0 && call.get("axis").is_some_and(|axes| axes.value.items().is_some()) => {
            return call.declined();
        }
        (Err(stop), _) | (_, Err(stop)) => return Err(stop),
    };
    if matches!(call.name, "amax" | "amin" | "argmax" | "argmin") && reduction.count(&tensor) == 0 {
        return call.declined();
    }
    let made = reduced(context, call, &tensor, &reduction, dtype)?;
    made.keeps(if matches!(call.name, "sum" | "mean") { Kept::Nothing } else { Kept::Unknown });
    Ok(Value::Tensor(made))
}

/// `x.max()`, `x.max(1)` and `torch.max(x, y)`.
fn torch_extreme(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let is_median = matches!(call.name, "median" | "nanmedian");
    let is_extreme = matches!(call.name, "max" | "min");
    if let Some(axis) = call.get("axis").filter(|axis| is_extreme && axis.value.tensor().is_some()) {
        let binary = recorded(if call.name == "max" { "maximum" } else { "minimum" });
        let Some(binary) = binary.filter(|_| call.given("keepdims").is_none()) else { return call.declined() };
        let operands = [call.need("input")?, axis];
        let job = Job { library: call.library, binary, operands, output: None, in_place: false, span: &call.span };
        let result = meet(context, &job)?;
        if let Some(last) = context.operations.last_mut() {
            last.name = call.name.to_owned();
        }
        return Ok(result);
    }
    if is_complex(tensor.dtype) || is_median && tensor.dtype == Dtype::Bool {
        return call.declined();
    }
    let axis = match (call.int("axis")?, call.name) {
        (None, "mode") => Some(-1),
        (axis, _) => axis,
    };
    let Some(axis) = axis else {
        if call.get("keepdims").is_some() || call.get("axis").is_some() || tensor.numel() == 0 {
            return call.declined();
        }
        let reduction = Reduction::new(call, &tensor, None, false)?;
        return Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, tensor.dtype)?));
    };
    let reduction = Reduction::new(call, &tensor, Some(&[axis]), call.flag("keepdims", false)?)?;
    let count = reduction.count(&tensor);
    if count == 0 {
        return call.declined();
    }
    let values = reduced(context, call, &tensor, &reduction, tensor.dtype)?;
    Ok(named(call.name, values, count))
}

/// `torch.norm`.
fn torch_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let p = call.get("p").map(|p| &p.value);
    let is_known = match p {
        None | Some(Value::None | Value::Int(_) | Value::Float(_)) => true,
        Some(Value::Text(Some(p))) => &**p == "fro" && call.name == "norm",
        _ => false,
    };
    let axes = call.ints("axis")?;
    // With an order and no axes, or with two axes, it can be the norm of a matrix, which has other rules.
    let is_matrix = call.name == "linalg.norm"
        && !matches!(p, None | Some(Value::None))
        && axes.as_ref().map_or(tensor.shape.ndim() != 1, |axes| axes.len() != 1);
    if !is_known || is_matrix {
        return call.declined();
    }
    if tensor.dtype.is_integer() {
        let name = tensor.dtype.torch_name();
        let message = format!("linalg.vector_norm: Expected a floating point or complex tensor as input. Got {name}");
        return raised("NotImplementedError", message, &call.span);
    }
    let reduction = reduction(call, &tensor)?;
    // Of no elements, norms of some orders are exceptions.
    if reduction.count(&tensor) == 0 && p.is_some() {
        return call.declined();
    }
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, tensor.dtype)?))
}
