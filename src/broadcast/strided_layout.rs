//! Strides, offsets, and the way between an index and a position in a buffer.
//!
//! Strides count elements, not bytes. Offsets of a view can pass 2^63-1 (a shape need not fit in memory to be drawn), so
//! they are given only where they fit.

use super::{Alignment, MAX_SIZE, OperandId, Shape};

/// A shape with the stride of each axis in elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StridedLayout {
    shape: Shape,
    strides: Vec<u64>,
}

impl StridedLayout {
    /// A row-major tensor as PyTorch lays it out: each stride is the product of `max(size, 1)` over the axes after it.
    /// A stride that would pass 2^64-1 stays there: one step along it leaves any buffer there is, so no offset is made.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Shape, StridedLayout};
    /// assert_eq!(StridedLayout::contiguous(&Shape::from([2, 4, 3])).strides(), [12, 3, 1]);
    /// assert_eq!(StridedLayout::contiguous(&Shape::from([2, 0])).strides(), [1, 1]);
    /// ```
    #[must_use]
    pub fn contiguous(shape: &Shape) -> Self {
        let mut strides = vec![0; shape.ndim()];
        let mut stride = 1_u64;
        for (slot, &size) in strides.iter_mut().zip(shape.iter()).rev() {
            *slot = stride;
            stride = stride.saturating_mul(size.max(1));
        }
        Self { shape: shape.clone(), strides }
    }

    /// A view with these strides; `None` where there is not one for each axis.
    #[must_use]
    pub fn with_strides(shape: Shape, strides: Vec<u64>) -> Option<Self> {
        (shape.ndim() == strides.len()).then_some(Self { shape, strides })
    }

    /// The same elements with the axes in another order: axis `i` of the result is axis `order[i]` of this view, each of
    /// which is named once.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Shape, StridedLayout};
    /// let turned = StridedLayout::contiguous(&Shape::from([3, 4])).permuted(&[1, 0]);
    /// assert_eq!((turned.shape(), turned.strides()), (&Shape::from([4, 3]), &[1, 4][..]));
    /// ```
    #[must_use]
    pub fn permuted(&self, order: &[usize]) -> Self {
        let axes = || order.iter().filter(|&&axis| axis < self.shape.ndim());
        Self {
            shape: axes().map(|&axis| self.shape[axis]).collect(),
            strides: axes().map(|&axis| self.strides[axis]).collect(),
        }
    }

    /// Whether the elements stand in the buffer one after the other, as they are counted. Axes of size 1 are of no matter,
    /// and no elements stand anywhere.
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        let mut expected = 1_u64;
        self.shape.contains(&0)
            || self.shape.iter().zip(&self.strides).rev().all(|(&size, &stride)| {
                let fits = size == 1 || stride == expected;
                expected = expected.saturating_mul(size);
                fits
            })
    }

    /// Whether several indices lead to one element: along an axis of stride 0 and a size above 1.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        !self.shape.contains(&0) && self.shape.iter().zip(&self.strides).any(|(&size, &stride)| size > 1 && stride == 0)
    }

    /// How many elements of the buffer are at least needed: one more than the last position; `None` where that passes
    /// 2^63-1.
    #[must_use]
    pub fn required_len(&self) -> Option<u64> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        let last: Vec<u64> = self.shape.iter().map(|&size| size - 1).collect();
        self.offset(&last).map(|position| position + 1)
    }

    /// How many elements are stored for this layout: those that different indices lead to; `None` past 2^63-1.
    #[must_use]
    pub fn unique_elements(&self) -> Option<u64> {
        let once = self.shape.iter().zip(&self.strides);
        once.map(|(&size, &stride)| if stride == 0 { size.min(1) } else { size }).collect::<Shape>().numel()
    }

    /// The layout with which the result reads this layout of `operand`: the shape of the result, with stride 0 along every
    /// axis that the operand lacks or stretches along.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Alignment, OperandId, Shape, StridedLayout};
    /// let row = Shape::from([3]);
    /// let aligned = Alignment::new(vec![Shape::from([4, 3]), row.clone()]);
    /// let stretched = StridedLayout::contiguous(&row).stretched(&aligned, OperandId::B);
    /// assert_eq!((stretched.shape(), stretched.strides()), (&Shape::from([4, 3]), &[0, 1][..]));
    /// ```
    #[must_use]
    pub fn stretched(&self, alignment: &Alignment, operand: OperandId) -> Self {
        let missing = alignment.missing(operand);
        let shape = alignment.axes().iter().map(|axis| axis.result().unwrap_or(0)).collect();
        let stride = |(position, axis): (usize, &super::Axis)| match position.checked_sub(missing) {
            Some(own) if !axis.stretches(operand) => self.strides[own],
            _ => 0,
        };
        Self { shape, strides: alignment.axes().iter().enumerate().map(stride).collect() }
    }

    /// The view's shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The stride of each axis, in elements.
    #[must_use]
    pub fn strides(&self) -> &[u64] {
        &self.strides
    }

    /// The position in the buffer of the element at `index`, or `None` where it passes 2^63-1.
    #[must_use]
    pub fn offset(&self, index: &[u64]) -> Option<u64> {
        let offset = index
            .iter()
            .zip(&self.strides)
            .try_fold(0_u64, |sum, (&i, &stride)| sum.checked_add(i.checked_mul(stride)?));
        offset.filter(|&offset| offset <= MAX_SIZE)
    }
}

/// The row-major position of `index` in `shape`, or `None` where it passes 2^63-1.
#[must_use]
pub fn ravel(shape: &Shape, index: &[u64]) -> Option<u64> {
    shape
        .iter()
        .zip(index)
        .try_fold(0_u64, |position, (&size, &i)| position.checked_mul(size)?.checked_add(i).filter(|&p| p <= MAX_SIZE))
}

/// The index of the element at row-major position `position` of `shape`; `None` where there is no such element.
///
/// ```
/// use broadcast_visualizer::broadcast::{Shape, ravel, unravel};
/// let shape = Shape::from([2, 4, 3]);
/// assert_eq!(unravel(&shape, 17), Some(vec![1, 1, 2]));
/// assert_eq!(ravel(&shape, &[1, 1, 2]), Some(17));
/// assert_eq!(unravel(&shape, 24), None);
/// ```
#[must_use]
pub fn unravel(shape: &Shape, position: u64) -> Option<Vec<u64>> {
    if shape.numel().is_some_and(|elements| position >= elements) {
        return None;
    }
    let mut rest = position;
    let mut index = vec![0; shape.ndim()];
    for (slot, &size) in index.iter_mut().zip(shape.iter()).rev() {
        *slot = rest % size;
        rest /= size;
    }
    Some(index)
}
