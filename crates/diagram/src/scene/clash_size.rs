//! The space that the picture of a clash needs.

use super::text::{ClashText, SceneText};
use crate::layout::{Grid, Spacing};
use crate::measure::{GLYPH_WIDTH, text_width};
use crate::panel::PANELS;
use crate::{Direction, Layout, Panel, Size};
use tensor_broadcasting::{OperandId, Operation};

/// The largest number of clashes whose sizes are drawn.
pub(crate) const MAX_CLASHES: usize = 3;
/// The height of one of them beside small cells, in CSS pixels: a heading and a row of cells for each operand, or only the heading.
const CLASH_HEIGHT: f64 = 42.0;
/// The distance of the rows of cells from each other.
pub(crate) const ROW_STEP: f64 = 22.0;
const SHORT_HEIGHT: f64 = 20.0;
/// The smallest width of the picture: a row of cells with the size beside it.
const ROWS_WIDTH: f64 = 238.0;
/// The height of the line of text under the clashes.
const TEXT_HEIGHT: f64 = 8.0;
/// The font sizes of a heading.
const HEADING_FONT: f64 = 20.0;
const SHORT_FONT: f64 = 13.0;
/// The number of characters of a heading besides the sizes, with one for safety: `▲ 10: `.
const HEADING_CHARACTERS: usize = 6;

/// The height of one clash of so many operands.
pub(crate) const fn clash_height(spacing: &Spacing, operands: usize) -> f64 {
    spacing.scale * if spacing.is_tight { SHORT_HEIGHT } else { CLASH_HEIGHT + ROW_STEP * operands as f64 }
}

/// The font size of a heading.
pub(crate) const fn heading_font(spacing: &Spacing) -> f64 {
    spacing.scale * if spacing.is_tight { SHORT_FONT } else { HEADING_FONT }
}

/// The width of a heading, such as `▲ axis 1: 2 ≠ 3`, with a word for an axis.
pub(crate) fn heading_width(clash: &ClashText, word: &str, spacing: &Spacing) -> f64 {
    let font = heading_font(spacing);
    (HEADING_CHARACTERS + clash.differ.chars().count()) as f64 * font * GLYPH_WIDTH
        + if spacing.is_tight { 0.0 } else { text_width(word, font) + font }
}

/// The width of the number of clashes that are not drawn, such as `+ 2`. Where there is little space, it has a line of its own.
const REST_WIDTH: f64 = 30.0;

/// The size of the picture of a clash, which is drawn instead of a result; `None` where there is a result.
pub(super) fn size(text: &SceneText, word: &str, spacing: &Spacing, operands: usize) -> Option<Size> {
    let drawn = text.clashes.get(..text.clashes.len().min(MAX_CLASHES)).filter(|drawn| !drawn.is_empty())?;
    let widest = drawn.iter().map(|clash| heading_width(clash, word, spacing)).fold(0.0, f64::max);
    let has_rest = text.clashes.len() > MAX_CLASHES;
    let height = clash_height(spacing, operands) * drawn.len() as f64;
    Some(if spacing.is_tight {
        Size::new(widest, height + if has_rest { SHORT_HEIGHT } else { 0.0 })
    } else {
        let widest = widest + if has_rest { REST_WIDTH } else { 0.0 };
        Size::new(widest.max(ROWS_WIDTH), height + TEXT_HEIGHT)
    })
}

/// The heights of what is drawn in each panel of a clash: the operands with the slots that have no element, and the
/// clashing sizes.
pub(super) fn heights(operation: &Operation, layout: &Layout, clash: Size) -> [f64; PANELS] {
    let aligned = layout.grid(|axis| axis.size);
    let mut heights = [0.0; PANELS];
    for &panel in layout.panels() {
        heights[panel.index()] = match panel {
            Panel::Operand(operand) => operand_height(operation, operand, layout, &aligned),
            Panel::Result => clash.h,
        };
    }
    heights
}

fn operand_height(operation: &Operation, operand: OperandId, layout: &Layout, aligned: &Grid) -> f64 {
    if operation.alignment().shape(operand).contains(&0) {
        // An empty operand is a frame as large as the grid.
        return aligned.size.h;
    }
    let mut height = layout.cell.size.h + aligned.rise;
    for (nesting, (axis, offsets)) in layout.axes.iter().zip(&aligned.offsets).enumerate() {
        let at = &operation.alignment().axes()[axis.axis];
        let own = at.size(operand);
        let size = if at.clashes() { axis.size } else { own };
        if let (true, Some(inner)) = (own < size, nesting.checked_sub(1)) {
            // Whole blocks are crossed out.
            height = height.max(aligned.extents[inner].h);
        }
        if axis.direction == Direction::Down {
            let within = offsets.iter().enumerate().filter(|&(slot, _)| axis.folded.is_within(slot, size));
            let ends = within.map(|(slot, offset)| {
                offset + if axis.folded.index(slot).is_some() { height } else { layout.fold_length(nesting) }
            });
            height = ends.fold(height, f64::max);
        }
    }
    height
}
