//! Functions of three operands that meet element by element: `where`, `clip`, `lerp`, `masked_fill` and their like.

use crate::functions::elementwise::{known_values, leaf_error, wrote};
use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{broadcast_values, computed, is_small, to_array};
use crate::tensors::context::{Context, Meeting, Outcome, raised};
use crate::tensors::overlap;
use crate::tensors::types::{Kind, cast_all, cpp_name, is_complex, is_floating, promoted};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Scalar, Shape, WHERE};

rules! {
    where_function clamp torch_ternary masked_fill isclose equal
}

/// The operands of a call: tensors and numbers, with lists as arrays in NumPy.
fn operands(context: &mut Context<'_>, call: &Call, names: &[&str]) -> Outcome<Vec<Placed>> {
    let mut all = Vec::new();
    for name in names {
        let argument = call.need(name)?;
        let value = match (&argument.value, call.library) {
            (Value::Tensor(tensor), library) if tensor.library == library => argument.value.clone(),
            (value, _) if value.number_kind().is_some() => argument.value.clone(),
            (Value::List(_) | Value::Tuple(..), Library::NumPy) => Value::Tensor(to_array(context, argument)?),
            _ => return call.declined(),
        };
        if value.tensor().is_some_and(|tensor| is_complex(tensor.dtype)) {
            return call.declined();
        }
        all.push(Placed { value, span: argument.span.clone() });
    }
    Ok(all)
}

/// The shape of an operand; a number has no axes.
fn shape_of(operand: &Placed) -> Shape {
    operand.value.tensor().map_or_else(|| Shape::ones(0), |tensor| tensor.shape.clone())
}

fn kinds(operands: &[Placed]) -> Vec<Kind> {
    operands.iter().filter_map(|operand| Kind::of_value(&operand.value)).collect()
}

fn tensors(operands: &[Placed]) -> Vec<&Tensor> {
    operands.iter().filter_map(|operand| operand.value.tensor()).collect()
}

/// The shape that the operands broadcast to, or the library's exception.
fn broadcast(context: &Context<'_>, call: &Call, meeting: &Meeting, shapes: &[Shape]) -> Outcome<Shape> {
    match call.library.elementwise(shapes) {
        Ok(shape) => Ok(shape),
        // The message leaves numbers out.
        Err(_)
            if call.library == Library::NumPy && call.name == "clip" && shapes.iter().any(|shape| shape.is_empty()) =>
        {
            call.declined()
        }
        Err(error) => context.fails(meeting, error),
    }
}

/// Records an operation, and gives its result.
fn met(
    context: &mut Context<'_>,
    meeting: &Meeting,
    made: (Shape, Dtype, Option<Vec<Scalar>>),
    operands: &[&Tensor],
) -> Outcome {
    let library = operands.first().map_or(context.library, |operand| operand.library);
    let made = computed(context, library, made, operands, &meeting.span)?;
    context.record(meeting, OperationResult::Tensor(made.shape.clone()))?;
    Ok(Value::Tensor(made))
}

/// `where(condition, a, b)`.
fn where_function(context: &mut Context<'_>, call: &Call) -> Outcome {
    if call.get("input").is_none() || call.get("other").is_none() {
        // The positions at which the condition holds.
        return call.needs_values();
    }
    let operands = operands(context, call, &["condition", "input", "other"])?;
    let in_order: Vec<Placed> = if call.is_method {
        // The tensor before the point stands first in the record.
        [operands.get(1), operands.first(), operands.get(2)].into_iter().flatten().cloned().collect()
    } else {
        operands.clone()
    };
    let meeting =
        Meeting { is_method: call.is_method, ..Meeting::of(WHERE, None, &in_order, &call.span).elementwise() };
    let [condition, a, b] = operands.as_slice() else { return call.declined() };
    let shapes: Vec<Shape> = operands.iter().map(shape_of).collect();
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
    let shape = broadcast(context, call, &meeting, &shapes)?;
    let dtype = promoted(call.library, &kinds(&[a.clone(), b.clone()]));
    let values = chosen(condition, a, b, &shape);
    let all = tensors(&operands);
    let mut made = computed(context, call.library, (shape.clone(), dtype, values), &all, &call.span)?;
    if call.library == Library::NumPy && shape.is_empty() {
        // `np.where` gives an array without axes.
        made = Tensor::plain(Library::NumPy, shape.clone(), dtype);
    }
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}

