//! Functions that make tensors: of sizes, of numbers, of random numbers, of other tensors.

use super::arrays::{check_size, computed, from_nested, is_small};
use super::call::Call;
use super::context::{Context, Outcome, library_raises};
use super::place::{NUMPY_FUNCTION, NUMPY_METHOD, Row, TORCH, TORCH_FUNCTION, TORCH_METHOD, row};
use super::types::{Kind, cast, cast_all, is_floating};
use super::value::{MAX_VALUES, Tensor, Traits, Value};
use crate::broadcast::{Dtype, Scalar, Shape};
use crate::library::Library;

/// The functions of this family.
pub(super) const ROWS: &[Row] = &[
    row(
        TORCH_FUNCTION,
        "zeros ones empty rand randn",
        "*size dtype requires_grad device generator layout pin_memory names",
        torch_filled,
    ),
    row(NUMPY_FUNCTION, "zeros ones empty", "size|shape dtype order * like device", numpy_filled),
    row(TORCH_FUNCTION, "full", "size fill_value * dtype requires_grad device", full),
    row(NUMPY_FUNCTION, "full", "size|shape fill_value dtype order", full),
    row(
        TORCH_FUNCTION,
        "zeros_like ones_like empty_like rand_like randn_like",
        "input * dtype requires_grad device memory_format layout",
        like,
    ),
    row(NUMPY_FUNCTION, "zeros_like ones_like empty_like", "input|a|prototype dtype order subok shape", like),
    row(TORCH_FUNCTION, "full_like", "input fill_value * dtype requires_grad device", like),
    row(NUMPY_FUNCTION, "full_like", "input|a fill_value dtype", like),
    row(TORCH_FUNCTION, "randint_like", "input low high * dtype", like),
    row(TORCH_METHOD, "new_zeros new_ones new_empty", "input *size dtype requires_grad device", new),
    row(TORCH_METHOD, "new_full", "input size fill_value * dtype requires_grad device", new),
    row(TORCH_METHOD, "new_tensor", "input data * dtype requires_grad device", new_tensor),
    row(TORCH_FUNCTION, "randint", "low high size * dtype requires_grad device generator", randint),
    row(
        NUMPY_FUNCTION,
        "random.randint random.integers random.random_integers",
        "low high size dtype endpoint",
        randint,
    ),
    row(NUMPY_FUNCTION, "random.rand random.randn", "*size", random_of_sizes),
    row(
        NUMPY_FUNCTION,
        "random.random random.random_sample random.ranf random.sample random.standard_normal random.standard_exponential",
        "size dtype out",
        random,
    ),
    row(
        NUMPY_FUNCTION,
        "random.uniform random.normal random.laplace random.gumbel random.logistic random.lognormal random.beta random.gamma random.vonmises random.wald random.f",
        "loc|low|a|mean|mu|shape|dfnum scale|high|b|sigma|kappa|dfden size",
        random,
    ),
    row(
        NUMPY_FUNCTION,
        "random.exponential random.poisson random.rayleigh random.pareto random.weibull random.power random.chisquare random.standard_t random.standard_gamma random.geometric random.logseries random.zipf",
        "scale|lam|a|df|shape|p size",
        random,
    ),
    row(NUMPY_FUNCTION, "random.binomial random.negative_binomial", "loc|n scale|p size", random),
    row(NUMPY_FUNCTION, "random.permutation", "x axis", permutation),
    row(NUMPY_FUNCTION, "random.choice", "a size replace p axis shuffle", choice),
    row(NUMPY_FUNCTION, "random.multivariate_normal", "mean cov size check_valid tol", multivariate_normal),
    row(NUMPY_FUNCTION, "random.dirichlet", "alpha size", dirichlet),
    row(TORCH_FUNCTION, "normal", "mean std size * dtype requires_grad generator", torch_normal),
    row(TORCH, "bernoulli", "input p * generator", bernoulli),
    row(TORCH, "multinomial", "input num_samples replacement * generator", multinomial),
    row(TORCH_FUNCTION, "randperm", "n * dtype device generator", randperm),
    row(TORCH_FUNCTION, "arange", "start end step * dtype requires_grad device", arange),
    row(NUMPY_FUNCTION, "arange", "start end|stop step dtype * like device", arange),
    row(TORCH_FUNCTION, "linspace", "start end steps * dtype requires_grad device", linspace),
    row(TORCH_FUNCTION, "logspace", "start end steps base * dtype requires_grad device", linspace),
    row(NUMPY_FUNCTION, "linspace geomspace", "start end|stop steps|num endpoint retstep dtype axis", linspace),
    row(NUMPY_FUNCTION, "logspace", "start end|stop steps|num endpoint base dtype axis", linspace),
    row(TORCH_FUNCTION, "eye", "n m * dtype requires_grad device", eye),
    row(NUMPY_FUNCTION, "eye", "n|N m|M k dtype order", eye),
    row(NUMPY_FUNCTION, "identity", "n dtype", eye),
    row(NUMPY_FUNCTION, "tri", "n|N m|M k dtype", eye),
    row(TORCH_FUNCTION, "tensor", "data * dtype requires_grad device", from_data),
    row(TORCH_FUNCTION, "as_tensor asarray", "data dtype device", from_data),
    row(TORCH_FUNCTION, "from_numpy", "data", from_data),
    row(TORCH_FUNCTION, "FloatTensor LongTensor DoubleTensor IntTensor BoolTensor Tensor", "*data", legacy),
    row(
        NUMPY_FUNCTION,
        "array asarray asanyarray ascontiguousarray",
        "data|object|a dtype * copy order subok ndmin",
        from_data,
    ),
    row(NUMPY_FUNCTION, "atleast_1d atleast_2d atleast_3d", "data", at_least),
    row(NUMPY_FUNCTION, "scalar", "data dtype", numpy_scalar),
    row(
        TORCH_FUNCTION,
        "manual_seed random.manual_seed set_default_dtype set_printoptions set_grad_enabled autograd.set_detect_anomaly",
        "*rest",
        nothing,
    ),
    row(
        NUMPY_FUNCTION,
        "random.seed set_printoptions seterr",
        "*rest all divide over under invalid precision suppress linewidth",
        nothing,
    ),
    row(TORCH_METHOD, "numpy", "input * force", to_numpy),
    row(NUMPY_METHOD, "astype", "input dtype order casting subok copy", astype),
    row(NUMPY_FUNCTION, "astype", "input dtype", astype),
    row(TORCH_METHOD, "to", "input dtype|device copy non_blocking", torch_to),
    row(TORCH_METHOD, "type", "input dtype", torch_to),
    row(TORCH_METHOD, "type_as", "input other", type_as),
    row(TORCH_METHOD, "float double half bfloat16 long int short char byte bool", "input", torch_cast),
    row(TORCH, "clone", "input * memory_format", copy),
    row(TORCH_METHOD, "contiguous", "input memory_format", copy),
    row(NUMPY_METHOD, "copy", "input order", copy),
    row(NUMPY_FUNCTION, "copy", "input|a order", copy),
    row(TORCH, "detach", "input", detach),
    row(TORCH_METHOD, "cpu", "input", same),
    row(TORCH_METHOD, "requires_grad_", "input requires_grad", require_grad),
    row(
        TORCH_METHOD,
        "fill_ zero_ normal_ uniform_ random_ exponential_ bernoulli_ copy_",
        "input other|value|mean|from std|to * generator",
        fill,
    ),
    row(NUMPY_METHOD, "fill", "input other|value", fill),
    row(NUMPY_FUNCTION, "indices", "dimensions dtype", indices),
    row(NUMPY_FUNCTION, "mgrid ogrid", "index", grid),
];

