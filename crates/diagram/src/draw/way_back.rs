//! Draws how the parts of a gradient fly back from the result.

use super::combine::draw_flying;
use crate::ease::mix;
use crate::frame_state::FrameState;
use crate::position::cell_rect;
use crate::{DisplayList, PaintRole, Panel, Size, ease_in_out};

/// The size of a part of the gradient that begins to fly, in parts of its cell.
const LEAVING: f64 = 0.85;

/// Draws how the parts of the gradient of each operand fly from the elements of the result to the cells in the same slots.
pub(super) fn draw(state: &FrameState<'_>, list: &mut DisplayList) {
    let scene = state.scene;
    let Some(gradient) = &scene.gradient else { return };
    for &operand in scene.operation().operands() {
        let progress = state.gradient.flown[operand.position()];
        // Blocks of a stack cover each other.
        if progress <= 0.0 || progress >= 1.0 || scene.grids.stacked.is_some() {
            continue;
        }
        let (panel, flown) = (Panel::Operand(operand), ease_in_out(progress));
        for cell in scene.cells(panel).iter().filter(|cell| !cell.is_gap()) {
            let result = scene.number_at(Panel::Result, &cell.slots).map(|number| &scene.cells(Panel::Result)[number]);
            let from = result.and_then(|result| cell_rect(state, Panel::Result, result));
            let (Some(from), Some(to)) = (from, cell_rect(state, panel, cell)) else { continue };
            let text = (gradient.text_of)(gradient, panel, cell.slots, &|_, _| false);
            let part = mix(LEAVING, 1.0, flown);
            let (ends, size) = ([from.middle(), to.middle()], Size::new(to.w * part, to.h * part));
            draw_flying(state, PaintRole::LiftedResult, ends, flown, size, text, list);
        }
    }
}
