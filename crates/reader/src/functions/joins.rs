//! Functions that join, split and repeat: `cat`, `stack`, `split`, `tile`, `meshgrid` and their like.

use crate::functions::indexing;
use crate::functions::views::{expansion, strided};
use crate::reading::OperationResult;
use crate::signatures::call::{Call, integer};
use crate::signatures::place::rules;
use crate::tensors::arrays::{broadcast_values, fresh, is_small, resized, to_tensors};
use crate::tensors::context::{Context, Meeting, Outcome, sizes};
use crate::tensors::types::{Kind, promoted};
use crate::tensors::value::{Placed, Tensor, Traits, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Scalar, Shape};

rules! {
    cat stack stack_named append split unbind numpy_split repeat repeat_elements meshgrid broadcast_all
    broadcast_shapes
}

/// The tensors of a list.
fn list(context: &mut Context<'_>, call: &Call) -> Outcome<Vec<Tensor>> {
    let argument = call.need("tensors")?;
    match argument.value.items() {
        Some(items) => to_tensors(context, call.library, &placed(items, argument)),
        None => call.declined(),
    }
}

/// The values with the place of the argument that holds them.
fn placed(values: Vec<Value>, argument: &Placed) -> Vec<Placed> {
    values.into_iter().map(|value| Placed { value, span: argument.span.clone() }).listed()
}

/// `cat`, `concatenate`.
fn cat(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensors = list(context, call)?;
    joined(context, call, &tensors, call.int_or("axis", 0)?)
}

/// Tensors one after the other along an axis.
fn joined(context: &mut Context<'_>, call: &Call, tensors: &[Tensor], axis: i64) -> Outcome {
    let library = call.library;
    // PyTorch leaves out tensors of the shape (0,).
    let is_counted = |tensor: &&Tensor| library == Library::NumPy || *tensor.shape != [0];
    let (Some(first), false) = (tensors.first(), tensors.iter().any(|tensor| tensor.shape.is_empty())) else {
        let is_numpy = library == Library::NumPy && !tensors.is_empty();
        if is_numpy && tensors.iter().all(|tensor| tensor.shape.is_empty()) {
            return call.fails("zero-dimensional arrays cannot be concatenated");
        }
        return call.declined();
    };
    let reference = tensors.iter().find(is_counted).unwrap_or(first);
    let ndim = reference.shape.ndim();
    let axis = call.axis(axis, ndim)?;
    let mut total = 0_u64;
    for (number, tensor) in tensors.iter().enumerate().filter(|(_, tensor)| is_counted(tensor)) {
        if tensor.shape.ndim() != ndim {
            let found = tensor.shape.ndim();
            return call.fails(match library {
                Library::PyTorch => format!("Tensors must have same number of dimensions: got {ndim} and {found}"),
                Library::NumPy => format!(
                    "all the input arrays must have same number of dimensions, but the array at index 0 has {ndim} dimension(s) \
                     and the array at index {number} has {found} dimension(s)"
                ),
            });
        }
        for (at, (&wanted, &size)) in reference.shape.iter().zip(tensor.shape.iter()).enumerate() {
            if at == axis {
                total = total.saturating_add(size);
            } else if wanted != size {
                return call.fails(match library {
                    Library::PyTorch => format!(
                        "Sizes of tensors must match except in dimension {axis}. Expected size {wanted} but got size {size} for \
                         tensor number {number} in the list."
                    ),
                    Library::NumPy => format!(
                        "all the input array dimensions except for the concatenation axis must match exactly, but along \
                         dimension {at}, the array at index 0 has size {wanted} and the array at index {number} has size {size}"
                    ),
                });
            }
        }
    }
    together(context, call, tensors, resized(&reference.shape, axis, total), axis)
}

/// A new tensor of the elements of others, which follow each other along an axis of its shape.
fn together(context: &mut Context<'_>, call: &Call, tensors: &[Tensor], shape: Shape, axis: usize) -> Outcome {
    let all: Vec<&Tensor> = tensors.iter().listed();
    let kinds: Vec<Kind> = tensors.iter().map(|tensor| Kind::Tensor(tensor.dtype)).listed();
    let values = joined_values(tensors, &shape, axis);
    let made = (shape, promoted(call.library, &kinds), values);
    let made = fresh(context, call.library, made, &all, &call.span)?;
    let bounds = tensors.iter().map(|tensor| tensor.bounds.get());
    let union = |a: Option<(i64, i64)>, b| a.zip(b).map(|(a, b): (_, (i64, i64))| (a.0.min(b.0), a.1.max(b.1)));
    made.bounds.set(bounds.reduce(union).flatten());
    Ok(Value::Tensor(made))
}

