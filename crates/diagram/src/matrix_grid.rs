//! The matrices of a product in their cells: a grid of elements, of one size in all panels, so that inner sizes that are equal look equal.

use std::fmt::Write as _;

use super::display_list::TextStyle;
use super::ease::clamp;
use super::measure::GLYPH_WIDTH;
use super::{DisplayList, FoldedAxis, PaintRole, Panel, Point, Rect, Size};
use tensor_broadcasting::{OperandId, Operation, Product, Scalar, format_value};

/// The space around the elements in a cell, and the smallest length of an element's side, in CSS pixels.
const PADDING: f64 = 5.0;
const SMALLEST: f64 = 4.0;
/// The number of rows or columns that are drawn at least and at most, with the slot of a fold.
const FEWEST: f64 = 3.0;
const MOST: f64 = 8.0;
/// The font size and the width of a number, in parts of the side of its element.
const NUMBER: f64 = 0.46;
const NUMBERS: f64 = 0.86;
/// The distance of the mark of the inner size from the elements, in CSS pixels.
const BESIDE: f64 = 2.5;
/// The side from which a fold is marked, in CSS pixels.
const MARKED: f64 = 8.0;
/// The least side of an element that has its number, in CSS pixels, and the longest number, in characters.
const WITH_NUMBER: f64 = 17.0;
const LONGEST: usize = 5;
/// The longest integer, in characters.
const MAX_INTEGER: usize = 20;

/// What is drawn of the matrices of a product.
#[derive(Debug)]
pub(super) struct MatrixGrid {
    /// The rows of the first matrices and of the result.
    rows: FoldedAxis,
    /// The columns of the first matrices, and the rows of the second ones.
    inner: [FoldedAxis; 2],
    /// The columns of the second matrices and of the result.
    columns: FoldedAxis,
    /// The number of slots of the longest one.
    longest: f64,
    /// Whether elements have their numbers.
    has_numbers: bool,
}

impl MatrixGrid {
    /// What is drawn in cells of a size; `None` where there are no matrices, a matrix has no elements, or an element has no room.
    pub(super) fn new(operation: &Operation, cell: Size) -> Option<Self> {
        let matrices = operation.matrices()?;
        let [rows, columns] = matrices.result().map(|size| size.unwrap_or(1));
        let inner = matrices.inner();
        if [rows, columns, inner[0], inner[1]].contains(&0) {
            return None;
        }
        let room = cell.w.min(cell.h) - 2.0 * PADDING;
        let most = clamp(room / SMALLEST, FEWEST, MOST) as u64;
        let [rows, columns, first, second] =
            [rows, columns, inner[0], inner[1]].map(|size| FoldedAxis::within(size, most));
        let all = [&rows, &columns, &first, &second];
        let longest = all.iter().map(|axis| axis.slots()).fold(1, usize::max) as f64;
        let has_numbers = room / longest >= WITH_NUMBER && !all.iter().any(|axis| axis.is_folded());
        (room / longest >= SMALLEST).then_some(Self { rows, inner: [first, second], columns, longest, has_numbers })
    }

    /// The rows and the columns of the matrices of a panel.
    pub(super) const fn axes(&self, panel: Panel) -> [&FoldedAxis; 2] {
        match panel {
            Panel::Operand(OperandId::A) => [&self.rows, &self.inner[0]],
            Panel::Operand(_) => [&self.inner[1], &self.columns],
            Panel::Result => [&self.rows, &self.columns],
        }
    }

    /// The side of an element with the space after it, in a cell.
    pub(super) fn side(&self, cell: Rect) -> f64 {
        (cell.w.min(cell.h) - 2.0 * PADDING).max(0.0) / self.longest
    }

    /// The corner of a panel's matrix in its cell.
    pub(super) fn corner(&self, panel: Panel, cell: Rect) -> Point {
        let half = self.axes(panel).map(|axis| axis.slots() as f64 * self.side(cell) / 2.0);
        cell.middle().moved(-half[1], -half[0])
    }

