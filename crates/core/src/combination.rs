//! What combines the elements of the operands.

use super::lists::Listed;
use super::{Operator, Scalar, Shape, Values, sizes_agree};

/// The name of the function that chooses between two operands.
pub const WHERE: &str = "where";

/// The value that is made up for an operand of one element.
const SINGLE: i64 = 2;

/// The step in which one of two operands counts, if it can, and the first number that is too long for that.
const TEN: i64 = 10;
const LONG: i64 = 1_000;

/// What combines the elements of the operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Combination {
    /// An operator of two operands. The values of the result are computed.
    Operator(Operator),
    /// `where(a, b, c)`: the element of `b` where that of `a` is not 0, else the element of `c`. With `is_method` it is
    /// `a.where(b, c)`: the element of `a` where that of `b` is not 0, else the element of `c`.
    Where {
        /// Whether it is a method of the first operand. The condition is then the second one.
        is_method: bool,
    },
    /// The matrix product of two operands. Their batch axes broadcast; each element of these is a matrix. See [`Matrices`].
    MatrixProduct,
    /// A function of a program that takes its operands element by element, such as `mse_loss`. Only shapes and indices are
    /// followed: the elements of the result have no values.
    Function(String),
}

impl Combination {
    /// The operator; `None` where something else combines the elements.
    #[must_use]
    pub const fn operator(&self) -> Option<Operator> {
        match self {
            Self::Operator(operator) => Some(*operator),
            Self::Where { .. } | Self::MatrixProduct | Self::Function(_) => None,
        }
    }

    /// The values of the operands of which only shapes are given (`None` for any other): each counts `0, 1, 2, …`, and the element of an
    /// operand that has only one is not 0. Where two operands make numbers that stay short, `a` counts in larger steps, such as
    /// `0, 10, 20, …`, so that each number shows both of its sources. Of `where` it is the last operand that does. `largest` is the largest
    /// number that the element types have: larger ones are not made, where there is a choice.
    ///
    /// ```
    /// use tensor_broadcasting::{Combination, Operator, Scalar, Shape};
    /// let third = |operator, a: &[u64], b: &[u64]| {
    ///     let shapes = [a, b].map(Shape::from);
    ///     let values = Combination::Operator(operator).made_up_values(&[Some(&shapes[0]), Some(&shapes[1])], i64::MAX);
    ///     [&values[0], &values[1]].map(|values| values.at(2).map(Scalar::to_int))
    /// };
    /// assert_eq!(third(Operator::Add, &[4, 1], &[3]), [Some(20), Some(2)]);
    /// assert_eq!(third(Operator::Add, &[3], &[2, 4, 3]), [Some(200), Some(2)]);
    /// assert_eq!(third(Operator::Less, &[4, 1], &[3]), [Some(2), Some(2)]);
    /// assert_eq!(third(Operator::Multiply, &[8, 16, 64], &[64]), [Some(2), Some(2)]);
    /// ```
    #[must_use]
    pub fn made_up_values(&self, shapes: &[Option<&Shape>], largest: i64) -> Vec<Values> {
        let counted = |shape: &Option<&Shape>| match shape.and_then(Shape::numel) {
            Some(1) => Values::Filled(Scalar::Int(SINGLE)),
            _ => Values::Arange,
        };
        let mut values = shapes.iter().map(counted).listed();
        let (wide, first, other, operator) = match (self, shapes) {
            (Self::Operator(operator), &[Some(a), Some(b)]) if operator.makes_numbers() => (0, a, b, *operator),
            (Self::Where { is_method: true }, &[Some(a), _, Some(c)]) => (2, c, a, Operator::Maximum),
            (Self::Where { .. }, &[_, Some(b), Some(c)]) => (2, c, b, Operator::Maximum),
            _ => return values,
        };
        values[wide] = match (first.numel(), step(operator, first, other, largest)) {
            (Some(1), _) => Values::Filled(Scalar::Int(TEN)),
            (_, Some(step)) => Values::Ramp { start: Scalar::Int(0), step: Scalar::Int(step) },
            (_, None) => Values::Arange,
        };
        values
    }

    /// The sign between the operands: the operator, or the comma between the arguments of a function.
    pub(super) const fn sign(&self) -> &str {
        match self {
            Self::Operator(operator) => operator.symbol(),
            Self::MatrixProduct => "@",
            Self::Where { .. } | Self::Function(_) => ",",
        }
    }

    /// The combination of texts, one for each operand.
    pub(super) fn expression(&self, operands: &[String]) -> String {
        let name = match (self, operands) {
            (Self::Operator(operator), [a, b]) => return operator.expression(a, b),
            (Self::MatrixProduct, _) => return operands.join(" @ "),
            (Self::Where { is_method: true }, [own, arguments @ ..]) => {
                // Python reads a number before a point as a part of a number.
                let is_number = own.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                let [open, close] = if is_number { ["(", ")"] } else { ["", ""] };
                return [open, own, close, ".", WHERE, "(", &arguments.join(", "), ")"].concat();
            }
            (Self::Operator(operator), _) => operator.symbol(),
            (Self::Where { .. }, _) => WHERE,
            (Self::Function(name), _) => name,
        };
        [name, "(", &operands.join(", "), ")"].concat()
    }
}

