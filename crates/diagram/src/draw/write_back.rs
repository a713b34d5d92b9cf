//! Draws how a result is written back into `a`.

use super::Frame;
use super::cells::draw_cell;
use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::measure::GLYPH_WIDTH;
use crate::position::{cell_rect, visible_cell};
use crate::scene::SceneCell;
use crate::{ChapterKind, DisplayList, PaintRole, Panel, Rect, Writing};
use tensor_broadcasting::OperandId;

/// How near a result comes to `a` that cannot be written there.
const NEARER: f64 = 0.4;

/// The least height of a cell in which it stands how its element was computed, in CSS pixels; the font size of that, in parts of that of the
/// element, and the smallest one in CSS pixels; and how far from the middle both stand, in parts of the height.
const MIN_HEIGHT: f64 = 40.0;
const SMALL: f64 = 0.5;
const MIN_SMALL: f64 = 10.0;
const ABOVE: f64 = 0.12;
const BELOW: f64 = 0.3;

/// Draws how the result goes into `a`.
pub(super) fn draw(frame: &Frame<'_>, list: &mut DisplayList) {
    let state = &frame.state;
    let progress = state.chapter_progress();
    let moved = match state.chapter().kind {
        ChapterKind::WriteBack(Writing::Fits) => progress,
        ChapterKind::WriteBack(Writing::NotWritable) => NEARER * 4.0 * progress * (1.0 - progress),
        _ => return,
    };
    if moved <= 0.0 {
        return;
    }
    let layout = state.scene.layout();
    let [to, from] = [Panel::Operand(OperandId::A), Panel::Result].map(|panel| layout.origin(panel));
    let (x, y) = ((to.x - from.x) * moved, (to.y - from.y) * moved);
    for cell in state.scene.cells(Panel::Result).iter().filter(|cell| !cell.is_gap()) {
        let Some(rect) = cell_rect(state, Panel::Result, cell) else { continue };
        let parts = visible_cell(state, Panel::Result, cell, rect);
        let parts = parts.map(|part| Rect { x: part.x + x, y: part.y + y, ..part });
        match parts.first().filter(|_| moved >= 1.0 && parts.is_whole) {
            Some(rect) if draw_with_operands(state, cell, rect, list) => {}
            _ => draw_cell(state, Panel::Result, PaintRole::LiftedResult, cell, parts, list),
        }
    }
}

/// Draws an element of `a` with what it was before and what was added to it, small: `10+1` under `11`. `false` where there is no room.
fn draw_with_operands(state: &FrameState<'_>, cell: &SceneCell, rect: Rect, list: &mut DisplayList) -> bool {
    let scene = state.scene;
    let text = |operand: OperandId| {
        let panel = Panel::Operand(operand);
        Some(scene.text_of(&scene.cells(panel)[scene.number_at(panel, &cell.slots)?]))
    };
    let sign = scene.operation().sign();
    let (Some(font), Some(a), Some(b)) = (scene.layout().cell.font, text(OperandId::A), text(OperandId::B)) else {
        return false;
    };
    let characters = |text: &str| text.chars().count();
    let length = characters(a) + characters(sign) + characters(b);
    let small = (font * SMALL).min(0.9 * rect.w / (length as f64 * GLYPH_WIDTH));
    if rect.h < MIN_HEIGHT || small < MIN_SMALL || characters(sign) > 2 || a.is_empty() || b.is_empty() {
        return false;
    }
    let (role, middle) = (PaintRole::LiftedResult, rect.middle());
    list.rect(role, rect);
    list.label(role, middle.moved(0.0, -ABOVE * rect.h), TextStyle::middle(font), scene.text_of(cell));
    let wording = [format_args!("{a}{sign}{b}")];
    _ = list.label_within(role, middle.moved(0.0, BELOW * rect.h), TextStyle::middle(small), f64::INFINITY, &wording);
    true
}
