//! Reductions of axes: which axes are reduced, the shape that is left and its values; and the functions of both libraries.

use crate::functions::unary::sum_dtype;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, is_small, positions, row_major};
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::types::floating;
use crate::tensors::value::{MAX_VALUES, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

rules! { scalar_of_matrix }

/// Which axes are reduced, and the shape that is left.
pub(crate) struct Reduction {
    reduced: Vec<bool>,
    pub(crate) shape: Shape,
}

impl Reduction {
    /// The reduction of axes of a tensor; of all where none is named.
    pub(crate) fn new(call: &Call, tensor: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Outcome<Self> {
        let ndim = tensor.shape.ndim();
        let mut reduced = vec![axes.is_none(); ndim];
        if ndim == 0 && axes.is_some_and(|axes| axes.len() > 1) {
            return call.declined();
        }
        for &axis in axes.unwrap_or_default() {
            let axis = call.axis(axis, ndim)?;
            // A 0-dim tensor of PyTorch has an axis 0.
            if reduced.get_mut(axis).is_some_and(|slot| std::mem::replace(slot, true)) {
                let is_median = call.name.ends_with("median");
                return call.repeated_axis(axis, if is_median { "repeated axis" } else { "duplicate value in 'axis'" });
            }
        }
        let shape = kept(&tensor.shape, &reduced, keepdims);
        Ok(Self { reduced, shape })
    }

    /// The number of elements that each result is made of.
    pub(crate) fn count(&self, tensor: &Tensor) -> u64 {
        tensor.shape.iter().zip(&self.reduced).filter(|(_, reduced)| **reduced).map(|(&size, _)| size).product()
    }

    /// The elements of each result, where they are known.
    fn groups(&self, tensor: &Tensor) -> Option<Vec<Vec<Scalar>>> {
        let values = tensor.values()?;
        let plain = kept(&tensor.shape, &self.reduced, false);
        let strides = row_major(&plain);
        let mut next = strides.iter();
        let full: Vec<i64> =
            self.reduced.iter().map(|reduced| if *reduced { 0 } else { next.next().copied().unwrap_or(0) }).collect();
        let targets = positions(&tensor.shape, &full, 0);
        // A tensor without elements can have a result of any size.
        if !is_small(&plain) {
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
            "sum" | "nansum" => {
                let sum = sum()?;
                if is_float { Scalar::Float(sum) } else { Scalar::Int(sum as i64) }
            }
            "mean" if is_float && !group.is_empty() => Scalar::Float(sum()? / group.len() as f64),
            "prod" if !is_float => {
                Scalar::Int(group.iter().try_fold(1_i64, |product, value| product.checked_mul(value.to_int()))?)
            }
            "max" | "amax" => signed(group, extreme(group, |a, b| a > b)?.1)?,
            "min" | "amin" => signed(group, extreme(group, |a, b| a < b)?.1)?,
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

/// The most extreme element of a group; `None` where it is a zero, and the group has zeros of both signs: which of them it is depends on
/// the machine.
fn signed(group: &[Scalar], found: Scalar) -> Option<Scalar> {
    let zero = |negative: bool| {
        group.iter().any(|value| value.to_float() == 0.0 && value.to_float().is_sign_negative() == negative)
    };
    (found.to_float() != 0.0 || !(zero(true) && zero(false))).then_some(found)
}

/// The element type of the result, by the column: `sum` (of integers `int64`), `float`, `bool`, `index`, or `same`. `given`: the argument
/// `dtype`.
///
/// # Errors
///
/// A mean in a type of integers.
pub(crate) fn result_dtype(call: &Call, dtype: Dtype, given: Option<Dtype>) -> Outcome<Dtype> {
    Ok(match (call.column, given) {
        ("float", Some(given)) if given.is_integer() => return call.declined(),
        (_, Some(given)) => given,
        ("sum", None) => sum_dtype(dtype),
        ("float", None) if dtype.is_integer() => Dtype::Float64,
        ("bool", None) => Dtype::Bool,
        ("index", None) => Dtype::Int64,
        _ => dtype,
    })
}

/// The reduction that the arguments `axis` and `keepdims` name.
pub(crate) fn reduction(call: &Call, tensor: &Tensor) -> Outcome<Reduction> {
    let axes = call.ints("axis")?;
    // In PyTorch no axes are all axes, with exceptions.
    if matches!(call.name, "all" | "any" | "logsumexp") && axes.as_ref().is_some_and(Vec::is_empty) {
        return call.declined();
    }
    let axes = axes.filter(|axes| call.library == Library::NumPy || !axes.is_empty());
    Reduction::new(call, tensor, axes.as_deref(), keepdims(call)?)
}

/// The truth value of `keepdims`.
pub(crate) fn keepdims(call: &Call) -> Outcome<bool> {
    match call.get("keepdims").map(|argument| &argument.value) {
        Some(Value::Int(_)) if call.library == Library::PyTorch => call.declined(),
        Some(Value::Int(Some(value))) => Ok(*value != 0),
        _ => call.flag("keepdims", false),
    }
}

/// The result of a reduction.
pub(crate) fn reduced(
    context: &mut Context<'_>,
    call: &Call,
    tensor: &Tensor,
    reduction: &Reduction,
    dtype: Dtype,
) -> Outcome<Tensor> {
    context.step(usize::try_from(tensor.numel().min(MAX_VALUES) / 16).unwrap_or(0), &call.span)?;
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

/// A named tuple of values and indices.
pub(crate) fn named(name: &'static str, values: Tensor, indices: Tensor) -> Value {
    Value::Tuple([Value::Tensor(values), Value::Tensor(indices)].into(), TupleKind::Named(name, &["values", "indices"]))
}

/// `trace`, `det`.
fn scalar_of_matrix(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let [rows, columns] = tensor.shape[..] else { return call.declined() };
    if call.name != "trace" && rows != columns {
        return match call.library {
            Library::NumPy => raised("LinAlgError", "Last 2 dimensions of the array must be square", &call.span),
            Library::PyTorch => call.declined(),
        };
    }
    let is_torch = call.library == Library::PyTorch;
    if is_torch && (if call.name == "trace" { tensor.dtype == Dtype::Bool } else { tensor.dtype.is_integer() }) {
        return call.declined();
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
