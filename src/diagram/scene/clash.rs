//! The clash as a scene: the two sizes side by side, what has no partner, and what stretching would have needed.

use super::cells::short_size;
use super::{
    Anchor, ChapterKind, Direction, DisplayList, FrameState, Kind, MAX_DRAWN, OperandId, PaintRole, Panel, Rect, Scene,
    Writing,
};
use crate::broadcast::Operation;
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
pub(super) fn letters(operation: &Operation) -> Vec<(usize, [String; 2])> {
    let clashes = operation.outcome().err().map_or(&[][..], |mismatch| mismatch.clashes());
    let axes = operation.alignment().axes();
    clashes.iter().map(|&axis| (axis, OperandId::ALL.map(|operand| short_size(axes[axis].size(operand))))).collect()
}

/// The room that the clashes of an operation take in the result's panel.
pub(super) fn least(operation: &Operation) -> (f64, f64) {
    match operation.outcome() {
        Ok(_) => (0.0, 0.0),
        Err(mismatch) => (238.0, STEP * mismatch.clashes().len().clamp(1, DRAWN) as f64 + 8.0),
    }
}

/// The heights of what a clash shows in each panel: the operands where they stand, with what has no partner, and the sizes
/// beside each other.
pub(super) fn heights(operation: &Operation, layout: &Layout) -> [f64; 3] {
    let aligned = layout.grid(|axis| axis.size);
    let of = |side: OperandId| {
        if operation.alignment().shape(side).contains(&0) {
            // An empty operand is a frame as large as all of it.
            return aligned.size.1;
        }
        let mut height = layout.cell.h + aligned.rise;
        for (depth, (axis, offsets)) in layout.axes.iter().zip(&aligned.offsets).enumerate() {
            let at = &operation.alignment().axes()[axis.axis];
            let own = at.size(side);
            let size = if at.clashes() { axis.size } else { own };
            if let (true, Some(inner)) = (own < size, depth.checked_sub(1)) {
                // What has no partner is crossed out whole.
                height = height.max(aligned.extents[inner].1);
            }
            let drawn = |&slot: &usize| axis.folded.index(slot).unwrap_or(axis.folded.head) < size;
            let last = (0..offsets.len()).rev().find(drawn).map_or(0.0, |slot| offsets[slot]);
            height += if axis.direction == Direction::Down { last } else { 0.0 };
        }
        height
    };
    let [a, b] = OperandId::ALL.map(of);
    [a, b, least(operation).1]
}

impl Scene {
    /// What a clash leaves without a partner, and what does not fit into `a`.
    pub(super) fn draw_clash(&self, state: &FrameState<'_>, list: &mut DisplayList) {
        let chapter = &self.story.chapters()[state.chapter];
        match chapter.kind {
            ChapterKind::Clash | ChapterKind::OtherClashes => {
                for (axis, _) in self.clashes_shown(state) {
                    self.draw_unpartnered(*axis, list);
                }
                self.draw_both_sizes(state, list);
            }
            ChapterKind::WriteBack(Writing::DoesNotFit) => {
                for cell in self.cells[2].iter().filter(|cell| cell.outside_a && cell.kind != Kind::Gap) {
                    self.slot_of(Panel::Result, cell).each(|part| cross(part, list));
                }
            }
            _ => {}
        }
    }

