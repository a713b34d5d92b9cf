//! The values of elements.
//!
//! An integer of any type is held as an int64 (as a `u64` where it is larger), a float of any type as a float64: each holds all values of the
//! smaller types. [`Dtype::cast`](super::Dtype::cast) makes of a value the element that a type has. A value is computed when it is asked
//! for: nothing here holds all elements of a result, and an operand holds only the values that were written.

use super::{StridedLayout, unravel};

/// The value of one element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// A bool.
    Bool(bool),
    /// An integer that an int64 holds.
    Int(i64),
    /// An integer above 2^63-1, which only uint64 has. [`Scalar::unsigned`] makes it only of such a number.
    Unsigned(u64),
    /// A float64.
    Float(f64),
}

impl Scalar {
    /// The nearest float64; 1 and 0 for a bool.
    #[must_use]
    pub const fn to_float(self) -> f64 {
        match self {
            Self::Float(value) => value,
            Self::Unsigned(value) => value as f64,
            integer => integer.to_int() as f64,
        }
    }

    /// An integer that is not negative.
    #[must_use]
    pub const fn unsigned(value: u64) -> Self {
        if value > i64::MAX as u64 { Self::Unsigned(value) } else { Self::Int(value as i64) }
    }

    /// The value as int64; 1 and 0 for a bool. A float loses its fraction, and a larger integer wraps around, as in a cast.
    #[must_use]
    pub const fn to_int(self) -> i64 {
        match self {
            Self::Bool(value) => value as i64,
            Self::Int(value) => value,
            Self::Unsigned(value) => value as i64,
            Self::Float(value) => value as i64,
        }
    }
}

/// The values of a buffer, by position.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Values {
    /// `0, 1, 2, …`: the values of `arange`, and of an operand of which only the shape was written.
    #[default]
    Arange,
    /// `start, start + step, start + 2·step, …`.
    Ramp {
        /// The first element.
        start: Scalar,
        /// The difference between an element and the one before.
        step: Scalar,
    },
    /// The same value at every position.
    Filled(Scalar),
    /// Values that were written out.
    Listed(Vec<Scalar>),
    /// The elements that a layout reads from another buffer, in row-major order: the copy that `reshape` makes where it cannot
    /// make a view.
    Copied(Box<(StridedLayout, Self)>),
}

impl Values {
    /// The value at a position of the buffer; `None` where there is none.
    #[must_use]
    pub fn at(&self, position: u64) -> Option<Scalar> {
        match self {
            Self::Arange => i64::try_from(position).ok().map(Scalar::Int),
            Self::Ramp { start: Scalar::Float(start), step } => {
                Some(Scalar::Float(start + position as f64 * step.to_float()))
            }
            Self::Ramp { start, step } => {
                Some(Scalar::Int(start.to_int().wrapping_add(step.to_int().wrapping_mul(position as i64))))
            }
            Self::Filled(value) => Some(*value),
            Self::Listed(values) => usize::try_from(position).ok().and_then(|p| values.get(p)).copied(),
            Self::Copied(source) => {
                let (layout, values) = &**source;
                values.at(layout.offset(&unravel(layout.shape(), position)?)?)
            }
        }
    }

    /// Whether one of the first `elements` values is 0 or, with `negative`, less than 0. The time does not depend on
    /// `elements`: only values that were written out are looked at one by one.
    #[must_use]
    pub fn any_zero(&self, elements: u64, negative: bool) -> bool {
        let found = |value: Scalar| if negative { value.to_float() < 0.0 } else { value.to_float() == 0.0 };
        if elements == 0 {
            return false;
        }
        match self {
            Self::Arange => !negative,
            Self::Filled(value) => found(*value),
            Self::Listed(values) => values.iter().copied().any(found),
            Self::Copied(source) => source.1.any_zero(source.0.required_len().unwrap_or(u64::MAX), negative),
            // The values change evenly, so the first and the last one tell.
            Self::Ramp { start, step } => {
                let last = self.at(elements - 1).unwrap_or(*start);
                let (from, to, step) = (start.to_float(), last.to_float(), step.to_float());
                if negative {
                    from.min(to) < 0.0
                } else {
                    from == 0.0 || (from * to <= 0.0 && remainder(from, step) == 0.0)
                }
            }
        }
    }
}

/// The remainder of two floats with the sign of `a`, as `%` gives it. Each subtraction is exact, as the numbers are within a
/// factor of two. (The function behind `%` is 2 KB of the first load.)
pub(super) fn remainder(a: f64, b: f64) -> f64 {
    let (mut rest, divisor) = (a.abs(), b.abs());
    if !rest.is_finite() || divisor == 0.0 || b.is_nan() {
        return f64::NAN;
    }
    let mut step = divisor;
    while step <= rest / 2.0 {
        step *= 2.0;
    }
    while rest >= divisor {
        if rest >= step {
            rest -= step;
        }
        step /= 2.0;
    }
    rest.copysign(a)
}
