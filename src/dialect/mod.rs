//! What each library says and does: its exact messages, its limits, and the order in which it checks.
//!
//! Every rule and sentence here was read off the real libraries (NumPy 2.4.6, PyTorch 2.15.0 on the CPU); the native
//! tests hold it against their recorded answers. Messages that depend on a machine's memory are left out.

mod code;
mod numpy;
mod pytorch;

pub use code::{Tensor, code};

use crate::broadcast::{MAX_SIZE, Shape};

/// A library whose behaviour is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Library {
    /// PyTorch.
    #[default]
    PyTorch,
    /// NumPy.
    NumPy,
}

impl Library {
    /// Both, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::PyTorch, Self::NumPy];

    /// Its name, as it writes itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PyTorch => "PyTorch",
            Self::NumPy => "NumPy",
        }
    }

    /// The shape of `a + b` (and of every other elementwise operator).
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, dialect::Library};
    /// let (a, b) = (Shape::from([5, 2, 4, 1]), Shape::from([3, 1, 1]));
    /// assert_eq!(
    ///     Library::PyTorch.add(&a, &b).expect_err("2 is not 3"),
    ///     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1",
    /// );
    /// assert_eq!(
    ///     Library::NumPy.add(&a, &b).expect_err("2 is not 3"),
    ///     "operands could not be broadcast together with shapes (5,2,4,1) (3,1,1) ",
    /// );
    /// ```
    pub fn add(self, a: &Shape, b: &Shape) -> Result<Shape, String> {
        match self {
            Self::PyTorch => pytorch::add(a, b),
            Self::NumPy => numpy::add(a, b),
        }
    }

    /// The shape of `a` after it was changed in place: `a.add_(b)` or `a += b`.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter: the shapes disagree, or the result is not `a`'s own shape.
    pub fn add_in_place(self, a: &Shape, b: &Shape) -> Result<Shape, String> {
        match self {
            Self::PyTorch => pytorch::add_in_place(a, b),
            Self::NumPy => numpy::add_in_place(a, b),
        }
    }

    /// What the library answers when the operation is run: [`Library::add`], or [`Library::add_in_place`] where `in_place`.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter. In place, an operand that cannot exist at all fails before anything else.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, dialect::Library};
    /// let (a, b) = (Shape::from([5, 2, 4, 1]), Shape::from([3, 1, 1]));
    /// assert_eq!(
    ///     Library::NumPy.answer(&a, &b, true).expect_err("2 is not 3"),
    ///     "operands could not be broadcast together with shapes (5,2,4,1) (3,1,1) (5,2,4,1) ",
    /// );
    /// ```
    pub fn answer(self, a: &Shape, b: &Shape, in_place: bool) -> Result<Shape, String> {
        if !in_place {
            return self.add(a, b);
        }
        // A shape agrees with itself, so these find only what is beyond the limits.
        self.add(a, a)?;
        self.add(b, b)?;
        self.add_in_place(a, b)
    }

    /// The strides of a contiguous tensor, in elements. (NumPy itself counts bytes.)
    #[must_use]
    pub fn strides(self, shape: &Shape) -> Vec<u64> {
        match self {
            Self::PyTorch => pytorch::strides(shape),
            Self::NumPy => numpy::strides(shape),
        }
    }

    /// The strides, in elements, of a contiguous tensor of `shape` once it is stretched to `target`, which it must
    /// broadcast to: `expand` or `broadcast_to`.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, dialect::Library};
    /// let (shape, target) = (Shape::from([3, 1, 1]), Shape::from([5, 3, 4, 1]));
    /// assert_eq!(Library::PyTorch.stretched_strides(&shape, &target), [0, 1, 0, 1]);
    /// assert_eq!(Library::NumPy.stretched_strides(&shape, &target), [0, 1, 0, 0]);
    /// ```
    #[must_use]
    pub fn stretched_strides(self, shape: &Shape, target: &Shape) -> Vec<u64> {
        match self {
            Self::PyTorch => pytorch::stretched_strides(shape, target),
            Self::NumPy => numpy::stretched_strides(shape, target),
        }
    }

    /// The type of the exception that carries a message of [`Library::add`] or [`Library::add_in_place`].
    #[must_use]
    pub const fn error_type(self) -> &'static str {
        match self {
            Self::PyTorch => "RuntimeError",
            Self::NumPy => "ValueError",
        }
    }
}

/// The product of `sizes`, or `None` as soon as it passes `limit` on the way from left to right.
fn product_within(sizes: impl IntoIterator<Item = u64>, limit: u64) -> Option<u64> {
    sizes.into_iter().try_fold(1_u64, |product, size| product.checked_mul(size).filter(|&p| p <= limit))
}

/// Whether both shapes are small enough to be made element by element. Larger operands can only exist as stretched views
/// of something small, and the libraries then check other things.
fn can_be_stored(a: &Shape, b: &Shape) -> bool {
    const STORABLE: u64 = 1 << 16;
    [a, b].iter().all(|shape| shape.elements().is_some_and(|elements| elements <= STORABLE))
}

/// Whether the bytes of a tensor with elements of `item` bytes stay within 2^63-1, size-0 axes making it 0.
fn bytes_fit(shape: &Shape, item: u64) -> bool {
    shape.elements().is_some_and(|elements| elements.checked_mul(item).is_some_and(|bytes| bytes <= MAX_SIZE))
}