/// The step in which the first of two operands counts: the smallest power of ten that is larger than each value of the other one, else
/// 10; `None` where numbers would be long or larger than `largest`, and where nothing is made of them.
fn step(operator: Operator, first: &Shape, other: &Shape, largest: i64) -> Option<i64> {
    let mut ends = first.iter().rev().zip(other.iter().rev());
    let last = |shape: &Shape| i64::try_from(shape.numel()?).ok().filter(|count| *count <= LONG)?.checked_sub(1);
    let (first, other) = (last(first)?, last(other)?.max(SINGLE));
    let times = if operator == Operator::Multiply { other } else { 1 };
    let is_short = |&step: &i64| first * step * times + other < LONG.min(largest.saturating_add(1));
    let above = TEN.pow(other.ilog10() + 1);
    let step = [above, TEN].into_iter().find(is_short);
    step.filter(|_| operator != Operator::Power && ends.all(|(one, other)| sizes_agree(*one, *other)))
}

/// The element of `where(condition, a, b)` for an element of each of them. Where one of the two tensors has floats, the result has floats.
pub(super) const fn chosen(condition: Scalar, a: Scalar, b: Scalar) -> Scalar {
    let chosen = if condition.to_float() == 0.0 { b } else { a };
    match (a, b) {
        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => Scalar::Float(chosen.to_float()),
        (Scalar::Bool(_), Scalar::Bool(_)) | (Scalar::Unsigned(_), _) | (_, Scalar::Unsigned(_)) => chosen,
        _ => Scalar::Int(chosen.to_int()),
    }
}

/// The axes of the matrices of a product: the last two axes of each operand. A vector has one of them: before the product an axis
/// of size 1 is added to it, which the result does not have. Source: the documentation of `torch.matmul` and of `numpy.matmul`.
///
/// ```
/// use tensor_broadcasting::{Matrices, Shape};
/// let (batches, matrices) = Matrices::split(&Shape::from([8, 3, 4]), &Shape::from([4, 5])).expect("no number");
/// assert_eq!(batches, [Shape::from([8]), Shape::ones(0)]);
/// assert_eq!(matrices.result(), [Some(3), Some(5)]);
/// assert!(matrices.agree());
/// let (_, vector) = Matrices::split(&Shape::from([4]), &Shape::from([4, 5])).expect("no number");
/// assert_eq!((vector.first(), vector.result()), ([None, Some(4)], [None, Some(5)]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matrices {
    rows: Option<u64>,
    inner: [u64; 2],
    columns: Option<u64>,
}

impl Matrices {
    /// Splits the shapes of two operands into their batch axes and the axes of their matrices; `None` where one of them has no axes.
    #[must_use]
    pub fn split(a: &Shape, b: &Shape) -> Option<([Shape; 2], Self)> {
        let (batch_a, rows, inner_a) = match &a[..] {
            [batch @ .., rows, inner] => (batch, Some(*rows), *inner),
            [inner] => (&[][..], None, *inner),
            [] => return None,
        };
        let (batch_b, inner_b, columns) = match &b[..] {
            [batch @ .., inner, columns] => (batch, *inner, Some(*columns)),
            [inner] => (&[][..], *inner, None),
            [] => return None,
        };
        Some(([batch_a, batch_b].map(Shape::from), Self { rows, inner: [inner_a, inner_b], columns }))
    }

    /// The rows and the columns of the matrices of the first operand.
    #[must_use]
    pub const fn first(&self) -> [Option<u64>; 2] {
        [self.rows, Some(self.inner[0])]
    }

    /// The rows and the columns of the matrices of the second operand.
    #[must_use]
    pub const fn second(&self) -> [Option<u64>; 2] {
        [Some(self.inner[1]), self.columns]
    }

    /// The rows and the columns of the matrices of the result.
    #[must_use]
    pub const fn result(&self) -> [Option<u64>; 2] {
        [self.rows, self.columns]
    }

    /// The inner sizes: the columns of the first operand and the rows of the second one.
    #[must_use]
    pub const fn inner(&self) -> [u64; 2] {
        self.inner
    }

    /// A shape of batch axes with the axes of the matrices of the result after them.
    #[must_use]
    pub fn product_shape(&self, batch: &[u64]) -> Shape {
        batch.iter().copied().chain(self.rows).chain(self.columns).collect()
    }

    /// Whether the inner sizes are equal, so that the matrices can be multiplied.
    #[must_use]
    pub const fn agree(&self) -> bool {
        self.inner[0] == self.inner[1]
    }
}
