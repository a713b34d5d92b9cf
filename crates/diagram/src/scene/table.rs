//! The columns of the axis table on the stage. Lengths are in parts of the table's font size.

use super::text::RESULT;
use crate::layout::FORMS;
use crate::measure::GLYPH_WIDTH;
use crate::{AxisSize, TableForm, TableSizes};
use tensor_broadcasting::{OperandId, Operation};

/// The height of the row with the marks, of a row of sizes, of the row of the verdicts, and of the line above the result.
pub(crate) const MARKS: f64 = 0.9;
pub(crate) const ROW: f64 = 1.2;
pub(crate) const VERDICTS: f64 = 0.65;
pub(crate) const RULE: f64 = 0.2;
/// The font size of a name, of a mark, and of a size on the way (`1→4`) in the wide form. In the other ones they are as large as sizes,
/// because all texts are small there.
const SMALLER: f64 = 0.75;
/// The longest name that is written, in characters: in the wide form, in a narrow one, and where columns are left out.
const MAX_NAMES: [usize; 3] = [8, 6, 4];
/// The space beside a name or a size in the wide form, and in the other ones.
const BESIDE: f64 = 0.7;
const BESIDE_NARROW: f64 = 0.5;
/// The width of the mark for columns that are left out.
const LEFT_OUT: f64 = 1.1;

/// One column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TableColumn {
    /// The distance of its left edge from that of the table.
    pub(crate) left: f64,
    /// Its width.
    pub(crate) width: f64,
    /// Whether it is written. Columns that are not have one place and one mark together.
    pub(crate) is_shown: bool,
}

/// The columns of the table in one form: one for each aligned axis, then those of the matrices of a product.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TableColumns {
    pub(crate) columns: Vec<TableColumn>,
    /// The width of the table.
    pub(crate) width: f64,
    /// The font size of a name, of a mark and of a size on the way.
    pub(crate) smaller: f64,
    /// The longest name that is written, in characters.
    pub(crate) max_name: usize,
    /// Whether all columns are written.
    pub(crate) is_whole: bool,
}

impl TableColumns {
    /// The columns of the table of an operation.
    pub(crate) fn new(operation: &Operation, form: TableForm) -> Self {
        let is_wide = form == TableForm::WIDE;
        let smaller = if is_wide { SMALLER } else { 1.0 };
        let beside = if is_wide { BESIDE } else { BESIDE_NARROW };
        let mut widths = widths(operation, smaller);
        if is_wide {
            let widest = widths.iter().copied().fold(0.0, f64::max);
            widths.fill(widest);
        }
        let shown = shown(operation, widths.len(), form.columns());
        let is_whole = shown.iter().all(|is_shown| *is_shown);
        let max_name = MAX_NAMES[if is_wide {
            0
        } else if is_whole {
            1
        } else {
            2
        }];
        let name = |&operand: &OperandId| operation.name(operand).chars().count().min(max_name);
        let names = operation.operands().iter().map(name).fold(RESULT.len(), usize::max);
        let mut left = names as f64 * GLYPH_WIDTH * smaller + beside;
        let mut columns: Vec<TableColumn> = Vec::with_capacity(widths.len());
        for (width, is_shown) in widths.into_iter().zip(shown) {
            match columns.last().filter(|last| !last.is_shown && !is_shown) {
                Some(&same) => columns.push(same),
                None => {
                    let width = if is_shown { width + beside } else { LEFT_OUT };
                    columns.push(TableColumn { left, width, is_shown });
                    left += width;
                }
            }
        }
        Self { columns, width: left, smaller, max_name, is_whole }
    }

    /// The same columns with their edges at whole pixels in a font of this size: their texts are then sharp.
    pub(crate) fn at_pixels(mut self, font: f64) -> Self {
        for column in &mut self.columns {
            let whole = |length: f64| (length * font).round() / font;
            (column.left, column.width) = (whole(column.left), whole(column.width));
        }
        self
    }

