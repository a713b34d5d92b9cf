//! Draws the empty slots of the aligned layout, and the frames around its blocks.

use super::titles::is_in_a;
use crate::frame_state::FrameState;
use crate::position::{StackedBlock, visible_in_stack, visible_slot};
use crate::scene::SceneCell;
use crate::{DisplayList, PaintRole, Panel, Rect};

/// The distance of a block's frame from its cells, in CSS pixels.
const FRAME: f64 = 3.0;
/// How much larger than its cells the block in front counts where the frame of a block is cut.
const FRAME_EDGE: f64 = 1.5;

/// Draws the slots and block frames of a panel.
pub(super) fn draw(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    // Where the result was, nothing is left.
    if state.align <= 0.0 || (panel == Panel::Result && is_in_a(state)) {
        return;
    }
    if state.scene.operation().shape().is_some() && !is_filled(state, panel) {
        draw_slots(state, panel, list);
    }
    if state.scene.layout().axes.len() > 2 {
        draw_blocks(state, panel, list);
    }
}

/// Whether every slot of a panel has a cell at rest in it.
fn is_filled(state: &FrameState<'_>, panel: Panel) -> bool {
    match panel.operand() {
        Some(operand) => state.align >= 1.0 && state.stretched[operand.position()],
        None => state.combine >= 1.0,
    }
}

/// Whether a slot has a cell at rest in it.
fn is_covered(state: &FrameState<'_>, panel: Panel, slot: &SceneCell) -> bool {
    let Some(operand) = panel.operand() else { return state.combine >= 1.0 };
    let stretch = &state.stretch[operand.position()];
    state.align >= 1.0 && slot.slots.iter().zip(stretch).all(|(&slot, &progress)| slot == 0 || progress >= 1.0)
}

fn draw_slots(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    let scene = state.scene;
    list.layer_mut(PaintRole::Slot).alpha = state.align;
    // An operand that is stretched in depth brings the slots of the blocks behind with it.
    let behind = scene.grids.stacked.filter(|&stacked| scene.stretches(panel, stacked));
    // The result has a cell in every slot.
    for slot in scene.cells(Panel::Result) {
        let hidden = behind.is_some_and(|stacked| slot.slots[stacked] > 0) || is_covered(state, panel, slot);
        if !slot.is_gap() && !hidden {
            visible_slot(state, panel, slot).each(|part| list.rect(PaintRole::Slot, part));
        }
    }
}

fn draw_blocks(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    let grids = &state.scene.grids;
    let origin = grids.layout.origin(panel);
    let size = grids.aligned.extents[1];
    let extended = state.stack_progress(panel);
    list.layer_mut(PaintRole::Block).alpha = state.align;
    for slot in state.scene.cells(Panel::Result) {
        if slot.is_gap() || slot.slots[0] != 0 || slot.slots[1] != 0 {
            continue;
        }
        let offset = grids.offset(&slot.slots, |nesting| if grids.stacked == Some(nesting) { extended } else { 1.0 });
        let corner = origin.moved(offset.x, offset.y);
        let block = StackedBlock { corner, extended, edge: FRAME_EDGE };
        let frame = Rect::at(corner, size).grown(FRAME);
        visible_in_stack(state, &slot.slots, frame, block).each(|part| list.rect(PaintRole::Block, part));
    }
}
