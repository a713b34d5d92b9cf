//! Functions of one tensor that keep its shape: `exp`, `sqrt`, `relu`, `softmax`, `cumsum` and their like.

use crate::functions::elementwise::{leaf_error, out_shape, wrote};
use crate::signatures::call::Call;
use crate::signatures::place::{
    FUNCTIONAL, NUMPY, NUMPY_FUNCTION, NUMPY_METHOD, Row, TORCH, TORCH_FUNCTION, TORCH_METHOD, row,
};
use crate::tensors::arrays::{computed, computed_in, fresh, kept_layout, row_major, viewed};
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::overlap;
use crate::tensors::types::{cast_all, floating, is_complex, is_floating};
use crate::tensors::value::{Kept, Tensor, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, StridedLayout};

/// The functions whose result is floating-point.
const FLOATING: &str = "exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh deg2rad rad2deg";

/// The functions that take no complex numbers.
const REAL: [&str; 8] = ["erf", "erfc", "erfinv", "lgamma", "digamma", "i0", "deg2rad", "rad2deg"];

/// The functions of NumPy that are known by another name first.
const SECOND_NAMES: [&str; 10] =
    ["abs", "conj", "acos", "asin", "atan", "acosh", "asinh", "atanh", "bitwise_not", "bitwise_invert"];

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(NUMPY_FUNCTION, FLOATING, "input|x out * where dtype", floating_function),
    row(
        NUMPY_FUNCTION,
        "arcsin arccos arctan arcsinh arccosh arctanh asin acos atan asinh acosh atanh cbrt degrees radians",
        "input|x out * where dtype",
        floating_function,
    ),
    row(NUMPY_FUNCTION, "sinc i0", "input|x", floating_function),
    row(TORCH, FLOATING, "input * out", floating_function),
    row(
        TORCH,
        "rsqrt sigmoid erf erfc erfinv lgamma digamma sinc asin acos atan asinh acosh atanh arcsin arccos arctan arcsinh arccosh arctanh logit i0",
        "input * out",
        floating_function,
    ),
    row(TORCH, "reciprocal", "input * out", floating_function),
    row(
        TORCH_FUNCTION,
        "special.expit special.erf special.gammaln special.logit special.log1p special.expm1 special.exp2",
        "input",
        floating_function,
    ),
    row(
        TORCH_METHOD,
        "exp_ exp2_ expm1_ log_ log2_ log10_ log1p_ sqrt_ sin_ cos_ tan_ sinh_ cosh_ tanh_ rsqrt_ sigmoid_ erf_ reciprocal_",
        "input",
        floating_in_place,
    ),
    row(
        NUMPY_FUNCTION,
        "abs absolute fabs square negative positive sign floor ceil trunc rint conj conjugate real fix reciprocal",
        "input|x|val out * where dtype",
        same_function,
    ),
    row(NUMPY_METHOD, "conj conjugate", "input", same_function),
    row(NUMPY, "round", "input|a decimals out", same_function),
    row(NUMPY_FUNCTION, "around", "input|a decimals out", same_function),
    row(NUMPY_FUNCTION, "nan_to_num", "input|x copy nan posinf neginf", same_function),
    row(
        TORCH,
        "abs absolute square neg negative positive sign sgn floor ceil trunc fix frac nan_to_num relu conj",
        "input * out",
        same_function,
    ),
    row(TORCH, "round", "input * decimals out", same_function),
    row(TORCH_METHOD, "abs_ square_ neg_ negative_ sign_ floor_ ceil_ trunc_ round_ relu_", "input", same_in_place),
    row(FUNCTIONAL, "relu relu6 selu silu mish hardswish hardsigmoid", "input inplace", activation),
    row(FUNCTIONAL, "leaky_relu", "input negative_slope inplace", activation),
    row(FUNCTIONAL, "elu celu", "input alpha inplace", activation),
    row(FUNCTIONAL, "gelu", "input * approximate", activation),
    row(FUNCTIONAL, "softplus", "input beta threshold", activation),
    row(FUNCTIONAL, "softsign tanhshrink logsigmoid", "input", activation),
    row(FUNCTIONAL, "hardtanh", "input min_val max_val inplace", activation),
    row(FUNCTIONAL, "rrelu", "input lower upper training inplace", activation),
    row(FUNCTIONAL, "sigmoid tanh", "input", floating_function),
    row(TORCH_FUNCTION, "selu", "input", activation),
    row(TORCH_FUNCTION, "celu", "input alpha", activation),
    row(FUNCTIONAL, "dropout", "input p training inplace", activation),
    row(TORCH_FUNCTION, "dropout", "input p train", torch_dropout),
    row(
        FUNCTIONAL,
        "alpha_dropout feature_dropout dropout1d dropout2d dropout3d",
        "input p training inplace",
        dropout_of_channels,
    ),
    row(NUMPY_FUNCTION, "isnan isinf isfinite signbit isneginf isposinf", "input|x out * where", test),
    row(NUMPY_FUNCTION, "isreal iscomplex", "input|x", test),
    row(TORCH, "isnan isinf isfinite signbit isneginf isposinf isreal logical_not", "input * out", test),
    row(NUMPY_FUNCTION, "logical_not", "input|x out * where", test),
    row(NUMPY_FUNCTION, "invert bitwise_not bitwise_invert", "input|x out", invert),
    row(TORCH, "bitwise_not", "input", invert),
    row(TORCH, "softmax log_softmax", "input dim|axis dtype", along_axis),
    row(FUNCTIONAL, "softmax log_softmax", "input dim _stacklevel dtype", along_axis),
    row(FUNCTIONAL, "softmin", "input dim", along_axis),
    row(FUNCTIONAL, "gumbel_softmax", "input tau hard eps dim", along_axis),
    row(FUNCTIONAL, "normalize", "input p dim eps", normalize),
    row(TORCH, "cumsum cumprod", "input dim|axis * dtype out", cumulative),
    row(TORCH, "logcumsumexp", "input dim|axis", cumulative),
    row(TORCH_METHOD, "cumsum_ cumprod_", "input dim|axis", lost),
    row(NUMPY, "cumsum cumprod", "input|a dim|axis dtype out", numpy_cumulative),
    row(NUMPY_FUNCTION, "nancumsum nancumprod", "input|a dim|axis dtype out", numpy_cumulative),
    row(TORCH, "tril triu", "input diagonal", triangle),
    row(NUMPY_FUNCTION, "tril triu", "input|m diagonal|k", triangle),
    row(TORCH, "flip", "input *dims", flip),
    row(TORCH, "fliplr flipud", "input", flip),
    row(NUMPY_FUNCTION, "flip", "input|m dims|axis", flip),
    row(NUMPY_FUNCTION, "fliplr flipud", "input|m", flip),
    row(TORCH, "roll", "input shifts dims", roll),
    row(NUMPY_FUNCTION, "roll", "input|a shifts|shift dims|axis", roll),
    row(TORCH, "clamp_min clamp_max", "input bound|min|max", same_function),
    row(NUMPY_FUNCTION, "vectorize frompyfunc piecewise", "*rest", lost),
];

