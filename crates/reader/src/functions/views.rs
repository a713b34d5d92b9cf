//! Views: `reshape`, `transpose`, `squeeze`, `expand` and their like.

use std::cell::Cell;
use std::ops::Range;

use crate::reading::{OperationResult, UnreadableReason};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{copied_as, view_node, viewed};
use crate::tensors::context::{Context, Meeting, Outcome, library_raises, raised, sizes, spoilt, unreadable};
use crate::tensors::order::sorted;
use crate::tensors::types::type_name;
use crate::tensors::value::{Placed, Tensor, Value, View};
use tensor_broadcasting::library::{Library, LibraryError, Reshaped};
use tensor_broadcasting::{Dtype, Shape, StridedLayout};

rules! {
    reshape numpy_view reshape_as ravel flatten unflatten swap matrix_transpose permute
    matrix_t move_axes unsqueeze lost squeeze expand stride expand_as diagonal unfold select narrow
}

/// The same tensor as one that gradients do not go through.
pub(crate) fn detached(tensor: &Tensor) -> Tensor {
    View::of(tensor).tensor(None)
}

/// A change of the axes: the library gives the new layout from the old one.
fn rearranged(
    context: &mut Context<'_>,
    tensor: &Tensor,
    span: &Range<usize>,
    apply: &dyn Fn(&StridedLayout) -> Result<StridedLayout, LibraryError>,
) -> Outcome {
    match View::of(tensor).with(&|layout| Ok((apply(layout)?, 0))) {
        Ok(view) => viewed(context, tensor, view, span).map(Value::Tensor),
        Err(error) => library_raises(error, span),
    }
}

/// `x.T`, `x.mT`.
///
/// # Errors
///
/// The library's own exception.
pub(crate) fn transposed(context: &mut Context<'_>, tensor: &Tensor, name: &str, span: &Range<usize>) -> Outcome {
    let library = tensor.library;
    if name == "mT" {
        return rearranged(context, tensor, span, &|layout| library.matrix_transpose(layout));
    }
    if library == Library::PyTorch && !matches!(tensor.shape.ndim(), 0 | 2) {
        let message = "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw \
                       an error in a future release. Consider `x.mT` to transpose batches of matrices or \
                       `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.";
        context.warn("UserWarning", message.to_owned(), span);
    }
    if tensor.shape.ndim() < 2 && tensor.is_scalar {
        return Ok(Value::Tensor(tensor.clone()));
    }
    let order: Vec<usize> = (0..tensor.shape.ndim()).rev().collect();
    rearranged(context, tensor, span, &|layout| Ok(layout.permuted(&order)))
}

/// `reshape`, `view`.
fn reshape(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.text("order")?.is_some_and(|order| order != "C") {
        return call.declined();
    }
    if let ("view", [only]) = (call.name, call.rest.as_slice())
        && let Some(dtype) = crate::signatures::call::dtype_of(&only.value, call.library)
    {
        return as_type(context, &tensor, dtype, call);
    }
    if call.rest.is_empty() {
        call.need("shape")?;
    }
    let wanted = call.sizes("shape")?;
    reshaped(context, &tensor, &wanted, call)
}

/// A view of the same bytes as elements of another type, which are not computed.
fn as_type(context: &mut Context<'_>, tensor: &Tensor, dtype: Dtype, call: &Call) -> Outcome {
    if dtype == tensor.dtype {
        return rearranged(context, tensor, &call.span, &|layout| Ok(layout.clone()));
    }
    if dtype.bytes() != tensor.dtype.bytes() || dtype == Dtype::Bool {
        return call.declined();
    }
    let view = View { dtype, ..View::of(tensor) };
    viewed(context, tensor, view, &call.span).map(Value::Tensor)
}

/// NumPy's `view`, which takes sizes for an element type.
fn numpy_view(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match (call.get("dtype").map(|given| &given.value), call.get("type").map(|given| &given.value)) {
        (None, None) => rearranged(context, &tensor, &call.span, &|layout| Ok(layout.clone())),
        (Some(Value::Int(Some(size))), None) => {
            raised("TypeError", format!("Cannot interpret '{size}' as a data type"), &call.span)
        }
        (Some(Value::Int(_)), Some(Value::Int(_))) => call.fails("Type must be a sub-type of ndarray type"),
        _ => call.declined(),
    }
}

