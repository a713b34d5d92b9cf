//! Methods of strings whose text is known.

use super::value::Value;

/// What a method of a string makes of its text and its arguments; `None` where that is not known.
pub(super) fn method(text: &str, name: &str, given: &[Value]) -> Option<Value> {
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
        ("replace", [from, to]) if !from.is_empty() => Value::text(&text.replace(from, to)),
        ("split", []) => return of_parts(&mut text.split_ascii_whitespace()),
        ("split", [sign]) if !sign.is_empty() => return of_parts(&mut text.split(sign)),
        ("startswith", [start]) => Value::Bool(Some(text.starts_with(start))),
        ("endswith", [end]) => Value::Bool(Some(text.ends_with(end))),
        ("count", [part]) if !part.is_empty() => Value::Int(Some(text.matches(part).count() as i64)),
        _ => return None,
    })
}
