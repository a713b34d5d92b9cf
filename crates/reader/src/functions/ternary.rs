//! Functions of three operands that meet element by element: `where`, `clip`, `lerp`, `masked_fill` and their like.

use crate::functions::elementwise::{check_written, kinds, leaf_error, read, shapes, tensors, wrote};
use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{Made, computed, is_small};
use crate::tensors::context::{Context, Meeting, Outcome};
use crate::tensors::types::{is_floating, promoted};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Scalar, Shape, WHERE};

rules! {
    where_function clamp torch_ternary masked_fill isclose equal
}

/// The record of a call, and the shape that its operands broadcast to.
fn broadcast(context: &Context<'_>, call: &Call, meeting: &Meeting, operands: &[Placed]) -> Outcome<Shape> {
    context.checked(meeting, call.library.elementwise(&shapes(operands)).map(Some))
}

/// The result of an operation: a new tensor, or the first operand that a method writes into.
fn met(context: &mut Context<'_>, call: &Call, meeting: &Meeting, made: Made, operands: &[Placed]) -> Outcome {
    let all = tensors(operands);
    let (true, Some(first)) = (call.is_in_place(), all.first()) else {
        let made = computed(context, call.library, made, &all, &call.span)?;
        return context.met(meeting, made);
    };
    if made.0 != first.shape {
        return context.fails(meeting, call.library.output_error(&first.shape, &made.0));
    }
    if first.overlaps() {
        return context.fails(meeting, call.library.not_writable());
    }
    if let Some(error) = call.library.output_cast_error("", made.1, first.dtype) {
        return context.fails(meeting, error);
    }
    wrote(context, first, &all, None, &call.span)?;
    context.met(meeting, (*first).clone())
}

/// `where(condition, a, b)`.
fn where_function(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.get("input").is_none() || call.get("other").is_none() {
        // The positions at which the condition holds.
        return call.needs_values();
    }
    let operands = call.operands(context, &["condition", "input", "other"])?;
    let [condition, a, b] = operands.as_slice() else { return call.declined() };
    // The tensor before the point stands first in the record.
    let in_order = if call.is_method { [a, condition, b] } else { [condition, a, b] }.map(Placed::clone);
    let meeting =
        Meeting { is_method: call.is_method, ..Meeting::of(WHERE, None, &in_order, &call.span).elementwise() };
    if call.library == Library::PyTorch {
        let Some(tensor) = condition.value.tensor() else { return call.declined() };
        if !matches!(tensor.dtype, Dtype::Bool | Dtype::Uint8) {
            let message = format!(
                "where expected condition to be a boolean tensor, but got a tensor with dtype {}",
                tensor.dtype.torch_name()
            );
            return context.fails(&meeting, Library::PyTorch.error(message));
        }
    }
    let shape = broadcast(context, call, &meeting, &operands)?;
    let dtype = promoted(call.library, &kinds(operands.get(1..).unwrap_or_default()));
    let values = chosen([condition, a, b], &shape);
    let mut made = computed(context, call.library, (shape, dtype, values), &tensors(&operands), &call.span)?;
    if made.is_scalar {
        // `np.where` gives an array without axes.
        made = Tensor::plain(Library::NumPy, Shape::ones(0), dtype);
    }
    context.met(&meeting, made)
}

/// The elements of `a` where a condition holds, and of `b` elsewhere.
fn chosen([condition, a, b]: [&Placed; 3], shape: &Shape) -> Option<Vec<Scalar>> {
    let (condition, a, b) = (read(condition, None, shape)?, read(a, None, shape)?, read(b, None, shape)?);
    Some(condition.iter().zip(a.iter().zip(&b)).map(|(c, (a, b))| if c.to_float() != 0.0 { *a } else { *b }).listed())
}

/// The record of a call. Where a method writes into its tensor, PyTorch checks that before it compares shapes.
fn recorded(context: &Context<'_>, call: &Call, name: &str, operands: &[Placed]) -> Outcome<Meeting> {
    let in_place = call.is_in_place();
    let meeting = Meeting { in_place, ..Meeting::of(name, None, operands, &call.span).elementwise() };
    let all = tensors(operands);
    if let (true, Some(first)) = (in_place, all.first()) {
        context.checked(&meeting, check_written(context, first, &all))?;
    }
    Ok(meeting)
}

/// `clamp`, `clip`.
fn clamp(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    let names: Vec<&str> = ["input", "min", "max"].into_iter().filter(|name| call.given(name).is_some()).listed();
    if names.len() < 2 {
        return call.declined();
    }
    let operands = call.operands(context, &names)?;
    let bounds = tensors(operands.get(1..).unwrap_or_default()).len();
    if call.library == Library::PyTorch && bounds != 0 && bounds + 1 != operands.len() {
        return call.declined();
    }
    let name = if call.name.starts_with("clamp") { "clamp" } else { "clip" };
    let meeting = recorded(context, call, name, &operands)?;
    let shape = match call.library.elementwise(&shapes(&operands)) {
        // The message leaves numbers out.
        Err(_) if call.library == Library::NumPy && shapes(&operands).iter().any(|shape| shape.is_empty()) => {
            return call.declined();
        }
        shape => context.checked(&meeting, shape.map(Some))?,
    };
    let dtype = promoted(call.library, &kinds(&operands));
    // The message for numbers names the types otherwise.
    let is_cast = call.is_in_place() && bounds == 0 && dtype != tensor.dtype;
    if tensor.dtype == Dtype::Bool || is_cast {
        return call.declined();
    }
    let values = clamped(&operands, &names, &shape, dtype);
    met(context, call, &meeting, (shape, dtype, values), &operands)
}

