//! The graph that PyTorch records for gradients: which operations made a tensor, and what they keep for its gradients.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::storage::Storage;

/// What an operation keeps for its gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Nothing: as an addition, whose gradients need no elements.
    Nothing,
    /// Elements of its operands.
    Operands,
    /// Elements of its operands or of its result.
    Elements,
    /// Perhaps an operation of its own, but no elements: as a write into a part of a tensor.
    Operation,
    /// That is not known.
    Unknown,
}

/// An operation that gradients go through. `T` is the type of a tensor.
#[derive(Debug)]
pub(crate) struct Node<T> {
    /// The leaf tensors that the gradients reach.
    pub(crate) leaves: Vec<T>,
    inputs: RefCell<Vec<Rc<Node<T>>>>,
    /// What it may keep, with the version of each storage. The operands come first.
    kept: RefCell<Vec<(Rc<Storage>, u32)>>,
    /// How many of them are operands.
    operands: usize,
    /// Whether it keeps something that `backward` frees; `None` where that is not known.
    is_freeable: Cell<Option<bool>>,
    /// Whether `backward` went through it, and freed what it had kept.
    is_freed: Cell<bool>,
    /// The number of the last walk that came by.
    walk: Cell<u32>,
}

/// What stands in the way of gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Nothing.
    None,
    /// Elements that are needed were freed by a call of `backward`.
    Freed,
    /// Perhaps elements that are needed were freed or written.
    Unknown,
}

impl<T> Node<T> {
    /// An operation with the leaves that its gradients reach, the operations that made its operands, and the storages of these.
    pub(super) fn new(leaves: Vec<T>, inputs: Vec<Rc<Self>>, operands: Vec<(Rc<Storage>, u32)>) -> Self {
        Self {
            leaves,
            inputs: RefCell::new(inputs),
            operands: operands.len(),
            kept: RefCell::new(operands),
            is_freeable: Cell::new(None),
            is_freed: Cell::new(false),
            walk: Cell::new(0),
        }
    }

    /// Notes a result of the operation.
    pub(super) fn add_result(&self, result: (Rc<Storage>, u32)) {
        if self.operands > 0 {
            self.kept.borrow_mut().push(result);
        }
    }

    /// Notes what the operation keeps.
    pub(crate) fn keeps(&self, kept: Kept) {
        match kept {
            Kept::Nothing | Kept::Operation => self.kept.borrow_mut().clear(),
            Kept::Operands => self.kept.borrow_mut().truncate(self.operands),
            Kept::Elements | Kept::Unknown => {}
        }
        self.is_freeable.set(match kept {
            Kept::Nothing => Some(false),
            Kept::Operands | Kept::Elements => Some(true),
            Kept::Operation | Kept::Unknown => None,
        });
    }

    /// All nodes from this one on. `walk` is a number that no walk had before.
    pub(crate) fn all(self: &Rc<Self>, walk: u32) -> Vec<Rc<Self>> {
        let mut all = Vec::new();
        let mut next = vec![Rc::clone(self)];
        while let Some(node) = next.pop() {
            if node.walk.replace(walk) != walk {
                next.extend(node.inputs.borrow().iter().cloned());
                all.push(node);
            }
        }
        all
    }

    /// What stands in the way of gradients through these nodes.
    pub(crate) fn obstacle(nodes: &[Rc<Self>]) -> Obstacle {
        let is_written = |node: &Self| {
            let kept = node.kept.borrow();
            !node.is_freed.get() && kept.iter().any(|(storage, version)| storage.version.get() != *version)
        };
        let freed = || nodes.iter().filter(|node| node.is_freed.get());
        if nodes.iter().any(|node| is_written(node)) {
            Obstacle::Unknown
        } else if freed().any(|node| node.is_freeable.get() == Some(true)) {
            Obstacle::Freed
        } else if freed().any(|node| node.is_freeable.get().is_none()) {
            Obstacle::Unknown
        } else {
            Obstacle::None
        }
    }

    /// Notes that `backward` went through it.
    pub(crate) fn free(&self) {
        self.is_freed.set(true);
    }
}

impl<T> Drop for Node<T> {
    /// Drops a long chain of operations one after the other: nested calls would need a large stack.
    fn drop(&mut self) {
        let mut next = std::mem::take(&mut *self.inputs.borrow_mut());
        while let Some(node) = next.pop() {
            if let Ok(node) = Rc::try_unwrap(node) {
                next.append(&mut node.inputs.borrow_mut());
            }
        }
    }
}