/// The type of floating-point elements that a call names, or the library's default.
fn float_dtype(call: &Call) -> Outcome<Dtype> {
    Ok(call.dtype("dtype")?.unwrap_or(call.library.default_float()))
}

/// A tensor of sizes.
fn made(context: &mut Context<'_>, call: &Call, sizes: &[i64], dtype: Dtype, value: Option<Scalar>) -> Outcome<Tensor> {
    let shape = match call.library.empty(sizes) {
        Ok(shape) => shape,
        Err(error) => return library_raises(error, &call.span),
    };
    check_size(&shape, dtype, &call.span)?;
    let value = value.and_then(|value| cast(value, dtype));
    let values = value
        .filter(|_| is_small(&shape))
        .map(|value| vec![value; usize::try_from(shape.numel().unwrap_or(0)).unwrap_or(0)]);
    context.make(values.as_ref().map_or(1, Vec::len), &call.span)?;
    let requires_grad = call.get("requires_grad").is_some() && call.flag("requires_grad", false)?;
    if requires_grad && dtype.is_integer() {
        return call.fails("Only Tensors of floating point and complex dtype can require gradients");
    }
    let traits = Traits { values, requires_grad, ..Traits::default() };
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
    tensor.is_random.set(matches!(call.name, "rand" | "randn"));
    Ok(Value::Tensor(tensor))
}

