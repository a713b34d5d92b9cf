//! What loops go through and brackets look into: batches of data, containers of layers, iterators.

use std::ops::Range;
use std::rc::Rc;

use crate::reading::UnreadableReason;
use crate::tensors::arrays::{fresh, resized};
use crate::tensors::context::{Context, Outcome, unreadable};
use crate::tensors::value::{Iterator, Object, Source, Tensor, Value, View};
use tensor_broadcasting::Scalar;
use tensor_broadcasting::library::Library;

/// Something that a library makes which is no tensor.
pub(crate) fn object(class: &'static str, fields: Vec<(&'static str, Value)>) -> Outcome {
    Ok(Value::Object(Rc::new(Object { class, fields })))
}

/// The class of what makes batches.
pub(crate) const LOADER: &str = "utils.data.DataLoader";

/// The field with what a container holds. No attribute has a space in its name.
pub(crate) const LAYERS: &str = " layers";

/// A list of the items of a set, whose order depends on more than the items.
pub(crate) const UNORDERED: &str = "list of a set";

/// What `items`, `keys` and `values` of a dictionary give.
pub(crate) const VIEW: &str = "view of a dictionary";

/// How many items or batches an object has; `None` where it has no length.
pub(crate) fn length(value: &Value) -> Option<i64> {
    let count = match value {
        Value::Tensor(tensor) => return i64::try_from(*tensor.shape.first()?).ok(),
        Value::Tuple(items, _) => items.len(),
        Value::List(items) | Value::Set(items) => items.borrow().len(),
        Value::Dict(entries) => entries.borrow().len(),
        Value::Object(object) => return object_length(object),
        _ => return None,
    };
    i64::try_from(count).ok()
}

fn object_length(object: &Object) -> Option<i64> {
    match object.class {
        LOADER => Some(count(object, length(object.field("dataset")?)?)),
        UNORDERED => length(object.field("items")?),
        VIEW => length(object.field("dictionary")?),
        "utils.data.TensorDataset" => length(object.field("tensors")?.items()?.first()?),
        "nn.ModuleList" | "nn.Sequential" => length(object.field(LAYERS)?),
        _ => None,
    }
}

/// How many batches a loader makes of so many items.
pub(crate) fn count(loader: &Object, length: i64) -> i64 {
    let size = number(loader, "batch_size").max(1);
    length / size + i64::from(length % size != 0 && number(loader, "drop_last") == 0)
}

/// A setting of a loader as a number.
pub(crate) fn number(loader: &Object, name: &str) -> i64 {
    loader.field(name).and_then(Value::scalar).map_or(0, Scalar::to_int)
}

/// What an index with brackets looks into: the layers of a container.
pub(crate) fn indexed(object: &Object) -> Option<&Value> {
    let is_container = matches!(object.class, "nn.ModuleList" | "nn.Sequential");
    object.field(LAYERS).filter(|_| is_container)
}

/// The items of an object in a loop; `None` where it has none.
///
/// # Errors
///
/// The program does too much.
pub(crate) fn items(context: &mut Context<'_>, object: &Object, span: &Range<usize>) -> Outcome<Option<Vec<Value>>> {
    match object.class {
        VIEW => {
            let Some(Value::Dict(entries)) = object.field("dictionary") else { return Ok(None) };
            let part = object.field("part").and_then(Value::as_text);
            let entries = entries.borrow();
            let mut items = Vec::new();
            for (key, value) in entries.iter() {
                items.push(match part {
                    Some("keys") => key.clone(),
                    Some("values") => value.clone(),
                    _ => Value::tuple([key.clone(), value.clone()]),
                });
            }
            Ok(Some(items))
        }
        LOADER => {
            let count = usize::try_from(object_length(object).unwrap_or(0)).unwrap_or(0);
            context.make(count, span)?;
            context.step(count, span)?;
            let mut batches = Vec::new();
            for at in 0..count {
                batches.push(batch(context, object, at as i64, span)?);
            }
            Ok(Some(batches))
        }
        _ => Ok(indexed(object).and_then(Value::items)),
    }
}

/// A batch of a loader: one tensor, or a list of tensors.
fn batch(context: &mut Context<'_>, loader: &Object, at: i64, span: &Range<usize>) -> Outcome {
    let (size, is_shuffled) = (number(loader, "batch_size"), number(loader, " shuffle") != 0);
    let mut rows = |tensor: &Tensor| -> Outcome {
        let start = at.saturating_mul(size);
        let length = tensor.shape.first().map_or(0, |&length| length as i64);
        let count = size.min(length - start).max(0).unsigned_abs();
        let values = View::of(tensor).part(0, start.unsigned_abs(), count).values().filter(|_| !is_shuffled);
        let made = (resized(&tensor.shape, 0, count), tensor.dtype, values);
        let made = fresh(context, Library::PyTorch, made, &[tensor], span)?;
        made.has_elements_of(tensor);
        Ok(Value::Tensor(made))
    };
    match loader.field("dataset") {
        Some(Value::Tensor(tensor)) => rows(tensor),
        Some(Value::Object(data)) => {
            let mut parts = Vec::new();
            for tensor in data.field("tensors").and_then(Value::items).unwrap_or_default() {
                parts.extend(tensor.tensor().map(&mut rows).transpose()?);
            }
            Ok(Value::list(parts))
        }
        _ => unreadable(UnreadableReason::Expression, span),
    }
}

/// What `iter` makes of items that do not change.
pub(crate) fn iterator(items: Vec<Value>) -> Value {
    Iterator::value(Source::Items(items), Vec::new())
}
