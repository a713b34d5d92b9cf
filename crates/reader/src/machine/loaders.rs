//! `torch.utils.data.DataLoader` of a dataset that is a class of the program: its items, put together in batches.

use std::ops::Range;
use std::rc::Rc;

use super::scopes::ScopeKind;
use super::{Machine, UnreadableReason};
use crate::functions::batches::{LAYERS, LOADER};
use crate::signatures::call::Arguments;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Object, Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

impl Machine<'_> {
    /// A loader of an instance; `None` for all other calls.
    ///
    /// # Errors
    ///
    /// Arguments that are not read.
    pub(super) fn loader(&mut self, name: &str, given: &Arguments) -> Outcome<Option<Value>> {
        let argument = |at: usize, name: &str| {
            let named = given.keywords.iter().find(|(known, _)| known == name).map(|(_, value)| value);
            given.positional.get(at).or(named).map(|placed| &placed.value)
        };
        let dataset = match argument(0, "dataset") {
            Some(dataset @ Value::Instance(_)) if name == LOADER => dataset,
            _ => return Ok(None),
        };
        let known = ["dataset", "batch_size", "shuffle", "drop_last", "num_workers", "pin_memory"];
        let size = argument(1, "batch_size").map_or(Some(1), |size| match size {
            Value::Int(Some(size)) if *size > 0 => Some(*size),
            _ => None,
        });
        let flag = |value: Option<&Value>| match value {
            None => Some(false),
            Some(Value::Bool(flag)) => *flag,
            Some(_) => None,
        };
        let flags = flag(argument(2, "shuffle")).zip(flag(argument(usize::MAX, "drop_last")));
        let is_known =
            given.positional.len() < 4 && given.keywords.iter().all(|(name, _)| known.contains(&name.as_str()));
        let (Some(size), Some((is_shuffled, drops)), true) = (size, flags, is_known) else {
            return unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span);
        };
        let fields = vec![
            (LAYERS, dataset.clone()),
            ("batch_size", Value::Int(Some(size))),
            ("drop_last", Value::Bool(Some(drops))),
            (" shuffle", Value::Bool(Some(is_shuffled))),
        ];
        let loader = Object { class: LOADER, fields };
        // A loader that shuffles asks for the number of items at once.
        if is_shuffled && self.batch_count(&loader, &given.span)?.is_none_or(|count| count == 0) {
            return unreadable(UnreadableReason::Values, &given.span);
        }
        Ok(Some(Value::Object(Rc::new(loader))))
    }

    /// How many batches a loader of an instance gives; `None` for all other objects.
    pub(super) fn batch_count(&mut self, loader: &Object, span: &Range<usize>) -> Outcome<Option<i64>> {
        let Some((_, dataset @ Value::Instance(_))) = loader.fields.first().filter(|_| loader.class == LOADER) else {
            return Ok(None);
        };
        let Value::Int(Some(length)) = self.length_of(dataset, span)? else {
            return unreadable(UnreadableReason::Values, span);
        };
        let size = loader.field("batch_size").and_then(Value::scalar).map_or(1, |size| size.to_int().max(1));
        let drops = matches!(loader.field("drop_last"), Some(Value::Bool(Some(true))));
        Ok(Some(if drops { length / size } else { length / size + i64::from(length % size != 0) }))
    }

    /// The batch at a place; `None` after the last one.
    pub(super) fn batch(&mut self, loader: &Object, at: usize, span: &Range<usize>) -> Outcome<Option<Value>> {
        let count = self.batch_count(loader, span)?.unwrap_or(0);
        let at = i64::try_from(at).unwrap_or(i64::MAX);
        let Some((_, dataset)) = loader.fields.first().filter(|_| at < count) else { return Ok(None) };
        let Value::Int(Some(length)) = self.length_of(dataset, span)? else { return Ok(None) };
        let size = loader.field("batch_size").and_then(Value::scalar).map_or(1, |size| size.to_int());
        let is_shuffled = matches!(loader.field(" shuffle"), Some(Value::Bool(Some(true))));
        let start = at.saturating_mul(size);
        let mut items = Vec::new();
        for at in start..length.min(start.saturating_add(size)) {
            self.context.make(1, span)?;
            let index = Value::Int(Some(at).filter(|_| !is_shuffled));
            let index = Placed { value: index, span: span.clone() };
            let order = Some((self.calls + 1, length)).filter(|_| is_shuffled);
            let before = std::mem::replace(&mut self.shuffled, order);
            let item = self.special(dataset, "__getitem__", vec![index], span);
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
        let count = items.len() as u64;
        let shape = |inner: &Shape| -> Shape { [count].into_iter().chain(inner.iter().copied()).collect() };
        match first {
            Value::Tensor(first) => {
                let tensors: Vec<&Tensor> = items.iter().filter_map(Value::tensor).collect();
                let is_alike = |tensor: &&Tensor| tensor.dtype == first.dtype && tensor.library == first.library;
                if tensors.len() != items.len() || first.is_scalar || !tensors.iter().all(is_alike) {
                    return declined();
                }
                if let Some(at) = tensors.iter().position(|tensor| tensor.shape != first.shape) {
                    let sizes = |shape: Option<&&Tensor>| {
                        let sizes = shape.into_iter().flat_map(|tensor| tensor.shape.iter().map(u64::to_string));
                        sizes.collect::<Vec<String>>().join(", ")
                    };
                    let message = format!(
                        "stack expects each tensor to be equal size, but got [{}] at entry 0 and [{}] at entry {at}",
                        sizes(tensors.first()),
                        sizes(tensors.get(at))
                    );
                    return raised("RuntimeError", message, span);
                }
                // Arrays become tensors, without gradients.
                let inputs = if first.library == Library::PyTorch { tensors.as_slice() } else { &[] };
                let made = (shape(&first.shape), first.dtype, None);
                let made = fresh(&mut self.context, Library::PyTorch, made, inputs, span)?;
                let bounds = tensors.iter().map(|tensor| tensor.bounds.get()).collect::<Option<Vec<(i64, i64)>>>();
                let bounds = bounds.unwrap_or_default();
                let (least, most) =
                    (bounds.iter().map(|bounds| bounds.0).min(), bounds.iter().map(|bounds| bounds.1).max());
                made.bounds.set(least.zip(most));
                made.is_probability.set(tensors.iter().all(|tensor| tensor.is_probability.get()));
                Ok(Value::Tensor(made))
            }
            Value::Int(_) | Value::Float(_) => {
                let kind = std::mem::discriminant(first);
                if items.iter().any(|item| std::mem::discriminant(item) != kind) {
                    return declined();
                }
                let dtype = if matches!(first, Value::Int(_)) { Dtype::Int64 } else { Dtype::Float64 };
                let made = (shape(&Shape::ones(0)), dtype, None);
                Ok(Value::Tensor(fresh(&mut self.context, Library::PyTorch, made, &[], span)?))
            }
            Value::Tuple(_, TupleKind::Plain) | Value::List(_) => {
                let rows: Vec<Vec<Value>> = items.iter().filter_map(Value::items).collect();
                let width = rows.first().map_or(0, Vec::len);
                if rows.len() != items.len() || rows.iter().any(|row| row.len() != width) {
                    return declined();
                }
                let column = |at: usize| rows.iter().filter_map(|row| row.get(at).cloned()).collect::<Vec<Value>>();
                let columns = (0..width).map(|at| self.together(&column(at), span)).collect::<Outcome<Vec<Value>>>()?;
                Ok(Value::list(columns))
            }
            _ => declined(),
        }
    }
}
