//! Functions that give the elements of a tensor another type, another place, or other values.

use crate::functions::elementwise::{leaf_error, wrote};
use crate::reading::UnreadableReason;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{copied_as, is_small, kept_layout, viewed};
use crate::tensors::context::{Context, Outcome, unreadable};
use crate::tensors::types::{cast, is_complex, is_floating};
use crate::tensors::value::{Tensor, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, StridedLayout};

rules! {
    to_numpy astype torch_to torch_cast copy detach same cuda require_grad fill
}

/// `x.numpy()`.
fn to_numpy(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.requires_grad.get() {
        return call.fails("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
    }
    if tensor.dtype == Dtype::Bfloat16 {
        return call.declined();
    }
    let view = View { library: Library::NumPy, ..View::of(&tensor) };
    let view = view.with(&|layout| Ok((Library::NumPy.with_library_strides(layout), 0)));
    Ok(Value::Tensor(call.check(view)?.tensor(None)))
}

/// A tensor in another element type.
fn converted(context: &mut Context<'_>, call: &Call, tensor: &Tensor, dtype: Dtype) -> Outcome {
    if tensor.dtype == dtype && call.library == Library::PyTorch {
        return Ok(Value::Tensor(tensor.clone()));
    }
    copied_as(context, tensor, (call.library, dtype), kept_layout(tensor), &call.span).map(Value::Tensor)
}

fn astype(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(dtype) = call.dtype("dtype")? else { return call.declined() };
    if is_complex(tensor.dtype) && !is_complex(dtype) {
        return call.declined();
    }
    if dtype == tensor.dtype && !call.flag("copy", true)? {
        return Ok(Value::Tensor(tensor));
    }
    converted(context, call, &tensor, dtype)
}

fn torch_to(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match call.get("dtype").map(|argument| &argument.value) {
        // `type` takes names of types too, and `type_as` a tensor only.
        argument if call.name == "type" && !matches!(argument, Some(Value::Dtype(_))) => call.declined(),
        argument if call.name == "type_as" && !matches!(argument, Some(Value::Tensor(_))) => call.declined(),
        Some(Value::Dtype(dtype)) => converted(context, call, &tensor, *dtype),
        // The processor is the only device.
        Some(Value::Text(Some(device))) if &**device == "cpu" => Ok(Value::Tensor(tensor)),
        Some(Value::Path(path)) if &**path == "device" => Ok(Value::Tensor(tensor)),
        Some(Value::Tensor(other)) if other.library == Library::PyTorch => {
            converted(context, call, &tensor, other.dtype)
        }
        _ => call.declined(),
    }
}

fn torch_cast(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let dtype = match call.name {
        "float" => Dtype::Float32,
        "double" => Dtype::Float64,
        "half" => Dtype::Float16,
        "bfloat16" => Dtype::Bfloat16,
        "long" => Dtype::Int64,
        "int" => Dtype::Int32,
        "short" => Dtype::Int16,
        "char" => Dtype::Int8,
        "byte" => Dtype::Uint8,
        _ => Dtype::Bool,
    };
    converted(context, call, &tensor, dtype)
}

/// `clone`, `copy`, `contiguous`.
fn copy(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let is_contiguous = tensor.layout.as_ref().is_some_and(StridedLayout::is_contiguous);
    if call.name == "contiguous" && is_contiguous {
        return Ok(Value::Tensor(tensor));
    }
    // `x.copy()` has the order C, `np.copy(x)` that of the array.
    let is_row_major = call.name == "contiguous" || call.library == Library::NumPy && call.is_method;
    // Without the strides it is not known whether it is a copy.
    if call.name == "contiguous" && tensor.layout.is_none() {
        let view = View::of(&tensor).or_copy();
        let is_empty = tensor.shape.contains(&0);
        if !is_empty && !view.places.as_ref().is_some_and(StridedLayout::is_contiguous) {
            // Which of its elements stand where is not known then. Of a storage that is not certain nothing is known later either.
            tensor.forget();
        }
        let places =
            view.places.clone().filter(|_| is_empty).or_else(|| Some(StridedLayout::contiguous(&tensor.shape)));
        // Where it is row-major already, the strides of its axes of size 1 may be any.
        let has_strides = !is_empty && !tensor.shape.contains(&1);
        let view = View { has_strides, places, ..view };
        return viewed(context, &tensor, view, &call.span).map(Value::Tensor);
    }
    let layout = if is_row_major { Some(call.library.contiguous(&tensor.shape)) } else { kept_layout(&tensor) };
    copied_as(context, &tensor, (call.library, tensor.dtype), layout, &call.span).map(Value::Tensor)
}

fn detach(context: &mut Context<'_>, call: &Call) -> Outcome {
    Ok(Value::Tensor(crate::functions::views::detached(&call.tensor(context, "input")?)))
}

fn same(context: &mut Context<'_>, call: &Call) -> Outcome {
    Ok(Value::Tensor(call.tensor(context, "input")?))
}

/// `x.cuda()`. A program is read as it runs without such a device, where this fails; a field only says what the tensor is.
fn cuda(context: &mut Context<'_>, call: &Call) -> Outcome {
    if context.is_field {
        same(context, call)
    } else {
        unreadable(UnreadableReason::UnknownCall("cuda".to_owned()), &call.span)
    }
}

fn require_grad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let wanted = call.flag("requires_grad", true)?;
    if wanted && tensor.dtype.is_integer() {
        return call.fails("only Tensors of floating point dtype can require gradients");
    }
    if !tensor.is_leaf() {
        return call.declined();
    }
    tensor.requires_grad.set(wanted);
    Ok(Value::Tensor(tensor))
}

