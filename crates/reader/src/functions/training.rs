//! What trains a model: its parameters, optimizers, sets of data, and containers of layers.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use crate::functions::batches::{self, LAYERS, length, object};
use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, Call};
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome, raised, unreadable};
use crate::tensors::value::{Object, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

rules! { clip module_list optimizer data_set data_loader }

/// `nn.ModuleList`.
fn module_list(context: &mut Context<'_>, call: &Call) -> Outcome {
    let items = call.get("modules").map_or(Some(Vec::new()), |layers| layers.value.items());
    let Some(items) = items.filter(|items| items.iter().all(Value::is_module)) else { return call.declined() };
    context.make(items.len(), &call.span)?;
    object(call.name, vec![(LAYERS, Value::list(items))])
}

/// `TensorDataset`.
fn data_set(_: &mut Context<'_>, call: &Call) -> Outcome {
    let tensors: Vec<&Tensor> = call.rest.iter().filter_map(|item| item.value.tensor()).listed();
    let Some(first) = tensors.first() else { return call.declined() };
    let is_fit = |tensor: &&Tensor| tensor.library == Library::PyTorch && !tensor.shape.is_empty();
    if tensors.len() != call.rest.len() || !tensors.iter().all(is_fit) {
        return call.declined();
    }
    if tensors.iter().any(|tensor| tensor.shape.first() != first.shape.first()) {
        return raised("AssertionError", "Size mismatch between tensors", &call.span);
    }
    object(call.name, vec![("tensors", Value::tuple(call.rest.iter().map(|item| item.value.clone())))])
}

/// `DataLoader`.
fn data_loader(_: &mut Context<'_>, call: &Call) -> Outcome {
    let dataset = call.need("dataset")?.value.clone();
    let has_items = || length(&dataset).is_some_and(|length| length > 0);
    let is_data = match &dataset {
        Value::Object(data) => data.class == "utils.data.TensorDataset" && has_items(),
        Value::Tensor(tensor) => tensor.library == Library::PyTorch && has_items(),
        // How many items it has, the machine asks.
        Value::Instance(_) => true,
        _ => false,
    };
    let size = call.int_or("batch_size", 1)?;
    if !is_data || size < 1 {
        return call.declined();
    }
    let (is_shuffled, drops) = (call.flag("shuffle", false)?, call.flag("drop_last", false)?);
    let fields = vec![
        ("dataset", dataset),
        ("batch_size", Value::Int(Some(size))),
        ("drop_last", Value::Bool(Some(drops))),
        (" shuffle", Value::Bool(Some(is_shuffled))),
    ];
    object(call.name, fields)
}

/// `SGD`, `Adam`: it keeps its parameters.
fn optimizer(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(items) = call.need("params")?.value.items() else { return call.declined() };
    let tensors: Vec<&Tensor> = items.iter().filter_map(Value::tensor).listed();
    if items.is_empty()
        || tensors.len() != items.len()
        || tensors.iter().any(|tensor| tensor.library != Library::PyTorch)
    {
        return call.declined();
    }
    if tensors.iter().any(|tensor| !tensor.is_leaf()) {
        return raised("ValueError", "can't optimize a non-leaf Tensor", &call.span);
    }
    let is_repeated = |(at, tensor): (usize, &&Tensor)| tensors.iter().take(at).any(|other| other.is(tensor));
    if tensors.iter().enumerate().any(is_repeated) {
        return call.declined();
    }
    context.make(items.len(), &call.span)?;
    object(call.name, vec![(" params", Value::tuple(items))])
}

/// Calls a method of an optimizer, a container or a layer; `None` where it has none of this name here.
///
/// # Errors
///
/// A call that is not read.
pub(crate) fn method(
    context: &mut Context<'_>,
    made: &Rc<Object>,
    name: &str,
    given: &Arguments,
) -> Outcome<Option<Value>> {
    let is_layer = made.class.starts_with("nn.");
    let declined = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span);
    Ok(Some(match (made.class, name) {
        (_, "parameters" | "named_parameters" | "zero_grad" | "requires_grad_" | "to" | "cpu") if is_layer => {
            of_layer(context, &Value::Object(Rc::clone(made)), name, given)?
        }
        ("nn.ModuleList", "append") => {
            let (Some(Value::List(items)), [item]) = (made.field(LAYERS), given.positional.as_slice()) else {
                return declined();
            };
            let is_itself = matches!(&item.value, Value::Object(layer) if Rc::ptr_eq(layer, made));
            let is_fit = item.value.is_module() && !is_itself;
            if !is_fit {
                return declined();
            }
            items.borrow_mut().push(item.value.clone());
            let whole = Value::Object(Rc::clone(made));
            context.keep(&whole, &given.span)?;
            whole
        }
        (class, "zero_grad" | "step") if class.starts_with("optim.") => {
            let is_to_none = given.keywords.iter().all(|(keyword, value)| {
                name == "zero_grad" && keyword == "set_to_none" && matches!(value.value, Value::Bool(Some(true)))
            });
            if !given.positional.is_empty() || !is_to_none {
                return declined();
            }
            let tensors = made.field(" params").and_then(Value::items).unwrap_or_default();
            context.step(tensors.len(), &given.span)?;
            for tensor in tensors.iter().filter_map(Value::tensor) {
                if name == "zero_grad" {
                    *tensor.grad.borrow_mut() = None;
                } else if tensor.grad.borrow().is_some() {
                    tensor.write(None);
                }
            }
            Value::None
        }
        _ => return Ok(None),
    }))
}