fn lost(_: &mut Context<'_>, call: &Call) -> Outcome {
    call.declined()
}

/// A result of the shape of a tensor, in `out=` where that is given.
fn result(
    context: &mut Context<'_>,
    call: &Call,
    tensor: &Tensor,
    dtype: Dtype,
    values: Option<Vec<Scalar>>,
) -> Outcome {
    match call.given("out").map(|out| &out.value) {
        None => {
            let made = computed(context, call.library, (tensor.shape.clone(), dtype, values), &[tensor], &call.span)?;
            Ok(Value::Tensor(made))
        }
        Some(Value::Tensor(out)) if call.library == Library::NumPy && !out.is_scalar => {
            if out.read_only {
                return call.raises(call.library.not_writable());
            }
            if let Some(error) = Library::NumPy.output_cast_error(call.name, dtype, out.dtype) {
                // The message has the first name of the function.
                return if SECOND_NAMES.contains(&call.name) { call.declined() } else { call.raises(error) };
            }
            // NumPy makes these two of a function of two operands.
            let count = if matches!(call.name, "isneginf" | "isposinf") { 2 } else { 1 };
            if let Err(error) = out_shape(&vec![tensor.shape.clone(); count], &out.shape) {
                return call.raises(error);
            }
            out.write(values.filter(|_| tensor.shape == out.shape).and_then(|values| cast_all(&values, out.dtype)));
            Ok(Value::Tensor(out.clone()))
        }
        Some(Value::Tensor(out))
            if out.shape == tensor.shape && out.dtype == dtype && call.library == Library::PyTorch =>
        {
            if out.overlaps() {
                return call.raises(call.library.not_writable());
            }
            match overlap::check(out, &[tensor]) {
                Some(Ok(())) => {}
                Some(Err(error)) => return call.raises(error),
                None => return call.declined(),
            }
            out.write(values.filter(|_| !overlap::is_read_late(out, tensor)));
            Ok(Value::Tensor(out.clone()))
        }
        Some(_) => call.declined(),
    }
}

