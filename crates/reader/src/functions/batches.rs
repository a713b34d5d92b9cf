//! What loops go through and brackets look into: batches of data, containers of layers, iterators.

use std::ops::Range;
use std::rc::Rc;

use crate::reading::UnreadableReason;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, unreadable};
use crate::tensors::value::{Iterator, Object, Source, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Scalar, Shape};

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
    let object = match value {
        Value::Tensor(tensor) => return i64::try_from(*tensor.shape.first()?).ok(),
        Value::Tuple(items, _) => return i64::try_from(items.len()).ok(),
        Value::List(items) => return i64::try_from(items.borrow().len()).ok(),
        Value::Dict(entries) => return i64::try_from(entries.borrow().len()).ok(),
        Value::Set(items) => return i64::try_from(items.borrow().len()).ok(),
        Value::Object(object) => object,
        _ => return None,
    };
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
        VIEW => match (object.field("dictionary"), object.field("part").and_then(Value::as_text)) {
            (Some(Value::Dict(entries)), part) => Ok(Some(
                entries
                    .borrow()
                    .iter()
                    .map(|(key, value)| match part {
                        Some("keys") => key.clone(),
                        Some("values") => value.clone(),
                        _ => Value::tuple([key.clone(), value.clone()]),
                    })
                    .collect(),
            )),
            _ => Ok(None),
        },
        LOADER => {
            let whole = Value::Object(Rc::new(Object { class: LOADER, fields: object.fields.clone() }));
            let count = length(&whole).unwrap_or(0);
            context.make(usize::try_from(count).unwrap_or(usize::MAX), span)?;
            context.step(usize::try_from(count).unwrap_or(usize::MAX), span)?;
            (0..count).map(|at| batch(context, object, at, span)).collect::<Outcome<Vec<Value>>>().map(Some)
        }
        _ => Ok(indexed(object).and_then(Value::items)),
    }
}

/// A batch of a loader: one tensor, or a list of tensors.
fn batch(context: &mut Context<'_>, loader: &Object, at: i64, span: &Range<usize>) -> Outcome {
    let (size, is_shuffled) = (number(loader, "batch_size"), number(loader, " shuffle") != 0);
    let mut rows = |tensor: &Tensor| -> Outcome {
        let start = at.saturating_mul(size);
        let length = i64::try_from(tensor.shape.first().copied().unwrap_or(0)).unwrap_or(0);
        let count = size.min(length - start).max(0);
        let shape: Shape = [count.unsigned_abs()].into_iter().chain(tensor.shape.iter().skip(1).copied()).collect();
        let row: u64 = tensor.shape.iter().skip(1).product();
        let part = |values: Rc<[Scalar]>| {
            let start = usize::try_from(start.unsigned_abs().saturating_mul(row)).unwrap_or(usize::MAX);
            let count = usize::try_from(count.unsigned_abs().saturating_mul(row)).unwrap_or(usize::MAX);
            values.iter().skip(start).take(count).copied().collect::<Vec<Scalar>>()
        };
        let values = tensor.values().filter(|_| !is_shuffled).map(part);
        let made = fresh(context, Library::PyTorch, (shape, tensor.dtype, values), &[tensor], span)?;
        made.has_elements_of(tensor);
        Ok(Value::Tensor(made))
    };
    match loader.field("dataset") {
        Some(Value::Tensor(tensor)) => rows(tensor),
        Some(Value::Object(data)) => {
            let tensors = data.field("tensors").and_then(Value::items).unwrap_or_default();
            let parts = tensors.iter().filter_map(Value::tensor).map(rows).collect::<Outcome<Vec<Value>>>()?;
            Ok(Value::list(parts))
        }
        _ => unreadable(UnreadableReason::Expression, span),
    }
}

/// What `iter` makes of items that do not change.
pub(crate) fn iterator(items: Vec<Value>) -> Value {
    Iterator::value(Source::Items(items), Vec::new())
}
