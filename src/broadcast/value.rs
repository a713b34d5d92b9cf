//! Element values, one element at a time.
//!
//! Integers are int64, real numbers float64, as both libraries have them. Values are computed when asked for: nothing here
//! ever holds a whole result, and what an operand holds is no more than what was written.

use super::{StridedLayout, unravel};

/// One element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// A truth value.
    Bool(bool),
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
            Self::Float(value) => value,
            whole => whole.to_int() as f64,
        }
    }

    /// The int64 that it is; a real number loses its fraction.
    #[must_use]
    pub const fn to_int(self) -> i64 {
        match self {
            Self::Bool(value) => value as i64,
            Self::Int(value) => value,
            Self::Float(value) => value as i64,
        }
    }
}

/// What an operand's buffer holds, by position.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Values {
    /// `0, 1, 2, …`: what `arange` gives, and what a bare shape is shown with.
    #[default]
    Arange,
    /// `start, start + step, start + 2·step, …`.
    Ramp {
        /// The first element.
        start: Scalar,
        /// What is added from one to the next.
        step: Scalar,
    },
    /// The same element everywhere.
    Filled(Scalar),
    /// The elements that were written out.
    Listed(Vec<Scalar>),
    /// The elements of a view of another buffer, in row-major order: what `reshape` copies where it cannot only look
    /// differently at what is there.
    Copied(Box<(StridedLayout, Self)>),
}

impl Values {
    /// The element at a buffer position. `None` where nothing was listed there.
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

    /// Whether one of the first `elements` values is 0, or (`negative`) below it. Looks at no more than what is held.
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
            // A straight line: below zero at one of its ends, or through zero between them.
            Self::Ramp { start, step } => {
                let last = self.at(elements - 1).unwrap_or(*start);
                let (from, to, step) = (start.to_float(), last.to_float(), step.to_float());
                if negative { from.min(to) < 0.0 } else { from == 0.0 || (from * to <= 0.0 && from % step == 0.0) }
            }
        }
    }
}
