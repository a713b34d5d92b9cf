//! Methods of strings whose text is known.

use crate::tensors::value::{TupleKind, Value};

/// The length of a text that is made is bounded.
pub(crate) const MAX_TEXT: usize = 1_000;

/// A value as `str` writes it, or as `repr` does; `None` where that is not known.
pub(crate) fn written(value: &Value, is_repr: bool) -> Option<String> {
    let all = |items: &[Value]| items.iter().map(|item| written(item, true)).collect::<Option<Vec<String>>>();
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

/// What a method of a string makes of its text and its arguments; `None` where that is not known.
pub(crate) fn method(text: &str, name: &str, given: &[Value]) -> Option<Value> {
    // Escape sequences are texts as they are written; letters outside ASCII have rules of their own.
    let is_plain = |text: &str| text.is_ascii() && !text.contains('\\');
    let texts: Vec<&str> = given.iter().map(Value::as_text).collect::<Option<_>>()?;
    if !is_plain(text) || !texts.iter().all(|text| is_plain(text)) {
        return None;
    }
    let of_parts = |parts: &mut dyn Iterator<Item = &str>| Some(Value::list(parts.map(Value::text).collect()));
    Some(match (name, texts.as_slice()) {
        ("upper", []) => Value::text(&text.to_ascii_uppercase()),
        ("lower", []) => Value::text(&text.to_ascii_lowercase()),
        ("strip", []) => Value::text(text.trim()),
        ("replace", [from, to]) if !from.is_empty() && text.len() * to.len() <= MAX_TEXT => {
            Value::text(&text.replace(from, to))
        }
        ("split", []) => return of_parts(&mut text.split_ascii_whitespace()),
        ("split", [sign]) if !sign.is_empty() => return of_parts(&mut text.split(sign)),
        ("startswith", [start]) => Value::Bool(Some(text.starts_with(start))),
        ("endswith", [end]) => Value::Bool(Some(text.ends_with(end))),
        ("count", [part]) if !part.is_empty() => Value::Int(Some(text.matches(part).count() as i64)),
        _ => return None,
    })
}
