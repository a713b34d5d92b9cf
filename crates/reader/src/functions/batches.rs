//! What loops go through and brackets look into: batches of data, containers of layers, iterators.

use std::ops::Range;
use std::rc::Rc;

use crate::reading::UnreadableReason;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, unreadable};
use crate::tensors::value::{Object, Tensor, Value};
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
        LOADER => {
            let length = length(object.field("dataset")?)?;
            let size = object.field("batch_size")?.scalar()?.to_int().max(1);
            let drops = matches!(object.field("drop_last"), Some(Value::Bool(Some(true))));
            Some(if drops { length / size } else { length / size + i64::from(length % size != 0) })
        }
        UNORDERED => length(object.field("items")?),
        VIEW => length(object.field("dictionary")?),
        "utils.data.TensorDataset" => length(object.field("tensors")?.items()?.first()?),
        "nn.ModuleList" | "nn.Sequential" => length(object.field(LAYERS)?),
        _ => None,
    }
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
        ITERATOR => match object.field(LAYERS) {
            Some(Value::List(items)) => Ok(Some(std::mem::take(&mut *items.borrow_mut()))),
            _ => Ok(None),
        },
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
    let number = |name: &str| loader.field(name).and_then(Value::scalar).map_or(0, Scalar::to_int);
    let (size, is_shuffled) = (number("batch_size"), number(" shuffle") != 0);
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

/// What `iter` makes.
pub(crate) const ITERATOR: &str = "iterator";

/// `iter(items)`.
pub(crate) fn iterator(items: Vec<Value>) -> Value {
    Value::Object(Rc::new(Object { class: ITERATOR, fields: vec![(LAYERS, Value::list(items))] }))
}

/// `next(iterator)`; `None` where it is none, or has no more items.
pub(crate) fn next(value: &Value) -> Option<Value> {
    match value {
        Value::Object(object) if object.class == ITERATOR => match object.field(LAYERS)? {
            Value::List(items) if !items.borrow().is_empty() => Some(items.borrow_mut().remove(0)),
            _ => None,
        },
        _ => None,
    }
}
