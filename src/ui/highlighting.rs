//! What happens where a cell is pointed at or pinned: which cell that is, how it is drawn and what is said of it. It is in the chunk `work`.

use std::rc::Rc;

use super::diagram_box::{CellInput, Highlight};
use crate::chunks::chunk;
use crate::i18n::{Locale, WorkMessage, element_name, equation, value_text};
use broadcasting_diagram::{CellRef, HIGHLIGHT_DRAWING, HighlightDrawing, Scene, cell_at, end_cell, next_cell};
use tensor_broadcasting::{OperandId, Operation};

/// Gives the highlight that an input leads to; see [`highlight`].
type Choose = fn(CellInput, &Rc<Scene>, f64, Option<&Highlight>) -> Option<Option<Highlight>>;

/// What the chunk has of it.
#[derive(Debug)]
pub(super) struct Highlighting {
    /// What draws a highlighted cell.
    pub(super) drawing: &'static HighlightDrawing,
    /// Chooses the highlighted cell.
    pub(super) highlight: Choose,
    /// The words about a highlighted cell; see [`described`].
    pub(super) described: fn(&Operation, &CellRef, Locale) -> (String, String),
}

chunk! {
    /// The highlighting. Before it is loaded, no cell is highlighted.
    pub(super) HIGHLIGHTING: Highlighting = Highlighting { drawing: &HIGHLIGHT_DRAWING, highlight, described }, in work
}

/// The highlight that an input leads to from the present one, in a scene at time `t`; `None` where nothing changes.
fn highlight(input: CellInput, scene: &Rc<Scene>, t: f64, highlight: Option<&Highlight>) -> Option<Option<Highlight>> {
    let pinned = highlight.is_some_and(|highlight| highlight.pinned);
    let from = highlight.map(|highlight| &highlight.cell);
    let pin = |cell| Some(Highlight { cell, pinned: true });
    match input {
        // A pinned cell stays until another one is pinned.
        CellInput::Over(..) | CellInput::Leave if pinned => None,
        CellInput::Over(x, y) => Some(cell_at(scene, t, x, y).map(|cell| Highlight { cell, pinned: false })),
        CellInput::Press(x, y) => Some(cell_at(scene, t, x, y).and_then(pin)),
        CellInput::Leave | CellInput::Unpin => Some(None),
        CellInput::Unfold(_) | CellInput::Pan(..) => None,
        CellInput::Walk(step) => Some(next_cell(scene, from, step).and_then(pin)),
        CellInput::WalkToEnd(last) => Some(end_cell(scene, from, last).and_then(pin)),
    }
}

/// The equation of a cell and the sentence about its sources.
fn described(operation: &Operation, cell: &CellRef, locale: Locale) -> (String, String) {
    if let Some(from) = operation.provenance(&cell.index) {
        return (equation(&from, operation), locale.work_message(WorkMessage::CellSources(&from, operation)));
    }
    // Without a result there is no equation: only the operand's own element.
    let side = cell.panel.operand().unwrap_or(OperandId::A);
    let own = operation.alignment().operand_index(side, &cell.index);
    let value = value_text(operation.stored_value(side, &own));
    (format!("{} = {value}", element_name(operation.name(side), &own)), String::new())
}