    /// The axes whose clash has been told by now, the last axis first.
    pub(super) fn clashes_shown(&self, state: &FrameState<'_>) -> &[(usize, [String; 2])] {
        match self.story.chapters()[state.chapter].kind {
            ChapterKind::OtherClashes => &self.clashes,
            ChapterKind::Clash => self.clashes.get(..1).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Marks the places along a clashing axis that only the other operand has.
    fn draw_unpartnered(&self, axis: usize, list: &mut DisplayList) {
        let Some(depth) = self.layout.axes.iter().position(|drawn| drawn.axis == axis) else { return };
        let drawn = &self.layout.axes[depth];
        let at = &self.operation.alignment().axes()[axis];
        if !at.clashes() {
            return;
        }
        for side in OperandId::ALL {
            let size = at.size(side);
            let (x, y) = self.layout.origins[side as usize];
            let inner = self.block_within(depth);
            for slot in 0..drawn.folded.slots() {
                if drawn.folded.index(slot).is_none_or(|index| index < size) {
                    continue;
                }
                let offset = self.aligned.offsets[depth][slot];
                let top = y - self.rise_within(depth);
                let rect = match drawn.direction {
                    Direction::Across => Rect { x: x + offset, y: top, w: inner.0, h: inner.1 },
                    Direction::Down => Rect { x, y: top + offset, w: inner.0, h: inner.1 },
                    Direction::Depth => Rect { x: x + offset, y: y - offset, w: inner.0, h: inner.1 },
                };
                if drawn.direction != Direction::Depth {
                    cross(rect, list);
                    continue;
                }
                let mut slots = [0; MAX_DRAWN];
                slots[depth] = u16::try_from(slot).unwrap_or(0);
                self.uncovered_slot(&slots, rect, (rect.x, rect.y, 1.0), 0.0).each(|part| cross(part, list));
            }
        }
    }

    /// In the result's panel: each of the told axes with its two sizes, one under the other, and the places of the
    /// longer one that the shorter one cannot fill.
    fn draw_both_sizes(&self, state: &FrameState<'_>, list: &mut DisplayList) {
        let (x, y) = self.layout.origins[2];
        let mut y = y - self.aligned.rise;
        let start = (Anchor::Start, false);
        let clashes = self.clashes_shown(state);
        for (axis, [a, b]) in clashes.iter().take(DRAWN) {
            let name = self.labels.axis;
            let heading = [format_args!("{name} {axis}: {a} ≠ {b}")];
            list.label_within(PaintRole::Clash, (x, y + 9.0), 15.0, start, f64::INFINITY, &heading);
            let sizes = OperandId::ALL.map(|side| self.operation.alignment().axes()[*axis].size(side));
            let longest = sizes[0].max(sizes[1]).min(CELLS);
            for (side, ink) in [(OperandId::A, PaintRole::MovingA), (OperandId::B, PaintRole::MovingB)] {
                let size = sizes[side as usize];
                let top = y + 24.0 + 22.0 * f64::from(side as u8);
                let middle = top + CELL.0 / 2.0;
                list.label(PaintRole::Bracket, (x, middle), 12.0, start, side.name());
                for slot in 0..longest {
                    let left = x + 16.0 + CELL.1 * slot as f64;
                    let rect = Rect { x: left, y: top, w: CELL.0, h: CELL.0 };
                    if size > CELLS && slot + 2 == CELLS {
                        list.label(
                            PaintRole::Bracket,
                            (left + CELL.0 / 2.0, middle),
                            12.0,
                            (Anchor::Middle, false),
                            "⋯",
                        );
                    } else if slot < size {
                        list.rect(ink, rect);
                    } else {
                        cross(rect, list);
                    }
                }
                let letters = if side == OperandId::A { a } else { b };
                let end = x + 22.0 + CELL.1 * longest as f64;
                list.label(PaintRole::Bracket, (end, middle), 12.0, start, letters);
            }
            y += STEP;
        }
        let rest = clashes.len().saturating_sub(DRAWN);
        if rest > 0 {
            let more = [format_args!("+ {rest}")];
            list.label_within(PaintRole::Clash, (x + 190.0, y - STEP + 9.0), 12.0, start, f64::INFINITY, &more);
        }
        list.label(PaintRole::Bracket, (x, y - 4.0), 12.0, start, self.labels.stretches);
    }
}

/// Crosses a rectangle out.
fn cross(rect: Rect, list: &mut DisplayList) {
    let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
    list.rect(PaintRole::Clash, rect);
    list.line(PaintRole::Clash, (rect.x, rect.y), (right, lower));
    list.line(PaintRole::Clash, (rect.x, lower), (right, rect.y));
}