fn chosen(condition: &Placed, a: &Placed, b: &Placed, shape: &Shape) -> Option<Vec<Scalar>> {
    let read = |operand: &Placed| broadcast_values(&known_values(&operand.value)?, &shape_of(operand), shape);
    let (condition, a, b) = (read(condition)?, read(a)?, read(b)?);
    Some(condition.iter().zip(a.iter().zip(&b)).map(|(c, (a, b))| if c.to_float() != 0.0 { *a } else { *b }).collect())
}

/// PyTorch's checks of a tensor that a method writes into.
fn in_place_checks(context: &Context<'_>, tensor: &Tensor, dtype: Dtype) -> Result<(), LibraryError> {
    leaf_error(context, tensor)?;
    if tensor.overlaps() {
        return Err(Library::PyTorch.not_writable());
    }
    Library::PyTorch.output_cast_error("", dtype, tensor.dtype).map_or(Ok(()), Err)
}

/// The check of a leaf, which comes before all others where a method writes into its tensor.
fn check_leaf(context: &Context<'_>, call: &Call, meeting: &Meeting, tensor: &Tensor) -> Outcome<()> {
    match leaf_error(context, tensor) {
        Err(error) if call.name.ends_with('_') => context.fails(meeting, error),
        _ => Ok(()),
    }
}

/// The checks of a tensor that a method writes into, which come before the shapes are compared.
fn check_written(
    context: &Context<'_>,
    call: &Call,
    meeting: &Meeting,
    tensor: &Tensor,
    operands: &[Placed],
) -> Outcome<()> {
    check_leaf(context, call, meeting, tensor)?;
    if !call.name.ends_with('_') || call.library == Library::NumPy {
        return Ok(());
    }
    if tensor.overlaps() {
        return context.fails(meeting, Library::PyTorch.not_writable());
    }
    match overlap::check(tensor, &tensors(operands)) {
        Some(Ok(())) => Ok(()),
        Some(Err(error)) => context.fails(meeting, error),
        None => call.declined(),
    }
}

/// The result of an operation in place; PyTorch's exception where the shape does not fit.
fn into_first(
    context: &mut Context<'_>,
    call: &Call,
    mut meeting: Meeting,
    (tensor, shape, dtype): (&Tensor, &Shape, Dtype),
    all: &[&Tensor],
) -> Outcome {
    meeting.in_place = true;
    if *shape != tensor.shape {
        let message = format!(
            "output with shape {:?} doesn't match the broadcast shape {:?}",
            tensor_broadcasting::library::signed(&tensor.shape),
            tensor_broadcasting::library::signed(shape)
        );
        return context.fails(&meeting, call.library.error(message));
    }
    if let Err(error) = in_place_checks(context, tensor, dtype) {
        return context.fails(&meeting, error);
    }
    wrote(context, tensor, all, None, &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape.clone()))?;
    Ok(Value::Tensor(tensor.clone()))
}

/// `clamp`, `clip`.
fn clamp(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if call.library == Library::PyTorch {
        call.without(&["out"])?;
    }
    let names: Vec<&str> = ["input", "min", "max"].into_iter().filter(|name| call.given(name).is_some()).collect();
    if names.len() < 2 {
        return match call.library {
            Library::PyTorch if leaf_error(context, &tensor).is_err() => call.declined(),
            Library::PyTorch => call.fails("torch.clamp: At least one of 'min' or 'max' must not be None"),
            Library::NumPy => call.declined(),
        };
    }
    let operands = operands(context, call, &names)?;
    let bounds = operands.get(1..).unwrap_or_default();
    let of_tensors = bounds.iter().filter(|bound| bound.value.tensor().is_some()).count();
    if call.library == Library::PyTorch && of_tensors != 0 && of_tensors != bounds.len() {
        return call.declined();
    }
    let is_in_place = call.name.ends_with('_');
    let name = if call.name.starts_with("clamp") { "clamp" } else { "clip" };
    let mut meeting = Meeting::of(name, None, &operands, &call.span).elementwise();
    meeting.in_place = is_in_place;
    check_written(context, call, &meeting, &tensor, &operands)?;
    let shapes: Vec<Shape> = operands.iter().map(shape_of).collect();
    let shape = broadcast(context, call, &meeting, &shapes)?;
    if tensor.dtype == Dtype::Bool {
        return call.declined();
    }
    let dtype = promoted(call.library, &kinds(&operands));
    let all = tensors(&operands);
    if is_in_place {
        // The message for numbers names the types otherwise.
        if all.len() < 2 && dtype != tensor.dtype {
            return call.declined();
        }
        return into_first(context, call, meeting, (&tensor, &shape, dtype), &all);
    }
    if call.given("out").is_some() {
        return call.declined();
    }
    let values = clamped(&operands, &names, &shape, dtype);
    met(context, &meeting, (shape, dtype, values), &all)
}

