//! Navigation between cells by keyboard.

use super::{CellRef, Direction, DrawnAxis, Panel, Scene};

/// The direction of an arrow key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrowDirection {
    /// Backwards along the last axis.
    Left,
    /// Forwards along the last axis.
    Right,
    /// Backwards along the axis before it.
    Up,
    /// Forwards along the axis before it.
    Down,
}

impl ArrowDirection {
    /// The directions of the axes that the key moves along. The same key leads from block to block, whether these are side by
    /// side or stacked.
    const fn axes(self) -> &'static [Direction] {
        match self {
            Self::Left | Self::Right => &[Direction::Across, Direction::Depth],
            Self::Up | Self::Down => &[Direction::Down],
        }
    }

    const fn is_forward(self) -> bool {
        matches!(self, Self::Right | Self::Down)
    }
}

/// The drawn cell that an arrow key leads to from a cell; without one, the first cell. At the edge it is the same cell.
/// `None` where nothing is drawn, or where the cell itself is not.
#[must_use]
pub fn next_cell(scene: &Scene, from: Option<&CellRef>, arrow: ArrowDirection) -> Option<CellRef> {
    let Some(from) = from else {
        let first = |panel: Panel| end_cell_of(scene, panel, false);
        return first(Panel::Result).or_else(|| scene.panels().iter().find_map(|&panel| first(panel)));
    };
    // The index changes along the innermost axis of the key's direction and carries over to the outer ones.
    let mut index = from.index.clone();
    for axis in scene.layout().axes.iter().filter(|axis| arrow.axes().contains(&axis.direction)) {
        let slot = axis.folded.slot(*index.get(axis.axis)?)?;
        if let Some(next) = neighbour(axis, slot, arrow.is_forward()) {
            index[axis.axis] = next;
            let exists =
                scene.grids.slots_of(&index).is_some_and(|slots| scene.number_at(from.panel, &slots).is_some());
            return Some(if exists { CellRef { panel: from.panel, index } } else { from.clone() });
        }
        index[axis.axis] = if arrow.is_forward() { 0 } else { last_drawn(axis) };
    }
    Some(from.clone())
}

/// The drawn index beside a slot; a gap is skipped.
fn neighbour(axis: &DrawnAxis, slot: usize, forward: bool) -> Option<u64> {
    let towards = |slot: usize| if forward { slot.checked_add(1) } else { slot.checked_sub(1) };
    let mut slot = towards(slot)?;
    if slot < axis.folded.slots() && axis.folded.index(slot).is_none() {
        slot = towards(slot)?;
    }
    axis.folded.index(slot).filter(|&index| index < axis.size)
}

fn last_drawn(axis: &DrawnAxis) -> u64 {
    axis.folded.slots().checked_sub(1).and_then(|slot| axis.folded.index(slot)).unwrap_or(0)
}

/// The first or the last drawn cell of the panel of a cell; without one, of the result.
#[must_use]
pub fn end_cell(scene: &Scene, from: Option<&CellRef>, last: bool) -> Option<CellRef> {
    end_cell_of(scene, from.map_or(Panel::Result, |from| from.panel), last)
}

fn end_cell_of(scene: &Scene, panel: Panel, last: bool) -> Option<CellRef> {
    let mut cells = scene.cells(panel).iter().filter(|cell| !cell.is_gap());
    let cell = if last { cells.next_back() } else { cells.next() }?;
    Some(scene.cell_ref(panel, cell))
}

/// The innermost axis that is folded and not yet unfolded.
#[must_use]
pub fn next_folded_axis(scene: &Scene) -> Option<usize> {
    let is_folded = |axis: &&DrawnAxis| axis.folded.is_folded() && !scene.unfolded.contains(&axis.axis);
    scene.layout().axes.iter().find(is_folded).map(|axis| axis.axis)
}
