//! The rules of each library: its exceptions with their exact messages, its limits, the order of its checks, its strides and
//! its type promotion.
//!
//! Every rule and message was recorded from NumPy 2.4.6 and PyTorch 2.15.0 on a CPU (`tests/vectors`), and the tests compare
//! with these records. Messages about the memory of the machine are left out.
//!
//! Every place that depends on the library matches [`Library`] exhaustively. To add a library, add a variant: the compiler
//! then lists these places.

mod checks;
mod numpy;
pub mod products;
mod pytorch;
mod types;
mod views;

pub use crate::library::checks::{Call, Check, CheckError};
pub use crate::library::numpy::MATMUL_SIGNATURE;
pub use crate::library::products::Factor;
pub use crate::library::types::OperandType;
pub use crate::library::views::Reshaped;

use std::fmt;

use crate::{Arithmetic, MAX_SIZE, Operator, Shape, ShapeClash, StridedLayout, Undefined};

/// A library whose behaviour is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Library {
    /// PyTorch.
    #[default]
    PyTorch,
    /// NumPy.
    NumPy,
}

/// An exception that a library raises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryError {
    /// The type of the exception, such as `RuntimeError`.
    pub error_type: &'static str,
    /// The exact message.
    pub message: String,
}

/// As Python prints it at the end of a traceback: `ValueError: …`. Without the space at the end of one of NumPy's messages.
impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error_type)?;
        f.write_str(": ")?;
        f.write_str(self.message.trim_end())
    }
}

impl Library {
    /// All libraries, in the order in which the page offers them.
    pub const ALL: [Self; 2] = [Self::PyTorch, Self::NumPy];

    /// The name, as the library itself writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PyTorch => "PyTorch",
            Self::NumPy => "NumPy",
        }
    }

    /// The name of the function for an operator, without its module: `add`.
    #[must_use]
    pub const fn function(self, operator: Operator) -> &'static str {
        match self {
            Self::PyTorch => pytorch::function_name(operator),
            Self::NumPy => numpy::function_name(operator),
        }
    }

    /// The name under which programs import the library.
    #[must_use]
    pub const fn module(self) -> &'static str {
        match self {
            Self::PyTorch => "torch",
            Self::NumPy => "np",
        }
    }

    /// The function that makes a tensor of values that are written out: `torch.tensor` or `np.array`.
    #[must_use]
    pub const fn constructor(self) -> &'static str {
        match self {
            Self::PyTorch => "torch.tensor",
            Self::NumPy => "np.array",
        }
    }

    /// The arithmetic of the library.
    #[must_use]
    pub const fn arithmetic(self) -> Arithmetic {
        match self {
            Self::PyTorch => Arithmetic::PyTorch,
            Self::NumPy => Arithmetic::NumPy,
        }
    }

    /// The type of most exceptions of the library.
    #[must_use]
    pub const fn error_type(self) -> &'static str {
        match self {
            Self::PyTorch => "RuntimeError",
            Self::NumPy => "ValueError",
        }
    }

    /// An exception of the usual type.
    #[must_use]
    pub fn error(self, message: impl Into<String>) -> LibraryError {
        LibraryError { error_type: self.error_type(), message: message.into() }
    }

    /// The shape of `torch.empty(sizes)` or `np.empty(sizes)`.
    ///
    /// # Errors
    ///
    /// The library's exception for a negative size, too many axes, or too many bytes.
    pub fn empty(self, sizes: &[i64]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::empty(sizes),
            Self::NumPy => numpy::empty(sizes),
        }
    }

    /// The shape of `torch.zeros(sizes)` or `np.zeros(sizes)`. PyTorch's message for a negative size is another one than that of `empty`.
    ///
    /// # Errors
    ///
    /// As for [`Library::empty`].
    pub fn zeros(self, sizes: &[i64]) -> Result<Shape, LibraryError> {
        if self == Self::PyTorch && sizes.iter().any(|&size| size < 0) {
            return Err(self.error("zeros: Dimension size must be non-negative."));
        }
        self.empty(sizes)
    }

    /// The shape of `a + b`, and of every other operator. Checks nothing but shapes; [`Library::check`] checks everything.
    ///
    /// # Errors
    ///
    /// The library's exception: the shapes do not broadcast, or an operand or the result is beyond the limits.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use tensor_broadcasting::library::Library;
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

    /// The shape of `a` after `a.add_(b)` or `a += b`. Checks nothing but shapes; [`Library::check`] checks everything.
    ///
    /// # Errors
    ///
    /// The library's exception: the shapes do not broadcast, or the result has another shape than `a`.
    pub fn add_in_place(self, a: &Shape, b: &Shape) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::add_in_place(a, b),
            Self::NumPy => numpy::add_in_place(a, b),
        }
    }

    /// The exception for two sizes of `a` and `b` that clash. NumPy's message has the shapes, and in place also that of the
    /// output; PyTorch's has the clash.
    #[must_use]
    pub fn clash_error(self, [a, b]: [&Shape; 2], clash: ShapeClash, in_place: bool) -> LibraryError {
        match self {
            Self::PyTorch => pytorch::clash_error(clash),
            Self::NumPy if in_place => numpy::mismatch(&[a, b, a]),
            Self::NumPy => numpy::mismatch(&[a, b]),
        }
    }

    /// The exception where a result of the shape `result` is written into a tensor of another shape.
    #[must_use]
    pub fn output_error(self, output: &Shape, result: &Shape) -> LibraryError {
        match self {
            Self::PyTorch => pytorch::output_error(output, result),
            Self::NumPy => numpy::output_error(output, result),
        }
    }

    /// The exception where a tensor cannot be written into: in PyTorch because its elements share memory, in NumPy because it is
    /// read-only.
    #[must_use]
    pub fn not_writable(self) -> LibraryError {
        self.error(match self {
            Self::PyTorch => pytorch::OVERLAP,
            Self::NumPy => numpy::READ_ONLY,
        })
    }

    /// The exception for elements for which an operator is not defined.
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

    /// The shape of `torch.broadcast_shapes(…)` or `np.broadcast_shapes(…)` for any number of shapes.
    ///
    /// # Errors
    ///
    /// The library's exception: the shapes do not broadcast, a size is negative, or there are too many axes or elements.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use tensor_broadcasting::library::Library;
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

    /// The shape that all results of `torch.broadcast_tensors(…)` or `np.broadcast_arrays(…)` have.
    ///
    /// # Errors
    ///
    /// The library's exception: the shapes do not broadcast, or they are beyond the limits.
    pub fn broadcast_tensors(self, shapes: &[Shape]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::broadcast_tensors(shapes),
            Self::NumPy => {
                let signed: Vec<Vec<i64>> = shapes.iter().map(signed).collect();
                self.broadcast_shapes(&signed.iter().map(Vec::as_slice).collect::<Vec<_>>())
            }
        }
    }

    /// The shape of the result of a function of several tensors, such as `where`.
    ///
    /// # Errors
    ///
    /// The library's exception: the shapes do not broadcast, or they are beyond the limits.
    pub fn elementwise(self, shapes: &[Shape]) -> Result<Shape, LibraryError> {
        match self {
            Self::PyTorch => pytorch::broadcast_tensors(shapes),
            Self::NumPy => numpy::of_several(shapes),
        }
    }

    /// The layout of a new tensor of `shape`: row-major. In NumPy all strides of an empty array are 0.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use tensor_broadcasting::library::Library;
    /// let empty = Shape::from([2, 0]);
    /// assert_eq!(Library::PyTorch.contiguous(&empty).strides(), [1, 1]);
    /// assert_eq!(Library::NumPy.contiguous(&empty).strides(), [0, 0]);
    /// ```
    #[must_use]
    pub fn contiguous(self, shape: &Shape) -> StridedLayout {
        match self {
            Self::PyTorch => StridedLayout::contiguous(shape),
            Self::NumPy => numpy::contiguous(shape),
        }
    }

    /// The same layout with the strides that the library gives it. They differ only where there are no elements.
    #[must_use]
    pub fn with_library_strides(self, layout: &StridedLayout) -> StridedLayout {
        if layout.shape().contains(&0) { self.contiguous(layout.shape()) } else { layout.clone() }
    }

    /// The layout of `x.expand(target)` or `np.broadcast_to(x, target)`. Its strides are those of the library.
    ///
    /// # Errors
    ///
    /// The library's exception: `x` cannot be expanded to `target`, or `target` is beyond the limits.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use tensor_broadcasting::library::Library;
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

