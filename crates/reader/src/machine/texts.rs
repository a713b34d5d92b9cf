//! Values as Python writes them.

use crate::tensors::value::{TupleKind, Value};
use tensor_broadcasting::lists::Listed;

/// The length of a text that is made is bounded.
pub(crate) const MAX_TEXT: usize = 1_000;

/// A value as `str` writes it, or as `repr` does; `None` where that is not known.
pub(crate) fn written(value: &Value, is_repr: bool) -> Option<String> {
    let all = |items: &[Value]| items.iter().map(|item| written(item, true)).all_listed();
    Some(match value {
        Value::None => "None".to_owned(),
        Value::Bool(Some(value)) => if *value { "True" } else { "False" }.to_owned(),
        Value::Int(Some(value)) => value.to_string(),
        Value::Text(Some(text)) if text.contains('\\') => return None,
        Value::Text(Some(text)) if !is_repr => text.to_string(),
        Value::Text(Some(text)) if text.is_ascii() && !text.contains(['\'', '\n']) => format!("'{text}'"),
        Value::Tuple(items, TupleKind::Size) => format!("torch.Size([{}])", all(items)?.join(", ")),
        Value::Tuple(items, TupleKind::Plain) => match all(items)?.as_slice() {
            [only] => format!("({only},)"),
            all => format!("({})", all.join(", ")),
        },
        Value::List(items) => format!("[{}]", all(&items.borrow())?.join(", ")),
        _ => return None,
    })
}
