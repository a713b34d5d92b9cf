//! `torch.utils.data.DataLoader` of a dataset that is a class of the program: its items, put together in batches.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use super::scopes::ScopeKind;
use super::{Machine, UnreadableReason};
use crate::functions::batches::{LOADER, count, number};
use crate::signatures::call::Arguments;
use crate::signatures::place::Place;
use crate::tensors::context::{Outcome, unreadable};
use crate::tensors::value::{Object, Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

impl Machine<'_> {
    /// The dataset of a loader, where it is an instance, and how many items it has; `None` for all other objects.
    fn dataset(&mut self, loader: &Object, span: &Range<usize>) -> Outcome<Option<(Value, i64)>> {
        match loader.field("dataset").filter(|_| loader.class == LOADER) {
            Some(dataset @ Value::Instance(_)) => match self.length_of(dataset, span)? {
                Value::Int(Some(length)) => Ok(Some((dataset.clone(), length))),
                _ => unreadable(UnreadableReason::Values, span),
            },
            _ => Ok(None),
        }
    }

    /// How many batches a loader of an instance gives; `None` for all other objects.
    pub(super) fn batch_count(&mut self, loader: &Object, span: &Range<usize>) -> Outcome<Option<i64>> {
        Ok(self.dataset(loader, span)?.map(|(_, length)| count(loader, length)))
    }

    /// Looks at a loader that was made: one that shuffles asks for the number of items at once.
    ///
    /// # Errors
    ///
    /// There are no items, or it is not known how many.
    pub(super) fn check_loader(&mut self, made: &Value, span: &Range<usize>) -> Outcome<()> {
        match made {
            Value::Object(loader) if number(loader, " shuffle") != 0 && self.batch_count(loader, span)? == Some(0) => {
                unreadable(UnreadableReason::Values, span)
            }
            _ => Ok(()),
        }
    }

    /// The batch at a place; `None` after the last one.
    pub(super) fn batch(&mut self, loader: &Object, at: usize, span: &Range<usize>) -> Outcome<Option<Value>> {
        let Some((dataset, length)) = self.dataset(loader, span)? else { return Ok(None) };
        let at = i64::try_from(at).unwrap_or(i64::MAX);
        if at >= count(loader, length) {
            return Ok(None);
        }
        let (size, is_shuffled) = (number(loader, "batch_size"), number(loader, " shuffle") != 0);
        let start = at.saturating_mul(size);
        let mut items = Vec::new();
        for at in start..length.min(start.saturating_add(size)) {
            self.context.make(1, span)?;
            let index = Placed::new(Value::Int(Some(at).filter(|_| !is_shuffled)), span);
            let order = Some((self.calls + 1, length)).filter(|_| is_shuffled);
            let before = std::mem::replace(&mut self.shuffled, order);
            let item = self.special(&dataset, "__getitem__", vec![index], span);
            self.shuffled = before;
            match item? {
                Some(item) => items.push(item),
                None => return unreadable(UnreadableReason::Kinds, span),
            }
        }
        self.together(&items, span).map(Some)
    }

    /// Makes an index that is not known the first one where it is the argument of `__getitem__` of a dataset in a random order: the row
    /// has the same shape at each index. Its elements are not known.
    pub(super) fn pick_any(&self, tensor: &Tensor, name: &str, index: &mut Value) {
        let scope = self.scope.and_then(|at| self.scopes.get(at));
        if let (Value::Int(None), Some((calls, length)), Some(scope)) = (&*index, self.shuffled, scope)
            && calls == self.calls
            && scope.kind == ScopeKind::Function
            && scope.variables.get(1).is_some_and(|(known, _)| known == name)
            && scope.names.locals.iter().filter(|known| *known == name).count() == 1
            && tensor.shape.first().is_some_and(|&rows| i64::try_from(rows).is_ok_and(|rows| rows >= length))
        {
            // Which of its elements are in the row is not known.
            tensor.shuffle();
            *index = Value::Int(Some(0));
        }
    }

    /// Items of a dataset as one batch.
    fn together(&mut self, items: &[Value], span: &Range<usize>) -> Outcome {
        let declined = || unreadable(UnreadableReason::Kinds, span);
        self.context.step(1 + items.len(), span)?;
        let Some(first) = items.first() else { return declined() };
        let mut call = |name: &str, given: Value| {
            let mut given = Arguments::of(vec![Placed::new(given, span)], span);
            if matches!(first, Value::Float(_)) {
                given.keywords.push(("dtype".to_owned(), Placed::new(Value::Dtype(Dtype::Float64), span)));
            }
            self.library_function(Place::TorchFunction, name, &given)
        };
        let kind = std::mem::discriminant(first);
        if items.iter().any(|item| std::mem::discriminant(item) != kind) {
            return declined();
        }
        match first {
            Value::Tensor(tensor) if tensor.is_scalar => declined(),
            Value::Tensor(tensor) => {
                let mut rows = items.to_vec();
                if tensor.library == Library::NumPy {
                    rows = rows.into_iter().map(|row| call("from_numpy", row)).each_listed()?;
                }
                let made = call("stack", Value::list(rows))?;
                let tensors: Vec<&Tensor> = items.iter().filter_map(Value::tensor).listed();
                if let Value::Tensor(made) = &made {
                    let bounds = tensors.iter().map(|tensor| tensor.bounds.get()).all_listed();
                    let bounds = bounds.unwrap_or_default();
                    let (least, most) =
                        (bounds.iter().map(|bounds| bounds.0).min(), bounds.iter().map(|bounds| bounds.1).max());
                    made.bounds.set(least.zip(most));
                    made.is_probability.set(tensors.iter().all(|tensor| tensor.is_probability.get()));
                }
                Ok(made)
            }
            Value::Int(_) | Value::Float(_) => call("tensor", Value::list(items.to_vec())),
            Value::Tuple(_, TupleKind::Plain) | Value::List(_) => {
                let rows: Vec<Vec<Value>> = items.iter().filter_map(Value::items).listed();
                let width = rows.first().map_or(0, Vec::len);
                if rows.iter().any(|row| row.len() != width) {
                    return declined();
                }
                let column = |at: usize| rows.iter().filter_map(|row| row.get(at).cloned()).listed();
                let columns = (0..width).map(|at| self.together(&column(at), span)).each_listed()?;
                Ok(Value::list(columns))
            }
            _ => declined(),
        }
    }
}