/// A size in a message. It may be negative.
trait Size: Copy {
    /// Whether the size is negative, and its absolute value.
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

/// Appends sizes with a separator between them. Written by hand, because a message is made at every keystroke and `format!`
/// takes several times as long.
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

/// Appends sizes as Python prints a tuple: `(5, 2, 4, 1)`, `(3,)`, `()`. NumPy's C code has no spaces after the commas.
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

/// The product of `sizes`; `None` where it passes `limit` at some step from left to right.
fn product_within(sizes: impl IntoIterator<Item = u64>, limit: u64) -> Option<u64> {
    sizes.into_iter().try_fold(1_u64, |product, size| product.checked_mul(size).filter(|&p| p <= limit))
}

/// Whether the operands can be stored in full: each has at most 65,536 elements. In the recorded answers larger operands are
/// expanded views, for which the libraries check other limits.
fn can_be_stored<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> bool {
    const MAX_STORED: u64 = 1 << 16;
    shapes.into_iter().all(|shape| shape.numel().is_some_and(|elements| elements <= MAX_STORED))
}

/// Whether a tensor with elements of `item` bytes has at most 2^63-1 bytes. A tensor with a size-0 axis has none.
fn bytes_fit(shape: &Shape, item: u64) -> bool {
    shape.numel().is_some_and(|elements| elements.checked_mul(item).is_some_and(|bytes| bytes <= MAX_SIZE))
}

/// The shape with these sizes, none of which is negative.
fn shape_of(sizes: &[i64]) -> Shape {
    sizes.iter().map(|&size| size.unsigned_abs()).collect()
}

/// The sizes of a shape as signed integers, as the libraries store them.
#[must_use]
pub fn signed(shape: &Shape) -> Vec<i64> {
    shape.iter().map(|&size| i64::try_from(size).unwrap_or(i64::MAX)).collect()
}
