//! Keys of dictionaries and items of sets.

use std::cmp::Ordering;

use crate::tensors::value::Value;
use tensor_broadcasting::Scalar;

/// Whether two keys are the same; `None` where that is not known, or where one of them cannot be a key.
pub(crate) fn same_key(a: &Value, b: &Value) -> Option<bool> {
    if let (Value::Int(Some(a)), Value::Int(Some(b))) = (a, b) {
        return Some(a == b);
    }
    match (kind(a)?, kind(b)?) {
        (a, b) if a != b => return Some(false),
        _ => {}
    }
    match (a, b) {
        (Value::Text(Some(a)), Value::Text(Some(b))) => Some(a == b),
        (Value::Tuple(a, _), Value::Tuple(b, _)) if a.len() == b.len() => {
            a.iter().zip(b.iter()).try_fold(true, |all, (a, b)| Some(same_key(a, b)? && all))
        }
        (Value::Tuple(..), Value::Tuple(..)) => Some(false),
        (Value::None, Value::None) => Some(true),
        _ => Some(number(a)?.to_float() == number(b)?.to_float()),
    }
}

/// The order of two values; `None` where it is not known, or where they have none.
pub(crate) fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Text(Some(a)), Value::Text(Some(b))) if !a.contains('\\') && !b.contains('\\') => Some(a.cmp(b)),
        (Value::Int(Some(a)), Value::Int(Some(b))) => Some(a.cmp(b)),
        _ => number(a)?.to_float().partial_cmp(&number(b)?.to_float()),
    }
}

/// The number that a key is, also as a scalar of NumPy.
fn number(value: &Value) -> Option<Scalar> {
    match value {
        Value::Tensor(tensor) if tensor.is_scalar => tensor.item(),
        value => value.scalar(),
    }
}

/// The kind of a key: only keys of one kind can be the same.
fn kind(value: &Value) -> Option<u8> {
    match value {
        Value::Text(Some(text)) if !text.contains('\\') => Some(0),
        Value::Tuple(items, _) => items.iter().try_fold(1, |made, item| kind(item).map(|_| made)),
        Value::None => Some(2),
        value => number(value).filter(|number| number.to_float().abs() < 9.0e15).map(|_| 3),
    }
}

/// The place in a list of so many items that an index stands for.
pub(crate) fn place(at: i64, length: usize) -> Option<usize> {
    let at = if at < 0 { at.saturating_add(length as i64) } else { at };
    usize::try_from(at).ok().filter(|at| *at < length)
}

/// The place of a key among others; the error is that it is not known.
pub(crate) fn position(keys: &mut dyn Iterator<Item = &Value>, key: &Value) -> Result<Option<usize>, ()> {
    kind(key).ok_or(())?;
    for (at, known) in keys.enumerate() {
        if same_key(known, key).ok_or(())? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}
