//! The cell that is pointed at: its sources, its copies and its dependants, and the threads that join them.

use super::stacking::Parts;
use super::{CellRef, DisplayList, FrameState, Kind, MAX_DRAWN, OperandId, PaintRole, Panel, Rect, Scene};

/// Up to this many threads are drawn: more would be a carpet.
const MAX_PROVENANCE_LINES: usize = 40;

impl Scene {
    /// Lights everything that belongs to the cell in focus: for an element of the result its two sources, for an
    /// operand's the stored element, every copy of it and every element of the result made of it.
    pub(super) fn draw_highlight(&self, cell_ref: &CellRef, state: &FrameState<'_>, list: &mut DisplayList) {
        let Some(slots) = self.slots_of(&cell_ref.index) else { return };
        match (cell_ref.panel, self.operation.shape()) {
            (panel, None) => _ = self.highlight(panel, &slots, PaintRole::Highlighted, state, list),
            (Panel::Result, Some(_)) => {
                let lit = self.highlight(Panel::Result, &slots, PaintRole::Highlighted, state, list);
                for side in OperandId::ALL {
                    let panel = Panel::Operand(side);
                    let anchor = self.aligned_operand_index(side, slots);
                    let source = self.highlight(panel, &anchor, PaintRole::HighlightedSource, state, list);
                    let copy = if anchor == slots {
                        source
                    } else {
                        self.highlight(panel, &slots, PaintRole::Highlighted, state, list)
                    };
                    provenance_line(source, copy, list);
                    provenance_line(copy.or(source), lit, list);
                }
            }
            (Panel::Operand(side), Some(_)) => self.highlight_dependants(side, slots, state, list),
        }
    }

    fn highlight_dependants(
        &self,
        side: OperandId,
        slots: [u16; MAX_DRAWN],
        state: &FrameState<'_>,
        list: &mut DisplayList,
    ) {
        let anchor = self.aligned_operand_index(side, slots);
        let source = self.highlight(Panel::Operand(side), &anchor, PaintRole::HighlightedSource, state, list);
        for panel in [Panel::Operand(side), Panel::Result] {
            let mut threads = 0;
            for cell in &self.cells[panel.number()] {
                let copy = panel == Panel::Result || cell.slots != anchor;
                if copy && cell.kind != Kind::Gap && self.aligned_operand_index(side, cell.slots) == anchor {
                    let lit = self.highlight(panel, &cell.slots, PaintRole::Highlighted, state, list);
                    threads += 1;
                    if threads <= MAX_PROVENANCE_LINES {
                        provenance_line(source, lit, list);
                    }
                }
            }
        }
    }

    /// The places of the stored element of `side` that is shown at `places`.
    fn aligned_operand_index(&self, side: OperandId, mut slots: [u16; MAX_DRAWN]) -> [u16; MAX_DRAWN] {
        let axes = self.operation.alignment().axes();
        for (slot, axis) in slots.iter_mut().zip(&self.layout.axes) {
            if axes[axis.axis].size(side) == 1 {
                *slot = 0;
            }
        }
        slots
    }

    /// Lights a cell; gives where it is, if it is to be seen. Out of a stack that covers it, what is stored is lifted; of a
    /// ghost only what is to be seen is lit, for lifted it would look like something else.
    fn highlight(
        &self,
        panel: Panel,
        slots: &[u16; MAX_DRAWN],
        ink: PaintRole,
        state: &FrameState<'_>,
        list: &mut DisplayList,
    ) -> Option<Rect> {
        let number = self.at(panel, slots)?;
        let cell = &self.cells[panel.number()][number];
        let own = self.cell_rect(panel, cell, state)?;
        let transition = |part| self.transition(panel, number, part, state);
        let (rect, parts) = (transition(own), self.uncovered(panel, cell, own, state).map(transition));
        if cell.kind == Kind::Repeated && !parts.whole {
            parts.each(|part| list.rect(ink, part));
            return parts.first();
        }
        if !parts.whole {
            let lifted = match panel {
                Panel::Operand(OperandId::A) => PaintRole::MovingA,
                Panel::Operand(OperandId::B) => PaintRole::MovingB,
                Panel::Result => PaintRole::Lifted,
            };
            self.draw_cell(lifted, cell, Parts::whole(rect), list);
        }
        list.rect(ink, rect.grown(1.5));
        Some(rect)
    }
}

/// A line between the middles of two cells.
fn provenance_line(from: Option<Rect>, to: Option<Rect>, list: &mut DisplayList) {
    let (Some(from), Some(to)) = (from, to) else { return };
    let middle = |rect: Rect| (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0);
    if from != to {
        list.layer_mut(PaintRole::ProvenanceLine).alpha = 0.8;
        list.line(PaintRole::ProvenanceLine, middle(from), middle(to));
    }
}
