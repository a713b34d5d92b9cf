//! Functions that make tensors: of sizes, of numbers, of other tensors.

use crate::functions::indexing;
use crate::functions::size_names::name_new;
use crate::functions::views::{reshaped, strided};
use crate::signatures::call::{Call, named_dtype};
use crate::signatures::place::rules;
use crate::tensors::arrays::{check_size, copied_as, from_nested, is_small, kept_layout};
use crate::tensors::context::{Context, Outcome, raised, sizes};
use crate::tensors::made::converted;
use crate::tensors::types::{Kind, cast_all, is_complex};
use crate::tensors::value::{MAX_VALUES, Placed, Tensor, Traits, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Scalar, StridedLayout, Values};

/// The name of a call of an element type: `np.float32(2)`. No program can write it.
pub(crate) const SCALAR: &str = "<type>";

rules! { filled arange linspace eye from_data legacy at_least numpy_scalar nothing unavailable grid }

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
    let traits = Traits { rule: rule.and_then(|rule| converted(rule, dtype)), ..Traits::default() };
    let made = leaf(call, Tensor::new(call.library, shape, dtype, traits))?;
    name_new(context, &made, call);
    Ok(made)
}

/// A new tensor for which gradients are computed where the call says so.
fn leaf(call: &Call, made: Tensor) -> Outcome<Tensor> {
    let requires_grad = call.flag("requires_grad", false)?;
    if requires_grad && made.dtype.is_integer() {
        return call.fails("Only Tensors of floating point and complex dtype can require gradients");
    }
    made.requires_grad.set(requires_grad);
    Ok(made)
}

/// `zeros`, `full`, `rand` and their like. With the column `new` or `like` the element type is that of the first argument, with `like`
/// also the shape.
fn filled(context: &mut Context<'_>, call: &Call) -> Outcome {
    let model = if call.column.is_empty() { None } else { Some(call.tensor(context, "input")?) };
    let sizes = match &model {
        Some(model) if call.column == "like" => sizes(&model.shape),
        _ => call.sizes("size")?,
    };
    let value = call.get("fill_value").map(|argument| &argument.value);
    let kind = value.and_then(Kind::of_value);
    let is_wrong = |tensor: &Tensor| model.is_some() || tensor.numel() != 1 || tensor.library != call.library;
    if value.is_some() && kind.is_none() || value.and_then(Value::tensor).is_some_and(is_wrong) {
        return call.declined();
    }
    let own = match (&model, kind) {
        (Some(model), _) => model.dtype,
        (None, Some(kind)) => kind.dtype(call.library),
        (None, None) => call.library.default_float(),
    };
    let dtype = call.dtype("dtype")?.unwrap_or(own);
    if call.name.starts_with("rand") && dtype.is_integer() {
        return call.declined();
    }
    let known = match value {
        Some(value) => value.tensor().map_or_else(|| value.scalar(), Tensor::item),
        None if call.name.contains("zeros") => Some(Scalar::Int(0)),
        None => call.name.contains("ones").then_some(Scalar::Int(1)),
    };
    let made = made(context, call, &sizes, dtype, known.map(Values::Filled))?;
    made.is_probability.set(call.name == "rand");
    Ok(Value::Tensor(match &model {
        Some(model) if call.column == "like" => made.with_layout(made.shape.clone(), kept_layout(model)),
        _ => made,
    }))
}

