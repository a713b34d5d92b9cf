//! Dictionaries and sets: their entries, whose keys may be of any kind that is known.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use super::{Machine, UnreadableReason};
use crate::machine::{keys, texts};
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::Value;

/// The entries of a dictionary.
type Entries = Rc<RefCell<Vec<(Value, Value)>>>;

/// Python's exception for a key that a dictionary does not have.
pub(super) fn missing_key<T>(key: &Value, span: &Range<usize>) -> Outcome<T> {
    match texts::written(key, true) {
        Some(written) if !written.contains('"') => raised("KeyError", written, span),
        _ => unreadable(UnreadableReason::Values, span),
    }
}

impl Machine<'_> {
    /// The place of a key.
    ///
    /// # Errors
    ///
    /// Python's exception for what cannot be a key; a key that is not known.
    fn key_position(&mut self, entries: &Entries, key: &Value, span: &Range<usize>) -> Outcome<Option<usize>> {
        self.context.step(1 + entries.borrow().len() / 64, span)?;
        if let Some(class) = keys::unhashable(key) {
            return raised("TypeError", format!("unhashable type: '{class}'"), span);
        }
        keys::position(entries.borrow().iter().map(|(key, _)| key), key)
            .or_else(|()| unreadable(UnreadableReason::Values, span))
    }

    /// The value of a key in a dictionary.
    pub(super) fn entry(&mut self, entries: &Entries, key: &Value, span: &Range<usize>) -> Outcome<Option<Value>> {
        let at = self.key_position(entries, key, span)?;
        Ok(at.and_then(|at| entries.borrow().get(at).map(|(_, value)| value.clone())))
    }

    /// Gives a key a value.
    pub(super) fn set_entry(
        &mut self,
        entries: &Entries,
        key: &Value,
        value: Value,
        span: &Range<usize>,
    ) -> Outcome<()> {
        let at = self.key_position(entries, key, span)?;
        let mut entries = entries.borrow_mut();
        match at.and_then(|at| entries.get_mut(at)) {
            Some((_, slot)) => *slot = value,
            None => {
                self.context.make(1, span)?;
                entries.push((key.clone(), value));
            }
        }
        Ok(())
    }

    /// Takes a key out of a dictionary. Gives its value.
    pub(super) fn take_entry(&mut self, entries: &Entries, key: &Value, span: &Range<usize>) -> Outcome<Option<Value>> {
        let at = self.key_position(entries, key, span)?;
        Ok(at.map(|at| entries.borrow_mut().remove(at).1))
    }

    /// A dictionary of keys with their values, which are pairs.
    pub(super) fn dict_of(&mut self, pairs: Vec<Value>, span: &Range<usize>) -> Outcome {
        let entries = Entries::default();
        for pair in pairs {
            let Some([key, value]) = pair.items().and_then(|pair| <[Value; 2]>::try_from(pair).ok()) else {
                return unreadable(UnreadableReason::Kinds, span);
            };
            self.set_entry(&entries, &key, value, span)?;
        }
        Ok(Value::Dict(entries))
    }

    /// A set of items.
    pub(super) fn set_of(&mut self, items: Vec<Value>, span: &Range<usize>) -> Outcome {
        let entries = Entries::default();
        for item in items {
            self.set_entry(&entries, &item, Value::None, span)?;
        }
        let items = entries.borrow().iter().map(|(key, _)| key.clone()).collect();
        Ok(Value::Set(Rc::new(RefCell::new(items))))
    }

    /// A method of a dictionary or a set that looks for a key; `None` for all others.
    pub(super) fn container_method(
        &mut self,
        value: &Value,
        name: &str,
        given: &[Value],
        span: &Range<usize>,
    ) -> Outcome<Option<Value>> {
        let of_set = |items: &Rc<RefCell<Vec<Value>>>| -> Entries {
            Rc::new(RefCell::new(items.borrow().iter().map(|item| (item.clone(), Value::None)).collect()))
        };
        Ok(Some(match (value, name, given) {
            (Value::Dict(entries), "get", [key]) => self.entry(entries, key, span)?.unwrap_or(Value::None),
            (Value::Dict(entries), "get", [key, default]) => {
                self.entry(entries, key, span)?.unwrap_or_else(|| default.clone())
            }
            (Value::Dict(entries), "setdefault", [key, default]) => match self.entry(entries, key, span)? {
                Some(value) => value,
                None => {
                    self.set_entry(entries, key, default.clone(), span)?;
                    self.context.keep(value, span)?;
                    default.clone()
                }
            },
            (Value::Dict(entries), "pop", [key, default @ ..]) if default.len() < 2 => {
                match (self.take_entry(entries, key, span)?, default) {
                    (Some(value), _) => value,
                    (None, [default, ..]) => default.clone(),
                    (None, []) => return missing_key(key, span),
                }
            }
            (Value::Dict(entries), "update", [Value::Dict(more)]) => {
                let more = more.borrow().clone();
                for (key, value) in more {
                    self.set_entry(entries, &key, value, span)?;
                }
                self.context.keep(value, span)?;
                Value::None
            }
            (Value::Set(items), "add", [item]) => {
                let entries = of_set(items);
                self.set_entry(&entries, item, Value::None, span)?;
                *items.borrow_mut() = entries.borrow().iter().map(|(key, _)| key.clone()).collect();
                self.context.keep(value, span)?;
                Value::None
            }
            _ => return Ok(None),
        }))
    }
}
