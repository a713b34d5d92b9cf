//! Methods and functions that look at a tensor's buffer in another way, or copy it where they cannot.

use crate::evaluator::call::Call;
use crate::evaluator::elements::copied;
use crate::evaluator::value::{Spanned, Value};
use crate::shapes::{MAX_AXES, Operand, Problem};
use crate::syntax::failure::Failure;
use tensor_broadcasting::library::{Library, LibraryError, Reshaped, signed};
use tensor_broadcasting::{MAX_SIZE, StridedLayout};

/// The same buffer with another layout. Names belong to the axes that were.
pub(crate) fn with_layout(mut operand: Box<Operand>, layout: StridedLayout) -> Box<Operand> {
    operand.tensor.layout = layout;
    operand.names.clear();
    operand
}

/// The view that the library makes, or its exception.
fn viewed(
    operand: Box<Operand>,
    layout: Result<StridedLayout, LibraryError>,
    call: &Call<'_>,
) -> Result<Box<Operand>, Failure> {
    let layout = layout.map_err(|error| call.raises(error))?;
    if layout.shape().ndim() > MAX_AXES {
        return Err(call.error(Problem::TooManyAxes));
    }
    // PyTorch takes a negative size for a very large one, where there are no elements.
    if layout.shape().iter().any(|&size| size > MAX_SIZE) {
        return Err(call.error(Problem::NegativeSize));
    }
    Ok(with_layout(operand, layout))
}

/// `reshape`, or where it may not copy `view`.
fn reshaped(
    operand: Box<Operand>,
    sizes: &[i64],
    may_copy: bool,
    call: &mut Call<'_>,
) -> Result<Box<Operand>, Failure> {
    let rules = call.rules();
    if sizes.len() > MAX_AXES {
        return Err(call.error(Problem::TooManyAxes));
    }
    match rules.reshape(&operand.tensor.layout, sizes).map_err(|error| call.raises(error))? {
        Reshaped::View(layout) => Ok(with_layout(operand, layout)),
        Reshaped::Copy(layout) if may_copy => copied(operand, layout, call.budget, &call.span),
        Reshaped::Copy(_) => {
            let message = "view size is not compatible with input tensor's size and stride (at least one dimension spans \
                           across two contiguous subspaces). Use .reshape(...) instead.";
            Err(call.raises(rules.error(message)))
        }
    }
}

/// `x.reshape(…)`, `np.reshape(x, …)`.
pub(crate) fn reshape(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let sizes = call.arguments.integers(&["shape", "newshape"])?;
    reshaped(operand, &sizes, true, call)
}

/// PyTorch's `view`: of other sizes, or as elements of another type, whose values are then unknown.
pub(crate) fn view(mut operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    if let Some(dtype) = call.arguments.get(0, &["dtype"]).and_then(Spanned::dtype) {
        return match operand.dtype {
            Some(own) if own == dtype => Ok(operand),
            Some(own) if own.bytes() == dtype.bytes() => {
                (operand.dtype, operand.values_unknown) = (Some(dtype), true);
                Ok(operand)
            }
            _ => Err(call.error(Problem::Computes("view".to_owned()))),
        };
    }
    let sizes = call.arguments.integers(&["size"])?;
    reshaped(operand, &sizes, false, call)
}

/// NumPy's `view`, which takes sizes for an element type.
pub(crate) fn numpy_view(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let given = call.arguments.positional.as_slice();
    let size = match given.first().map(|first| &first.value) {
        None if call.arguments.is_empty() => return Ok(operand),
        _ => given.first().and_then(|first| first.int().ok()),
    };
    Err(match (size, given.len()) {
        (Some(size), 1) => {
            let message = format!("Cannot interpret '{size}' as a data type");
            call.raises(LibraryError { error_type: "TypeError", message })
        }
        (Some(_), _) => call.raises(call.rules().error("Type must be a sub-type of ndarray type")),
        (None, _) => call.error(Problem::Computes("view".to_owned())),
    })
}

/// The sizes of the tensor that is the only argument.
fn sizes_of_other(call: &Call<'_>) -> Result<Vec<i64>, Failure> {
    let other = call.arguments.need(0, &["other"])?;
    match &other.value {
        Value::Tensor(other) => Ok(signed(other.shape())),
        _ => Err(other.error(Problem::NotAnOperand)),
    }
}

