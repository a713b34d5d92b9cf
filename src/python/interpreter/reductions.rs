//! Functions that reduce axes: `sum`, `mean`, `max`, `norm` and their like, and those that sort along an axis.

use super::arrays::fresh;
use super::call::Call;
use super::context::{Context, Outcome, raised};
use super::place::{NUMPY, NUMPY_FUNCTION, Row, TORCH, TORCH_FUNCTION, TORCH_METHOD, row};
use super::types::{floating, is_complex};
use super::unary::sum_dtype;
use super::value::{Tensor, Traits, TupleKind, Value};
use crate::broadcast::{Dtype, Scalar, Shape};
use crate::library::Library;

/// The functions of this family.
pub(super) const ROWS: &[Row] = &[
    row(TORCH, "sum nansum mean nanmean prod", "input axis|dim keepdims|keepdim * dtype out", torch_reduce),
    row(TORCH, "amax amin logsumexp", "input axis|dim keepdims|keepdim * out", torch_reduce),
    row(TORCH, "all any count_nonzero", "input axis|dim keepdims|keepdim * out", torch_reduce),
    row(TORCH, "std var", "input axis|dim unbiased keepdims|keepdim * correction", torch_reduce),
    row(TORCH_FUNCTION, "std_mean var_mean", "input axis|dim unbiased keepdims|keepdim * correction", pair_reduce),
    row(TORCH, "aminmax", "input * axis|dim keepdims|keepdim", pair_reduce),
    row(TORCH, "argmax argmin", "input axis|dim keepdims|keepdim", torch_reduce),
    row(TORCH, "max min", "input axis|dim|other keepdims|keepdim * out", torch_extreme),
    row(TORCH, "median nanmedian mode", "input axis|dim keepdims|keepdim", torch_extreme),
    row(TORCH, "kthvalue", "input k axis|dim keepdims|keepdim", torch_extreme),
    row(TORCH, "norm", "input p axis|dim keepdims|keepdim dtype", torch_norm),
    row(TORCH_FUNCTION, "linalg.norm linalg.vector_norm", "input p|ord axis|dim keepdims|keepdim * dtype", torch_norm),
    row(TORCH, "quantile nanquantile", "input q axis|dim keepdims|keepdim * interpolation", quantile),
    row(TORCH, "trace det logdet", "input", scalar_of_matrix),
    row(NUMPY, "sum prod", "input|a axis dtype out keepdims initial where", numpy_reduce),
    row(NUMPY_FUNCTION, "nansum nanprod", "input|a axis dtype out keepdims initial where", numpy_reduce),
    row(NUMPY, "mean", "input|a axis dtype out keepdims * where", numpy_reduce),
    row(NUMPY_FUNCTION, "nanmean", "input|a axis dtype out keepdims * where", numpy_reduce),
    row(NUMPY, "max min", "input|a axis out keepdims initial where", numpy_reduce),
    row(NUMPY_FUNCTION, "amax amin nanmax nanmin", "input|a axis out keepdims initial where", numpy_reduce),
    row(NUMPY_FUNCTION, "ptp", "input|a axis out keepdims", numpy_reduce),
    row(NUMPY, "all any", "input|a axis out keepdims * where", numpy_reduce),
    row(NUMPY, "std var", "input|a axis dtype out ddof keepdims * where mean correction", numpy_reduce),
    row(NUMPY_FUNCTION, "nanstd nanvar", "input|a axis dtype out ddof keepdims", numpy_reduce),
    row(NUMPY_FUNCTION, "median nanmedian", "input|a axis out overwrite_input keepdims", numpy_reduce),
    row(NUMPY_FUNCTION, "count_nonzero", "input|a axis * keepdims", numpy_reduce),
    row(NUMPY, "argmax argmin", "input|a axis out * keepdims", numpy_reduce),
    row(NUMPY_FUNCTION, "nanargmax nanargmin", "input|a axis out * keepdims", numpy_reduce),
    row(
        NUMPY_FUNCTION,
        "add.reduce multiply.reduce maximum.reduce minimum.reduce logical_and.reduce logical_or.reduce",
        "input|array axis dtype out keepdims",
        ufunc_reduce,
    ),
    row(NUMPY_FUNCTION, "linalg.norm", "input|x ord axis keepdims", numpy_norm),
    row(NUMPY_FUNCTION, "linalg.vector_norm", "input|x * axis keepdims ord", numpy_norm),
    row(
        NUMPY_FUNCTION,
        "percentile quantile nanpercentile nanquantile",
        "input|a q axis out overwrite_input method keepdims * interpolation",
        quantile,
    ),
    row(NUMPY_FUNCTION, "average", "input|a axis weights returned * keepdims", average),
    row(NUMPY, "trace", "input|a offset axis1 axis2", scalar_of_matrix),
    row(NUMPY_FUNCTION, "linalg.det", "input|a", scalar_of_matrix),
    row(TORCH_FUNCTION, "linalg.det", "input|A", scalar_of_matrix),
    row(TORCH_FUNCTION, "autograd.grad", "outputs inputs grad_outputs retain_graph create_graph", autograd),
    row(TORCH_METHOD, "backward", "input gradient retain_graph create_graph", backward),
];

