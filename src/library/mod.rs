//! What each library says and does: its exact messages, its limits, and the order in which it checks.
//!
//! Every rule and sentence here was read off the real libraries (NumPy 2.4.6, PyTorch 2.15.0 on the CPU); the native
//! tests hold it against their recorded answers. Messages that depend on a machine's memory are left out.

mod checks;
mod numpy;
mod pytorch;
mod types;
mod views;

pub use checks::{Call, Check, CheckError};
pub use types::OperandType;
pub use views::Reshaped;

use std::fmt;

use crate::broadcast::{Arithmetic, MAX_SIZE, Operator, Shape, StridedLayout, Undefined};

/// A library whose behaviour is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Library {
    /// PyTorch.
    #[default]
    PyTorch,
    /// NumPy.
    NumPy,
}

/// An exception: what a library answers instead of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryError {
    /// The type of the exception, such as `RuntimeError`.
    pub error_type: &'static str,
    /// Its message, to the letter.
    pub message: String,
}

/// As Python prints it at the end of a traceback. (NumPy ends one sentence with a space, which nobody sees.)
impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error_type)?;
        f.write_str(": ")?;
        f.write_str(self.message.trim_end())
    }
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

    /// The function that does what an operator does, without its module: `add`.
    #[must_use]
    pub const fn function(self, operator: Operator) -> &'static str {
        match self {
            Self::PyTorch => pytorch::function_name(operator),
            Self::NumPy => numpy::function_name(operator),
        }
    }

    /// The module's name as programs import it.
    #[must_use]
    pub const fn module(self) -> &'static str {
        match self {
            Self::PyTorch => "torch",
            Self::NumPy => "np",
        }
    }

    /// The function that makes a tensor of values that are written out, with its module.
    #[must_use]
    pub const fn constructor(self) -> &'static str {
        match self {
            Self::PyTorch => "torch.tensor",
            Self::NumPy => "np.array",
        }
    }

    /// Its arithmetic.
    #[must_use]
    pub const fn arithmetic(self) -> Arithmetic {
        match self {
            Self::PyTorch => Arithmetic::PyTorch,
            Self::NumPy => Arithmetic::NumPy,
        }
    }

    /// An exception of the type that carries most of its messages.
    pub(crate) fn error(self, message: impl Into<String>) -> LibraryError {
        let error_type = match self {
            Self::PyTorch => "RuntimeError",
            Self::NumPy => "ValueError",
        };
        LibraryError { error_type, message: message.into() }
    }

    /// The shape that `torch.empty(sizes)` or `np.empty(sizes)` makes.
    ///
    /// # Errors
    ///
    /// A negative size, too many axes, too many bytes.
    pub fn empty(self, sizes: &[i64]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::empty(sizes),
            Self::NumPy => numpy::empty(sizes),
        }
    }

    /// The shape of `a + b` (and of every other elementwise operator).
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, library::Library};
    /// let (a, b) = (Shape::from([5, 2, 4, 1]), Shape::from([3, 1, 1]));
    /// assert_eq!(
    ///     Library::PyTorch.add(&a, &b).expect_err("2 is not 3").message,
    ///     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1",
    /// );
    /// assert_eq!(
    ///     Library::NumPy.add(&a, &b).expect_err("2 is not 3").message,
    ///     "operands could not be broadcast together with shapes (5,2,4,1) (3,1,1) ",
    /// );
    /// ```
    pub fn add(self, a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
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
    pub fn add_in_place(self, a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::add_in_place(a, b),
            Self::NumPy => numpy::add_in_place(a, b),
        }
    }

    /// The exception that an operator raises over elements it cannot combine.
    #[must_use]
    pub fn error_for(self, undefined: Undefined) -> LibraryError {
        let message = match (undefined, self) {
            (Undefined::IntegerDivisionByZero, _) => "ZeroDivisionError",
            (Undefined::NegativeIntegerPower, _) => "Integers to negative integer powers are not allowed.",
            (Undefined::BoolOperands { operator: Operator::FloorDivide, .. }, Self::PyTorch) => {
                "\"div_floor_cpu\" not implemented for 'Bool'"
            }
            (Undefined::BoolOperands { operator: Operator::Remainder, .. }, Self::PyTorch) => {
                "\"remainder_cpu\" not implemented for 'Bool'"
            }
            (Undefined::BoolOperands { operator: Operator::Power, .. }, Self::PyTorch) => {
                "\"pow\" not implemented for 'Bool'"
            }
            (Undefined::BoolOperands { both: true, .. }, Self::PyTorch) => {
                "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` \
                 operator instead."
            }
            (Undefined::BoolOperands { both: false, .. }, Self::PyTorch) => {
                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, \
                 use the `~` or `logical_not()` operator instead."
            }
            (Undefined::BoolOperands { .. }, Self::NumPy) => {
                "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or \
                 the logical_xor function instead."
            }
        };
        let error = self.error(message);
        match (undefined, self) {
            (Undefined::BoolOperands { .. }, Self::PyTorch) => {
                LibraryError { error_type: "NotImplementedError", ..error }
            }
            (Undefined::BoolOperands { .. }, Self::NumPy) => LibraryError { error_type: "TypeError", ..error },
            _ => error,
        }
    }

    /// `torch.broadcast_shapes(…)` or `np.broadcast_shapes(…)` of any number of shapes, which may hold negative sizes.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, library::Library};
    /// let shapes: [&[i64]; 3] = [&[5, 1, 4, 1], &[3, 1, 1], &[7]];
    /// assert_eq!(Library::NumPy.broadcast_shapes(&shapes), Ok(Shape::from([5, 3, 4, 7])));
    /// assert_eq!(
    ///     Library::PyTorch.broadcast_shapes(&[&[5, 2, 4, 1], &[3, 1, 1]]).expect_err("2 is not 3").message,
    ///     "Attempting to broadcast a dimension of length 3 at -3! Mismatching argument at index 1 had (3, 1, 1); \
    ///      but expected shape should be broadcastable to [5, 2, 4, 1]",
    /// );
    /// ```
    pub fn broadcast_shapes(self, shapes: &[&[i64]]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::broadcast_shapes(shapes),
            Self::NumPy => numpy::broadcast_shapes(shapes),
        }
    }

    /// `torch.broadcast_tensors(…)` or `np.broadcast_arrays(…)`: the shape that all of them get.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    pub fn broadcast_tensors(self, shapes: &[Shape]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::broadcast_tensors(shapes),
            Self::NumPy => {
                let signed: Vec<Vec<i64>> = shapes.iter().map(signed).collect();
                self.broadcast_shapes(&signed.iter().map(Vec::as_slice).collect::<Vec<_>>())
            }
        }
    }

    /// The shape that a function of several tensors gives, such as `where`.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    pub fn elementwise(self, shapes: &[Shape]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::broadcast_tensors(shapes),
            Self::NumPy => numpy::of_several(shapes),
        }
    }

    /// How a tensor of `shape` is laid out when it is made: row-major. In NumPy an array without elements has all strides 0.
    #[must_use]
    pub fn contiguous(self, shape: &Shape) -> StridedLayout {
        match self {
            Self::PyTorch => StridedLayout::contiguous(shape),
            Self::NumPy => numpy::contiguous(shape),
        }
    }

    /// A view as the library would have it: strides that are of no matter, because there are no elements, are its own.
    #[must_use]
    pub fn with_library_strides(self, layout: &StridedLayout) -> StridedLayout {
        if layout.shape().contains(&0) { self.contiguous(layout.shape()) } else { layout.clone() }
    }

    /// `x.expand(target)` or `np.broadcast_to(x, target)`: the shape of `target` with the strides that the library gives it.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, library::Library};
    /// let shape = Shape::from([3, 1, 1]);
    /// let strides = |library: Library| {
    ///     library.expand(&library.contiguous(&shape), &[5, 3, 4, 1]).map(|view| view.strides().to_vec())
    /// };
    /// assert_eq!(strides(Library::PyTorch), Ok(vec![0, 1, 0, 1]));
    /// assert_eq!(strides(Library::NumPy), Ok(vec![0, 1, 0, 0]));
    /// ```
    pub fn expand(self, layout: &StridedLayout, target: &[i64]) -> Result<StridedLayout, LibraryError> {
        match self {
            Self::PyTorch => pytorch::expand(layout, target),
            Self::NumPy => numpy::broadcast_to(layout, target),
        }
    }
}

