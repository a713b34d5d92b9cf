//! Iterators: what gives values one after the other, only when it is asked for the next one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Object, Tensor, Value};
use crate::syntax::tree::{Clause, Expression};

/// An iterator.
#[derive(Debug)]
pub(crate) struct Iterator {
    pub(crate) source: Source,
    /// How many items it gave.
    pub(crate) given: Cell<usize>,
    /// The iterators of the loops of a comprehension that have begun, the innermost last. None: it has ended.
    pub(crate) turns: RefCell<Vec<Value>>,
    /// Whether a comprehension is being run.
    pub(crate) is_running: Cell<bool>,
}

/// What an iterator takes its items from.
#[derive(Debug)]
pub(crate) enum Source {
    /// A list, which may change meanwhile.
    List(Rc<RefCell<Vec<Value>>>),
    /// Values that do not change.
    Items(Vec<Value>),
    /// A loader of a dataset that is an instance.
    Batches(Rc<Object>),
    /// The rows of an array.
    Rows(Tensor),
    /// `enumerate(iterator, start)`.
    Enumerate(Value, i64),
    /// `zip(iterators)`.
    Zip(Vec<Value>),
    /// `map(function, iterators)`.
    Map(Value, Vec<Value>),
    /// A comprehension, and its scope.
    Comprehension(usize, Rc<[Expression]>, Rc<[Clause]>),
}

impl Iterator {
    /// An iterator that gave nothing yet.
    pub(crate) fn value(source: Source, turns: Vec<Value>) -> Value {
        let turns = RefCell::new(turns);
        Value::Iterator(Rc::new(Self { source, given: Cell::default(), turns, is_running: Cell::default() }))
    }

    /// The values that it holds, the items of a list apart.
    pub(crate) fn all(&self, mut holds: impl FnMut(&Value) -> bool) -> bool {
        let is_held = match &self.source {
            Source::List(items) => items.borrow().iter().all(&mut holds),
            Source::Items(items) => items.iter().all(&mut holds),
            Source::Rows(_) | Source::Comprehension(..) => true,
            Source::Batches(loader) => loader.fields.iter().all(|(_, value)| holds(value)),
            Source::Enumerate(inner, _) => holds(inner),
            Source::Zip(inner) => inner.iter().all(&mut holds),
            Source::Map(function, inner) => holds(function) && inner.iter().all(&mut holds),
        };
        is_held && self.turns.borrow().iter().all(holds)
    }
}