fn reshaped(context: &mut Context<'_>, tensor: &Tensor, wanted: &[i64], call: &Call) -> Outcome {
    let library = call.library;
    let as_view = matches!(call.name, "view" | "view_as");
    let is_row_major = tensor.layout.as_ref().is_none_or(StridedLayout::is_contiguous);
    let is_always_copy = match call.name {
        "flatten" => library == Library::NumPy,
        name => name == "ravel" && !is_row_major,
    };
    let is_copy = Cell::new(is_always_copy);
    let view = View::of(tensor).with(&|layout| {
        Ok(match library.reshape(layout, wanted)? {
            Reshaped::View(layout) => (layout, 0),
            Reshaped::Copy(layout) => {
                is_copy.set(true);
                (layout, 0)
            }
        })
    });
    let view = match view {
        Ok(view) => view,
        Err(error) => return call.raises(error),
    };
    let is_long = |size: &&u64| **size != 1;
    match (&tensor.layout, is_copy.get()) {
        (None, _) if as_view && view.shape.iter().filter(is_long).ne(tensor.shape.iter().filter(is_long)) => {
            unreadable(UnreadableReason::Kinds, &call.span)
        }
        (Some(_), true) if as_view => call.fails(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous \
             subspaces). Use .reshape(...) instead.",
        ),
        (None, true) if tensor.overlaps() => unreadable(UnreadableReason::Kinds, &call.span),
        // Without the strides it is not known whether the library makes a copy.
        (None, is_copy) if !is_always_copy => {
            let places = view.places.clone().filter(|_| !is_copy);
            viewed(context, tensor, View { places, ..view }.or_copy(), &call.span).map(Value::Tensor)
        }
        (_, true) => {
            let layout = Some(library.contiguous(&tensor.shape));
            let copy = copied_as(context, tensor, (library, tensor.dtype), layout, &call.span)?;
            let flat = View::of(&copy).with(&|_| Ok::<_, LibraryError>((library.contiguous(&view.shape), 0)));
            let node = view_node(context, tensor);
            flat.map_or_else(|error| call.raises(error), |flat| Ok(Value::Tensor(flat.tensor(node))))
        }
        (_, false) => viewed(context, tensor, view, &call.span).map(Value::Tensor),
    }
}

/// `view_as`, `reshape_as`.
fn reshape_as(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, other) = (call.tensor(context, "input")?, call.tensor(context, "other")?);
    reshaped(context, &tensor, &sizes(&other.shape), call)
}

/// `ravel`, and NumPy's `flatten`.
fn ravel(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.text("order")?.is_some_and(|order| order != "C") {
        return call.declined();
    }
    reshaped(context, &tensor, &[-1], call).or_else(|stop| {
        // An array without elements has no size that -1 stands for.
        if tensor.numel() == 0 { reshaped(context, &tensor, &[0], call) } else { Err(stop) }
    })
}

/// `torch.flatten`.
fn flatten(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let axis = |at: i64| Library::PyTorch.axis(at, ndim);
    let (start, end) = (call.int_or("start_dim", 0)?, call.int_or("end_dim", -1)?);
    let (start, end) = match (axis(start), axis(end)) {
        (Ok(start), Ok(end)) => (start, end),
        (Err(error), _) | (_, Err(error)) => return call.raises(error),
    };
    if ndim == 0 {
        return reshaped(context, &tensor, &[1], call);
    }
    if start > end {
        return call.fails("flatten() has invalid args: start_dim cannot come after end_dim");
    }
    if start == end {
        return Ok(Value::Tensor(tensor));
    }
    let all = sizes(&tensor.shape);
    let (Some(before), Some(middle), Some(after)) = (all.get(..start), all.get(start..=end), all.get(end + 1..)) else {
        return call.declined();
    };
    let product = middle.iter().try_fold(1_i64, |product, &size| product.checked_mul(size));
    let wanted: Vec<i64> = before.iter().copied().chain([product.unwrap_or(-1)]).chain(after.iter().copied()).collect();
    reshaped(context, &tensor, &wanted, call)
}

