//! The operands of an operation by name, and one value for each of them.

use std::ops::Index;

/// The name of one operand of an operation.
///
/// An operation has a list of operands: two, or three. Everything that is known of each operand is kept in a [`PerOperand`]. To
/// allow a fourth operand, add a variant here and to [`OperandId::ALL`]; the compiler then lists every place that treats the
/// operands one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperandId {
    /// The first operand, `a`.
    A,
    /// The second operand, `b`.
    B,
    /// The third operand, `c`.
    C,
}

impl OperandId {
    /// All names, in the order in which operands are written.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// The names of the operands of an operator.
    pub const PAIR: [Self; 2] = [Self::A, Self::B];

    /// The names of so many operands, but not more than there are.
    ///
    /// ```
    /// use tensor_broadcasting::OperandId;
    /// assert_eq!(OperandId::first(2), OperandId::PAIR);
    /// ```
    #[must_use]
    pub fn first(count: usize) -> &'static [Self] {
        const ALL: &[OperandId] = &OperandId::ALL;
        ALL.get(..count).unwrap_or(ALL)
    }

    /// The name on screen, in links and in code.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
        }
    }

    /// The position in the list of operands, counted from 0.
    #[must_use]
    pub const fn position(self) -> usize {
        self as usize
    }
}

/// One value for each operand of an operation, in the order of the operands. Indexed by [`OperandId`].
///
/// ```
/// use tensor_broadcasting::{OperandId, PerOperand};
/// let ndims = PerOperand::from(vec![4, 3]);
/// assert_eq!((ndims[OperandId::A], ndims[OperandId::B]), (4, 3));
/// assert_eq!(ndims.ids(), [OperandId::A, OperandId::B]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerOperand<T>(Vec<T>);

impl<T> PerOperand<T> {
    /// The names of the operands that have a value.
    #[must_use]
    pub fn ids(&self) -> &'static [OperandId] {
        OperandId::first(self.0.len())
    }

    /// The values, first operand first.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> From<Vec<T>> for PerOperand<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values)
    }
}

impl<T> Index<OperandId> for PerOperand<T> {
    type Output = T;

    /// The value of one operand. The operation must have it: take `operand` from [`PerOperand::ids`].
    fn index(&self, operand: OperandId) -> &T {
        &self.0[operand.position()]
    }
}
