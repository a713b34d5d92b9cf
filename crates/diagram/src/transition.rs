//! The transition from one scene to the next: after an edit, a resize or a jump back to the start. Cells that both scenes
//! have move from their old to their new position, new cells grow, and old ones shrink.

use super::ease::mix;
use super::frame_state::FrameState;
use super::panel::PANELS;
use super::position::{cell_rect, visible_cell};
use super::scene::SceneCell;
use super::{DisplayList, PaintRole, Panel, Rect, Scene, ease_in_out};

/// Where the cells of a scene come from: another scene, or another time of the same scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// For each panel and cell, its old rectangle; `None` for a new cell.
    from: [Vec<Option<Rect>>; PANELS],
    /// The cells that the new scene does not have.
    exiting: Vec<(PaintRole, Rect)>,
    /// Whether the axis table has the place that it had: then it does not fade, so that it can always be read.
    table_stays: bool,
}

/// A transition that is under way.
#[derive(Debug, Clone, Copy)]
pub struct ActiveTransition<'a> {
    /// The transition.
    pub transition: &'a Transition,
    /// Its progress in time, from 0 to 1.
    pub progress: f64,
}

/// A visible cell.
struct VisibleCell {
    id: u64,
    rect: Rect,
    role: PaintRole,
}

/// The visible cells of a panel, found by their identifier. A hash table with open addressing: the identifiers are hashes
/// already. (Sorting them would bring 2 KB of the standard library's code into the bundle.)
struct VisibleCells {
    cells: Vec<VisibleCell>,
    /// The number of a cell, counted from 1; 0 for an empty slot. At least half of the slots are empty.
    table: Vec<u32>,
}

impl VisibleCells {
    /// The cells of a panel that are visible, where they are in the transition into the state, if there is one.
    fn new(state: &FrameState<'_>, panel: Panel, transition: Option<ActiveTransition<'_>>) -> Self {
        let all = state.scene.cells(panel);
        let mut cells = Vec::with_capacity(all.len());
        for (number, cell) in all.iter().enumerate().filter(|(_, cell)| !cell.is_gap()) {
            if panel == Panel::Result && state.combined(number, cell) < 0.5 {
                continue;
            }
            if let Some(rect) = visible_rect(state, panel, cell) {
                let rect = transition.map_or(rect, |active| active.rect(panel, number, rect));
                cells.push(VisibleCell { id: cell_id(state.scene, cell), rect, role: cell.role.paint_role() });
            }
        }
        let mut visible = Self { table: vec![0; (2 * cells.len() + 1).next_power_of_two()], cells };
        for (number, cell) in (1..).zip(&visible.cells) {
            let slot = probe(visible.table.len(), cell.id).find(|&slot| visible.table[slot] == 0);
            if let Some(slot) = slot {
                visible.table[slot] = number;
            }
        }
        visible
    }

    /// The index of the first cell of an identifier.
    fn find(&self, id: u64) -> Option<usize> {
        let numbers = probe(self.table.len(), id).map(|slot| self.table[slot]).take_while(|&number| number != 0);
        numbers.map(|number| number as usize - 1).find(|&index| self.cells[index].id == id)
    }
}

/// The slots of a hash table, whose size is a power of two, in the order in which an identifier is looked up.
fn probe(size: usize, id: u64) -> impl Iterator<Item = usize> {
    let mask = size - 1;
    (0..=mask).map(move |step| (id as usize).wrapping_add(step) & mask)
}

/// The first visible part of a cell.
fn visible_rect(state: &FrameState<'_>, panel: Panel, cell: &SceneCell) -> Option<Rect> {
    visible_cell(state, panel, cell, cell_rect(state, panel, cell)?).first()
}

/// The identifier of a cell, the same in every scene: a hash of its index. Axes are counted from the end, so that a new
/// leading axis does not change it. (Two cells of the same hash would only take each other's old position.)
fn cell_id(scene: &Scene, cell: &SceneCell) -> u64 {
    let ndim = scene.operation().alignment().ndim();
    let mut id = 0_u64;
    for (&slot, axis) in cell.slots.iter().zip(&scene.layout().axes) {
        let index = axis.folded.indices(usize::from(slot)).start;
        if index != 0 {
            let from_end = (ndim - axis.axis) as u64;
            let mixed = (index ^ from_end.rotate_right(8)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            id = id.wrapping_add((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9));
        }
    }
    id
}

impl Transition {
    /// The transition into time `t` of `scene`, from time `old_t` of `old`, which may itself be in a transition.
    #[must_use]
    pub fn new(scene: &Scene, t: f64, old: &Scene, old_t: f64, active: Option<ActiveTransition<'_>>) -> Self {
        let table_stays = old.layout().table == scene.layout().table;
        let mut transition = Self { from: std::array::from_fn(|_| Vec::new()), exiting: Vec::new(), table_stays };
        let before = FrameState::new(old, old_t);
        let after = FrameState::new(scene, t);
        for panel in Panel::ALL {
            let visible = VisibleCells::new(&before, panel, active);
            let mut stays = vec![false; visible.cells.len()];
            let from = &mut transition.from[panel.index()];
            for cell in scene.cells(panel) {
                let is_visible = !cell.is_gap() && visible_rect(&after, panel, cell).is_some();
                from.push(visible.find(cell_id(scene, cell)).map(|old| {
                    stays[old] |= is_visible;
                    visible.cells[old].rect
                }));
            }
            let exiting = visible.cells.iter().zip(&stays).filter(|(_, stays)| !**stays);
            transition.exiting.extend(exiting.map(|(cell, _)| (cell.role, cell.rect)));
        }
        transition
    }
}

impl ActiveTransition<'_> {
    /// The present rectangle of a cell that will be at `rect`.
    pub(super) fn rect(&self, panel: Panel, number: usize, rect: Rect) -> Rect {
        let progress = ease_in_out(self.progress);
        match self.transition.from[panel.index()].get(number).copied().flatten() {
            Some(from) => Rect {
                x: mix(from.x, rect.x, progress),
                y: mix(from.y, rect.y, progress),
                w: mix(from.w, rect.w, progress),
                h: mix(from.h, rect.h, progress),
            },
            None => rect.shrunk(1.0 - progress),
        }
    }

    /// Draws the exiting cells, and fades in everything that is not a cell.
    pub(super) fn draw(&self, list: &mut DisplayList) {
        let progress = ease_in_out(self.progress);
        for &(role, rect) in &self.transition.exiting {
            list.rect(role, rect.shrunk(progress));
        }
        for role in [
            PaintRole::Slot,
            PaintRole::Block,
            PaintRole::TrayA,
            PaintRole::TrayB,
            PaintRole::TrayC,
            PaintRole::Bracket,
            PaintRole::BracketHighlighted,
            PaintRole::Clash,
            PaintRole::ProvenanceEdge,
            PaintRole::ProvenanceA,
            PaintRole::ProvenanceB,
            PaintRole::ProvenanceC,
            PaintRole::Title,
            PaintRole::TitleA,
            PaintRole::TitleB,
            PaintRole::TitleC,
            PaintRole::TitleResult,
            PaintRole::Equation,
        ] {
            list.layer_mut(role).alpha *= progress;
        }
        let of_table = [
            PaintRole::TableFrame,
            PaintRole::Table,
            PaintRole::TableA,
            PaintRole::TableB,
            PaintRole::TableC,
            PaintRole::TableResult,
            PaintRole::TableClash,
        ];
        for role in of_table.into_iter().filter(|_| !self.transition.table_stays) {
            list.layer_mut(role).alpha *= progress;
        }
    }
}