/// The value of all elements of `zeros` and `ones`.
fn filling(name: &str) -> Option<Scalar> {
    if name.contains("zeros") {
        Some(Scalar::Int(0))
    } else if name.contains("ones") {
        Some(Scalar::Int(1))
    } else {
        None
    }
}

fn numpy_filled(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.get("order").is_some_and(|order| order.value.as_text().is_none()) {
        return call.declined();
    }
    let sizes = call.sizes("size")?;
    let dtype = float_dtype(call)?;
    Ok(Value::Tensor(made(context, call, &sizes, dtype, filling(call.name))?))
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
    Ok(Value::Tensor(made(context, call, &sizes, dtype, known)?))
}

/// `zeros_like` and its like.
fn like(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["shape"])?;
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    if call.name.starts_with("rand") && call.name != "randint_like" && dtype.is_integer() {
        return call.declined();
    }
    let value = match call.get("fill_value").map(|value| &value.value) {
        Some(value) if value.number_kind().is_some() => value.scalar(),
        Some(_) => return call.declined(),
        None => filling(call.name),
    };
    Ok(Value::Tensor(made(context, call, &crate::library::signed(&tensor.shape), dtype, value)?))
}

/// `new_zeros` and its like.
fn new(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let sizes = call.sizes("size")?;
    let dtype = call.dtype("dtype")?.unwrap_or(tensor.dtype);
    let value = match call.get("fill_value").map(|value| &value.value) {
        Some(value) if value.number_kind().is_some() => value.scalar(),
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
    Ok(Value::Tensor(from_nested(context, Library::PyTorch, &data.value, Some(dtype), &call.span)?))
}

/// Random integers: their bounds are known.
fn randint(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    call.without(&["endpoint"])?;
    let bound = |name| match call.given(name).map(|argument| &argument.value) {
        None => Ok(None),
        Some(value) => call.int_of(value).map(Some),
    };
    // `torch.randint(high, size)` and `np.random.randint(high)` have no `low`.
    let (low, high, size) = match (library, call.given("high").map(|high| &high.value)) {
        (Library::PyTorch, Some(Value::Tuple(..) | Value::List(_))) if call.get("size").is_none() => {
            (0, bound("low")?, Some(call.ints_of(&call.need("high")?.value)?))
        }
        (_, None) => (0, bound("low")?, call.ints("size")?),
        (_, Some(_)) => (bound("low")?.unwrap_or(0), bound("high")?, call.ints("size")?),
    };
    let Some(high) = high else { return call.declined() };
    if low >= high {
        return match library {
            Library::PyTorch => {
                call.fails(format!("random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"))
            }
            Library::NumPy => call.fails(if call.given("high").is_some() { "low >= high" } else { "high <= 0" }),
        };
    }
    let dtype = call.dtype("dtype")?.unwrap_or(Dtype::Int64);
    let Some(size) = size else {
        // One integer, of Python's own type.
        return if library == Library::NumPy { Ok(Value::Int(None)) } else { call.declined() };
    };
    let tensor = made(context, call, &size, dtype, None)?;
    tensor.bounds.set(Some((low, high - 1)));
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
    let tensor = made(context, call, &sizes, Dtype::Float64, None)?;
    tensor.is_random.set(true);
    Ok(Value::Tensor(tensor))
}

/// `np.random.normal(size=…)` and the other distributions.
fn random(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out"])?;
    let of_integers = matches!(
        call.name,
        "random.poisson"
            | "random.binomial"
            | "random.negative_binomial"
            | "random.geometric"
            | "random.logseries"
            | "random.zipf"
    );
    let mut shape = Shape::ones(0);
    for name in ["loc", "scale"] {
        if let Some(argument) = call.given(name) {
            let parameter = super::arrays::to_array(context, argument)?;
            shape = match Library::NumPy.add(&shape, &parameter.shape) {
                Ok(shape) => shape,
                Err(_) => return call.declined(),
            };
        }
    }
    let dtype = if of_integers { Dtype::Int64 } else { float_dtype(call)? };
    match call.ints("size")? {
        Some(sizes) => {
            let wanted: Shape = sizes.iter().map(|size| size.unsigned_abs()).collect();
            if crate::broadcast::broadcast_shapes(&shape, &wanted).ok().as_ref() != Some(&wanted) {
                return call.declined();
            }
            let tensor = made(context, call, &sizes, dtype, None)?;
            tensor.is_random.set(!of_integers);
            Ok(Value::Tensor(tensor))
        }
        None if shape.is_empty() && of_integers => Ok(Value::Int(None)),
        None if shape.is_empty() => Ok(Value::Float(None)),
        None => Ok(Value::Tensor(Tensor::plain(Library::NumPy, shape, dtype))),
    }
}

/// `np.random.permutation`.
fn permutation(context: &mut Context<'_>, call: &Call) -> Outcome {
    let argument = call.need("x")?;
    call.without(&["axis"])?;
    if let Some(count) = super::call::integer(&argument.value) {
        let Some(count) = count else { return call.needs_values() };
        let tensor = made(context, call, &[count], Dtype::Int64, None)?;
        tensor.bounds.set(Some((0, (count - 1).max(0))));
        return Ok(Value::Tensor(tensor));
    }
    let array = call.tensor(context, "x")?;
    let tensor = made(context, call, &crate::library::signed(&array.shape), array.dtype, None)?;
    tensor.has_elements_of(&array);
    Ok(Value::Tensor(tensor))
}

/// `np.random.choice`.
fn choice(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["axis", "p"])?;
    let argument = call.need("a")?;
    let (dtype, count, bounds) = match super::call::integer(&argument.value) {
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

fn multivariate_normal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (mean, cov) = (call.tensor(context, "mean")?, call.tensor(context, "cov")?);
    let Some(&length) = mean.shape.first() else { return call.declined() };
    if mean.shape.ndim() != 1 || *cov.shape != [length, length] {
        return call.declined();
    }
    let mut sizes = call.ints("size")?.unwrap_or_default();
    sizes.push(length as i64);
    Ok(Value::Tensor(made(context, call, &sizes, Dtype::Float64, None)?))
}

fn dirichlet(context: &mut Context<'_>, call: &Call) -> Outcome {
    let alpha = call.tensor(context, "alpha")?;
    let mut sizes = call.ints("size")?.unwrap_or_default();
    if alpha.shape.ndim() != 1 {
        return call.declined();
    }
    sizes.push(alpha.numel() as i64);
    Ok(Value::Tensor(made(context, call, &sizes, Dtype::Float64, None)?))
}

/// `torch.normal`.
fn torch_normal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let mut shape: Option<Shape> = None;
    for name in ["mean", "std"] {
        if let Some(Value::Tensor(tensor)) = call.get(name).map(|argument| &argument.value) {
            if tensor.dtype != Dtype::Float32 || shape.as_ref().is_some_and(|shape| *shape != tensor.shape) {
                return call.declined();
            }
            shape = Some(tensor.shape.clone());
        }
    }
    let sizes = match (shape, call.ints("size")?) {
        (Some(shape), None) => crate::library::signed(&shape),
        (None, Some(sizes)) => sizes,
        _ => return call.declined(),
    };
    let dtype = float_dtype(call)?;
    Ok(Value::Tensor(made(context, call, &sizes, dtype, None)?))
}