/// Which axes are reduced, and the shape that is left.
struct Reduction {
    reduced: Vec<bool>,
    shape: Shape,
}

impl Reduction {
    /// The reduction of axes of a tensor; of all where none is named.
    fn new(call: &Call, tensor: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Outcome<Self> {
        let ndim = tensor.shape.ndim();
        let mut reduced = vec![axes.is_none(); ndim];
        for &axis in axes.unwrap_or_default() {
            let axis = call.axis(axis, ndim)?;
            match reduced.get_mut(axis) {
                Some(slot) if *slot => {
                    return match call.library {
                        Library::PyTorch => {
                            call.fails(format!("dim {axis} appears multiple times in the list of dims"))
                        }
                        Library::NumPy
                            if ["median", "quantile", "percentile"].iter().any(|name| call.name.ends_with(name)) =>
                        {
                            call.fails("repeated axis")
                        }
                        Library::NumPy => call.fails("duplicate value in 'axis'"),
                    };
                }
                Some(slot) => *slot = true,
                // A 0-dim tensor of PyTorch has an axis 0.
                None => {}
            }
        }
        let shape = kept(&tensor.shape, &reduced, keepdims);
        Ok(Self { reduced, shape })
    }

    /// The number of elements that each result is made of.
    fn count(&self, tensor: &Tensor) -> u64 {
        tensor.shape.iter().zip(&self.reduced).filter(|(_, reduced)| **reduced).map(|(&size, _)| size).product()
    }

    /// The elements of each result, where they are known.
    fn groups(&self, tensor: &Tensor) -> Option<Vec<Vec<Scalar>>> {
        let values = tensor.values()?;
        let plain = kept(&tensor.shape, &self.reduced, false);
        let strides = super::arrays::row_major(&plain);
        let mut next = strides.iter();
        let full: Vec<i64> =
            self.reduced.iter().map(|reduced| if *reduced { 0 } else { next.next().copied().unwrap_or(0) }).collect();
        let targets = super::arrays::positions(&tensor.shape, &full, 0);
        // A tensor without elements can have a result of any size.
        if !super::arrays::is_small(&plain) {
            return None;
        }
        let mut groups = vec![Vec::new(); usize::try_from(plain.numel()?).ok()?];
        for (&target, &value) in targets.iter().zip(values.iter()) {
            groups.get_mut(target)?.push(value);
        }
        Some(groups)
    }
}

fn kept(shape: &Shape, reduced: &[bool], keepdims: bool) -> Shape {
    let axes = shape.iter().zip(reduced);
    if keepdims {
        axes.map(|(&size, &reduced)| if reduced { 1 } else { size }).collect()
    } else {
        axes.filter(|(_, reduced)| !**reduced).map(|(&size, _)| size).collect()
    }
}

/// What each group of elements gives; `None` where it is not computed exactly here.
fn reduced_values(name: &str, groups: &[Vec<Scalar>], is_float: bool) -> Option<Vec<Scalar>> {
    let exact =
        |group: &[Scalar]| group.iter().all(|value| value.to_float().fract() == 0.0 && value.to_float().abs() < 1e12);
    let apply = |group: &Vec<Scalar>| {
        let floats = || group.iter().map(|value| value.to_float());
        let sum = || -> Option<f64> { exact(group).then(|| floats().sum()) };
        Some(match name {
            "sum" | "nansum" | "add.reduce" => {
                let sum = sum()?;
                if is_float { Scalar::Float(sum) } else { Scalar::Int(sum as i64) }
            }
            "mean" if is_float && !group.is_empty() => Scalar::Float(sum()? / group.len() as f64),
            "prod" if !is_float => {
                Scalar::Int(group.iter().try_fold(1_i64, |product, value| product.checked_mul(value.to_int()))?)
            }
            "max" | "amax" => extreme(group, |a, b| a > b)?.1,
            "min" | "amin" => extreme(group, |a, b| a < b)?.1,
            "argmax" => Scalar::Int(extreme(group, |a, b| a > b)?.0 as i64),
            "argmin" => Scalar::Int(extreme(group, |a, b| a < b)?.0 as i64),
            "all" => Scalar::Bool(floats().all(|value| value != 0.0)),
            "any" => Scalar::Bool(floats().any(|value| value != 0.0)),
            "count_nonzero" => Scalar::Int(floats().filter(|&value| value != 0.0).count() as i64),
            _ => return None,
        })
    };
    groups.iter().map(apply).collect()
}

/// The first of the most extreme elements and its position; `None` where one is nan.
fn extreme(group: &[Scalar], better: fn(f64, f64) -> bool) -> Option<(usize, Scalar)> {
    let mut best: Option<(usize, Scalar)> = None;
    for (at, &value) in group.iter().enumerate() {
        if value.to_float().is_nan() {
            return None;
        }
        if best.is_none_or(|(_, known)| better(value.to_float(), known.to_float())) {
            best = Some((at, value));
        }
    }
    best
}

/// The reduction that the arguments `axis` and `keepdims` name.
fn reduction(call: &Call, tensor: &Tensor) -> Outcome<Reduction> {
    let axes = call.ints("axis")?;
    // In PyTorch no axes are all axes.
    let axes = axes.filter(|axes| call.library == Library::NumPy || !axes.is_empty());
    Reduction::new(call, tensor, axes.as_deref(), keepdims(call)?)
}

/// The truth value of `keepdims`.
fn keepdims(call: &Call) -> Outcome<bool> {
    match call.get("keepdims").map(|argument| &argument.value) {
        Some(Value::Int(_)) if call.library == Library::PyTorch => call.declined(),
        Some(Value::Int(Some(value))) => Ok(*value != 0),
        _ => call.flag("keepdims", false),
    }
}

/// The result of a reduction.
fn reduced(
    context: &mut Context<'_>,
    call: &Call,
    tensor: &Tensor,
    reduction: &Reduction,
    dtype: Dtype,
) -> Outcome<Tensor> {
    context.step(usize::try_from(tensor.numel().min(super::value::MAX_VALUES) / 16).unwrap_or(0), &call.span)?;
    let groups = reduction.groups(tensor);
    let values = groups.and_then(|groups| reduced_values(call.name, &groups, !dtype.is_integer()));
    let operands: &[&Tensor] = &[tensor];
    let made = fresh(context, call.library, (reduction.shape.clone(), dtype, values), operands, &call.span)?;
    let largest = reduction.count(tensor);
    if matches!(call.name, "argmax" | "argmin" | "nanargmax" | "nanargmin") && largest > 0 {
        made.bounds.set(Some((0, largest as i64 - 1)));
    }
    if matches!(call.name, "max" | "min" | "amax" | "amin") {
        made.has_elements_of(tensor);
    }
    Ok(made)
}

/// The exceptions of PyTorch for element types that a reduction does not take.
fn torch_dtype(call: &Call, tensor: &Tensor) -> Outcome<Dtype> {
    let given = if call.get("dtype").is_some() { call.dtype("dtype")? } else { None };
    let dtype = tensor.dtype;
    if is_complex(dtype) {
        return call.declined();
    }
    match call.name {
        "sum" | "nansum" | "prod" => Ok(given.unwrap_or_else(|| sum_dtype(dtype))),
        "mean" | "nanmean" => {
            let dtype = given.unwrap_or(dtype);
            if dtype.is_integer() {
                if call.name == "nanmean" {
                    return call.declined();
                }
                return raised(
                    "NotImplementedError",
                    format!(
                        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {}",
                        dtype.torch_name()
                    ),
                    &call.span,
                );
            }
            Ok(dtype)
        }
        "std" | "var" if dtype.is_integer() => {
            raised("NotImplementedError", "std and var only support floating point and complex dtypes", &call.span)
        }
        "logsumexp" => Ok(floating(Library::PyTorch, dtype)),
        "all" | "any" if dtype == Dtype::Uint8 => Ok(Dtype::Uint8),
        "all" | "any" => Ok(Dtype::Bool),
        "count_nonzero" | "argmax" | "argmin" => Ok(Dtype::Int64),
        _ => Ok(dtype),
    }
}

fn torch_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    if let Some(Value::Bool(_)) = call.get("axis").map(|axis| &axis.value) {
        // `x.var(False)` says whether it is unbiased.
        return call.declined();
    }
    let has_one_axis = matches!(call.name, "prod" | "argmax" | "argmin");
    if has_one_axis && call.get("axis").is_some_and(|axis| axis.value.items().is_some()) {
        return call.declined();
    }
    // Without an axis these take no `keepdim`.
    if matches!(call.name, "sum" | "mean" | "prod" | "count_nonzero")
        && call.get("axis").is_none()
        && let Some(Value::Bool(_)) = call.get("keepdims").map(|keep| &keep.value)
    {
        if call.get("dtype").is_some() {
            return call.declined();
        }
        let given = if call.is_method { "keepdim=bool, " } else { "Tensor, keepdim=bool" };
        let name = call.name;
        return raised(
            "TypeError",
            format!("{name}() received an invalid combination of arguments - got ({given}), but expected one of:"),
            &call.span,
        );
    }
    if call.name == "logsumexp" && call.given("axis").is_none() {
        return call.declined();
    }
    if call.get("unbiased").is_some() && !matches!(call.get("unbiased").map(|value| &value.value), Some(Value::Bool(_)))
    {
        return call.declined();
    }
    // The axes are checked before the element type.
    let reduction = match (reduction(call, &tensor), torch_dtype(call, &tensor)) {
        (Ok(reduction), Ok(_)) => reduction,
        (Err(_), Err(_)) => return call.declined(),
        (Err(stop), _) => return Err(stop),
        (_, Err(stop)) => return Err(stop),
    };
    let dtype = torch_dtype(call, &tensor)?;
    let needs_elements = matches!(call.name, "amax" | "amin" | "argmax" | "argmin");
    if needs_elements && reduction.count(&tensor) == 0 {
        return match (call.name, call.int("axis")) {
            ("argmax" | "argmin", Ok(Some(axis))) => {
                let axis = Library::PyTorch.axis(axis, tensor.shape.ndim()).unwrap_or(0);
                raised(
                    "IndexError",
                    format!("{}(): Expected reduction dim {axis} to have non-zero size.", call.name),
                    &call.span,
                )
            }
            _ => call.declined(),
        };
    }
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}