/// The tensor of a function. PyTorch takes no number here; NumPy makes an array of it.
fn operand(context: &mut Context<'_>, call: &Call) -> Outcome<Tensor> {
    if call.get("where").is_some() || call.get("dtype").is_some() && call.library == Library::NumPy {
        return call.declined();
    }
    call.tensor(context, "input")
}

fn floating_function(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = operand(context, call)?;
    let is_real = call.name.starts_with("special.") || REAL.contains(&call.name);
    if is_real && is_complex(tensor.dtype) {
        return call.declined();
    }
    let dtype = floating(call.library, tensor.dtype);
    let values = tensor.values().and_then(|values| {
        let apply = |value: &Scalar| {
            let value = value.to_float();
            match call.name {
                // Of these every library gives the nearest number.
                "sqrt" if value >= 0.0 => Some(Scalar::Float(value.sqrt())),
                "exp" if value == 0.0 => Some(Scalar::Float(1.0)),
                "reciprocal" if value != 0.0 => Some(Scalar::Float(1.0 / value)),
                _ => None,
            }
        };
        values.iter().map(apply).collect::<Option<Vec<Scalar>>>()
    });
    numpy_warning(context, call, &tensor);
    let made = result(context, call, &tensor, dtype, values)?;
    if let Value::Tensor(made) = &made {
        made.is_probability.set(matches!(call.name, "sigmoid" | "special.expit"));
        made.keeps(Kept::Elements);
    }
    Ok(made)
}

/// NumPy's warning of values outside the domain of a function.
fn numpy_warning(context: &mut Context<'_>, call: &Call, tensor: &Tensor) {
    let Some(values) = tensor.values().filter(|_| call.library == Library::NumPy) else { return };
    let any = |test: fn(f64) -> bool| values.iter().any(|value| test(value.to_float()));
    let is_log = matches!(call.name, "log" | "log2" | "log10");
    if is_log && any(|value| value == 0.0) {
        context.warn("RuntimeWarning", format!("divide by zero encountered in {}", call.name), &call.span);
    }
    if (is_log || call.name == "sqrt") && any(|value| value < 0.0) {
        context.warn("RuntimeWarning", format!("invalid value encountered in {}", call.name), &call.span);
    }
}

/// The library's check of a tensor that a method writes into.
fn check_in_place(context: &Context<'_>, call: &Call, tensor: &Tensor, dtype: Dtype) -> Outcome<()> {
    let library = Library::PyTorch;
    if let Err(error) = leaf_error(context, tensor) {
        return call.raises(error);
    }
    if tensor.overlaps() {
        return call.raises(call.library.not_writable());
    }
    if let Some(error) = library.output_cast_error(call.name, dtype, tensor.dtype) {
        return call.raises(error);
    }
    Ok(())
}

fn floating_in_place(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    check_in_place(context, call, &tensor, floating(call.library, tensor.dtype))?;
    wrote(context, &tensor, &[], None, &call.span)?;
    Ok(Value::Tensor(tensor))
}

fn same_in_place(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.dtype == Dtype::Bool {
        return call.declined();
    }
    check_in_place(context, call, &tensor, tensor.dtype)?;
    let values = tensor.values().and_then(|values| same_values(call.name.trim_end_matches('_'), &values));
    wrote(context, &tensor, &[], values, &call.span)?;
    Ok(Value::Tensor(tensor))
}

