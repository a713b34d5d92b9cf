//! Functions that write into parts of a tensor or gather counts: `scatter`, `index_add_`, `fill_diagonal`, `bincount`, windows.

use std::cmp::Ordering;

use crate::functions::elementwise::{leaf_error, wrote};
use crate::functions::numpy_reductions::numpy_accumulated;
use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY, NUMPY_FUNCTION, Row, TORCH, TORCH_FUNCTION, TORCH_METHOD, row};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, raised, sizes};
use crate::tensors::order::sorted;
use crate::tensors::types::is_complex;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH_METHOD, "fill_diagonal_", "input value|fill_value wrap", fill_diagonal),
    row(NUMPY_FUNCTION, "fill_diagonal", "input|a value|val wrap", fill_diagonal),
    row(TORCH, "scatter scatter_add", "input axis|dim index source|src|value", scatter),
    row(TORCH_METHOD, "scatter_ scatter_add_", "input axis|dim index source|src|value", scatter),
    row(TORCH, "index_add index_copy", "input axis|dim index source * alpha", index_add),
    row(TORCH_METHOD, "index_add_ index_copy_", "input axis|dim index source * alpha", index_add),
    row(TORCH, "index_fill", "input axis|dim index value", index_fill),
    row(TORCH_METHOD, "index_fill_", "input axis|dim index value", index_fill),
    row(TORCH, "bincount", "input weights minlength", bincount),
    row(NUMPY_FUNCTION, "bincount", "input|x weights minlength", bincount),
    row(
        NUMPY_FUNCTION,
        "maximum.accumulate minimum.accumulate add.accumulate multiply.accumulate",
        "input|array axis dtype out",
        accumulate,
    ),
    row(NUMPY_FUNCTION, "lib.stride_tricks.sliding_window_view", "input|x window|window_shape axis", windows),
    row(NUMPY_FUNCTION, "hanning hamming blackman bartlett", "length|M", window_function),
    row(
        TORCH_FUNCTION,
        "hann_window hamming_window blackman_window",
        "length|window_length periodic * dtype",
        window_function,
    ),
    row(TORCH, "nonzero argwhere", "input * as_tuple", nonzero),
    row(NUMPY, "nonzero", "input|a", nonzero),
    row(NUMPY_FUNCTION, "argwhere flatnonzero", "input|a", nonzero),
    row(TORCH, "unique", "input sorted return_inverse return_counts dim", unique),
    row(NUMPY_FUNCTION, "unique", "input|ar return_index return_inverse return_counts axis", unique),
    row(NUMPY_FUNCTION, "isin", "input|element other|test_elements assume_unique invert", is_in),
    row(TORCH_FUNCTION, "isin", "input|elements other|test_elements", is_in),
    row(TORCH_FUNCTION, "searchsorted", "sorted|sorted_sequence input * right side", search_sorted),
    row(TORCH_FUNCTION, "bucketize", "input sorted|boundaries * right", search_sorted),
    row(NUMPY_FUNCTION, "may_share_memory shares_memory", "a b", unknown_bool),
    row(NUMPY_FUNCTION, "modf", "input|x", pair_of_parts),
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

