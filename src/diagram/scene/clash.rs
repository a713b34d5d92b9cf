//! The clash as a scene: the two sizes side by side, what has no partner, and what stretching would have needed.

use super::cells::short_size;
use super::{Anchor, ChapterKind, Direction, Frame, Ink, Kind, MAX_DRAWN, Moment, Panel, Rect, Scene, Side, Writing};
use crate::broadcast::{AxisRole, Pair};
use crate::diagram::Layout;

/// At most so many clashes are drawn beside each other's sizes.
const DRAWN: usize = 3;
/// The height that one of them takes.
const STEP: f64 = 78.0;
/// How many cells of a size are drawn, the gap's place included.
const CELLS: u64 = 9;
/// The side of such a cell, and its distance from the next.
const CELL: (f64, f64) = (15.0, 18.0);

/// The letters of both sizes of each axis that clashes.
pub(super) fn letters(pair: &Pair) -> Vec<(usize, [String; 2])> {
    let clashes = pair.outcome().err().map_or(&[][..], |mismatch| mismatch.clashes());
    clashes.iter().map(|clash| (clash.axis, [short_size(clash.a), short_size(clash.b)])).collect()
}

/// The room that the clashes of a pair take in the result's panel.
pub(super) fn least(pair: &Pair) -> (f64, f64) {
    match pair.outcome() {
        Ok(_) => (0.0, 0.0),
        Err(mismatch) => (238.0, STEP * mismatch.clashes().len().clamp(1, DRAWN) as f64 + 8.0),
    }
}

/// The heights of what a clash shows in each panel: the operands where they stand, with what has no partner, and the sizes
/// beside each other.
pub(super) fn heights(pair: &Pair, layout: &Layout) -> [f64; 3] {
    let aligned = layout.grid(|axis| axis.size);
    let of = |side: Side| {
        if pair.alignment().shape(side).contains(&0) {
            // An empty operand is a frame as large as all of it.
            return aligned.size.1;
        }
        let mut height = layout.cell.h + aligned.rise;
        for (depth, (axis, offsets)) in layout.axes.iter().zip(&aligned.offsets).enumerate() {
            let at = pair.alignment().axes()[axis.axis];
            let own = at.size(side);
            let size = if at.role == AxisRole::Clash { axis.size } else { own };
            if let (true, Some(inner)) = (own < size, depth.checked_sub(1)) {
                // What has no partner is crossed out whole.
                height = height.max(aligned.extents[inner].1);
            }
            let drawn = |&place: &usize| axis.slots.index(place).unwrap_or(axis.slots.head) < size;
            let last = (0..offsets.len()).rev().find(drawn).map_or(0.0, |place| offsets[place]);
            height += if axis.direction == Direction::Down { last } else { 0.0 };
        }
        height
    };
    let [a, b] = Side::BOTH.map(of);
    [a, b, least(pair).1]
}

impl Scene {
    /// What a clash leaves without a partner, and what does not fit into `a`.
    pub(super) fn draw_clash(&self, moment: &Moment<'_>, frame: &mut Frame) {
        let chapter = &self.story.chapters()[moment.chapter];
        match chapter.kind {
            ChapterKind::Clash | ChapterKind::OtherClashes => {
                for (axis, _) in self.clashes_told(moment) {
                    self.draw_unpartnered(*axis, frame);
                }
                self.draw_both_sizes(moment, frame);
            }
            ChapterKind::WriteBack(Writing::DoesNotFit) => {
                for cell in self.cells[2].iter().filter(|cell| cell.outside_a && cell.kind != Kind::Gap) {
                    self.place_of(Panel::Result, cell).each(|part| cross(part, frame));
                }
            }
            _ => {}
        }
    }

