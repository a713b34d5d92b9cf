//! Functions that make tensors: of sizes, of numbers, of random numbers, of other tensors.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{check_size, column_major, copied_as, from_nested, is_small, kept_layout};
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::made::converted;
use crate::tensors::types::{Kind, cast};
use crate::tensors::value::{MAX_VALUES, Placed, Tensor, Traits, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout, Values};

/// The name of a call of an element type: `np.float32(2)`. No program can write it.
pub(crate) const SCALAR: &str = "<type>";

rules! {
    torch_filled numpy_filled full like new new_tensor arange linspace eye from_data legacy at_least numpy_scalar
    nothing unavailable indices grid
}

/// The type of floating-point elements that a call names, or the library's default.
pub(crate) fn float_dtype(call: &Call) -> Outcome<Dtype> {
    Ok(call.dtype("dtype")?.unwrap_or(call.library.default_float()))
}

/// A tensor of sizes, whose elements follow a rule where they are known.
pub(crate) fn made(
    context: &mut Context<'_>,
    call: &Call,
    sizes: &[i64],
    dtype: Dtype,
    rule: Option<Values>,
) -> Outcome<Tensor> {
    let shape = if call.name == "zeros" { call.library.zeros(sizes) } else { call.library.empty(sizes) };
    let shape = shape.or_else(|error| call.raises(error))?;
    check_size(context, &shape, dtype, &call.span)?;
    context.make(1, &call.span)?;
    let requires_grad = call.get("requires_grad").is_some() && call.flag("requires_grad", false)?;
    if requires_grad && dtype.is_integer() {
        return call.fails("Only Tensors of floating point and complex dtype can require gradients");
    }
    let traits = Traits { rule: rule.and_then(|rule| converted(rule, dtype)), requires_grad, ..Traits::default() };
    Ok(Tensor::new(call.library, shape, dtype, traits))
}

/// `torch.zeros`, `ones`, `empty`, `rand`, `randn`.
fn torch_filled(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["names"])?;
    let sizes = call.sizes("size")?;
    let dtype = float_dtype(call)?;
    if matches!(call.name, "rand" | "randn") && dtype.is_integer() {
        return call.declined();
    }
    let tensor = made(context, call, &sizes, dtype, filling(call.name))?;
    tensor.is_probability.set(call.name == "rand");
    Ok(Value::Tensor(tensor))
}

/// The elements of `zeros` and `ones`.
fn filling(name: &str) -> Option<Values> {
    if name.contains("zeros") {
        Some(Values::Filled(Scalar::Int(0)))
    } else if name.contains("ones") {
        Some(Values::Filled(Scalar::Int(1)))
    } else {
        None
    }
}

fn numpy_filled(context: &mut Context<'_>, call: &Call) -> Outcome {
    let sizes = call.sizes("size")?;
    let dtype = float_dtype(call)?;
    ordered(call, made(context, call, &sizes, dtype, filling(call.name))?)
}

/// A new array, all of whose elements are equal or not known, in the order that `order` names: `F` stores the first axis first.
fn ordered(call: &Call, array: Tensor) -> Outcome {
    match call.text("order")? {
        None | Some("C") => Ok(Value::Tensor(array)),
        Some("F") => {
            let layout = Some(column_major(&array.shape));
            Ok(Value::Tensor(array.with_layout(array.shape.clone(), layout)))
        }
        Some(_) => call.declined(),
    }
}

/// `full`.
fn full(context: &mut Context<'_>, call: &Call) -> Outcome {
    let sizes = call.sizes("size")?;
    let value = &call.need("fill_value")?.value;
    let Some(kind) = Kind::of_value(value) else { return call.declined() };
    if value.tensor().is_some_and(|tensor| tensor.numel() != 1 || tensor.library != call.library) {
        return call.declined();
    }
    let dtype = call.dtype("dtype")?.unwrap_or_else(|| kind.dtype(call.library));
    let known = value.tensor().map_or_else(|| value.scalar(), Tensor::item);
    let made = made(context, call, &sizes, dtype, known.map(Values::Filled))?;
    if call.library == Library::NumPy { ordered(call, made) } else { Ok(Value::Tensor(made)) }
}

