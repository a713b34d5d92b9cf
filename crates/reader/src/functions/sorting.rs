//! Functions that sort along an axis, ask for the size of a tensor, or take its elements out.

use crate::functions::reductions::{bound, named};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, is_small};
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout};

rules! {
    torch_sorted topk numpy_sorted item to_list size question
}

/// `sort`, `argsort`.
fn torch_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let axis = call.int_or("axis", -1)?;
    let is_flag = |given: &Placed| matches!(given.value, Value::Bool(_));
    let is_wrong = call.get("axis").is_some_and(is_flag) || !call.get("descending").is_none_or(is_flag);
    if is_wrong || tensor.shape.is_empty() && call.name.starts_with("cum") {
        return call.declined();
    }
    let axis = call.axis(axis, tensor.shape.ndim())?;
    let count = tensor.shape.get(axis).copied().unwrap_or(1);
    if call.name == "argsort" {
        let indices = Tensor::plain(Library::PyTorch, tensor.shape.clone(), Dtype::Int64);
        bound(&indices, count);
        return Ok(Value::Tensor(indices));
    }
    let values = fresh(context, Library::PyTorch, (tensor.shape.clone(), tensor.dtype, None), &[&tensor], &call.span)?;
    values.has_elements_of(&tensor);
    Ok(named(call.name, values, count))
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
    let values = fresh(context, Library::PyTorch, (shape, tensor.dtype, None), &[&tensor], &call.span)?;
    Ok(named(call.name, values, count))
}

/// `np.sort`, `np.argsort`: without an axis (`None`) the array is flattened.
fn numpy_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.shape.is_empty() {
        return call.declined();
    }
    let is_flat = call.get("axis").is_some_and(|axis| matches!(axis.value, Value::None));
    let shape = if is_flat { Shape::from([tensor.numel()]) } else { tensor.shape.clone() };
    let axis = call.axis(call.int("axis")?.unwrap_or(-1), shape.ndim())?;
    let is_sort = call.name == "sort";
    let made = Tensor::plain(Library::NumPy, shape, if is_sort { tensor.dtype } else { Dtype::Int64 });
    if is_sort {
        made.bounds.set(tensor.bounds.get());
    } else {
        bound(&made, made.shape.get(axis).copied().unwrap_or(0));
    }
    Ok(Value::Tensor(made))
}

/// `item`.
fn item(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match (tensor.numel(), call.library) {
        (1, _) => Ok(number(&tensor, tensor.item())),
        (count, Library::PyTorch) => {
            call.fails(format!("a Tensor with {count} elements cannot be converted to Scalar"))
        }
        (_, Library::NumPy) => call.fails("can only convert an array of size 1 to a Python scalar"),
    }
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
    let tensor = call.real(context, "input")?;
    if !is_small(&tensor.shape) {
        return call.declined();
    }
    let count = usize::try_from(tensor.numel()).unwrap_or(0);
    context.make(count, &call.span)?;
    let values = tensor.values();
    let item = |at: usize| number(&tensor, values.as_ref().and_then(|values| values.get(at).copied()));
    let mut items: Vec<Value> = (0..count).map(item).listed();
    for &size in tensor.shape.iter().rev() {
        let size = usize::try_from(size).unwrap_or(0);
        if size == 0 {
            return call.declined();
        }
        items = items.chunks(size).map(|chunk| Value::list(chunk.to_vec())).listed();
    }
    items.pop().map_or_else(|| call.declined(), Ok)
}

/// `size`, `np.shape`, `np.size`.
fn size(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.name == "shape" {
        return Ok(Value::shape(Library::NumPy, &tensor.shape));
    }
    let size = match (call.int("dim")?, call.library) {
        (None, Library::PyTorch) => return Ok(Value::shape(Library::PyTorch, &tensor.shape)),
        (None, Library::NumPy) => tensor.numel(),
        (Some(_), _) if tensor.shape.is_empty() => return call.declined(),
        (Some(axis), _) => match tensor.shape.get(call.axis(axis, tensor.shape.ndim())?) {
            Some(&size) => size,
            None => return call.declined(),
        },
    };
    Ok(Value::Int(i64::try_from(size).ok()))
}

/// What is asked of a tensor: `ndim`, `numel` and their like.
fn question(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    Ok(match call.name {
        "numel" => Value::Int(i64::try_from(tensor.numel()).ok()),
        "is_contiguous" => Value::Bool(tensor.layout.as_ref().map(StridedLayout::is_contiguous)),
        _ => Value::Int(i64::try_from(tensor.shape.ndim()).ok()),
    })
}