fn clamped(operands: &[Placed], names: &[&str], shape: &Shape, dtype: Dtype) -> Option<Vec<Scalar>> {
    let mut values: Option<Vec<Scalar>> = None;
    for (operand, name) in operands.iter().zip(names) {
        let own = broadcast_values(&cast_all(&known_values(&operand.value)?, dtype)?, &shape_of(operand), shape)?;
        values = Some(match (values, *name) {
            (Some(values), name) => {
                let pick = |(a, b): (&Scalar, &Scalar)| {
                    let (x, y) = (a.to_float(), b.to_float());
                    let keep = if name == "min" { x >= y } else { x <= y };
                    if keep || x.is_nan() { *a } else { *b }
                };
                values.iter().zip(&own).map(pick).collect()
            }
            (None, _) => own,
        });
    }
    values
}

/// `lerp`, `addcmul`, `addcdiv`.
fn torch_ternary(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operands = operands(context, call, &["input", "end", "weight"])?;
    let tensor = call.tensor(context, "input")?;
    let is_lerp = call.name.starts_with("lerp");
    let of_tensors = operands.iter().filter(|operand| operand.value.tensor().is_some()).count();
    if of_tensors < if is_lerp { 2 } else { 3 } || operands.get(1).is_none_or(|end| end.value.tensor().is_none()) {
        return call.declined();
    }
    let meeting = Meeting::of(call.name.trim_end_matches('_'), None, &operands, &call.span).elementwise();
    check_written(context, call, &meeting, &tensor, &operands)?;
    if is_lerp && tensors(&operands).iter().any(|other| other.dtype != tensor.dtype || !is_floating(other.dtype)) {
        return call.declined();
    }
    // Two tensors of integers are not divided, whatever their shapes are.
    let are_integers = tensors(&operands).iter().skip(1).all(|other| other.dtype.is_integer());
    if call.name.starts_with("addcdiv") && are_integers {
        return call.declined();
    }
    let shapes: Vec<Shape> = operands.iter().map(shape_of).collect();
    let shape = broadcast(context, call, &meeting, &shapes)?;
    let dtype = promoted(Library::PyTorch, &kinds(&operands));
    if dtype.is_integer() {
        return call.declined();
    }
    let all = tensors(&operands);
    if call.name.ends_with('_') {
        return into_first(context, call, meeting, (&tensor, &shape, dtype), &all);
    }
    met(context, &meeting, (shape, dtype, None), &all)
}