/// A size as the libraries are given it, perhaps negative.
trait Size: Copy {
    /// Whether it is negative, and how large.
    fn parts(self) -> (bool, u64);
}

impl Size for u64 {
    fn parts(self) -> (bool, u64) {
        (false, self)
    }
}

impl Size for i64 {
    fn parts(self) -> (bool, u64) {
        (self < 0, self.unsigned_abs())
    }
}

/// Appends sizes with a separator between them. By hand: a message is made for every key that is pressed, and `format!` takes
/// several times as long.
fn push_sizes<T: Size>(text: &mut String, sizes: &[T], separator: &str) {
    for (axis, size) in sizes.iter().enumerate() {
        if axis > 0 {
            text.push_str(separator);
        }
        let (negative, mut rest) = size.parts();
        if negative {
            text.push('-');
        }
        let mut digits = [b'0'; 20];
        let mut first = digits.len() - 1;
        loop {
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
            first -= 1;
        }
        digits[first..].iter().for_each(|&digit| text.push(char::from(digit)));
    }
}

/// Sizes as Python prints a list: `[5, 2, 4, 1]`.
fn list<T: Size>(sizes: &[T]) -> String {
    let mut text = "[".to_owned();
    push_sizes(&mut text, sizes, ", ");
    text.push(']');
    text
}

