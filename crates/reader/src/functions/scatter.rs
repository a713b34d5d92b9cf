//! Functions that write into parts of a tensor or gather counts: `scatter`, `index_add_`, `bincount`; `unique`.

use crate::functions::elementwise::{leaf_error, wrote};
use crate::functions::picks::check_index;
use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY, NUMPY_FUNCTION, Row, TORCH, TORCH_METHOD, row};
use crate::tensors::arrays::fresh;
use crate::tensors::bounds;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::order::sorted;
use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH_METHOD, "index_add_", "input axis|dim index source * alpha", index_add),
    row(TORCH, "bincount", "input weights minlength", bincount),
    row(NUMPY_FUNCTION, "bincount", "input|x weights minlength", bincount),
    row(TORCH, "nonzero argwhere", "input * as_tuple", nonzero),
    row(NUMPY, "nonzero", "input|a", nonzero),
    row(NUMPY_FUNCTION, "argwhere flatnonzero", "input|a", nonzero),
    row(TORCH, "unique", "input sorted return_inverse return_counts dim", unique),
    row(NUMPY_FUNCTION, "unique", "input|ar return_index return_inverse return_counts axis", unique),
];

/// `index_add_`.
fn index_add(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    let source = call.tensor(context, "source")?;
    let Some(axis) = call.int("axis")? else { return call.declined() };
    if let Err(error) = leaf_error(context, &tensor) {
        return call.raises(error);
    }
    let axis = call.axis(axis, tensor.shape.ndim())?;
    let mut wanted = tensor.shape.to_vec();
    match wanted.get_mut(axis) {
        Some(slot) => *slot = index.numel(),
        None => return call.declined(),
    }
    // PyTorch does not write where it reads, nor into elements that are stored once for several places.
    let has_copies = tensor.overlaps();
    let is_index = index.shape.ndim() == 1 && matches!(index.dtype, Dtype::Int64 | Dtype::Int32);
    if !is_index
        || source.dtype != tensor.dtype
        || source.shape[..] != wanted[..]
        || has_copies
        || source.shares_storage(&tensor)
    {
        return call.declined();
    }
    check_index(call, &index, tensor.shape.get(axis).copied().unwrap_or(1), false)?;
    wrote(context, &tensor, &[&tensor, &source], None, &call.span)?;
    Ok(Value::Tensor(tensor))
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
    let count = match bounds::of_tensor(&tensor) {
        Some((0.., most)) if known.is_some() => (most + 1).max(least),
        Some((0.., most)) if most < least => least,
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
