//! Blocks stacked in depth: what of a block the one in front of it leaves to be seen.
//!
//! The painters draw ink by ink, not block by block, so nothing is painted over: a covered part is not drawn at all.

use super::{FrameState, Kind, MAX_DRAWN, OperandId, Panel, Rect, Scene, SceneCell};

/// The paper between the edge of a block and what shows behind it.
const EDGE: f64 = 1.5;
/// What is narrower than this is not drawn.
const SLIVER: f64 = 1.0;

/// What is left of a rectangle: nothing, one part, or what stands above the cover and what stands to the right of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Parts {
    above: Option<Rect>,
    beside: Option<Rect>,
    /// Whether nothing of it is covered.
    pub(super) whole: bool,
}

impl Parts {
    pub(super) const fn whole(rect: Rect) -> Self {
        Self { above: Some(rect), beside: None, whole: true }
    }

    /// What of `rect` is not behind `cover`, whose lower left corner no part of it passes.
    fn outside(rect: Rect, cover: Rect) -> Self {
        let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
        let above = Rect { h: rect.h.min(cover.y - rect.y), ..rect };
        let (x, y) = (rect.x.max(cover.x + cover.w), rect.y.max(cover.y));
        let beside = Rect { x, y, w: right - x, h: lower - y };
        let seen = |part: Rect| (part.w >= SLIVER && part.h >= SLIVER).then_some(part);
        Self { above: seen(above), beside: seen(beside), whole: above.h == rect.h || beside == rect }
    }

    /// The parts there are, the one above first.
    pub(super) fn each(self, mut draw: impl FnMut(Rect)) {
        if let Some(part) = self.above {
            draw(part);
        }
        if let Some(part) = self.beside {
            draw(part);
        }
    }

    /// The first part there is.
    pub(super) fn first(self) -> Option<Rect> {
        self.above.or(self.beside)
    }

    /// The same parts, each elsewhere.
    pub(super) fn map(self, to: impl Fn(Rect) -> Rect) -> Self {
        Self { above: self.above.map(&to), beside: self.beside.map(&to), ..self }
    }
}

impl Scene {
    /// What is to be seen of a cell that stands at `rect`.
    pub(super) fn uncovered(&self, panel: Panel, cell: &SceneCell, rect: Rect, state: &FrameState<'_>) -> Parts {
        let Some(depth) = self.stacked.filter(|&depth| cell.slots[depth] > 0) else {
            return Parts::whole(rect);
        };
        let shows_gap = |depth: usize| self.layout.axes[depth].folded.index(usize::from(cell.slots[depth])).is_none();
        if cell.kind == Kind::Gap && (shows_gap(depth) || (depth + 1..self.layout.axes.len()).any(shows_gap)) {
            // The mark for hidden blocks stands clear of the block in front.
            return Parts::whole(rect);
        }
        let stretch = panel.operand().map(|side| state.stretch[side as usize]);
        let stretched = |depth: usize| stretch.map_or(1.0, |axes| axes[depth]);
        let inner = |depth: usize| self.aligned.offsets[depth][usize::from(cell.slots[depth])] * stretched(depth);
        let corner = (rect.x - inner(0), rect.y - inner(1));
        let aligning = panel.operand().map(|side| (side, state.align));
        Parts::outside(rect, self.cover(&cell.slots, corner, stretched(depth), aligning))
    }

    /// What is to be seen of the place of the aligned layout that a cell of the result stands for, in any panel.
    pub(super) fn slot_of(&self, panel: Panel, cell: &SceneCell) -> Parts {
        let (x, y) = self.layout.origins[panel.number()];
        let (dx, dy) = cell.aligned;
        if self.stacked.is_none_or(|depth| cell.slots[depth] == 0) {
            return Parts::whole(self.rect_at(cell, x + dx, y + dy));
        }
        let inner = |depth: usize| self.aligned.offsets.get(depth).map_or(0.0, |at| at[usize::from(cell.slots[depth])]);
        let corner = (x + dx - inner(0), y + dy - inner(1), 1.0);
        self.uncovered_slot(&cell.slots, self.rect_at(cell, x + dx, y + dy), corner, 0.0)
    }

    /// How far what one index of a drawn axis holds reaches above its first block.
    pub(super) fn rise_within(&self, depth: usize) -> f64 {
        if self.stacked.is_some_and(|stacked| stacked < depth) { self.aligned.rise } else { 0.0 }
    }

    /// What is to be seen of what stands at `rect` in the block whose first place is at `(x, y)` when the stack is drawn
    /// out as far as `stretched`; the block in front of it is larger by `edge`.
    pub(super) fn uncovered_slot(
        &self,
        slots: &[u16; MAX_DRAWN],
        rect: Rect,
        (x, y, stretched): (f64, f64, f64),
        edge: f64,
    ) -> Parts {
        if self.stacked.is_none_or(|depth| slots[depth] == 0) {
            return Parts::whole(rect);
        }
        Parts::outside(rect, self.cover(slots, (x, y), stretched, None).grown(edge))
    }

    /// The block in front of the one at `places`, whose first cell has its upper left corner at `corner`; `stretched` is
    /// how far the stack has been drawn out, `aligning` whose block it is while that grows into the aligned one.
    fn cover(
        &self,
        slots: &[u16; MAX_DRAWN],
        corner: (f64, f64),
        stretched: f64,
        aligning: Option<(OperandId, f64)>,
    ) -> Rect {
        let depth = self.stacked.unwrap_or(0);
        let (offsets, slot) = (&self.aligned.offsets[depth], usize::from(slots[depth]));
        // Hidden blocks cover what is behind them too: their mark stands in the strip that they leave.
        let step = (offsets[slot] - offsets[slot.saturating_sub(1)]) * stretched;
        let (mut w, mut h) = self.block_within(depth);
        if let Some((side, part)) = aligning.filter(|&(_, part)| part < 1.0) {
            let given = self.given[side as usize].extents[depth - 1];
            (w, h) = (given.0 + (w - given.0) * part, given.1 + (h - given.1) * part);
        }
        Rect { x: corner.0 - step, y: corner.1 + step, w, h }.grown(EDGE)
    }

    /// How far the last block of a panel's stack stands above the first one at a moment.
    pub(super) fn stack_of(&self, panel: Panel, state: &FrameState<'_>) -> f64 {
        let own = panel.operand().map_or(self.aligned.rise, |side| self.given[side as usize].rise);
        own + (self.aligned.rise - own) * self.stack_stretch(panel, state)
    }

    /// How far a panel's stack has been drawn out: 1 but for an operand that is yet to be stretched in depth.
    pub(super) fn stack_stretch(&self, panel: Panel, state: &FrameState<'_>) -> f64 {
        match (panel.operand(), self.stacked) {
            (Some(side), Some(depth)) if self.stretches_at(panel, depth) => state.stretch[side as usize][depth],
            // In a clash nothing is stretched, but what has no partner is crossed out.
            (Some(_), Some(_)) if self.operation.shape().is_none() => state.align,
            _ => 1.0,
        }
    }

    /// Whether the panel's tensor is stretched along a drawn axis.
    pub(super) fn stretches_at(&self, panel: Panel, depth: usize) -> bool {
        panel.operand().is_some_and(|side| self.operation.stretches(side, self.layout.axes[depth].axis))
    }
}
