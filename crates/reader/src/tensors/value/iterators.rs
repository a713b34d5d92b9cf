//! Iterators: what gives values one after the other, only when it is asked for the next one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Object, Tensor, Value};
use crate::syntax::tree::{Clause, Expression, Statement};

/// An iterator.
#[derive(Debug)]
pub(crate) struct Iterator {
    pub(crate) source: Source,
    /// How many items it gave.
    pub(crate) given: Cell<usize>,
    /// Where a generator goes on: its blocks and loops, the innermost last. None: it has ended.
    pub(crate) turns: RefCell<Vec<Turn>>,
    /// Whether a generator is being run.
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
    /// The statements of a generator, and its scope.
    Statements(usize, Rc<[Statement]>),
    /// A comprehension, and its scope.
    Comprehension(usize, Rc<[Expression]>, Rc<[Clause]>),
}

/// A block of a generator.
#[derive(Debug)]
pub(crate) struct Turn {
    /// The next statement of the block.
    pub(crate) at: usize,
    /// Which block of its statement it is.
    pub(crate) is_otherwise: bool,
    pub(crate) kind: TurnKind,
}

/// What is done at the end of a block.
#[derive(Debug)]
pub(crate) enum TurnKind {
    /// The statements after it follow.
    Plain,
    /// The next item of an iterator is taken.
    For(Value),
    /// The condition is evaluated again.
    While,
    /// The next item of an iterator is given.
    From(Value),
}

impl Turn {
    /// A loop before its first turn.
    pub(crate) const fn new(kind: TurnKind) -> Self {
        Self { at: usize::MAX, is_otherwise: false, kind }
    }
}

impl Iterator {
    /// An iterator that gave nothing yet.
    pub(crate) fn value(source: Source, turns: Vec<Turn>) -> Value {
        let turns = RefCell::new(turns);
        Value::Iterator(Rc::new(Self { source, given: Cell::default(), turns, is_running: Cell::default() }))
    }

    /// The values that it holds, the items of a list apart.
    pub(crate) fn all(&self, mut holds: impl FnMut(&Value) -> bool) -> bool {
        let is_held = match &self.source {
            Source::List(items) => items.borrow().iter().all(&mut holds),
            Source::Items(items) => items.iter().all(&mut holds),
            Source::Rows(_) | Source::Statements(..) | Source::Comprehension(..) => true,
            Source::Batches(loader) => loader.fields.iter().all(|(_, value)| holds(value)),
            Source::Enumerate(inner, _) => holds(inner),
            Source::Zip(inner) => inner.iter().all(&mut holds),
            Source::Map(function, inner) => holds(function) && inner.iter().all(&mut holds),
        };
        is_held
            && self.turns.borrow().iter().all(|turn| match &turn.kind {
                TurnKind::For(inner) | TurnKind::From(inner) => holds(inner),
                TurnKind::Plain | TurnKind::While => true,
            })
    }
}
