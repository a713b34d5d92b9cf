//! Strides and offsets: from the index of an element to its position in a buffer.
//!
//! Strides and offsets count elements, not bytes. A shape that is drawn need not fit into memory, so an offset can pass
//! 2^63-1; then there is none.

use super::{Alignment, MAX_SIZE, OperandId, Shape};

/// A shape with the stride of each axis, in elements. A stride of 0 repeats one element along the axis.
///
/// ```
/// use tensor_broadcasting::{Shape, StridedLayout};
/// let repeated_row = StridedLayout::with_strides(Shape::from([4, 3]), vec![0, 1]).expect("one stride for each axis");
/// assert_eq!((repeated_row.offset(&[0, 2]), repeated_row.offset(&[3, 2])), (Some(2), Some(2)));
/// assert_eq!(repeated_row.unique_elements(), Some(3));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StridedLayout {
    shape: Shape,
    strides: Vec<u64>,
}

impl StridedLayout {
    /// The row-major layout of PyTorch: each stride is the product of `max(size, 1)` over the axes after it. A stride
    /// that would pass 2^64-1 is 2^64-1, so that every index other than 0 along it has no offset.
    ///
    /// ```
    /// use tensor_broadcasting::{Shape, StridedLayout};
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

    /// A layout with these strides; `None` where there is not one stride for each axis.
    #[must_use]
    pub fn with_strides(shape: Shape, strides: Vec<u64>) -> Option<Self> {
        (shape.ndim() == strides.len()).then_some(Self { shape, strides })
    }

    /// The same elements with the axes in another order: axis `i` of the result is axis `order[i]` of this layout. An axis that
    /// is not in `order` is dropped; it must have size 1.
    ///
    /// ```
    /// use tensor_broadcasting::{Shape, StridedLayout};
    /// let transposed = StridedLayout::contiguous(&Shape::from([3, 4])).permuted(&[1, 0]);
    /// assert_eq!((transposed.shape(), transposed.strides()), (&Shape::from([4, 3]), &[1, 4][..]));
    /// ```
    #[must_use]
    pub fn permuted(&self, order: &[usize]) -> Self {
        let axes = || order.iter().filter(|&&axis| axis < self.shape.ndim());
        Self {
            shape: axes().map(|&axis| self.shape[axis]).collect(),
            strides: axes().map(|&axis| self.strides[axis]).collect(),
        }
    }

    /// Whether the elements follow each other in the buffer in row-major order. Size-1 axes are ignored, and empty tensors are
    /// contiguous.
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

    /// Whether the elements fill a part of the buffer without gaps and without an overlap, in any order of the axes. An axis of fewer
    /// than two elements has no effect. (PyTorch's name for it: non-overlapping and dense.)
    ///
    /// ```
    /// use tensor_broadcasting::{Shape, StridedLayout};
    /// let layout = StridedLayout::contiguous(&Shape::from([2, 3])).permuted(&[1, 0]);
    /// assert!(layout.is_dense() && !layout.is_contiguous());
    /// let every_other = StridedLayout::with_strides(Shape::from([3]), vec![2]).expect("a stride for the axis");
    /// assert!(!every_other.is_dense());
    /// ```
    #[must_use]
    pub fn is_dense(&self) -> bool {
        let axes = self.shape.iter().zip(&self.strides).filter(|&(&size, _)| size > 1);
        let mut axes: Vec<(u64, u64)> = axes.map(|(&size, &stride)| (stride, size)).collect();
        // The next larger axis has the stride that the axes before it fill.
        let mut filled = 1_u64;
        while let Some(next) = axes.iter().position(|&(stride, _)| stride == filled) {
            filled = filled.saturating_mul(axes.swap_remove(next).1);
        }
        axes.is_empty()
    }

    /// Whether several indices have the same position in the buffer: along an axis of stride 0 and a size above 1.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        !self.shape.contains(&0) && self.shape.iter().zip(&self.strides).any(|(&size, &stride)| size > 1 && stride == 0)
    }

    /// The smallest length of a buffer for this layout, in elements: one more than the largest offset. `None` where that passes
    /// 2^63-1.
    #[must_use]
    pub fn required_len(&self) -> Option<u64> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        let last: Vec<u64> = self.shape.iter().map(|&size| size - 1).collect();
        self.offset(&last).map(|position| position + 1)
    }

    /// The number of elements that are stored: those repeated along an axis of stride 0 count once. `None` where it passes
    /// 2^63-1.
    #[must_use]
    pub fn unique_elements(&self) -> Option<u64> {
        let axes = self.shape.iter().zip(&self.strides);
        axes.map(|(&size, &stride)| if stride == 0 { size.min(1) } else { size }).collect::<Shape>().numel()
    }

    /// The layout with which the result reads this layout of `operand`: the shape of the result, with stride 0 along every
    /// axis that the operand lacks or stretches along.
    ///
    /// ```
    /// use tensor_broadcasting::{Alignment, OperandId, Shape, StridedLayout};
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

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The stride of each axis, in elements.
    #[must_use]
    pub fn strides(&self) -> &[u64] {
        &self.strides
    }

    /// The position in the buffer of the element at `index`, in elements; `None` where it passes 2^63-1.
    #[must_use]
    pub fn offset(&self, index: &[u64]) -> Option<u64> {
        let offset = index
            .iter()
            .zip(&self.strides)
            .try_fold(0_u64, |sum, (&i, &stride)| sum.checked_add(i.checked_mul(stride)?));
        offset.filter(|&offset| offset <= MAX_SIZE)
    }
}

/// The row-major position of `index` in `shape`; `None` where it passes 2^63-1.
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
/// use tensor_broadcasting::{Shape, ravel, unravel};
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