/// `arange`.
fn arange(context: &mut Context<'_>, call: &Call) -> Outcome {
    let number = |name: &str| {
        let Some(argument) = call.given(name) else { return Ok(None) };
        let (is_number, known) = match &argument.value {
            Value::Tensor(tensor) => (tensor.shape.is_empty(), tensor.item()),
            value => (value.number_kind().is_some(), value.scalar()),
        };
        match known {
            _ if !is_number => call.declined(),
            None => call.needs_values(),
            known => Ok(known),
        }
    };
    let (first, second, step) = (number("start")?, number("end")?, number("step")?);
    let step = step.unwrap_or(Scalar::Int(1));
    let (start, end) = match (first, second) {
        (Some(start), Some(end)) => (start, end),
        (Some(end), None) | (None, Some(end)) => (Scalar::Int(0), end),
        (None, None) => return call.declined(),
    };
    let is_float = [start, end, step].iter().any(|value| matches!(value, Scalar::Float(_)));
    let own = if is_float { call.library.default_float() } else { Dtype::Int64 };
    let dtype = call.dtype("dtype")?.unwrap_or(own);
    let distance = end.to_float() - start.to_float();
    if step.to_float() == 0.0 {
        return match (call.library, is_float) {
            (Library::PyTorch, _) => call.fails("step must be nonzero"),
            (Library::NumPy, false) => raised("ZeroDivisionError", "division by zero", &call.span),
            (Library::NumPy, true) => call.declined(),
        };
    }
    if !step.to_float().is_finite() || dtype == Dtype::Bool {
        return call.declined();
    }
    if distance * step.to_float() < 0.0 && call.library == Library::PyTorch {
        return call.fails("upper bound and lower bound inconsistent with step sign");
    }
    let count = (distance / step.to_float()).ceil();
    // As a float a larger number has lost its last digits.
    let is_exact = is_float || [start, end, step].iter().all(|value| value.to_float().abs() <= 9.0e15);
    if !count.is_finite() || !is_exact || count > if context.is_field { 9.0e15 } else { 4.0e9 } {
        return call.declined();
    }
    let count = count.max(0.0) as i64;
    let plain = |value: Scalar| match is_float {
        true => Scalar::Float(value.to_float()),
        false => Scalar::Int(value.to_int()),
    };
    // NumPy goes on by the difference of the first two.
    let step = match (plain(step), call.library) {
        (Scalar::Float(step), Library::NumPy) => Scalar::Float(start.to_float() + step - start.to_float()),
        (step, _) => step,
    };
    let start = plain(start);
    let counts = (start, step) == (Scalar::Int(0), Scalar::Int(1));
    let rule = if counts { Values::Arange } else { Values::Ramp { start, step } };
    let tensor = made(context, call, &[count], dtype, Some(rule))?;
    if !is_float && count > 0 {
        let last = start.to_int().saturating_add((count - 1).saturating_mul(step.to_int()));
        tensor.bounds.set(Some((start.to_int().min(last), start.to_int().max(last))));
    }
    Ok(Value::Tensor(tensor))
}

/// `linspace`.
fn linspace(context: &mut Context<'_>, call: &Call) -> Outcome {
    let count = call.int_or("steps", 50)?;
    let (start, end) = (&call.need("start")?.value, &call.need("end")?.value);
    // The values of numbers of NumPy and of 0-dim tensors are not asked for: they make the same shape and type.
    let is_number = |value: &Value| match value {
        Value::Tensor(tensor) => {
            tensor.library == call.library
                && tensor.shape.is_empty()
                && (tensor.is_scalar || call.library == Library::PyTorch)
                && tensor.dtype != Dtype::Bool
                && !is_complex(tensor.dtype)
                && !tensor.requires_grad.get()
        }
        value => value.number_kind().is_some(),
    };
    let dtype = float_dtype(call)?;
    if count < 0 || !is_number(start) || !is_number(end) || (dtype == Dtype::Bool && call.library == Library::PyTorch) {
        return call.declined();
    }
    let tensor = made(context, call, &[count], dtype, None)?;
    let includes_end = call.flag("endpoint", true)?;
    if let (Some(start), Some(end), 1..) = (start.scalar(), end.scalar(), count) {
        let parts = if includes_end { count - 1 } else { count };
        let (start, end) = (start.to_float(), end.to_float());
        let step = if parts > 0 { (end - start) / parts as f64 } else { 0.0 };
        let value = |at: i64| {
            Scalar::Float(if includes_end && at == count - 1 && at > 0 { end } else { at as f64 * step + start })
        };
        if count as u64 <= MAX_VALUES && call.library == Library::NumPy {
            let values: Vec<Scalar> = (0..count).map(value).listed();
            tensor.write(cast_all(&values, dtype));
        }
        tensor.set_made(converted(Values::Ramp { start: Scalar::Float(start), step: Scalar::Float(step) }, dtype));
    }
    Ok(Value::Tensor(tensor))
}

