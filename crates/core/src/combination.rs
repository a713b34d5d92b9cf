//! What combines the elements of the operands.

use super::{Operator, Scalar, Shape, Values};

/// The name of the function that chooses between two operands.
pub const WHERE: &str = "where";

/// The largest number of elements of which each is less than 10.
const FEW: u64 = 10;

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

    /// The values of the first operand where only shapes are given: `0, 10, 20, …` where two operands of few elements make numbers, so that
    /// each number shows both of its sources. Any other operand counts `0, 1, 2, …`.
    ///
    /// ```
    /// use tensor_broadcasting::{Combination, Operator, Scalar, Shape};
    /// let shapes = [Shape::from([4, 1]), Shape::from([3])];
    /// let third = |operator| Combination::Operator(operator).first_values(&[&shapes[0], &shapes[1]]).at(2);
    /// assert_eq!([Operator::Add, Operator::Less].map(third), [20, 2].map(|value| Some(Scalar::Int(value))));
    /// ```
    #[must_use]
    pub fn first_values(&self, shapes: &[&Shape]) -> Values {
        let is_small = |shape: &&Shape| shape.numel().is_some_and(|elements| elements <= FEW);
        match self {
            Self::Operator(operator) if operator.makes_numbers() && shapes.iter().all(is_small) => {
                Values::Ramp { start: Scalar::Int(0), step: Scalar::Int(10) }
            }
            _ => Values::Arange,
        }
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

/// The element of `where(condition, a, b)` for an element of each of them. Where one of the two tensors has floats, the result has floats.
pub(super) const fn chosen(condition: Scalar, a: Scalar, b: Scalar) -> Scalar {
    let chosen = if condition.to_float() == 0.0 { b } else { a };
    match (a, b) {
        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => Scalar::Float(chosen.to_float()),
        (Scalar::Bool(_), Scalar::Bool(_)) => chosen,
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