/// `zeros_like` and its like.
fn like(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["shape"])?;
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    if call.name.starts_with("rand") && dtype.is_integer() {
        return call.declined();
    }
    let value = match call.get("fill_value").map(|value| &value.value) {
        Some(value) if value.number_kind().is_some() => value.scalar().map(Values::Filled),
        None if call.name != "full_like" => filling(call.name),
        _ => return call.declined(),
    };
    let made = made(context, call, &tensor_broadcasting::library::signed(&tensor.shape), dtype, value)?;
    match call.text_of("order") {
        _ if call.given("memory_format").is_some() => Ok(Value::Tensor(made.without_layout())),
        None | Some("K") => Ok(Value::Tensor(made.with_layout(made.shape.clone(), kept_layout(&tensor)))),
        Some(_) => ordered(call, made),
    }
}

/// `new_zeros` and its like.
fn new(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.name == "new_full" && call.need("size")?.value.items().is_none() {
        return call.declined();
    }
    let sizes = call.sizes("size")?;
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    let value = match call.get("fill_value").map(|value| &value.value) {
        Some(value) if value.number_kind().is_some() => value.scalar().map(Values::Filled),
        Some(_) => return call.declined(),
        None => filling(call.name),
    };
    Ok(Value::Tensor(made(context, call, &sizes, dtype, value)?))
}

/// `new_tensor`.
fn new_tensor(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    let data = call.need("data")?;
    let made = from_nested(context, Library::PyTorch, &data.value, Some(dtype), &call.span)?;
    leaf(call, made)
}

/// `arange`.
fn arange(context: &mut Context<'_>, call: &Call) -> Outcome {
    let number = |name: &str| match call.given(name).map(|argument| &argument.value) {
        None => Ok(None),
        Some(Value::Tensor(tensor)) if tensor.shape.is_empty() => match tensor.item() {
            Some(value) => Ok(Some(value)),
            None => call.needs_values(),
        },
        Some(value) if value.number_kind().is_some() => match value.scalar() {
            Some(value) => Ok(Some(value)),
            None => call.needs_values(),
        },
        Some(_) => call.declined(),
    };
    let (first, second, step) = (number("start")?, number("end")?, number("step")?);
    // PyTorch has a step only between a start and an end.
    if call.library == Library::PyTorch && step.is_some() && (first.is_none() || second.is_none()) {
        return call.declined();
    }
    let step = step.unwrap_or(Scalar::Int(1));
    let (start, end) = match (first, second) {
        (Some(start), Some(end)) => (start, end),
        (Some(end), None) | (None, Some(end)) => (Scalar::Int(0), end),
        (None, None) => return call.declined(),
    };
    let is_float = [start, end, step].iter().any(|value| matches!(value, Scalar::Float(_)));
    let dtype = match call.dtype("dtype")? {
        Some(Dtype::Bool) => return call.declined(),
        Some(dtype) => dtype,
        None if is_float => call.library.default_float(),
        None => Dtype::Int64,
    };
    if step.to_float() == 0.0 {
        return match (call.library, is_float) {
            (Library::PyTorch, _) => call.fails("step must be nonzero"),
            (Library::NumPy, false) => raised("ZeroDivisionError", "division by zero", &call.span),
            (Library::NumPy, true) => call.declined(),
        };
    }
    if !step.to_float().is_finite() {
        return call.declined();
    }
    let count = if is_float {
        ((end.to_float() - start.to_float()) / step.to_float()).ceil()
    } else {
        let (distance, step) = (i128::from(end.to_int()) - i128::from(start.to_int()), i128::from(step.to_int()));
        (distance / step + i128::from(distance % step != 0 && (distance < 0) == (step < 0))) as f64
    };
    let wrong_way = (end.to_float() - start.to_float()) * step.to_float() < 0.0;
    if wrong_way && call.library == Library::PyTorch {
        return call.fails("upper bound and lower bound inconsistent with step sign");
    }
    // As a float a larger number has lost its last digits.
    if !count.is_finite() || count > if context.is_field { 9.0e15 } else { 4.0e9 } {
        return call.declined();
    }
    let count = count.max(0.0) as i64;
    // NumPy goes on by the difference of the first two.
    let step = match (step, call.library) {
        (_, Library::NumPy) if is_float => Scalar::Float(start.to_float() + step.to_float() - start.to_float()),
        (step, _) if is_float => Scalar::Float(step.to_float()),
        (step, _) => Scalar::Int(step.to_int()),
    };
    let start = if is_float { Scalar::Float(start.to_float()) } else { Scalar::Int(start.to_int()) };
    let counts = (start, step) == (Scalar::Int(0), Scalar::Int(1));
    let rule = if counts { Values::Arange } else { Values::Ramp { start, step } };
    let tensor = made(context, call, &[count], dtype, Some(rule))?;
    if !is_float && count > 0 {
        let last = start.to_int().saturating_add((count - 1).saturating_mul(step.to_int()));
        tensor.bounds.set(Some((start.to_int().min(last), start.to_int().max(last))));
    }
    Ok(Value::Tensor(tensor))
}

