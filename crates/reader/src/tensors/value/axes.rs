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

    /// The axes of a view: those of another size than 1 are the axes of the tensor with the same stride, or new ones.
    pub(super) fn viewed(
        &self,
        base: (&Shape, Option<&StridedLayout>),
        view: (&Shape, Option<&StridedLayout>),
    ) -> Self {
        let ones = |shape: &Shape| shape.iter().filter(|&&size| size == 1).count();
        let is_new = view.0.numel() == base.0.numel() && ones(view.0) > ones(base.0);
        let stride = |layout: Option<&StridedLayout>, axis: usize| layout?.strides().get(axis).copied();
        let number = next();
        let origin = |(axis, &size): (usize, &u64)| {
            if size == 1 && is_new {
                return Origin::Inserted;
            }
            let own = stride(view.1, axis).filter(|&stride| stride != 0);
            let is_it = |&(at, &(_, other)): &(usize, &(&Origin, &u64))| match size {
                1 => *other == 1,
                _ => *other > 1 && own.is_some() && stride(base.1, at) == own,
            };
            let pairs = self.origins.iter().zip(base.0.iter()).listed();
            pairs.iter().enumerate().find(is_it).map_or(Origin::Axis(number, axis), |(_, (origin, _))| **origin)
        };
        Self { origins: view.0.iter().enumerate().map(origin).listed(), reduction: self.reduction }
    }

    /// Whether an axis was inserted.
    pub(crate) fn has_inserted(&self) -> bool {
        self.origins.contains(&Origin::Inserted)
    }

    /// The numbers of the tensors that the axes come from.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.origins.iter().filter_map(|origin| if let Origin::Axis(number, _) = origin { Some(*number) } else { None })
    }

    /// How a tensor that was reduced lies along another one, the last axis along the last: `Some(true)` where an axis of it lies along
    /// itself, `Some(false)` where it lies along another axis of the tensor that it comes from.
    pub(crate) fn lies_along_itself(&self, whole: &Self) -> Option<bool> {
        // An axis that was inserted before all others says where it is meant to lie.
        if self.reduction == 0 || self.reduction == whole.reduction || self.origins.first() == Some(&Origin::Inserted) {
            return None;
        }
        let pairs = || self.origins.iter().rev().zip(whole.origins.iter().rev());
        let is_known = |origin: &Origin| matches!(origin, Origin::Axis(..));
        let is_crossed = pairs().any(|(own, other)| {
            own != other
                && is_known(own)
                && is_known(other)
                && whole.origins.contains(own)
                && !self.origins.contains(other)
        });
        let is_whole = whole.origins.iter().any(|origin| is_known(origin) && !self.origins.contains(origin));
        let is_aligned = is_whole && pairs().any(|(own, other)| own == other && is_known(own));
        (is_crossed || is_aligned).then_some(!is_crossed)
    }
}
