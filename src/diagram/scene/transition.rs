//! From one scene to the next: after an edit, a resize or a jump back to the start, cells that persist travel from where
//! they were, new ones grow, and old ones shrink away.

use super::{DisplayList, FrameState, Kind, OperandId, PaintRole, Panel, Rect, Scene};
use crate::diagram::ease_in_out;

/// Where the cells of a scene come from, when another one (or another moment of it) was shown before.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// For each panel and cell, where it was.
    from: [Vec<Option<Rect>>; 3],
    /// What is no more, and in which ink it was drawn.
    exiting: Vec<(PaintRole, Rect)>,
}

/// A cell that is to be seen: what it is called in every scene, where it is, in which ink.
struct Shown {
    name: u64,
    rect: Rect,
    ink: PaintRole,
}

/// Where cells stand among those shown, by name: a table with open addressing, for names are mixed well enough to say
/// themselves where to look. (Sorting them would bring 2 KB of the standard library's code into the bundle.)
struct Names {
    /// The number of a cell, counted from 1; 0 where nothing stands. At least half of it is empty.
    table: Vec<u32>,
}

impl Names {
    fn of(shown: &[Shown]) -> Self {
        let mut names = Self { table: vec![0; (2 * shown.len() + 1).next_power_of_two()] };
        for (number, cell) in (1..).zip(shown) {
            let slot = names.slots(cell.name).find(|&slot| names.table[slot] == 0);
            if let Some(slot) = slot {
                names.table[slot] = number;
            }
        }
        names
    }

    /// The number of the first cell of that name.
    fn find(&self, shown: &[Shown], name: u64) -> Option<usize> {
        let numbers = self.slots(name).map(|slot| self.table[slot]).take_while(|&number| number != 0);
        numbers.map(|number| number as usize - 1).find(|&number| shown[number].name == name)
    }

    /// The places where a cell of that name may stand, in the order in which they are tried.
    fn slots(&self, name: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.table.len() - 1;
        (0..=mask).map(move |step| (name as usize).wrapping_add(step) & mask)
    }
}

impl Transition {
    /// The way into moment `t` of `scene` from what `old` shows at `old_t`, itself perhaps still `passing`.
    #[must_use]
    pub fn new(scene: &Scene, t: f64, old: &Scene, old_t: f64, transition: Option<(&Self, f64)>) -> Self {
        let mut passage = Self { from: [Vec::new(), Vec::new(), Vec::new()], exiting: Vec::new() };
        let before = FrameState { transition, ..FrameState::new(old, old_t) };
        let after = FrameState::new(scene, t);
        for panel in Panel::ALL {
            let shown = old.shown(panel, &before);
            let names = Names::of(&shown);
            let mut stays = vec![false; shown.len()];
            let from = &mut passage.from[panel.number()];
            for (number, cell) in scene.cells[panel.number()].iter().enumerate() {
                let visible = cell.kind != Kind::Gap && scene.seen(panel, number, &after).is_some();
                from.push(names.find(&shown, scene.name_of(panel, number)).map(|at| {
                    stays[at] |= visible;
                    shown[at].rect
                }));
            }
            let exiting = shown.iter().zip(&stays).filter(|(_, stays)| !**stays);
            passage.exiting.extend(exiting.map(|(cell, _)| (cell.ink, cell.rect)));
        }
        passage
    }

    /// Where a cell that will stand at `rect` is when `part` of the way is done.
    fn at(&self, panel: Panel, number: usize, rect: Rect, part: f64) -> Rect {
        let done = ease_in_out(part);
        match self.from[panel.number()].get(number).copied().flatten() {
            Some(from) => Rect {
                x: from.x + (rect.x - from.x) * done,
                y: from.y + (rect.y - from.y) * done,
                w: from.w + (rect.w - from.w) * done,
                h: from.h + (rect.h - from.h) * done,
            },
            None => rect.grown(-(1.0 - done) * rect.w.min(rect.h) / 2.0),
        }
    }

    /// Draws what is no more, shrinking, and lets what is written around the cells appear.
    pub(super) fn fade(&self, part: f64, list: &mut DisplayList) {
        let left = 1.0 - ease_in_out(part);
        for &(ink, rect) in &self.exiting {
            list.rect(ink, rect.grown(-(1.0 - left) * rect.w.min(rect.h) / 2.0));
        }
        for ink in [
            PaintRole::Slot,
            PaintRole::Block,
            PaintRole::Bracket,
            PaintRole::BracketHighlighted,
            PaintRole::Clash,
            PaintRole::ProvenanceLine,
            PaintRole::Title,
        ] {
            list.layer_mut(ink).alpha *= 1.0 - left;
        }
    }
}

impl Scene {
    /// Where what will stand at `rect` of a cell is now, on its way from an earlier scene.
    pub(super) fn transition(&self, panel: Panel, number: usize, rect: Rect, state: &FrameState<'_>) -> Rect {
        state.transition.map_or(rect, |(passage, part)| passage.at(panel, number, rect, part))
    }

    /// The first part of a cell that is to be seen.
    fn seen(&self, panel: Panel, number: usize, state: &FrameState<'_>) -> Option<Rect> {
        let cell = &self.cells[panel.number()][number];
        let part = self.uncovered(panel, cell, self.cell_rect(panel, cell, state)?, state).first()?;
        Some(self.transition(panel, number, part, state))
    }

    /// The cells of a panel that are to be seen at a moment.
    fn shown(&self, panel: Panel, state: &FrameState<'_>) -> Vec<Shown> {
        let cells = &self.cells[panel.number()];
        let mut shown = Vec::with_capacity(cells.len());
        for (number, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.kind != Kind::Gap) {
            let ink = match (panel, cell.kind) {
                (Panel::Result, _) if state.combined(number, cells.len()) < 0.5 => continue,
                (Panel::Result, _) => PaintRole::Result,
                (Panel::Operand(OperandId::A), Kind::Stored) => PaintRole::StoredA,
                (Panel::Operand(OperandId::A), _) => PaintRole::RepeatedA,
                (Panel::Operand(OperandId::B), Kind::Stored) => PaintRole::StoredB,
                (Panel::Operand(OperandId::B), _) => PaintRole::RepeatedB,
            };
            if let Some(rect) = self.seen(panel, number, state) {
                shown.push(Shown { name: self.name_of(panel, number), rect, ink });
            }
        }
        shown
    }

    /// What a cell is called in every scene: its index, counted from the last axis, so that a new leading axis takes no
    /// cell its name. (Two cells of one name would only take each other's way.)
    fn name_of(&self, panel: Panel, number: usize) -> u64 {
        let cell = &self.cells[panel.number()][number];
        let ndim = self.operation.alignment().ndim();
        let mut name = 0_u64;
        for (&slot, axis) in cell.slots.iter().zip(&self.layout.axes) {
            let index = axis.folded.index(usize::from(slot)).unwrap_or(axis.folded.head);
            if index != 0 {
                let from_end = (ndim - axis.axis) as u64;
                let mixed = (index ^ from_end.rotate_right(8)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                name = name.wrapping_add((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9));
            }
        }
        name
    }
}
