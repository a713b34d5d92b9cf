//! Draws the tray of an operand that gets its leading axes: a frame with the bracket, the mark and the size of the new axis, 1. It comes
//! from where the axis has its last index to where it has its first one, and takes the operand in: what was all of it becomes one of a
//! longer list.

use crate::frame_state::FrameState;
use crate::position::cell_rect;
use crate::{ChapterKind, Direction, DisplayList, PaintRole, Panel, Rect, ease_in_out};

/// The distance of the tray from the cells, in CSS pixels, and how much larger it begins where it has no way to come.
const DISTANCE: f64 = 3.5;
const APPROACH: f64 = 14.0;
/// Its distance from the edge of the drawing.
const EDGE: f64 = 2.0;
/// How steeply it appears: in a fourth of the time. And the part of the time of the next chapter in which it fades.
const APPEARS: f64 = 4.0;
const FADE: f64 = 0.3;

/// Draws the tray of an operand in the chapter that inserts its axes. It fades in the next chapter.
pub(super) fn draw(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    let Some(operand) = panel.operand() else { return };
    let is_insert = |kind: ChapterKind| kind == ChapterKind::Insert(operand);
    let chapters = state.scene.story().chapters();
    let Some(chapter) = chapters.iter().position(|chapter| is_insert(chapter.kind)) else { return };
    let time = state.t - chapter as f64;
    if time <= -1.0 || time >= FADE {
        return;
    }
    // Repeated elements come only later, so these cells are the operand as it was given.
    let cells = state.scene.cells(panel).iter().filter(|cell| !cell.by_stretching);
    let rects = cells.filter_map(|cell| cell_rect(state, panel, cell));
    let Some(extent) = rects.reduce(union) else { return };
    let layout = state.scene.layout();
    let (origin, lanes) = (layout.origin(panel), layout.lanes());
    let (_, way, shift) = state.tray(operand);
    let larger = if way > 0.0 { 0.0 } else { APPROACH * (1.0 - ease_in_out(time + 1.0)) };
    let mut tray = extent.grown(DISTANCE + larger);
    for (nesting, axis) in layout.axes.iter().enumerate() {
        if state.scene.inserted_in[operand.position()][nesting].is_none() {
            continue;
        }
        // The bracket of a new axis is the outermost one.
        tray = union(
            tray,
            match axis.direction {
                Direction::Across => Rect { y: origin.y - layout.rises[panel.index()] - lanes.h - DISTANCE, ..tray },
                Direction::Down | Direction::Depth => Rect { x: origin.x - lanes.w - DISTANCE, ..tray },
            },
        );
    }
    let (x, y) = ((tray.x + shift.x).max(EDGE), (tray.y + shift.y).max(EDGE));
    let (right, lower) =
        ((tray.x + tray.w + shift.x).min(list.width - EDGE), (tray.y + tray.h + shift.y).min(list.height - EDGE));
    list.layer_mut(PaintRole::tray(operand)).alpha = (APPEARS * (1.0 + time)).min(1.0 - time.max(0.0) / FADE);
    list.rect(PaintRole::tray(operand), Rect { x, y, w: right - x, h: lower - y });
}

/// The smallest rectangle around two others.
fn union(one: Rect, two: Rect) -> Rect {
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let (right, lower) = ((one.x + one.w).max(two.x + two.w), (one.y + one.h).max(two.y + two.h));
    Rect { x, y, w: right - x, h: lower - y }
}
