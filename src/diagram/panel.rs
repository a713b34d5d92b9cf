//! The panels of the diagram: one for each operand, and one for the result.

use crate::broadcast::OperandId;

/// The number of operands.
pub(super) const OPERANDS: usize = OperandId::ALL.len();
/// The number of panels.
pub(super) const PANELS: usize = OPERANDS + 1;

/// One panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panel {
    /// An operand.
    Operand(OperandId),
    /// The result.
    Result,
}

impl Panel {
    /// All panels, from left to right.
    pub const ALL: [Self; PANELS] = {
        let mut all = [Self::Result; PANELS];
        let mut operand = 0;
        while operand < OPERANDS {
            all[operand] = Self::Operand(OperandId::ALL[operand]);
            operand += 1;
        }
        all
    };

    /// Its index in [`Panel::ALL`].
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Operand(operand) => operand.position(),
            Self::Result => OPERANDS,
        }
    }

    /// The operand of the panel; `None` for the result.
    #[must_use]
    pub const fn operand(self) -> Option<OperandId> {
        match self {
            Self::Operand(operand) => Some(operand),
            Self::Result => None,
        }
    }
}