fn joined_values(tensors: &[Tensor], shape: &Shape, axis: usize) -> Option<Vec<Scalar>> {
    if !is_small(shape) {
        return None;
    }
    let outer = usize::try_from(shape.iter().take(axis).product::<u64>()).ok()?;
    let mut all = Vec::new();
    let mut lists = Vec::new();
    for tensor in tensors {
        lists.push(tensor.values()?);
    }
    for turn in 0..outer {
        for list in &lists {
            let chunk = list.len() / outer;
            all.extend(list.get(turn * chunk..(turn + 1) * chunk)?);
        }
    }
    Some(all)
}

/// `stack`.
fn stack(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensors, axis, library) = (list(context, call)?, call.int_or("axis", 0)?, call.library);
    let Some(first) = tensors.first() else {
        return call.fails(match library {
            Library::PyTorch => "stack expects a non-empty TensorList",
            Library::NumPy => "need at least one array to stack",
        });
    };
    let different = tensors.iter().enumerate().find(|(_, tensor)| tensor.shape != first.shape);
    let resolved = call.axis(axis, first.shape.ndim() + 1);
    if let Some((number, tensor)) = different {
        return match library {
            Library::PyTorch if resolved.is_err() => call.declined(),
            Library::PyTorch => call.fails(format!(
                "stack expects each tensor to be equal size, but got {:?} at entry 0 and {:?} at entry {number}",
                sizes(&first.shape),
                sizes(&tensor.shape)
            )),
            Library::NumPy => call.fails("all input arrays must have the same shape"),
        };
    }
    let axis = resolved?;
    let mut sizes = first.shape.to_vec();
    sizes.insert(axis, tensors.len() as u64);
    together(context, call, &tensors, Shape::from(sizes.as_slice()), axis)
}

/// The elements of a tensor in another shape.
fn with_axes(tensor: &Tensor, shape: &[u64]) -> Tensor {
    let values = tensor.values().map(|values| values.to_vec());
    let traits = Traits { values, ..Traits::default() };
    let made = Tensor::new(tensor.library, Shape::from(shape), tensor.dtype, traits);
    made.has_elements_of(tensor);
    made.set_node(tensor.requires_grad.get().then(|| tensor.viewing()));
    made
}

/// `vstack`, `hstack`, `dstack`, `column_stack`, and `np.c_[…]`, `np.r_[…]` of one-dimensional arrays.
fn stack_named(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensors = if matches!(call.name, "c_" | "r_") {
        let argument = call.need("tensors")?;
        let items = indexing::items(&argument.value);
        if items.iter().any(|item| matches!(item, Value::Slice(_) | Value::Text(_))) {
            return call.declined();
        }
        to_tensors(context, Library::NumPy, &placed(items, argument))?
    } else {
        list(context, call)?
    };
    let mut widened = Vec::new();
    for tensor in &tensors {
        widened.push(match (call.name, &tensor.shape[..]) {
            ("vstack" | "column_stack", []) => with_axes(tensor, &[1, 1]),
            ("hstack" | "r_", []) => with_axes(tensor, &[1]),
            ("dstack", []) => with_axes(tensor, &[1, 1, 1]),
            ("vstack", &[size]) => with_axes(tensor, &[1, size]),
            ("column_stack" | "c_", &[size]) => with_axes(tensor, &[size, 1]),
            ("dstack", &[size]) => with_axes(tensor, &[1, size, 1]),
            ("dstack", &[rows, columns]) => with_axes(tensor, &[rows, columns, 1]),
            ("r_", [_, _, ..]) | ("c_", [] | [_, _, _, ..]) => return call.declined(),
            _ => tensor.clone(),
        });
    }
    let axis = match call.name {
        "vstack" | "r_" => 0,
        "hstack" => i64::from(widened.first().is_some_and(|first| first.shape.ndim() > 1)),
        "column_stack" | "c_" => 1,
        _ => 2,
    };
    joined(context, call, &widened, axis)
}

/// `np.append`.
fn append(context: &mut Context<'_>, call: &Call) -> Outcome {
    let mut both = [call.tensor(context, "input")?, call.tensor(context, "values")?];
    let axis = call.int("axis")?;
    if axis.is_none() {
        both = both.map(|tensor| with_axes(&tensor, &[tensor.numel()]));
    }
    joined(context, call, &both, axis.unwrap_or(0))
}

