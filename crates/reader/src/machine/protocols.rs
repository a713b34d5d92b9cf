//! What Python asks of any value by a special method of its class: whether it is true, its length, its items, its text.

use std::ops::Range;

use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::functions::operators::truth;
use crate::machine::texts;
use crate::tensors::context::{Outcome, spoilt, unreadable};
use crate::tensors::value::{Placed, Value};

/// Values that are written are nested to this depth.
const MAX_WRITTEN: usize = 8;

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

    /// `len` of an instance.
    pub(super) fn length_of(&mut self, value: &Value, span: &Range<usize>) -> Outcome {
        match self.special(value, "__len__", Vec::new(), span)? {
            Some(length @ Value::Int(None | Some(0..))) => Ok(length),
            _ => unreadable(UnreadableReason::Kinds, span),
        }
    }

    /// `iter` of an instance: what `__iter__` gives.
    pub(super) fn instance_iterator(&mut self, value: &Placed) -> Outcome {
        match self.special(&value.value, "__iter__", Vec::new(), &value.span)? {
            Some(iterator @ Value::Iterator(_)) => Ok(iterator),
            Some(Value::Object(object)) if object.class == batches::ITERATOR => Ok(Value::Object(object)),
            _ => spoilt(UnreadableReason::Kinds, &value.span),
        }
    }

    /// Writes a value: `print`, `str`, a field of a formatted string.
    pub(super) fn shown(&mut self, value: &Value, is_repr: bool, span: &Range<usize>) -> Outcome {
        self.context.step(1, span)?;
        if writes(value, 0) {
            return spoilt(UnreadableReason::Kinds, span);
        }
        Ok(Value::Text(texts::written(value, is_repr).map(Into::into)))
    }
}

/// Whether a class of the program may say how a value is written.
fn writes(value: &Value, depth: usize) -> bool {
    match value {
        Value::Instance(instance) => ["__str__", "__repr__"].iter().any(|name| instance.class.find(name).is_some()),
        Value::List(_) | Value::Tuple(..) | Value::Dict(_) | Value::Set(_) => {
            depth > MAX_WRITTEN || !value.all(&mut |inner| !writes(inner, depth + 1))
        }
        _ => false,
    }
}
