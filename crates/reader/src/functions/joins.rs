//! Functions that join, split, repeat and pick: `cat`, `stack`, `split`, `tile`, `meshgrid`, `gather` and their like.

use crate::functions::views::expansion;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, is_small, to_array, to_tensors, viewed};
use crate::tensors::context::{Context, Outcome, sizes};
use crate::tensors::types::{Kind, promoted};
use crate::tensors::value::{Placed, Tensor, Traits, Value, View};
use tensor_broadcasting::library::{Library, Reshaped};
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout};

rules! {
    cat stack stack_named index_trick append split unbind numpy_split repeat repeat_elements meshgrid open_mesh
    broadcast_all broadcast_shapes
}

/// The tensors of a list.
fn list(context: &mut Context<'_>, call: &Call) -> Outcome<Vec<Tensor>> {
    let argument = call.need("tensors")?;
    if let (Value::Tensor(tensor), Library::NumPy) = (&argument.value, call.library)
        && let Some(&count) = tensor.shape.first().filter(|&&count| count <= 64)
    {
        return Ok((0..count).map(|at| View::of(tensor).part(0, at, 1).without(0).tensor(None)).collect());
    }
    match argument.value.items() {
        Some(items) => to_tensors(context, call.library, &placed(items, argument)),
        None => call.declined(),
    }
}

/// The values with the place of the argument that holds them.
fn placed(values: Vec<Value>, argument: &Placed) -> Vec<Placed> {
    values.into_iter().map(|value| Placed { value, span: argument.span.clone() }).collect()
}

/// `cat`, `concatenate`.
fn cat(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out", "dtype", "casting"])?;
    let tensors = list(context, call)?;
    if call.library == Library::NumPy && call.get("axis").is_some_and(|axis| matches!(axis.value, Value::None)) {
        return call.declined();
    }
    let axis = call.int_or("axis", 0)?;
    joined(context, call, &tensors, axis)
}

/// Tensors one after the other along an axis.
fn joined(context: &mut Context<'_>, call: &Call, tensors: &[Tensor], axis: i64) -> Outcome {
    let library = call.library;
    let Some(first) = tensors.first() else {
        return match library {
            Library::PyTorch => call.declined(),
            Library::NumPy => call.fails("need at least one array to concatenate"),
        };
    };
    if tensors.iter().any(|tensor| tensor.shape.is_empty()) {
        return match library {
            Library::NumPy if tensors.iter().all(|tensor| tensor.shape.is_empty()) => {
                call.fails("zero-dimensional arrays cannot be concatenated")
            }
            _ => call.declined(),
        };
    }
    // PyTorch leaves out tensors of the shape (0,).
    let counted: Vec<&Tensor> =
        tensors.iter().filter(|tensor| library == Library::NumPy || *tensor.shape != [0]).collect();
    let reference = counted.first().copied().unwrap_or(first);
    let ndim = reference.shape.ndim();
    let axis = call.axis(axis, ndim)?;
    let mut total = 0_u64;
    for (number, tensor) in tensors.iter().enumerate() {
        if library == Library::PyTorch && *tensor.shape == [0] {
            continue;
        }
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
            if at != axis && wanted != size {
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
        total = total.saturating_add(tensor.shape.get(axis).copied().unwrap_or(0));
    }
    let mut sizes = reference.shape.to_vec();
    if let Some(slot) = sizes.get_mut(axis) {
        *slot = total;
    }
    let shape = Shape::from(sizes.as_slice());
    let kinds: Vec<Kind> = tensors.iter().map(|tensor| Kind::Tensor(tensor.dtype)).collect();
    let values = joined_values(tensors, &shape, axis);
    let all: Vec<&Tensor> = tensors.iter().collect();
    let made = fresh(context, library, (shape, promoted(library, &kinds), values), &all, &call.span)?;
    let bounds = tensors
        .iter()
        .map(|tensor| tensor.bounds.get())
        .reduce(|a, b| a.zip(b).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))));
    made.bounds.set(bounds.flatten());
    Ok(Value::Tensor(made))
}

fn joined_values(tensors: &[Tensor], shape: &Shape, axis: usize) -> Option<Vec<Scalar>> {
    if !is_small(shape) {
        return None;
    }
    let outer: u64 = shape.iter().take(axis).product();
    let mut all = Vec::new();
    let lists: Vec<_> = tensors.iter().map(Tensor::values).collect::<Option<_>>()?;
    for turn in 0..usize::try_from(outer).ok()? {
        for list in &lists {
            let chunk = list.len() / usize::try_from(outer).ok()?.max(1);
            all.extend(list.get(turn * chunk..(turn + 1) * chunk)?);
        }
    }
    Some(all)
}

