//! Functions that write into parts of a tensor or gather counts: `scatter`, `index_add_`, `bincount`; `unique`.

use crate::functions::elementwise::{leaf_error, wrote};
use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY, NUMPY_FUNCTION, Row, TORCH, TORCH_METHOD, row};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::order::sorted;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH, "index_add", "input axis|dim index source * alpha", index_add),
    row(TORCH_METHOD, "index_add_", "input axis|dim index source * alpha", index_add),
    row(TORCH, "bincount", "input weights minlength", bincount),
    row(NUMPY_FUNCTION, "bincount", "input|x weights minlength", bincount),
    row(TORCH, "nonzero argwhere", "input * as_tuple", nonzero),
    row(NUMPY, "nonzero", "input|a", nonzero),
    row(NUMPY_FUNCTION, "argwhere flatnonzero", "input|a", nonzero),
    row(TORCH, "unique", "input sorted return_inverse return_counts dim", unique),
    row(NUMPY_FUNCTION, "unique", "input|ar return_index return_inverse return_counts axis", unique),
];

/// Checks that PyTorch or NumPy may write into a tensor.
fn check_writable(context: &Context<'_>, call: &Call, tensor: &Tensor) -> Outcome<()> {
    if tensor.read_only {
        return call.declined();
    }
    if let Err(error) = leaf_error(context, tensor) {
        return call.raises(error);
    }
    // A tensor that is no view has a place for each element.
    if tensor.layout.as_ref().map_or(tensor.is_view, StridedLayout::overlaps) {
        return call.declined();
    }
    Ok(())
}

/// Checks that an index lies within an axis.
fn check_bounds(call: &Call, index: &Tensor, size: u64) -> Outcome<()> {
    let bounds = match index.values() {
        Some(values) => {
            let integers = || values.iter().map(|value| value.to_int());
            match integers().min().zip(integers().max()) {
                Some(bounds) => Some(bounds),
                None => return Ok(()),
            }
        }
        None => index.bounds.get(),
    };
    match bounds {
        Some((low, high)) if low >= 0 && high < size as i64 => Ok(()),
        _ => call.needs_values(),
    }
}

/// The axis of a call. A leaf that is written into is an exception before it is looked at.
fn axis_of(context: &Context<'_>, call: &Call, tensor: &Tensor) -> Outcome<usize> {
    let Some(axis) = call.int("axis")? else { return call.declined() };
    match leaf_error(context, tensor) {
        Err(error) if call.name.ends_with('_') => call.raises(error),
        _ => call.axis(axis, tensor.shape.ndim()),
    }
}

/// The result of a function that writes into a copy, or into the tensor itself where its name ends with `_`.
fn written(context: &mut Context<'_>, call: &Call, tensor: &Tensor, operands: &[&Tensor]) -> Outcome {
    if call.name.ends_with('_') {
        // PyTorch does not write where it reads.
        if operands.iter().filter(|operand| operand.shares_storage(tensor)).count() > 1 {
            return call.declined();
        }
        check_writable(context, call, tensor)?;
        wrote(context, tensor, operands, None, &call.span)?;
        return Ok(Value::Tensor(tensor.clone()));
    }
    let made = (tensor.shape.clone(), tensor.dtype, None);
    call.fresh(context, made, operands)
}

fn index_add(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let source = call.tensor(context, "source")?;
    if index.shape.ndim() != 1 || !matches!(index.dtype, Dtype::Int64 | Dtype::Int32) || source.dtype != tensor.dtype {
        return call.declined();
    }
    if source.shape.ndim() != tensor.shape.ndim() || tensor.shape.is_empty() {
        return call.declined();
    }
    let axis = axis_of(context, call, &tensor)?;
    let fits = source.shape.get(axis) == Some(&index.numel());
    let others = source.shape.iter().zip(tensor.shape.iter()).enumerate().all(|(at, (a, b))| at == axis || a == b);
    if !fits || !others {
        return call.declined();
    }
    check_bounds(call, &index, tensor.shape.get(axis).copied().unwrap_or(1))?;
    written(context, call, &tensor, &[&tensor, &source])
}