/// `x.fill_(value)`, `x.zero_()` and their like.
fn fill(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.is_scalar {
        return call.declined();
    }
    if tensor.read_only {
        return call.fails("assignment destination is read-only");
    }
    // The functions of `nn.init` take leaves. Those with two sizes in their rule have an exception for vectors.
    let is_init = call.column == "init";
    if is_init
        && (!is_floating(tensor.dtype)
            || (tensor.shape.ndim() < 2 && call.name.contains("ing_") | call.name.contains("xavier")))
    {
        return call.declined();
    }
    if call.library == Library::PyTorch && !is_init {
        call.check(leaf_error(context, &tensor))?;
    }
    let bound = |name| call.get(name).and_then(|bound| bound.value.scalar()).map(Scalar::to_float);
    let value = match (call.name, call.get("other").map(|argument| &argument.value)) {
        ("zero_", None) => Some(Scalar::Int(0)),
        ("fill_" | "fill", Some(value)) if value.number_kind().is_some() => value.scalar(),
        ("uniform_", _) if call.get("other").is_some() != call.get("std").is_some() => return call.declined(),
        ("uniform_", Some(from)) if from.scalar().map(Scalar::to_float) > bound("std") => return call.declined(),
        ("normal_" | "uniform_", _) if is_floating(tensor.dtype) => None,
        ("copy_", Some(Value::Tensor(source))) => {
            call.check(call.library.add_in_place(&tensor.shape, &source.shape))?;
            None
        }
        ("random.shuffle", _) if !tensor.shape.is_empty() => None,
        _ if is_init => None,
        _ => return call.declined(),
    };
    let value = value.and_then(|value| cast(value, tensor.dtype));
    let count = usize::try_from(tensor.numel()).unwrap_or(usize::MAX);
    let values = value.filter(|_| is_small(&tensor.shape)).map(|value| vec![value; count]);
    let source = call.get("other").and_then(|other| other.value.tensor()).filter(|_| call.name == "copy_");
    wrote(context, &tensor, source.as_slice(), values, &call.span)?;
    Ok(if matches!(call.name, "fill" | "random.shuffle") { Value::None } else { Value::Tensor(tensor) })
}
