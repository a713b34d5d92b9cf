//! What a library makes that is no tensor: layers and losses of `torch.nn`, generators of random numbers, contexts.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use crate::functions;
use crate::functions::batches::{LAYERS, object};
use crate::functions::layers;
use crate::functions::losses::linear_layer;
use crate::functions::operators::truth;
use crate::functions::random::is_seed;
use crate::functions::recurrent::{self, parameter};
use crate::functions::training;
use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, Call};
use crate::signatures::place::{Place, rules};
use crate::tensors::context::{Context, Outcome, unreadable};
use crate::tensors::value::{Object, Placed, Tensor, Traits, TupleKind, Value};
use tensor_broadcasting::library::Library;

rules! {
    linear convolution batch_norm embedding layer_norm sequential new_parameter layer plain device size
}

/// Makes what a class of PyTorch makes; `None` where the name is no class.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn construct(context: &mut Context<'_>, name: &str, given: &Arguments) -> Outcome<Option<Value>> {
    let Some(found) = functions::find(Place::Class, name) else { return Ok(None) };
    context.make(1, &given.span)?;
    functions::run(context, Place::Class, found, given).map(Some)
}

/// A generator of random numbers, or a context. The column is its class.
fn plain(_: &mut Context<'_>, call: &Call) -> Outcome {
    match call.get("seed") {
        Some(seed) if !is_seed(&seed.value) => call.declined(),
        _ => object(call.column, Vec::new()),
    }
}

fn device(_: &mut Context<'_>, _: &Call) -> Outcome {
    Ok(Value::path("device"))
}

/// `torch.Size([2, 3])`.
fn size(_: &mut Context<'_>, call: &Call) -> Outcome {
    let items = call.need("sizes")?.value.items();
    match items.filter(|items| items.iter().all(|item| matches!(item, Value::Int(Some(_))))) {
        Some(items) => Ok(Value::Tuple(items.into(), TupleKind::Size)),
        None => call.declined(),
    }
}

/// A layer without parameters, or a loss: it keeps what it was made with. A loss asks what was once its way to be reduced whether it is true:
/// that may be a tensor which was meant for the loss itself.
fn layer(_: &mut Context<'_>, call: &Call) -> Outcome {
    for name in ["size_average", "reduce"] {
        if let Some(given) = call.get(name).filter(|given| given.value.tensor().is_some()) {
            truth(&given.value, &call.span)?;
            return call.declined();
        }
    }
    object(call.name, call.given_arguments().map(|(name, argument)| (*name, argument.value.clone())).listed())
}

/// A number of channels or of elements.
fn count(call: &Call, name: &str) -> Outcome<u64> {
    match call.int(name)?.map(u64::try_from) {
        Some(Ok(size)) => Ok(size),
        _ => call.declined(),
    }
}

/// A parameter of these sizes, where the layer has it.
fn part(is_there: bool, sizes: &[u64]) -> Value {
    if is_there { parameter(sizes.into()) } else { Value::None }
}

fn number(value: u64) -> Value {
    Value::Int(i64::try_from(value).ok())
}

fn linear(_: &mut Context<'_>, call: &Call) -> Outcome {
    let (inputs, outputs) = (count(call, "in_features")?, count(call, "out_features")?);
    let fields = vec![
        ("weight", part(true, &[outputs, inputs])),
        ("bias", part(call.flag("bias", true)?, &[outputs])),
        ("in_features", number(inputs)),
        ("out_features", number(outputs)),
    ];
    object(call.name, fields)
}

fn convolution(_: &mut Context<'_>, call: &Call) -> Outcome {
    let axes = layers::space(call.name);
    let (inputs, outputs) = (count(call, "in_channels")?, count(call, "out_channels")?);
    let groups = call.int_or("groups", 1)?.unsigned_abs().max(1);
    // One number is for all axes, but a tuple of one is not.
    if call.need("kernel_size")?.value.items().is_some_and(|sizes| sizes.len() != axes) {
        return call.declined();
    }
    let kernel = layers::each(call, "kernel_size", axes, 1)?.into_iter().map(i64::unsigned_abs);
    if inputs % groups != 0 || outputs % groups != 0 {
        return call.declined();
    }
    let is_transposed = call.name.contains("Transpose");
    let lead = if is_transposed { [inputs, outputs / groups] } else { [outputs, inputs / groups] };
    let weight: Vec<u64> = lead.into_iter().chain(kernel).listed();
    let mut fields = vec![("weight", part(true, &weight)), ("bias", part(call.flag("bias", true)?, &[outputs]))];
    for name in ["stride", "padding", "output_padding", "dilation", "groups"] {
        if let Some(value) = call.get(name) {
            fields.push((name, value.value.clone()));
        }
    }
    object(call.name, fields)
}

/// Normalisations over a batch, and over groups of channels.
fn batch_norm(_: &mut Context<'_>, call: &Call) -> Outcome {
    let is_of_groups = call.name == "nn.GroupNorm";
    let channels = count(call, if is_of_groups { "num_channels" } else { "num_features" })?;
    let is_affine = call.flag("affine", true)?;
    let part = || part(is_affine, &[channels]);
    let own = match is_of_groups {
        true => ("num_groups", number(count(call, "num_groups")?)),
        false => ("num_features", number(channels)),
    };
    object(call.name, vec![("weight", part()), ("bias", part()), own])
}

fn embedding(_: &mut Context<'_>, call: &Call) -> Outcome {
    let (count, width) = (count(call, "num_embeddings")?, count(call, "embedding_dim")?);
    let rows = i64::try_from(count).unwrap_or(0);
    if call.given("padding_idx").is_some() && !(-rows..rows).contains(&call.int_or("padding_idx", 0)?) {
        return call.declined();
    }
    object(call.name, vec![("weight", part(true, &[count, width]))])
}

