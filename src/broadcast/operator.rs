//! The operators that combine two elements, with the arithmetic of either library.

use super::Scalar;

/// Whose arithmetic is done. The libraries agree on nearly everything; where they do not, [`Operator::apply`] says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arithmetic {
    /// PyTorch's.
    #[default]
    PyTorch,
    /// NumPy's.
    NumPy,
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
    /// `a // b`, rounded towards negative infinity.
    FloorDivide,
    /// `a % b`, with the sign of `b`.
    Remainder,
    /// `a ** b`.
    Power,
    /// `maximum(a, b)`.
    Maximum,
    /// `minimum(a, b)`.
    Minimum,
    /// `a == b`.
    Equal,
    /// `a != b`.
    NotEqual,
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessOrEqual,
    /// `a > b`.
    Greater,
    /// `a >= b`.
    GreaterOrEqual,
}

/// Why two elements cannot be combined: the libraries then refuse the whole operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undefined {
    /// PyTorch divides no integer by 0.
    IntegerDivisionByZero,
    /// NumPy raises no integer to a negative power.
    NegativeIntegerPower,
    /// The operator does not take truth values.
    BoolOperands {
        /// The operator.
        operator: Operator,
        /// Whether both elements are truth values, or one beside a number.
        both: bool,
    },
}

