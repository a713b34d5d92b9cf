//! Where the axes of tensors come from. The shapes do not tell that the mean of each row lies along the columns, where a matrix is
//! square, nor that the program inserted an axis of size 1.

use std::sync::atomic::{AtomicU32, Ordering};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Shape, StridedLayout};

/// Where an axis comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// That is not known.
    Unknown,
    /// The program inserted it.
    Inserted,
    /// It is an axis of a tensor, by the number of that tensor.
    Axis(u32, usize),
}

impl Origin {
    /// The number of the tensor; 0 where there is none.
    const fn number(&self) -> u32 {
        if let Self::Axis(number, _) = self { *number } else { 0 }
    }
}

/// Where the axes of a tensor come from.
#[derive(Debug)]
pub(crate) struct Axes {
    /// The origin of each axis.
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
        Self { origins: (0..ndim).map(|axis| Origin::Axis(number, axis)).listed(), reduction: 0 }
    }

    /// The axes that a reduction leaves.
    pub(super) fn reduced(&self, reduced: &[bool], keepdims: bool) -> Self {
        let kept = self.origins.iter().zip(reduced).filter(|(_, reduced)| keepdims || !**reduced);
        let origins = kept.map(|(origin, reduced)| if *reduced { Origin::Unknown } else { *origin }).listed();
        Self { origins, reduction: next() }
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
        let mut origins = Vec::new();
        for (axis, &size) in view.0.iter().enumerate() {
            let own = stride(view.1, axis).filter(|&stride| stride != 0);
            let is_it = |(at, &other): (usize, &u64)| {
                (size == 1) == (other == 1) && (size == 1 || own.is_some() && own == stride(base.1, at))
            };
            let found = base.0.iter().enumerate().position(is_it).and_then(|at| self.origins.get(at).copied());
            let origin = found.filter(|_| size != 1 || !is_new);
            origins.push(origin.unwrap_or(if size == 1 && is_new {
                Origin::Inserted
            } else {
                Origin::Axis(number, axis)
            }));
        }
        Self { origins, reduction: self.reduction }
    }

    /// Whether an axis was inserted.
    pub(crate) fn has_inserted(&self) -> bool {
        self.origins.contains(&Origin::Inserted)
    }

    /// The number of the first tensor that an axis comes from, or 0.
    pub(crate) fn number(&self) -> u32 {
        self.origins.iter().map(Origin::number).find(|&number| number != 0).unwrap_or(0)
    }

    /// Whether an axis comes from a tensor that one of others comes from.
    pub(crate) fn shares(&self, others: &Self) -> bool {
        let is_shared = |number: u32| number != 0 && others.origins.iter().any(|other| other.number() == number);
        self.origins.iter().any(|origin| is_shared(origin.number()))
    }

    /// How a tensor that was reduced lies along another one, the last axis along the last: `Some(true)` where an axis of it lies along
    /// itself, `Some(false)` where it lies along another axis of the tensor that it comes from.
    pub(crate) fn lies_along_itself(&self, whole: &Self) -> Option<bool> {
        // An axis that was inserted before all others says where it is meant to lie.
        if self.reduction == 0 || self.reduction == whole.reduction || self.origins.first() == Some(&Origin::Inserted) {
            return None;
        }
        let (mut is_aligned, mut is_crossed) = (false, false);
        for (own, other) in self.origins.iter().rev().zip(whole.origins.iter().rev()) {
            is_aligned |= own == other && own.number() != 0;
            is_crossed |= own.number() != 0
                && other.number() != 0
                && own != other
                && whole.origins.contains(own)
                && !self.origins.contains(other);
        }
        let has_more = || whole.origins.iter().any(|origin| origin.number() != 0 && !self.origins.contains(origin));
        (is_crossed || is_aligned && has_more()).then_some(!is_crossed)
    }
}