/// `eye`, `identity`.
fn eye(context: &mut Context<'_>, call: &Call) -> Outcome {
    let rows = call.int_or("n", 0)?;
    let columns = call.int_or("m", rows)?;
    let offset = call.int_or("k", 0)?;
    let dtype = float_dtype(call)?;
    // The messages of PyTorch are others than those of `zeros`.
    if rows.min(columns) < 0 && call.library == Library::PyTorch {
        return call.declined();
    }
    let tensor = made(context, call, &[rows, columns], dtype, None)?;
    if is_small(&tensor.shape) {
        let value = |at: i64| {
            let (column, diagonal) = (at % columns, at / columns + offset);
            Scalar::Int(i64::from(column == diagonal))
        };
        let values: Vec<Scalar> = (0..rows * columns).map(value).listed();
        context.make(values.len(), &call.span)?;
        tensor.write(cast_all(&values, dtype));
    }
    Ok(Value::Tensor(tensor))
}

/// `torch.tensor`, `np.array` and their like. Those with a column copy; with the column `new` the element type is that of the first
/// argument.
fn from_data(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    let data = call.need("data")?;
    let dtype = match call.dtype("dtype")? {
        None if call.column == "new" => Some(call.tensor(context, "input")?.dtype),
        dtype => dtype,
    };
    if let Value::Tensor(tensor) = &data.value
        && (tensor.library != library || call.column.is_empty())
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
    let missing = usize::try_from(call.int_or("ndmin", 0)?).unwrap_or(0).saturating_sub(made.shape.ndim());
    let made = leaf(call, made)?;
    if missing == 0 {
        return Ok(Value::Tensor(made));
    }
    let is_row_major = made.layout.as_ref().is_some_and(StridedLayout::is_contiguous);
    let sizes = [vec![1; missing], made.shape.to_vec()].concat();
    let view = strided(&made, &sizes, &|own| {
        // NumPy repeats the first stride where the array is not row-major.
        let factor = made.shape.first().copied().filter(|_| is_row_major).unwrap_or(1);
        let first = own.first().copied().unwrap_or(1).saturating_mul(factor);
        ([vec![first; missing], own.to_vec()].concat(), 0)
    });
    view.map_or_else(|| call.declined(), |view| Ok(Value::Tensor(view.tensor(None))))
}

