//! Functions that pick, take apart and extend: `gather`, `take`, `diag`, `diff`, `pad` and their like.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, to_array};
use crate::tensors::bounds;
use crate::tensors::context::{Context, Outcome, raised, sizes};
use crate::tensors::types::{Kind, is_complex, promoted};
use crate::tensors::value::{Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape, broadcast_shapes};

rules! {
    gather take_along index_select take diag diff pad search_sorted vander gradient
}

/// Checks that the integers of an index lie within an axis. `negative`: they may count from the end.
///
/// # Errors
///
/// They do not, or that is not known.
pub(crate) fn check_index(call: &Call, index: &Tensor, size: u64, negative: bool) -> Outcome<()> {
    let size = size as i64;
    let low = if negative { -size } else { 0 };
    if index.numel() == 0 {
        return Ok(());
    }
    let bounds = bounds::of_tensor(index);
    match bounds {
        Some((least, most)) if least >= low && most < size => Ok(()),
        Some(_) if index.values().is_some() => call.declined(),
        _ => call.needs_values(),
    }
}

/// `gather`.
fn gather(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let Some(axis) = call.int("axis")? else { return call.declined() };
    let axis = call.axis(axis, tensor.shape.ndim())?;
    if index.numel() == 0 {
        return call.declined();
    }
    if !matches!(index.dtype, Dtype::Int64 | Dtype::Int32) {
        return call.fails("gather(): Expected dtype int32/int64 for index");
    }
    // A tensor without axes counts as one with an axis of size 1.
    if index.shape.ndim().max(1) != tensor.shape.ndim().max(1) {
        return call.fails("Index tensor must have the same number of dimensions as input tensor");
    }
    for (at, (&wanted, &size)) in index.shape.iter().zip(tensor.shape.iter()).enumerate() {
        if at != axis && wanted > size {
            return call.fails(format!(
                "Size does not match at dimension {at} expected index {:?} to be no larger than self {:?} apart from dimension {axis}",
                sizes(&index.shape),
                sizes(&tensor.shape)
            ));
        }
    }
    check_index(call, &index, tensor.shape.get(axis).copied().unwrap_or(1), false)?;
    let made = fresh(context, Library::PyTorch, (index.shape.clone(), tensor.dtype, None), &[&tensor], &call.span)?;
    Ok(Value::Tensor(made))
}

/// `take_along_axis`, `take_along_dim`: the other axes broadcast.
fn take_along(context: &mut Context<'_>, call: &Call) -> Outcome {
    // NumPy takes no lists here.
    let is_array = |name: &&str| call.get(name).is_some_and(|given| given.value.tensor().is_some());
    if !["input", "index"].iter().all(is_array) {
        return call.declined();
    }
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let Some(axis) = call.int("axis")? else { return call.declined() };
    let Ok(axis) = call.library.axis(axis, tensor.shape.ndim()) else { return call.declined() };
    let is_index = match call.library {
        Library::PyTorch => index.dtype == Dtype::Int64,
        Library::NumPy => index.dtype.is_integer() && index.dtype != Dtype::Bool,
    };
    if index.shape.ndim() != tensor.shape.ndim() || !is_index || tensor.shape.is_empty() {
        return call.declined();
    }
    let mut shape = Vec::new();
    for (at, (&x, &y)) in tensor.shape.iter().zip(index.shape.iter()).enumerate() {
        shape.push(match (at == axis, x, y) {
            (true, _, y) => y,
            (false, x, y) if x == y || y == 1 => x,
            (false, 1, y) => y,
            _ => return call.declined(),
        });
    }
    check_index(call, &index, tensor.shape.get(axis).copied().unwrap_or(1), true)?;
    let made =
        fresh(context, call.library, (Shape::from(shape.as_slice()), tensor.dtype, None), &[&tensor], &call.span)?;
    Ok(Value::Tensor(made))
}

/// `index_select`.
fn index_select(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let Some(axis) = call.int("axis")? else { return call.declined() };
    let axis = call.axis(axis, tensor.shape.ndim())?;
    if index.shape.ndim() != 1 || !matches!(index.dtype, Dtype::Int64 | Dtype::Int32) {
        return call.declined();
    }
    check_index(call, &index, tensor.shape.get(axis).copied().unwrap_or(1), false)?;
    let mut shape = tensor.shape.to_vec();
    if let Some(slot) = shape.get_mut(axis) {
        *slot = index.numel();
    }
    let made =
        fresh(context, Library::PyTorch, (Shape::from(shape.as_slice()), tensor.dtype, None), &[&tensor], &call.span)?;
    Ok(Value::Tensor(made))
}