/// `parameters`, `named_parameters`, `zero_grad`, `requires_grad_`, `to` a device and `cpu` of a layer, or of an instance of a class that derives from
/// `nn.Module`.
///
/// # Errors
///
/// A call that is not read.
pub(crate) fn of_layer(context: &mut Context<'_>, layer: &Value, name: &str, given: &Arguments) -> Outcome {
    let is_plain = given.positional.is_empty() && given.keywords.is_empty();
    let declined = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span);
    if name == "to" {
        let device = match (given.positional.as_slice(), given.keywords.as_slice()) {
            ([device], []) => device,
            ([], [(name, device)]) if name == "device" => device,
            _ => return declined(),
        };
        // The processor is the only device.
        let is_processor = match &device.value {
            Value::Text(device) => device.as_deref() == Some("cpu"),
            Value::Path(path) => &**path == "device",
            _ => false,
        };
        return if is_processor { Ok(layer.clone()) } else { declined() };
    }
    if !(is_plain || name == "requires_grad_" && given.keywords.is_empty() && given.positional.len() == 1) {
        return declined();
    }
    if name == "cpu" {
        return Ok(layer.clone());
    }
    let mut all = Vec::new();
    // What is not known may be a layer with parameters.
    if !parameters(layer, 16, &mut all) && name.ends_with("parameters") {
        return declined();
    }
    context.make(all.len(), &given.span)?;
    context.step(all.len(), &given.span)?;
    Ok(match name {
        "zero_grad" => {
            all.iter().for_each(|tensor| *tensor.grad.borrow_mut() = None);
            Value::None
        }
        "requires_grad_" => {
            let flag = match given.positional.first().map(|first| &first.value) {
                None => true,
                Some(Value::Bool(Some(flag))) => *flag,
                Some(_) => return declined(),
            };
            all.iter().for_each(|tensor| tensor.requires_grad.set(flag));
            layer.clone()
        }
        "parameters" => batches::iterator(all.into_iter().map(Value::Tensor).listed()),
        _ => batches::iterator(
            all.into_iter().map(|tensor| Value::tuple([Value::Text(None), Value::Tensor(tensor)])).listed(),
        ),
    })
}

/// The parameters of a layer, of those within it, and of a list of them, each once. Gives whether everything in it is known.
fn parameters(value: &Value, depth: usize, all: &mut Vec<Tensor>) -> bool {
    if depth == 0 {
        return true;
    }
    if let Value::Tensor(tensor) = value
        && tensor.is_parameter.get()
        && !all.iter().any(|known| known.is(tensor))
    {
        all.push(tensor.clone());
    }
    let mut is_known = true;
    let mut of = |inner: &Value| is_known &= parameters(inner, depth - 1, all);
    match value {
        Value::Unknown(_) => return false,
        Value::Object(object) => object.fields.iter().for_each(|(_, field)| of(field)),
        Value::Instance(instance) if instance.class.is_module() => {
            // Its own come first. Those in a list of Python are not known to it.
            let fields = instance.fields.borrow();
            let values = || fields.iter().map(|(_, value)| value);
            values().filter(|value| value.tensor().is_some()).for_each(&mut of);
            values().filter(|value| value.is_module() || value.unknown().is_some()).for_each(of);
        }
        Value::Dict(entries) => entries.borrow().iter().for_each(|(_, value)| of(value)),
        Value::List(items) => items.borrow().iter().for_each(of),
        Value::Tuple(items, _) => items.iter().for_each(of),
        _ => {}
    }
    is_known
}

/// `clip_grad_norm_`: the gradients are written.
fn clip(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(items) = call.need("parameters")?.value.items() else { return call.declined() };
    let tensors: Vec<&Tensor> = items.iter().filter_map(Value::tensor).listed();
    let is_fit = |tensor: &&Tensor| tensor.library == Library::PyTorch && tensor.dtype == Dtype::Float32;
    if tensors.is_empty() || tensors.len() != items.len() || !tensors.iter().all(is_fit) {
        return call.declined();
    }
    tensors.iter().filter_map(|tensor| tensor.grad.borrow().clone()).for_each(|grad| grad.write(None));
    call.fresh(context, (Shape::ones(0), Dtype::Float32, None), &[])
}