fn bernoulli(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if !is_floating(tensor.dtype) {
        return call.declined();
    }
    Ok(Value::Tensor(made(context, call, &crate::library::signed(&tensor.shape), tensor.dtype, None)?))
}

fn multinomial(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(count) = call.int("num_samples")? else { return call.declined() };
    let mut sizes = crate::library::signed(&tensor.shape);
    let Some(last) = sizes.pop() else { return call.declined() };
    if !is_floating(tensor.dtype) || sizes.len() > 1 || (!call.flag("replacement", false)? && count > last) {
        return call.declined();
    }
    sizes.push(count);
    let drawn = made(context, call, &sizes, Dtype::Int64, None)?;
    drawn.bounds.set(Some((0, (last - 1).max(0))));
    Ok(Value::Tensor(drawn))
}

fn randperm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(count) = call.int("n")? else { return call.declined() };
    let dtype = call.dtype("dtype")?.unwrap_or(Dtype::Int64);
    let tensor = made(context, call, &[count], dtype, None)?;
    tensor.bounds.set(Some((0, (count - 1).max(0))));
    Ok(Value::Tensor(tensor))
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
    let step = step.unwrap_or(Scalar::Int(1));
    let (start, end) = match (first, second) {
        (Some(start), Some(end)) => (start, end),
        (Some(end), None) | (None, Some(end)) => (Scalar::Int(0), end),
        (None, None) => return call.declined(),
    };
    let is_float = [start, end, step].iter().any(|value| matches!(value, Scalar::Float(_)));
    let dtype = match call.dtype("dtype")? {
        Some(dtype) => dtype,
        None if is_float => call.library.default_float(),
        None => Dtype::Int64,
    };
    let count = if is_float {
        if step.to_float() == 0.0 {
            return call.declined();
        }
        ((end.to_float() - start.to_float()) / step.to_float()).ceil()
    } else {
        let (start, end, step) = (start.to_int(), end.to_int(), step.to_int());
        match (step, end.checked_sub(start)) {
            (0, _) | (_, None) => return call.declined(),
            (_, Some(distance)) => {
                let whole = distance / step;
                (whole + i64::from(distance % step != 0 && (distance < 0) == (step < 0))) as f64
            }
        }
    };
    let wrong_way = (end.to_float() - start.to_float()) * step.to_float() < 0.0;
    if wrong_way && call.library == Library::PyTorch {
        return call.fails("upper bound and lower bound inconsistent with step sign");
    }
    if !count.is_finite() || count > 4.0e9 {
        return call.declined();
    }
    let count = count.max(0.0) as i64;
    let tensor = made(context, call, &[count], dtype, None)?;
    if count as u64 <= MAX_VALUES && dtype != Dtype::Bool {
        let value = |at: i64| {
            let value = if is_float {
                Scalar::Float(start.to_float() + at as f64 * step.to_float())
            } else {
                Scalar::Int(start.to_int() + at * step.to_int())
            };
            cast(value, dtype)
        };
        let values: Option<Vec<Scalar>> = (0..count).map(value).collect();
        context.make(values.as_ref().map_or(0, Vec::len), &call.span)?;
        tensor.write(values);
    }
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
    if start.number_kind().is_none() || end.number_kind().is_none() {
        return call.declined();
    }
    let dtype = float_dtype(call)?;
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
    }
    Ok(Value::Tensor(tensor))
}

