//! Reductions of axes: which axes are reduced, the shape that is left and its values; and the functions of both libraries.

use crate::functions::unary::sum_dtype;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, is_small, positions, row_major};
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::types::floating;
use crate::tensors::value::{MAX_VALUES, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
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
        let mut strides = row_major(&plain).into_iter();
        let along = |reduced: &bool| if *reduced { 0 } else { strides.next().unwrap_or(0) };
        let targets = positions(&tensor.shape, &self.reduced.iter().map(along).listed(), 0);
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

/// The shape that is left of axes.
fn kept(shape: &Shape, reduced: &[bool], keepdims: bool) -> Shape {
    let axes = shape.iter().zip(reduced).filter(|(_, reduced)| keepdims || !**reduced);
    axes.map(|(&size, &reduced)| if reduced { 1 } else { size }).collect()
}

/// What a group of elements gives; `None` where it is not computed exactly here.
fn reduced_value(name: &str, group: &[Scalar], is_float: bool) -> Option<Scalar> {
    let floats = || group.iter().map(|value| value.to_float());
    let is_exact = || floats().all(|value| value.fract() == 0.0 && value.abs() < 1e12);
    let is_greatest = name.ends_with("max");
    Some(match name {
        "sum" | "nansum" if !is_exact() => return None,
        "sum" | "nansum" if is_float => Scalar::Float(floats().sum()),
        "sum" | "nansum" => Scalar::Int(floats().sum::<f64>() as i64),
        "mean" if is_float && !group.is_empty() && is_exact() => {
            Scalar::Float(floats().sum::<f64>() / group.len() as f64)
        }
        "prod" if !is_float => {
            Scalar::Int(group.iter().try_fold(1_i64, |product, value| product.checked_mul(value.to_int()))?)
        }
        "max" | "amax" | "min" | "amin" => signed(group, extreme(group, is_greatest)?.1)?,
        "argmax" | "argmin" => Scalar::Int(extreme(group, is_greatest)?.0 as i64),
        "all" => Scalar::Bool(floats().all(|value| value != 0.0)),
        "any" => Scalar::Bool(floats().any(|value| value != 0.0)),
        "count_nonzero" => Scalar::Int(floats().filter(|&value| value != 0.0).count() as i64),
        _ => return None,
    })
}

/// The first of the most extreme elements and its position; `None` where one is nan.
fn extreme(group: &[Scalar], is_greatest: bool) -> Option<(usize, Scalar)> {
    let mut best: Option<(usize, Scalar)> = None;
    for (at, &value) in group.iter().enumerate() {
        if value.to_float().is_nan() {
            return None;
        }
        let is_better = |(_, known): (usize, Scalar)| {
            let (value, known) = (value.to_float(), known.to_float());
            if is_greatest { value > known } else { value < known }
        };
        if best.is_none_or(is_better) {
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
    Reduction::new(call, tensor, axes.as_deref(), call.flag("keepdims", false)?)
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
    let value = |group: &Vec<Scalar>| reduced_value(call.name, group, !dtype.is_integer());
    let values = reduction.groups(tensor).and_then(|groups| groups.iter().map(value).all_listed());
    let made = fresh(context, call.library, (reduction.shape.clone(), dtype, values), &[tensor], &call.span)?;
    made.reduces(tensor, &reduction.reduced);
    if made.numel() == 1 {
        context.note_sum(tensor);
    }
    match call.name {
        "argmax" | "argmin" | "nanargmax" | "nanargmin" => bound(&made, reduction.count(tensor)),
        "max" | "min" | "amax" | "amin" => made.has_elements_of(tensor),
        _ => {}
    }
    Ok(made)
}

/// Notes that the elements of a tensor are positions among so many.
pub(crate) fn bound(tensor: &Tensor, count: u64) {
    if count > 0 {
        tensor.bounds.set(Some((0, count as i64 - 1)));
    }
}

/// A named tuple of values and their positions among so many.
pub(crate) fn named(name: &'static str, values: Tensor, count: u64) -> Value {
    let indices = Tensor::plain(Library::PyTorch, values.shape.clone(), Dtype::Int64);
    bound(&indices, count);
    Value::Tuple([Value::Tensor(values), Value::Tensor(indices)].into(), TupleKind::Named(name, &["values", "indices"]))
}

/// `trace`, `det`.
fn scalar_of_matrix(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let [rows, columns] = tensor.shape[..] else { return call.declined() };
    let (dtype, is_torch) = (tensor.dtype, call.library == Library::PyTorch);
    let (made, is_unread) = if call.name == "trace" {
        (sum_dtype(dtype), dtype.is_unsigned() || is_torch && dtype == Dtype::Bool)
    } else {
        (floating(call.library, dtype), is_torch && (dtype.is_integer() || rows != columns))
    };
    if is_unread {
        return call.declined();
    }
    if call.name != "trace" && rows != columns {
        return raised("LinAlgError", "Last 2 dimensions of the array must be square", &call.span);
    }
    call.fresh(context, (Shape::ones(0), made, None), &[&tensor])
}
