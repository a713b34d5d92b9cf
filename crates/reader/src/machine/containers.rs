//! Dictionaries and sets: their entries, whose keys may be of any kind that is known.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Machine, UnreadableReason};
use crate::machine::{keys, texts};
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::Value;

/// The entries of a dictionary.
type Entries = Rc<RefCell<Vec<(Value, Value)>>>;

/// The entries of a dictionary as pairs.
pub(super) fn pairs(entries: &Entries) -> Vec<Value> {
    entries.borrow().iter().map(|(key, value)| Value::tuple([key.clone(), value.clone()])).listed()
}

/// Python's exception for a key that a dictionary does not have.
pub(super) fn missing_key<T>(key: &Value, span: &Range<usize>) -> Outcome<T> {
    match texts::written(key, true) {
        Some(written) if !written.contains('"') => raised("KeyError", written, span),
        _ => unreadable(UnreadableReason::Values, span),
    }
}

impl Machine<'_> {
    /// The place of a key among others.
    ///
    /// # Errors
    ///
    /// A key that is not known, or what cannot be one.
    fn key_position(
        &mut self,
        keys: &mut dyn ExactSizeIterator<Item = &Value>,
        key: &Value,
        span: &Range<usize>,
    ) -> Outcome<Option<usize>> {
        self.context.step(1 + keys.len() / 64, span)?;
        keys::position(keys, key).or_else(|()| unreadable(UnreadableReason::Values, span))
    }

    /// The place of an entry.
    fn entry_position(&mut self, entries: &Entries, key: &Value, span: &Range<usize>) -> Outcome<Option<usize>> {
        self.key_position(&mut entries.borrow().iter().map(|(key, _)| key), key, span)
    }

    /// The value of a key in a dictionary.
    pub(super) fn entry(&mut self, entries: &Entries, key: &Value, span: &Range<usize>) -> Outcome<Option<Value>> {
        let at = self.entry_position(entries, key, span)?;
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
        let at = self.entry_position(entries, key, span)?;
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
        let mut made = Vec::new();
        for item in &items {
            self.add_item(&mut made, item, span)?;
        }
        Ok(Value::Set(Rc::new(RefCell::new(made))))
    }

    /// Adds an item to those of a set.
    pub(super) fn add_item(&mut self, items: &mut Vec<Value>, item: &Value, span: &Range<usize>) -> Outcome<()> {
        if self.key_position(&mut items.iter(), item, span)?.is_none() {
            self.context.make(1, span)?;
            items.push(item.clone());
        }
        Ok(())
    }
}
