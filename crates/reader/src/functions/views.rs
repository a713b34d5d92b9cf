//! Views: `reshape`, `transpose`, `squeeze`, `expand` and their like.

use std::cell::Cell;
use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::exchanged::note_kept_order;
use crate::functions::size_names::name_view;
use crate::reading::{OperationResult, UnreadableReason};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{copied_as, resized, view_node, viewed};
use crate::tensors::context::{Context, Meeting, Outcome, library_raises, raised, sizes, spoilt, unreadable};
use crate::tensors::types::type_name;
use crate::tensors::value::{Placed, Tensor, Value, View};
use tensor_broadcasting::library::{Library, LibraryError, Reshaped};
use tensor_broadcasting::{Dtype, Shape, StridedLayout};

rules! {
    reshape numpy_view ravel flatten swap permute
    matrix_t move_axes unsqueeze lost squeeze expand stride diagonal unfold
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

/// Gives the strides of a view from those of its tensor, and how many elements it begins behind it.
type Restride<'a> = dyn Fn(&[u64]) -> (Vec<u64>, u64) + 'a;

/// A view of these sizes: `apply` gives its strides from those of the tensor, and how many elements it begins behind it.
pub(crate) fn strided(tensor: &Tensor, sizes: &[u64], apply: &Restride<'_>) -> Option<View> {
    let view = View::of(tensor).with(&|layout| {
        let (strides, shift) = apply(layout.strides());
        StridedLayout::with_strides(Shape::from(sizes), strides).map(|layout| (layout, shift)).ok_or(())
    });
    view.ok()
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
    let order: Vec<usize> = (0..tensor.shape.ndim()).rev().listed();
    rearranged(context, tensor, span, &|layout| Ok(layout.permuted(&order)))
}

/// `reshape`, `view` and their like.
fn reshape(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.text("order")?.is_some_and(|order| order != "C") {
        return call.declined();
    }
    if let Some(dtype) = call.dtype("dtype")? {
        // The same bytes as elements of another type, which are not computed.
        if dtype.bytes() != tensor.dtype.bytes() || dtype == Dtype::Bool && tensor.dtype != Dtype::Bool {
            return call.declined();
        }
        return call.viewed(context, &tensor, View { dtype, ..View::of(&tensor) });
    }
    if call.get("other").is_some() {
        let other = call.tensor(context, "other")?;
        return reshaped(context, &tensor, &sizes(&other.shape), call);
    }
    if call.rest.is_empty() {
        call.need("shape")?;
    }
    let made = reshaped(context, &tensor, &call.sizes("shape")?, call)?;
    if let Value::Tensor(made) = &made {
        note_kept_order(context, &tensor, made, call);
        name_view(context, &tensor, made, call);
    }
    Ok(made)
}

/// NumPy's `view`, which takes sizes for an element type.
fn numpy_view(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match (call.get("dtype").map(|given| &given.value), call.get("type").map(|given| &given.value)) {
        (None, None) => call.viewed(context, &tensor, View::of(&tensor)),
        (Some(Value::Int(Some(size))), None) => {
            raised("TypeError", format!("Cannot interpret '{size}' as a data type"), &call.span)
        }
        (Some(Value::Int(_)), Some(Value::Int(_))) => call.fails("Type must be a sub-type of ndarray type"),
        _ => call.declined(),
    }
}

/// A tensor with other sizes, as a view where that is possible.
///
/// # Errors
///
/// The library's own exception; whether it is a view is not known.
pub(crate) fn reshaped(context: &mut Context<'_>, tensor: &Tensor, wanted: &[i64], call: &Call) -> Outcome {
    let library = call.library;
    let as_view = matches!(call.name, "view" | "view_as");
    let is_row_major = tensor.layout.as_ref().is_none_or(StridedLayout::is_contiguous);
    let is_always_copy = match call.name {
        "flatten" => library == Library::NumPy,
        name => name == "ravel" && !is_row_major,
    };
    let is_copy = Cell::new(is_always_copy);
    let view = View::of(tensor).with(&|layout| match library.reshape(layout, wanted)? {
        Reshaped::View(layout) => Ok((layout, 0)),
        Reshaped::Copy(layout) => {
            is_copy.set(true);
            Ok((layout, 0))
        }
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
            call.viewed(context, tensor, View { places, ..view }.or_copy())
        }
        (_, true) => {
            let layout = Some(library.contiguous(&tensor.shape));
            let copy = copied_as(context, tensor, (library, tensor.dtype), layout, &call.span)?;
            let flat = View::of(&copy).with(&|_| Ok::<_, LibraryError>((library.contiguous(&view.shape), 0)));
            let node = view_node(context, tensor);
            flat.map_or_else(|error| call.raises(error), |flat| Ok(Value::Tensor(flat.tensor(node))))
        }
        (_, false) => call.viewed(context, tensor, view),
    }
}

/// `ravel`, and NumPy's `flatten`.
fn ravel(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    reshaped(context, &tensor, &[-1], call)
}

/// `torch.flatten`.
fn flatten(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (start, _) = call.axis_of("start_dim", Some(0), &tensor)?;
    let (end, _) = call.axis_of("end_dim", Some(-1), &tensor)?;
    let mut wanted = sizes(&tensor.shape);
    if wanted.is_empty() {
        return reshaped(context, &tensor, &[1], call);
    }
    if start > end {
        return call.fails("flatten() has invalid args: start_dim cannot come after end_dim");
    }
    if start == end {
        return Ok(Value::Tensor(tensor));
    }
    let product = wanted.drain(start..=end).try_fold(1_i64, i64::checked_mul);
    wanted.insert(start, product.unwrap_or(-1));
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

/// `t`.
fn matrix_t(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match tensor.shape.ndim() {
        0..=2 => {
            let order: Vec<usize> = (0..tensor.shape.ndim()).rev().listed();
            rearranged(context, &tensor, &call.span, &|layout| Ok(layout.permuted(&order)))
        }
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
    let axis = |axis: i64, name: &str| {
        call.library.axis(axis, ndim).or_else(|error| match call.library {
            Library::NumPy => call.raises(LibraryError { message: format!("{name}: {}", error.message), ..error }),
            Library::PyTorch => call.raises(error),
        })
    };
    // The axis of the tensor that each axis of the result is.
    let mut order: Vec<usize> = (0..ndim).listed();
    let mut moved = Vec::new();
    for from in from {
        moved.push(axis(from, "source")?);
    }
    order.retain(|axis| !moved.contains(axis));
    if order.len() + moved.len() != ndim.max(1) {
        return call.declined();
    }
    let mut places = Vec::new();
    for to in to {
        places.push(axis(to, "destination")?);
    }
    for at in 0..ndim {
        if let Some(moved) = places.iter().position(|&place| place == at).and_then(|number| moved.get(number)) {
            order.insert(at.min(order.len()), *moved);
        }
    }
    // An axis that stands there twice.
    if order.len() != ndim {
        return call.declined();
    }
    rearranged(context, &tensor, &call.span, &|layout| Ok(layout.permuted(&order)))
}

/// `unsqueeze`, `np.expand_dims`.
fn unsqueeze(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(axes) = call.ints("axis")? else { return call.declined() };
    let ndim = tensor.shape.ndim() + axes.len();
    let mut places = Vec::new();
    for axis in axes {
        let axis = call.axis(axis, ndim)?;
        if places.contains(&axis) {
            return call.declined();
        }
        places.push(axis);
    }
    // An axis is inserted before those behind it.
    rearranged(context, &tensor, &call.span, &|layout| {
        let mut layout = layout.clone();
        for axis in (0..ndim).filter(|axis| places.contains(axis)) {
            layout = call.library.unsqueeze(&layout, axis as i64)?;
        }
        Ok(layout)
    })
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

/// `expand`, `expand_as`, `broadcast_to`.
fn expand(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let wanted = match call.get("other") {
        Some(_) => sizes(&call.tensor(context, "other")?.shape),
        None => call.sizes("size")?,
    };
    let operands: Vec<Placed> = ["input", "other"].iter().filter_map(|name| call.get(name).cloned()).listed();
    let meeting = Meeting::of(call.name, None, &operands, &call.span);
    let mut view = match expansion(&tensor, call.library, &wanted) {
        Ok(view) => view,
        Err(mut error) => {
            error.message = error.message.replacen("torch.FloatTensor", &type_name(tensor.dtype), 1);
            return context.fails(&meeting, error);
        }
    };
    if !context.is_field && view.shape.numel().is_none_or(|elements| elements > 1 << 40) {
        return unreadable(UnreadableReason::TooMuch, &call.span);
    }
    view.read_only = call.library == Library::NumPy;
    let shape = view.shape.clone();
    let stretched = call.viewed(context, &tensor, view)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(stretched)
}

/// A tensor that is stretched to a larger shape.
///
/// # Errors
///
/// The library's own exception.
pub(crate) fn expansion(tensor: &Tensor, library: Library, wanted: &[i64]) -> Result<View, LibraryError> {
    View::of(tensor).with(&|layout| Ok((library.expand(layout, wanted)?, 0)))
}

/// The length of a diagonal of a matrix.
pub(crate) fn diagonal_length(rows: u64, columns: u64, offset: i64) -> u64 {
    let (above, below) = if offset >= 0 { (offset, 0) } else { (0, offset) };
    rows.saturating_sub(below.unsigned_abs()).min(columns.saturating_sub(above.unsigned_abs()))
}

/// `diagonal`.
fn diagonal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let offset = call.int_or("offset", 0)?;
    let axis = |name: &str, default| call.axis_of(name, Some(default), &tensor);
    let (Ok((one, rows)), Ok((two, columns))) = (axis("dim1", 0), axis("dim2", 1)) else { return call.declined() };
    if one == two {
        return call.declined();
    }
    let length = diagonal_length(rows, columns, offset);
    let kept: Vec<usize> = (0..ndim).filter(|&axis| axis != one && axis != two).listed();
    let mut sizes: Vec<u64> = kept.iter().filter_map(|&axis| tensor.shape.get(axis).copied()).listed();
    sizes.push(length);
    let view = strided(&tensor, &sizes, &|own| {
        let stride = |axis: usize| own.get(axis).copied().unwrap_or(0);
        let mut strides: Vec<u64> = kept.iter().map(|&axis| stride(axis)).listed();
        strides.push(stride(one).wrapping_add(stride(two)));
        let start = if length == 0 { 0 } else { offset.unsigned_abs() };
        (strides, start.wrapping_mul(stride(if offset >= 0 { two } else { one })))
    });
    let Some(mut view) = view else { return call.declined() };
    // NumPy does not write into a diagonal.
    view.read_only |= call.library == Library::NumPy;
    call.viewed(context, &tensor, view)
}

/// `unfold`: overlapping windows.
fn unfold(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (Some(size), Some(step)) = (call.int("size")?, call.int("step")?) else { return call.declined() };
    let (axis, length) = call.axis_of("dimension", None, &tensor)?;
    if size < 0 || step <= 0 || tensor.shape.is_empty() {
        return call.declined();
    }
    let (size, step) = (size.unsigned_abs(), step.unsigned_abs());
    if size > length {
        return call.fails(format!("maximum size for tensor at dimension {axis} is {length} but size is {size}"));
    }
    let mut sizes = resized(&tensor.shape, axis, (length - size) / step + 1).to_vec();
    sizes.push(size);
    let view = strided(&tensor, &sizes, &|own| {
        let mut strides = own.to_vec();
        strides.extend(own.get(axis));
        if let Some(slot) = strides.get_mut(axis) {
            *slot = slot.wrapping_mul(step);
        }
        (strides, 0)
    });
    view.map_or_else(|| call.declined(), |view| call.viewed(context, &tensor, view))
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
