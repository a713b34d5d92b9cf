//! The reductions of PyTorch: `sum`, `mean`, `max`, `norm` and their like.

use crate::functions::elementwise::{Job, Target, meet, recorded};
use crate::functions::reductions::{Reduction, keepdims, named, reduced, reduction};
use crate::functions::unary::sum_dtype;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::types::{floating, is_complex};
use crate::tensors::value::{Kept, Tensor, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

rules! { torch_reduce torch_extreme torch_norm }

/// The exceptions of PyTorch for element types that a reduction does not take.
fn torch_dtype(call: &Call, tensor: &Tensor) -> Outcome<Dtype> {
    let given = if call.get("dtype").is_some() { call.dtype("dtype")? } else { None };
    let dtype = tensor.dtype;
    // Gradients do not go through integers.
    if is_complex(dtype) || (tensor.requires_grad.get() && given.is_some_and(Dtype::is_integer)) {
        return call.declined();
    }
    match call.name {
        "sum" | "nansum" | "prod" => Ok(given.unwrap_or_else(|| sum_dtype(dtype))),
        "nanmean" if dtype.is_integer() => raised(
            "NotImplementedError",
            format!("nanmean(): expected input to have floating point or complex dtype but got {}", dtype.torch_name()),
            &call.span,
        ),
        "mean" | "nanmean" => {
            let dtype = given.unwrap_or(dtype);
            if dtype.is_integer() {
                if given.is_some() {
                    return call.declined();
                }
                return raised(
                    "NotImplementedError",
                    format!(
                        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {}",
                        dtype.torch_name()
                    ),
                    &call.span,
                );
            }
            Ok(dtype)
        }
        "std" | "var" if dtype.is_integer() => {
            raised("NotImplementedError", "std and var only support floating point and complex dtypes", &call.span)
        }
        "logsumexp" => Ok(floating(Library::PyTorch, dtype)),
        "all" | "any" if dtype == Dtype::Uint8 => Ok(Dtype::Uint8),
        "all" | "any" => Ok(Dtype::Bool),
        "argmax" | "argmin" if dtype == Dtype::Bool => call.declined(),
        "count_nonzero" | "argmax" | "argmin" => Ok(Dtype::Int64),
        _ => Ok(dtype),
    }
}

fn torch_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    if let Some(Value::Bool(_)) = call.get("axis").map(|axis| &axis.value) {
        // `x.var(False)` says whether it is unbiased.
        return call.declined();
    }
    let has_one_axis = matches!(call.name, "prod" | "argmax" | "argmin");
    if has_one_axis && call.get("axis").is_some_and(|axis| axis.value.items().is_some()) {
        return call.declined();
    }
    // Without an axis these take no `keepdim`.
    if matches!(call.name, "sum" | "mean" | "prod" | "count_nonzero")
        && call.get("axis").is_none()
        && let Some(Value::Bool(_)) = call.get("keepdims").map(|keep| &keep.value)
    {
        if call.get("dtype").is_some() {
            return call.declined();
        }
        let given = if call.is_method { "keepdim=bool, " } else { "Tensor, keepdim=bool" };
        let name = call.name;
        return raised(
            "TypeError",
            format!("{name}() received an invalid combination of arguments - got ({given}), but expected one of:"),
            &call.span,
        );
    }
    if call.name == "logsumexp" && call.given("axis").is_none() {
        return call.declined();
    }
    if call.get("unbiased").is_some() && !matches!(call.get("unbiased").map(|value| &value.value), Some(Value::Bool(_)))
    {
        return call.declined();
    }
    // The axes are checked before the element type.
    let reduction = match (reduction(call, &tensor), torch_dtype(call, &tensor)) {
        (Ok(reduction), Ok(_)) => reduction,
        (Err(_), Err(_)) => return call.declined(),
        (Err(_), _) if tensor.numel() == 0 && call.get("axis").is_some_and(|axes| axes.value.items().is_some()) => {
            return call.declined();
        }
        (Err(stop), _) => return Err(stop),
        (_, Err(stop)) => return Err(stop),
    };
    let dtype = torch_dtype(call, &tensor)?;
    let needs_elements = matches!(call.name, "amax" | "amin" | "argmax" | "argmin");
    if needs_elements && reduction.count(&tensor) == 0 {
        return match (call.name, call.int("axis")) {
            ("argmax" | "argmin", Ok(Some(axis))) => {
                let axis = Library::PyTorch.axis(axis, tensor.shape.ndim()).unwrap_or(0);
                raised(
                    "IndexError",
                    format!("{}(): Expected reduction dim {axis} to have non-zero size.", call.name),
                    &call.span,
                )
            }
            _ => call.declined(),
        };
    }
    let made = reduced(context, call, &tensor, &reduction, dtype)?;
    made.keeps(if matches!(call.name, "sum" | "mean") { Kept::Nothing } else { Kept::Unknown });
    Ok(Value::Tensor(made))
}

