//! The offsets of the cells of one tensor within a layout.

use super::{Direction, DrawnAxis, Layout};
use crate::diagram::ease::clamp;
use crate::diagram::{Point, Rect, Size};

/// The widest slot of a gap between cells, in CSS pixels.
const CELL_FOLD: f64 = 22.0;
/// The slot of a gap between blocks.
const BLOCK_FOLD: f64 = 16.0;
/// The slot of a gap in a stack.
const STACK_FOLD: f64 = 8.0;

/// The offsets of a tensor of given sizes within a layout, in CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// For each drawn axis, the offset of each of its slots.
    pub offsets: Vec<Vec<f64>>,
    /// For each drawn axis, the size of the block of it and the axes after it.
    pub extents: Vec<Size>,
    /// The size of the whole grid.
    pub size: Size,
    /// How far the last block of a stack is above and to the right of the first one; 0 without a stack.
    pub rise: f64,
}

impl Grid {
    /// The length of the block of a drawn axis, in the direction of that axis.
    pub(in crate::diagram) fn length(&self, nesting: usize, direction: Direction) -> f64 {
        match direction {
            Direction::Across => self.extents[nesting].w,
            Direction::Down => self.extents[nesting].h,
            Direction::Depth => self.rise,
        }
    }
}

impl Layout {
    /// The offsets of a tensor whose axes have the sizes that `size_of` gives, none larger than the layout's.
    #[must_use]
    pub fn grid(&self, size_of: impl Fn(&DrawnAxis) -> u64) -> Grid {
        let mut grid = Grid { offsets: Vec::new(), extents: Vec::new(), size: self.cell.size, rise: 0.0 };
        for (nesting, axis) in self.axes.iter().enumerate() {
            let size = size_of(axis);
            match axis.direction {
                Direction::Across => {
                    let (offsets, end) = self.offsets(axis, nesting, size, grid.size.w);
                    grid.offsets.push(offsets);
                    grid.size.w = end.max(grid.size.w);
                }
                Direction::Down => {
                    let (offsets, end) = self.offsets(axis, nesting, size, grid.size.h);
                    grid.offsets.push(offsets);
                    grid.size.h = end.max(grid.size.h);
                }
                Direction::Depth => {
                    let offsets = self.stacked_offsets(axis, size);
                    grid.rise = offsets.last().copied().unwrap_or(0.0);
                    grid.size = Size::new(grid.size.w + grid.rise, grid.size.h + grid.rise);
                    grid.offsets.push(offsets);
                }
            }
            grid.extents.push(grid.size);
        }
        grid
    }

    /// The slots of an axis that an operand of `size` there has.
    fn slots_within(axis: &DrawnAxis, size: u64) -> impl Iterator<Item = usize> + '_ {
        (0..axis.folded.slots()).take_while(move |&slot| axis.folded.is_within(slot, size))
    }

    /// The offset of each slot of an axis whose slots are `block` long, and the end of the last slot.
    fn offsets(&self, axis: &DrawnAxis, nesting: usize, size: u64, block: f64) -> (Vec<f64>, f64) {
        let mut offsets = Vec::with_capacity(axis.folded.slots());
        let mut end = 0.0;
        for slot in Self::slots_within(axis, size) {
            let at = if slot == 0 { 0.0 } else { end + self.gap(nesting) };
            offsets.push(at);
            end = at + if axis.folded.index(slot).is_some() { block } else { self.fold_length(nesting) };
        }
        (offsets, end)
    }

    /// The offset of each block of a stack: they cover each other except for a step. Folded blocks have their gap in front
    /// of them, not behind.
    fn stacked_offsets(&self, axis: &DrawnAxis, size: u64) -> Vec<f64> {
        let mut offsets = Vec::with_capacity(axis.folded.slots());
        let mut at = 0.0;
        for slot in Self::slots_within(axis, size) {
            let fold = if axis.folded.index(slot).is_some() { 0.0 } else { STACK_FOLD };
            at += fold + if slot == 0 { 0.0 } else { self.stack_offset() };
            offsets.push(at);
        }
        offsets
    }

    /// How far a stacked block is above and to the right of the one before it.
    #[must_use]
    pub fn stack_offset(&self) -> f64 {
        clamp(self.cell.size.h * 0.45, 6.0, 16.0)
    }

    /// The gap between neighbours along a drawn axis: cells, then blocks of two axes, and so on.
    pub(super) fn gap(&self, nesting: usize) -> f64 {
        let level = nesting / 2;
        if level == 0 { self.cell.gap } else { 6.0 + 6.0 * level as f64 }
    }

    /// The length of the slot of a gap, in the direction of its axis. In a stack this is the visible edge of the folded
    /// blocks.
    pub(in crate::diagram) fn fold_length(&self, nesting: usize) -> f64 {
        match (nesting, self.axes[nesting].direction) {
            (_, Direction::Depth) => self.stack_offset() + STACK_FOLD,
            (0, _) => self.cell.size.w.min(CELL_FOLD),
            (1, _) => self.cell.size.h.min(CELL_FOLD),
            _ => BLOCK_FOLD,
        }
    }

    /// The rectangle of one panel's grid.
    #[must_use]
    pub fn panel_rect(&self, panel: usize, grid: &Grid) -> Rect {
        let Point { x, y } = self.origins[panel];
        Rect::at(Point::new(x, y - grid.rise), grid.size)
    }
}
