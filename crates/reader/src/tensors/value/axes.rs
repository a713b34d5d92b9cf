//! Where the axes of tensors come from. The shapes do not tell that the mean of each row lies along the columns, where a matrix is
//! square, nor that the program inserted an axis of size 1.

use std::sync::atomic::{AtomicU32, Ordering};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Shape, StridedLayout};

/// Where an axis comes from: it is an axis of a tensor, which has a number, or [`UNKNOWN`] or [`INSERTED`], which have the number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin(u32, usize);

/// That is not known.
const UNKNOWN: Origin = Origin(0, 0);

/// The program inserted it.
const INSERTED: Origin = Origin(0, 1);

/// Where the axes of a tensor come from.
#[derive(Debug)]
pub(crate) struct Axes {
    origins: Vec<Origin>,
    /// The number of the reduction that it comes from; 0 where it comes from none.
    pub(crate) reduction: u32,
}

/// A number that no tensor and no reduction had before.
fn next() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Axes {
    /// The axes of a tensor of its own.
    pub(super) fn own(ndim: usize) -> Self {
        let number = next();
        Self { origins: (0..ndim).map(|axis| Origin(number, axis)).listed(), reduction: 0 }
    }

    /// The axes that a reduction leaves.
    pub(super) fn reduced(&self, reduced: &[bool], keepdims: bool) -> Self {
        let kept = self.origins.iter().zip(reduced).filter(|(_, reduced)| keepdims || !**reduced);
        Self {
            origins: kept.map(|(origin, reduced)| if *reduced { UNKNOWN } else { *origin }).listed(),
            reduction: next(),
        }
    }

    /// The axes of a view, each of another size than 1 being the axis of the tensor with the same stride, or a new one.
    pub(super) fn viewed(
        &self,
        base: (&Shape, Option<&StridedLayout>),
        view: (&Shape, Option<&StridedLayout>),
    ) -> Self {
        let ones = |shape: &Shape| shape.iter().filter(|&&size| size == 1).count();
        // An axis of which one element is taken is none that was inserted.
        let is_longer = view.0.ndim() > base.0.ndim() || view.0.numel() == base.0.numel();
        let is_new = is_longer && ones(view.0) > ones(base.0);
        let stride = |layout: Option<&StridedLayout>, axis: usize| layout?.strides().get(axis).copied();
        let number = next();
        let origin = |(axis, &size): (usize, &u64)| {
            let own = stride(view.1, axis).filter(|&stride| stride != 0);
            let is_it = |(at, &other): (usize, &u64)| {
                (size == 1) == (other == 1) && (size == 1 || own.is_some() && own == stride(base.1, at))
            };
            let found = base.0.iter().enumerate().position(is_it).and_then(|at| self.origins.get(at).copied());
            if size == 1 && is_new { INSERTED } else { found.unwrap_or(Origin(number, axis)) }
        };
        Self { origins: view.0.iter().enumerate().map(origin).listed(), reduction: self.reduction }
    }

    /// Whether an axis was inserted.
    pub(crate) fn has_inserted(&self) -> bool {
        self.origins.contains(&INSERTED)
    }

    /// The number of the first tensor that an axis comes from, or 0.
    pub(crate) fn number(&self) -> u32 {
        self.origins.iter().find(|origin| origin.0 != 0).map_or(0, |origin| origin.0)
    }

    /// Whether an axis comes from a tensor that one of others comes from.
    pub(crate) fn shares(&self, others: &Self) -> bool {
        self.origins.iter().any(|own| own.0 != 0 && others.origins.iter().any(|other| other.0 == own.0))
    }

    /// How a tensor that was reduced lies along another one, the last axis along the last: `Some(true)` where an axis of it lies along
    /// itself, `Some(false)` where it lies along another axis of the tensor that it comes from.
    pub(crate) fn lies_along_itself(&self, whole: &Self) -> Option<bool> {
        // An axis that was inserted before all others says where it is meant to lie.
        if self.reduction == 0 || self.reduction == whole.reduction || self.origins.first() == Some(&INSERTED) {
            return None;
        }
        let is_missing = |origin: &Origin| origin.0 != 0 && !self.origins.contains(origin);
        let pairs = || self.origins.iter().rev().zip(whole.origins.iter().rev()).filter(|(own, _)| own.0 != 0);
        let is_crossed = pairs().any(|(own, other)| is_missing(other) && whole.origins.contains(own));
        let is_aligned = || whole.origins.iter().any(is_missing) && pairs().any(|(own, other)| own == other);
        (is_crossed || is_aligned()).then_some(!is_crossed)
    }
}
