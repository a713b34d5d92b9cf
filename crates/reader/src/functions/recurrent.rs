//! Layers over sequences: `RNN`, `GRU`, `LSTM`, `MultiheadAttention` and the layers of a transformer.

use std::ops::Range;
use std::rc::Rc;

use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, Call};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, raised, sizes, unreadable};
use crate::tensors::value::{Object, Placed, Tensor, Traits, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

/// The classes, with their parameters.
const CLASSES: &[(&str, &str)] = &[
    ("nn.RNN", "input_size hidden_size num_layers * nonlinearity bias batch_first dropout bidirectional"),
    ("nn.GRU", RECURRENT),
    ("nn.LSTM", RECURRENT),
    ("nn.MultiheadAttention", "embed_dim num_heads dropout bias * batch_first"),
    ("nn.TransformerEncoderLayer", "d_model nhead dim_feedforward dropout * activation batch_first norm_first"),
    ("nn.TransformerEncoder", "encoder_layer num_layers"),
];

const RECURRENT: &str = "input_size hidden_size num_layers bias batch_first dropout bidirectional";

/// The field with all parameters that have no name here. No attribute has a space in its name.
const WEIGHTS: &str = " weights";

/// A new parameter of a layer.
pub(crate) fn parameter(shape: Shape) -> Value {
    let traits = Traits { requires_grad: true, ..Traits::default() };
    let made = Tensor::new(Library::PyTorch, shape, Dtype::Float32, traits);
    made.is_parameter.set(true);
    Value::Tensor(made)
}

fn number(value: i64) -> Value {
    Value::Int(Some(value))
}

/// Makes such a layer; `None` where the name is none.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn construct(context: &mut Context<'_>, name: &str, given: &Arguments) -> Outcome<Option<Value>> {
    let Some(&(class, parameters)) = CLASSES.iter().find(|(class, _)| *class == name) else { return Ok(None) };
    let call = Call::bind(class, Library::PyTorch, false, given, parameters)?;
    let size = |name: &str, default: i64| match call.int_or(name, default)? {
        size @ 1..=1_000_000 => Ok(size),
        _ => call.declined(),
    };
    let flag =
        |name: &str, default: bool| if call.get(name).is_some() { call.flag(name, default) } else { Ok(default) };
    if call
        .get("dropout")
        .is_some_and(|dropout| !dropout.value.scalar().is_some_and(|p| (0.0..=1.0).contains(&p.to_float())))
    {
        return call.declined();
    }
    let make = |shape: &[i64]| parameter(shape.iter().map(|size| size.unsigned_abs()).collect());
    let mut weights = Vec::new();
    let mut fields: Vec<(&'static str, Value)> = Vec::new();
    match class {
        "nn.TransformerEncoder" => {
            let layer = match &call.need("encoder_layer")?.value {
                Value::Object(layer) if layer.class == "nn.TransformerEncoderLayer" => Rc::clone(layer),
                _ => return call.declined(),
            };
            let count = size("num_layers", 0)?;
            let own = layer.field(WEIGHTS).and_then(Value::items).unwrap_or_default();
            // Each layer has parameters of its own.
            context.make(own.len().saturating_mul(usize::try_from(count).unwrap_or(usize::MAX)), &given.span)?;
            for _ in 0..count {
                for weight in own.iter().filter_map(Value::tensor) {
                    weights.push(parameter(weight.shape.clone()));
                }
            }
            for name in [" width", "batch_first"] {
                if let Some(value) = layer.field(name) {
                    fields.push((name, value.clone()));
                }
            }
        }
        "nn.MultiheadAttention" | "nn.TransformerEncoderLayer" => {
            let is_layer = class == "nn.TransformerEncoderLayer";
            let (width, heads) = if is_layer { ("d_model", "nhead") } else { ("embed_dim", "num_heads") };
            let (width, heads) = (size(width, 0)?, size(heads, 0)?);
            if width % heads != 0 {
                return raised("AssertionError", "embed_dim must be divisible by num_heads", &call.span);
            }
            weights.push(make(&[3 * width, width]));
            if flag("bias", true)? {
                weights.push(make(&[3 * width]));
                weights.push(make(&[width]));
            }
            weights.push(make(&[width, width]));
            if is_layer {
                if call.get("activation").is_some_and(|value| !matches!(value.value.as_text(), Some("relu" | "gelu"))) {
                    return call.declined();
                }
                flag("norm_first", false)?;
                let inner = size("dim_feedforward", 2048)?;
                for shape in [&[inner, width][..], &[inner], &[width, inner], &[width]] {
                    weights.push(make(shape));
                }
                weights.extend((0..4).map(|_| make(&[width])));
            }
            fields.push((" width", number(width)));
            fields.push(("num_heads", number(heads)));
            fields.push(("batch_first", Value::Bool(Some(flag("batch_first", false)?))));
        }
        _ => {
            let (inputs, hidden, layers) = (size("input_size", 0)?, size("hidden_size", 0)?, size("num_layers", 1)?);
            if call.get("nonlinearity").is_some_and(|value| !matches!(value.value.as_text(), Some("tanh" | "relu"))) {
                return call.declined();
            }
            let directions = if flag("bidirectional", false)? { 2 } else { 1 };
            let gates = match class {
                "nn.RNN" => 1,
                "nn.GRU" => 3,
                _ => 4,
            };
            let has_bias = flag("bias", true)?;
            context.make(usize::try_from(layers * directions * 4).unwrap_or(usize::MAX), &given.span)?;
            for layer in 0..layers {
                let inputs = if layer == 0 { inputs } else { hidden * directions };
                for _ in 0..directions {
                    weights.push(make(&[gates * hidden, inputs]));
                    weights.push(make(&[gates * hidden, hidden]));
                    if has_bias {
                        weights.extend((0..2).map(|_| make(&[gates * hidden])));
                    }
                }
            }
            for (name, value) in [("input_size", inputs), ("hidden_size", hidden), ("num_layers", layers)] {
                fields.push((name, number(value)));
            }
            fields.push(("batch_first", Value::Bool(Some(flag("batch_first", false)?))));
            fields.push(("bidirectional", Value::Bool(Some(directions == 2))));
        }
    }
    fields.push((WEIGHTS, Value::tuple(weights)));
    Ok(Some(Value::Object(Rc::new(Object { class, fields }))))
}

/// Calls such a layer; `None` where it is none.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn call(context: &mut Context<'_>, made: &Rc<Object>, given: &Arguments) -> Outcome<Option<Value>> {
    if !CLASSES.iter().any(|(class, _)| *class == made.class) {
        return Ok(None);
    }
    let parameters = match made.class {
        "nn.MultiheadAttention" => {
            "query key value key_padding_mask need_weights attn_mask average_attn_weights is_causal"
        }
        "nn.TransformerEncoderLayer" => "input|src mask|src_mask key_padding_mask|src_key_padding_mask",
        "nn.TransformerEncoder" => "input|src mask key_padding_mask|src_key_padding_mask",
        _ => "input hx",
    };
    let call = Call::bind(made.class, Library::PyTorch, false, given, parameters)?;
    let layer = Layer { made, call: &call, span: &given.span };
    match made.class {
        "nn.MultiheadAttention" => layer.attention(context),
        "nn.TransformerEncoderLayer" | "nn.TransformerEncoder" => layer.encoder(context),
        _ => layer.recurrent(context),
    }
    .map(Some)
}

