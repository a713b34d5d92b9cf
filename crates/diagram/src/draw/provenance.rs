//! Draws lines from source cells to the cells that are computed from them. The lines run in the gaps between cells and beside
//! the panels, so they cover no value and no text.

use crate::measure::text_width;
use crate::scene::Slots;
use crate::{Arrangement, DisplayList, PaintRole, Panel, Point, Rect, Scene};

/// The distance from a panel's cells of a line that leads from the first operand to another panel, and how much further away are the
/// lines of the last operand, in CSS pixels. There is no more space around the panels of a picture.
const BESIDE: f64 = 4.5;
const LAST: f64 = 3.0;
/// The opacity of the lines.
const ALPHA: f64 = 0.85;

/// One end of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) panel: Panel,
    pub(super) slots: Slots,
    pub(super) rect: Rect,
}

/// Draws a line from a cell to another one; nothing where one of them is behind a block of a stack, where no gap leads to it.
pub(super) fn draw(scene: &Scene, from: End, to: End, list: &mut DisplayList) {
    let is_behind = |end: &End| scene.grids.stacked.is_some_and(|stacked| end.slots[stacked] > 0);
    if is_behind(&from) || is_behind(&to) || (from.panel == to.panel && from.slots == to.slots) {
        return;
    }
    let last = scene.operation().operands().len() - 1;
    let distance = BESIDE + LAST * from.panel.index() as f64 / last as f64;
    let half_gap = scene.layout().cell.gap / 2.0;
    let panel = scene.layout().panel_rect(from.panel, &scene.grids.aligned);
    let (start, end) = (from.rect, to.rect);
    let (from_middle, to_middle) = (start.middle(), end.middle());
    list.layer_mut(PaintRole::ProvenanceLine).alpha = ALPHA;
    if from.panel == to.panel {
        // Below the row of the source, then up or down beside the column of the other cell.
        let (below, beside) = (start.y + start.h + half_gap, end.x - half_gap);
        let path = [
            Point::new(from_middle.x, start.y + start.h),
            Point::new(from_middle.x, below),
            Point::new(beside, below),
            Point::new(beside, to_middle.y),
            Point::new(end.x, to_middle.y),
        ];
        draw_path(&path, list);
    } else if scene.layout().arrangement == Arrangement::Row {
        // Down beside the column of the source, below the panels, and up beside the column of the other cell.
        let (beside, other) = (start.x + start.w + half_gap, end.x - half_gap);
        let below = lowest(panel.y + panel.h, list) + distance;
        let path = [
            Point::new(start.x + start.w, from_middle.y),
            Point::new(beside, from_middle.y),
            Point::new(beside, below),
            Point::new(other, below),
            Point::new(other, to_middle.y),
            Point::new(end.x, to_middle.y),
        ];
        draw_path(&path, list);
    } else {
        // The same to the right of panels and titles that are one under the other.
        let (below, other) = (start.y + start.h + half_gap, end.y - half_gap);
        let beside = panel.x - scene.layout().lanes().w + scene.layout().panel_width + distance;
        let path = [
            Point::new(from_middle.x, start.y + start.h),
            Point::new(from_middle.x, below),
            Point::new(beside, below),
            Point::new(beside, other),
            Point::new(to_middle.x, other),
            Point::new(to_middle.x, end.y),
        ];
        draw_path(&path, list);
    }
}

/// The lower end of the panels: that of their cells, or of a text beside them that is longer.
fn lowest(cells: f64, list: &DisplayList) -> f64 {
    let labels =
        [PaintRole::Bracket, PaintRole::BracketHighlighted].into_iter().flat_map(|role| &list.layer(role).labels);
    let ends =
        labels.filter(|label| label.upright).map(|label| label.y + text_width(list.text_of(label), label.size) / 2.0);
    ends.fold(cells, f64::max)
}

/// Draws the lines of a path.
fn draw_path(path: &[Point], list: &mut DisplayList) {
    for ends in path.windows(2) {
        list.line(PaintRole::ProvenanceLine, ends[0], ends[1]);
    }
}