/// `stack`.
fn stack(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out", "dtype", "casting"])?;
    let tensors = list(context, call)?;
    let axis = call.int_or("axis", 0)?;
    stacked(context, call, &tensors, axis)
}

fn stacked(context: &mut Context<'_>, call: &Call, tensors: &[Tensor], axis: i64) -> Outcome {
    let library = call.library;
    let Some(first) = tensors.first() else {
        return match library {
            Library::PyTorch => call.fails("stack expects a non-empty TensorList"),
            Library::NumPy => call.fails("need at least one array to stack"),
        };
    };
    let different = tensors.iter().enumerate().find(|(_, tensor)| tensor.shape != first.shape);
    let resolved = library.axis(axis, first.shape.ndim() + 1);
    if library == Library::PyTorch && resolved.is_err() && different.is_some() {
        return call.declined();
    }
    if let Some((number, tensor)) = different {
        return call.fails(match library {
            Library::PyTorch => format!(
                "stack expects each tensor to be equal size, but got {:?} at entry 0 and {:?} at entry {number}",
                sizes(&first.shape),
                sizes(&tensor.shape)
            ),
            Library::NumPy => "all input arrays must have the same shape".to_owned(),
        });
    }
    let axis = match resolved {
        Ok(axis) => axis,
        Err(error) => return call.raises(error),
    };
    let mut sizes = first.shape.to_vec();
    sizes.insert(axis, tensors.len() as u64);
    let shape = Shape::from(sizes.as_slice());
    let kinds: Vec<Kind> = tensors.iter().map(|tensor| Kind::Tensor(tensor.dtype)).collect();
    let values = joined_values(tensors, &shape, axis);
    let all: Vec<&Tensor> = tensors.iter().collect();
    let made = fresh(context, library, (shape, promoted(library, &kinds), values), &all, &call.span)?;
    Ok(Value::Tensor(made))
}

/// The elements of a tensor in another shape.
fn with_axes(tensor: &Tensor, shape: Vec<u64>) -> Tensor {
    let values = tensor.values().map(|values| values.to_vec());
    let made = Tensor::new(
        tensor.library,
        Shape::from(shape.as_slice()),
        tensor.dtype,
        Traits { values, ..Traits::default() },
    );
    made.has_elements_of(tensor);
    made.set_node(tensor.requires_grad.get().then(|| tensor.viewing()));
    made
}

/// `vstack`, `hstack`, `dstack`, `column_stack`.
fn stack_named(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out", "dtype", "casting"])?;
    let tensors = list(context, call)?;
    let widened: Vec<Tensor> = tensors
        .iter()
        .map(|tensor| {
            let sizes = tensor.shape.to_vec();
            match (call.name, sizes.as_slice()) {
                ("vstack" | "row_stack", []) => with_axes(tensor, vec![1, 1]),
                ("vstack" | "row_stack", [size]) => with_axes(tensor, vec![1, *size]),
                ("hstack", []) => with_axes(tensor, vec![1]),
                ("column_stack", []) => with_axes(tensor, vec![1, 1]),
                ("column_stack", [size]) => with_axes(tensor, vec![*size, 1]),
                ("dstack", []) => with_axes(tensor, vec![1, 1, 1]),
                ("dstack", [size]) => with_axes(tensor, vec![1, *size, 1]),
                ("dstack", [rows, columns]) => with_axes(tensor, vec![*rows, *columns, 1]),
                _ => tensor.clone(),
            }
        })
        .collect();
    let axis = match call.name {
        "vstack" | "row_stack" => 0,
        "hstack" => i64::from(widened.first().is_some_and(|first| first.shape.ndim() > 1)),
        "column_stack" => 1,
        _ => 2,
    };
    joined(context, call, &widened, axis)
}

/// `np.c_[…]`, `np.r_[…]` of one-dimensional arrays.
fn index_trick(context: &mut Context<'_>, call: &Call) -> Outcome {
    let argument = call.need("tensors")?;
    let items = match &argument.value {
        Value::Tuple(items, _) => items.to_vec(),
        other => vec![other.clone()],
    };
    let mut arrays = Vec::new();
    for item in items {
        if matches!(item, Value::Slice(_) | Value::Text(_)) {
            return call.declined();
        }
        let array = to_array(context, &Placed { value: item, span: argument.span.clone() })?;
        let shape = array.shape.to_vec();
        arrays.push(match (call.name, shape.as_slice()) {
            ("c_", [size]) => with_axes(&array, vec![*size, 1]),
            ("r_", []) => with_axes(&array, vec![1]),
            ("c_", [_, _]) | ("r_", [_]) => array,
            _ => return call.declined(),
        });
    }
    joined(context, call, &arrays, if call.name == "c_" { 1 } else { 0 })
}

