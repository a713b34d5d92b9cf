//! The graph that PyTorch records for gradients: which operations made a tensor, and what they keep for its gradients.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::tensor::{Storage, Tensor};

/// What an operation keeps for its gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::python::interpreter) enum Kept {
    /// Nothing: as an addition, whose gradients need no elements.
    Nothing,
    /// Elements of its operands.
    Operands,
    /// Elements of its operands or of its result.
    Elements,
    /// That is not known.
    Unknown,
}

/// An operation that gradients go through.
#[derive(Debug)]
pub(in crate::python::interpreter) struct Node {
    /// The leaf tensors that the gradients reach.
    pub(in crate::python::interpreter) leaves: Vec<Tensor>,
    inputs: RefCell<Vec<Rc<Node>>>,
    /// What it may keep, with the version of each storage. The operands come first.
    kept: RefCell<Vec<(Rc<Storage>, u32)>>,
    operands: usize,
    /// Whether it certainly keeps elements.
    is_certain: Cell<bool>,
    /// Whether `backward` went through it, and freed what it had kept.
    is_freed: Cell<bool>,
    /// The number of the last walk that came by.
    walk: Cell<u32>,
}

/// What stands in the way of gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::python::interpreter) enum Obstacle {
    /// Nothing.
    None,
    /// Elements that are needed were freed by a call of `backward`.
    Freed,
    /// Perhaps elements that are needed were freed or written.
    Unknown,
}

impl Node {
    /// The node of an operation. `through` are the operands that gradients go through, `others` what else it may keep.
    pub(in crate::python::interpreter) fn of(through: &[&Tensor], others: &[&Tensor]) -> Rc<Self> {
        let mut leaves: Vec<Tensor> = Vec::new();
        let mut inputs: Vec<Rc<Self>> = Vec::new();
        for operand in through {
            for leaf in operand.leaves() {
                if !leaves.iter().any(|known| known.is(&leaf)) {
                    leaves.push(leaf);
                }
            }
            inputs.extend(operand.node());
        }
        let kept: Vec<(Rc<Storage>, u32)> = through.iter().chain(others).map(|operand| operand.stored()).collect();
        Rc::new(Self {
            leaves,
            inputs: RefCell::new(inputs),
            operands: kept.len(),
            kept: RefCell::new(kept),
            is_certain: Cell::new(false),
            is_freed: Cell::new(false),
            walk: Cell::new(0),
        })
    }

    /// The node of a view, or of a value that is written into a tensor: it keeps nothing.
    pub(in crate::python::interpreter) fn of_view(tensor: &Tensor) -> Rc<Self> {
        let node = Self::of(&[tensor], &[]);
        node.keeps(Kept::Nothing);
        node
    }

    /// Notes a result of the operation.
    pub(super) fn add_result(&self, result: (Rc<Storage>, u32)) {
        if self.operands > 0 {
            self.kept.borrow_mut().push(result);
        }
    }

    /// Notes what the operation keeps.
    pub(in crate::python::interpreter) fn keeps(&self, kept: Kept) {
        match kept {
            Kept::Nothing => self.kept.borrow_mut().clear(),
            Kept::Operands => self.kept.borrow_mut().truncate(self.operands),
            Kept::Elements | Kept::Unknown => {}
        }
        self.is_certain.set(matches!(kept, Kept::Operands | Kept::Elements));
    }

    /// All nodes from this one on. `walk` is a number that no walk had before.
    pub(in crate::python::interpreter) fn all(self: &Rc<Self>, walk: u32) -> Vec<Rc<Self>> {
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
    pub(in crate::python::interpreter) fn obstacle(nodes: &[Rc<Self>]) -> Obstacle {
        let is_written = |node: &Self| {
            let kept = node.kept.borrow();
            !node.is_freed.get() && kept.iter().any(|(storage, version)| storage.version() != *version)
        };
        let freed = || nodes.iter().filter(|node| node.is_freed.get());
        if nodes.iter().any(|node| is_written(node)) {
            Obstacle::Unknown
        } else if freed().any(|node| node.is_certain.get()) {
            Obstacle::Freed
        } else if freed().any(|node| !node.kept.borrow().is_empty()) {
            Obstacle::Unknown
        } else {
            Obstacle::None
        }
    }

    /// Notes that `backward` went through it, or perhaps did.
    pub(in crate::python::interpreter) fn free(&self, is_certain: bool) {
        self.is_freed.set(true);
        if !is_certain {
            self.is_certain.set(false);
        }
    }
}

impl Drop for Node {
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
