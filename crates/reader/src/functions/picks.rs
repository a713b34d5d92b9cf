//! Functions that pick, take apart and extend: `gather`, `take`, `diag`, `diff`, `pad` and their like.

use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY_FUNCTION, Row, TORCH, row};
use crate::tensors::arrays::fresh;
use crate::tensors::bounds;
use crate::tensors::context::{Context, Outcome, raised, sizes};
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH, "gather", "input axis|dim index * sparse_grad", gather),
    row(TORCH, "diag", "input diagonal", diag),
    row(NUMPY_FUNCTION, "diag", "input|v diagonal|k", diag),
    row(TORCH, "diff", "input n axis|dim", diff),
    row(NUMPY_FUNCTION, "diff", "input|a n axis prepend append", diff),
    row(NUMPY_FUNCTION, "pad", "input|array widths|pad_width mode constant_values", pad),
];

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

/// `np.pad`: a width for all ends, one for each of the two ends, or two for each axis.
fn pad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let widths = &call.need("widths")?.value;
    let pair = |both: &[i64]| match both {
        &[before, after] => Ok((before, after)),
        _ => call.declined(),
    };
    let pairs: Vec<(i64, i64)> = match widths.items() {
        None => vec![(call.int_of(widths)?, call.int_of(widths)?); ndim],
        Some(items) if items.iter().all(|item| item.items().is_none()) => vec![pair(&call.ints_of(widths)?)?; ndim],
        Some(items) if items.len() == ndim => {
            items.iter().map(|item| pair(&call.ints_of(item)?)).collect::<Outcome<_>>()?
        }
        Some(_) => return call.declined(),
    };
    call.without(&["constant_values"])?;
    if call.text("mode")?.is_some_and(|mode| !matches!(mode, "constant" | "edge" | "reflect" | "symmetric" | "wrap"))
        || pairs.iter().any(|pair| pair.0 < 0 || pair.1 < 0)
        || (call.get("mode").is_some() && tensor.numel() == 0)
    {
        return call.declined();
    }
    let shape: Shape = tensor
        .shape
        .iter()
        .zip(&pairs)
        .map(|(&size, pair)| size.saturating_add((pair.0.saturating_add(pair.1)).unsigned_abs()))
        .collect();
    call.fresh(context, (shape, tensor.dtype, None), &[&tensor])
}