/// `x.reshape_as(y)`.
pub(crate) fn reshape_as(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let sizes = sizes_of_other(call)?;
    reshaped(operand, &sizes, true, call)
}

/// `x.expand_as(y)`.
pub(crate) fn expand_as(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let sizes = sizes_of_other(call)?;
    expanded(operand, &sizes, call)
}

/// `x.expand(…)`, `np.broadcast_to(x, …)`.
pub(crate) fn expand(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let sizes = call.arguments.integers(&["size", "shape"])?;
    expanded(operand, &sizes, call)
}

fn expanded(mut operand: Box<Operand>, sizes: &[i64], call: &Call<'_>) -> Result<Box<Operand>, Failure> {
    let rules = call.rules();
    let layout = rules.expand(&operand.tensor.layout, sizes).map_err(|mut error| {
        // PyTorch names the tensor's class.
        if let (Some(dtype), Some(rest)) = (operand.dtype, error.message.strip_prefix("expand(torch.FloatTensor")) {
            error.message = ["expand(torch.", dtype.torch_name(), "Tensor", rest].concat();
        }
        error
    });
    // NumPy lets nobody write through what it has broadcast.
    operand.read_only |= rules == Library::NumPy;
    viewed(operand, layout, call)
}

/// `x.unsqueeze(axis)`, `np.expand_dims(x, axes)`.
pub(crate) fn unsqueeze(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let rules = call.rules();
    let given = call.arguments.need(0, &["dim", "axis"])?;
    // PyTorch inserts one axis.
    let mut axes = if rules == Library::PyTorch { vec![given.int()?] } else { given.ints()? };
    if matches!(given.value, Value::List(_)) {
        // Several new axes are counted in the result.
        let ndim = operand.shape().ndim() + axes.len();
        for axis in &mut axes {
            *axis = rules.axis(*axis, ndim).map_err(|error| call.raises(error))? as i64;
        }
        axes = in_order(axes);
    }
    let layout = operand.tensor.layout.clone();
    let layout = axes.iter().try_fold(layout, |layout, &axis| rules.unsqueeze(&layout, axis));
    viewed(operand, layout, call)
}

/// `x.squeeze()`, `x.squeeze(axes)`.
pub(crate) fn squeeze(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let all = call.arguments.is_empty();
    let axes = if all { None } else { Some(call.arguments.integers(&["dim", "axis"])?) };
    let layout = call.rules().squeeze(&operand.tensor.layout, axes.as_deref());
    viewed(operand, layout, call)
}

/// Two axes exchanged; each has a place among the arguments and its names.
fn swapped(operand: Box<Operand>, call: &Call<'_>, names: [&[&'static str]; 2]) -> Result<Box<Operand>, Failure> {
    let axes = [call.arguments.need(0, names[0])?.int()?, call.arguments.need(1, names[1])?.int()?];
    let layout = call.rules().swap_axes(&operand.tensor.layout, axes);
    viewed(operand, layout, call)
}

/// PyTorch's `transpose`, `swapaxes` and `swapdims`.
pub(crate) fn torch_swap(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    swapped(operand, call, [&["dim0", "axis0"], &["dim1", "axis1"]])
}

/// NumPy's `swapaxes`.
pub(crate) fn numpy_swap(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    swapped(operand, call, [&["axis1"], &["axis2"]])
}

/// NumPy's `transpose`: the axes in the order that is given, or reversed.
pub(crate) fn numpy_transpose(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let none = matches!(call.arguments.get(0, &["axes"]), None | Some(Spanned { value: Value::None, .. }));
    if none { transposed(operand, call) } else { permute(operand, call) }
}

/// `permute`.
pub(crate) fn permute(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let axes = call.arguments.integers(&["dims", "axes"])?;
    let layout = call.rules().permute(&operand.tensor.layout, &axes);
    viewed(operand, layout, call)
}