/// `unflatten`.
fn unflatten(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (Some(axis), Some(parts)) = (call.int("dim")?, call.ints("sizes")?) else { return call.declined() };
    let Ok(axis) = Library::PyTorch.axis(axis, tensor.shape.ndim()) else { return call.declined() };
    let all = sizes(&tensor.shape);
    let known: i64 = parts.iter().filter(|&&part| part >= 0).product();
    let Some(&size) = all.get(axis) else { return call.declined() };
    if parts.iter().any(|&part| part < -1) {
        return call.declined();
    }
    let inferred = parts.iter().filter(|&&part| part < 0).count();
    if inferred > 1 || known <= 0 || size % known != 0 || (inferred == 0 && known != size) {
        return call.declined();
    }
    let parts = parts.iter().map(|&part| if part < 0 { size / known } else { part });
    let wanted: Vec<i64> =
        all.iter().take(axis).copied().chain(parts).chain(all.iter().skip(axis + 1).copied()).collect();
    reshaped(context, &tensor, &wanted, call)
}

/// `torch.transpose`, `np.swapaxes`.
fn swap(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (Some(first), Some(second)) = (call.int("dim0")?, call.int("dim1")?) else { return call.declined() };
    rearranged(context, &tensor, &call.span, &|layout| call.library.swap_axes(layout, [first, second]))
}

/// `permute`, `np.transpose`, which without axes reverses them.
fn permute(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let name = if call.library == Library::NumPy { "axes" } else { "dims" };
    let is_reversed = call.given(name).is_none() && call.rest.iter().all(|item| matches!(item.value, Value::None));
    if is_reversed && call.library == Library::NumPy {
        return transposed(context, &tensor, "T", &call.span);
    }
    let axes = call.sizes(name)?;
    rearranged(context, &tensor, &call.span, &|layout| call.library.permute(layout, &axes))
}

fn matrix_transpose(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match (tensor.shape.ndim(), call.library) {
        (ndim @ (0 | 1), Library::NumPy) => {
            call.fails(format!("Input array must be at least 2-dimensional, but it is {ndim}"))
        }
        (0 | 1, Library::PyTorch) => call.declined(),
        _ => transposed(context, &tensor, "mT", &call.span),
    }
}

/// `t`.
fn matrix_t(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match tensor.shape.ndim() {
        0 | 1 => rearranged(context, &tensor, &call.span, &|layout| Ok(layout.clone())),
        2 => rearranged(context, &tensor, &call.span, &|layout| Ok(layout.permuted(&[1, 0]))),
        ndim => call.fails(format!("t() expects a tensor with <= 2 dimensions, but self is {ndim}D")),
    }
}

/// `moveaxis`, `movedim`.
fn move_axes(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (Some(from), Some(to)) = (call.ints("source")?, call.ints("destination")?) else { return call.declined() };
    let ndim = tensor.shape.ndim();
    if from.len() != to.len() {
        return call.declined();
    }
    let mut found = [Vec::new(), Vec::new()];
    for ((list, axes), name) in found.iter_mut().zip([&from, &to]).zip(["source", "destination"]) {
        for &axis in axes {
            match call.library.axis(axis, ndim) {
                Ok(axis) if list.contains(&axis) => return call.declined(),
                Ok(axis) => list.push(axis),
                Err(error) if call.library == Library::NumPy => {
                    let message = format!("{name}: {}", error.message);
                    return call.raises(LibraryError { message, ..error });
                }
                Err(error) => return call.raises(error),
            }
        }
    }
    let [from, to] = found;
    let mut order: Vec<usize> = (0..ndim).filter(|axis| !from.contains(axis)).collect();
    let moves: Vec<(usize, usize)> = to.into_iter().zip(from).collect();
    for (place, axis) in sorted(&moves, Ord::cmp) {
        order.insert(place.min(order.len()), axis);
    }
    rearranged(context, &tensor, &call.span, &|layout| Ok(layout.permuted(&order)))
}

/// `unsqueeze`, `np.expand_dims`.
fn unsqueeze(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let library = call.library;
    let parameter = if library == Library::PyTorch { "dim" } else { "axis" };
    let Some(axes) = call.ints(parameter)? else { return call.declined() };
    match axes.as_slice() {
        [axis] => {
            let axis = call.axis(*axis, tensor.shape.ndim() + 1)?;
            rearranged(context, &tensor, &call.span, &|layout| library.unsqueeze(layout, axis as i64))
        }
        axes => {
            let ndim = tensor.shape.ndim() + axes.len();
            let mut places = Vec::new();
            for &axis in axes {
                match library.axis(axis, ndim) {
                    Ok(axis) if !places.contains(&axis) => places.push(axis),
                    _ => return call.declined(),
                }
            }
            let places = sorted(&places, Ord::cmp);
            let insert = |layout: &StridedLayout| {
                places.iter().try_fold(layout.clone(), |layout, &axis| library.unsqueeze(&layout, axis as i64))
            };
            rearranged(context, &tensor, &call.span, &insert)
        }
    }
}