impl Operator {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 15] = [
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::FloorDivide,
        Self::Remainder,
        Self::Power,
        Self::Maximum,
        Self::Minimum,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
    ];

    /// The sign between two operands; `None` for an operator that is written as a call.
    const fn sign(self) -> Option<&'static str> {
        match self {
            Self::Add => Some("+"),
            Self::Subtract => Some("−"),
            Self::Multiply => Some("×"),
            Self::Divide => Some("÷"),
            Self::FloorDivide => Some("//"),
            Self::Remainder => Some("%"),
            Self::Power => Some("**"),
            Self::Equal => Some("=="),
            Self::NotEqual => Some("≠"),
            Self::Less => Some("<"),
            Self::LessOrEqual => Some("≤"),
            Self::Greater => Some(">"),
            Self::GreaterOrEqual => Some("≥"),
            Self::Maximum | Self::Minimum => None,
        }
    }

    /// The operator between two operands: `a + b`, or a call such as `max(a, b)`.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::Operator;
    /// assert_eq!(Operator::Subtract.expression("a", "b"), "a − b");
    /// assert_eq!(Operator::Maximum.expression("a", "b"), "max(a, b)");
    /// ```
    #[must_use]
    pub fn expression(self, a: &str, b: &str) -> String {
        match self.sign() {
            Some(sign) => format!("{a} {sign} {b}"),
            None => format!("{}({a}, {b})", self.symbol()),
        }
    }

    /// The operator where there is room for one word: its sign, or the short name of a call.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match (self.sign(), self) {
            (Some(sign), _) => sign,
            (None, Self::Minimum) => "min",
            (None, _) => "max",
        }
    }

    /// Whether the result is true or false.
    #[must_use]
    pub const fn compares(self) -> bool {
        self as u8 >= Self::Equal as u8
    }

    /// Whether some elements come out otherwise in one library than in the other.
    #[must_use]
    pub const fn depends_on_arithmetic(self) -> bool {
        (Self::Divide as u8 <= self as u8) && (self as u8 <= Self::Minimum as u8)
    }

    /// Why the operator does not take truth values, if it does not; `truth` says which of its elements are such.
    ///
    /// Neither library subtracts truth values from each other, PyTorch not even from numbers; nor does it divide them
    /// with rest or raise them to a power, which NumPy does as if they were numbers.
    #[must_use]
    pub const fn undefined_for_bools(self, truth: [bool; 2], arithmetic: Arithmetic) -> Option<Undefined> {
        let both = truth[0] && truth[1];
        let torch = matches!(arithmetic, Arithmetic::PyTorch);
        let refused = match self {
            Self::Subtract => both || (torch && (truth[0] || truth[1])),
            Self::FloorDivide | Self::Remainder | Self::Power => both && torch,
            _ => false,
        };
        if refused { Some(Undefined::BoolOperands { operator: self, both }) } else { None }
    }

    /// The element that `self` makes of `a` and `b`: int64 and float64 as both libraries have them, wrapping around at
    /// 2^63. An int64 beside a float64 counts as one. Of two truth values, `+` and `maximum` make "or", `*` and `minimum`
    /// "and".
    ///
    /// Where the libraries differ:
    /// - a quotient of integers is a float32 in PyTorch, a float64 in NumPy;
    /// - an integer divided by 0 (`//`, `%`) is refused by PyTorch, 0 in NumPy;
    /// - an integer to a negative power is refused by NumPy, rounded towards 0 in PyTorch;
    /// - a remainder that is zero has the sign of `a` in PyTorch, of `b` in NumPy;
    /// - of 0 and -0, PyTorch's `maximum` and `minimum` give the first, NumPy's the second. (PyTorch gives the second as
    ///   well where it takes eight elements at once.)
    ///
    /// # Errors
    ///
    /// Why there is no such element.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Arithmetic, Operator, Scalar, Undefined};
    /// let (torch, numpy) = (Arithmetic::PyTorch, Arithmetic::NumPy);
    /// assert_eq!(Operator::Add.apply(Scalar::Int(20), Scalar::Int(1), torch), Ok(Scalar::Int(21)));
    /// assert_eq!(Operator::Remainder.apply(Scalar::Int(-7), Scalar::Int(3), torch), Ok(Scalar::Int(2)));
    /// assert_eq!(Operator::FloorDivide.apply(Scalar::Int(1), Scalar::Int(0), numpy), Ok(Scalar::Int(0)));
    /// let refused = Operator::FloorDivide.apply(Scalar::Int(1), Scalar::Int(0), torch);
    /// assert_eq!(refused, Err(Undefined::IntegerDivisionByZero));
    /// ```
    pub fn apply(self, a: Scalar, b: Scalar, arithmetic: Arithmetic) -> Result<Scalar, Undefined> {
        let truth = [a, b].map(|value| matches!(value, Scalar::Bool(_)));
        if let Some(undefined) = self.undefined_for_bools(truth, arithmetic) {
            return Err(undefined);
        }
        match (a, b) {
            (Scalar::Bool(a), Scalar::Bool(b)) if matches!(self, Self::Add | Self::Maximum) => Ok(Scalar::Bool(a | b)),
            (Scalar::Bool(a), Scalar::Bool(b)) if matches!(self, Self::Multiply | Self::Minimum) => {
                Ok(Scalar::Bool(a & b))
            }
            (Scalar::Float(_), _) | (_, Scalar::Float(_)) => Ok(self.reals(a.to_float(), b.to_float(), arithmetic)),
            _ => self.integers(a.to_int(), b.to_int(), arithmetic),
        }
    }

    fn integers(self, a: i64, b: i64, arithmetic: Arithmetic) -> Result<Scalar, Undefined> {
        let torch = arithmetic == Arithmetic::PyTorch;
        Ok(Scalar::Int(match self {
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::Divide if torch => return Ok(Scalar::Float(f64::from(a as f32 / b as f32))),
            Self::Divide => return Ok(Scalar::Float(a as f64 / b as f64)),
            Self::FloorDivide | Self::Remainder if b == 0 => {
                if torch {
                    return Err(Undefined::IntegerDivisionByZero);
                }
                0
            }
            Self::FloorDivide => a.wrapping_div(b).wrapping_sub(i64::from(rounds_down(a, b))),
            Self::Remainder => a.wrapping_rem(b).wrapping_add(if rounds_down(a, b) { b } else { 0 }),
            Self::Power if b < 0 => match (torch, a) {
                (false, _) => return Err(Undefined::NegativeIntegerPower),
                (true, 1) => 1,
                (true, -1) => 1 - 2 * (b & 1),
                (true, _) => 0,
            },
            Self::Power => power(a, b),
            Self::Maximum => a.max(b),
            Self::Minimum => a.min(b),
            _ => return Ok(Scalar::Bool(self.holds(Some(a.cmp(&b))))),
        }))
    }

    fn reals(self, a: f64, b: f64, arithmetic: Arithmetic) -> Scalar {
        let torch = arithmetic == Arithmetic::PyTorch;
        Scalar::Float(match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::FloorDivide => floor_divide(a, b),
            Self::Remainder => {
                let rest = a % b;
                if rest == 0.0 {
                    if torch { rest } else { rest.copysign(b) }
                } else if (rest < 0.0) != (b < 0.0) {
                    rest + b
                } else {
                    rest
                }
            }
            Self::Power => a.powf(b),
            // Unlike `f64::max` and `min`, both libraries let nan win.
            Self::Maximum | Self::Minimum if a.is_nan() => a,
            Self::Maximum if a > b || (torch && a == b) => a,
            Self::Minimum if a < b || (torch && a == b) => a,
            Self::Maximum | Self::Minimum => b,
            _ => return Scalar::Bool(self.holds(a.partial_cmp(&b))),
        })
    }

    /// Whether a comparison holds for elements in this order (`None`: nan is among them). Asked of comparisons only.
    fn holds(self, order: Option<std::cmp::Ordering>) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match self {
            Self::Equal => order == Some(Equal),
            Self::Less => order == Some(Less),
            Self::LessOrEqual => matches!(order, Some(Less | Equal)),
            Self::Greater => order == Some(Greater),
            Self::GreaterOrEqual => matches!(order, Some(Greater | Equal)),
            _ => order != Some(Equal),
        }
    }
}

/// Whether a quotient that was cut off lies above the true one: then floor division takes one away. `b` is not 0.
const fn rounds_down(a: i64, b: i64) -> bool {
    a.wrapping_rem(b) != 0 && (a < 0) != (b < 0)
}

/// The quotient of two real numbers, rounded down, as Python's `divmod` finds it: from the remainder, so that no rounding
/// of the quotient passes a whole number.
fn floor_divide(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        return a / b;
    }
    let rest = a % b;
    let mut quotient = (a - rest) / b;
    if rest != 0.0 && (rest < 0.0) != (b < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return 0.0_f64.copysign(a / b);
    }
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// `base` to a power that is not negative, by squaring, wrapping around.
const fn power(mut base: i64, mut exponent: i64) -> i64 {
    let mut product = 1_i64;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    product
}
