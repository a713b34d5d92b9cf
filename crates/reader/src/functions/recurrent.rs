//! Layers over sequences: `RNN`, `GRU`, `LSTM`.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use crate::functions::batches::object;
use crate::signatures::call::{Arguments, Call};
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, sizes};
use crate::tensors::value::{Object, Tensor, Traits, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

rules! { layer }

/// The field with all parameters that have no name here. No attribute has a space in its name.
const WEIGHTS: &str = " weights";

/// A new parameter of a layer.
pub(crate) fn parameter(shape: Shape) -> Value {
    let traits = Traits { requires_grad: true, ..Traits::default() };
    let made = Tensor::new(Library::PyTorch, shape, Dtype::Float32, traits);
    made.is_parameter.set(true);
    Value::Tensor(made)
}

/// Makes such a layer.
fn layer(context: &mut Context<'_>, call: &Call) -> Outcome {
    let size = |name: &str, default: i64| match call.int_or(name, default)? {
        size @ 1..=1_000_000 => Ok(size),
        _ => call.declined(),
    };
    let (inputs, hidden, layers) = (size("input_size", 0)?, size("hidden_size", 0)?, size("num_layers", 1)?);
    let (is_bidirectional, batch_first) = (call.flag("bidirectional", false)?, call.flag("batch_first", false)?);
    let directions = if is_bidirectional { 2 } else { 1 };
    let gates = match call.name {
        "nn.RNN" => 1,
        "nn.GRU" => 3,
        _ => 4,
    };
    let has_bias = call.flag("bias", true)?;
    context.make(usize::try_from(layers * directions * 4).unwrap_or(usize::MAX), &call.span)?;
    let mut weights = Vec::new();
    for layer in 0..layers {
        let inputs = if layer == 0 { inputs } else { hidden * directions };
        for _ in 0..directions {
            let rows = (gates * hidden).unsigned_abs();
            for columns in [inputs, hidden] {
                weights.push(parameter(Shape::from([rows, columns.unsigned_abs()])));
            }
            if has_bias {
                weights.extend([parameter(Shape::from([rows])), parameter(Shape::from([rows]))]);
            }
        }
    }
    let number = |value: i64| Value::Int(Some(value));
    let fields = vec![
        ("input_size", number(inputs)),
        ("hidden_size", number(hidden)),
        ("num_layers", number(layers)),
        ("batch_first", Value::Bool(Some(batch_first))),
        ("bidirectional", Value::Bool(Some(is_bidirectional))),
        (WEIGHTS, Value::tuple(weights)),
    ];
    object(call.name, fields)
}

/// Calls such a layer; `None` where it is none.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn call(context: &mut Context<'_>, made: &Rc<Object>, given: &Arguments) -> Outcome<Option<Value>> {
    if !matches!(made.class, "nn.RNN" | "nn.GRU" | "nn.LSTM") {
        return Ok(None);
    }
    let call = Call::bind(made.class, Library::PyTorch, false, given, "input, hx=")?;
    recurrent(context, made, &call).map(Some)
}

fn recurrent(context: &mut Context<'_>, made: &Rc<Object>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let all = sizes(&input.shape);
    if input.dtype != Dtype::Float32 || input.numel() == 0 || !matches!(all.len(), 2 | 3) {
        return call.declined();
    }
    let number = |name: &str| made.field(name).and_then(Value::scalar).map_or(0, |value| value.to_int());
    let is_batched = all.len() == 3;
    let batch_first = is_batched && number("batch_first") == 1;
    let (width, hidden) = (number("input_size"), number("hidden_size"));
    let directions = 1 + number("bidirectional");
    let rows = number("num_layers") * directions;
    let batch = if is_batched { all.get(usize::from(!batch_first)).copied() } else { None };
    let last = all.last().copied().unwrap_or(0);
    // The states that the call gives: none, one, or two for `LSTM`.
    let is_pair = made.class == "nn.LSTM";
    let states = match call.given("hx").map(|given| &given.value) {
        None => Vec::new(),
        Some(Value::Tuple(items, _)) if is_pair && items.len() == 2 => items.to_vec(),
        Some(state) if !is_pair => vec![state.clone()],
        Some(_) => return call.declined(),
    };
    let expected: Vec<i64> = [rows].into_iter().chain(batch).chain([hidden]).listed();
    let is_read = |state: &Value| {
        let is_read = |state: &Tensor| state.dtype == Dtype::Float32 && state.library == Library::PyTorch;
        state.tensor().is_some_and(|state| is_read(state) && state.shape.ndim() == all.len())
    };
    if !states.iter().all(is_read) {
        return call.declined();
    }
    if last != width {
        return call.fails(format!("input.size(-1) must be equal to input_size. Expected {width}, got {last}"));
    }
    for (at, state) in states.iter().filter_map(Value::tensor).enumerate() {
        let found = sizes(&state.shape);
        if found != expected && !is_batched {
            return call.declined();
        }
        if found != expected {
            let at = ["", "[0]", "[1]"].get(if is_pair { at + 1 } else { 0 }).unwrap_or(&"");
            let wanted = format!("{expected:?}");
            let wanted = wanted.trim_matches(['[', ']']);
            return call.fails(format!("Expected hidden{at} size ({wanted}), got {found:?}"));
        }
    }
    let mut out = all.clone();
    if let Some(slot) = out.last_mut() {
        *slot = hidden * directions;
    }
    // The gradients of the inputs and of all parameters go to a result.
    let weights = made.field(WEIGHTS).and_then(Value::items).unwrap_or_default();
    let others = states.iter().chain(&weights).filter_map(Value::tensor);
    let operands: Vec<&Tensor> = [&input].into_iter().chain(others).listed();
    let output = sequence(context, call, &out, &operands, batch_first)?;
    let state = sequence(context, call, &expected, &operands, false)?;
    if !is_pair {
        return Ok(Value::tuple([output, state]));
    }
    let cell = sequence(context, call, &expected, &operands, false)?;
    Ok(Value::tuple([output, Value::tuple([state, cell])]))
}

/// A result that is computed step by step: in its memory the steps come before the batch.
fn sequence(context: &mut Context<'_>, call: &Call, shape: &[i64], operands: &[&Tensor], batch_first: bool) -> Outcome {
    let shape: Shape = shape.iter().map(|size| size.unsigned_abs()).collect();
    let mut stored = shape.to_vec();
    let mut order: Vec<usize> = (0..stored.len()).listed();
    if batch_first {
        stored.swap(0, 1);
        order.swap(0, 1);
    }
    let layout = Library::PyTorch.contiguous(&Shape::from(stored.as_slice())).permuted(&order);
    let made = (shape.clone(), Dtype::Float32, None);
    let made = fresh(context, Library::PyTorch, made, operands, &call.span)?;
    Ok(Value::Tensor(made.with_layout(shape, Some(layout))))
}
