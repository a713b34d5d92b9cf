//! Methods of lists, dictionaries, sets and strings that may run the program, and the order of items.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::machine::{keys, texts};
use crate::signatures::call::{Arguments, integer};
use crate::tensors::context::{Outcome, spoilt, unreadable};
use crate::tensors::value::{Object, Placed, TupleKind, Value};

impl Machine<'_> {
    /// The items in order; `given` has the keywords `key` and `reverse`. The last ones come first where a function is `max`.
    pub(super) fn sorted(&mut self, name: &str, items: Vec<Value>, given: &Arguments) -> Outcome<Vec<Value>> {
        let span = &given.span;
        let reverse = match given.keyword("reverse").map(|reverse| &reverse.value) {
            None => name == "max",
            Some(Value::Bool(Some(reverse))) => *reverse,
            Some(_) => return unreadable(UnreadableReason::Values, span),
        };
        let of_key = given.keyword("key").filter(|key| !matches!(key.value, Value::None));
        let mut sorted: Vec<(Value, Value)> = Vec::new();
        for item in items {
            let key = match of_key {
                Some(of_key) => self.call_with(of_key, &[&item], span)?,
                None => item.clone(),
            };
            let (mut least, mut most) = (0, sorted.len());
            // Equal items stay in the order in which they stand.
            while least < most {
                let middle = usize::midpoint(least, most);
                self.context.step(1, span)?;
                let Some((_, known)) = sorted.get(middle) else { break };
                let Some(order) = keys::order(&key, known) else { return unreadable(UnreadableReason::Kinds, span) };
                let is_before = if reverse { order.is_gt() } else { order.is_lt() };
                if is_before {
                    most = middle;
                } else {
                    least = middle + 1;
                }
            }
            sorted.insert(least.min(sorted.len()), (item, key));
        }
        Ok(sorted.into_iter().map(|(item, _)| item).listed())
    }

    /// A method of a list, a dictionary, a set, a shape or a string.
    ///
    /// # Errors
    ///
    /// Python's own exception; a call that is not read.
    pub(super) fn method(&mut self, value: &Value, name: &str, given: &Arguments) -> Outcome {
        let span = &given.span;
        self.context.step(1, span)?;
        if !given.has_only(if name == "sort" { &["key", "reverse"] } else { &[] }) {
            return given.unread(name);
        }
        match (value, name, given.positional.as_slice()) {
            (Value::List(items), "append", [item]) => {
                self.context.make(1, span)?;
                items.borrow_mut().push(item.value.clone());
            }
            (Value::List(items), "extend", [more]) => {
                let more = self.iterate(more)?;
                items.borrow_mut().extend(more);
            }
            (Value::List(items), "insert", [at, item]) => {
                let Some(Some(at)) = integer(&at.value) else { return given.unread(name) };
                let mut items = items.borrow_mut();
                let at = if at < 0 { at.saturating_add(items.len() as i64).max(0) } else { at };
                let at = usize::try_from(at).unwrap_or(usize::MAX).min(items.len());
                items.insert(at, item.value.clone());
            }
            (Value::List(items), "pop", []) => {
                return match items.borrow_mut().pop() {
                    Some(item) => Ok(item),
                    None => given.unread(name),
                };
            }
            (Value::List(items), "clear", []) => items.borrow_mut().clear(),
            (Value::List(items), "reverse", []) => items.borrow_mut().reverse(),
            (Value::List(items), "copy", []) => return Ok(Value::list(items.borrow().clone())),
            (Value::List(items), "sort", []) => {
                let all = items.borrow().clone();
                let sorted = self.sorted(name, all, given)?;
                *items.borrow_mut() = sorted;
            }
            (Value::Dict(_), "items" | "keys" | "values", []) => {
                let fields = vec![("dictionary", value.clone()), ("part", Value::text(name))];
                return Ok(Value::Object(Rc::new(Object { class: batches::VIEW, fields })));
            }
            (Value::Dict(entries), "get", [key, default @ ..]) if default.len() < 2 => {
                let default = default.first().map_or(Value::None, |default| default.value.clone());
                return Ok(self.entry(entries, &key.value, span)?.unwrap_or(default));
            }
            (Value::Dict(entries), "update", [Placed { value: Value::Dict(more), .. }]) => {
                let more = more.borrow().clone();
                for (key, value) in more {
                    self.set_entry(entries, &key, value, span)?;
                }
            }
            (Value::Set(items), "add", [item]) => self.add_item(&mut items.borrow_mut(), &item.value, span)?,
            (Value::Tuple(items, TupleKind::Size), "numel", []) => {
                let sizes = items.iter().map(|item| integer(item).flatten());
                return Ok(Value::Int(sizes.into_iter().try_fold(1_i64, |product, size| product.checked_mul(size?))));
            }
            (Value::Text(sign), "join", [parts]) => {
                if parts.value.number_kind().is_some() || matches!(parts.value, Value::None) {
                    return given.unread(name);
                }
                let parts = self.iterate(parts)?;
                if !parts.iter().all(|part| matches!(part, Value::Text(_))) {
                    return given.unread(name);
                }
                let texts: Option<Vec<&str>> = parts.iter().map(Value::as_text).all_listed();
                let joined = sign.as_deref().zip(texts).map(|(sign, texts)| texts.join(sign));
                let joined = joined.filter(|text| text.len() <= texts::MAX_TEXT);
                return Ok(Value::Text(joined.map(Into::into)));
            }
            (Value::Text(text), "format", values) => {
                let fields = text.as_deref().map_or(0, |text| text.matches("{}").count());
                if fields > values.len() || values.is_empty() {
                    return given.unread(name);
                }
                for value in values {
                    self.shown(&value.value, false, span)?;
                }
                return Ok(Value::Text(None));
            }
            (Value::Text(_), "join" | "upper" | "lower" | "strip" | "replace", _) => return Ok(Value::Text(None)),
            // They change nothing.
            (Value::Text(_), ..) | (Value::List(_), "index" | "count", _) => return given.unread(name),
            _ => return spoilt(UnreadableReason::UnknownCall(name.to_owned()), span),
        }
        self.context.keep(value, span)?;
        Ok(Value::None)
    }
}
