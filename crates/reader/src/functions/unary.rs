//! Functions of one tensor that keep its shape: `exp`, `sqrt`, `relu`, `softmax`, `cumsum` and their like.

use crate::functions::elementwise::{check_written, warn, wrote};
use crate::functions::matmul::matrix;
use crate::functions::operators;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{computed, computed_in, fresh, kept_layout, row_major, viewed};
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::{floating, is_floating};
use crate::tensors::value::{Kept, Tensor, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout};

rules! { elementwise along_axis normalize cumulative triangle flip roll }

/// A function of each element. The column says what the result is: `float`, `bool`, `same`, `bits`, which is `same` of integers, or
/// `activation` and `images`, which are `same` of floating-point numbers, of images with 4 axes. A name that ends with `_` is a method
/// that writes into the tensor.
fn elementwise(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let name = call.name.trim_end_matches('_');
    let library = call.library;
    let is_activation = matches!(call.column, "activation" | "images");
    let dtype = match call.column {
        "float" => floating(library, tensor.dtype),
        "bool" => Dtype::Bool,
        "bits" if !tensor.dtype.is_integer() => return call.declined(),
        "images" if tensor.shape.ndim() != 4 => return call.declined(),
        "same" | "activation" if tensor.dtype == Dtype::Bool => return call.declined(),
        _ if is_activation && tensor.dtype.is_integer() && name != "relu" => return call.declined(),
        _ => tensor.dtype,
    };
    let is_plain = ["decimals", "bound"].iter().all(|name| call.get(name).is_none());
    if !is_plain && library == Library::PyTorch && !is_floating(tensor.dtype) {
        return call.declined();
    }
    let values = tensor.values().filter(|_| is_plain && !is_activation);
    let values = values.and_then(|values| values.iter().map(|value| applied(name, *value)).all_listed());
    let inplace = call.get("inplace").map_or(Ok(false), |place| operators::truth(&place.value, &place.span))?;
    if call.is_in_place() || inplace {
        call.check(check_written(context, &tensor, &[]))?;
        call.check(library.output_cast_error(call.name, dtype, tensor.dtype).map_or(Ok(()), Err))?;
        wrote(context, &tensor, &[], values, &call.span)?;
        return Ok(Value::Tensor(tensor));
    }
    if call.given("out").is_some() {
        let out = call.tensor(context, "out")?;
        if out.shape != tensor.shape || out.dtype != dtype || out.read_only || out.overlaps() || out.is_scalar {
            return call.declined();
        }
        wrote(context, &out, &[&tensor], values, &call.span)?;
        return Ok(Value::Tensor(out));
    }
    if library == Library::NumPy && matches!(name, "log" | "log2" | "log10" | "sqrt") {
        let any = |test: fn(f64) -> bool| {
            tensor.values().is_some_and(|values| values.iter().any(|value| test(value.to_float())))
        };
        let warnings = [name != "sqrt" && any(|value| value == 0.0), any(|value| value < 0.0)];
        warn(context, name, warnings, &call.span);
    }
    let made = computed(context, library, (tensor.shape.clone(), dtype, values), &[&tensor], &call.span)?;
    if call.column == "float" {
        made.is_probability.set(name == "sigmoid");
        made.keeps(Kept::Elements);
    }
    if is_activation && matches!(name, "relu" | "gelu" | "silu" | "leaky_relu" | "softplus") {
        made.keeps(Kept::Elements);
    }
    Ok(Value::Tensor(made))
}

/// What a function gives for a number; `None` where it is not computed here. Of the square root and the reciprocal every library gives
/// the nearest number.
fn applied(name: &str, value: Scalar) -> Option<Scalar> {
    let number = value.to_float();
    let float = |value: f64| Some(Scalar::Float(value));
    match (name, value) {
        ("sqrt", _) if number >= 0.0 => float(number.sqrt()),
        ("exp", _) if number == 0.0 => float(1.0),
        ("reciprocal", _) if number != 0.0 => float(1.0 / number),
        ("abs" | "absolute", Scalar::Int(value)) => value.checked_abs().map(Scalar::Int),
        ("abs" | "absolute" | "fabs", Scalar::Float(value)) => float(value.abs()),
        ("square", Scalar::Int(value)) => value.checked_mul(value).map(Scalar::Int),
        ("square", Scalar::Float(value)) => float(value * value),
        ("neg" | "negative", Scalar::Int(value)) => value.checked_neg().map(Scalar::Int),
        ("neg" | "negative", Scalar::Float(value)) => float(-value),
        ("floor", Scalar::Float(value)) => float(value.floor()),
        ("ceil", Scalar::Float(value)) => float(value.ceil()),
        ("trunc" | "fix", Scalar::Float(value)) => float(value.trunc()),
        ("floor" | "ceil" | "trunc" | "round" | "positive" | "conj", value @ Scalar::Int(_)) => Some(value),
        ("relu", Scalar::Int(value)) => Some(Scalar::Int(value.max(0))),
        ("relu", Scalar::Float(value)) => float(if value < 0.0 { 0.0 } else { value }),
        ("sign", Scalar::Int(value)) => Some(Scalar::Int(value.signum())),
        ("invert" | "bitwise_not", Scalar::Bool(value)) => Some(Scalar::Bool(!value)),
        ("logical_not", _) => Some(Scalar::Bool(number == 0.0)),
        ("isnan", _) => Some(Scalar::Bool(number.is_nan())),
        ("isfinite", _) => Some(Scalar::Bool(number.is_finite())),
        ("isinf", _) => Some(Scalar::Bool(number.is_infinite())),
        _ => None,
    }
}

