//! The offsets of the cells of one tensor within a layout.

use super::cell::STACK_FOLD;
use super::{Cell, Direction, DrawnAxis, Layout};
use crate::{Panel, Point, Rect, Size};

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
    pub(crate) fn length(&self, nesting: usize, direction: Direction) -> f64 {
        match direction {
            Direction::Across => self.extents[nesting].w,
            Direction::Down => self.extents[nesting].h,
            Direction::Depth => self.rise,
        }
    }
}

/// The size of what a panel shows of the grid of all slots of `axes`, last axis first: that of [`Layout::grid`] where it shows all.
pub(super) fn grid_size(axes: &[DrawnAxis], cell: Cell, panel: Panel) -> Size {
    let (mut all, mut shown) = (cell.size, cell.size);
    for (nesting, axis) in axes.iter().enumerate() {
        let surrounded = |slots: usize| cell.surrounded(all, nesting, axis, slots);
        // The blocks are as far apart as whole ones, also where only a part of each is shown.
        let slots = axis.folded.slots_of(axis.shown_in(panel));
        let some = surrounded(slots);
        let ends_in_gap = slots.checked_sub(1).is_some_and(|last| axis.folded.index(last).is_none());
        let last = if ends_in_gap { all } else { shown };
        shown = match axis.direction {
            Direction::Across => Size::new(last.w + some.w - all.w, shown.h),
            Direction::Down => Size::new(shown.w, last.h + some.h - all.h),
            Direction::Depth => Size::new(shown.w + some.w - all.w, shown.h + some.h - all.h),
        };
        all = surrounded(axis.folded.slots());
    }
    shown
}

/// How far the last block of a stack that a panel shows is above the first one.
pub(super) fn rise(axes: &[DrawnAxis], cell: Cell, panel: Panel) -> f64 {
    let stacked = axes.iter().enumerate().find(|(_, axis)| axis.direction == Direction::Depth);
    stacked.map_or(0.0, |(nesting, axis)| {
        let slots = axis.folded.slots_of(axis.shown_in(panel));
        cell.surrounded(Size::default(), nesting, axis, slots).h
    })
}

impl Layout {
    /// The offsets of a tensor whose axes have the sizes that `size_of` gives, none larger than the layout's.
    #[must_use]
    pub fn grid(&self, size_of: impl Fn(&DrawnAxis) -> u64) -> Grid {
        let mut grid = Grid { offsets: Vec::new(), extents: Vec::new(), size: self.cell.size, rise: 0.0 };
        for (nesting, axis) in self.axes.iter().enumerate() {
            let (block, size) = (grid.size, size_of(axis));
            let slots = axis.folded.slots_of(size);
            grid.size = self.cell.surrounded(block, nesting, axis, slots);
            grid.offsets.push(match axis.direction {
                Direction::Across => self.offsets(nesting, slots, block.w),
                Direction::Down => self.offsets(nesting, slots, block.h),
                Direction::Depth => {
                    grid.rise = grid.size.h - block.h;
                    self.stacked_offsets(axis, slots)
                }
            });
            grid.extents.push(grid.size);
        }
        grid
    }

    /// The offset of each slot of an axis whose slots are `block` long.
    fn offsets(&self, nesting: usize, slots: usize, block: f64) -> Vec<f64> {
        let folded = self.axes[nesting].folded;
        let mut at = 0.0;
        let mut offset = |slot: usize| {
            let offset = at;
            at += self.cell.gap_along(&self.axes[nesting]);
            at += if folded.index(slot).is_some() { block } else { self.fold_length(nesting) };
            offset
        };
        (0..slots).map(&mut offset).collect()
    }

    /// The offset of each block of a stack: they cover each other except for a step. Folded blocks have their gap in front
    /// of them, not behind.
    fn stacked_offsets(&self, axis: &DrawnAxis, slots: usize) -> Vec<f64> {
        let step = self.cell.stack_offset();
        let folds = |slot: usize| axis.folded.gaps_in(slot + 1) as f64 * STACK_FOLD;
        (0..slots).map(|slot| slot as f64 * step + folds(slot)).collect()
    }

    /// The length of the slot of a gap, in the direction of its axis. In a stack this is the visible edge of the folded
    /// blocks.
    pub(crate) fn fold_length(&self, nesting: usize) -> f64 {
        self.cell.fold_length(nesting, self.axes[nesting].direction)
    }

    /// The size of what a panel shows of the blocks of a drawn axis.
    pub(crate) fn shown_block(&self, nesting: usize, panel: Panel) -> Size {
        grid_size(&self.axes[..nesting], self.cell, panel)
    }

    /// The rectangle of one panel's grid.
    #[must_use]
    pub const fn panel_rect(&self, panel: Panel, grid: &Grid) -> Rect {
        let Point { x, y } = self.origin(panel);
        Rect::at(Point::new(x, y - grid.rise), grid.size)
    }
}