/// `linspace`, `logspace`, `geomspace`.
fn linspace(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["axis", "retstep"])?;
    let count = match (call.int("steps")?, call.library) {
        (Some(count), _) => count,
        (None, Library::NumPy) => 50,
        (None, Library::PyTorch) => return call.declined(),
    };
    if count < 0 {
        return call.declined();
    }
    let (start, end) = (&call.need("start")?.value, &call.need("end")?.value);
    // The values of numbers of NumPy and of 0-dim tensors are not asked for: they make the same shape and type.
    let is_number = |value: &Value| match value {
        Value::Tensor(tensor) => {
            call.name == "linspace"
                && tensor.library == call.library
                && tensor.shape.is_empty()
                && (tensor.is_scalar || call.library == Library::PyTorch)
                && !matches!(tensor.dtype, Dtype::Bool | Dtype::Complex64 | Dtype::Complex128)
                && !tensor.requires_grad.get()
        }
        value => value.number_kind().is_some(),
    };
    if !is_number(start) || !is_number(end) {
        return call.declined();
    }
    let dtype = float_dtype(call)?;
    if dtype == Dtype::Bool && call.library == Library::PyTorch {
        return call.declined();
    }
    let tensor = made(context, call, &[count], dtype, None)?;
    let includes_end = call.get("endpoint").is_none() || call.flag("endpoint", true)?;
    if let (Some(start), Some(end), "linspace", 1..) = (start.scalar(), end.scalar(), call.name, count) {
        let parts = if includes_end { count - 1 } else { count };
        let (start, end) = (start.to_float(), end.to_float());
        let step = if parts > 0 { (end - start) / parts as f64 } else { 0.0 };
        let value = |at: i64| {
            let value = if includes_end && at == count - 1 && at > 0 { end } else { at as f64 * step + start };
            cast(Scalar::Float(value), dtype)
        };
        if count as u64 <= MAX_VALUES && call.library == Library::NumPy {
            tensor.write((0..count).map(value).collect());
        }
        tensor.set_made(converted(Values::Ramp { start: Scalar::Float(start), step: Scalar::Float(step) }, dtype));
    }
    Ok(Value::Tensor(tensor))
}