/// `masked_fill`.
fn masked_fill(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operands = operands(context, call, &["input", "mask", "value"])?;
    let [tensor, mask, value] = operands.as_slice() else { return call.declined() };
    let (Some(first), Some(bools)) = (tensor.value.tensor(), mask.value.tensor()) else { return call.declined() };
    let mut meeting = Meeting::of("masked_fill", None, &operands, &call.span).elementwise();
    let is_in_place = call.name.ends_with('_');
    meeting.in_place = is_in_place;
    check_leaf(context, call, &meeting, first)?;
    if is_in_place && bools.shares_storage(first) {
        return call.declined();
    }
    let fails = |context: &Context<'_>, message: String| context.fails(&meeting, Library::PyTorch.error(message));
    let dtype_error = if bools.dtype == Dtype::Bool {
        None
    } else {
        let name = cpp_name(bools.dtype);
        Some(format!("masked_fill_ only supports boolean masks, but got mask with dtype {name}"))
    };
    let value_error = match value.value.tensor().map(|value| value.shape.ndim()) {
        None | Some(0) => None,
        Some(ndim) => Some(format!(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {ndim} dimension(s)."
        )),
    };
    if let (Some(message), true) = (&value_error, is_in_place) {
        return fails(context, message.clone());
    }
    // Out of place the mask comes first where the two are broadcast.
    let broadcast = if is_in_place {
        Library::PyTorch.add(&first.shape, &bools.shape)
    } else {
        Library::PyTorch.add(&bools.shape, &first.shape)
    };
    // Out of place the shapes are compared first.
    let shape = match (broadcast, value_error.or(dtype_error)) {
        (Ok(shape), None) => shape,
        (Ok(_), Some(message)) => return fails(context, message),
        (Err(error), None) => return context.fails(&meeting, error),
        (Err(_), Some(_)) => return call.declined(),
    };
    // A float does not fit into integers.
    let number = promoted(Library::PyTorch, &kinds(std::slice::from_ref(value)));
    if first.dtype.is_integer() && !number.is_integer() {
        return call.declined();
    }
    let all = tensors(&operands);
    if is_in_place {
        return into_first(context, call, meeting, (first, &shape, first.dtype), &all);
    }
    let values = chosen(mask, value, tensor, &shape);
    met(context, &meeting, (shape, first.dtype, values), &all)
}

/// `isclose`, `allclose`.
fn isclose(context: &mut Context<'_>, call: &Call) -> Outcome {
    let operands = operands(context, call, &["input", "other"])?;
    let all = tensors(&operands);
    if ["rtol", "atol"].iter().any(|name| call.get(name).is_some_and(|given| given.value.number_kind().is_none())) {
        return call.declined();
    }
    if call.library == Library::PyTorch
        && (all.len() < 2 || all.iter().any(|tensor| all.first().is_some_and(|first| first.dtype != tensor.dtype)))
    {
        return call.declined();
    }
    let meeting = Meeting::of(call.name, None, &operands, &call.span).elementwise();
    let shapes: Vec<Shape> = operands.iter().map(shape_of).collect();
    let shape = broadcast(context, call, &meeting, &shapes)?;
    if call.name == "allclose" {
        context.record(&meeting, OperationResult::Other)?;
        return Ok(Value::Bool(if is_small(&shape) { all_close(call, &operands, &shape) } else { None }));
    }
    met(context, &meeting, (shape, Dtype::Bool, None), &all)
}

/// Whether all elements are close to each other; `None` where that is not certain.
fn all_close(call: &Call, operands: &[Placed], shape: &Shape) -> Option<bool> {
    let number = |name: &str, default: f64| match call.get(name) {
        Some(given) => given.value.scalar().map(|value| value.to_float()),
        None => Some(default),
    };
    let (relative, absolute) = (number("rtol", 1e-5)?, number("atol", 1e-8)?);
    let [a, b] = operands else { return None };
    let [a, b] = [a, b].map(|operand| broadcast_values(&known_values(&operand.value)?, &shape_of(operand), shape));
    let mut is_certain = true;
    for (a, b) in a?.into_iter().zip(b?) {
        let (a, b) = (a.to_float(), b.to_float());
        let (distance, allowed) = ((a - b).abs(), absolute + relative * b.abs());
        // Elements of float32 are compared in float32.
        let rounding = 1e-6 * (allowed + distance);
        if !distance.is_finite() || !allowed.is_finite() {
            return None;
        }
        if distance > allowed + rounding {
            return Some(false);
        }
        is_certain &= distance == 0.0 || distance + rounding < allowed;
    }
    is_certain.then_some(true)
}

/// `torch.equal`, `np.array_equal`: shapes that differ are no error.
fn equal(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "input")?, call.tensor(context, "other")?);
    if a.dtype != b.dtype && call.library == Library::PyTorch {
        return raised(
            "RuntimeError",
            format!("Expected object of data type {} but got data type {}", a.dtype.torch_name(), b.dtype.torch_name()),
            &call.span,
        )
        .or_else(|_| call.declined());
    }
    let known = if a.shape == b.shape {
        a.values().zip(b.values()).map(|(a, b)| a.iter().zip(b.iter()).all(|(a, b)| a.to_float() == b.to_float()))
    } else {
        Some(false)
    };
    Ok(Value::Bool(known))
}
