//! Functions that pick, take apart and extend: `gather`, `take`, `diag`, `diff`, `pad` and their like.

use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY_FUNCTION, Row, TORCH, row};
use crate::tensors::arrays::{fresh, to_array};
use crate::tensors::context::{Context, Outcome, raised, sizes};
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape, broadcast_shapes};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH, "gather", "input axis|dim index * sparse_grad", gather),
    row(TORCH, "take_along_dim", "input index|indices axis|dim", take_along),
    row(NUMPY_FUNCTION, "take_along_axis", "input|arr index|indices axis", take_along),
    row(TORCH, "diag", "input diagonal", diag),
    row(NUMPY_FUNCTION, "diag", "input|v diagonal|k", diag),
    row(TORCH, "diff", "input n axis|dim", diff),
    row(NUMPY_FUNCTION, "diff", "input|a n axis prepend append", diff),
    row(NUMPY_FUNCTION, "pad", "input|array widths|pad_width mode constant_values", pad),
];

/// Checks that the integers of an index lie within an axis.
fn check_index(call: &Call, index: &Tensor, size: u64, negative: bool) -> Outcome<()> {
    let size = size as i64;
    let low = if negative { -size } else { 0 };
    let bounds = match index.values() {
        Some(values) if values.is_empty() => return Ok(()),
        Some(values) => {
            let integers = || values.iter().map(|value| value.to_int());
            integers().min().zip(integers().max())
        }
        None => index.bounds.get(),
    };
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