/// `np.append`.
fn append(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (first, second) = (call.tensor(context, "input")?, call.tensor(context, "values")?);
    match call.int("axis")? {
        Some(axis) => joined(context, call, &[first, second], axis),
        None => {
            let flat = |tensor: &Tensor| with_axes(tensor, vec![tensor.numel()]);
            joined(context, call, &[flat(&first), flat(&second)], 0)
        }
    }
}

/// `torch.split`, `torch.chunk`.
fn split(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let given = call.int_or("axis", 0)?;
    let axis = call.axis(given, tensor.shape.ndim())?;
    let Some(&size) = tensor.shape.get(axis) else { return call.declined() };
    let size = size as i64;
    let parts = &call.need("parts")?.value;
    let lengths: Vec<i64> = match parts.items() {
        Some(_) => {
            let lengths = call.ints_of(parts)?;
            if lengths.iter().try_fold(0_i64, |sum, &length| sum.checked_add(length)) != Some(size) {
                return call.fails(format!(
                    "split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at dimension {given}), but \
                     got split_sizes={lengths:?}"
                ));
            }
            lengths
        }
        None => {
            let count = call.int_of(parts)?;
            if count <= 0 || size == 0 {
                return call.declined();
            }
            let rounded_up = |by: i64| size / by + i64::from(size % by != 0);
            let length = if call.name == "chunk" { rounded_up(count) } else { count };
            let parts = rounded_up(length);
            context.make(usize::try_from(parts).unwrap_or(usize::MAX), &call.span)?;
            (0..parts).map(|at| length.min(size - at * length)).collect()
        }
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
        let view = View::of(tensor).part(axis, start.unsigned_abs(), size);
        parts.push(Value::Tensor(viewed(context, tensor, view, &call.span)?));
        start += length;
    }
    Ok(parts)
}

/// `unbind`.
fn unbind(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let axis = call.axis(call.int_or("axis", 0)?, tensor.shape.ndim())?;
    let Some(&size) = tensor.shape.get(axis) else { return call.declined() };
    let mut parts = Vec::new();
    for at in 0..size {
        context.step(1, &call.span)?;
        let view = View::of(&tensor).part(axis, at, 1).without(axis);
        parts.push(Value::Tensor(viewed(context, &tensor, view, &call.span)?));
    }
    Ok(Value::tuple(parts))
}

/// `np.split`, `np.array_split`, `np.hsplit`, `np.vsplit`.
fn numpy_split(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let parts = &call.need("parts")?.value;
    let axis = match call.name {
        "hsplit" => i64::from(tensor.shape.ndim() > 1),
        "vsplit" => 0,
        _ => call.int_or("axis", 0)?,
    };
    if call.name == "vsplit" && tensor.shape.ndim() < 2 {
        return call.fails("vsplit only works on arrays of 2 or more dimensions");
    }
    let Ok(axis) = Library::NumPy.axis(axis, tensor.shape.ndim()) else { return call.declined() };
    let Some(&size) = tensor.shape.get(axis) else { return call.declined() };
    let size = size as i64;
    let mut lengths = Vec::new();
    match crate::signatures::call::integer(parts) {
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
            for at in call.ints_of(parts)? {
                if at < before || at > size {
                    return call.declined();
                }
                lengths.push(at - before);
                before = at;
            }
            lengths.push(size - before);
        }
    }
    parts_of(context, call, &tensor, axis, &lengths).map(Value::list)
}