/// `eye`, `identity`, `tri`.
fn eye(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(rows) = call.int("n")? else { return call.declined() };
    let columns = if call.name == "identity" { rows } else { call.int("m")?.unwrap_or(rows) };
    let offset =
        if call.library == Library::NumPy && call.get("k").is_some() { call.int("k")?.unwrap_or(0) } else { 0 };
    let dtype = float_dtype(call)?;
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
    call.without(&["ndmin"])?;
    if call.text("order")?.is_some_and(|order| order != "C") {
        return call.declined();
    }
    if let Value::Tensor(tensor) = &data.value
        && (tensor.library != library || !matches!(call.name, "tensor" | "array"))
    {
        return from_tensor(context, call, tensor, dtype);
    }
    let made = from_nested(context, library, &data.value, dtype, &call.span)?;
    let requires_grad = call.get("requires_grad").is_some() && call.flag("requires_grad", false)?;
    if requires_grad {
        if made.dtype.is_integer() {
            return call.fails("Only Tensors of floating point and complex dtype can require gradients");
        }
        made.requires_grad.set(true);
        let traits =
            Traits { values: made.values().map(|values| values.to_vec()), requires_grad: true, ..Traits::default() };
        return Ok(Value::Tensor(Tensor::new(library, made.shape.clone(), made.dtype, traits)));
    }
    Ok(Value::Tensor(made))
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
    let shares = call.name != "tensor" && new == tensor.dtype && !tensor.is_scalar;
    let traits = Traits {
        values: tensor.values().and_then(|values| cast_all(&values, new)),
        base: shares.then(|| tensor.clone()),
        layout: Some(tensor.layout.clone()),
        ..Traits::default()
    };
    let made = Tensor::new(library, tensor.shape.clone(), new, traits);
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
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

fn at_least(context: &mut Context<'_>, call: &Call) -> Outcome {
    let array = call.tensor(context, "data")?;
    let sizes = array.shape.to_vec();
    let shape: Vec<u64> = match (call.name, sizes.as_slice()) {
        ("atleast_1d", []) => vec![1],
        ("atleast_2d", []) => vec![1, 1],
        ("atleast_2d", [size]) => vec![1, *size],
        ("atleast_3d", []) => vec![1, 1, 1],
        ("atleast_3d", [size]) => vec![1, *size, 1],
        ("atleast_3d", [rows, columns]) => vec![*rows, *columns, 1],
        _ => return Ok(Value::Tensor(array)),
    };
    let values = array.values().map(|values| values.to_vec());
    context.make(1, &call.span)?;
    let traits = Traits { values, base: Some(array.clone()), ..Traits::default() };
    Ok(Value::Tensor(Tensor::new(Library::NumPy, Shape::from(shape.as_slice()), array.dtype, traits)))
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
        return Err(super::context::Stop::Lost(
            super::reading::UnreadableReason::UnknownCall(call.name.to_owned()),
            call.span.clone(),
        ));
    }
    Ok(Value::None)
}

