//! Functions that write into parts of a tensor or gather counts: `scatter`, `index_add_`, `bincount`; `unique`.

use std::cmp::Ordering;

use crate::functions::elementwise::{leaf_error, wrote};
use crate::functions::picks::check_index;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::bounds;
use crate::tensors::context::{Context, Outcome, sizes};
use crate::tensors::order::sorted;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

rules! {
    scatter index_add bincount window_function nonzero unique
}

/// Checks that PyTorch or NumPy may write into a tensor.
fn check_writable(context: &Context<'_>, call: &Call, tensor: &Tensor) -> Outcome<()> {
    if tensor.read_only {
        return call.declined();
    }
    if let Err(error) = leaf_error(context, tensor) {
        return call.raises(error);
    }
    if tensor.overlaps() {
        return call.declined();
    }
    Ok(())
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
fn written(context: &mut Context<'_>, call: &Call, tensor: &Tensor, index: &Tensor, operands: &[&Tensor]) -> Outcome {
    if call.name.ends_with('_') {
        // PyTorch does not write where it reads.
        if operands.iter().chain([&index]).filter(|operand| operand.shares_storage(tensor)).count() > 1 {
            return call.declined();
        }
        check_writable(context, call, tensor)?;
        wrote(context, tensor, operands, None, &call.span)?;
        return Ok(Value::Tensor(tensor.clone()));
    }
    let made = (tensor.shape.clone(), tensor.dtype, None);
    call.fresh(context, made, operands)
}

fn scatter(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    if index.dtype != Dtype::Int64 || tensor.shape.is_empty() {
        return call.declined();
    }
    let source = match &call.need("source")?.value {
        Value::Tensor(source) if source.library == Library::PyTorch => Some(source.clone()),
        value if value.number_kind().is_some() && !call.name.contains("add") => None,
        _ => return call.declined(),
    };
    let axis = axis_of(context, call, &tensor)?;
    if source.as_ref().is_some_and(|source| source.dtype != tensor.dtype) {
        return call.declined();
    }
    if index.shape.ndim() != tensor.shape.ndim() {
        return call.fails("Index tensor must have the same number of dimensions as self tensor");
    }
    if let Some(source) = &source {
        if source.shape.ndim() != tensor.shape.ndim() {
            return call.declined();
        }
        let too_large = |(at, &size): (usize, &u64)| {
            (at != axis && tensor.shape.get(at).is_some_and(|&own| size > own))
                || source.shape.get(at).is_some_and(|&own| size > own)
        };
        if index.shape.iter().enumerate().any(too_large) {
            return call.fails(format!(
                "Expected index {:?} to be no larger than self {:?} apart from dimension {axis} and to be no larger size than src {:?}",
                sizes(&index.shape),
                sizes(&tensor.shape),
                sizes(&source.shape)
            ));
        }
    } else if index
        .shape
        .iter()
        .zip(tensor.shape.iter())
        .enumerate()
        .any(|(at, (index, own))| at != axis && index > own)
    {
        return call.declined();
    }
    check_index(call, &index, tensor.shape.get(axis).copied().unwrap_or(1), false)?;
    let mut operands = vec![&tensor];
    operands.extend(source.as_ref());
    written(context, call, &tensor, &index, &operands)
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
    check_index(call, &index, tensor.shape.get(axis).copied().unwrap_or(1), false)?;
    written(context, call, &tensor, &index, &[&tensor, &source])
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

fn window_function(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(length) = call.int("length")?.and_then(|length| u64::try_from(length).ok()) else {
        return call.declined();
    };
    call.without(&["dtype"])?;
    let dtype = call.library.default_float();
    call.fresh(context, (Shape::from([length]), dtype, None), &[])
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
    call.without(&["dim", "sorted"])?;
    let Some(values) = tensor.values() else { return call.needs_values() };
    if values.iter().any(|value| value.to_float().is_nan()) {
        return call.declined();
    }
    let mut wanted = [false; 3];
    for (wanted, name) in wanted.iter_mut().zip(["return_index", "return_inverse", "return_counts"]) {
        *wanted = call.get(name).is_some() && call.flag(name, false)?;
    }
    if call.given("axis").is_some() {
        return if wanted.contains(&true) { call.declined() } else { unique_rows(context, call, &tensor, &values) };
    }
    context.step(values.len() / 16, &call.span)?;
    let mut all = sorted(&values, |a, b| a.to_float().total_cmp(&b.to_float()));
    all.dedup_by(|a, b| a.to_float() == b.to_float());
    let length = Shape::from([all.len() as u64]);
    // The elements are sorted: the place of each is found by halving.
    let place = |value: &Scalar| all.partition_point(|other| other.to_float() < value.to_float()) as i64;
    let inverse: Vec<i64> = values.iter().map(place).collect();
    let integers = |integers: Vec<i64>| Some(integers.into_iter().map(Scalar::Int).collect::<Vec<Scalar>>());
    let mut firsts = vec![0_i64; all.len()];
    let mut counts = vec![0_i64; all.len()];
    for (at, &place) in inverse.iter().enumerate().rev() {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        if let (Some(first), Some(count)) = (firsts.get_mut(place), counts.get_mut(place)) {
            *first = at as i64;
            *count += 1;
        }
    }
    let mut parts = vec![call.fresh(context, (length.clone(), tensor.dtype, Some(all)), &[])?];
    let shapes = [length.clone(), tensor.shape.clone(), length];
    for ((wanted, shape), values) in wanted.into_iter().zip(shapes).zip([firsts, inverse, counts]) {
        if wanted {
            parts.push(call.fresh(context, (shape, Dtype::Int64, integers(values)), &[])?);
        }
    }
    match parts.as_slice() {
        [only] => Ok(only.clone()),
        _ => Ok(Value::tuple(parts)),
    }
}

/// `np.unique(x, axis=0)` of a known matrix: its rows in order.
fn unique_rows(context: &mut Context<'_>, call: &Call, tensor: &Tensor, values: &[Scalar]) -> Outcome {
    let [_, columns] = tensor.shape[..] else { return call.declined() };
    if call.int("axis")? != Some(0) || columns == 0 || call.library == Library::PyTorch {
        return call.declined();
    }
    let rows: Vec<&[Scalar]> = values.chunks(usize::try_from(columns).unwrap_or(usize::MAX)).collect();
    context.step(values.len() / 16, &call.span)?;
    let mut all = sorted(&rows, |a, b| {
        a.iter()
            .map(|value| value.to_float())
            .partial_cmp(b.iter().map(|value| value.to_float()))
            .unwrap_or(Ordering::Equal)
    });
    all.dedup_by(|a, b| a.iter().zip(b.iter()).all(|(a, b)| a.to_float() == b.to_float()));
    let shape = Shape::from([all.len() as u64, columns]);
    call.fresh(context, (shape, tensor.dtype, Some(all.concat())), &[])
}