/// `eye`, `identity`, `tri`.
fn eye(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["order"])?;
    let Some(rows) = call.int("n")? else { return call.declined() };
    let columns = if call.name == "identity" { rows } else { call.int_or("m", rows)? };
    let offset = if call.library == Library::NumPy && call.get("k").is_some() { call.int_or("k", 0)? } else { 0 };
    let dtype = float_dtype(call)?;
    // The messages of PyTorch are others than those of `zeros`, and `tri` makes an empty array.
    if rows.min(columns) < 0 && (call.name == "tri" || call.library == Library::PyTorch) {
        return call.declined();
    }
    let tensor = made(context, call, &[rows, columns], dtype, None)?;
    if is_small(&tensor.shape) {
        let is_one = |row: i64, column: i64| {
            if call.name == "tri" { column <= row + offset } else { column == row + offset }
        };
        let values = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let values: Option<Vec<Scalar>> =
            values.map(|(row, column)| cast(Scalar::Int(i64::from(is_one(row, column))), dtype)).collect();
        context.make(values.as_ref().map_or(0, Vec::len), &call.span)?;
        tensor.write(values);
    }
    Ok(Value::Tensor(tensor))
}

/// `torch.tensor`, `np.array` and their like.
fn from_data(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    let data = call.need("data")?;
    let dtype = call.dtype("dtype")?;
    let ndmin = call.int_or("ndmin", 0)?;
    if call.text("order")?.is_some_and(|order| order != "C") {
        return call.declined();
    }
    if let Value::Tensor(tensor) = &data.value
        && (tensor.library != library || !matches!(call.name, "tensor" | "array"))
    {
        return from_tensor(context, call, tensor, dtype);
    }
    let mut made = from_nested(context, library, &data.value, dtype, &call.span)?;
    if let Value::Tensor(tensor) = &data.value
        && !tensor.shape.is_empty()
    {
        let tensor = View::of(tensor).tensor(None);
        made = copied_as(context, &tensor, (library, made.dtype), kept_layout(&tensor), &call.span)?;
    }
    let missing = usize::try_from(ndmin).unwrap_or(0).saturating_sub(made.shape.ndim());
    match if missing > 0 { padded(&made, missing) } else { Some(made) } {
        Some(made) => leaf(call, made),
        None => call.declined(),
    }
}

/// The same new array with size-1 axes in front, as `ndmin` makes them.
fn padded(made: &Tensor, missing: usize) -> Option<Tensor> {
    let before = |padding: u64, own: &[u64]| [vec![padding; missing], own.to_vec()].concat();
    let view = View::of(made).with(&|layout| {
        let shape = Shape::from(before(1, layout.shape()).as_slice());
        // NumPy repeats the first stride where the array is not row-major.
        let padded = match layout.is_contiguous() {
            true => Some(Library::NumPy.contiguous(&shape)),
            false => StridedLayout::with_strides(
                shape,
                before(layout.strides().first().copied().unwrap_or(1), layout.strides()),
            ),
        };
        padded.map(|layout| (layout, 0)).ok_or(())
    });
    view.ok().map(|view| view.tensor(None))
}

/// A new tensor for which gradients are computed where the call says so.
fn leaf(call: &Call, made: Tensor) -> Outcome {
    let requires_grad = call.get("requires_grad").is_some() && call.flag("requires_grad", false)?;
    if requires_grad && made.dtype.is_integer() {
        return call.fails("Only Tensors of floating point and complex dtype can require gradients");
    }
    made.requires_grad.set(requires_grad);
    Ok(Value::Tensor(made))
}

