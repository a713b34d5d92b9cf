//! What Python asks of any value by a special method of its class: whether it is true, its length, its items, its text.

use std::ops::Range;

use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::functions::operators::truth;
use crate::machine::texts;
use crate::tensors::context::{Outcome, raised, spoilt, unreadable};
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::Library;

impl Machine<'_> {
    /// Whether a value counts as true.
    pub(super) fn holds(&mut self, value: &Value, span: &Range<usize>) -> Outcome<bool> {
        match value {
            Value::Instance(instance) if value.unknown().is_none() => {
                match ["__bool__", "__len__"].iter().any(|name| instance.class.find(name).is_some()) {
                    true => spoilt(UnreadableReason::Kinds, span),
                    false => Ok(true),
                }
            }
            _ => truth(value, span),
        }
    }

    /// `len(value)`.
    ///
    /// # Errors
    ///
    /// Python's exception for what has no length; a length that is not known.
    pub(super) fn length_of(&mut self, value: &Value, span: &Range<usize>) -> Outcome {
        let length = match value {
            Value::Object(object) => self.batch_count(object, span)?,
            _ => None,
        };
        if let Some(length) = length.or_else(|| batches::length(value)) {
            return Ok(Value::Int(Some(length)));
        }
        let message = match value {
            Value::Instance(_) => {
                return match self.special(value, "__len__", Vec::new(), span)? {
                    Some(length @ Value::Int(None | Some(0..))) => Ok(length),
                    _ => unreadable(UnreadableReason::Kinds, span),
                };
            }
            Value::Text(text) => {
                let text = text.as_deref().filter(|text| !text.contains('\\'));
                return Ok(Value::Int(text.map(|text| text.chars().count() as i64)));
            }
            Value::Range(..) => match value.items() {
                Some(items) => return Ok(Value::Int(Some(items.len() as i64))),
                None => return unreadable(UnreadableReason::UnknownCall("len".to_owned()), span),
            },
            Value::Tensor(tensor) if tensor.library == Library::PyTorch => "len() of a 0-d tensor".to_owned(),
            Value::Tensor(tensor) if !tensor.is_scalar => "len() of unsized object".to_owned(),
            _ => return unreadable(UnreadableReason::UnknownCall("len".to_owned()), span),
        };
        raised("TypeError", message, span)
    }

    /// `iter` of an instance: what `__iter__` gives.
    pub(super) fn instance_iterator(&mut self, value: &Placed) -> Outcome {
        match self.special(&value.value, "__iter__", Vec::new(), &value.span)? {
            Some(iterator @ Value::Iterator(_)) => Ok(iterator),
            _ => spoilt(UnreadableReason::Kinds, &value.span),
        }
    }

    /// Writes a value: `print`, `str`, a field of a formatted string.
    pub(super) fn shown(&mut self, value: &Value, is_repr: bool, span: &Range<usize>) -> Outcome {
        self.context.step(1, span)?;
        if writes(value) {
            return spoilt(UnreadableReason::Kinds, span);
        }
        Ok(Value::Text(texts::written(value, is_repr).map(Into::into)))
    }
}

/// Whether a class of the program may say how a value is written.
fn writes(value: &Value) -> bool {
    match value {
        Value::Instance(instance) => ["__str__", "__repr__"].iter().any(|name| instance.class.find(name).is_some()),
        Value::List(_) | Value::Tuple(..) | Value::Dict(_) | Value::Set(_) => !value.all(&mut |inner| !writes(inner)),
        _ => false,
    }
}
