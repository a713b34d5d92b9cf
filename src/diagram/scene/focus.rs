//! The cell that is pointed at: its sources, its copies and its dependants, and the threads that join them.

use super::depth::Parts;
use super::{Focus, Frame, Ink, Kind, MAX_DRAWN, Moment, Panel, Rect, Scene, Side};

/// Up to this many threads are drawn: more would be a carpet.
const THREADS: usize = 40;

impl Scene {
    /// Lights everything that belongs to the cell in focus: for an element of the result its two sources, for an
    /// operand's the stored element, every copy of it and every element of the result made of it.
    pub(super) fn draw_focus(&self, focus: &Focus, moment: &Moment<'_>, frame: &mut Frame) {
        let Some(places) = self.places_of(&focus.index) else { return };
        match (focus.panel, self.pair.shape()) {
            (panel, None) => _ = self.light(panel, &places, Ink::Lit, moment, frame),
            (Panel::Result, Some(_)) => {
                let lit = self.light(Panel::Result, &places, Ink::Lit, moment, frame);
                for side in Side::BOTH {
                    let panel = Panel::Operand(side);
                    let anchor = self.anchor(side, places);
                    let source = self.light(panel, &anchor, Ink::LitSource, moment, frame);
                    let copy =
                        if anchor == places { source } else { self.light(panel, &places, Ink::Lit, moment, frame) };
                    thread(source, copy, frame);
                    thread(copy.or(source), lit, frame);
                }
            }
            (Panel::Operand(side), Some(_)) => self.light_dependants(side, places, moment, frame),
        }
    }

    fn light_dependants(&self, side: Side, places: [u16; MAX_DRAWN], moment: &Moment<'_>, frame: &mut Frame) {
        let anchor = self.anchor(side, places);
        let source = self.light(Panel::Operand(side), &anchor, Ink::LitSource, moment, frame);
        for panel in [Panel::Operand(side), Panel::Result] {
            let mut threads = 0;
            for cell in &self.cells[panel.number()] {
                let copy = panel == Panel::Result || cell.places != anchor;
                if copy && cell.kind != Kind::Gap && self.anchor(side, cell.places) == anchor {
                    let lit = self.light(panel, &cell.places, Ink::Lit, moment, frame);
                    threads += 1;
                    if threads <= THREADS {
                        thread(source, lit, frame);
                    }
                }
            }
        }
    }

    /// The places of the stored element of `side` that is shown at `places`.
    fn anchor(&self, side: Side, mut places: [u16; MAX_DRAWN]) -> [u16; MAX_DRAWN] {
        let axes = self.pair.alignment().axes();
        for (place, axis) in places.iter_mut().zip(&self.layout.axes) {
            if axes[axis.axis].size(side) == 1 {
                *place = 0;
            }
        }
        places
    }

    /// Lights a cell; gives where it is, if it is to be seen. Out of a stack that covers it, what is stored is lifted; of a
    /// ghost only what is to be seen is lit, for lifted it would look like something else.
    fn light(
        &self,
        panel: Panel,
        places: &[u16; MAX_DRAWN],
        ink: Ink,
        moment: &Moment<'_>,
        frame: &mut Frame,
    ) -> Option<Rect> {
        let number = self.at(panel, places)?;
        let cell = &self.cells[panel.number()][number];
        let own = self.cell_rect(panel, cell, moment)?;
        let passing = |part| self.passing(panel, number, part, moment);
        let (rect, parts) = (passing(own), self.uncovered(panel, cell, own, moment).map(passing));
        if cell.kind == Kind::Ghost && !parts.whole {
            parts.each(|part| frame.rect(ink, part));
            return parts.first();
        }
        if !parts.whole {
            let lifted = match panel {
                Panel::Operand(Side::A) => Ink::FlyingA,
                Panel::Operand(Side::B) => Ink::FlyingB,
                Panel::Result => Ink::Lifted,
            };
            self.draw_cell(lifted, cell, Parts::whole(rect), frame);
        }
        frame.rect(ink, rect.grown(1.5));
        Some(rect)
    }
}

/// A line between the middles of two cells.
fn thread(from: Option<Rect>, to: Option<Rect>, frame: &mut Frame) {
    let (Some(from), Some(to)) = (from, to) else { return };
    let middle = |rect: Rect| (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0);
    if from != to {
        frame.layer_mut(Ink::Thread).alpha = 0.8;
        frame.line(Ink::Thread, middle(from), middle(to));
    }
}