/// A tensor of the elements of another one.
fn from_tensor(context: &mut Context<'_>, call: &Call, tensor: &Tensor, dtype: Option<Dtype>) -> Outcome {
    let (library, new) = (call.library, dtype.unwrap_or(tensor.dtype));
    if tensor.requires_grad.get() {
        return call.declined();
    }
    let is_row_major = tensor.layout.as_ref().is_some_and(StridedLayout::is_contiguous);
    if call.name == "ascontiguousarray" && !is_row_major {
        return call.declined();
    }
    if tensor.library == library && new == tensor.dtype {
        return Ok(Value::Tensor(tensor.clone()));
    }
    context.make(1, &call.span)?;
    let has_negative = |layout: &StridedLayout| layout.strides().iter().any(|&stride| i64::try_from(stride).is_err());
    if tensor.layout.as_ref().is_none_or(has_negative) && library == Library::PyTorch {
        return call.declined();
    }
    let strided = |layout: &StridedLayout| library.with_library_strides(layout);
    if call.name != "tensor" && new == tensor.dtype && !tensor.is_scalar {
        let view = View { library, ..View::of(tensor) }.with(&|layout| Ok::<_, ()>((strided(layout), 0)));
        return view.map_or_else(|()| call.declined(), |view| Ok(Value::Tensor(view.tensor(None))));
    }
    let layout = tensor.layout.as_ref().map(strided);
    copied_as(context, tensor, (library, new), layout, &call.span).map(Value::Tensor)
}

/// `torch.FloatTensor`, `torch.Tensor`: of a list or of sizes.
fn legacy(context: &mut Context<'_>, call: &Call) -> Outcome {
    let dtype = match call.name {
        "LongTensor" => Dtype::Int64,
        "IntTensor" => Dtype::Int32,
        "DoubleTensor" => Dtype::Float64,
        "BoolTensor" => Dtype::Bool,
        _ => Dtype::Float32,
    };
    match call.rest.as_slice() {
        [only] if matches!(only.value, Value::List(_)) => {
            Ok(Value::Tensor(from_nested(context, Library::PyTorch, &only.value, Some(dtype), &call.span)?))
        }
        sizes if !sizes.is_empty() && sizes.iter().all(|size| matches!(size.value, Value::Int(_))) => {
            let sizes = call.sizes("data")?;
            Ok(Value::Tensor(made(context, call, &sizes, dtype, None)?))
        }
        _ => call.declined(),
    }
}

/// The array with axes of size 1 before and after its own, as `None` in an index makes them.
fn between_new_axes(context: &mut Context<'_>, call: &Call, array: &Tensor, before: usize, after: usize) -> Outcome {
    let whole = Value::Slice(Box::new([Value::None, Value::None, Value::None]));
    let own = std::iter::repeat_n(whole, array.shape.ndim());
    let new = |count| std::iter::repeat_n(Value::None, count);
    let index = Placed { value: Value::tuple(new(before).chain(own).chain(new(after))), span: call.span.clone() };
    crate::functions::indexing::get(context, array, &index, &call.span)
}

/// `np.atleast_2d` and its like.
fn at_least(context: &mut Context<'_>, call: &Call) -> Outcome {
    let array = call.tensor(context, "data")?;
    let (before, after) = match (call.name, array.shape.ndim()) {
        (name, 0) => {
            let axes = ["atleast_1d", "atleast_2d"].iter().position(|known| *known == name).unwrap_or(2) + 1;
            let layout = Library::NumPy.contiguous(&Shape::ones(axes));
            let view = View::of(&array).with(&|_| Ok::<_, ()>((layout.clone(), 0)));
            return view.map_or_else(|()| call.declined(), |view| Ok(Value::Tensor(view.tensor(None))));
        }
        ("atleast_2d", 1) => (1, 0),
        ("atleast_3d", 1) => (1, 1),
        ("atleast_3d", 2) => (0, 1),
        _ => return Ok(Value::Tensor(array)),
    };
    between_new_axes(context, call, &array, before, after)
}

/// `np.float32(x)`.
fn numpy_scalar(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(dtype) = call.dtype("dtype")? else { return call.declined() };
    let Some(data) = call.get("data") else { return call.declined() };
    let made = from_nested(context, Library::NumPy, &data.value, Some(dtype), &call.span)?;
    let is_scalar = made.shape.is_empty();
    let traits = Traits { values: made.values().map(|values| values.to_vec()), is_scalar, ..Traits::default() };
    Ok(Value::Tensor(Tensor::new(Library::NumPy, made.shape.clone(), dtype, traits)))
}