/// A new tensor of the shape of another one.
fn like(context: &mut Context<'_>, call: &Call, tensor: &Tensor, values: Option<Vec<Scalar>>) -> Outcome<Tensor> {
    computed(context, call.library, (tensor.shape.clone(), tensor.dtype, values), &[tensor], &call.span)
}

/// The axis of a call, or the library's exception.
fn axis_of(call: &Call, tensor: &Tensor) -> Outcome<Option<usize>> {
    call.int("axis")?.map(|axis| call.axis(axis, tensor.shape.ndim())).transpose()
}

/// `softmax` and their like.
fn along_axis(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.real(context, "input")?;
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    let Some(axis) = axis_of(call, &tensor)?.filter(|_| !dtype.is_integer()) else { return call.declined() };
    let made = fresh(context, Library::PyTorch, (tensor.shape.clone(), dtype, None), &[&tensor], &call.span)?;
    made.is_probability.set(call.name != "log_softmax");
    made.is_over_first.set(axis == 0);
    made.has_axes_of(&[&tensor]);
    made.keeps(Kept::Elements);
    Ok(Value::Tensor(made))
}

/// `F.normalize`, along one axis.
fn normalize(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let axis = call.int_or("dim", 1)?;
    if !is_floating(tensor.dtype) {
        return call.declined();
    }
    let axis = call.axis(axis, tensor.shape.ndim())?;
    // Of no elements, the norms of some orders are exceptions.
    if tensor.shape.get(axis) == Some(&0) {
        return call.declined();
    }
    like(context, call, &tensor, None).map(Value::Tensor)
}

/// The element type of a sum.
pub(crate) fn sum_dtype(dtype: Dtype) -> Dtype {
    if dtype.is_integer() { Dtype::Int64 } else { dtype }
}

/// `cumsum`, `cumprod`. Without an axis NumPy flattens the array.
fn cumulative(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let is_torch = call.library == Library::PyTorch;
    let axis = axis_of(call, &tensor)?;
    let dtype = call.dtype("dtype")?.unwrap_or_else(|| sum_dtype(tensor.dtype));
    let is_uncertain = match call.library {
        // Gradients do not go through integers.
        Library::PyTorch => axis.is_none() || dtype == Dtype::Bool || dtype.is_integer() && tensor.requires_grad.get(),
        Library::NumPy => tensor.dtype.is_unsigned() || tensor.shape.is_empty(),
    };
    if is_uncertain {
        return call.declined();
    }
    let (shape, values) = match axis {
        None if tensor.shape.ndim() != 1 => (Shape::from([tensor.numel()]), None),
        axis => (tensor.shape.clone(), cumulated(call.name, &tensor, axis.unwrap_or(0))),
    };
    let operands: &[&Tensor] = if is_torch { &[&tensor] } else { &[] };
    computed(context, call.library, (shape, dtype, values), operands, &call.span).map(Value::Tensor)
}

/// The sums of integers along an axis.
fn cumulated(name: &str, tensor: &Tensor, axis: usize) -> Option<Vec<Scalar>> {
    if !tensor.dtype.is_integer() || !name.contains("sum") {
        return None;
    }
    let mut values: Vec<i64> = tensor.values()?.iter().map(|value| value.to_int()).listed();
    let stride = usize::try_from(*row_major(&tensor.shape).get(axis)?).ok()?;
    let size = usize::try_from(*tensor.shape.get(axis)?).ok()?;
    for at in 0..values.len() {
        if (at / stride.max(1)) % size.max(1) > 0 {
            let before = *values.get(at.checked_sub(stride)?)?;
            let slot = values.get_mut(at)?;
            *slot = slot.checked_add(before)?;
        }
    }
    Some(values.into_iter().map(Scalar::Int).listed())
}