/// `np.take`.
fn take(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out", "mode"])?;
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    if !index.dtype.is_integer() {
        return call.declined();
    }
    let (size, before, after): (u64, Vec<u64>, Vec<u64>) = match call.int("axis")? {
        None => (tensor.numel(), Vec::new(), Vec::new()),
        Some(axis) => match Library::NumPy.axis(axis, tensor.shape.ndim()) {
            Ok(axis) => (
                tensor.shape.get(axis).copied().unwrap_or(1),
                tensor.shape.iter().take(axis).copied().collect(),
                tensor.shape.iter().skip(axis + 1).copied().collect(),
            ),
            Err(error) => return call.raises(error),
        },
    };
    check_index(call, &index, size, true)?;
    let shape: Shape = before.into_iter().chain(index.shape.iter().copied()).chain(after).collect();
    call.fresh(context, (shape, tensor.dtype, None), &[])
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
        [rows, columns] => {
            let (rows, columns) = (rows as i64, columns as i64);
            let length = if offset >= 0 {
                rows.min(columns.saturating_sub(offset))
            } else {
                rows.saturating_add(offset).min(columns)
            };
            Shape::from([length.max(0).unsigned_abs()])
        }
        _ if call.library == Library::NumPy => return call.fails("Input must be 1- or 2-d."),
        _ => return call.declined(),
    };
    call.fresh(context, (shape, tensor.dtype, None), &[&tensor])
}

/// `diff`.
fn diff(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["prepend", "append"])?;
    let count = call.int_or("n", 1)?;
    if tensor.shape.is_empty() {
        return match call.library {
            Library::NumPy if count > 0 => {
                raised("ValueError", "diff requires input that is at least one dimensional", &call.span)
            }
            _ => call.declined(),
        };
    }
    if count < 0 {
        return call.fails(format!("order must be non-negative but got {count}"));
    }
    let axis = call.int_or("axis", -1)?;
    if count == 0 {
        // No axis is looked at. NumPy gives the argument itself.
        return match call.library {
            Library::PyTorch => {
                let values = tensor.values().map(|values| values.to_vec());
                call.fresh(context, (tensor.shape.clone(), tensor.dtype, values), &[&tensor])
            }
            Library::NumPy => call.declined(),
        };
    }
    let (axis, mut shape) = (call.axis(axis, tensor.shape.ndim())?, tensor.shape.to_vec());
    match shape.get_mut(axis) {
        Some(slot) => *slot = slot.saturating_sub(count.unsigned_abs()),
        None => return call.declined(),
    }
    call.fresh(context, (Shape::from(shape.as_slice()), tensor.dtype, None), &[&tensor])
}

/// `np.pad`.
fn pad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let Some(items) = call.need("widths")?.value.items() else {
        let width = call.int_of(&call.need("widths")?.value)?;
        return padded(context, call, &tensor, &vec![(width, width); ndim]);
    };
    let mut widths = Vec::new();
    for item in &items {
        widths.push(call.ints_of(item)?);
    }
    let pairs: Vec<(i64, i64)> = match widths.as_slice() {
        [both] if both.len() == 2 => vec![(both[0], both[1]); ndim],
        [before, after] if before.len() == 1 && after.len() == 1 && items.iter().all(|item| item.items().is_none()) => {
            vec![(before[0], after[0]); ndim]
        }
        pairs if pairs.len() == ndim && pairs.iter().all(|pair| pair.len() == 2) => {
            pairs.iter().map(|pair| (pair[0], pair[1])).collect()
        }
        _ => return call.declined(),
    };
    padded(context, call, &tensor, &pairs)
}

fn padded(context: &mut Context<'_>, call: &Call, tensor: &Tensor, pairs: &[(i64, i64)]) -> Outcome {
    if call.text("mode")?.is_some_and(|mode| !matches!(mode, "constant" | "edge" | "reflect" | "symmetric" | "wrap"))
        || pairs.iter().any(|pair| pair.0 < 0 || pair.1 < 0)
        || (call.get("mode").is_some() && tensor.numel() == 0)
    {
        return call.declined();
    }
    if let Some(mode) = call.text("mode")?.filter(|mode| *mode != "constant")
        && call.get("constant_values").is_some()
    {
        return call.fails(format!("unsupported keyword arguments for mode '{mode}': {{'constant_values'}}"));
    }
    if let Some(given) = call.get("constant_values") {
        // Two values for each axis.
        let wanted = Shape::from([pairs.len() as u64, 2]);
        let given = to_array(context, given)?;
        if broadcast_shapes(&given.shape, &wanted).ok() != Some(wanted) {
            return call.declined();
        }
    }
    let shape: Shape = tensor
        .shape
        .iter()
        .zip(pairs)
        .map(|(&size, pair)| size.saturating_add((pair.0.saturating_add(pair.1)).unsigned_abs()))
        .collect();
    call.fresh(context, (shape, tensor.dtype, None), &[tensor])
}