fn fill_diagonal(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.need("input")?.value.tensor().is_none() {
        return call.declined();
    }
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let value = &call.need("value")?.value;
    let wraps = call.get("wrap").is_some() && call.flag("wrap", false)?;
    if ndim < 2 {
        return match call.library {
            Library::PyTorch => call.fails("dimensions must larger than 1"),
            Library::NumPy => call.fails("array must be at least 2-d"),
        };
    }
    let is_cube = tensor.shape.iter().all(|size| tensor.shape.first() == Some(size));
    if ndim > 2 && !is_cube {
        return match call.library {
            Library::PyTorch => call.fails("all dimensions of input must be of equal length"),
            Library::NumPy => call.fails("All dimensions of input must be of equal length"),
        };
    }
    if value.number_kind().is_none() {
        return call.declined();
    }
    // PyTorch writes into a view of the diagonal.
    if let Err(mut error) = leaf_error(context, &tensor) {
        error.message = error.message.replacen("a leaf", "a view of a leaf", 1);
        return if error.message.starts_with("a view of a leaf") { call.raises(error) } else { call.declined() };
    }
    check_writable(context, call, &tensor)?;
    let columns = tensor.shape.last().copied().unwrap_or(1);
    let number = value.scalar().and_then(|value| crate::tensors::types::cast(value, tensor.dtype));
    let known = tensor.values().filter(|_| ndim == 2 && !wraps);
    let values = known.zip(number).map(|(values, number)| {
        let replace = |(at, value): (usize, &Scalar)| {
            let on_diagonal = at as u64 / columns.max(1) == at as u64 % columns.max(1);
            if on_diagonal { number } else { *value }
        };
        values.iter().enumerate().map(replace).collect()
    });
    wrote(context, &tensor, &[], values, &call.span)?;
    Ok(if call.library == Library::PyTorch { Value::Tensor(tensor) } else { Value::None })
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
    if index.shape.ndim() != tensor.shape.ndim() {
        return call.fails("Index tensor must have the same number of dimensions as self tensor");
    }
    if let Some(source) = &source {
        if source.dtype != tensor.dtype || source.shape.ndim() != tensor.shape.ndim() {
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
    check_bounds(call, &index, tensor.shape.get(axis).copied().unwrap_or(1))?;
    let mut operands = vec![&tensor];
    operands.extend(source.as_ref());
    written(context, call, &tensor, &operands)
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

fn index_fill(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, index) = (call.tensor(context, "input")?, call.tensor(context, "index")?);
    if index.dtype != Dtype::Int64 || call.need("value")?.value.number_kind().is_none() {
        return call.declined();
    }
    let axis = axis_of(context, call, &tensor)?;
    if index.shape.ndim() != 1 {
        return call.declined();
    }
    check_bounds(call, &index, tensor.shape.get(axis).copied().unwrap_or(1))?;
    written(context, call, &tensor, &[&tensor])
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

/// `np.maximum.accumulate`.
fn accumulate(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.dtype("dtype")?;
    if tensor.shape.is_empty() {
        return raised("TypeError", "cannot accumulate on a scalar", &call.span);
    }
    call.without(&["out", "dtype"])?;
    if let Err(error) = Library::NumPy.axis(call.int_or("axis", 0)?, tensor.shape.ndim()) {
        return call.raises(error);
    }
    let dtype = numpy_accumulated(call.name, tensor.dtype);
    let made = (tensor.shape.clone(), dtype, None);
    call.fresh(context, made, &[])
}

/// `sliding_window_view`.
fn windows(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(window) = call.ints("window")? else { return call.declined() };
    let ndim = tensor.shape.ndim();
    let axes: Vec<usize> = match call.ints("axis")? {
        None if window.len() == ndim => (0..ndim).collect(),
        None => return call.declined(),
        Some(axes) if axes.len() == window.len() => {
            let mut all = Vec::new();
            for axis in axes {
                match Library::NumPy.axis(axis, ndim) {
                    Ok(axis) if !all.contains(&axis) => all.push(axis),
                    _ => return call.declined(),
                }
            }
            all
        }
        Some(_) => return call.declined(),
    };
    let mut shape = tensor.shape.to_vec();
    for (&axis, &length) in axes.iter().zip(&window) {
        let (Some(slot), Ok(length)) = (shape.get_mut(axis), u64::try_from(length)) else { return call.declined() };
        if length > *slot {
            return call.fails("window shape cannot be larger than input array shape");
        }
        *slot = *slot - length + 1;
    }
    shape.extend(window.iter().map(|length| length.unsigned_abs()));
    let traits = crate::tensors::value::Traits {
        layout: Some(None),
        base: Some(tensor.clone()),
        read_only: true,
        ..crate::tensors::value::Traits::default()
    };
    context.make(1, &call.span)?;
    Ok(Value::Tensor(Tensor::new(Library::NumPy, Shape::from(shape.as_slice()), tensor.dtype, traits)))
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

fn is_in(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, other) = (call.tensor(context, "input")?, call.tensor(context, "other")?);
    let is_taken = |dtype| !is_complex(dtype) && (dtype != Dtype::Bool || call.library == Library::NumPy);
    if !is_taken(tensor.dtype) || !is_taken(other.dtype) {
        return call.declined();
    }
    let values = tensor.values().zip(other.values()).map(|(values, others)| {
        let found = |value: &Scalar| Scalar::Bool(others.iter().any(|other| other.to_float() == value.to_float()));
        values.iter().map(found).collect()
    });
    let flip = call.get("invert").is_some();
    if flip {
        return call.declined();
    }
    let made = (tensor.shape.clone(), Dtype::Bool, values);
    call.fresh(context, made, &[])
}

fn search_sorted(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (sorted, input) = (call.tensor(context, "sorted")?, call.tensor(context, "input")?);
    if sorted.shape.ndim() != 1 {
        return call.declined();
    }
    let made = fresh(context, Library::PyTorch, (input.shape.clone(), Dtype::Int64, None), &[], &call.span)?;
    made.bounds.set(Some((0, sorted.numel() as i64)));
    Ok(Value::Tensor(made))
}

fn unknown_bool(_: &mut Context<'_>, call: &Call) -> Outcome {
    call.need("a")?;
    call.need("b")?;
    Ok(Value::Bool(None))
}

fn pair_of_parts(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let dtype = crate::tensors::types::floating(call.library, tensor.dtype);
    let mut make =
        || fresh(context, call.library, (tensor.shape.clone(), dtype, None), &[], &call.span).map(Value::Tensor);
    Ok(Value::tuple([make()?, make()?]))
}
