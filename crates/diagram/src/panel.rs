//! The panels of the diagram: one for each operand, and one for the result.
//!
//! What is known of each panel is in an array with a place for each panel that there can be, because a frame makes such arrays, and
//! a frame allocates nothing. Of an operation of two operands, the place of the third one is not used.

use tensor_broadcasting::OperandId;

/// The largest number of operands.
pub(super) const OPERANDS: usize = OperandId::ALL.len();
/// The largest number of panels.
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
    /// All panels that there can be, from left to right. [`Panel::of`] has those of an operation.
    pub const ALL: [Self; PANELS] = {
        let mut all = [Self::Result; PANELS];
        let mut operand = 0;
        while operand < OPERANDS {
            all[operand] = Self::Operand(OperandId::ALL[operand]);
            operand += 1;
        }
        all
    };

    /// The panels of an operation with these operands, from left to right.
    ///
    /// ```
    /// use tensor_broadcasting::OperandId;
    /// use broadcasting_diagram::Panel;
    /// let panels = [Panel::Operand(OperandId::A), Panel::Operand(OperandId::B), Panel::Result];
    /// assert_eq!(Panel::of(&OperandId::PAIR), panels);
    /// ```
    #[must_use]
    pub const fn of(operands: &[OperandId]) -> &'static [Self] {
        // A list of its own, because the result comes last.
        const OF_PAIR: [Panel; 3] = [Panel::Operand(OperandId::A), Panel::Operand(OperandId::B), Panel::Result];
        if operands.len() > OperandId::PAIR.len() { &Self::ALL } else { &OF_PAIR }
    }

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