fn same_function(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = operand(context, call)?;
    if tensor.dtype == Dtype::Complex128 && call.library == Library::NumPy && call.given("out").is_none() {
        return match call.name {
            "abs" | "absolute" | "real" => result(context, call, &tensor, Dtype::Float64, None),
            "conj" | "conjugate" | "negative" | "square" => result(context, call, &tensor, tensor.dtype, None),
            _ => call.declined(),
        };
    }
    if tensor.dtype == Dtype::Bool || is_complex(tensor.dtype) {
        return call.declined();
    }
    let has_own_checks = matches!(call.name, "round" | "around" | "real" | "nan_to_num" | "fix" | "conj" | "conjugate");
    if call.library == Library::NumPy && has_own_checks && call.get("out").is_some() {
        return call.declined();
    }
    if call.library == Library::NumPy && call.get("copy").is_some() && !call.flag("copy", true)? {
        // The array itself is changed.
        let is_array = call.need("input")?.value.tensor().is_some() && !tensor.shape.is_empty();
        if !is_array || tensor.read_only {
            return call.declined();
        }
        if !tensor.dtype.is_integer() {
            tensor.write(None);
        }
        return Ok(Value::Tensor(tensor));
    }
    if call.get("bound").is_some_and(|bound| bound.value.number_kind().is_none()) {
        return call.declined();
    }
    if call.library == Library::PyTorch && call.get("decimals").is_some() && !is_floating(tensor.dtype) {
        return call.declined();
    }
    let is_plain = !["decimals", "bound"].iter().any(|name| call.get(name).is_some());
    let values = tensor.values().filter(|_| is_plain).and_then(|values| same_values(call.name, &values));
    let dtype = match (call.name, call.library) {
        ("fabs", _) => floating(call.library, tensor.dtype),
        ("clamp_min" | "clamp_max", _) if tensor.dtype.is_integer() => {
            match call.get("bound").map(|bound| &bound.value) {
                Some(Value::Float(_)) => Dtype::Float32,
                _ => tensor.dtype,
            }
        }
        ("rint", _) => floating(call.library, tensor.dtype),
        ("fix" | "floor" | "ceil" | "trunc", Library::NumPy) => tensor.dtype,
        _ => tensor.dtype,
    };
    result(context, call, &tensor, dtype, values)
}

/// The values of a function that keeps the element type; `None` for a function whose values are not computed here.
fn same_values(name: &str, values: &[Scalar]) -> Option<Vec<Scalar>> {
    let apply = |value: &Scalar| match (name, *value) {
        ("abs" | "absolute", Scalar::Int(value)) => value.checked_abs().map(Scalar::Int),
        ("abs" | "absolute" | "fabs", Scalar::Float(value)) => Some(Scalar::Float(value.abs())),
        ("square", Scalar::Int(value)) => value.checked_mul(value).map(Scalar::Int),
        ("square", Scalar::Float(value)) => Some(Scalar::Float(value * value)),
        ("neg" | "negative", Scalar::Int(value)) => value.checked_neg().map(Scalar::Int),
        ("neg" | "negative", Scalar::Float(value)) => Some(Scalar::Float(-value)),
        ("floor", Scalar::Float(value)) => Some(Scalar::Float(value.floor())),
        ("ceil", Scalar::Float(value)) => Some(Scalar::Float(value.ceil())),
        ("trunc" | "fix", Scalar::Float(value)) => Some(Scalar::Float(value.trunc())),
        ("floor" | "ceil" | "trunc" | "round" | "positive" | "conj", value @ Scalar::Int(_)) => Some(value),
        ("relu", Scalar::Int(value)) => Some(Scalar::Int(value.max(0))),
        ("relu", Scalar::Float(value)) => Some(Scalar::Float(value.max(0.0))),
        ("sign", Scalar::Int(value)) => Some(Scalar::Int(value.signum())),
        _ => None,
    };
    values.iter().map(apply).collect()
}

/// `torch.dropout`, which has no defaults.
fn torch_dropout(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.need("p")?;
    call.need("train")?;
    activation(context, call)
}

