//! The space that the picture of a clash needs.

use super::text::{ClashText, SceneText};
use crate::Size;
use crate::layout::Spacing;
use crate::measure::{GLYPH_WIDTH, text_width};
use tensor_broadcasting::{OperandId, Operation};

/// The largest number of clashes whose sizes are drawn.
pub(crate) const MAX_CLASHES: usize = 3;
/// The height of one of them beside small cells, in CSS pixels: a heading and a row of cells for each operand, or only the heading.
const CLASH_HEIGHT: f64 = 42.0;
/// The distance of the rows of cells from each other.
pub(crate) const ROW_STEP: f64 = 22.0;
const SHORT_HEIGHT: f64 = 20.0;
/// The smallest width of the picture without the names: a row of cells with the size beside it.
const ROWS_WIDTH: f64 = 222.0;
/// The font size of the names and sizes beside the cells, and the longest name that is written, in characters.
pub(crate) const BARS_FONT: f64 = 12.0;
pub(crate) const MAX_NAME: usize = 8;
/// The space after a name.
const NAME_MARGIN: f64 = 7.0;
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
    (HEADING_CHARACTERS + clash.differ.chars().count()) as f64 * font * GLYPH_WIDTH + text_width(word, font) + font
}

/// The width of the number of clashes that are not drawn, such as `+ 2`. Where there is little space, it has a line of its own.
const REST_WIDTH: f64 = 30.0;

/// The width of the names of the operands before the cells.
pub(crate) fn names_width(operation: &Operation, spacing: Spacing) -> f64 {
    let length = |&operand: &OperandId| operation.name(operand).chars().count().min(MAX_NAME);
    let longest = operation.operands().iter().map(length).fold(0, usize::max);
    (longest as f64 * BARS_FONT * GLYPH_WIDTH + NAME_MARGIN) * spacing.scale
}

/// The size of the picture of a clash, which is drawn instead of a result; `None` where there is a result.
pub(super) fn size(text: &SceneText, word: &str, spacing: &Spacing, operation: &Operation) -> Option<Size> {
    let operands = operation.operands().len();
    let drawn = text.clashes.get(..text.clashes.len().min(MAX_CLASHES)).filter(|drawn| !drawn.is_empty())?;
    let widest = drawn.iter().map(|clash| heading_width(clash, word, spacing)).fold(0.0, f64::max);
    let has_rest = text.clashes.len() > MAX_CLASHES;
    let height = clash_height(spacing, operands) * drawn.len() as f64;
    Some(if spacing.is_tight {
        Size::new(widest, height + if has_rest { SHORT_HEIGHT } else { 0.0 })
    } else {
        let widest = widest + if has_rest { REST_WIDTH } else { 0.0 };
        Size::new(widest.max(names_width(operation, *spacing) + ROWS_WIDTH), height + TEXT_HEIGHT)
    })
}
