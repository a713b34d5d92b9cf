//! Functions that sort along an axis, ask for the size of a tensor, or take its elements out.

use crate::functions::reductions::named;
use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY, NUMPY_FUNCTION, NUMPY_METHOD, Row, TORCH, TORCH_FUNCTION, TORCH_METHOD, row};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH, "sort", "input axis|dim descending * stable", torch_sorted),
    row(TORCH, "argsort", "input axis|dim descending stable", torch_sorted),
    row(TORCH, "topk", "input k axis|dim largest sorted", topk),
    row(NUMPY_FUNCTION, "sort", "input|a axis kind order", numpy_sorted),
    row(NUMPY, "argsort", "input|a axis kind order", numpy_sorted),
    row(TORCH_METHOD, "item", "input", item),
    row(NUMPY_METHOD, "item", "input", item),
    row(TORCH_METHOD, "tolist", "input", to_list),
    row(NUMPY_METHOD, "tolist", "input", to_list),
    row(TORCH_METHOD, "size", "input dim", size),
    row(TORCH_METHOD, "dim ndimension", "input", ndim),
    row(TORCH, "numel", "input", numel),
    row(TORCH_METHOD, "nelement", "input", numel),
    row(NUMPY_FUNCTION, "size", "input|a axis", size),
    row(NUMPY_FUNCTION, "ndim", "input|a", ndim),
    row(NUMPY_FUNCTION, "shape", "input|a", size),
    row(TORCH_METHOD, "is_floating_point is_contiguous", "input", question),
    row(TORCH_FUNCTION, "is_tensor is_floating_point", "input", question),
];

/// `sort`, `argsort`.
fn torch_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let axis = call.int_or("axis", -1)?;
    let is_flag = |value: &Value| matches!(value, Value::Bool(_));
    if call.get("axis").is_some_and(|axis| is_flag(&axis.value))
        || call.get("descending").is_some_and(|given| !is_flag(&given.value))
        || is_complex(tensor.dtype)
    {
        return call.declined();
    }
    let axis = call.axis(axis, tensor.shape.ndim())?;
    let count = tensor.shape.get(axis).copied().unwrap_or(1);
    let indices = Tensor::plain(Library::PyTorch, tensor.shape.clone(), Dtype::Int64);
    if count > 0 {
        indices.bounds.set(Some((0, count as i64 - 1)));
    }
    if call.name == "argsort" {
        return Ok(Value::Tensor(indices));
    }
    let values = fresh(context, Library::PyTorch, (tensor.shape.clone(), tensor.dtype, None), &[&tensor], &call.span)?;
    values.has_elements_of(&tensor);
    Ok(named(call.name, values, indices))
}

/// `topk`.
fn topk(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(k) = call.int("k")? else { return call.declined() };
    let axis = call.axis(call.int_or("axis", -1)?, tensor.shape.ndim())?;
    let count = tensor.shape.get(axis).copied().unwrap_or(1);
    if k < 0 || k as u64 > count {
        return call.fails("selected index k out of range");
    }
    if tensor.dtype == Dtype::Bool || is_complex(tensor.dtype) {
        return call.declined();
    }
    let mut sizes = tensor.shape.to_vec();
    if let Some(slot) = sizes.get_mut(axis) {
        *slot = k.unsigned_abs();
    }
    let shape = Shape::from(sizes.as_slice());
    let indices = Tensor::plain(Library::PyTorch, shape.clone(), Dtype::Int64);
    indices.bounds.set(Some((0, (count as i64 - 1).max(0))));
    let values = fresh(context, Library::PyTorch, (shape, tensor.dtype, None), &[&tensor], &call.span)?;
    Ok(named(call.name, values, indices))
}