/// `squeeze`.
fn squeeze(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let axes = call.ints("axis")?;
    let library = call.library;
    let is_repeated = tensor.shape.is_empty()
        && axes.as_ref().is_some_and(|axes| axes.len() > 1 && axes.iter().all(|axis| matches!(axis, -1 | 0)));
    if library == Library::PyTorch && (is_repeated || axes.is_none() && call.get("axis").is_some()) {
        return call.declined();
    }
    rearranged(context, &tensor, &call.span, &|layout| library.squeeze(layout, axes.as_deref()))
}

/// `expand`, `broadcast_to`.
fn expand(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let wanted = call.sizes("size")?;
    expanded(context, &tensor, &wanted, call)
}

fn expanded(context: &mut Context<'_>, tensor: &Tensor, wanted: &[i64], call: &Call) -> Outcome {
    let library = call.library;
    let mut view = match expansion(tensor, library, wanted) {
        Ok(view) => view,
        Err(mut error) => {
            error.message = error.message.replacen("torch.FloatTensor", &type_name(tensor.dtype), 1);
            let operands: Vec<Placed> = ["input", "other"].iter().filter_map(|name| call.get(name).cloned()).collect();
            return context.fails(&Meeting::of(call.name, None, &operands, &call.span), error);
        }
    };
    if !context.is_field && view.shape.numel().is_none_or(|elements| elements > 1 << 40) {
        return unreadable(UnreadableReason::TooMuch, &call.span);
    }
    view.read_only = library == Library::NumPy;
    viewed(context, tensor, view, &call.span).map(Value::Tensor)
}

/// A tensor that is stretched to a larger shape.
///
/// # Errors
///
/// The library's own exception.
pub(crate) fn expansion(tensor: &Tensor, library: Library, wanted: &[i64]) -> Result<View, LibraryError> {
    View::of(tensor).with(&|layout| Ok((library.expand(layout, wanted)?, 0)))
}

/// `expand_as`.
fn expand_as(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, other) = (call.tensor(context, "input")?, call.tensor(context, "other")?);
    let result = expanded(context, &tensor, &sizes(&other.shape), call)?;
    let operands: Vec<Placed> = ["input", "other"].iter().filter_map(|name| call.get(name).cloned()).collect();
    let meeting = Meeting::of(call.name, None, &operands, &call.span);
    context.record(&meeting, OperationResult::Tensor(other.shape.clone()))?;
    Ok(result)
}

/// `diagonal`.
fn diagonal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let first = if call.library == Library::PyTorch { ["dim1", "dim2"] } else { ["axis1", "axis2"] };
    let (one, two) = (call.int(first[0])?.unwrap_or(0), call.int(first[1])?.unwrap_or(1));
    let ndim = tensor.shape.ndim();
    let (Ok(one), Ok(two)) = (call.library.axis(one, ndim), call.library.axis(two, ndim)) else {
        return call.declined();
    };
    let offset = call.int_or("offset", 0)?;
    let (Some(&rows), Some(&columns)) = (tensor.shape.get(one), tensor.shape.get(two)) else { return call.declined() };
    if one == two {
        return call.declined();
    }
    let (rows, columns) = (rows as i64, columns as i64);
    let length =
        if offset >= 0 { rows.min(columns.saturating_sub(offset)) } else { rows.saturating_add(offset).min(columns) };
    let length = length.max(0).unsigned_abs();
    let kept: Vec<usize> = (0..ndim).filter(|&axis| axis != one && axis != two).collect();
    let shape: Shape = kept.iter().filter_map(|&axis| tensor.shape.get(axis).copied()).chain([length]).collect();
    let view = View::of(&tensor).with(&|layout| {
        let stride = |axis: usize| layout.strides().get(axis).copied().unwrap_or(0);
        let along = stride(one).wrapping_add(stride(two));
        let strides = kept.iter().map(|&axis| stride(axis)).chain([along]).collect();
        let start = if length == 0 { 0 } else { offset.unsigned_abs() };
        let shift = start.wrapping_mul(stride(if offset >= 0 { two } else { one }));
        StridedLayout::with_strides(shape.clone(), strides).map(|layout| (layout, shift)).ok_or(())
    });
    let Ok(mut view) = view else { return call.declined() };
    // NumPy does not write into a diagonal.
    view.read_only |= call.library == Library::NumPy;
    viewed(context, &tensor, view, &call.span).map(Value::Tensor)
}