/// `x.numpy()`.
fn to_numpy(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.requires_grad.get() {
        return call.fails("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
    }
    if tensor.dtype == Dtype::Bfloat16 {
        return call.declined();
    }
    let traits = Traits {
        values: tensor.values().map(|values| values.to_vec()),
        base: Some(tensor.clone()),
        layout: Some(tensor.layout.clone()),
        ..Traits::default()
    };
    Ok(Value::Tensor(Tensor::new(Library::NumPy, tensor.shape.clone(), tensor.dtype, traits)))
}

/// A tensor in another element type.
fn converted(context: &mut Context<'_>, call: &Call, tensor: &Tensor, dtype: Dtype) -> Outcome {
    if tensor.dtype == dtype && call.library == Library::PyTorch {
        return Ok(Value::Tensor(tensor.clone()));
    }
    let values = tensor.values().and_then(|values| cast_all(&values, dtype));
    let shape = tensor.shape.clone();
    let made = computed(context, call.library, (shape.clone(), dtype, values.clone()), &[tensor], &call.span)?;
    // `astype` makes an array of an array, also of a 0-dim one.
    let result = if call.library == Library::NumPy && shape.is_empty() && !tensor.is_scalar {
        Tensor::new(Library::NumPy, shape, dtype, Traits { values, ..Traits::default() })
    } else {
        made
    };
    if dtype.is_integer() && tensor.dtype.is_integer() && dtype != Dtype::Bool {
        result.has_elements_of(&tensor);
    }
    Ok(Value::Tensor(result))
}

fn astype(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let Some(dtype) = call.dtype("dtype")? else { return call.declined() };
    call.without(&["casting"])?;
    if super::types::is_complex(tensor.dtype) && !super::types::is_complex(dtype) {
        return call.declined();
    }
    converted(context, call, &tensor, dtype)
}

fn torch_to(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    match call.get("dtype").map(|argument| &argument.value) {
        Some(Value::Dtype(dtype)) => converted(context, call, &tensor, *dtype),
        // The processor is the only device.
        Some(Value::Text(Some(device))) if &**device == "cpu" => Ok(Value::Tensor(tensor)),
        Some(Value::Path(path)) if &**path == "device" => Ok(Value::Tensor(tensor)),
        Some(Value::Path(path)) => match super::call::dtype_of(&Value::Path(path.clone()), Library::PyTorch) {
            Some(dtype) => converted(context, call, &tensor, dtype),
            None => call.declined(),
        },
        Some(Value::Tensor(other)) if other.library == Library::PyTorch => {
            converted(context, call, &tensor, other.dtype)
        }
        _ => call.declined(),
    }
}

fn type_as(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, other) = (call.tensor(context, "input")?, call.tensor(context, "other")?);
    converted(context, call, &tensor, other.dtype)
}