fn clamped(operands: &[Placed], names: &[&str], shape: &Shape, dtype: Dtype) -> Option<Vec<Scalar>> {
    let mut values = read(operands.first()?, Some(dtype), shape)?;
    for (operand, name) in operands.iter().zip(names).skip(1) {
        for (value, bound) in values.iter_mut().zip(read(operand, Some(dtype), shape)?) {
            let (x, y) = (value.to_float(), bound.to_float());
            if if *name == "min" { x < y } else { x > y } || y.is_nan() && !x.is_nan() {
                *value = bound;
            }
        }
    }
    Some(values)
}

/// `lerp`, `addcmul`, `addcdiv`.
fn torch_ternary(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operands = call.operands(context, &["input", "end", "weight"])?;
    let [tensor, end, weight] = operands.as_slice() else { return call.declined() };
    let is_lerp = call.name.starts_with("lerp");
    // Only the weight of `lerp` may be a number.
    let (Some(tensor), Some(_)) = (tensor.value.tensor(), end.value.tensor()) else { return call.declined() };
    if !is_lerp && weight.value.tensor().is_none() {
        return call.declined();
    }
    let all = tensors(&operands);
    let meeting = recorded(context, call, call.name.trim_end_matches('_'), &operands)?;
    let is_wrong = if is_lerp {
        all.iter().any(|other| other.dtype != tensor.dtype || !is_floating(other.dtype))
    } else {
        // Two tensors of integers are not divided, whatever their shapes are.
        call.name.starts_with("addcdiv") && all.iter().skip(1).all(|other| other.dtype.is_integer())
    };
    if is_wrong {
        return call.declined();
    }
    let shape = broadcast(context, call, &meeting, &operands)?;
    let dtype = promoted(Library::PyTorch, &kinds(&operands));
    if dtype.is_integer() {
        return call.declined();
    }
    met(context, call, &meeting, (shape, dtype, None), &operands)
}

/// `masked_fill`.
fn masked_fill(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operands = call.operands(context, &["input", "mask", "value"])?;
    let [tensor, mask, value] = operands.as_slice() else { return call.declined() };
    let (Some(first), Some(bools)) = (tensor.value.tensor(), mask.value.tensor()) else { return call.declined() };
    let (library, in_place) = (Library::PyTorch, call.is_in_place());
    let meeting = Meeting { in_place, ..Meeting::of("masked_fill", None, &operands, &call.span).elementwise() };
    if in_place {
        context.checked(&meeting, leaf_error(context, first).map(Some))?;
        if bools.shares_storage(first) {
            return call.declined();
        }
    }
    if value.value.tensor().is_some_and(|value| !value.shape.is_empty()) {
        return call.declined();
    }
    // Out of place the mask comes first where the two are broadcast, and the shapes are compared before its type.
    let shape =
        if in_place { library.add(&first.shape, &bools.shape) } else { library.add(&bools.shape, &first.shape) };
    if bools.dtype != Dtype::Bool {
        let name = bools.dtype.cpp_name();
        let message = format!("masked_fill_ only supports boolean masks, but got mask with dtype {name}");
        return if shape.is_ok() { context.fails(&meeting, library.error(message)) } else { call.declined() };
    }
    let shape = context.checked(&meeting, shape.map(Some))?;
    // A float does not fit into integers.
    if first.dtype.is_integer() && !promoted(library, &kinds(std::slice::from_ref(value))).is_integer() {
        return call.declined();
    }
    let values = chosen([mask, value, tensor], &shape);
    met(context, call, &meeting, (shape, first.dtype, values), &operands)
}

/// `isclose`, `allclose`.
fn isclose(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operands = call.operands(context, &["input", "other"])?;
    let all = tensors(&operands);
    let are_alike = matches!(all.as_slice(), [a, b] if a.dtype == b.dtype);
    if call.library == Library::PyTorch && !are_alike {
        return call.declined();
    }
    let meeting = Meeting::of(call.name, None, &operands, &call.span).elementwise();
    let shape = broadcast(context, call, &meeting, &operands)?;
    if call.name == "allclose" {
        context.record(&meeting, OperationResult::Other)?;
        return Ok(Value::Bool(if is_small(&shape) { all_close(call, &operands, &shape) } else { None }));
    }
    met(context, call, &meeting, (shape, Dtype::Bool, None), &operands)
}

/// `Some(false)` where elements are certainly not close to each other.
fn all_close(call: &Call, operands: &[Placed], shape: &Shape) -> Option<bool> {
    let number = |name: &str, default: f64| match call.get(name) {
        Some(given) => given.value.scalar().map(|value| value.to_float()),
        None => Some(default),
    };
    let (relative, absolute) = (number("rtol", 1e-5)?, number("atol", 1e-8)?);
    let [a, b] = operands else { return None };
    let (a, b) = (read(a, None, shape)?, read(b, None, shape)?);
    let is_far = |(a, b): (&Scalar, &Scalar)| {
        let (a, b) = (a.to_float(), b.to_float());
        let (distance, allowed) = ((a - b).abs(), absolute + relative * b.abs());
        // Elements of float32 are compared in float32.
        distance > allowed + 1e-6 * (allowed + distance)
    };
    a.iter().zip(&b).any(is_far).then_some(false)
}

/// `torch.equal`, `np.array_equal`: shapes that differ are no error.
fn equal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "input")?, call.tensor(context, "other")?);
    if a.dtype != b.dtype && call.library == Library::PyTorch {
        return call.declined();
    }
    if a.shape != b.shape {
        return Ok(Value::Bool(Some(false)));
    }
    let known = a.values().zip(b.values());
    let is_same = |(a, b): (&Scalar, &Scalar)| a.to_float() == b.to_float();
    Ok(Value::Bool(known.map(|(a, b)| a.iter().zip(b.iter()).all(is_same))))
}