/// `unfold`: overlapping windows.
fn unfold(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (Some(axis), Some(size), Some(step)) = (call.int("dimension")?, call.int("size")?, call.int("step")?) else {
        return call.declined();
    };
    let axis = call.axis(axis, tensor.shape.ndim())?;
    let Some(&length) = tensor.shape.get(axis) else { return call.declined() };
    let length = length as i64;
    if size < 0 || step <= 0 {
        return call.declined();
    }
    if size > length {
        return call.fails(format!("maximum size for tensor at dimension {axis} is {length} but size is {size}"));
    }
    let windows = (length - size) / step + 1;
    let mut sizes = tensor.shape.to_vec();
    if let Some(slot) = sizes.get_mut(axis) {
        *slot = windows.unsigned_abs();
    }
    sizes.push(size.unsigned_abs());
    let shape = Shape::from(sizes.as_slice());
    let view = View::of(&tensor).with(&|layout| {
        let mut strides = layout.strides().to_vec();
        let own = strides.get(axis).copied().unwrap_or(1);
        if let Some(slot) = strides.get_mut(axis) {
            *slot = own.wrapping_mul(step.unsigned_abs());
        }
        strides.push(own);
        StridedLayout::with_strides(shape.clone(), strides).map(|layout| (layout, 0)).ok_or(())
    });
    match view {
        Ok(view) => viewed(context, &tensor, view, &call.span).map(Value::Tensor),
        Err(()) => call.declined(),
    }
}

/// `select`.
fn select(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (Some(axis), Some(at)) = (call.int("dim")?, call.int("index")?) else { return call.declined() };
    let tensor = call.tensor(context, "input")?;
    let axis = call.axis(axis, tensor.shape.ndim())?;
    let size = tensor.shape.get(axis).map_or(0, |&size| size as i64);
    if !(-size..size).contains(&at) {
        let shape = tensor_broadcasting::library::signed(&tensor.shape);
        let message = format!("select(): index {at} out of range for tensor of size {shape:?} at dimension {axis}");
        return raised("IndexError", message, &call.span);
    }
    let at = if at < 0 { at + size } else { at };
    let view = View::of(&tensor).part(axis, at.unsigned_abs(), 1).without(axis);
    viewed(context, &tensor, view, &call.span).map(Value::Tensor)
}

/// `narrow`.
fn narrow(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (Some(axis), Some(start), Some(length)) = (call.int("dim")?, call.int("start")?, call.int("length")?) else {
        return call.declined();
    };
    let tensor = call.tensor(context, "input")?;
    let Ok(axis) = Library::PyTorch.axis(axis, tensor.shape.ndim()) else { return call.declined() };
    let size = tensor.shape.get(axis).map_or(0, |&size| size as i64);
    if start < 0 || length < 0 || start.saturating_add(length) > size {
        return call.declined();
    }
    let view = View::of(&tensor).part(axis, start.unsigned_abs(), length.unsigned_abs());
    viewed(context, &tensor, view, &call.span).map(Value::Tensor)
}

/// `x.stride()`.
fn stride(context: &mut Context<'_>, call: &Call) -> Outcome {
    strides(&call.tensor(context, "input")?, 1).map_or_else(|| call.needs_values(), Ok)
}

/// The strides of a tensor, in parts of so many to an element; `None` where they are not known.
pub(crate) fn strides(tensor: &Tensor, parts: i64) -> Option<Value> {
    let strides = tensor.layout.as_ref()?.strides().iter();
    Some(Value::tuple(
        strides.map(|&stride| Value::Int(i64::try_from(stride).ok().and_then(|stride| stride.checked_mul(parts)))),
    ))
}

/// A method that changes the shape of the tensor itself: after it nothing is known of its other names.
fn lost(_: &mut Context<'_>, call: &Call) -> Outcome {
    spoilt(UnreadableReason::UnknownCall(call.name.to_owned()), &call.span)
}
