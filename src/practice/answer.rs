//! Answers: what a question has as its right answer, and what wrong rules give instead.

use super::Subject;
use crate::diagnostics::{AxisEdit, code_of};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Axis, AxisRole, OperandId, Scalar, Shape};

/// An answer to a question: the right one, or that of a wrong rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The shape of the result.
    Shape(Shape),
    /// The operation works.
    Works,
    /// The library raises an exception.
    Fails,
    /// What happens at each axis, first axis first.
    Axes(Vec<AxisAnswer>),
    /// The value of an element.
    Value(Scalar),
    /// The index of an element of each operand.
    Sources([Vec<u64>; 2]),
    /// A number of bytes.
    Bytes(u64),
    /// A message of the library; `None` for no error.
    Message(Option<String>),
    /// A change of an operand.
    Change(Change),
    /// The shape and the elements of a tensor, in row-major order.
    Tensor(Shape, Vec<f64>),
}

/// What happens at one axis of the aligned shapes: one answer for each axis in a question about axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AxisAnswer {
    /// Both operands have the same size.
    Equal,
    /// This operand stretches.
    Stretches(OperandId),
    /// This operand lacks the axis, so it is inserted.
    Missing(OperandId),
    /// The sizes clash.
    Clashes,
}

impl AxisAnswer {
    /// All answers.
    pub const ALL: [Self; 6] = [
        Self::Equal,
        Self::Stretches(OperandId::A),
        Self::Stretches(OperandId::B),
        Self::Missing(OperandId::A),
        Self::Missing(OperandId::B),
        Self::Clashes,
    ];

    /// What happens at an axis.
    #[must_use]
    pub fn of(axis: &Axis) -> Self {
        match axis.changes().next() {
            _ if axis.clashes() => Self::Clashes,
            Some((operand, AxisRole::Missing)) => Self::Missing(operand),
            Some((operand, _)) => Self::Stretches(operand),
            None => Self::Equal,
        }
    }

    /// The answer as [`read`](super::read) takes it: `equal`, `a stretches`, `b missing`, `clash`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Stretches(OperandId::A) => "a stretches",
            Self::Stretches(OperandId::B) => "b stretches",
            Self::Stretches(OperandId::C) => "c stretches",
            Self::Missing(OperandId::A) => "a missing",
            Self::Missing(OperandId::B) => "b missing",
            Self::Missing(OperandId::C) => "c missing",
            Self::Clashes => "clash",
        }
    }
}

/// A change of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The operand.
    pub operand: OperandId,
    /// The edits of its shape, in order; none where the operand stays as it is.
    pub edits: Vec<AxisEdit>,
    /// Whether `.T` is written after a vector, which changes nothing.
    pub transposed: bool,
}

impl Change {
    /// The code of the changed operand: `b.unsqueeze(-1)`. `ndim` is its number of axes before.
    #[must_use]
    pub fn code(&self, library: Library, ndim: usize) -> String {
        code_of(&self.edits, library, self.operand.name(), ndim) + if self.transposed { ".T" } else { "" }
    }

    /// The shapes of the operands after the change.
    pub(super) fn apply(&self, subject: &Subject) -> [Shape; 2] {
        OperandId::PAIR.map(|operand| {
            let shape = subject.shape(operand).clone();
            if operand != self.operand {
                return shape;
            }
            self.edits.iter().fold(shape, |shape, edit| edit.apply(&shape))
        })
    }
}

impl Answer {
    /// Whether it says the same as another answer. Numbers that are computed in another order are the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Answer::Value(one), Answer::Value(other)) => close(one.to_float(), other.to_float()),
            (Answer::Tensor(shape, one), Answer::Tensor(other_shape, other)) => {
                shape == other_shape && one.iter().zip(other).all(|(&one, &other)| close(one, other))
            }
            (one, other) => one == other,
        }
    }
}

/// Whether two numbers are equal, except for rounding: a whole number exactly, another one to four digits.
pub(super) fn close(one: f64, other: f64) -> bool {
    one == other
        || ((one.fract() != 0.0 || other.fract() != 0.0) && (one - other).abs() <= 1e-4 * one.abs().max(other.abs()))
}
