//! The kinds of questions.

/// What a question asks about an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    /// Which shape has the result, or is there an error?
    Shape,
    /// Does the operation work?
    Verdict,
    /// What happens at each aligned axis?
    Axes,
    /// Which value has one element of the result?
    Value,
    /// Of which elements of the operands is one element of the result made?
    Source,
    /// How many bytes of new memory does the operation need?
    Memory,
    /// Which message does the library give?
    Error,
    /// Which change of an operand gives a result of the wanted shape?
    Fix,
    /// Which numbers are the gradient of an operand, where the elements of the result are summed?
    Gradient,
}

impl QuestionKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Shape,
        Self::Verdict,
        Self::Axes,
        Self::Value,
        Self::Source,
        Self::Memory,
        Self::Error,
        Self::Fix,
        Self::Gradient,
    ];

    /// The name in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::Verdict => "verdict",
            Self::Axes => "axes",
            Self::Value => "value",
            Self::Source => "source",
            Self::Memory => "memory",
            Self::Error => "error",
            Self::Fix => "fix",
            Self::Gradient => "gradient",
        }
    }

    /// Whether the operation may fail or not, so that this is a part of the answer.
    pub(super) const fn may_fail(self) -> bool {
        matches!(self, Self::Shape | Self::Verdict | Self::Axes | Self::Error)
    }

    /// Whether it asks about one element of the result.
    #[must_use]
    pub const fn is_about_element(self) -> bool {
        matches!(self, Self::Value | Self::Source)
    }
}
