//! Draws arrows from source cells to the cells that are computed from them: arcs with an edge in the colour of the background, so that
//! they are seen on every cell and are not taken for borders.

use crate::scene::Slots;
use crate::{Arrangement, DisplayList, PaintRole, Panel, Point, Rect, Scene, clamp};

/// How far an arc is from the straight line in its middle, in parts of its length, and at least and at most in cells.
const BEND: f64 = 0.16;
const BENDS: [f64; 2] = [0.5, 1.2];
/// The number of lines of an arc.
const STEPS: u32 = 12;
/// The length of the two lines of a head, in parts of a cell, and the smallest and the largest one in CSS pixels.
const HEAD: f64 = 0.2;
const HEADS: [f64; 2] = [5.0, 14.0];
/// How wide a head is, in parts of its length.
const WIDE: f64 = 0.55;

/// One end of an arrow.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) panel: Panel,
    pub(super) slots: Slots,
    pub(super) rect: Rect,
}

/// Draws an arrow from a cell to another one; nothing where one of them is behind a block of a stack.
pub(super) fn draw(scene: &Scene, from: End, to: End, list: &mut DisplayList) {
    let is_behind = |end: &End| scene.grids.stacked.is_some_and(|stacked| end.slots[stacked] > 0);
    if is_behind(&from) || is_behind(&to) || (from.panel == to.panel && from.slots == to.slots) {
        return;
    }
    let (start, end) = (from.rect.middle(), to.rect.middle());
    let (x, y) = (end.x - start.x, end.y - start.y);
    let length = length_of(x, y);
    let cell = scene.layout().cell.size;
    let side = cell.w.min(cell.h);
    let bend = clamp(BEND * length, BENDS[0] * side, BENDS[1] * side) * 2.0 / length.max(1.0);
    // Down from the straight line where it leads across, and to the right where it leads down.
    let turned = if scene.layout().arrangement == Arrangement::Row { x >= 0.0 } else { y < 0.0 };
    let bend = if turned { bend } else { -bend };
    let middle = Point::new((start.x + end.x) / 2.0 - y * bend, (start.y + end.y) / 2.0 + x * bend);
    // No arc and no head leaves the picture.
    let (width, height) = (list.width, list.height);
    let inside = |point: Point| Point::new(clamp(point.x, 0.0, width), clamp(point.y, 0.0, height));
    let middle = inside(middle);
    let (start, tip) = (edge(from.rect, middle), edge(to.rect, middle));
    let mut last = start;
    for step in 1..=STEPS {
        let t = f64::from(step) / f64::from(STEPS);
        let (one, two, three) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        let next =
            Point::new(start.x * one + middle.x * two + tip.x * three, start.y * one + middle.y * two + tip.y * three);
        line(last, next, list);
        last = next;
    }
    let (x, y) = (middle.x - tip.x, middle.y - tip.y);
    let part = clamp(cell.h * HEAD, HEADS[0], HEADS[1]) / length_of(x, y).max(1.0);
    let (x, y) = (x * part, y * part);
    line(inside(tip.moved(x - y * WIDE, y + x * WIDE)), tip, list);
    line(inside(tip.moved(x + y * WIDE, y - x * WIDE)), tip, list);
}

/// The length of a line.
fn length_of(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Draws a line with its edge.
fn line(from: Point, to: Point, list: &mut DisplayList) {
    list.line(PaintRole::ProvenanceEdge, from, to);
    list.line(PaintRole::ProvenanceLine, from, to);
}

/// The point of a rectangle's edge in the direction of another point.
fn edge(rect: Rect, towards: Point) -> Point {
    let middle = rect.middle();
    let (x, y) = (towards.x - middle.x, towards.y - middle.y);
    let part = (rect.w / 2.0 / x.abs().max(f64::EPSILON)).min(rect.h / 2.0 / y.abs().max(f64::EPSILON)).min(1.0);
    middle.moved(x * part, y * part)
}