/// `F.gelu`, `F.dropout` and their like.
fn activation(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if !is_floating(tensor.dtype) && call.name != "relu" || tensor.dtype == Dtype::Bool || is_complex(tensor.dtype) {
        return call.declined();
    }
    if call.name == "hardtanh" {
        let bound =
            |name, default| call.get(name).map_or(Some(default), |bound| Some(bound.value.scalar()?.to_float()));
        match bound("min_val", -1.0).zip(bound("max_val", 1.0)) {
            Some((low, high)) if low <= high => {}
            Some((low, high)) if low > high => {
                return raised("ValueError", "min_val cannot be greater than max_val", &call.span);
            }
            _ => return call.needs_values(),
        }
    }
    if let Some(in_place) = call.get("inplace")
        && crate::functions::operators::truth(&in_place.value, &in_place.span)?
    {
        check_in_place(context, call, &tensor, tensor.dtype)?;
        wrote(context, &tensor, &[], None, &call.span)?;
        return Ok(Value::Tensor(tensor));
    }
    let made = result(context, call, &tensor, tensor.dtype, None)?;
    if let (Value::Tensor(made), "relu" | "gelu" | "silu" | "leaky_relu" | "softplus") = (&made, call.name) {
        made.keeps(Kept::Elements);
    }
    Ok(made)
}

fn dropout_of_channels(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.shape.ndim() != 4 || call.name == "dropout1d" || call.name == "dropout3d" {
        return call.declined();
    }
    activation(context, call)
}

/// `isnan` and their like: the result is bool.
fn test(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = operand(context, call)?;
    if is_complex(tensor.dtype) && matches!(call.name, "signbit" | "isneginf" | "isposinf") {
        return call.declined();
    }
    let values = tensor.values().and_then(|values| {
        let apply = |value: &Scalar| match call.name {
            "logical_not" => Some(Scalar::Bool(value.to_float() == 0.0)),
            "isnan" => Some(Scalar::Bool(value.to_float().is_nan())),
            "isfinite" => Some(Scalar::Bool(value.to_float().is_finite())),
            "isinf" => Some(Scalar::Bool(value.to_float().is_infinite())),
            _ => None,
        };
        values.iter().map(apply).collect::<Option<Vec<Scalar>>>()
    });
    result(context, call, &tensor, Dtype::Bool, values)
}

fn invert(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operand = call.need("input")?.clone();
    call.without(&["out"])?;
    // The functions have another message than the operator.
    if operand.value.tensor().is_none_or(|tensor| !tensor.dtype.is_integer()) {
        return call.declined();
    }
    crate::functions::operators::unary(context, crate::syntax::tree::UnaryOperator::Invert, &operand, &call.span)
}

/// The axis of a parameter, or the library's exception.
fn checked_axis(call: &Call, tensor: &Tensor, parameter: &str) -> Outcome<Option<usize>> {
    let Some(axis) = call.int(parameter)? else { return Ok(None) };
    match call.library.axis(axis, tensor.shape.ndim()) {
        Ok(axis) => Ok(Some(axis)),
        Err(error) => call.raises(error),
    }
}

/// `softmax` and their like.
fn along_axis(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    // Random numbers are drawn before the axis is looked at.
    if is_complex(tensor.dtype) || (call.name == "gumbel_softmax" && !is_floating(tensor.dtype)) {
        return call.declined();
    }
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    checked_axis(call, &tensor, "dim")?;
    if call.get("dim").is_none() && matches!(call.name, "softmax" | "log_softmax" | "softmin") {
        return call.declined();
    }
    if dtype.is_integer() {
        return call.declined();
    }
    let made = fresh(context, Library::PyTorch, (tensor.shape.clone(), dtype, None), &[&tensor], &call.span)?;
    made.is_probability.set(matches!(call.name, "softmax" | "softmin" | "gumbel_softmax"));
    if matches!(call.name, "softmax" | "log_softmax") {
        made.keeps(Kept::Elements);
    }
    Ok(Value::Tensor(made))
}

