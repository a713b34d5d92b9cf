//! Functions that pick, take apart and extend: `gather`, `take`, `diag`, `diff`, `pad` and their like.

use crate::functions::views::diagonal_length;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, replaced, resized};
use crate::tensors::bounds;
use crate::tensors::context::{Context, Outcome, sizes};
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

rules! { gather take diag diff pad search_sorted }

/// Checks that the integers of an index lie within an axis. `negative`: they may count from the end.
///
/// # Errors
///
/// They do not, or that is not known.
pub(crate) fn check_index(call: &Call, index: &Tensor, size: u64, negative: bool) -> Outcome<()> {
    let size = size as i64;
    let low = if negative { -size } else { 0 };
    match bounds::of_tensor(index) {
        _ if index.numel() == 0 => Ok(()),
        Some((least, most)) if least >= low && most < size => Ok(()),
        Some(_) if index.values().is_some() => call.declined(),
        _ => call.needs_values(),
    }
}

/// Whether PyTorch takes a tensor as an index along one axis.
pub(crate) fn is_index(tensor: &Tensor) -> bool {
    matches!(tensor.dtype, Dtype::Int64 | Dtype::Int32)
}

/// Checks the index of `gather` and `scatter` along an axis of a size.
///
/// # Errors
///
/// The library's exception, where one value only is out of bounds; others depend on which of them is looked at first.
pub(crate) fn check_places(call: &Call, index: &Tensor, axis: usize, size: u64) -> Outcome<()> {
    let is_outside = |value: &i64| u64::try_from(*value).is_ok_and(|value| value >= size) || *value < 0;
    let values = index.values().unwrap_or_default();
    let mut outside: Vec<i64> = values.iter().map(|value| value.to_int()).filter(is_outside).collect();
    outside.dedup();
    match outside.as_slice() {
        [only] => call.fails(format!("index {only} is out of bounds for dimension {axis} with size {size}")),
        _ => check_index(call, index, size, false),
    }
}

/// `gather`.
fn gather(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let (axis, size) = call.axis_of("axis", None, &tensor)?;
    if index.numel() == 0 {
        return call.declined();
    }
    if !is_index(&index) {
        return call.fails("gather(): Expected dtype int32/int64 for index");
    }
    // A tensor without axes counts as one with an axis of size 1.
    if index.shape.ndim().max(1) != tensor.shape.ndim().max(1) {
        return call.fails("Index tensor must have the same number of dimensions as input tensor");
    }
    let mut others = index.shape.iter().zip(tensor.shape.iter()).enumerate();
    if let Some((at, _)) = others.find(|(at, (wanted, size))| *at != axis && wanted > size) {
        return call.fails(format!(
            "Size does not match at dimension {at} expected index {:?} to be no larger than self {:?} apart from dimension {axis}",
            sizes(&index.shape),
            sizes(&tensor.shape)
        ));
    }
    check_places(call, &index, axis, size)?;
    call.fresh(context, (index.shape.clone(), tensor.dtype, None), &[&tensor])
}

/// `np.take`, `torch.index_select`.
fn take(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let is_numpy = call.library == Library::NumPy;
    let is_fit = if is_numpy { index.dtype.is_integer() } else { index.shape.ndim() == 1 && is_index(&index) };
    if !is_fit {
        return call.declined();
    }
    // Without an axis all elements count as those of one.
    let (shape, axis) = match call.int("axis")? {
        None => (Shape::from([tensor.numel()]), 0),
        Some(axis) => (tensor.shape.clone(), call.axis(axis, tensor.shape.ndim())?),
    };
    check_index(call, &index, shape.get(axis).copied().unwrap_or(1), is_numpy)?;
    let shape = if shape.is_empty() { shape } else { replaced(&shape, axis, &index.shape) };
    call.fresh(context, (shape, tensor.dtype, None), &[&tensor])
}

/// `diag`.
fn diag(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let offset = call.int_or("diagonal", 0)?;
    let shape = match tensor.shape[..] {
        [size] => {
            let Some(size) = size.checked_add(offset.unsigned_abs()) else { return call.declined() };
            Shape::from([size, size])
        }
        [rows, columns] => Shape::from([diagonal_length(rows, columns, offset)]),
        _ if call.library == Library::NumPy => return call.fails("Input must be 1- or 2-d."),
        _ => return call.declined(),
    };
    call.fresh(context, (shape, tensor.dtype, None), &[&tensor])
}

/// `diff`.
fn diff(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let count = call.int_or("n", 1)?;
    if tensor.shape.is_empty() || count <= 0 {
        return call.declined();
    }
    let (axis, size) = call.axis_of("axis", Some(-1), &tensor)?;
    let shape = resized(&tensor.shape, axis, size.saturating_sub(count.unsigned_abs()));
    call.fresh(context, (shape, tensor.dtype, None), &[&tensor])
}

/// `np.pad`.
fn pad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let widths = &call.need("widths")?.value;
    let items = widths.items().unwrap_or_default();
    let is_nested = items.iter().any(|item| item.items().is_some());
    let mut pairs = Vec::new();
    for item in if is_nested { &items[..] } else { std::slice::from_ref(widths) } {
        pairs.push(match *call.ints_of(item)?.as_slice() {
            [width] if widths.items().is_none() => (width, width),
            [before, after] => (before, after),
            _ => return call.declined(),
        });
    }
    // One pair is for all axes.
    if let [only] = pairs.as_slice() {
        pairs = vec![*only; tensor.shape.ndim()];
    }
    let mode = call.text("mode")?.unwrap_or("constant");
    if !matches!(mode, "constant" | "edge" | "reflect" | "symmetric" | "wrap")
        || pairs.len() != tensor.shape.ndim()
        || pairs.iter().any(|pair| pair.0 < 0 || pair.1 < 0)
        || (call.get("mode").is_some() && tensor.numel() == 0)
    {
        return call.declined();
    }
    if call.get("constant_values").is_some_and(|value| mode != "constant" || value.value.number_kind().is_none()) {
        return call.declined();
    }
    let axes = tensor.shape.iter().zip(&pairs);
    let shape = axes.map(|(&size, pair)| size.saturating_add(pair.0.saturating_add(pair.1).unsigned_abs())).collect();
    call.fresh(context, (shape, tensor.dtype, None), &[&tensor])
}

/// `searchsorted`.
fn search_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (sorted, asked) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    if sorted.shape.ndim() != 1 {
        return call.declined();
    }
    let made = fresh(context, Library::NumPy, (asked.shape.clone(), Dtype::Int64, None), &[], &call.span)?;
    made.bounds.set(Some((0, sorted.numel() as i64)));
    Ok(Value::Tensor(made))
}
