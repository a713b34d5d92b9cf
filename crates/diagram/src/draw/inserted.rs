//! Draws a frame around an operand while it gets its leading axes: the block that was all of it becomes one of a longer list.

use crate::frame_state::FrameState;
use crate::position::cell_rect;
use crate::{ChapterKind, DisplayList, PaintRole, Panel, Rect};

/// The distance of the frame from the cells, in CSS pixels, and how much further away it begins.
const DISTANCE: f64 = 3.5;
const APPROACH: f64 = 14.0;
/// Its distance from the edge of the drawing.
const EDGE: f64 = 2.0;

/// Draws the frame around an operand's panel during the chapter that inserts its axes. It fades out in the next chapter.
pub(super) fn draw(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    let Some(operand) = panel.operand() else { return };
    let story = state.scene.story();
    let is_insert = |kind: ChapterKind| kind == ChapterKind::Insert(operand);
    let Some(chapter) = story.chapters().iter().position(|chapter| is_insert(chapter.kind)) else { return };
    let (shown, hidden) = (story.progress(chapter, state.t), story.progress(chapter + 1, state.t));
    if shown <= 0.0 || hidden >= 1.0 {
        return;
    }
    // Repeated elements come only later, so these cells are the operand as it was given.
    let cells = state.scene.cells(panel).iter().filter(|cell| !cell.by_stretching);
    let rects = cells.filter_map(|cell| cell_rect(state, panel, cell));
    if let Some(extent) = rects.reduce(union) {
        list.layer_mut(PaintRole::Inserted).alpha = shown * (1.0 - hidden);
        let frame = extent.grown(DISTANCE + APPROACH * (1.0 - shown));
        let (x, y) = (frame.x.max(EDGE), frame.y.max(EDGE));
        let (right, lower) = ((frame.x + frame.w).min(list.width - EDGE), (frame.y + frame.h).min(list.height - EDGE));
        list.rect(PaintRole::Inserted, Rect { x, y, w: right - x, h: lower - y });
    }
}

/// The smallest rectangle around two others.
fn union(one: Rect, two: Rect) -> Rect {
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let (right, lower) = ((one.x + one.w).max(two.x + two.w), (one.y + one.h).max(two.y + two.h));
    Rect { x, y, w: right - x, h: lower - y }
}