    /// The axes whose clash has been told by now, the last axis first.
    pub(super) fn clashes_told(&self, moment: &Moment<'_>) -> &[(usize, [String; 2])] {
        match self.story.chapters()[moment.chapter].kind {
            ChapterKind::OtherClashes => &self.clashes,
            ChapterKind::Clash => self.clashes.get(..1).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Marks the places along a clashing axis that only the other operand has.
    fn draw_unpartnered(&self, axis: usize, frame: &mut Frame) {
        let Some(depth) = self.layout.axes.iter().position(|drawn| drawn.axis == axis) else { return };
        let drawn = &self.layout.axes[depth];
        let at = self.pair.alignment().axes()[axis];
        if at.role != AxisRole::Clash {
            return;
        }
        for side in Side::BOTH {
            let size = at.size(side);
            let (x, y) = self.layout.origins[side as usize];
            let inner = self.block_within(depth);
            for place in 0..drawn.slots.places() {
                if drawn.slots.index(place).is_none_or(|index| index < size) {
                    continue;
                }
                let offset = self.aligned.offsets[depth][place];
                let top = y - self.rise_within(depth);
                let rect = match drawn.direction {
                    Direction::Across => Rect { x: x + offset, y: top, w: inner.0, h: inner.1 },
                    Direction::Down => Rect { x, y: top + offset, w: inner.0, h: inner.1 },
                    Direction::Depth => Rect { x: x + offset, y: y - offset, w: inner.0, h: inner.1 },
                };
                if drawn.direction != Direction::Depth {
                    cross(rect, frame);
                    continue;
                }
                let mut places = [0; MAX_DRAWN];
                places[depth] = u16::try_from(place).unwrap_or(0);
                self.uncovered_place(&places, rect, (rect.x, rect.y, 1.0), 0.0).each(|part| cross(part, frame));
            }
        }
    }

    /// In the result's panel: each of the told axes with its two sizes, one under the other, and the places of the
    /// longer one that the shorter one cannot fill.
    fn draw_both_sizes(&self, moment: &Moment<'_>, frame: &mut Frame) {
        let (x, y) = self.layout.origins[2];
        let mut y = y - self.aligned.rise;
        let start = (Anchor::Start, false);
        let clashes = self.clashes_told(moment);
        for (axis, [a, b]) in clashes.iter().take(DRAWN) {
            let name = self.labels.axis;
            let heading = [format_args!("{name} {axis}: {a} ≠ {b}")];
            frame.label_within(Ink::Clash, (x, y + 9.0), 15.0, start, f64::INFINITY, &heading);
            let sizes = Side::BOTH.map(|side| self.pair.alignment().axes()[*axis].size(side));
            let longest = sizes[0].max(sizes[1]).min(CELLS);
            for (side, ink) in [(Side::A, Ink::FlyingA), (Side::B, Ink::FlyingB)] {
                let size = sizes[side as usize];
                let top = y + 24.0 + 22.0 * f64::from(side as u8);
                let middle = top + CELL.0 / 2.0;
                frame.label(Ink::Bracket, (x, middle), 12.0, start, side.name());
                for place in 0..longest {
                    let left = x + 16.0 + CELL.1 * place as f64;
                    let rect = Rect { x: left, y: top, w: CELL.0, h: CELL.0 };
                    if size > CELLS && place + 2 == CELLS {
                        frame.label(Ink::Bracket, (left + CELL.0 / 2.0, middle), 12.0, (Anchor::Middle, false), "⋯");
                    } else if place < size {
                        frame.rect(ink, rect);
                    } else {
                        cross(rect, frame);
                    }
                }
                let letters = if side == Side::A { a } else { b };
                let end = x + 22.0 + CELL.1 * longest as f64;
                frame.label(Ink::Bracket, (end, middle), 12.0, start, letters);
            }
            y += STEP;
        }
        let rest = clashes.len().saturating_sub(DRAWN);
        if rest > 0 {
            let more = [format_args!("+ {rest}")];
            frame.label_within(Ink::Clash, (x + 190.0, y - STEP + 9.0), 12.0, start, f64::INFINITY, &more);
        }
        frame.label(Ink::Bracket, (x, y - 4.0), 12.0, start, self.labels.stretches);
    }
}

/// Crosses a rectangle out.
fn cross(rect: Rect, frame: &mut Frame) {
    let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
    frame.rect(Ink::Clash, rect);
    frame.line(Ink::Clash, (rect.x, rect.y), (right, lower));
    frame.line(Ink::Clash, (rect.x, lower), (right, rect.y));
}
