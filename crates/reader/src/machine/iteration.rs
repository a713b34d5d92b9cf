//! Iteration: `iter` and `next` of any value, and comprehensions.
//!
//! An iterator runs a program only as far as its next item needs it, as in Python: what a loop does and what a comprehension does come in
//! turns. Functions with `yield` are not read.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::operations::cannot;
use super::scopes::ScopeKind;
use super::{Machine, UnreadableReason};
use crate::functions::{batches, indexing};
use crate::signatures::call::Arguments;
use crate::syntax::tree::{Clause, Expression};
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Iterator, Placed, Source, Value};
use tensor_broadcasting::library::Library;

impl Machine<'_> {
    /// `iter(value)`.
    ///
    /// # Errors
    ///
    /// Python's exception for what is not iterable; what is not read.
    pub(super) fn iterator(&mut self, value: &Placed) -> Outcome {
        let span = &value.span;
        let items = match &value.value {
            Value::Instance(instance) if instance.class.is_open() => return unreadable(UnreadableReason::Values, span),
            Value::Iterator(_) => return Ok(value.value.clone()),
            Value::List(items) => return Ok(Iterator::value(Source::List(Rc::clone(items)), Vec::new())),
            Value::Tensor(tensor) if !tensor.shape.is_empty() => {
                return Ok(Iterator::value(Source::Rows(tensor.clone()), Vec::new()));
            }
            Value::Tensor(tensor) if tensor.is_scalar => return cannot(&value.value, "is not iterable", span),
            Value::Tensor(tensor) => {
                let kind = if tensor.library == Library::PyTorch { "tensor" } else { "array" };
                return raised("TypeError", format!("iteration over a 0-d {kind}"), span);
            }
            Value::Text(Some(text)) if !text.contains('\\') => {
                text.chars().map(|c| Value::text(&c.to_string())).listed()
            }
            Value::Text(_) => return unreadable(UnreadableReason::Values, span),
            Value::Dict(entries) => entries.borrow().iter().map(|(key, _)| key.clone()).listed(),
            // In which order a set gives its items depends on more than the items.
            Value::Set(items) if items.borrow().len() > 1 => return unreadable(UnreadableReason::Values, span),
            Value::Set(items) => items.borrow().clone(),
            Value::Object(object) if self.batch_count(object, span)?.is_some() => {
                return Ok(Iterator::value(Source::Batches(Rc::clone(object)), Vec::new()));
            }
            Value::Object(object) => match batches::items(&mut self.context, object, span)? {
                Some(items) => items,
                None => return unreadable(UnreadableReason::Expression, span),
            },
            Value::Instance(_) => return self.instance_iterator(value),
            Value::Unknown(_) => return unreadable(UnreadableReason::Values, span),
            other => match other.items() {
                Some(items) => items,
                None if matches!(other, Value::Range(..)) => return unreadable(UnreadableReason::TooMuch, span),
                None => return cannot(other, "is not iterable", span),
            },
        };
        self.context.make(items.len(), span)?;
        Ok(batches::iterator(items))
    }

    /// The next item of an iterator; `None` at its end.
    ///
    /// # Errors
    ///
    /// An exception of a comprehension or a function; what is not read.
    pub(super) fn advance(&mut self, iterator: &Value, span: &Range<usize>) -> Outcome<Option<Value>> {
        self.context.step(1, span)?;
        self.enter(1, span)?;
        let item = self.next_item(iterator, span);
        self.leave(1);
        item
    }

    fn next_item(&mut self, value: &Value, span: &Range<usize>) -> Outcome<Option<Value>> {
        let Value::Iterator(iterator) = value else { return Ok(None) };
        let at = iterator.given.get();
        let mut each = |inner: &[Value]| -> Outcome<Option<Vec<Placed>>> {
            let mut row = Vec::new();
            for inner in inner {
                match self.advance(inner, span)? {
                    Some(value) => row.push(Placed::new(value, span)),
                    None => return Ok(None),
                }
            }
            Ok(Some(row).filter(|row| !row.is_empty()))
        };
        let item = match &iterator.source {
            Source::List(items) => items.borrow().get(at).cloned(),
            Source::Items(items) => items.get(at).cloned(),
            Source::Batches(loader) => self.batch(loader, at, span)?,
            Source::Rows(tensor) => {
                if tensor.shape.first().is_none_or(|&length| at as u64 >= length) {
                    return Ok(None);
                }
                let index = Placed::new(Value::Int(i64::try_from(at).ok()), span);
                Some(indexing::get(&mut self.context, tensor, &index, span)?)
            }
            Source::Enumerate(inner, start) => self
                .advance(inner, span)?
                .map(|item| Value::tuple([Value::Int(start.checked_add_unsigned(at as u64)), item])),
            Source::Zip(inner) => each(inner)?.map(|row| Value::tuple(row.into_iter().map(|item| item.value))),
            Source::Map(function, inner) => match each(inner)? {
                Some(positional) => Some(self.call_value(function, Arguments::of(positional, span), span)?),
                None => None,
            },
            Source::Comprehension(scope, elements, clauses) => {
                if iterator.is_running.replace(true) {
                    return raised("ValueError", "generator already executing", span);
                }
                let mut turns = std::mem::take(&mut *iterator.turns.borrow_mut());
                let before = self.scope.replace(*scope);
                let item = self.next_element(elements, clauses, &mut turns);
                self.scope = before;
                iterator.is_running.set(false);
                // After its end and after an exception it gives nothing more.
                if matches!(item, Ok(Some(_))) {
                    *iterator.turns.borrow_mut() = turns;
                }
                item?
            }
        };
        iterator.given.set(match item {
            Some(_) => at + 1,
            // A list that grows after the end gives nothing more.
            None => usize::MAX,
        });
        Ok(item)
    }

    /// All items that a value gives.
    pub(super) fn iterate(&mut self, value: &Placed) -> Outcome<Vec<Value>> {
        let iterator = self.iterator(value)?;
        self.rest(&iterator, &value.span)
    }

    /// All items that are left of an iterator.
    pub(super) fn rest(&mut self, iterator: &Value, span: &Range<usize>) -> Outcome<Vec<Value>> {
        let mut items = Vec::new();
        while let Some(item) = self.advance(iterator, span)? {
            self.context.make(1, span)?;
            items.push(item);
        }
        Ok(items)
    }

    /// A comprehension as an iterator. The first of its loops begins where the comprehension stands.
    pub(super) fn comprehension(
        &mut self,
        elements: &Rc<[Expression]>,
        clauses: &Rc<[Clause]>,
    ) -> Outcome<(Value, usize)> {
        let mut turns = Vec::new();
        if let Some(clause) = clauses.first() {
            let value = self.placed(&clause.iterable)?;
            turns.push(self.iterator(&value)?);
        }
        let scope = self.add_scope(ScopeKind::Comprehension, self.scope, None);
        let source = Source::Comprehension(scope, Rc::clone(elements), Rc::clone(clauses));
        Ok((Iterator::value(source, turns), scope))
    }

    /// The next element of a comprehension; a key and a value are a tuple.
    fn next_element(
        &mut self,
        elements: &[Expression],
        clauses: &[Clause],
        turns: &mut Vec<Value>,
    ) -> Outcome<Option<Value>> {
        'next: loop {
            let Some(iterator) = turns.last() else { return Ok(None) };
            let Some(clause) = clauses.get(turns.len() - 1) else { return Ok(None) };
            let iterator = iterator.clone();
            let Some(item) = self.advance(&iterator, &clause.iterable.span)? else {
                turns.pop();
                continue;
            };
            self.bind(&clause.target, Placed::new(item, &clause.target.span))?;
            for condition in &clause.conditions {
                let value = self.value(condition)?;
                if !self.holds(&value, &condition.span)? {
                    continue 'next;
                }
            }
            if let Some(inner) = clauses.get(turns.len()) {
                let value = self.placed(&inner.iterable)?;
                turns.push(self.iterator(&value)?);
                continue;
            }
            return match elements {
                [element] => self.value(element).map(Some),
                pair => self.items(pair).map(|pair| Some(Value::tuple(pair))),
            };
        }
    }
}