    /// The font size of the numbers of a matrix in a cell; see [`MatrixGrid::write`] for their text.
    pub(super) fn number_font(&self, cell: Rect, text: &str) -> f64 {
        let (side, characters) = (self.side(cell), text.split(' ').map(str::len).fold(1, usize::max));
        (side * NUMBER).min(side * NUMBERS / (characters as f64 * GLYPH_WIDTH))
    }

    /// Calls `draw` for each element of a panel's matrix that is drawn in a cell: with the slots of its row and its column, its place, and its
    /// number where `text` has it.
    pub(super) fn each(
        &self,
        panel: Panel,
        cell: Rect,
        text: &str,
        mut draw: impl FnMut([usize; 2], Rect, Option<&str>),
    ) {
        let (side, corner) = (self.side(cell), self.corner(panel, cell));
        let [rows, columns] = self.axes(panel);
        let mut numbers = text.split(' ');
        for row in (0..rows.slots()).filter(|&row| rows.index(row).is_some()) {
            for column in (0..columns.slots()).filter(|&column| columns.index(column).is_some()) {
                let at = corner.moved(column as f64 * side, row as f64 * side);
                let number = numbers.next().filter(|number| !number.is_empty());
                draw([row, column], Rect::at(at, Size::new(side, side)), number);
            }
        }
    }

    /// Marks the inner size with a line: along the columns of a first matrix, or along the rows of a second one.
    pub(super) fn mark_inner(&self, panel: Panel, cell: Rect, role: PaintRole, list: &mut DisplayList) {
        let (side, corner) = (self.side(cell), self.corner(panel, cell));
        let [rows, columns] = self.axes(panel).map(|axis| axis.slots() as f64 * side);
        match panel {
            Panel::Operand(OperandId::A) => {
                let start = corner.moved(0.0, rows + BESIDE);
                list.line(role, start, start.moved(columns, 0.0));
            }
            Panel::Operand(_) => {
                let start = corner.moved(-BESIDE, 0.0);
                list.line(role, start, start.moved(0.0, rows));
            }
            Panel::Result => {}
        }
    }

    /// Marks the folds of a panel's matrix.
    pub(super) fn mark_folds(&self, panel: Panel, cell: Rect, list: &mut DisplayList) {
        let (side, corner) = (self.side(cell), self.corner(panel, cell));
        let [rows, columns] = self.axes(panel);
        let mut mark = |row: f64, column: f64, text: &str| {
            let at = corner.moved(column * side, row * side);
            list.label(PaintRole::MatrixElement, at, TextStyle::middle(side), text);
        };
        if side >= MARKED && columns.is_folded() {
            mark(rows.slots() as f64 / 2.0, columns.first_gap() as f64 + 0.5, "⋯");
        }
        if side >= MARKED && rows.is_folded() {
            mark(rows.first_gap() as f64 + 0.5, columns.slots() as f64 / 2.0, "⋮");
        }
    }

    /// Writes the numbers of the elements of a matrix, row by row, with a space after each; nothing where they have no room, or one of
    /// them is not known.
    pub(super) fn write(
        &self,
        operation: &Operation,
        product: &Product<'_>,
        panel: Panel,
        index: &[u64],
        to: &mut String,
    ) {
        // What has no numbers may have more elements than can be counted.
        if !self.has_numbers {
            return;
        }
        let start = to.len();
        let [rows, columns] = self.axes(panel).map(|axis| axis.size());
        for place in 0..rows * columns {
            let place = [place / columns, place % columns];
            let text = match panel.operand() {
                Some(operand) => product.element(operand, &operation.alignment().operand_index(operand, index), place),
                None => product.value(index, place),
            };
            // An integer is written whole or not at all.
            let length = if matches!(text, Some(Scalar::Float(_))) { LONGEST } else { MAX_INTEGER };
            let text = text.map(|value| format_value(value, length)).filter(|text| text.len() <= LONGEST);
            let Some(text) = text else { return to.truncate(start) };
            _ = write!(to, "{text} ");
        }
    }
}