/// `x.repeat(2, 3)`, `tile`: whole tensors one after the other.
fn repeat(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let mut repeats = call.sizes("repeats")?;
    let ndim = tensor.shape.ndim();
    if call.name == "repeat" && repeats.len() < ndim {
        return call
            .fails("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
    }
    if repeats.iter().any(|&count| count < 0) {
        return call.declined();
    }
    while repeats.len() < ndim {
        repeats.insert(0, 1);
    }
    let missing = repeats.len() - ndim;
    let own = std::iter::repeat_n(1, missing).chain(tensor.shape.iter().copied());
    let shape: Option<Vec<u64>> =
        own.zip(&repeats).map(|(size, &count)| size.checked_mul(count.unsigned_abs())).collect();
    let Some(shape) = shape else { return call.declined() };
    let shape = Shape::from(shape.as_slice());
    // Before each axis of the tensor stands one along which it is repeated.
    let view = View::of(&tensor).with(&|layout| {
        let own =
            (0..missing).map(|_| (1, 0)).chain(layout.shape().iter().copied().zip(layout.strides().iter().copied()));
        let (sizes, strides): (Vec<u64>, Vec<u64>) =
            own.zip(&repeats).flat_map(|(own, count)| [(count.unsigned_abs(), 0), own]).unzip();
        StridedLayout::with_strides(Shape::from(sizes.as_slice()), strides).map(|layout| (layout, 0)).ok_or(())
    });
    let values = view.ok().and_then(|view| view.values());
    let made = fresh(context, call.library, (shape, tensor.dtype, values), &[&tensor], &call.span)?;
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
}

/// `np.repeat`, `torch.repeat_interleave`: each element several times.
fn repeat_elements(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["output_size"])?;
    let counts = &call.need("repeats")?.value;
    if counts.tensor().is_some_and(|counts| counts.shape.ndim() > 1) {
        return call.declined();
    }
    let axis = match call.int("axis")? {
        Some(axis) => match call.library.axis(axis, tensor.shape.ndim()) {
            Ok(axis) => Some(axis),
            Err(error) => return call.raises(error),
        },
        None => None,
    };
    let size = axis.map_or(Some(tensor.numel()), |axis| tensor.shape.get(axis).copied()).unwrap_or(1);
    let total = match (counts, crate::signatures::call::integer(counts)) {
        (_, Some(Some(count))) if count >= 0 => size.checked_mul(count.unsigned_abs()),
        (_, Some(None)) => return call.needs_values(),
        (Value::Tensor(counts), None) if counts.dtype.is_integer() && counts.shape.ndim() == 1 => {
            let Some(values) = counts.values() else { return call.needs_values() };
            if values.len() as u64 != size {
                return call.declined();
            }
            values.iter().try_fold(0_u64, |sum, value| sum.checked_add(u64::try_from(value.to_int()).ok()?))
        }
        (value, None) if value.items().is_some() && call.library == Library::NumPy => {
            let counts = call.ints_of(value)?;
            if counts.len() as u64 != size {
                return call.declined();
            }
            counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(u64::try_from(count).ok()?))
        }
        _ => return call.declined(),
    };
    let Some(total) = total else { return call.declined() };
    let mut shape = tensor.shape.to_vec();
    match axis.and_then(|axis| shape.get_mut(axis)) {
        Some(slot) => *slot = total,
        None => shape = vec![total],
    }
    let shape = Shape::from(shape.as_slice());
    let same = crate::signatures::call::integer(counts).flatten().and_then(|count| usize::try_from(count).ok());
    let each: Option<Vec<usize>> = match (same, counts) {
        (Some(count), _) => usize::try_from(size).ok().filter(|_| is_small(&shape)).map(|size| vec![count; size]),
        (None, Value::Tensor(counts)) => {
            counts.values().and_then(|values| values.iter().map(|value| usize::try_from(value.to_int()).ok()).collect())
        }
        (None, counts) => call.ints_of(counts)?.into_iter().map(|count| usize::try_from(count).ok()).collect(),
    };
    let whole = tensor.values().filter(|_| is_small(&shape) && tensor.shape.ndim() > 0);
    let values = whole.zip(each).and_then(|(values, each)| {
        // The axis that is repeated, and how many elements follow each other within it.
        let inner: u64 = axis.map_or(1, |axis| tensor.shape.iter().skip(axis + 1).product());
        let inner = usize::try_from(inner).ok().filter(|&inner| inner > 0)?;
        let rows = each
            .iter()
            .cycle()
            .zip(values.chunks(inner))
            .flat_map(|(&count, row)| std::iter::repeat_n(row, count.min(1_024)).flatten().copied());
        Some(rows.take(1_025).collect::<Vec<_>>())
    });
    let made = fresh(context, call.library, (shape, tensor.dtype, values), &[&tensor], &call.span)?;
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
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
    let tensors = all_tensors(context, call)?;
    let indexing = match (call.text("indexing")?, call.library) {
        (Some(indexing), _) => indexing.to_owned(),
        (None, Library::NumPy) => "xy".to_owned(),
        (None, Library::PyTorch) => {
            let message = "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.";
            context.warn("UserWarning", message.to_owned(), &call.span);
            "ij".to_owned()
        }
    };
    let is_sparse = call.get("sparse").is_some() && call.flag("sparse", false)?;
    if tensors.iter().any(|tensor| tensor.shape.ndim() > 1) || tensors.is_empty() || !matches!(&*indexing, "ij" | "xy")
    {
        return call.declined();
    }
    if call.library == Library::PyTorch
        && tensors.iter().any(|tensor| tensors.first().is_some_and(|first| first.dtype != tensor.dtype))
    {
        return call.declined();
    }
    let mut order: Vec<usize> = (0..tensors.len()).collect();
    if indexing == "xy" && order.len() > 1 {
        order.swap(0, 1);
    }
    let axis_of = |number: usize| order.iter().position(|&at| at == number).unwrap_or(0);
    let full: Shape = order.iter().filter_map(|&at| tensors.get(at)).map(Tensor::numel).collect();
    let mut grids = Vec::new();
    for (number, tensor) in tensors.iter().enumerate() {
        let mut own = vec![1; tensors.len()];
        if let Some(slot) = own.get_mut(axis_of(number)) {
            *slot = tensor.numel();
        }
        let own = Shape::from(own.as_slice());
        let shape = if is_sparse { own.clone() } else { full.clone() };
        let values = tensor.values().and_then(|values| crate::tensors::arrays::broadcast_values(&values, &own, &shape));
        let made = fresh(context, call.library, (shape, tensor.dtype, values), &[tensor], &call.span)?;
        made.has_elements_of(tensor);
        grids.push(Value::Tensor(made));
    }
    Ok(Value::tuple(grids))
}