/// Two results of a reduction.
fn pair_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if tensor.dtype.is_integer() {
        return call.declined();
    }
    let reduction = reduction(call, &tensor)?;
    let first = reduced(context, call, &tensor, &reduction, tensor.dtype)?;
    let second = reduced(context, call, &tensor, &reduction, tensor.dtype)?;
    let pair = [Value::Tensor(first), Value::Tensor(second)];
    Ok(match call.name {
        "aminmax" => Value::Tuple(pair.into(), TupleKind::Named("aminmax", &["min", "max"])),
        _ => Value::tuple(pair),
    })
}

/// `x.max()`, `x.max(1)` and `torch.max(x, y)`.
fn torch_extreme(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    if let (Some(axis), "max" | "min") = (call.get("axis"), call.name)
        && axis.value.tensor().is_some()
    {
        let name = if call.name == "max" { "maximum" } else { "minimum" };
        let Some(binary) = super::elementwise::named(Library::PyTorch, name) else { return call.declined() };
        let job = super::elementwise::Job {
            library: Library::PyTorch,
            binary,
            operands: [call.need("input")?, axis],
            target: super::elementwise::Target::New,
            span: &call.span,
        };
        let result = super::elementwise::meet(context, &job)?;
        if let Some(last) = context.operations.last_mut() {
            last.name = call.name.to_owned();
        }
        return Ok(result);
    }
    if is_complex(tensor.dtype) || (call.name == "median" && tensor.dtype == Dtype::Bool) {
        return call.declined();
    }
    let axis = match (call.int("axis")?, call.name) {
        (None, "kthvalue" | "mode") => Some(-1),
        (axis, _) => axis,
    };
    let Some(axis) = axis else {
        if call.get("keepdims").is_some() || call.get("axis").is_some() || tensor.numel() == 0 {
            return call.declined();
        }
        let reduction = Reduction::new(call, &tensor, None, false)?;
        return Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, tensor.dtype)?));
    };
    let reduction = Reduction::new(call, &tensor, Some(&[axis]), keepdims(call)?)?;
    let count = reduction.count(&tensor);
    if count == 0 {
        let axis = Library::PyTorch.axis(axis, tensor.shape.ndim()).unwrap_or(0);
        let message = format!("{}(): Expected reduction dim {axis} to have non-zero size.", call.name);
        return if matches!(call.name, "max" | "min") {
            raised("IndexError", message, &call.span)
        } else {
            call.declined()
        };
    }
    if call.name == "kthvalue" && !(1..=count as i64).contains(&call.int_or("k", 0)?) {
        return call.declined();
    }
    let values = reduced(context, call, &tensor, &reduction, tensor.dtype)?;
    let indices = Tensor::plain(Library::PyTorch, reduction.shape, Dtype::Int64);
    indices.bounds.set(Some((0, count as i64 - 1)));
    Ok(named(call.name, values, indices))
}

