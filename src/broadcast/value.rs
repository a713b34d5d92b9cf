//! Element values and the operators that combine them, one element at a time.
//!
//! Integers are int64 and wrap around, real numbers are float64, as both libraries have them. Values are computed when
//! asked for: nothing here ever holds a whole result.

/// One element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// An int64.
    Int(i64),
    /// A float64.
    Float(f64),
}

impl Scalar {
    /// The nearest float64.
    #[must_use]
    pub const fn to_float(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

/// The elements of one operand, in row-major order.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Values {
    /// `0, 1, 2, …`: what `arange` gives, and what a bare shape is shown with.
    #[default]
    Arange,
    /// The elements that were written out.
    Listed(Vec<Scalar>),
}

impl Values {
    /// The element at a buffer position. `None` where nothing was listed there.
    #[must_use]
    pub fn at(&self, position: u64) -> Option<Scalar> {
        match self {
            Self::Arange => i64::try_from(position).ok().map(Scalar::Int),
            Self::Listed(values) => usize::try_from(position).ok().and_then(|p| values.get(p)).copied(),
        }
    }
}

/// What is done to each pair of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Operator {
    /// `a + b`.
    #[default]
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`, element by element: not a matrix product.
    Multiply,
    /// `a / b`, always a real number.
    Divide,
    /// `maximum(a, b)`.
    Maximum,
}

impl Operator {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Maximum];

    /// The element that `self` makes of `a` and `b`.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Operator, Scalar};
    /// assert_eq!(Operator::Add.apply(Scalar::Int(20), Scalar::Int(1)), Scalar::Int(21));
    /// assert_eq!(Operator::Divide.apply(Scalar::Int(1), Scalar::Int(0)), Scalar::Float(f64::INFINITY));
    /// ```
    #[must_use]
    pub fn apply(self, a: Scalar, b: Scalar) -> Scalar {
        match (a, b) {
            (Scalar::Int(a), Scalar::Int(b)) => match self {
                Self::Add => Scalar::Int(a.wrapping_add(b)),
                Self::Subtract => Scalar::Int(a.wrapping_sub(b)),
                Self::Multiply => Scalar::Int(a.wrapping_mul(b)),
                Self::Divide => Scalar::Float(a as f64 / b as f64),
                Self::Maximum => Scalar::Int(a.max(b)),
            },
            (a, b) => {
                let (a, b) = (a.to_float(), b.to_float());
                Scalar::Float(match self {
                    Self::Add => a + b,
                    Self::Subtract => a - b,
                    Self::Multiply => a * b,
                    Self::Divide => a / b,
                    // Unlike `f64::max`, both libraries let nan win, and the second of 0 and -0.
                    Self::Maximum if a > b || a.is_nan() => a,
                    Self::Maximum => b,
                })
            }
        }
    }
}