/// A tensor of the elements of another one.
fn from_tensor(context: &mut Context<'_>, call: &Call, tensor: &Tensor, dtype: Option<Dtype>) -> Outcome {
    let (library, new) = (call.library, dtype.unwrap_or(tensor.dtype));
    if tensor.requires_grad.get() {
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
    if call.column.is_empty() && new == tensor.dtype && !tensor.is_scalar {
        let view = View { library, ..View::of(tensor) }.with(&|layout| Ok::<_, ()>((strided(layout), 0)));
        return view.map_or_else(|()| call.declined(), |view| Ok(Value::Tensor(view.tensor(None))));
    }
    let layout = tensor.layout.as_ref().map(strided);
    copied_as(context, tensor, (library, new), layout, &call.span).map(Value::Tensor)
}

/// `torch.FloatTensor`, `torch.Tensor`: of a list or of sizes. The column is the element type.
fn legacy(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(dtype) = named_dtype(call.column) else { return call.declined() };
    match call.rest.as_slice() {
        [only] if matches!(only.value, Value::List(_)) => {
            from_nested(context, Library::PyTorch, &only.value, Some(dtype), &call.span).map(Value::Tensor)
        }
        sizes if !sizes.is_empty() && sizes.iter().all(|size| matches!(size.value, Value::Int(_))) => {
            let sizes = call.sizes("data")?;
            made(context, call, &sizes, dtype, None).map(Value::Tensor)
        }
        _ => call.declined(),
    }
}

/// The array with axes of size 1 before and after its own, as `None` in an index makes them.
fn between_new_axes(context: &mut Context<'_>, call: &Call, array: &Tensor, before: usize, after: usize) -> Outcome {
    let mut index = vec![Value::None; before];
    index.push(Value::Ellipsis);
    index.extend(vec![Value::None; after]);
    let index = Placed { value: Value::tuple(index), span: call.span.clone() };
    indexing::get(context, array, &index, &call.span)
}

/// `np.atleast_2d` and its like.
fn at_least(context: &mut Context<'_>, call: &Call) -> Outcome {
    let array = call.tensor(context, "data")?;
    match (call.name, array.shape.ndim()) {
        ("atleast_1d", 0) => reshaped(context, &array, &[1], call),
        ("atleast_2d", 0) => reshaped(context, &array, &[1, 1], call),
        ("atleast_2d", 1) => between_new_axes(context, call, &array, 1, 0),
        _ => Ok(Value::Tensor(array)),
    }
}

/// `np.float32(x)`.
fn numpy_scalar(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(dtype) = call.dtype("dtype")? else { return call.declined() };
    let made = from_nested(context, Library::NumPy, &call.need("data")?.value, Some(dtype), &call.span)?;
    let is_scalar = made.shape.is_empty();
    let traits = Traits { values: made.values().map(|values| values.to_vec()), is_scalar, ..Traits::default() };
    Ok(Value::Tensor(Tensor::new(Library::NumPy, made.shape.clone(), dtype, traits)))
}

/// What has no value. With the column `lost` it changes what the rest of the program does.
fn nothing(_: &mut Context<'_>, call: &Call) -> Outcome {
    let is_default = call.get("type").is_some_and(|given| match &given.value {
        Value::Dtype(dtype) => *dtype == Library::PyTorch.default_float(),
        Value::Text(Some(name)) | Value::Path(name) => name.ends_with(".FloatTensor"),
        _ => false,
    });
    if call.column == "lost" && !is_default { call.lost() } else { Ok(Value::None) }
}

/// Whether there is a device of another kind: programs are read as they run on a CPU.
fn unavailable(_: &mut Context<'_>, _: &Call) -> Outcome {
    Ok(Value::Bool(Some(false)))
}

/// `np.mgrid[0:3, 0:4]`, `np.ogrid[0:3, 0:4]`.
fn grid(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (mut sizes, mut starts) = (Vec::new(), Vec::new());
    for part in indexing::items(&call.need("index")?.value) {
        let Value::Slice(bounds) = part else { return call.declined() };
        let [start, stop, step] = &*bounds;
        let bound = |value: &Value, default| match value {
            Value::None => Ok(default),
            value => call.int_of(value),
        };
        let (start, stop, step) = (bound(start, 0)?, call.int_of(stop)?, bound(step, 1)?);
        if step <= 0 {
            return call.declined();
        }
        starts.push((start, step));
        sizes.push(((stop.saturating_sub(start)).max(0).saturating_add(step - 1)) / step);
    }
    let ndim = sizes.len();
    if call.name == "mgrid" {
        let all = if ndim == 1 { sizes } else { [vec![ndim as i64], sizes].concat() };
        return made(context, call, &all, Dtype::Int64, None).map(Value::Tensor);
    }
    let mut open = Vec::new();
    for (axis, (&size, &(start, step))) in sizes.iter().zip(&starts).enumerate() {
        let rule = Values::Ramp { start: Scalar::Int(start), step: Scalar::Int(step) };
        let row = made(context, call, &[size], Dtype::Int64, Some(rule))?;
        open.push(between_new_axes(context, call, &row, axis, ndim - 1 - axis)?);
    }
    match open.as_slice() {
        [only] => Ok(only.clone()),
        _ => Ok(Value::tuple(open)),
    }
}