fn search_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (first, second) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    call.without(&["sorter"])?;
    let (sorted, asked) = if call.name == "digitize" { (second, first) } else { (first, second) };
    if sorted.shape.ndim() != 1 {
        return call.declined();
    }
    if call.name == "digitize" {
        // NumPy takes only edges that rise or fall.
        let Some(edges) = sorted.values() else { return call.needs_values() };
        let edges: Vec<f64> = edges.iter().map(|edge| edge.to_float()).collect();
        let rises = |(a, b): (&f64, &f64)| a <= b;
        let (up, down) = (edges.iter().zip(edges.iter().skip(1)), edges.iter().skip(1).zip(&edges));
        if !up.into_iter().all(rises) && !down.into_iter().all(rises) {
            return call.declined();
        }
    }
    let count = sorted.numel() as i64;
    let made = fresh(context, Library::NumPy, (asked.shape.clone(), Dtype::Int64, None), &[], &call.span)?;
    made.bounds.set(Some((0, count)));
    Ok(Value::Tensor(made))
}

fn vander(context: &mut Context<'_>, call: &Call) -> Outcome {
    let x = call.tensor(context, "input")?;
    let [length] = x.shape[..] else { return call.fails("x must be a one-dimensional array or sequence.") };
    let count = call.int_or("N", length as i64)?;
    if count < 0 {
        return call.declined();
    }
    let dtype = promoted(Library::NumPy, &[Kind::Tensor(x.dtype), Kind::Tensor(Dtype::Int64)]);
    let shape = Shape::from([length, count.unsigned_abs()]);
    call.fresh(context, (shape, dtype, None), &[])
}

fn gradient(context: &mut Context<'_>, call: &Call) -> Outcome {
    let is_nested = |given: &Placed| match &given.value {
        Value::List(..) | Value::Tuple(..) => true,
        value => value.tensor().is_some_and(|given| given.shape.ndim() != 1),
    };
    if call.rest.iter().any(is_nested) {
        return call.declined();
    }
    let tensor = call.tensor(context, "input")?;
    let order = match call.get("edge_order") {
        Some(_) => call.int_or("edge_order", 1)?,
        None => 1,
    };
    let least = order.unsigned_abs() + 1;
    if tensor.shape.iter().any(|&size| size < least) || tensor.dtype == Dtype::Bool || !matches!(order, 1 | 2) {
        return call.declined();
    }
    let dtype = if tensor.dtype.is_integer() { Dtype::Float64 } else { tensor.dtype };
    let count = match call.get("axis").map(|axis| &axis.value) {
        None => tensor.shape.ndim(),
        Some(Value::Int(_)) => {
            if let Err(error) = Library::NumPy.axis(call.int_or("axis", 0)?, tensor.shape.ndim()) {
                return call.raises(error);
            }
            1
        }
        Some(_) => return call.declined(),
    };
    if call.rest.len() > 1 && call.rest.len() != count {
        return raised("TypeError", "invalid number of arguments", &call.span);
    }
    // The distances between the elements, or where they stand along their axis.
    for (place, spacing) in call.rest.iter().enumerate() {
        if spacing.value.number_kind().is_some() {
            continue;
        }
        let places = to_array(context, spacing)?;
        let first = if call.get("axis").is_some() { call.int_or("axis", 0)? } else { place as i64 };
        let size = Library::NumPy.axis(first, tensor.shape.ndim()).ok().and_then(|axis| tensor.shape.get(axis));
        match places.shape.ndim() {
            1 if call.rest.len() == 1 && count > 1 => return call.declined(),
            1 if Some(&places.numel()) != size => {
                return call.fails("when 1d, distances must match the length of the corresponding dimension");
            }
            1 if dtype == Dtype::Float64 && !is_complex(places.dtype) => {}
            0 | 1 => return call.declined(),
            _ => return call.fails("distances must be either scalars or 1d"),
        }
    }
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(call.fresh(context, (tensor.shape.clone(), dtype, None), &[&tensor])?);
    }
    match (count, all.first()) {
        (0, _) => call.declined(),
        (1, Some(only)) => Ok(only.clone()),
        _ => Ok(Value::Tuple(all.into(), TupleKind::Plain)),
    }
}
