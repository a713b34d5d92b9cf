//! Methods of lists, dictionaries, sets and strings that may run the program, and the order of items.

use std::ops::Range;
use std::rc::Rc;

use super::operations::class_of;
use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::machine::{builtins, keys, texts};
use crate::signatures::call::Arguments;
use crate::syntax::tree::CompareOperator;
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Object, Placed, Value};

impl Machine<'_> {
    /// What `key` makes of items, or the items.
    pub(super) fn keys_of(
        &mut self,
        items: &[Value],
        key: Option<&Placed>,
        span: &Range<usize>,
    ) -> Outcome<Vec<Value>> {
        let Some(key) = key.filter(|key| !matches!(key.value, Value::None)) else { return Ok(items.to_vec()) };
        let mut made = Vec::new();
        for item in items {
            made.push(self.call_with(key, &[item], span)?);
        }
        Ok(made)
    }

    /// The first of the largest or smallest items.
    pub(super) fn best(&mut self, name: &str, items: Vec<Value>, key: Option<&Placed>, span: &Range<usize>) -> Outcome {
        let keys = self.keys_of(&items, key, span)?;
        // How arrays are compared here is not recorded in the same way everywhere.
        if keys.iter().any(|key| key.tensor().is_some_and(|tensor| !tensor.is_scalar)) {
            return unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
        }
        let operator = if name == "max" { CompareOperator::Greater } else { CompareOperator::Less };
        let mut pairs = items.into_iter().zip(keys);
        let Some(mut best) = pairs.next() else { return unreadable(UnreadableReason::Kinds, span) };
        let place = |value: &Value| Placed { value: value.clone(), span: span.clone() };
        for pair in pairs {
            self.context.step(1, span)?;
            let is_better = self.compared(operator, &place(&pair.1), &place(&best.1), span)?;
            // Which of the items it is would not be known.
            if self.holds(&is_better, span)? {
                best = pair;
            }
        }
        Ok(best.0)
    }

    /// The items in order; `given` has the keywords `key` and `reverse`.
    pub(super) fn sorted(&mut self, items: Vec<Value>, given: &Arguments) -> Outcome {
        let span = &given.span;
        let keyword = |wanted: &str| given.keywords.iter().find(|(known, _)| known == wanted).map(|(_, value)| value);
        let reverse = match keyword("reverse").map(|reverse| &reverse.value) {
            None => false,
            Some(Value::Bool(Some(reverse))) => *reverse,
            Some(_) => return unreadable(UnreadableReason::Values, span),
        };
        let keys = self.keys_of(&items, keyword("key"), span)?;
        let mut sorted: Vec<(Value, Value)> = Vec::new();
        for (item, key) in items.into_iter().zip(keys) {
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
        Ok(Value::list(sorted.into_iter().map(|(item, _)| item).collect()))
    }

    /// A method of a list, a dictionary, a set or a string.
    pub(super) fn method(&mut self, value: &Value, name: &str, given: &Arguments) -> Outcome {
        let span = &given.span;
        self.context.step(1, span)?;
        match (value, name, given.positional.as_slice()) {
            (Value::List(items), "extend", [more]) if given.keywords.is_empty() => {
                let more = self.iterate(more)?;
                items.borrow_mut().extend(more);
                self.context.keep(value, span)?;
                return Ok(Value::None);
            }
            (Value::List(items), "sort", []) => {
                let all = items.borrow().clone();
                let sorted = self.sorted(all, given)?;
                *items.borrow_mut() = sorted.items().unwrap_or_default();
                return Ok(Value::None);
            }
            (Value::Text(sign), "join", [parts]) if given.keywords.is_empty() => {
                if parts.value.number_kind().is_some() || matches!(parts.value, Value::None) {
                    return raised("TypeError", "can only join an iterable", span);
                }
                let parts = self.iterate(parts)?;
                if let Some(at) = parts.iter().position(|part| !matches!(part, Value::Text(_)))
                    && let Some(class) = parts.get(at).and_then(class_of)
                {
                    let message = format!("sequence item {at}: expected str instance, {class} found");
                    return raised("TypeError", message, span);
                }
                let texts: Option<Vec<&str>> = parts.iter().map(Value::as_text).collect();
                let joined = sign.as_deref().zip(texts).map(|(sign, texts)| texts.join(sign));
                let joined = joined.filter(|text| text.len() <= texts::MAX_TEXT);
                return Ok(Value::Text(joined.map(Into::into)));
            }
            (Value::Text(text), "format", values) => {
                let fields = text.as_deref().map_or(0, |text| text.matches("{}").count());
                if fields > values.len() || (values.is_empty() && given.keywords.is_empty()) {
                    return unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
                }
                for value in values {
                    self.shown(&value.value, false, span)?;
                }
            }
            (Value::Dict(_), "items" | "keys" | "values", []) if given.keywords.is_empty() => {
                let fields = vec![("dictionary", value.clone()), ("part", Value::text(name))];
                return Ok(Value::Object(Rc::new(Object { class: batches::VIEW, fields })));
            }
            (Value::Dict(_) | Value::Set(_), ..) if given.keywords.is_empty() => {
                let values: Vec<Value> = given.positional.iter().map(|argument| argument.value.clone()).collect();
                if let Some(made) = self.container_method(value, name, &values, span)? {
                    return Ok(made);
                }
            }
            _ => {}
        }
        builtins::method(&mut self.context, value, name, given)
    }
}