/// `tril`, `triu`.
fn triangle(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let offset = call.int_or("diagonal", 0)?;
    if tensor.shape.ndim() < 2 {
        return match call.library {
            Library::PyTorch => call.fails(format!("{}: input tensor must have at least 2 dimensions", call.name)),
            Library::NumPy => call.declined(),
        };
    }
    let [rows, columns] = matrix(&tensor.shape).map(|size| size.max(1) as i64);
    let is_lower = call.name == "tril";
    let values = tensor.values().map(|values| {
        let keep = |(at, value): (usize, &Scalar)| {
            let (row, column) = ((at as i64 / columns) % rows, at as i64 % columns);
            let kept = if is_lower { column <= row + offset } else { column >= row + offset };
            if kept { *value } else { Scalar::Int(0) }
        };
        values.iter().enumerate().map(keep).listed()
    });
    like(context, call, &tensor, values).map(Value::Tensor)
}

/// `flip`: elements in reverse order along some axes.
fn flip(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let given = match call.name {
        "fliplr" => Some(vec![1]),
        _ if call.library == Library::PyTorch => Some(call.sizes("dims")?),
        _ => call.ints("dims")?,
    };
    let mut flipped = vec![given.is_none(); ndim];
    for axis in given.unwrap_or_default() {
        let axis = match call.library.axis(axis, ndim) {
            Err(_) if call.name != "flip" => return call.declined(),
            axis => call.check(axis)?,
        };
        let Some(slot) = flipped.get_mut(axis) else { return call.declined() };
        if std::mem::replace(slot, true) {
            return call.repeated_axis(axis, "repeated axis");
        }
    }
    // Along an axis without elements nothing is reversed.
    let is_flipped = |axis: usize| flipped.get(axis) == Some(&true) && tensor.shape.get(axis) != Some(&0);
    let view = View::of(&tensor).with(&|layout| {
        let axes = || layout.shape().iter().zip(layout.strides()).enumerate();
        let strides = axes().map(|(axis, (_, &stride))| if is_flipped(axis) { stride.wrapping_neg() } else { stride });
        let ends =
            axes().filter(|(axis, _)| is_flipped(*axis)).map(|(_, (&size, &stride))| stride.wrapping_mul(size - 1));
        let layout = StridedLayout::with_strides(layout.shape().clone(), strides.listed());
        layout.map(|layout| (layout, ends.fold(0, u64::wrapping_add))).ok_or(())
    });
    let Ok(view) = view else { return call.declined() };
    if call.library == Library::NumPy {
        return viewed(context, &tensor, View { is_scalar: true, ..view }, &call.span).map(Value::Tensor);
    }
    let kept = (&[&tensor][..], kept_layout(&tensor));
    let made =
        computed_in(context, call.library, (tensor.shape.clone(), tensor.dtype, view.values()), kept, &call.span)?;
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
}

/// `roll`: elements moved along some axes.
fn roll(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(shifts) = call.ints("shifts")? else { return call.declined() };
    let axes = call.ints("dims")?;
    if axes.as_ref().is_some_and(|axes| axes.len() != shifts.len())
        || (axes.is_none() && shifts.len() != 1)
        || (axes.is_some() && tensor.shape.is_empty())
    {
        return call.declined();
    }
    // PyTorch looks at no axis where there is nothing to move.
    let is_unread = call.library == Library::PyTorch && tensor.numel() == 0;
    for &axis in axes.iter().flatten().filter(|_| !is_unread) {
        call.axis(axis, tensor.shape.ndim())?;
    }
    let made = like(context, call, &tensor, rolled(call.library, &tensor, &shifts, axes))?;
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
}

/// The elements after they are moved; without axes, those of the flattened tensor.
fn rolled(library: Library, tensor: &Tensor, shifts: &[i64], axes: Option<Vec<i64>>) -> Option<Vec<Scalar>> {
    let mut values = tensor.values()?.to_vec();
    let shape = if axes.is_some() { tensor.shape.clone() } else { Shape::from([tensor.numel()]) };
    let strides = row_major(&shape);
    for (&shift, &axis) in shifts.iter().zip(&axes.unwrap_or(vec![0])) {
        let axis = library.axis(axis, shape.ndim()).ok()?;
        let (size, stride) = (i64::try_from(*shape.get(axis)?).ok()?, *strides.get(axis)?);
        let mut moved = Vec::new();
        for at in 0..i64::try_from(values.len()).ok()? {
            let along = (at / stride) % size;
            let from = at + ((along - shift.rem_euclid(size)).rem_euclid(size) - along) * stride;
            moved.push(*values.get(usize::try_from(from).ok()?)?);
        }
        values = moved;
    }
    Some(values)
}
