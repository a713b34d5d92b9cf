//! The size of a cell, and the lengths that follow from it: gaps, folds, blocks. Lengths are in CSS pixels.

use super::{Direction, DrawnAxis};
use crate::Size;
use crate::ease::clamp;
use crate::measure::GLYPH_WIDTH;

/// The largest and the smallest font size of a value, and the font size in parts of the cell's height.
const MAX_FONT: f64 = 40.0;
const MIN_FONT: f64 = 11.0;
const FONT_HEIGHT: f64 = 0.4;
/// The space beside a value in a cell, on both sides together.
const TEXT_MARGIN: f64 = 7.0;
/// The widest slot of a gap between cells, in CSS pixels.
const CELL_FOLD: f64 = 22.0;
/// The slot of a gap between blocks.
const BLOCK_FOLD: f64 = 16.0;
/// The slot of a gap in a stack.
pub(super) const STACK_FOLD: f64 = 8.0;

/// The size of a cell, and whether its value is written into it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The width and height.
    pub size: Size,
    /// The gap between two cells.
    pub gap: f64,
    /// The font size; `None` where values are not written.
    pub font: Option<f64>,
}

impl Cell {
    /// A cell of a height with a value of some characters.
    pub(super) fn with_value(height: f64, characters: usize) -> Self {
        let font = clamp(height * FONT_HEIGHT, MIN_FONT, MAX_FONT);
        let width = characters as f64 * font * GLYPH_WIDTH + TEXT_MARGIN;
        Self { size: Size::new(width.max(height), height), gap: 2.0, font: Some(font) }
    }

    /// A cell without a value.
    pub(super) fn bare(side: f64) -> Self {
        Self { size: Size::new(side, side), gap: if side < 9.0 { 1.0 } else { 2.0 }, font: None }
    }

    /// The gap between neighbours along a drawn axis: cells, or blocks around so many axes of several indices in the same direction.
    pub(super) fn gap_along(&self, axis: &DrawnAxis) -> f64 {
        axis.around.map_or(self.gap, |axes| 6.0 + 6.0 * f64::from(axes))
    }

    /// How far a stacked block is above and to the right of the one before it.
    pub(super) fn stack_offset(&self) -> f64 {
        clamp(self.size.h * 0.45, 6.0, 16.0)
    }

    /// The length of the slot of a gap, in the direction of its axis. In a stack this is the visible edge of the folded
    /// blocks.
    pub(super) fn fold_length(&self, nesting: usize, direction: Direction) -> f64 {
        match (nesting, direction) {
            (_, Direction::Depth) => self.stack_offset() + STACK_FOLD,
            (0 | 1, Direction::Across) => self.size.w.min(CELL_FOLD),
            (0 | 1, Direction::Down) => self.size.h.min(CELL_FOLD),
            _ => BLOCK_FOLD,
        }
    }

    /// The size of a block with this axis around it, of which so many slots count.
    pub(super) fn surrounded(&self, block: Size, nesting: usize, axis: &DrawnAxis, slots: usize) -> Size {
        let (gaps, direction) = (axis.folded.gaps_in(slots), axis.direction);
        let steps = slots.saturating_sub(1) as f64;
        let along = |block: f64| {
            let blocks = slots.saturating_sub(gaps) as f64;
            let fold = if gaps > 0 { gaps as f64 * self.fold_length(nesting, direction) } else { 0.0 };
            // A tensor of size 0 takes the space of one block.
            (blocks * block + fold + steps * self.gap_along(axis)).max(block)
        };
        match direction {
            Direction::Across => Size::new(along(block.w), block.h),
            Direction::Down => Size::new(block.w, along(block.h)),
            Direction::Depth => {
                // Blocks of a stack cover each other except for a step.
                let rise = steps * self.stack_offset() + gaps as f64 * STACK_FOLD;
                Size::new(block.w + rise, block.h + rise)
            }
        }
    }
}
