//! Functions that write into parts of a tensor or gather counts: `scatter`, `bincount`; `unique`.

use std::cmp::Ordering;
use tensor_broadcasting::lists::Listed;

use crate::functions::elementwise::{leaf_error, wrote};
use crate::functions::picks::check_places;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::bounds;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::order::order;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

rules! { scatter bincount histogram nonzero unique }

/// The axis of a call, and its size. A leaf that is written into is an exception before it is looked at.
fn axis_of(context: &Context<'_>, call: &Call, tensor: &Tensor) -> Outcome<(usize, u64)> {
    match leaf_error(context, tensor) {
        Err(error) if call.name.ends_with('_') => call.raises(error),
        _ => call.axis_of("axis", None, tensor),
    }
}

/// The result of a function that writes into a copy, or into the tensor itself where its name ends with `_`.
fn written(context: &mut Context<'_>, call: &Call, tensor: &Tensor, index: &Tensor, operands: &[&Tensor]) -> Outcome {
    if !call.name.ends_with('_') {
        return call.fresh(context, (tensor.shape.clone(), tensor.dtype, None), operands);
    }
    // PyTorch does not write where it reads.
    let shares = operands.iter().chain([&index]).filter(|operand| operand.shares_storage(tensor)).count() > 1;
    if shares || tensor.read_only || tensor.overlaps() {
        return call.declined();
    }
    wrote(context, tensor, operands, None, &call.span)?;
    Ok(Value::Tensor(tensor.clone()))
}

/// `scatter`, `scatter_add`.
fn scatter(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    if index.dtype != Dtype::Int64 || tensor.shape.is_empty() {
        return call.declined();
    }
    let source = match &call.need("source")?.value {
        Value::Tensor(source) => Some(source),
        value if value.number_kind().is_some() => None,
        _ => return call.declined(),
    };
    let (axis, size) = axis_of(context, call, &tensor)?;
    if source.is_some_and(|source| source.dtype != tensor.dtype) {
        return call.declined();
    }
    if index.shape.ndim() != tensor.shape.ndim() {
        return call.fails("Index tensor must have the same number of dimensions as self tensor");
    }
    let is_within = |own: &Shape, axis: Option<usize>| {
        let sizes = index.shape.iter().zip(own.iter()).enumerate();
        sizes.into_iter().all(|(at, (size, own))| Some(at) == axis || size <= own)
    };
    let fits = is_within(&tensor.shape, Some(axis)) && source.is_none_or(|source| is_within(&source.shape, None));
    if !fits || source.is_some_and(|source| source.shape.ndim() != tensor.shape.ndim()) {
        return call.declined();
    }
    check_places(call, &index, axis, size)?;
    let operands: Vec<&Tensor> = [&tensor].into_iter().chain(source).listed();
    written(context, call, &tensor, &index, &operands)
}

/// `bincount`: one count for each integer up to the largest.
fn bincount(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let least = call.int_or("minlength", 0)?;
    if tensor.shape.ndim() != 1 || !tensor.dtype.is_integer() || tensor.dtype == Dtype::Bool || least < 0 {
        return call.declined();
    }
    let count = match bounds::of_tensor(&tensor) {
        Some((0.., most)) if tensor.values().is_some() => (most + 1).max(least),
        Some((0.., most)) if most < least => least,
        _ => return call.needs_values(),
    };
    let shape = Shape::from([count.unsigned_abs()]);
    call.fresh(context, (shape, Dtype::Int64, None), &[])
}

/// `np.histogram`: a count for each bin, and the edges of the bins.
fn histogram(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let bins = call.int_or("bins", 10)?;
    let edges = if tensor.dtype == Dtype::Float32 { Dtype::Float32 } else { Dtype::Float64 };
    if !(1..=1 << 20).contains(&bins) || matches!(tensor.dtype, Dtype::Bool | Dtype::Float16) {
        return call.declined();
    }
    let count = Shape::from([bins.unsigned_abs()]);
    let counts = call.fresh(context, (count, Dtype::Int64, None), &[])?;
    let edges = call.fresh(context, (Shape::from([bins.unsigned_abs() + 1]), edges, None), &[])?;
    Ok(Value::tuple([counts, edges]))
}

/// `nonzero` and its like: as many results as there are elements other than 0.
fn nonzero(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(values) = tensor.values() else { return call.needs_values() };
    if tensor.shape.is_empty() {
        return call.declined();
    }
    let count = values.iter().filter(|value| value.to_float() != 0.0).count() as u64;
    if call.name == "nonzero" && call.flag("as_tuple", call.library == Library::NumPy)? {
        let mut all = Vec::new();
        for &size in tensor.shape.iter() {
            let made = (Shape::from([count]), Dtype::Int64, None);
            let index = fresh(context, call.library, made, &[], &call.span)?;
            index.bounds.set((size > 0).then(|| (0, size as i64 - 1)));
            all.push(Value::Tensor(index));
        }
        return Ok(Value::tuple(all));
    }
    let is_flat = call.name == "flatnonzero";
    let shape = if is_flat { Shape::from([count]) } else { Shape::from([count, tensor.shape.ndim() as u64]) };
    call.fresh(context, (shape, Dtype::Int64, None), &[])
}

/// `unique` of known values.
fn unique(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(values) = tensor.values() else { return call.needs_values() };
    if values.iter().any(|value| value.to_float().is_nan()) {
        return call.declined();
    }
    let is_wanted = [call.flag("return_inverse", false)?, call.flag("return_counts", false)?];
    context.step(values.len() / 16, &call.span)?;
    let compare = |a: usize, b: usize| match (values.get(a), values.get(b)) {
        (Some(a), Some(b)) => a.to_float().partial_cmp(&b.to_float()).unwrap_or(Ordering::Equal),
        _ => Ordering::Equal,
    };
    let mut all: Vec<Scalar> = Vec::new();
    let mut counts = Vec::new();
    let mut inverse = vec![0; values.len()];
    let mut last = None;
    for at in order(values.len(), &compare) {
        if last.is_none_or(|last| compare(last, at).is_ne()) {
            all.extend(values.get(at));
            counts.push(0);
        }
        last = Some(at);
        if let (Some(count), Some(place)) = (counts.last_mut(), inverse.get_mut(at)) {
            *count += 1;
            *place = all.len() as i64 - 1;
        }
    }
    let shape = Shape::from([all.len() as u64]);
    let mut parts = vec![call.fresh(context, (shape.clone(), tensor.dtype, Some(all)), &[])?];
    for (is_wanted, (values, shape)) in is_wanted.into_iter().zip([(inverse, &tensor.shape), (counts, &shape)]) {
        if is_wanted {
            let values = values.into_iter().map(Scalar::Int).listed();
            parts.push(call.fresh(context, (shape.clone(), Dtype::Int64, Some(values)), &[])?);
        }
    }
    match parts.as_slice() {
        [only] => Ok(only.clone()),
        _ => Ok(Value::tuple(parts)),
    }
}
