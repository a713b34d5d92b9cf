//! Layers over sequences: `RNN`, `GRU`, `LSTM`.

use std::rc::Rc;

use crate::functions::batches::object;
use crate::signatures::call::{Arguments, Call};
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, raised, sizes};
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
    Layer { made, call: &call }.recurrent(context).map(Some)
}

/// A layer that is called.
struct Layer<'a> {
    made: &'a Rc<Object>,
    call: &'a Call,
}

impl Layer<'_> {
    fn number(&self, name: &str) -> i64 {
        self.made.field(name).and_then(Value::scalar).map_or(0, |value| value.to_int())
    }

    /// A result that is computed step by step: in its memory the steps come before the batch.
    fn sequence(&self, context: &mut Context<'_>, shape: &[i64], inputs: &[&Tensor], batch_first: bool) -> Outcome {
        // The gradients of the inputs and of all parameters go to it.
        let weights = self.made.field(WEIGHTS).and_then(Value::items).unwrap_or_default();
        let all: Vec<&Tensor> = inputs.iter().copied().chain(weights.iter().filter_map(Value::tensor)).collect();
        let shape: Shape = shape.iter().map(|size| size.unsigned_abs()).collect();
        let mut stored = shape.to_vec();
        let mut order: Vec<usize> = (0..stored.len()).collect();
        if batch_first {
            stored.swap(0, 1);
            order.swap(0, 1);
        }
        let layout = Library::PyTorch.contiguous(&Shape::from(stored.as_slice())).permuted(&order);
        let made = (shape.clone(), Dtype::Float32, None);
        let made = fresh(context, Library::PyTorch, made, &all, &self.call.span)?;
        Ok(Value::Tensor(made.with_layout(shape, Some(layout))))
    }

    fn recurrent(&self, context: &mut Context<'_>) -> Outcome {
        let input = self.call.tensor(context, "input")?;
        if input.dtype != Dtype::Float32 || input.numel() == 0 {
            return self.call.declined();
        }
        let short = self.made.class.trim_start_matches("nn.");
        let all = sizes(&input.shape);
        if all.len() != 2 && all.len() != 3 {
            let unit = if short == "RNN" { "D tensor" } else { "D" };
            let message = format!("{short}: Expected input to be 2D or 3D, got {}{unit} instead", all.len());
            return raised("ValueError", message, &self.call.span);
        }
        let is_batched = all.len() == 3;
        let batch_first = is_batched && self.number("batch_first") == 1;
        let (width, hidden) = (self.number("input_size"), self.number("hidden_size"));
        let directions = 1 + self.number("bidirectional");
        let rows = self.number("num_layers") * directions;
        let batch = if !is_batched { None } else { all.get(usize::from(!batch_first)).copied() };
        let last = all.last().copied().unwrap_or(0);
        let states = self.states(context)?;
        let is_pair = short == "LSTM";
        let expected: Vec<i64> = [rows].into_iter().chain(batch).chain([hidden]).collect();
        // A wrong state has messages that depend on the number of its axes.
        if states.iter().any(|state| sizes(&state.shape) != expected) {
            return self.call.declined();
        }
        if last != width {
            let message = format!("input.size(-1) must be equal to input_size. Expected {width}, got {last}");
            return self.call.fails(message);
        }
        let mut out = all.clone();
        if let Some(slot) = out.last_mut() {
            *slot = hidden * directions;
        }
        let mut inputs: Vec<&Tensor> = vec![&input];
        inputs.extend(states.iter());
        let output = self.sequence(context, &out, &inputs, batch_first)?;
        let state = self.sequence(context, &expected, &inputs, false)?;
        if !is_pair {
            return Ok(Value::tuple([output, state]));
        }
        let cell = self.sequence(context, &expected, &inputs, false)?;
        Ok(Value::tuple([output, Value::tuple([state, cell])]))
    }

    /// The states that the call gives: none, one, or two for `LSTM`.
    fn states(&self, context: &mut Context<'_>) -> Outcome<Vec<Tensor>> {
        let Some(given) = self.call.given("hx") else { return Ok(Vec::new()) };
        context.step(1, &self.call.span)?;
        let items = match (&given.value, self.made.class) {
            (Value::Tuple(items, _), "nn.LSTM") if items.len() == 2 => items.to_vec(),
            (value @ Value::Tensor(_), "nn.GRU" | "nn.RNN") => vec![value.clone()],
            _ => return self.call.declined(),
        };
        let tensors: Vec<Tensor> = items.iter().filter_map(Value::tensor).cloned().collect();
        let is_fit = |tensor: &Tensor| tensor.dtype == Dtype::Float32 && tensor.library == Library::PyTorch;
        if tensors.len() == items.len() && tensors.iter().all(is_fit) { Ok(tensors) } else { self.call.declined() }
    }
}