fn torch_cast(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let dtype = match call.name {
        "float" => Dtype::Float32,
        "double" => Dtype::Float64,
        "half" => Dtype::Float16,
        "bfloat16" => Dtype::Bfloat16,
        "long" => Dtype::Int64,
        "int" => Dtype::Int32,
        "short" => Dtype::Int16,
        "char" => Dtype::Int8,
        "byte" => Dtype::Uint8,
        _ => Dtype::Bool,
    };
    converted(context, call, &tensor, dtype)
}

/// `clone`, `copy`, `contiguous`.
fn copy(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let is_contiguous = tensor.layout.as_ref().is_some_and(crate::broadcast::StridedLayout::is_contiguous);
    if call.name == "contiguous" && is_contiguous {
        return Ok(Value::Tensor(tensor));
    }
    let values = tensor.values().map(|values| values.to_vec());
    let made = computed(context, call.library, (tensor.shape.clone(), tensor.dtype, values), &[&tensor], &call.span)?;
    if call.name == "contiguous" || call.library == Library::NumPy {
        let traits = Traits {
            values: made.values().map(|values| values.to_vec()),
            is_scalar: tensor.is_scalar,
            requires_grad: made.requires_grad.get(),
            leaves: made.leaves.borrow().clone(),
            ..Traits::default()
        };
        let copied = Tensor::new(call.library, tensor.shape.clone(), tensor.dtype, traits);
        copied.has_elements_of(&tensor);
        return Ok(Value::Tensor(copied));
    }
    made.has_elements_of(&tensor);
    Ok(Value::Tensor(made))
}

fn detach(context: &mut Context<'_>, call: &Call) -> Outcome {
    Ok(Value::Tensor(super::views::detached(&call.tensor(context, "input")?)))
}

fn same(context: &mut Context<'_>, call: &Call) -> Outcome {
    Ok(Value::Tensor(call.tensor(context, "input")?))
}

fn require_grad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let wanted = call.flag("requires_grad", true)?;
    if wanted && tensor.dtype.is_integer() {
        return call.fails("only Tensors of floating point dtype can require gradients");
    }
    if !tensor.is_leaf() || (!wanted && tensor.requires_grad.get()) {
        return call.declined();
    }
    tensor.requires_grad.set(wanted);
    Ok(Value::Tensor(tensor))
}

/// `x.fill_(value)`, `x.zero_()` and their like.
fn fill(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.read_only {
        return call.fails("assignment destination is read-only");
    }
    if call.library == Library::PyTorch
        && let Err(error) = super::elementwise::leaf_error(context, &tensor)
    {
        return library_raises(error, &call.span);
    }
    let value = match (call.name, call.get("other").map(|argument| &argument.value)) {
        ("zero_", None) => Some(Scalar::Int(0)),
        ("fill_" | "fill", Some(value)) if value.number_kind().is_some() => value.scalar(),
        ("normal_" | "uniform_" | "exponential_", _) if is_floating(tensor.dtype) => None,
        _ => return call.declined(),
    };
    let value = value.and_then(|value| cast(value, tensor.dtype));
    let count = usize::try_from(tensor.numel()).unwrap_or(usize::MAX);
    let values = value.filter(|_| is_small(&tensor.shape)).map(|value| vec![value; count]);
    super::elementwise::wrote(context, &tensor, &[], values);
    Ok(if call.name == "fill" { Value::None } else { Value::Tensor(tensor) })
}

/// `np.indices`.
fn indices(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(sizes) = call.ints("dimensions")? else { return call.declined() };
    let dtype = call.dtype("dtype")?.unwrap_or(Dtype::Int64);
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
        let (start, stop, step) = (bound(0, 0)?, bound(1, 0)?, bound(2, 1)?);
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
        let mut own = vec![1; ndim];
        if let Some(slot) = own.get_mut(axis) {
            *slot = size;
        }
        let tensor = made(context, call, &own, Dtype::Int64, None)?;
        if is_small(&tensor.shape) {
            tensor.write(Some((0..size).map(|at| Scalar::Int(start + at * step)).collect()));
        }
        open.push(Value::Tensor(tensor));
    }
    match (ndim, open.first()) {
        (1, Some(only)) => Ok(only.clone()),
        _ => Ok(Value::tuple(open)),
    }
}