    /// The middle of a column, or of a place between two columns.
    pub(crate) fn middle(&self, column: f64) -> f64 {
        let middle = |column: usize| {
            let last = self.columns.len().saturating_sub(1);
            self.columns.get(column.min(last)).map_or(0.0, |column| column.left + column.width / 2.0)
        };
        let before = column.max(0.0).floor();
        let (from, to) = (middle(before as usize), middle(before as usize + 1));
        from + (to - from) * (column.max(0.0) - before)
    }

    /// The left edge and the width of a column, or of a place between two columns.
    pub(crate) fn extent(&self, column: f64) -> (f64, f64) {
        let width = |column: usize| self.columns.get(column).map_or(0.0, |column| column.width);
        let before = column.max(0.0).floor();
        let (from, to) = (width(before as usize), width(before as usize + 1));
        let part = column.max(0.0) - before;
        let width = if part > 0.0 { from + (to - from) * part } else { from };
        (self.middle(column) - width / 2.0, width)
    }
}

/// The widths of what the columns say, without the space beside it. At first the sizes of a shorter operand stand further left.
fn widths(operation: &Operation, smaller: f64) -> Vec<f64> {
    let alignment = operation.alignment();
    let mut widths = vec![GLYPH_WIDTH; alignment.ndim()];
    let mut widen = |column: usize, characters: usize, part: f64| {
        if let Some(width) = widths.get_mut(column) {
            *width = width.max(characters as f64 * GLYPH_WIDTH * part);
        }
    };
    for (number, axis) in alignment.axes().iter().enumerate() {
        for &operand in operation.operands() {
            let given = characters(AxisSize::Size(axis.size(operand)));
            widen(number, given, 1.0);
            widen(number.saturating_sub(alignment.missing(operand)), given, 1.0);
            if let Some(size) = axis.result().filter(|_| axis.stretches(operand)) {
                widen(number, characters(AxisSize::Stretched(size)), smaller);
            }
        }
    }
    let operands = || operation.operands().iter().map(|operand| Some(*operand)).chain([None]);
    let cores = operands().map(|operand| operation.core(operand));
    let core = |nth: usize| cores.clone().filter_map(move |core| core[nth]);
    for nth in 0..core_columns(operation) {
        let longest = core(nth).map(|size| characters(AxisSize::Size(size))).fold(1, usize::max);
        widths.push(longest as f64 * GLYPH_WIDTH);
    }
    widths
}

/// The number of columns of the matrices of a product: one for the rows, and one for the columns.
const fn core_columns(operation: &Operation) -> usize {
    if operation.matrices().is_some() { 2 } else { 0 }
}

/// Which of so many columns are written where no more than `most` are: those of matrices, the last axis, those that clash, and then the last ones.
fn shown(operation: &Operation, columns: usize, most: usize) -> Vec<bool> {
    let axes = operation.alignment().axes();
    let is_first = |&column: &usize| axes.get(column).is_none_or(|axis| axis.clashes()) || column + 1 == axes.len();
    let from_end = || (0..columns).rev();
    let order = from_end().filter(is_first).chain(from_end().filter(|column| !is_first(column)));
    let mut shown = vec![false; columns];
    for column in order.take(most) {
        shown[column] = true;
    }
    shown
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

/// The size of the table in a font of 1 px; `None` where there are no columns.
pub(super) fn table_sizes(operation: &Operation) -> Option<TableSizes> {
    let rows = operation.operands().len() + 1;
    let has_columns = operation.alignment().ndim() + core_columns(operation) > 0;
    let width = |form: usize| TableColumns::new(operation, TableForm(form)).width;
    let mut widths = [0.0; FORMS];
    for (form, place) in widths.iter_mut().enumerate() {
        *place = width(form);
    }
    has_columns.then_some(TableSizes { widths, height: MARKS + rows as f64 * ROW + VERDICTS + RULE })
}
