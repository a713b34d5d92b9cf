//! Random tensors. Their values are not known; the bounds of integers are.

use crate::functions::constructors::{float_dtype, made};
use crate::signatures::call::{Call, integer};
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::{holds, is_floating};
use crate::tensors::value::{Tensor, Traits, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

rules! {
    randint random_of_sizes random multivariate seed permutation choice torch_normal multinomial randperm
}

/// Whether a value is a seed that NumPy takes: `None`, or an integer of 32 bits that is known.
pub(crate) fn is_seed(value: &Value) -> bool {
    matches!(value, Value::None) || matches!(integer(value), Some(Some(0..=0xffff_ffff)))
}

/// `np.random.seed`.
fn seed(_: &mut Context<'_>, call: &Call) -> Outcome {
    match call.get("seed") {
        Some(seed) if !is_seed(&seed.value) => call.declined(),
        _ => Ok(Value::None),
    }
}

/// Random positions among so many.
fn positions(context: &mut Context<'_>, call: &Call, sizes: &[i64], dtype: Dtype, count: i64) -> Outcome {
    let tensor = made(context, call, sizes, dtype, None)?;
    tensor.bounds.set(Some((0, (count - 1).max(0))));
    Ok(Value::Tensor(tensor))
}

/// Random integers: their bounds are known.
fn randint(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    let bound = |name| call.given(name).map(|argument| call.int_of(&argument.value)).transpose();
    // `np.random.randint(high)` has no `low`.
    let (low, high) = match (library, call.given("high")) {
        (Library::NumPy, None) => (0, bound("low")?),
        _ => (bound("low")?.unwrap_or(0), bound("high")?),
    };
    let size = call.ints("size")?;
    let Some(high) = high else { return call.declined() };
    let dtype = call.dtype("dtype")?.unwrap_or(Dtype::Int64);
    // Bounds that the element type does not hold, and types without integers, have messages of their own.
    if !holds(dtype, low) || !holds(dtype, high.saturating_sub(1)) || (library == Library::NumPy && !dtype.is_integer())
    {
        return call.declined();
    }
    // NumPy does not compare the bounds where there is nothing to draw.
    let is_empty = library == Library::NumPy && size.as_ref().is_some_and(|sizes| sizes.contains(&0));
    if low >= high && !is_empty {
        return call.declined();
    }
    let Some(size) = size else {
        return match call.get("dtype") {
            Some(_) => call.declined(),
            _ if library == Library::PyTorch => call.declined(),
            // One integer, of Python's own type.
            None if call.name == "random.randint" => Ok(Value::Int(None)),
            _ => {
                let traits = Traits { is_scalar: true, ..Traits::default() };
                let scalar = Tensor::new(library, Shape::ones(0), dtype, traits);
                scalar.bounds.set(Some((low, high - 1)));
                Ok(Value::Tensor(scalar))
            }
        };
    };
    let tensor = made(context, call, &size, dtype, None)?;
    tensor.bounds.set((low < high).then(|| (low, high - 1)));
    Ok(Value::Tensor(tensor))
}

/// `np.random.rand(3, 4)`.
fn random_of_sizes(context: &mut Context<'_>, call: &Call) -> Outcome {
    let sizes = call.sizes("size")?;
    if call.rest.is_empty() {
        return Ok(Value::Float(None));
    }
    if call.rest.iter().any(|item| item.value.items().is_some()) {
        return call.declined();
    }
    made(context, call, &sizes, Dtype::Float64, None).map(Value::Tensor)
}

/// `np.random.normal(size=…)` and the other distributions; with the column `int` they give integers. What the functions of NumPy call
/// `scale`, `second` and `p` here must be positive, and `p` at most 1: otherwise each has a message of its own.
fn random(context: &mut Context<'_>, call: &Call) -> Outcome {
    let is_int = call.column == "int";
    let mut shape = Shape::ones(0);
    for parameter in ["loc", "high", "scale", "second", "p"] {
        let Some(argument) = call.get(parameter) else { continue };
        if matches!(argument.value, Value::None) {
            return call.declined();
        }
        let array = call.tensor(context, parameter)?;
        if !matches!(parameter, "loc" | "high") {
            let Some(values) = array.values() else { return call.needs_values() };
            let most = if parameter == "p" { 1.0 } else { f64::INFINITY };
            let is_taken = |value: &Scalar| value.to_float() > 0.0 && value.to_float() <= most;
            let is_count = parameter == "scale" && call.name == "random.binomial";
            if !values.iter().all(is_taken) || is_count && !array.dtype.is_integer() {
                return call.declined();
            }
        }
        shape = match Library::NumPy.add(&shape, &array.shape) {
            Ok(shape) => shape,
            Err(_) => return call.declined(),
        };
    }
    let dtype = if is_int { Dtype::Int64 } else { float_dtype(call)? };
    if !is_int && !matches!(dtype, Dtype::Float64 | Dtype::Float32) {
        return call.declined();
    }
    match call.ints("size")? {
        Some(sizes) => {
            let wanted: Shape = sizes.iter().map(|size| size.unsigned_abs()).collect();
            if tensor_broadcasting::broadcast_shapes(&shape, &wanted).ok().as_ref() != Some(&wanted) {
                return call.declined();
            }
            made(context, call, &sizes, dtype, None).map(Value::Tensor)
        }
        None if shape.is_empty() => Ok(if is_int { Value::Int(None) } else { Value::Float(None) }),
        None => Ok(Value::Tensor(Tensor::plain(Library::NumPy, shape, dtype))),
    }
}

/// `np.random.multivariate_normal`: vectors as long as the mean.
fn multivariate(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (mean, cov) = (call.tensor(context, "mean")?, call.tensor(context, "cov")?);
    let (&[count], mut sizes) = (&*mean.shape, call.ints("size")?.unwrap_or_default()) else { return call.declined() };
    if *cov.shape != [count, count] {
        return call.declined();
    }
    sizes.push(i64::try_from(count).unwrap_or(i64::MAX));
    made(context, call, &sizes, Dtype::Float64, None).map(Value::Tensor)
}

/// `np.random.permutation`.
fn permutation(context: &mut Context<'_>, call: &Call) -> Outcome {
    let argument = call.need("x")?;
    if let Some(count) = integer(&argument.value) {
        let Some(count) = count else { return call.needs_values() };
        return positions(context, call, &[count], Dtype::Int64, count);
    }
    let array = call.tensor(context, "x")?;
    if array.shape.is_empty() {
        return call.declined();
    }
    let tensor = made(context, call, &tensor_broadcasting::library::signed(&array.shape), array.dtype, None)?;
    tensor.has_elements_of(&array);
    Ok(Value::Tensor(tensor))
}

/// `np.random.choice`.
fn choice(context: &mut Context<'_>, call: &Call) -> Outcome {
    let argument = call.need("a")?;
    let (dtype, count, bounds) = match integer(&argument.value) {
        Some(Some(count)) => (Dtype::Int64, count, Some((0, (count - 1).max(0)))),
        Some(None) => return call.needs_values(),
        None => {
            let array = call.tensor(context, "a")?;
            if array.shape.ndim() != 1 {
                return call.declined();
            }
            (array.dtype, array.numel() as i64, array.bounds.get())
        }
    };
    let Some(sizes) = call.ints("size")? else { return call.declined() };
    let drawn: i64 = sizes.iter().product();
    if count <= 0 || (!call.flag("replace", true)? && drawn > count) {
        return call.declined();
    }
    let tensor = made(context, call, &sizes, dtype, None)?;
    tensor.bounds.set(bounds);
    Ok(Value::Tensor(tensor))
}

/// `torch.normal`, of numbers.
fn torch_normal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let of_numbers =
        ["mean", "std"].iter().all(|name| call.get(name).is_some_and(|given| given.value.tensor().is_none()));
    match call.ints("size")? {
        Some(sizes) if of_numbers => made(context, call, &sizes, float_dtype(call)?, None).map(Value::Tensor),
        _ => call.declined(),
    }
}

fn multinomial(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(count) = call.int("num_samples")? else { return call.declined() };
    let mut sizes = tensor_broadcasting::library::signed(&tensor.shape);
    let Some(last) = sizes.pop() else { return call.declined() };
    if !is_floating(tensor.dtype) || sizes.len() > 1 || (!call.flag("replacement", false)? && count > last) {
        return call.declined();
    }
    // A row with nan or without a positive element is an exception. Such rows come from infinite numbers, or from values that are known.
    let is_sound = |value: &Scalar| value.to_float().is_finite() && value.to_float() > 0.0;
    let is_sound = match tensor.values() {
        Some(values) => values.iter().all(is_sound),
        None => tensor.is_probability.get() && !context.source.original.windows(3).any(|word| word == ['i', 'n', 'f']),
    };
    if !is_sound {
        return call.needs_values();
    }
    sizes.push(count);
    positions(context, call, &sizes, Dtype::Int64, last)
}

fn randperm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(count) = call.int("n")? else { return call.declined() };
    let dtype = call.dtype("dtype")?.unwrap_or(Dtype::Int64);
    if dtype == Dtype::Bool { call.declined() } else { positions(context, call, &[count], dtype, count) }
}
