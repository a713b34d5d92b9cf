//! What the diagram shows that no setting says.

use super::diagram_box::Highlight;
use broadcasting_diagram::{ElementIndex, NamedPart};

/// What the diagram shows that no setting says.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::ui) struct DiagramState {
    /// The highlighted cell.
    pub(in crate::ui) highlight: Option<Highlight>,
    /// Of a matrix product, the row and the column of the highlighted element.
    pub(in crate::ui) element: ElementIndex,
    /// The part of the picture that words, or a size in the axis table, point at.
    pub(in crate::ui) named: Option<NamedPart>,
    /// The number of axes that it leaves out.
    pub(in crate::ui) undrawn: usize,
    /// Whether an axis can be unfolded.
    pub(in crate::ui) is_folded: bool,
}