/// A named tuple of values and indices.
pub(super) fn named(name: &'static str, values: Tensor, indices: Tensor) -> Value {
    Value::Tuple([Value::Tensor(values), Value::Tensor(indices)].into(), TupleKind::Named(name, &["values", "indices"]))
}

/// `torch.norm`.
fn torch_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let p = call.get("p").map(|p| &p.value);
    let is_known = match p {
        None | Some(Value::None | Value::Int(_) | Value::Float(_)) => true,
        Some(Value::Text(Some(p))) => &**p == "fro" && call.name == "norm",
        _ => false,
    };
    call.without(&["dtype"])?;
    let axes = call.ints("axis")?;
    // With an order and no axes, or with two axes, it can be the norm of a matrix, which has other rules.
    let is_matrix = call.name == "linalg.norm"
        && !matches!(p, None | Some(Value::None))
        && axes.as_ref().map_or(tensor.shape.ndim() != 1, |axes| axes.len() != 1);
    if !is_known || is_matrix {
        return call.declined();
    }
    if tensor.dtype.is_integer() {
        return raised(
            "NotImplementedError",
            format!(
                "linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}",
                tensor.dtype.torch_name()
            ),
            &call.span,
        );
    }
    let reduction = reduction(call, &tensor)?;
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, tensor.dtype)?))
}