/// `bincount`: one count for each integer up to the largest.
fn bincount(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.shape.ndim() != 1 || !tensor.dtype.is_integer() || tensor.dtype == Dtype::Bool {
        return call.declined();
    }
    let least = call.int_or("minlength", 0)?;
    if least < 0 {
        return call.fails(match call.library {
            Library::PyTorch => "minlength should be >= 0",
            Library::NumPy => "'minlength' must not be negative",
        });
    }
    let known = tensor.values();
    let most = known.as_ref().and_then(|values| values.iter().map(|value| value.to_int()).max());
    let lowest = known.as_ref().and_then(|values| values.iter().map(|value| value.to_int()).min());
    let count = match (most, tensor.bounds.get()) {
        (Some(most), _) if lowest.is_some_and(|lowest| lowest >= 0) => (most + 1).max(least),
        (None, Some((low, high))) if low >= 0 && high < least => least,
        _ => return call.needs_values(),
    };
    let dtype = match call.given("weights") {
        None => Dtype::Int64,
        Some(_) => {
            let weights = call.tensor(context, "weights")?;
            if weights.shape != tensor.shape || (call.library == Library::PyTorch && weights.dtype != Dtype::Float32) {
                return call.declined();
            }
            if call.library == Library::PyTorch { Dtype::Float32 } else { Dtype::Float64 }
        }
    };
    let counts = known.filter(|_| dtype == Dtype::Int64).and_then(|values| {
        let mut counts = vec![0_i64; usize::try_from(count).ok().filter(|&count| count <= 1_024)?];
        for value in values.iter() {
            *counts.get_mut(usize::try_from(value.to_int()).ok()?)? += 1;
        }
        Some(counts.into_iter().map(Scalar::Int).collect())
    });
    let made = (Shape::from([count.unsigned_abs()]), dtype, counts);
    call.fresh(context, made, &[])
}

/// `nonzero` and its like: as many results as there are elements other than 0.
fn nonzero(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(values) = tensor.values() else { return call.needs_values() };
    if tensor.shape.is_empty() {
        return call.declined();
    }
    let count = values.iter().filter(|value| value.to_float() != 0.0).count() as u64;
    let ndim = tensor.shape.ndim() as u64;
    let as_tuple =
        call.library == Library::NumPy || (call.get("as_tuple").is_some() && call.flag("as_tuple", false)?);
    let mut make =
        |shape: Shape| fresh(context, call.library, (shape, Dtype::Int64, None), &[], &call.span).map(Value::Tensor);
    match call.name {
        "argwhere" => make(Shape::from([count, ndim])),
        "flatnonzero" => make(Shape::from([count])),
        _ if as_tuple => {
            let mut all = Vec::new();
            for &size in tensor.shape.iter() {
                let index = make(Shape::from([count]))?;
                if let (Value::Tensor(index), true) = (&index, size > 0) {
                    index.bounds.set(Some((0, size as i64 - 1)));
                }
                all.push(index);
            }
            Ok(Value::tuple(all))
        }
        _ => make(Shape::from([count, ndim])),
    }
}

/// `unique` of known values.
fn unique(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["dim", "sorted", "return_index", "return_inverse", "return_counts", "axis"])?;
    let Some(values) = tensor.values() else { return call.needs_values() };
    if values.iter().any(|value| value.to_float().is_nan()) {
        return call.declined();
    }
    context.step(values.len() / 16, &call.span)?;
    let mut all = sorted(&values, |a, b| a.to_float().total_cmp(&b.to_float()));
    all.dedup_by(|a, b| a.to_float() == b.to_float());
    let shape = Shape::from([all.len() as u64]);
    call.fresh(context, (shape, tensor.dtype, Some(all)), &[])
}
