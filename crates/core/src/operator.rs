//! The operators that combine two elements, with the arithmetic of each library.

use std::cmp::Ordering;

use super::value::remainder;
use super::{Dtype, Scalar};

/// The arithmetic with which elements are computed. [`Operator::apply`] lists what differs between the libraries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arithmetic {
    /// PyTorch's.
    #[default]
    PyTorch,
    /// NumPy's.
    NumPy,
}

/// A function of two elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Operator {
    /// `a + b`.
    #[default]
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`, element by element (not a matrix product).
    Multiply,
    /// `a / b`. The result is always a float.
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

/// The element types with which an operator computes. [`Library::element_types`](crate::library::Library::element_types) says which they
/// are for two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementTypes {
    /// The type that both elements are cast to first.
    pub promoted: Dtype,
    /// The type of what the operator makes of them.
    pub made: Dtype,
    /// The type of the output, to which that is cast: another one only where an operation in place writes into its first operand.
    pub output: Dtype,
}

impl ElementTypes {
    /// The types of an operator that makes elements of one type.
    #[must_use]
    pub const fn new(promoted: Dtype, made: Dtype) -> Self {
        Self { promoted, made, output: made }
    }
}

/// Why an operator is not defined for two elements. The library then raises an exception for the whole operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undefined {
    /// An integer is divided by 0 (PyTorch).
    IntegerDivisionByZero,
    /// An integer is raised to a negative power (NumPy).
    NegativeIntegerPower,
    /// The operator does not take bools.
    BoolOperands {
        /// The operator.
        operator: Operator,
        /// Whether both elements are bools; otherwise one is a number.
        both: bool,
    },
}

impl Operator {
    /// All operators, in the order of the page's menu.
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

    /// The sign that is shown between two operands; `None` for an operator that is written as a call.
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
    /// use tensor_broadcasting::Operator;
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

    /// The operator as one short word: its sign, or the short name of a call.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match (self.sign(), self) {
            (Some(sign), _) => sign,
            (None, Self::Minimum) => "min",
            (None, _) => "max",
        }
    }

    /// Whether the operator is a comparison. The result of a comparison is a bool.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual
        )
    }

    /// Whether the operator makes a new number of two numbers: no comparison, and no choice of one of them.
    pub(super) const fn makes_numbers(self) -> bool {
        !self.compares() && !matches!(self, Self::Maximum | Self::Minimum)
    }

    /// Whether some elements of the result are different in the two libraries.
    #[must_use]
    pub const fn depends_on_arithmetic(self) -> bool {
        matches!(self, Self::Divide | Self::FloorDivide | Self::Remainder | Self::Power | Self::Maximum | Self::Minimum)
    }

    /// Why the operator does not take bools; `None` where it does. `bools` says which of the two elements are bools.
    ///
    /// Neither library subtracts a bool from a bool, and PyTorch does not subtract a bool from a number or a number from a
    /// bool either. PyTorch has no `//`, `%` and `**` for two bools; NumPy computes them as integers.
    #[must_use]
    pub const fn undefined_for_bools(self, bools: [bool; 2], arithmetic: Arithmetic) -> Option<Undefined> {
        let (both, any) = (bools[0] && bools[1], bools[0] || bools[1]);
        let is_undefined = match (self, arithmetic) {
            (Self::Subtract, Arithmetic::PyTorch) => any,
            (Self::Subtract, Arithmetic::NumPy)
            | (Self::FloorDivide | Self::Remainder | Self::Power, Arithmetic::PyTorch) => both,
            (_, Arithmetic::PyTorch | Arithmetic::NumPy) => false,
        };
        if is_undefined { Some(Undefined::BoolOperands { operator: self, both }) } else { None }
    }

    /// The result of the operator for two elements, as [`Operator::compute`] gives it for bool, int64 and float64: the largest types of
    /// their kinds.
    ///
    /// # Errors
    ///
    /// The operator is not defined for the two elements.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Operator, Scalar, Undefined};
    /// let (torch, numpy) = (Arithmetic::PyTorch, Arithmetic::NumPy);
    /// assert_eq!(Operator::Add.apply(Scalar::Int(20), Scalar::Int(1), torch), Ok(Scalar::Int(21)));
    /// assert_eq!(Operator::Remainder.apply(Scalar::Int(-7), Scalar::Int(3), torch), Ok(Scalar::Int(2)));
    /// assert_eq!(Operator::FloorDivide.apply(Scalar::Int(1), Scalar::Int(0), numpy), Ok(Scalar::Int(0)));
    /// let undefined = Operator::FloorDivide.apply(Scalar::Int(1), Scalar::Int(0), torch);
    /// assert_eq!(undefined, Err(Undefined::IntegerDivisionByZero));
    /// ```
    pub fn apply(self, a: Scalar, b: Scalar, arithmetic: Arithmetic) -> Result<Scalar, Undefined> {
        let promoted = match (a, b) {
            (Scalar::Float(_), _) | (_, Scalar::Float(_)) => Dtype::Float64,
            (Scalar::Unsigned(_), _) | (_, Scalar::Unsigned(_)) => Dtype::Uint64,
            (Scalar::Bool(_), Scalar::Bool(_)) => Dtype::Bool,
            _ => Dtype::Int64,
        };
        let made = match self {
            operator if operator.compares() => Dtype::Bool,
            Self::Divide if promoted.is_integer() && arithmetic == Arithmetic::PyTorch => Dtype::Float32,
            Self::Divide => Dtype::Float64,
            Self::FloorDivide | Self::Remainder | Self::Power if promoted == Dtype::Bool => Dtype::Int8,
            _ => promoted,
        };
        self.compute([a, b], ElementTypes::new(promoted, made), arithmetic)
    }

    /// The result of the operator for two elements of tensors, computed in `types`. Integers wrap around, floats are rounded to their type.
    /// For two bools, `+` and `maximum` are "or", `*` and `minimum` are "and".
    ///
    /// What differs between the libraries:
    /// - The quotient of two integers is a float32 in PyTorch, a float64 in NumPy.
    /// - An integer divided by 0 (`//`, `%`) is undefined in PyTorch, 0 in NumPy.
    /// - An integer to a negative power is undefined in NumPy, rounded towards 0 in PyTorch.
    /// - A remainder of zero has the sign of `a` in PyTorch, the sign of `b` in NumPy.
    /// - For 0 and -0, `maximum` and `minimum` give the first element in PyTorch, the second in NumPy. (PyTorch gives the
    ///   second too where it computes eight elements at once.)
    /// - NumPy compares integers of any two types as they are; PyTorch casts them first.
    ///
    /// Both libraries compute with float16 and bfloat16 as float32, and round what they have in the end. Held against recorded results in
    /// `tests/vectors/values.jsonl.gz` and `tests/vectors/types_values.jsonl.gz`.
    ///
    /// # Errors
    ///
    /// The operator is not defined for the two elements.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Dtype, ElementTypes, Operator, Scalar};
    /// let uint8 = ElementTypes::new(Dtype::Uint8, Dtype::Uint8);
    /// let sum = Operator::Add.compute([Scalar::Int(200), Scalar::Int(100)], uint8, Arithmetic::NumPy);
    /// assert_eq!(sum, Ok(Scalar::Int(44)));
    /// ```
    pub fn compute(
        self,
        elements: [Scalar; 2],
        types: ElementTypes,
        arithmetic: Arithmetic,
    ) -> Result<Scalar, Undefined> {
        let bools = elements.map(|value| matches!(value, Scalar::Bool(_)));
        if let Some(undefined) = self.undefined_for_bools(bools, arithmetic) {
            return Err(undefined);
        }
        let ElementTypes { promoted, made, output } = types;
        let are_integers = elements.iter().all(|value| !matches!(value, Scalar::Float(_)));
        if self.compares() && are_integers && arithmetic == Arithmetic::NumPy {
            return Ok(output.cast(Scalar::Bool(self.compare(Some(order(elements))))));
        }
        // NumPy computes some operators of bools as integers, and both libraries a quotient of integers as a float.
        let cast_to = if promoted.is_integer() && !self.compares() { made } else { promoted };
        let computed = match elements.map(|value| cast_to.cast(value)) {
            [Scalar::Bool(a), Scalar::Bool(b)] if matches!(self, Self::Add | Self::Maximum) => Scalar::Bool(a | b),
            [Scalar::Bool(a), Scalar::Bool(b)] if matches!(self, Self::Multiply | Self::Minimum) => Scalar::Bool(a & b),
            [a, b] if matches!(a, Scalar::Float(_)) || matches!(b, Scalar::Float(_)) => {
                self.floats([a.to_float(), b.to_float()], is_single(cast_to), arithmetic)
            }
            [a, b] if cast_to == Dtype::Uint64 => self.unsigned(a.to_int() as u64, b.to_int() as u64, arithmetic)?,
            [a, b] => self.integers(a.to_int(), b.to_int(), arithmetic)?,
        };
        Ok(output.cast(made.cast(computed)))
    }

    /// What `+`, `-`, `*` and `**` of two integers give in mathematics; `None` where int64 has no room for it, and for other operators.
    pub(super) fn exact(self, a: Scalar, b: Scalar) -> Option<Scalar> {
        let int = |value| match value {
            Scalar::Bool(_) | Scalar::Int(_) => Some(value.to_int()),
            Scalar::Unsigned(_) | Scalar::Float(_) => None,
        };
        let (a, b) = (int(a)?, int(b)?);
        let exact = match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Power => a.checked_pow(u32::try_from(b).ok()?),
            _ => None,
        };
        exact.map(Scalar::Int)
    }

    /// What integers of up to 64 bits give, before it wraps around in a smaller type.
    fn integers(self, a: i64, b: i64, arithmetic: Arithmetic) -> Result<Scalar, Undefined> {
        Ok(Scalar::Int(match self {
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::Divide => return Ok(Scalar::Float(a as f64 / b as f64)),
            Self::FloorDivide | Self::Remainder if b == 0 => return by_zero(arithmetic),
            Self::FloorDivide => a.wrapping_div(b).wrapping_sub(i64::from(rounds_down(a, b))),
            Self::Remainder => a.wrapping_rem(b).wrapping_add(if rounds_down(a, b) { b } else { 0 }),
            Self::Power if b < 0 => match (arithmetic, a) {
                (Arithmetic::NumPy, _) => return Err(Undefined::NegativeIntegerPower),
                (Arithmetic::PyTorch, 1) => 1,
                (Arithmetic::PyTorch, -1) => 1 - 2 * (b & 1),
                (Arithmetic::PyTorch, _) => 0,
            },
            Self::Power => power(a as u64, b as u64) as i64,
            Self::Maximum => a.max(b),
            Self::Minimum => a.min(b),
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => {
                return Ok(Scalar::Bool(self.compare(Some(a.cmp(&b)))));
            }
        }))
    }

    /// What two uint64 give. What wraps around has the same bits as in [`Operator::integers`].
    fn unsigned(self, a: u64, b: u64, arithmetic: Arithmetic) -> Result<Scalar, Undefined> {
        Ok(Scalar::unsigned(match self {
            Self::FloorDivide | Self::Remainder if b == 0 => return by_zero(arithmetic),
            Self::FloorDivide => a / b,
            Self::Remainder => a % b,
            Self::Power => power(a, b),
            Self::Maximum => a.max(b),
            Self::Minimum => a.min(b),
            Self::Divide => return Ok(Scalar::Float(a as f64 / b as f64)),
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => {
                return Ok(Scalar::Bool(self.compare(Some(a.cmp(&b)))));
            }
            Self::Add | Self::Subtract | Self::Multiply => {
                return self.integers(a as i64, b as i64, arithmetic);
            }
        }))
    }

    /// What two floats give. `is_single`: each step is rounded to a float32.
    fn floats(self, [a, b]: [f64; 2], is_single: bool, arithmetic: Arithmetic) -> Scalar {
        let round = |value: f64| if is_single { f64::from(value as f32) } else { value };
        Scalar::Float(match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::FloorDivide => floor_divide(a, b, round),
            Self::Remainder => {
                let remainder = remainder(a, b);
                if remainder == 0.0 {
                    match arithmetic {
                        Arithmetic::PyTorch => remainder,
                        Arithmetic::NumPy => remainder.copysign(b),
                    }
                } else if (remainder < 0.0) != (b < 0.0) {
                    remainder + b
                } else {
                    remainder
                }
            }
            Self::Power => crate::numbers::power(a, b),
            // Unlike `f64::max` and `min`, both libraries give nan where one element is nan.
            Self::Maximum | Self::Minimum if a.is_nan() => a,
            Self::Maximum if a > b => a,
            Self::Minimum if a < b => a,
            Self::Maximum | Self::Minimum if a == b => match arithmetic {
                Arithmetic::PyTorch => a,
                Arithmetic::NumPy => b,
            },
            Self::Maximum | Self::Minimum => b,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => {
                return Scalar::Bool(self.compare(a.partial_cmp(&b)));
            }
        })
    }

    /// The result of a comparison of two elements in this order; `None` is the order where one element is nan. Only
    /// comparisons are asked for it.
    fn compare(self, order: Option<Ordering>) -> bool {
        use Ordering::{Equal, Greater, Less};
        match self {
            Self::Equal => order == Some(Equal),
            Self::Less => order == Some(Less),
            Self::LessOrEqual => matches!(order, Some(Less | Equal)),
            Self::Greater => order == Some(Greater),
            Self::GreaterOrEqual => matches!(order, Some(Greater | Equal)),
            Self::NotEqual
            // Listed, so that the compiler asks what a new operator does.
            | Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::FloorDivide
            | Self::Remainder
            | Self::Power
            | Self::Maximum
            | Self::Minimum => order != Some(Equal),
        }
    }
}