/// `F.normalize`.
fn normalize(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let axes = match call.get("dim") {
        None => vec![1],
        Some(_) => call.ints("dim")?.unwrap_or_default(),
    };
    // No axes are all axes.
    let mut is_empty = axes.is_empty() && tensor.numel() == 0;
    let count = axes.len();
    for axis in axes {
        match Library::PyTorch.axis(axis, tensor.shape.ndim()) {
            Ok(axis) => is_empty |= tensor.shape.get(axis) == Some(&0),
            Err(error) => return call.raises(error),
        }
    }
    // Of no elements, the norms of some orders are exceptions.
    if !is_floating(tensor.dtype) || count > 1 || (is_empty && call.get("p").is_some()) {
        return call.declined();
    }
    let made = computed(context, Library::PyTorch, (tensor.shape.clone(), tensor.dtype, None), &[&tensor], &call.span)?;
    Ok(Value::Tensor(made))
}

/// The element type of a sum.
pub(crate) fn sum_dtype(dtype: Dtype) -> Dtype {
    if dtype.is_integer() { Dtype::Int64 } else { dtype }
}

/// `torch.cumsum`.
fn cumulative(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    let Some(axis) = checked_axis(call, &tensor, "dim")? else { return call.declined() };
    let dtype = call.dtype("dtype")?.unwrap_or_else(|| sum_dtype(tensor.dtype));
    let is_bool = dtype == Dtype::Bool && tensor.numel() != 0 && !tensor.shape.is_empty();
    if is_bool && call.name != "logcumsumexp" {
        let message = format!("\"{}_out_cpu\" not implemented for 'Bool'", call.name);
        return raised("NotImplementedError", message, &call.span);
    }
    // Gradients do not go through integers.
    if dtype.is_integer() && (call.name == "logcumsumexp" || tensor.requires_grad.get()) {
        return call.declined();
    }
    let values = cumulated(call.name, &tensor, axis);
    let made = computed(context, Library::PyTorch, (tensor.shape.clone(), dtype, values), &[&tensor], &call.span)?;
    Ok(Value::Tensor(made))
}

/// The sums of integers along an axis.
fn cumulated(name: &str, tensor: &Tensor, axis: usize) -> Option<Vec<Scalar>> {
    if !tensor.dtype.is_integer() || !name.contains("sum") {
        return None;
    }
    let mut values: Vec<i64> = tensor.values()?.iter().map(|value| value.to_int()).collect();
    let stride = usize::try_from(*row_major(&tensor.shape).get(axis)?).ok()?;
    let size = usize::try_from(*tensor.shape.get(axis)?).ok()?;
    for at in 0..values.len() {
        if (at / stride.max(1)) % size.max(1) > 0 {
            let before = *values.get(at.checked_sub(stride)?)?;
            let slot = values.get_mut(at)?;
            *slot = slot.checked_add(before)?;
        }
    }
    Some(values.into_iter().map(Scalar::Int).collect())
}

/// `np.cumsum`: without an axis the array is flattened.
fn numpy_cumulative(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    let dtype = call.dtype("dtype")?.unwrap_or_else(|| sum_dtype(tensor.dtype));
    if tensor.dtype == Dtype::Uint8 || tensor.shape.is_empty() {
        return call.declined();
    }
    let (shape, values) = match checked_axis(call, &tensor, "dim")? {
        Some(axis) => (tensor.shape.clone(), cumulated(call.name, &tensor, axis)),
        None if tensor.shape.ndim() == 1 => (tensor.shape.clone(), cumulated(call.name, &tensor, 0)),
        None => (tensor_broadcasting::Shape::from([tensor.numel()]), None),
    };
    let made = computed(context, Library::NumPy, (shape, dtype, values), &[], &call.span)?;
    Ok(Value::Tensor(made))
}

/// `tril`, `triu`.
fn triangle(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let offset = call.int_or("diagonal", 0)?;
    if ndim < 2 {
        return match call.library {
            Library::PyTorch => call.fails(format!("{}: input tensor must have at least 2 dimensions", call.name)),
            Library::NumPy => call.declined(),
        };
    }
    let columns = tensor.shape.last().copied().unwrap_or(1).max(1) as i64;
    let rows = tensor.shape.get(ndim - 2).copied().unwrap_or(1).max(1) as i64;
    let is_lower = call.name == "tril";
    let values = tensor.values().map(|values| {
        let keep = |(at, value): (usize, &Scalar)| {
            let (row, column) = ((at as i64 / columns) % rows, at as i64 % columns);
            let kept = if is_lower { column <= row + offset } else { column >= row + offset };
            if kept { *value } else { Scalar::Int(0) }
        };
        values.iter().enumerate().map(keep).collect()
    });
    let made = computed(context, call.library, (tensor.shape.clone(), tensor.dtype, values), &[&tensor], &call.span)?;
    Ok(Value::Tensor(made))
}