/// `torch.split`, `torch.chunk`.
fn split(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let given = call.int_or("axis", 0)?;
    let (axis, size) = call.axis_of("axis", Some(0), &tensor)?;
    let size = size as i64;
    let parts = &call.need("parts")?.value;
    let lengths: Vec<i64> = if parts.items().is_some() {
        let lengths = call.ints_of(parts)?;
        if lengths.iter().try_fold(0_i64, |sum, &length| sum.checked_add(length)) != Some(size) {
            return call.fails(format!(
                "split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at dimension {given}), but \
                 got split_sizes={lengths:?}"
            ));
        }
        lengths
    } else {
        let count = call.int_of(parts)?;
        if count <= 0 || size == 0 {
            return call.declined();
        }
        let rounded_up = |by: i64| size / by + i64::from(size % by != 0);
        let length = if call.name == "chunk" { rounded_up(count) } else { count };
        let parts = rounded_up(length);
        context.make(usize::try_from(parts).unwrap_or(usize::MAX), &call.span)?;
        (0..parts).map(|at| length.min(size - at * length)).listed()
    };
    parts_of(context, call, &tensor, axis, &lengths).map(Value::tuple)
}

fn parts_of(
    context: &mut Context<'_>,
    call: &Call,
    tensor: &Tensor,
    axis: usize,
    lengths: &[i64],
) -> Outcome<Vec<Value>> {
    let mut start = 0_i64;
    let mut parts = Vec::new();
    for &length in lengths {
        context.step(1, &call.span)?;
        let Ok(size) = u64::try_from(length) else { return call.declined() };
        parts.push(call.viewed(context, tensor, View::of(tensor).part(axis, start.unsigned_abs(), size))?);
        start += length;
    }
    Ok(parts)
}

/// `unbind`.
fn unbind(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (axis, size) = call.axis_of("axis", Some(0), &tensor)?;
    if tensor.shape.is_empty() {
        return call.declined();
    }
    let mut parts = Vec::new();
    for at in 0..size {
        context.step(1, &call.span)?;
        parts.push(call.viewed(context, &tensor, View::of(&tensor).part(axis, at, 1).without(axis))?);
    }
    Ok(Value::tuple(parts))
}

/// `np.split`, `np.array_split`, `np.hsplit`, `np.vsplit`.
fn numpy_split(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let parts = &call.need("parts")?.value;
    let own = i64::from(call.name == "hsplit" && tensor.shape.ndim() > 1);
    if call.name == "vsplit" && tensor.shape.ndim() < 2 {
        return call.fails("vsplit only works on arrays of 2 or more dimensions");
    }
    let Ok(axis) = Library::NumPy.axis(call.int_or("axis", own)?, tensor.shape.ndim()) else { return call.declined() };
    let size = tensor.shape.get(axis).map_or(0, |&size| size as i64);
    let mut lengths = Vec::new();
    match integer(parts) {
        Some(Some(count)) if count > 0 => {
            if call.name != "array_split" && size % count != 0 {
                return call.fails("array split does not result in an equal division");
            }
            context.make(usize::try_from(count).unwrap_or(usize::MAX), &call.span)?;
            lengths.extend((0..count).map(|at| size / count + i64::from(at < size % count)));
        }
        Some(_) => return call.declined(),
        None => {
            let mut before = 0;
            for at in [call.ints_of(parts)?, vec![size]].concat() {
                if at < before || at > size {
                    return call.declined();
                }
                lengths.push(at - before);
                before = at;
            }
        }
    }
    parts_of(context, call, &tensor, axis, &lengths).map(Value::list)
}