/// Checks that the quantiles lie in their range.
fn check_quantiles(context: &mut Context<'_>, call: &Call) -> Outcome<()> {
    let most = if call.name.ends_with("percentile") { 100.0 } else { 1.0 };
    let q = call.need("q")?;
    let values = match &q.value {
        Value::Tensor(tensor) => tensor.values().map(|values| values.to_vec()),
        Value::List(_) | Value::Tuple(..) => {
            super::arrays::to_array(context, q)?.values().map(|values| values.to_vec())
        }
        value => value.scalar().map(|value| vec![value]),
    };
    match values {
        Some(values) if values.iter().all(|value| (0.0..=most).contains(&value.to_float())) => Ok(()),
        Some(_) => call.declined(),
        None => call.needs_values(),
    }
}

/// `quantile`, `percentile`: several give an axis in front.
fn quantile(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    check_quantiles(context, call)?;
    call.without(&["out", "overwrite_input", "method", "interpolation"])?;
    if call.library == Library::PyTorch && tensor.dtype.is_integer() {
        return call.declined();
    }
    let q = call.need("q")?;
    let lead = match (&q.value, call.library) {
        // PyTorch has an exception for another element type.
        (Value::Tensor(q), library)
            if q.library == library && (library == Library::NumPy || q.dtype == tensor.dtype) =>
        {
            q.shape.clone()
        }
        (value, _) if value.number_kind().is_some() => Shape::ones(0),
        (Value::List(_) | Value::Tuple(..), Library::NumPy) => super::arrays::to_array(context, q)?.shape.clone(),
        _ => return call.declined(),
    };
    if call.library == Library::PyTorch
        && (lead.ndim() > 1 || call.get("axis").is_some_and(|axis| axis.value.items().is_some()))
    {
        return call.declined();
    }
    let reduction = reduction(call, &tensor)?;
    if reduction.count(&tensor) == 0 {
        return call.declined();
    }
    let shape: Shape = lead.iter().chain(reduction.shape.iter()).copied().collect();
    let dtype = floating(call.library, tensor.dtype);
    if dtype == Dtype::Float16 {
        return call.declined();
    }
    call.fresh(context, (shape, dtype, None), &[&tensor])
}

