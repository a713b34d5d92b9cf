//! Draws where an element goes to: a path in the colour of its operand, in the gaps between cells, so that it covers no number. All panels
//! have the same grid, so that a gap of one leads on in the others.

use crate::{Cell, DisplayList, PaintRole, Panel, Point, Rect, Scene, Size, clamp};
use tensor_broadcasting::OperandId;

/// The length of a head, which is half of its width, in parts of a cell, and the smallest and the largest one in CSS pixels; and the
/// distance between its lines.
const HEAD: f64 = 0.15;
const HEADS: [f64; 2] = [3.0, 8.0];
const STEP: f64 = 1.5;
/// The distance between the paths of two operands in one gap, in CSS pixels.
const APART: f64 = 2.25;
/// The texts at which paths have a gap: those that are not in cells; and the space around them, in CSS pixels.
const TEXTS: [PaintRole; 7] = [
    PaintRole::Title,
    PaintRole::TitleA,
    PaintRole::TitleB,
    PaintRole::TitleC,
    PaintRole::TitleResult,
    PaintRole::Bracket,
    PaintRole::BracketHighlighted,
];
const AROUND_TEXT: f64 = 3.0;
/// How far the frame around cells is from them, in CSS pixels.
const MARGIN: f64 = 1.5;

/// The paths from the elements of one operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paths {
    role: PaintRole,
    /// Where they are beside the cells that they begin and end at: -1 above them and at their left, 1 below them and at their right.
    side: f64,
    /// The distance of the middle of a gap from a cell, and of them from there, in CSS pixels.
    gap: f64,
    more: f64,
    cell: Size,
    /// Whether the result is neither beside the operand nor below it.
    is_diagonal: bool,
}

impl Paths {
    /// Those of an operand. No two of them that lead to one element are in the same place.
    pub(super) fn of(operand: OperandId, scene: &Scene) -> Self {
        let (side, more) = match (scene.operation().condition(), operand) {
            // An element is taken from one of the other operands.
            (Some(condition), operand) => (if operand == condition { -1.0 } else { 1.0 }, 0.0),
            (None, OperandId::A) => (-1.0, 0.0),
            (None, OperandId::B) => (1.0, 0.0),
            (None, OperandId::C) => (1.0, APART),
        };
        let Cell { size, gap, .. } = scene.layout().cell;
        let [own, result] = [Panel::Operand(operand), Panel::Result].map(|panel| scene.layout().origin(panel));
        let is_diagonal = own.x != result.x && own.y != result.y;
        Self { role: PaintRole::provenance(operand), side, gap: gap / 2.0, more, cell: size, is_diagonal }
    }

    /// Draws a frame around cells that have one source.
    pub(super) fn frame(&self, cells: Rect, list: &mut DisplayList) {
        for role in [PaintRole::ProvenanceEdge, self.role] {
            list.rect(role, cells.grown(MARGIN));
        }
    }

    /// Draws the path from a cell, or from several neighbours, to others: along their row where both are in the same one, else first down or
    /// up, beside the column that it comes from. To a result that is below another operand it leads through the panel of that one.
    pub(super) fn path(&self, from: Rect, to: Rect, list: &mut DisplayList) {
        let Self { side, gap, more, cell, .. } = *self;
        let beside = |rect: Rect| if side < 0.0 { rect.x - gap } else { rect.x + rect.w + gap };
        let below = |rect: Rect| if side < 0.0 { rect.y - gap } else { rect.y + rect.h + gap + more };
        let level = below(to);
        let first = Point::new(to.x + cell.w.min(to.w) / 2.0, to.y + cell.h.min(to.h) / 2.0);
        // From the end that is nearer.
        let near = Point::new(
            if first.x > from.x { from.x + from.w } else { from.x },
            if first.y > from.y { from.y + from.h } else { from.y },
        );
        let start = if self.is_diagonal {
            Point::new(near.x, below(from))
        } else if (from.y - to.y).abs() < 0.5 && (from.h - to.h).abs() < 0.5 {
            Point::new(near.x, level)
        } else {
            Point::new(beside(from), near.y)
        };
        let turn = if self.is_diagonal { beside(to) } else { start.x };
        let points = [start, Point::new(turn, start.y), Point::new(turn, level), Point::new(first.x, level)];
        // Nothing leaves the picture.
        let (width, height) = (list.width, list.height);
        let points =
            points.map(|point| Point::new(clamp(point.x, 1.0, width - 1.0), clamp(point.y, 1.0, height - 1.0)));
        for (&one, &next) in points.iter().zip(&points[1..]) {
            self.between_texts(one, next, list);
        }
        let end = points[3];
        // The head points into the first cell: lines below each other, each shorter than the one before.
        let length = clamp(cell.w.min(cell.h) * HEAD, HEADS[0], HEADS[1]);
        let mut at = 0.0;
        while at < length {
            let (middle, half) = (end.moved(0.0, -side * at), length - at);
            self.line(middle.moved(-half, 0.0), middle.moved(half, 0.0), list);
            at += STEP;
        }
    }

    /// Draws a line, across or down, with a gap at each text that stands beside cells.
    fn between_texts(&self, from: Point, to: Point, list: &mut DisplayList) {
        let is_across = from.y == to.y;
        let (mut at, end, level) = if is_across { (from.x, to.x, from.y) } else { (from.y, to.y, from.x) };
        let point = |at: f64| if is_across { Point::new(at, level) } else { Point::new(level, at) };
        let way = if end < at { -1.0 } else { 1.0 };
        while (end - at) * way > 0.0 {
            // The next text on the way, from its first to its last point.
            let mut next = (end, end);
            for label in TEXTS.into_iter().flat_map(|role| &list.layer(role).labels) {
                let Rect { x, y, w, h } = label.rect(list.text_of(label)).grown(AROUND_TEXT);
                let (low, high, least, most) = if is_across { (x, x + w, y, y + h) } else { (y, y + h, x, x + w) };
                let (first, last) = if way > 0.0 { (low, high) } else { (high, low) };
                if level > least && level < most && (last - at) * way > 0.0 && (next.0 - first) * way > 0.0 {
                    next = (first, last);
                }
            }
            if (next.0 - at) * way > 0.0 {
                self.line(point(at), point(next.0), list);
            }
            at = next.1;
        }
    }

    /// Draws a line with its edge.
    fn line(&self, from: Point, to: Point, list: &mut DisplayList) {
        for role in [PaintRole::ProvenanceEdge, self.role] {
            list.line(role, from, to);
        }
    }
}
