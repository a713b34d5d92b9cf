//! What a picture has besides the story of shapes that broadcast: clashes, transitions, and a cell that is pointed at or pinned: which one that is,
//! how it is drawn and what is said of it. It is in the chunk `work`.

use std::sync::OnceLock;

use super::diagram_box::{CellInput, Highlight};
use crate::i18n::{Locale, WorkMessage, element_name, equation, kept_as, printed_element};
use broadcasting_diagram::{
    ActiveTransition, CellRef, ENDING_DRAWING, EndingDrawing, HIGHLIGHT_DRAWING, HighlightDrawing, Scene, Transition,
    cell_at, end_cell, next_cell,
};
use tensor_broadcasting::{OperandId, Operation};

/// Makes the transition from one scene to another; see [`Transition::new`].
type MakeTransition = fn(&Scene, f64, &Scene, f64, Option<ActiveTransition<'_>>) -> Transition;

/// What the chunk has for a picture.
#[derive(Debug)]
pub(in crate::ui) struct PictureParts {
    /// What draws a clash, what is written back, and the parts of a gradient on their way.
    pub(in crate::ui) endings: &'static EndingDrawing,
    /// What makes the cells of one scene move into another.
    pub(in crate::ui) transition: MakeTransition,
    /// What draws a highlighted cell.
    pub(in crate::ui) highlight: &'static HighlightDrawing,
    /// The words about a highlighted cell; see [`described`].
    pub(in crate::ui) described: fn(&Operation, &CellRef, Locale) -> (String, String),
}

/// The parts. Before the chunk is loaded, no cell is highlighted and no clash drawn, and one picture follows another at once. The app sets them,
/// because the picture cannot know the table of the chunk.
pub(in crate::ui) static PICTURE_PARTS: OnceLock<&'static PictureParts> = OnceLock::new();

/// Those of the chunk.
pub(in crate::ui) static LOADED_PARTS: PictureParts =
    PictureParts { endings: &ENDING_DRAWING, transition: Transition::new, highlight: &HIGHLIGHT_DRAWING, described };

/// The highlight that an input leads to from the present one, in a scene at time `t`; `None` where nothing changes.
pub(in crate::ui) fn highlight(
    input: CellInput,
    scene: &Scene,
    t: f64,
    highlight: Option<&Highlight>,
) -> Option<Option<Highlight>> {
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
        let kept = kept_as(&from, operation);
        let kept = kept.map(|(dtype, kept)| locale.work_message(WorkMessage::KeptAs(dtype, &kept)));
        let equation = equation(&from, operation) + &kept.unwrap_or_default();
        return (equation, String::new());
    }
    // Without a result there is no equation: only the operand's own element.
    let side = cell.panel.operand().unwrap_or(OperandId::A);
    let own = operation.alignment().operand_index(side, &cell.index);
    let value = printed_element(operation, Some(side), operation.stored_value(side, &own));
    (format!("{} = {value}", element_name(operation.name(side), &own)), String::new())
}