/// The element type of a reduction of NumPy.
fn numpy_dtype(call: &Call, tensor: &Tensor) -> Outcome<Dtype> {
    let given = if call.get("dtype").is_some() { call.dtype("dtype")? } else { None };
    let dtype = tensor.dtype;
    if is_complex(dtype) {
        return call.declined();
    }
    Ok(match call.name {
        "sum" | "prod" | "nansum" | "nanprod" | "add.reduce" | "multiply.reduce" => match (given, dtype) {
            (Some(given), _) => given,
            // The sum of an unsigned type is a type that is not known here.
            (None, Dtype::Uint8) => return call.declined(),
            (None, dtype) => sum_dtype(dtype),
        },
        "mean" | "nanmean" | "std" | "var" | "nanstd" | "nanvar" | "median" | "nanmedian" | "average" => match given {
            Some(given) => given,
            None if dtype.is_integer() => Dtype::Float64,
            None => dtype,
        },
        "all" | "any" | "logical_and.reduce" | "logical_or.reduce" => Dtype::Bool,
        "count_nonzero" | "argmax" | "argmin" | "nanargmax" | "nanargmin" => Dtype::Int64,
        _ => dtype,
    })
}

fn numpy_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    // NumPy has rules of its own for the axes 0 and -1 of an array that has none.
    if tensor.shape.is_empty() {
        let is_arg = call.name.contains("arg");
        if call.ints("axis")?.is_some_and(|axes| is_arg || axes.iter().any(|axis| matches!(axis, 0 | -1))) {
            return call.declined();
        }
    }
    call.without(&["initial", "where", "overwrite_input", "mean", "correction"])?;
    let is_arg = call.name.contains("arg");
    if is_arg && call.get("axis").is_some_and(|axis| axis.value.items().is_some()) {
        return call.declined();
    }
    let reduction = reduction(call, &tensor)?;
    let dtype = numpy_dtype(call, &tensor)?;
    let count = reduction.count(&tensor);
    if count == 0 && reduction.shape.numel() != Some(0) {
        match call.name {
            "max" | "amax" => {
                return call.fails("zero-size array to reduction operation maximum which has no identity");
            }
            "min" | "amin" => {
                return call.fails("zero-size array to reduction operation minimum which has no identity");
            }
            "argmax" | "argmin" => return call.fails(format!("attempt to get {} of an empty sequence", call.name)),
            "sum" | "prod" | "all" | "any" | "count_nonzero" => {}
            _ => return call.declined(),
        }
    }
    if matches!(call.name, "count_nonzero") && call.given("axis").is_none() && !keepdims(call)? {
        let made = reduced(context, call, &tensor, &reduction, dtype)?;
        // NumPy gives a scalar of its own here.
        return Ok(Value::Tensor(made));
    }
    if call.name == "ptp" && tensor.dtype == Dtype::Bool {
        return call.declined();
    }
    let made = reduced(context, call, &tensor, &reduction, dtype)?;
    match call.given("out").map(|out| &out.value) {
        None => Ok(Value::Tensor(made)),
        Some(Value::Tensor(out)) if !out.is_scalar && out.library == Library::NumPy => {
            into_output(call, out, &reduction, &made)
        }
        Some(_) => call.declined(),
    }
}

