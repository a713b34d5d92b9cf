//! What Python asks of any value by a special method of its class: whether it is true, its length, its items, its text.

use std::ops::Range;

use super::operations::{class_of, instance};
use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::functions::operators::truth;
use crate::machine::attributes::lists;
use crate::machine::texts;
use crate::tensors::context::{Outcome, Stop, raised, unreadable};
use crate::tensors::value::{Placed, Value};

impl Machine<'_> {
    /// What a special method of an instance makes of it alone.
    pub(super) fn only(&mut self, value: &Value, name: &str, sign: &str, span: &Range<usize>) -> Outcome {
        match self.special(value, name, Vec::new(), span)? {
            Some(value) => Ok(value),
            None => {
                let class = class_of(value).unwrap_or_default();
                raised("TypeError", format!("bad operand type for {sign}: '{class}'"), span)
            }
        }
    }

    /// Whether a value counts as true.
    pub(super) fn holds(&mut self, value: &Value, span: &Range<usize>) -> Outcome<bool> {
        if !matches!(value, Value::Instance(_)) || value.unknown().is_some() {
            return truth(value, span);
        }
        match self.special(value, "__bool__", Vec::new(), span)? {
            Some(Value::Bool(Some(holds))) => return Ok(holds),
            Some(Value::Bool(None)) => return unreadable(UnreadableReason::Values, span),
            Some(other) => {
                return match class_of(&other) {
                    Some(class) if other.tensor().is_none() => {
                        raised("TypeError", format!("__bool__ should return bool, returned {class}"), span)
                    }
                    _ => unreadable(UnreadableReason::Kinds, span),
                };
            }
            None => {}
        }
        if instance(value).is_none_or(|class| class.find("__len__").is_none()) {
            return Ok(true);
        }
        let length = self.length_of(value, span)?;
        truth(&length, span)
    }

    /// `len` of an instance.
    pub(super) fn length_of(&mut self, value: &Value, span: &Range<usize>) -> Outcome {
        match self.special(value, "__len__", Vec::new(), span)? {
            Some(Value::Int(Some(..0))) => raised("ValueError", "__len__() should return >= 0", span),
            Some(length @ Value::Int(_)) => Ok(length),
            Some(Value::Float(_)) => raised("TypeError", "'float' object cannot be interpreted as an integer", span),
            Some(_) => unreadable(UnreadableReason::Kinds, span),
            None => {
                let class = class_of(value).unwrap_or_default();
                raised("TypeError", format!("object of type '{class}' has no len()"), span)
            }
        }
    }

    /// `iter` of an instance: what `__iter__` gives, or what it gives for 0, 1, 2, …
    pub(super) fn instance_iterator(&mut self, value: &Placed) -> Outcome {
        let span = &value.span;
        let class = class_of(&value.value).unwrap_or_default();
        if let Some(iterator) = self.special(&value.value, "__iter__", Vec::new(), span)? {
            return match &iterator {
                Value::Iterator(_) => Ok(iterator),
                Value::Object(object) if object.class == batches::ITERATOR => Ok(iterator),
                Value::Instance(instance) if instance.class.find("__next__").is_some() => Ok(iterator),
                _ => unreadable(UnreadableReason::Kinds, span),
            };
        }
        if instance(&value.value).is_none_or(|class| class.find("__getitem__").is_none()) {
            return raised("TypeError", format!("'{class}' object is not iterable"), span);
        }
        let mut items = Vec::new();
        let operations = self.context.operations.len();
        loop {
            self.context.make(1, span)?;
            self.context.step(1, span)?;
            let index = Placed { value: Value::Int(Some(items.len() as i64)), span: span.clone() };
            match self.special(&value.value, "__getitem__", vec![index], span) {
                Ok(Some(item)) => items.push(item),
                Err(stop) if matches!(&*stop, Stop::Raised(raised) if lists("IndexError StopIteration", &raised.kind)) =>
                {
                    break;
                }
                Err(stop) if matches!(&*stop, Stop::Raised(_)) => return unreadable(UnreadableReason::Kinds, span),
                Err(stop) => return Err(stop),
                Ok(None) => return unreadable(UnreadableReason::Kinds, span),
            }
        }
        // All items are taken at once: an operation among them would come at another time.
        if self.context.operations.len() != operations {
            return unreadable(UnreadableReason::Kinds, span);
        }
        Ok(batches::iterator(items))
    }

    /// Writes a value, which may run the program: `print`, `str`, a field of a formatted string.
    pub(super) fn shown(&mut self, value: &Value, is_within: bool, span: &Range<usize>) -> Outcome {
        let items = match value {
            Value::Instance(_) => {
                let names = if is_within { ["__repr__", ""] } else { ["__str__", "__repr__"] };
                for name in names {
                    if let Some(text) = self.special(value, name, Vec::new(), span)? {
                        return match text {
                            Value::Text(_) => Ok(text),
                            _ => unreadable(UnreadableReason::Kinds, span),
                        };
                    }
                }
                return Ok(Value::Text(None));
            }
            Value::Dict(entries) => entries.borrow().iter().map(|(_, value)| value.clone()).collect(),
            Value::Set(items) => items.borrow().clone(),
            Value::List(_) | Value::Tuple(..) => value.items().unwrap_or_default(),
            _ => Vec::new(),
        };
        self.context.step(1 + items.len() / 16, span)?;
        if items
            .iter()
            .any(|item| matches!(item, Value::Instance(_) | Value::List(_) | Value::Tuple(..) | Value::Dict(_)))
        {
            self.enter(1, span)?;
            for item in items {
                self.shown(&item, true, span)?;
            }
            self.leave(1);
        }
        Ok(Value::Text(texts::written(value, is_within).map(Into::into)))
    }
}