/// A layer that is called.
struct Layer<'a> {
    made: &'a Rc<Object>,
    call: &'a Call,
    span: &'a Range<usize>,
}

impl Layer<'_> {
    fn number(&self, name: &str) -> i64 {
        self.made.field(name).and_then(Value::scalar).map_or(0, |value| value.to_int())
    }

    fn tensor(&self, context: &mut Context<'_>, name: &str) -> Outcome<Tensor> {
        let tensor = self.call.tensor(context, name)?;
        if tensor.dtype == Dtype::Float32 && tensor.numel() > 0 { Ok(tensor) } else { self.call.declined() }
    }

    /// A result to which the gradients of the inputs and of all parameters go.
    fn result(&self, context: &mut Context<'_>, shape: &[i64], inputs: &[&Tensor]) -> Outcome {
        let weights = self.made.field(WEIGHTS).and_then(Value::items).unwrap_or_default();
        let all: Vec<&Tensor> = inputs.iter().copied().chain(weights.iter().filter_map(Value::tensor)).collect();
        let shape: Shape = shape.iter().map(|size| size.unsigned_abs()).collect();
        let made = fresh(context, Library::PyTorch, (shape, Dtype::Float32, None), &all, self.span)?;
        // Its strides depend on how it is computed.
        Ok(Value::Tensor(made.without_layout()))
    }

    /// A result that is computed step by step: in its memory the steps come before the batch.
    fn sequence(&self, context: &mut Context<'_>, shape: &[i64], inputs: &[&Tensor], batch_first: bool) -> Outcome {
        let made = self.result(context, shape, inputs)?;
        let Some(tensor) = made.tensor() else { return Ok(made) };
        let mut stored = tensor.shape.to_vec();
        let mut order: Vec<usize> = (0..stored.len()).collect();
        if batch_first {
            stored.swap(0, 1);
            order.swap(0, 1);
        }
        let layout = Library::PyTorch.contiguous(&Shape::from(stored.as_slice())).permuted(&order);
        Ok(Value::Tensor(tensor.with_layout(tensor.shape.clone(), Some(layout))))
    }

    fn recurrent(&self, context: &mut Context<'_>) -> Outcome {
        let input = self.tensor(context, "input")?;
        let short = self.made.class.trim_start_matches("nn.");
        let all = sizes(&input.shape);
        if all.len() != 2 && all.len() != 3 {
            let unit = if short == "RNN" { "D tensor" } else { "D" };
            let message = format!("{short}: Expected input to be 2D or 3D, got {}{unit} instead", all.len());
            return raised("ValueError", message, self.span);
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
        // The number of axes of the states is checked before the sizes.
        if states.iter().any(|state| state.shape.ndim() != all.len()) {
            return self.wrong_axes(&states, all.len(), is_pair);
        }
        if last != width {
            let message = format!("input.size(-1) must be equal to input_size. Expected {width}, got {last}");
            return self.call.fails(message);
        }
        let expected: Vec<i64> = [rows].into_iter().chain(batch).chain([hidden]).collect();
        for (number, state) in states.iter().enumerate() {
            if sizes(&state.shape) != expected {
                let mut wanted = expected.clone();
                let mut found = sizes(&state.shape);
                if !is_batched {
                    // A batch of one sequence is added before.
                    wanted.insert(1, 1);
                    found.insert(1, 1);
                }
                let which = if is_pair { format!("hidden[{number}]") } else { "hidden".to_owned() };
                let wanted = wanted.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                return self.call.fails(format!("Expected {which} size ({wanted}), got {found:?}"));
            }
        }
        let mut out = all.clone();
        if let Some(slot) = out.last_mut() {
            *slot = hidden * directions;
        }
        let mut inputs: Vec<&Tensor> = vec![&input];
        inputs.extend(states.iter());
        let output = self.sequence(context, &out, &inputs, batch_first)?;
        let state = self.sequence(context, &expected, &inputs, false)?;
        let second = if is_pair {
            let cell = self.sequence(context, &expected, &inputs, false)?;
            Value::tuple([state, cell])
        } else {
            state
        };
        Ok(Value::tuple([output, second]))
    }

    /// The states that the call gives: none, one, or two for `LSTM`.
    fn states(&self, context: &mut Context<'_>) -> Outcome<Vec<Tensor>> {
        let Some(given) = self.call.given("hx") else { return Ok(Vec::new()) };
        context.step(1, self.span)?;
        let items = match (&given.value, self.made.class) {
            (Value::Tuple(items, _), "nn.LSTM") if items.len() == 2 => items.to_vec(),
            (value @ Value::Tensor(_), "nn.GRU" | "nn.RNN") => vec![value.clone()],
            _ => return self.call.declined(),
        };
        let tensors: Vec<Tensor> = items.iter().filter_map(Value::tensor).cloned().collect();
        let is_fit = |tensor: &Tensor| tensor.dtype == Dtype::Float32 && tensor.library == Library::PyTorch;
        if tensors.len() == items.len() && tensors.iter().all(is_fit) { Ok(tensors) } else { self.call.declined() }
    }

    fn wrong_axes(&self, states: &[Tensor], ndim: usize, is_pair: bool) -> Outcome {
        let kind = if ndim == 3 { "batched" } else { "unbatched" };
        let found: Vec<String> = states.iter().map(|state| format!("{}-D", state.shape.ndim())).collect();
        let found = found.join(", ");
        self.call.fails(if is_pair {
            format!("For {kind} {ndim}-D input, hx and cx should also be {ndim}-D but got ({found}) tensors")
        } else {
            format!("For {kind} {ndim}-D input, hx should also be {ndim}-D but got {found} tensor")
        })
    }

    fn attention(&self, context: &mut Context<'_>) -> Outcome {
        let (query, key, value) =
            (self.tensor(context, "query")?, self.tensor(context, "key")?, self.tensor(context, "value")?);
        self.call.without(&["key_padding_mask", "is_causal"])?;
        let flag = |name: &str| if self.call.get(name).is_some() { self.call.flag(name, true) } else { Ok(true) };
        let (has_weights, is_average) = (flag("need_weights")?, flag("average_attn_weights")?);
        let (q, k, v) = (sizes(&query.shape), sizes(&key.shape), sizes(&value.shape));
        let batch_first = self.number("batch_first") == 1;
        let (width, heads) = (self.number(" width"), self.number("num_heads"));
        if q.len() != k.len() || k != v || !matches!(q.len(), 2 | 3) {
            return self.call.declined();
        }
        let (length_at, batch_at) = if q.len() == 3 && batch_first { (1, 0) } else { (0, 1) };
        let at = |sizes: &[i64], axis: usize| sizes.get(axis).copied().unwrap_or(0);
        if q.len() == 3 && at(&q, batch_at) != at(&k, batch_at) || q.last() != k.last() {
            return self.call.declined();
        }
        if q.last() != Some(&width) {
            let found = q.last().copied().unwrap_or(0);
            let message = format!("was expecting embedding dimension of {width}, but got {found}");
            return raised("AssertionError", message, self.span);
        }
        let (rows, columns) = (at(&q, length_at), at(&k, length_at));
        if let Some(mask) = self.call.given("attn_mask") {
            let Value::Tensor(mask) = &mask.value else { return self.call.declined() };
            if !matches!(mask.dtype, Dtype::Bool | Dtype::Float32) || mask.shape.ndim() != 2 {
                return self.call.declined();
            }
            if sizes(&mask.shape) != [rows, columns] {
                return self.call.fails(format!(
                    "The shape of the 2D attn_mask is torch.Size({:?}), but should be ({rows}, {columns}).",
                    sizes(&mask.shape)
                ));
            }
        }
        let inputs = [&query, &key, &value];
        let output = self.result(context, &q, &inputs)?;
        let mut shape: Vec<i64> = if q.len() == 3 { vec![at(&q, batch_at)] } else { Vec::new() };
        if !is_average {
            shape.push(heads);
        }
        shape.extend([rows, columns]);
        let weights = if has_weights { self.result(context, &shape, &inputs)? } else { Value::None };
        Ok(Value::tuple([output, weights]))
    }

    fn encoder(&self, context: &mut Context<'_>) -> Outcome {
        let input = self.tensor(context, "input")?;
        let all = sizes(&input.shape);
        let width = self.number(" width");
        if !matches!(all.len(), 2 | 3) || all.last() != Some(&width) {
            return self.call.declined();
        }
        self.call.without(&["key_padding_mask"])?;
        let length = all.get(usize::from(all.len() == 3 && self.number("batch_first") == 1)).copied().unwrap_or(0);
        if let Some(Placed { value, .. }) = self.call.given("mask") {
            let is_fit = |mask: &Tensor| {
                matches!(mask.dtype, Dtype::Bool | Dtype::Float32) && sizes(&mask.shape) == [length, length]
            };
            if !value.tensor().is_some_and(is_fit) {
                return unreadable(UnreadableReason::Arguments(self.call.name.to_owned()), self.span);
            }
        }
        self.result(context, &all, &[&input])
    }
}