/// A reduction into the array of `out=`.
fn into_output(call: &Call, out: &Tensor, reduction: &Reduction, made: &Tensor) -> Outcome {
    if out.shape != reduction.shape || out.dtype != made.dtype || out.read_only || out.shape.is_empty() {
        return call.declined();
    }
    out.write(made.values().map(|values| values.to_vec()));
    Ok(Value::Tensor(out.clone()))
}

/// `np.add.reduce`: along the first axis, where none is named.
fn ufunc_reduce(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["out"])?;
    let axes = match call.get("axis").map(|axis| &axis.value) {
        None => Some(vec![0]),
        Some(_) => call.ints("axis")?,
    };
    let reduction = Reduction::new(call, &tensor, axes.as_deref(), keepdims(call)?)?;
    let dtype = numpy_dtype(call, &tensor)?;
    if reduction.count(&tensor) == 0 {
        return call.declined();
    }
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}

/// `np.linalg.norm`.
fn numpy_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;

    let axes = call.ints("axis")?;
    let order = call.given("ord");
    if is_complex(tensor.dtype) || order.is_some_and(|order| order.value.number_kind().is_none()) {
        return call.declined();
    }
    let count = axes.as_ref().map_or(tensor.shape.ndim(), Vec::len);
    let is_vector = count == 1 || (order.is_none() && (axes.is_none() || count == 2));
    if !is_vector || tensor.dtype == Dtype::Float16 {
        return call.declined();
    }
    let reduction = match &axes {
        // With two axes NumPy checks them in a way of its own.
        Some(axes) if axes.len() == 2 => match Reduction::new(call, &tensor, Some(axes), keepdims(call)?) {
            Ok(reduction) => reduction,
            Err(_) => return call.declined(),
        },
        axes => Reduction::new(call, &tensor, axes.as_deref(), keepdims(call)?)?,
    };
    let dtype = if tensor.dtype.is_integer() { Dtype::Float64 } else { tensor.dtype };
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}

/// `np.average`.
fn average(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["returned"])?;
    // The messages of `average` are others than those of `mean`.
    let reduction = match reduction(call, &tensor) {
        Ok(reduction) if tensor.numel() > 0 => reduction,
        _ => return call.declined(),
    };
    let mut dtype = numpy_dtype(call, &tensor)?;
    if call.given("weights").is_some() {
        let weights = call.tensor(context, "weights")?;
        if weights.shape != tensor.shape {
            let axis = call.ints("axis")?;
            let size = match axis.as_deref() {
                Some([axis]) => {
                    Library::NumPy.axis(*axis, tensor.shape.ndim()).ok().and_then(|axis| tensor.shape.get(axis))
                }
                None => {
                    return raised(
                        "TypeError",
                        "Axis must be specified when shapes of a and weights differ.",
                        &call.span,
                    );
                }
                Some(_) => return call.declined(),
            };
            if weights.shape.ndim() != 1 || weights.shape.first() != size {
                return call.fails("Shape of weights must be consistent with shape of a along specified axis.");
            }
        }
        dtype = super::types::larger(Library::NumPy, dtype, weights.dtype);
    }
    Ok(Value::Tensor(reduced(context, call, &tensor, &reduction, dtype)?))
}