/// `np.ix_`.
fn open_mesh(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensors = all_tensors(context, call)?;
    let mut open = Vec::new();
    for (axis, tensor) in tensors.iter().enumerate() {
        if tensor.shape.ndim() != 1 || !tensor.dtype.is_integer() || tensor.dtype == Dtype::Bool {
            return call.declined();
        }
        let mut own = vec![1; tensors.len()];
        if let Some(slot) = own.get_mut(axis) {
            *slot = tensor.numel() as i64;
        }
        let view = View::of(tensor).with(&|layout| match Library::NumPy.reshape(layout, &own) {
            Ok(Reshaped::View(layout)) => Ok((layout, 0)),
            _ => Err(()),
        });
        let Ok(view) = view else { return call.declined() };
        open.push(Value::Tensor(viewed(context, tensor, view, &call.span)?));
    }
    Ok(Value::tuple(open))
}

/// `broadcast_tensors`, `broadcast_arrays`.
fn broadcast_all(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.library == Library::PyTorch && call.rest.iter().any(|argument| argument.value.items().is_some()) {
        return call.declined();
    }
    let tensors = all_tensors(context, call)?;
    let shapes: Vec<Shape> = tensors.iter().map(|tensor| tensor.shape.clone()).collect();
    let mut meeting = crate::tensors::context::Meeting::of(call.name, None, &[], &call.span);
    meeting.operands = call
        .rest
        .iter()
        .zip(&tensors)
        .filter(|(argument, tensor)| argument.value.tensor().is_some() && !tensor.is_scalar)
        .map(|(argument, tensor)| (argument.span.clone(), tensor.clone()))
        .collect();
    let shape = match call.library.broadcast_tensors(&shapes) {
        Ok(shape) => shape,
        Err(error) => return context.fails(&meeting, error),
    };
    let mut all = Vec::new();
    for tensor in &tensors {
        if tensor.requires_grad.get() {
            return call.declined();
        }
        match expansion(tensor, call.library, &sizes(&shape)) {
            Ok(view) => all.push(Value::Tensor(view.tensor(None))),
            Err(_) => return call.declined(),
        }
    }
    let many = vec![shape; tensors.len()];
    context.record(&meeting, crate::reading::OperationResult::Many(many))?;
    Ok(Value::tuple(all))
}

/// `broadcast_shapes`.
fn broadcast_shapes(_: &mut Context<'_>, call: &Call) -> Outcome {
    let shapes: Vec<Vec<i64>> = call.rest.iter().map(|shape| call.ints_of(&shape.value)).collect::<Outcome<_>>()?;
    let all: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).collect();
    match call.library.broadcast_shapes(&all) {
        Ok(shape) => Ok(Value::shape(call.library, &shape)),
        Err(error) => call.raises(error),
    }
}
