//! Where the axes of tensors come from. The shapes do not tell that the mean of each row lies along the columns, where a matrix is
//! square, nor that the program inserted an axis of size 1. Nor do they tell a batch from heads where both have size 4; the names of the
//! sizes do, as in `torch.randn(B, H, L, D)`.

use std::cell::RefCell;
use std::rc::Rc;
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

/// The name of the size of an axis, as the program writes it: `B`, or `B * H` for axes that were put together.
pub(crate) type AxisName = Option<Rc<str>>;

/// Where the axes of a tensor come from.
#[derive(Debug)]
pub(crate) struct Axes {
    origins: Vec<Origin>,
    names: RefCell<Vec<AxisName>>,
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
        let origins = (0..ndim).map(|axis| Origin(number, axis)).listed();
        Self { origins, names: RefCell::new(vec![None; ndim]), reduction: 0 }
    }

    /// The name of the size of an axis.
    pub(crate) fn name(&self, axis: usize) -> AxisName {
        self.names.borrow().get(axis).cloned().flatten()
    }

    /// Notes the names of the sizes of all axes. An axis without a name keeps the one that it has.
    pub(crate) fn set_names(&self, names: &[AxisName]) {
        for (own, name) in self.names.borrow_mut().iter_mut().zip(names).filter(|(_, name)| name.is_some()) {
            own.clone_from(name);
        }
    }

    /// The axes that a reduction leaves.
    pub(super) fn reduced(&self, reduced: &[bool], keepdims: bool) -> Self {
        let all = self.origins.iter().zip(reduced).enumerate();
        let kept = all.filter(|(_, (_, reduced))| keepdims || !**reduced);
        let (origins, names) = kept
            .map(|(axis, (origin, reduced))| if *reduced { (UNKNOWN, None) } else { (*origin, self.name(axis)) })
            .unzip();
        Self { origins, names: RefCell::new(names), reduction: next() }
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
        let axis = |(axis, &size): (usize, &u64)| {
            let own = stride(view.1, axis).filter(|&stride| stride != 0);
            let is_it = |(at, &other): (usize, &u64)| {
                (size == 1) == (other == 1) && (size == 1 || own.is_some() && own == stride(base.1, at))
            };
            let found = base.0.iter().enumerate().position(is_it);
            match found.and_then(|at| Some((*self.origins.get(at)?, at))) {
                _ if size == 1 && is_new => (INSERTED, None),
                // A part of an axis has another size, but it is the same axis.
                Some((origin, at)) => (origin, self.name(at)),
                None => (Origin(number, axis), None),
            }
        };
        let (origins, names) = view.0.iter().enumerate().map(axis).unzip();
        Self { origins, names: RefCell::new(names), reduction: self.reduction }
    }

    /// The first axis of a tensor that lies along an axis with another name, although the other tensor has an axis with its name and size:
    /// `(B, 1, L)` beside `(B, H, L, L)`, where `B` lies along `H`. It is given with both names, and with the number of axes of size 1 that
    /// have to be inserted after it.
    pub(crate) fn misplaced(&self, shape: &Shape, whole: &Self, other: &Shape) -> Option<(usize, [Rc<str>; 2], usize)> {
        let behind = other.ndim().checked_sub(shape.ndim())?;
        (0..shape.ndim()).find_map(|axis| {
            let (own, along) = (self.name(axis)?, whole.name(axis + behind)?);
            let size = *shape.get(axis).filter(|&&size| size > 1 && own != along)?;
            let at = (0..axis + behind)
                .rev()
                .find(|&at| whole.name(at).as_ref() == Some(&own) && other.get(at) == Some(&size))?;
            let count = axis + behind - at;
            // All axes before it are then moved too.
            let mut sizes = shape.to_vec();
            sizes.splice(axis + 1..axis + 1, vec![1; count]);
            let fits = sizes.len() <= other.ndim()
                && sizes.iter().rev().zip(other.iter().rev()).all(|(size, other)| *size == 1 || size == other);
            fits.then_some((axis, [own, along], count))
        })
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