/// Appends sizes as Python prints a tuple: `(5, 2, 4, 1)`, `(3,)`, `()`; NumPy's C code leaves out the spaces.
fn push_tuple<T: Size>(text: &mut String, sizes: &[T], separator: &str) {
    text.push('(');
    push_sizes(text, sizes, separator);
    text.push_str(if sizes.len() == 1 { ",)" } else { ")" });
}

/// Sizes as Python prints a tuple.
fn tuple<T: Size>(sizes: &[T]) -> String {
    let mut text = String::new();
    push_tuple(&mut text, sizes, ", ");
    text
}

/// The product of `sizes`, or `None` as soon as it passes `limit` on the way from left to right.
fn product_within(sizes: impl IntoIterator<Item = u64>, limit: u64) -> Option<u64> {
    sizes.into_iter().try_fold(1_u64, |product, size| product.checked_mul(size).filter(|&p| p <= limit))
}

/// Whether all shapes are small enough to be made element by element. Larger operands can only exist as stretched views of
/// something small, and the libraries then check other things.
fn can_be_stored<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> bool {
    const STORABLE: u64 = 1 << 16;
    shapes.into_iter().all(|shape| shape.numel().is_some_and(|elements| elements <= STORABLE))
}

/// Whether the bytes of a tensor with elements of `item` bytes stay within 2^63-1, size-0 axes making it 0.
fn bytes_fit(shape: &Shape, item: u64) -> bool {
    shape.numel().is_some_and(|elements| elements.checked_mul(item).is_some_and(|bytes| bytes <= MAX_SIZE))
}

/// Sizes that are known not to be negative, as a shape.
fn shape_of(sizes: &[i64]) -> Shape {
    sizes.iter().map(|&size| size.unsigned_abs()).collect()
}

/// The sizes of a shape as the libraries hold them.
#[must_use]
pub fn signed(shape: &Shape) -> Vec<i64> {
    shape.iter().map(|&size| i64::try_from(size).unwrap_or(i64::MAX)).collect()
}