/// `x.repeat(2, 3)`, `tile`: whole tensors one after the other.
fn repeat(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let repeats = call.sizes("repeats")?;
    let ndim = tensor.shape.ndim();
    if call.name == "repeat" && repeats.len() < ndim {
        return call
            .fails("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
    }
    let repeats = [vec![1; ndim.saturating_sub(repeats.len())], repeats].concat();
    let missing = repeats.len() - ndim;
    // Before each axis of the tensor stands one along which it is repeated.
    let (mut shape, mut axes) = (Vec::new(), Vec::new());
    for (at, &count) in repeats.iter().enumerate() {
        let own = at.checked_sub(missing).and_then(|axis| tensor.shape.get(axis)).copied().unwrap_or(1);
        let Some(size) = u64::try_from(count).ok().and_then(|count| count.checked_mul(own)) else {
            return call.declined();
        };
        shape.push(size);
        axes.extend([count.unsigned_abs(), own]);
    }
    let view = strided(&tensor, &axes, &|own| {
        let mut strides = vec![0; 2 * missing];
        for &stride in own {
            strides.extend([0, stride]);
        }
        (strides, 0)
    });
    let values = view.and_then(|view| view.values());
    call.of_elements(context, &tensor, Shape::from(shape.as_slice()), values)
}

/// `np.repeat`, `torch.repeat_interleave`: each element several times.
fn repeat_elements(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let (axis, size) = match call.int("axis")? {
        Some(axis) => {
            let axis = call.axis(axis, tensor.shape.ndim())?;
            (Some(axis), tensor.shape.get(axis).copied().unwrap_or(1))
        }
        None => (None, tensor.numel()),
    };
    let count = call.int_or("repeats", 1)?;
    let Some(total) = u64::try_from(count).ok().and_then(|count| count.checked_mul(size)) else {
        return call.declined();
    };
    let shape = axis.map_or_else(|| Shape::from([total]), |axis| resized(&tensor.shape, axis, total));
    let values = tensor.values().filter(|_| is_small(&shape)).map(|values| {
        // How many elements follow each other within the axis.
        let inner: u64 = axis.map_or(1, |axis| tensor.shape.iter().skip(axis + 1).product());
        let mut all = Vec::new();
        for row in values.chunks(usize::try_from(inner).unwrap_or(1).max(1)) {
            for _ in 0..count {
                all.extend_from_slice(row);
            }
        }
        all
    });
    call.of_elements(context, &tensor, shape, values)
}

/// The tensors of `*tensors`; the only argument may be a list of them.
fn all_tensors(context: &mut Context<'_>, call: &Call) -> Outcome<Vec<Tensor>> {
    let items = match call.rest.as_slice() {
        [only] if call.library == Library::PyTorch => only.value.items().map(|items| placed(items, only)),
        _ => None,
    };
    to_tensors(context, call.library, items.as_deref().unwrap_or(&call.rest))
}

/// `meshgrid`.
fn meshgrid(context: &mut Context<'_>, call: &Call) -> Outcome {
    let indexing = call.text("indexing")?;
    if indexing.is_some_and(|indexing| !matches!(indexing, "xy" | "ij")) {
        return call.declined();
    }
    let tensors = all_tensors(context, call)?;
    let is_reversed = match (indexing, call.library) {
        (Some("xy"), _) | (None, Library::NumPy) => true,
        (Some(_), _) => false,
        (None, Library::PyTorch) => {
            let message = "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.";
            context.warn("UserWarning", message.to_owned(), &call.span);
            false
        }
    };
    let is_sparse = call.flag("sparse", false)?;
    let Some(first) = tensors.first() else { return call.declined() };
    let is_wrong =
        |tensor: &Tensor| tensor.shape.ndim() > 1 || call.library == Library::PyTorch && tensor.dtype != first.dtype;
    if tensors.iter().any(is_wrong) {
        return call.declined();
    }
    let axis_of = |number: usize| if is_reversed && number < 2 && tensors.len() > 1 { 1 - number } else { number };
    let ones = Shape::ones(tensors.len());
    let full = tensors.iter().enumerate();
    let full = full.fold(ones.clone(), |shape, (number, tensor)| resized(&shape, axis_of(number), tensor.numel()));
    let mut grids = Vec::new();
    for (number, tensor) in tensors.iter().enumerate() {
        let own = resized(&ones, axis_of(number), tensor.numel());
        let shape = if is_sparse { own.clone() } else { full.clone() };
        let values = tensor.values().and_then(|values| broadcast_values(&values, &own, &shape));
        grids.push(call.of_elements(context, tensor, shape, values)?);
    }
    Ok(Value::tuple(grids))
}

/// `broadcast_tensors`, `broadcast_arrays`.
fn broadcast_all(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.library == Library::PyTorch && call.rest.iter().any(|argument| argument.value.items().is_some()) {
        return call.declined();
    }
    let tensors = all_tensors(context, call)?;
    let shapes: Vec<Shape> = tensors.iter().map(|tensor| tensor.shape.clone()).listed();
    let meeting = Meeting::of(call.name, None, &call.rest, &call.span);
    let shape = match call.library.broadcast_tensors(&shapes) {
        Ok(shape) => shape,
        Err(error) => return context.fails(&meeting, error),
    };
    let mut all = Vec::new();
    for tensor in &tensors {
        match expansion(tensor, call.library, &sizes(&shape)) {
            Ok(view) if !tensor.requires_grad.get() => all.push(Value::Tensor(view.tensor(None))),
            _ => return call.declined(),
        }
    }
    context.record(&meeting, OperationResult::Many(vec![shape; tensors.len()]))?;
    Ok(Value::tuple(all))
}

/// `broadcast_shapes`.
fn broadcast_shapes(_: &mut Context<'_>, call: &Call) -> Outcome {
    let mut shapes = Vec::new();
    for shape in &call.rest {
        shapes.push(call.ints_of(&shape.value)?);
    }
    let all: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).listed();
    match call.library.broadcast_shapes(&all) {
        Ok(shape) => Ok(Value::shape(call.library, &shape)),
        Err(error) => call.raises(error),
    }
}