/// `x.T`: the axes in reverse order.
pub(crate) fn transposed(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let axes: Vec<i64> = (0..operand.shape().ndim() as i64).rev().collect();
    let layout = call.rules().permute(&operand.tensor.layout, &axes);
    viewed(operand, layout, call)
}

/// PyTorch's `t()`.
pub(crate) fn matrix_t(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let ndim = operand.shape().ndim();
    if ndim > 2 {
        let message = format!("t() expects a tensor with <= 2 dimensions, but self is {ndim}D");
        return Err(call.raises(call.rules().error(message)));
    }
    transposed(operand, call)
}

/// `x.mT`: the last two axes exchanged.
pub(crate) fn matrix_transposed(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let layout = call.rules().matrix_transpose(&operand.tensor.layout);
    viewed(operand, layout, call)
}

/// `movedim`, `moveaxis`: axes taken out and put in elsewhere.
pub(crate) fn move_axes(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let from = call.arguments.need(0, &["source"])?.ints()?;
    let to = call.arguments.need(1, &["destination"])?.ints()?;
    let layout = moved(call.rules(), &operand.tensor.layout, &from, &to);
    viewed(operand, layout, call)
}

fn moved(rules: Library, layout: &StridedLayout, from: &[i64], to: &[i64]) -> Result<StridedLayout, LibraryError> {
    let ndim = layout.shape().ndim();
    let axes = |axes: &[i64], name: &str| {
        let named = |mut error: LibraryError| {
            if rules == Library::NumPy {
                error.message.insert_str(0, name);
            }
            error
        };
        axes.iter().map(|&axis| rules.axis(axis, ndim).map_err(named)).collect::<Result<Vec<_>, _>>()
    };
    let (from, to) = (axes(from, "source: ")?, axes(to, "destination: ")?);
    if ndim == 0 {
        return Ok(layout.clone());
    }
    let mut rest = (0..ndim).filter(|axis| !from.contains(axis));
    let order = (0..ndim).map(|place| match to.iter().position(|&axis| axis == place) {
        Some(number) => from.get(number).copied(),
        None => rest.next(),
    });
    rules.permute(layout, &order.flatten().map(|axis| axis as i64).collect::<Vec<_>>())
}

/// A few numbers in order. (The sort of the standard library takes 3 KB.)
fn in_order(mut items: Vec<i64>) -> Vec<i64> {
    let mut ordered = Vec::with_capacity(items.len());
    while let Some(least) = (0..items.len()).min_by_key(|&at| items[at]) {
        ordered.push(items.swap_remove(least));
    }
    ordered
}

/// PyTorch's `flatten(start_dim, end_dim)`.
pub(crate) fn torch_flatten(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let shape = operand.shape().clone();
    let rules = call.rules();
    let axis = |place, names: &[&str], default| {
        let axis = call.arguments.get(place, names).map_or(Ok(default), Spanned::int)?;
        rules.axis(axis, shape.ndim()).map_err(|error| call.raises(error))
    };
    let (start, end) = (axis(0, &["start_dim"], 0)?, axis(1, &["end_dim"], -1)?);
    if start > end {
        let message = "flatten() has invalid args: start_dim cannot come after end_dim";
        return Err(call.raises(rules.error(message)));
    }
    let mut sizes = signed(&shape);
    if shape.is_empty() {
        sizes.push(1);
    } else if start == end {
        return Ok(operand);
    } else {
        let one = shape[start..=end].iter().try_fold(1_i64, |product, &size| product.checked_mul(size as i64));
        sizes.splice(start..=end, [one.unwrap_or(-1)]);
    }
    reshaped(operand, &sizes, true, call)
}

/// NumPy's `flatten`, which always copies.
pub(crate) fn numpy_flatten(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let row = call.rules().reshape(&operand.tensor.layout, &[-1]).map_err(|error| call.raises(error))?;
    let (Reshaped::View(row) | Reshaped::Copy(row)) = row;
    let row = call.rules().contiguous(row.shape());
    copied(operand, row, call.budget, &call.span)
}

/// `ravel`.
pub(crate) fn ravel(operand: Box<Operand>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    // Where there are no elements, -1 says nothing.
    let size = if operand.shape().contains(&0) { 0 } else { -1 };
    reshaped(operand, &[size], true, call)
}