/// Whether truncating the quotient rounds it up: then floor division subtracts 1. `b` is not 0.
const fn rounds_down(a: i64, b: i64) -> bool {
    a.wrapping_rem(b) != 0 && (a < 0) != (b < 0)
}

/// The order of two integers of any type.
fn order([a, b]: [Scalar; 2]) -> Ordering {
    let is_larger = |value: Scalar| matches!(value, Scalar::Unsigned(_));
    // Two that int64 has no room for have, as int64, the order that they have.
    is_larger(a).cmp(&is_larger(b)).then(a.to_int().cmp(&b.to_int()))
}

/// What an integer divided by 0 gives, and its remainder.
const fn by_zero(arithmetic: Arithmetic) -> Result<Scalar, Undefined> {
    match arithmetic {
        Arithmetic::PyTorch => Err(Undefined::IntegerDivisionByZero),
        Arithmetic::NumPy => Ok(Scalar::Int(0)),
    }
}

/// Whether floats of the type are computed as float32.
const fn is_single(dtype: Dtype) -> bool {
    matches!(dtype, Dtype::Float16 | Dtype::Bfloat16 | Dtype::Float32)
}

/// The quotient of two floats, rounded down, computed from the remainder as Python's `divmod` does, so that rounding the
/// quotient never passes an integer. `round` is done after each step.
fn floor_divide(a: f64, b: f64, round: impl Fn(f64) -> f64) -> f64 {
    if b == 0.0 {
        return a / b;
    }
    let remainder = remainder(a, b);
    let mut quotient = round(round(a - remainder) / b);
    if remainder != 0.0 && (remainder < 0.0) != (b < 0.0) {
        quotient = round(quotient - 1.0);
    }
    if quotient == 0.0 {
        return 0.0_f64.copysign(a / b);
    }
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// `base` to a power, by repeated squaring; it wraps around at 2^64, and in the bits of an int64 at 2^63.
const fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut product = 1_u64;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    product
}