fn layer_norm(_: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(sizes) = call.ints("normalized_shape")? else { return call.declined() };
    let shape: Vec<u64> = sizes.iter().map(|size| size.unsigned_abs()).listed();
    let is_affine = call.flag("elementwise_affine", true)?;
    let has_bias = call.flag("bias", true)?;
    let fields = vec![
        ("normalized_shape", Value::tuple(sizes.into_iter().map(|size| Value::Int(Some(size))))),
        ("weight", part(is_affine, &shape)),
        ("bias", part(is_affine && has_bias, &shape)),
    ];
    object(call.name, fields)
}

fn sequential(_: &mut Context<'_>, call: &Call) -> Outcome {
    if call.rest.iter().any(|layer| !matches!(layer.value, Value::Object(_) | Value::Instance(_))) {
        return call.declined();
    }
    object(call.name, vec![(LAYERS, Value::tuple(call.rest.iter().map(|layer| layer.value.clone())))])
}

/// `nn.Parameter(tensor)`.
fn new_parameter(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (tensor, requires_grad) = (call.tensor(context, "data")?, call.flag("requires_grad", true)?);
    if requires_grad && tensor.dtype.is_integer() {
        return call.fails("Only Tensors of floating point and complex dtype can require gradients");
    }
    let traits = Traits { values: tensor.values().map(|values| values.to_vec()), requires_grad, ..Traits::default() };
    let made = Tensor::new(Library::PyTorch, tensor.shape.clone(), tensor.dtype, traits);
    made.is_parameter.set(true);
    Ok(Value::Tensor(made))
}

/// Calls a layer or a loss; `nn.Sequential` is called by the machine, because its layers can be those of the program.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn call(context: &mut Context<'_>, made: &Rc<Object>, given: &Arguments) -> Outcome {
    context.step(1, &given.span)?;
    if let Some(result) = recurrent::call(context, made, given)? {
        return Ok(result);
    }
    let declined = || unreadable(UnreadableReason::UnknownCall(made.class.to_owned()), &given.span);
    let (Some(Value::Tensor(input)), true) =
        (given.positional.first().map(|argument| &argument.value), given.keywords.is_empty())
    else {
        return declined();
    };
    let field = |name: &str| made.field(name).and_then(Value::tensor);
    let function = match functions::find(Place::Class, made.class).map_or("", |(_, row)| row.column) {
        // `AvgPool2d` is `avg_pool2d`.
        "F" => functions::names(Place::Functional).find(|name| is_alike(name, made.class)).unwrap_or(""),
        name => name,
    };
    match (made.class, given.positional.len()) {
        ("nn.Identity", _) => Ok(Value::Tensor(input.clone())),
        ("nn.Linear", 1) => match field("weight") {
            Some(weight) => linear_layer(context, input, weight, field("bias"), &given.span),
            None => declined(),
        },
        ("nn.Flatten", 1) => {
            let mut given = functional(made, given);
            if made.field("start_dim").is_none() {
                let start = Placed { value: Value::Int(Some(1)), span: given.span.clone() };
                given.keywords.push(("start_dim".to_owned(), start));
            }
            call_of(context, Place::TorchFunction, "flatten", &given)
        }
        (class, 1) if class.starts_with("nn.BatchNorm") => layers::normalized(context, made, input, &given.span),
        _ if function.is_empty() => declined(),
        _ => call_of(context, Place::Functional, function, &functional(made, given)),
    }
}

/// Whether a function has the name of a class, without a look at capital letters and `_`.
fn is_alike(function: &str, class: &str) -> bool {
    let letters = |name: &str| name.replace('_', "").to_ascii_lowercase();
    class.strip_prefix("nn.").is_some_and(|class| letters(class) == letters(function))
}

fn call_of(context: &mut Context<'_>, place: Place, name: &str, given: &Arguments) -> Outcome {
    match functions::find(place, name) {
        Some((name, row)) => row.call(context, place, name, given),
        None => unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
    }
}

/// Calls a method of such an object.
///
/// # Errors
///
/// As for [`call`].
pub(crate) fn method(context: &mut Context<'_>, made: &Rc<Object>, name: &str, given: &Arguments) -> Outcome {
    if let Some(result) = training::method(context, made, name, given)? {
        return Ok(result);
    }
    match (made.class, name) {
        ("np.random.Generator", "shuffle") => match given.positional.first().and_then(|first| first.value.tensor()) {
            Some(tensor) => {
                tensor.write(None);
                Ok(Value::None)
            }
            None => unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
        },
        // These take an element type, as the functions of the same names do not; `integers` is a method only.
        ("np.random.Generator", "random" | "standard_normal" | "standard_exponential" | "integers") => {
            call_of(context, Place::NumpyFunction, &format!("random.Generator.{name}"), given)
        }
        ("np.random.Generator", name) => call_of(context, Place::NumpyFunction, &format!("random.{name}"), given),
        ("torch.Generator", "manual_seed") => Ok(Value::Object(Rc::clone(made))),
        (class, "train" | "eval") if class.starts_with("nn.") => Ok(Value::Object(Rc::clone(made))),
        _ => unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
    }
}

/// The arguments of the function that does what an object does: those of the call, then what the object was made with.
fn functional(made: &Object, given: &Arguments) -> Arguments {
    let placed = |value: &Value| Placed { value: value.clone(), span: given.span.clone() };
    let keywords = made.fields.iter().map(|(name, value)| ((*name).to_owned(), placed(value))).listed();
    Arguments { positional: given.positional.clone(), keywords, span: given.span.clone() }
}