/// `x.max()`, `x.max(1)` and `torch.max(x, y)`.
fn torch_extreme(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    if let (Some(axis), "max" | "min") = (call.get("axis"), call.name)
        && axis.value.tensor().is_some()
    {
        if call.given("keepdims").is_some() {
            return call.declined();
        }
        let name = if call.name == "max" { "maximum" } else { "minimum" };
        let Some(binary) = recorded(name) else { return call.declined() };
        let job = Job {
            library: Library::PyTorch,
            binary,
            operands: [call.need("input")?, axis],
            target: Target::New,
            span: &call.span,
        };
        let result = meet(context, &job)?;
        if let Some(last) = context.operations.last_mut() {
            last.name = call.name.to_owned();
        }
        return Ok(result);
    }
    if is_complex(tensor.dtype)
        || (matches!(call.name, "median" | "nanmedian" | "kthvalue") && tensor.dtype == Dtype::Bool)
    {
        return call.declined();
    }
    let axis = match (call.int("axis")?, call.name) {
        (None, "kthvalue" | "mode") => Some(-1),
        (axis, _) => axis,
    };
    let Some(axis) = axis else {
        if call.get("keepdims").is_some() || call.get("axis").is_some() || tensor.numel() == 0 {
            return call.declined();
        }
        let reduction = Reduction::new(call, &tensor, None, false)?;
        return Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, tensor.dtype)?));
    };
    let reduction = Reduction::new(call, &tensor, Some(&[axis]), keepdims(call)?)?;
    let count = reduction.count(&tensor);
    if count == 0 {
        let axis = Library::PyTorch.axis(axis, tensor.shape.ndim()).unwrap_or(0);
        let message = format!("{}(): Expected reduction dim {axis} to have non-zero size.", call.name);
        return if matches!(call.name, "max" | "min") {
            raised("IndexError", message, &call.span)
        } else {
            call.declined()
        };
    }
    if call.name == "kthvalue" && !(1..=count as i64).contains(&call.int_or("k", 0)?) {
        return call.declined();
    }
    let values = reduced(context, call, &tensor, &reduction, tensor.dtype)?;
    let indices = Tensor::plain(Library::PyTorch, reduction.shape, Dtype::Int64);
    indices.bounds.set(Some((0, count as i64 - 1)));
    Ok(named(call.name, values, indices))
}

/// `torch.norm`.
fn torch_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let p = call.get("p").map(|p| &p.value);
    let is_known = match p {
        None | Some(Value::None | Value::Int(_) | Value::Float(_)) => true,
        Some(Value::Text(Some(p))) => &**p == "fro" && call.name == "norm",
        _ => false,
    };
    call.without(&["dtype"])?;
    let axes = call.ints("axis")?;
    // With an order and no axes, or with two axes, it can be the norm of a matrix, which has other rules.
    let is_matrix = call.name == "linalg.norm"
        && !matches!(p, None | Some(Value::None))
        && axes.as_ref().map_or(tensor.shape.ndim() != 1, |axes| axes.len() != 1);
    if !is_known || is_matrix {
        return call.declined();
    }
    if tensor.dtype.is_integer() {
        return raised(
            "NotImplementedError",
            format!(
                "linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}",
                tensor.dtype.torch_name()
            ),
            &call.span,
        );
    }
    let reduction = reduction(call, &tensor)?;
    // Of no elements, norms of these orders are exceptions.
    let has_identity = |p: f64| p >= 0.0 && p.is_finite();
    if reduction.count(&tensor) == 0 && p.is_some_and(|p| p.scalar().is_some_and(|p| !has_identity(p.to_float()))) {
        return call.declined();
    }
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, tensor.dtype)?))
}