/// `np.sort`, `np.argsort`: without an axis (`None`) the array is flattened.
fn numpy_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.shape.is_empty() {
        return call.declined();
    }
    call.without(&["order"])?;
    let shape = if call.get("axis").is_some_and(|axis| matches!(axis.value, Value::None)) {
        Shape::from([tensor.numel()])
    } else {
        if let Err(error) = Library::NumPy.axis(call.int_or("axis", -1)?, tensor.shape.ndim()) {
            return call.raises(error);
        }
        tensor.shape.clone()
    };
    let is_sort = call.name == "sort";
    let dtype = if is_sort { tensor.dtype } else { Dtype::Int64 };
    let made = Tensor::plain(Library::NumPy, shape.clone(), dtype);
    let axis = Library::NumPy.axis(call.int("axis")?.unwrap_or(-1), shape.ndim()).unwrap_or(0);
    match shape.get(axis) {
        Some(&count) if count > 0 && !is_sort => made.bounds.set(Some((0, count as i64 - 1))),
        _ => made.bounds.set(tensor.bounds.get().filter(|_| is_sort)),
    }
    Ok(Value::Tensor(made))
}

/// `item`.
fn item(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.numel() != 1 {
        return match call.library {
            Library::PyTorch => {
                call.fails(format!("a Tensor with {} elements cannot be converted to Scalar", tensor.numel()))
            }
            Library::NumPy => call.fails("can only convert an array of size 1 to a Python scalar"),
        };
    }
    Ok(number(&tensor, tensor.item()))
}

/// A Python number from an element.
fn number(tensor: &Tensor, value: Option<Scalar>) -> Value {
    match tensor.dtype {
        Dtype::Bool => Value::Bool(value.map(|value| value.to_int() != 0)),
        dtype if dtype.is_integer() => Value::Int(value.map(Scalar::to_int)),
        _ => Value::Float(value.map(Scalar::to_float)),
    }
}

/// `tolist`.
fn to_list(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if is_complex(tensor.dtype) || !crate::tensors::arrays::is_small(&tensor.shape) {
        return call.declined();
    }
    let count = usize::try_from(tensor.numel()).unwrap_or(0);
    context.make(count, &call.span)?;
    let values = tensor.values();
    let mut items: Vec<Value> =
        (0..count).map(|at| number(&tensor, values.as_ref().and_then(|values| values.get(at).copied()))).collect();
    for &size in tensor.shape.iter().rev() {
        let size = usize::try_from(size).unwrap_or(0);
        if size == 0 {
            return call.declined();
        }
        items = items.chunks(size).map(|chunk| Value::list(chunk.to_vec())).collect();
    }
    match items.pop() {
        Some(list) => Ok(list),
        None => call.declined(),
    }
}

/// `size`, `np.shape`, `np.size`.
fn size(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.name == "shape" {
        return Ok(Value::shape(Library::NumPy, &tensor.shape));
    }
    let parameter = if call.library == Library::PyTorch { "dim" } else { "axis" };
    match (call.int(parameter)?, call.library) {
        (None, Library::PyTorch) => Ok(Value::shape(Library::PyTorch, &tensor.shape)),
        (None, Library::NumPy) => Ok(Value::Int(i64::try_from(tensor.numel()).ok())),
        (Some(axis), library) => match library.axis(axis, tensor.shape.ndim()) {
            Ok(axis) if tensor.shape.ndim() > 0 => {
                Ok(Value::Int(tensor.shape.get(axis).and_then(|&size| i64::try_from(size).ok())))
            }
            Err(error) if library == Library::PyTorch && tensor.shape.ndim() > 0 => call.raises(error),
            _ => call.declined(),
        },
    }
}

fn ndim(context: &mut Context<'_>, call: &Call) -> Outcome {
    Ok(Value::Int(Some(call.tensor(context, "input")?.shape.ndim() as i64)))
}

fn numel(context: &mut Context<'_>, call: &Call) -> Outcome {
    Ok(Value::Int(i64::try_from(call.tensor(context, "input")?.numel()).ok()))
}

fn question(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.name == "is_tensor" {
        return Ok(Value::Bool(Some(call.need("input")?.value.tensor().is_some())));
    }
    let tensor = call.tensor(context, "input")?;
    Ok(Value::Bool(match call.name {
        "is_floating_point" => Some(crate::tensors::types::is_floating(tensor.dtype)),
        _ => tensor.layout.as_ref().map(tensor_broadcasting::StridedLayout::is_contiguous),
    }))
}