/// What has no value and changes nothing that is read.
fn nothing(_: &mut Context<'_>, call: &Call) -> Outcome {
    if matches!(call.name, "set_default_dtype" | "set_grad_enabled" | "seterr") {
        return call.lost();
    }
    let is_rejected = match call.name {
        "set_printoptions" => !call.rest.is_empty(),
        "autograd.set_detect_anomaly" => {
            !matches!(call.rest.as_slice(), [mode] if matches!(mode.value, Value::Bool(_)))
        }
        _ => false,
    };
    if is_rejected {
        return call.declined();
    }
    let is_seed = call.get("seed").is_some_and(|seed| matches!(seed.value, Value::Int(_)));
    if call.name.ends_with("seed") && !is_seed { call.declined() } else { Ok(Value::None) }
}

/// Whether there is a device of another kind: programs are read as they run on a CPU.
fn unavailable(_: &mut Context<'_>, call: &Call) -> Outcome {
    if call.get("").is_some() { call.declined() } else { Ok(Value::Bool(Some(false))) }
}

/// `np.indices`.
fn indices(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(sizes) = call.ints("dimensions")? else { return call.declined() };
    let dtype = call.dtype("dtype")?.unwrap_or(Dtype::Int64);
    if dtype == Dtype::Bool {
        return call.declined();
    }
    let all: Vec<i64> = std::iter::once(sizes.len() as i64).chain(sizes).collect();
    Ok(Value::Tensor(made(context, call, &all, dtype, None)?))
}

/// `np.mgrid[0:3, 0:4]`, `np.ogrid[0:3, 0:4]`.
fn grid(context: &mut Context<'_>, call: &Call) -> Outcome {
    let index = &call.need("index")?.value;
    let parts = match index {
        Value::Tuple(items, _) => items.to_vec(),
        other => vec![other.clone()],
    };
    let mut sizes = Vec::new();
    let mut starts = Vec::new();
    for part in &parts {
        let Value::Slice(bounds) = part else { return call.declined() };
        let bound = |at: usize, default: i64| match bounds.get(at) {
            Some(Value::None) | None => Ok(default),
            Some(value @ Value::Int(_)) => call.int_of(value),
            Some(_) => call.declined(),
        };
        let (mut start, mut stop, step) = (bound(0, 0)?, bound(1, 0)?, bound(2, 1)?);
        if matches!(bounds.get(1), Some(Value::None)) {
            // Of one slice without an end, NumPy takes the start as the end. For several it asks the tuple for a step.
            if matches!(index, Value::Tuple(..)) {
                return raised("AttributeError", "'tuple' object has no attribute 'step'", &call.span);
            }
            (start, stop) = (0, start);
        }
        if step <= 0 {
            return call.declined();
        }
        starts.push((start, step));
        sizes.push(((stop - start).max(0) + step - 1) / step);
    }
    let ndim = sizes.len();
    if call.name == "mgrid" {
        let all: Vec<i64> = if ndim == 1 { sizes } else { std::iter::once(ndim as i64).chain(sizes).collect() };
        return Ok(Value::Tensor(made(context, call, &all, Dtype::Int64, None)?));
    }
    let mut open = Vec::new();
    for (axis, (&size, &(start, step))) in sizes.iter().zip(&starts).enumerate() {
        let rule = Values::Ramp { start: Scalar::Int(start), step: Scalar::Int(step) };
        let row = made(context, call, &[size], Dtype::Int64, Some(rule))?;
        open.push(between_new_axes(context, call, &row, axis, ndim - 1 - axis)?);
    }
    match (ndim, open.first()) {
        (1, Some(only)) => Ok(only.clone()),
        _ => Ok(Value::tuple(open)),
    }
}