/// `flip`: elements in reverse order along some axes.
fn flip(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let ndim = tensor.shape.ndim();
    let given = match call.name {
        "flipud" => Some(vec![0]),
        "fliplr" => Some(vec![1]),
        _ if call.library == Library::PyTorch => Some(call.sizes("dims")?),
        _ => call.ints("dims")?,
    };
    let mut flipped = vec![given.is_none(); ndim];
    for axis in given.unwrap_or_default() {
        match call.library.axis(axis, ndim) {
            Ok(axis) => match flipped.get_mut(axis) {
                Some(slot) if *slot => {
                    return match call.library {
                        Library::PyTorch => {
                            call.fails(format!("dim {axis} appears multiple times in the list of dims"))
                        }
                        Library::NumPy => call.fails("repeated axis"),
                    };
                }
                Some(slot) => *slot = true,
                None => return call.declined(),
            },
            Err(error) if matches!(call.name, "flip") => return call.raises(error),
            Err(_) => return call.declined(),
        }
    }
    // Along an axis without elements nothing is reversed.
    let is_flipped = |axis: usize| flipped.get(axis) == Some(&true) && tensor.shape.get(axis) != Some(&0);
    let view = View::of(&tensor).with(&|layout| {
        let axes = || layout.shape().iter().zip(layout.strides()).enumerate();
        let strides = axes().map(|(axis, (_, &stride))| if is_flipped(axis) { stride.wrapping_neg() } else { stride });
        let ends =
            axes().filter(|(axis, _)| is_flipped(*axis)).map(|(_, (&size, &stride))| stride.wrapping_mul(size - 1));
        let layout = StridedLayout::with_strides(layout.shape().clone(), strides.collect());
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
    if axes.as_ref().is_some_and(|axes| axes.len() != shifts.len()) || (axes.is_none() && shifts.len() != 1) {
        return call.declined();
    }
    // PyTorch looks at no axis where there is nothing to move.
    let is_unread = call.library == Library::PyTorch && tensor.numel() == 0;
    for &axis in axes.iter().flatten().filter(|_| !is_unread) {
        if let Err(error) = call.library.axis(axis, tensor.shape.ndim()) {
            return call.raises(error);
        }
    }
    let values = tensor.values().and_then(|values| rolled(&values, &tensor, &shifts, axes.as_deref(), call.library));
    let made = computed(context, call.library, (tensor.shape.clone(), tensor.dtype, values), &[&tensor], &call.span)?;
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
}

fn rolled(
    values: &[Scalar],
    tensor: &Tensor,
    shifts: &[i64],
    axes: Option<&[i64]>,
    library: Library,
) -> Option<Vec<Scalar>> {
    let mut values = values.to_vec();
    let Some(axes) = axes else {
        let length = i64::try_from(values.len()).ok()?;
        values.rotate_right(usize::try_from(shifts.first()?.checked_rem_euclid(length)?).ok()?);
        return Some(values);
    };
    let own = row_major(&tensor.shape);
    for (&shift, &axis) in shifts.iter().zip(axes) {
        let axis = library.axis(axis, tensor.shape.ndim()).ok()?;
        let (size, stride) = (i64::try_from(*tensor.shape.get(axis)?).ok()?, *own.get(axis)?);
        let moved = |at: usize| {
            let at = i64::try_from(at).ok()?;
            let along = (at / stride) % size;
            let from = at + ((along - shift).rem_euclid(size) - along) * stride;
            values.get(usize::try_from(from).ok()?).copied()
        };
        values = (0..values.len()).map(moved).collect::<Option<Vec<Scalar>>>()?;
    }
    Some(values)
}