/// `trace`, `det`.
fn scalar_of_matrix(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    call.without(&["offset"])?;
    if tensor.shape.ndim() > 2 && call.name == "trace" && call.library == Library::NumPy {
        return trace(context, call, &tensor);
    }
    call.without(&["axis1", "axis2"])?;
    let [rows, columns] = tensor.shape[..] else { return call.declined() };
    if call.name != "trace" && rows != columns {
        return match call.library {
            Library::NumPy => raised("LinAlgError", "Last 2 dimensions of the array must be square", &call.span),
            Library::PyTorch => call.declined(),
        };
    }
    let dtype = if call.name == "trace" {
        if tensor.dtype == Dtype::Uint8 {
            return call.declined();
        }
        sum_dtype(tensor.dtype)
    } else {
        floating(call.library, tensor.dtype)
    };
    call.fresh(context, (Shape::ones(0), dtype, None), &[&tensor])
}

/// `np.trace` of stacked matrices.
fn trace(context: &mut Context<'_>, call: &Call, tensor: &Tensor) -> Outcome {
    let (one, two) = (call.int_or("axis1", 0)?, call.int_or("axis2", 1)?);
    let ndim = tensor.shape.ndim();
    let (Ok(one), Ok(two)) = (Library::NumPy.axis(one, ndim), Library::NumPy.axis(two, ndim)) else {
        return call.declined();
    };
    if one == two || tensor.dtype == Dtype::Uint8 {
        return call.declined();
    }
    let kept = tensor.shape.iter().enumerate().filter(|(axis, _)| *axis != one && *axis != two);
    let shape: Shape = kept.map(|(_, &size)| size).collect();
    call.fresh(context, (shape, sum_dtype(tensor.dtype), None), &[tensor])
}

/// `loss.backward()`.
fn backward(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if let Some(gradient) = call.given("gradient")
        && gradient.value.tensor().is_none_or(|gradient| gradient.shape != tensor.shape)
    {
        return call.declined();
    }
    if !tensor.requires_grad.get() {
        return call.fails("element 0 of tensors does not require grad and does not have a grad_fn");
    }
    if call.given("gradient").is_none() && tensor.numel() != 1 {
        return call.fails("grad can be implicitly created only for scalar outputs");
    }
    // What is written in place can make the gradients undefined, and a second call needs what the first has freed.
    let may_fail = context.wrote_into_graph
        || tensor.differentiated.get()
        || call.given("gradient").is_some()
        || call.given("create_graph").is_some();
    tensor.differentiated.set(!call.flag("retain_graph", false)?);
    let leaves = if tensor.is_leaf() { vec![tensor.clone()] } else { tensor.leaves.borrow().clone() };
    for leaf in leaves {
        let mut grad = leaf.grad.borrow_mut();
        match grad.as_ref() {
            Some(grad) => grad.write(None),
            None => *grad = Some(Tensor::new(Library::PyTorch, leaf.shape.clone(), leaf.dtype, Traits::default())),
        }
    }
    // What comes after it runs only where it did not fail, so the gradients are there.
    if may_fail { call.declined() } else { Ok(Value::None) }
}

/// The element type of `np.add.accumulate` and its like.
pub(super) fn numpy_accumulated(name: &str, dtype: Dtype) -> Dtype {
    if name.starts_with("add") || name.starts_with("multiply") { sum_dtype(dtype) } else { dtype }
}

/// `torch.autograd.grad(outputs, inputs)`: one gradient for each input.
fn autograd(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "outputs")?;
    call.without(&["grad_outputs", "retain_graph", "create_graph"])?;
    let inputs = &call.need("inputs")?.value;
    let items = inputs.items().unwrap_or_else(|| vec![inputs.clone()]);
    if !tensor.requires_grad.get() {
        return call.fails("element 0 of tensors does not require grad and does not have a grad_fn");
    }
    if tensor.numel() != 1 {
        return call.fails("grad can be implicitly created only for scalar outputs");
    }
    if context.wrote_into_graph || tensor.differentiated.get() {
        return call.declined();
    }
    tensor.differentiated.set(true);
    let mut grads = Vec::new();
    for item in items {
        let Value::Tensor(input) = item else { return call.declined() };
        if !tensor.leaves.borrow().iter().any(|leaf| leaf.is(&input)) {
            return call.declined();
        }
        grads.push(Value::Tensor(Tensor::new(Library::PyTorch, input.shape.clone(), input.dtype, Traits::default())));
    }
    Ok(Value::tuple(grads))
}
