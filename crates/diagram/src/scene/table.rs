//! The lengths of the axis table on the stage, in parts of its font size.

use super::text::RESULT;
use crate::measure::GLYPH_WIDTH;
use crate::{AxisSize, Size};
use tensor_broadcasting::{OperandId, Operation};

/// The widths of its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TableWidths {
    /// Of the column with the names.
    pub(crate) names: f64,
    /// Of the column of an axis.
    pub(crate) column: f64,
}

/// The height of the row with the marks, of a row of sizes, and of the line above the result.
pub(crate) const MARKS: f64 = 1.0;
pub(crate) const ROW: f64 = 1.3;
pub(crate) const RULE: f64 = 0.35;
/// The font size of a name, and of a size on the way: `1→4`.
pub(crate) const NAME: f64 = 0.75;
pub(crate) const CHANGED: f64 = 0.75;
/// The longest name that is written, in characters.
pub(crate) const MAX_NAME: usize = 8;
/// The space beside a name or a size.
const BESIDE: f64 = 0.7;

impl TableWidths {
    /// The widths of the table of an operation.
    pub(crate) fn new(operation: &Operation) -> Self {
        let axes = operation.alignment().axes();
        let sizes = |&operand: &OperandId| {
            let width = move |axis: &tensor_broadcasting::Axis| {
                let given = characters(AxisSize::Size(axis.size(operand))) as f64;
                match axis.result().filter(|_| axis.stretches(operand)) {
                    Some(size) => given.max(characters(AxisSize::Stretched(size)) as f64 * CHANGED),
                    None => given,
                }
            };
            let core =
                operation.core(Some(operand)).into_iter().flatten().map(|size| characters(AxisSize::Size(size)) as f64);
            axes.iter().map(width).chain(core).fold(1.0, f64::max)
        };
        let widest = operation.operands().iter().map(sizes).fold(1.0, f64::max);
        let name = |&operand: &OperandId| operation.name(operand).chars().count().min(MAX_NAME);
        let names = operation.operands().iter().map(name).fold(RESULT.len(), usize::max);
        Self { names: names as f64 * GLYPH_WIDTH * NAME + BESIDE, column: widest * GLYPH_WIDTH + BESIDE }
    }
}

/// The number of characters of what a cell says.
pub(crate) fn characters(size: AxisSize) -> usize {
    match size {
        AxisSize::Blank => 0,
        AxisSize::Clash => 1,
        AxisSize::Size(size) if size >= LONG => "9.9e18".len(),
        AxisSize::Size(size) => size.checked_ilog10().unwrap_or(0) as usize + 1,
        AxisSize::Summed(size) => 1 + characters(AxisSize::Size(size)),
        AxisSize::Stretched(size) => 2 + characters(AxisSize::Size(size)),
    }
}

/// Sizes from this one on are abbreviated.
pub(crate) const LONG: u64 = 1_000_000;

/// The number of columns: one for each axis, and those of the matrices of a product.
pub(crate) fn columns(operation: &Operation) -> usize {
    operation.alignment().ndim() + if operation.matrices().is_some() { 2 } else { 0 }
}

/// The size of the table in a font of 1 px; `None` where there are no axes.
pub(super) fn table_size(operation: &Operation) -> Option<Size> {
    let widths = TableWidths::new(operation);
    let columns = columns(operation);
    let rows = operation.operands().len() + 1;
    (columns > 0).then(|| Size::new(widths.names + columns as f64 * widths.column, MARKS + rows as f64 * ROW + RULE))
}
