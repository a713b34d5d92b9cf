//! A tensor's shape.

use std::fmt;
use std::ops::Deref;

/// The largest size of an axis, 2^63-1. NumPy and PyTorch store sizes as signed 64-bit integers.
pub const MAX_SIZE: u64 = i64::MAX as u64;

/// The sizes of up to this many axes are stored in the value itself, without an allocation.
const INLINE: usize = 8;

/// The sizes of a tensor's axes, first axis first. A shape can have no axes (0-dim), and axes of size 0.
///
/// Displayed as Python prints a tuple:
///
/// ```
/// use tensor_broadcasting::Shape;
/// assert_eq!(Shape::from([5, 3, 4, 1]).to_string(), "(5, 3, 4, 1)");
/// assert_eq!(Shape::from([3]).to_string(), "(3,)");
/// assert_eq!(Shape::from([]).to_string(), "()");
/// ```
#[derive(Clone)]
pub struct Shape(Sizes);

#[derive(Clone)]
enum Sizes {
    Inline { len: u8, sizes: [u64; INLINE] },
    Heap(Vec<u64>),
}

impl Shape {
    /// A shape of `ndim` axes, each of size 1.
    #[must_use]
    pub fn ones(ndim: usize) -> Self {
        if ndim <= INLINE {
            Self(Sizes::Inline { len: ndim as u8, sizes: [1; INLINE] })
        } else {
            Self(Sizes::Heap(vec![1; ndim]))
        }
    }

    /// The number of axes.
    #[must_use]
    pub fn ndim(&self) -> usize {
        self.len()
    }

    /// The number of elements; `None` where it passes 2^63-1. A 0-dim shape has one element. A shape with a size-0 axis has
    /// none, whatever the other sizes are.
    ///
    /// ```
    /// use tensor_broadcasting::{MAX_SIZE, Shape};
    /// assert_eq!(Shape::from([]).numel(), Some(1));
    /// assert_eq!(Shape::from([MAX_SIZE, 3]).numel(), None);
    /// assert_eq!(Shape::from([MAX_SIZE, 3, 0]).numel(), Some(0));
    /// ```
    #[must_use]
    pub fn numel(&self) -> Option<u64> {
        if self.contains(&0) {
            return Some(0);
        }
        self.iter().try_fold(1_u64, |product, &size| product.checked_mul(size).filter(|&p| p <= MAX_SIZE))
    }

    /// Adds a last axis.
    fn push(&mut self, size: u64) {
        match &mut self.0 {
            Sizes::Inline { len, sizes } => match sizes.get_mut(usize::from(*len)) {
                Some(slot) => {
                    *slot = size;
                    *len += 1;
                }
                None => self.0 = Sizes::Heap(sizes.iter().copied().chain([size]).collect()),
            },
            Sizes::Heap(sizes) => sizes.push(size),
        }
    }

    /// The sizes, to change in place.
    #[must_use]
    pub fn sizes_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Sizes::Inline { len, sizes } => &mut sizes[..usize::from(*len)],
            Sizes::Heap(sizes) => sizes,
        }
    }
}

impl Deref for Shape {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match &self.0 {
            Sizes::Inline { len, sizes } => &sizes[..usize::from(*len)],
            Sizes::Heap(sizes) => sizes,
        }
    }
}

impl From<&[u64]> for Shape {
    fn from(sizes: &[u64]) -> Self {
        if sizes.len() <= INLINE {
            let mut inline = [1; INLINE];
            inline[..sizes.len()].copy_from_slice(sizes);
            Self(Sizes::Inline { len: sizes.len() as u8, sizes: inline })
        } else {
            Self(Sizes::Heap(sizes.to_vec()))
        }
    }
}

impl<const N: usize> From<[u64; N]> for Shape {
    fn from(sizes: [u64; N]) -> Self {
        Self::from(sizes.as_slice())
    }
}

impl FromIterator<u64> for Shape {
    fn from_iter<I: IntoIterator<Item = u64>>(sizes: I) -> Self {
        let mut shape = Self::ones(0);
        sizes.into_iter().for_each(|size| shape.push(size));
        shape
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Shape {}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (axis, size) in self.iter().enumerate() {
            if axis > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{size}")?;
        }
        f.write_str(if self.len() == 1 { ",)" } else { ")" })
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
