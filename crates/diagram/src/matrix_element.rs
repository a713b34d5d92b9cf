//! The highlighted element of a matrix product: in the cell of each matrix its rows and columns, and which of them make the element. It
//! is loaded later, because only a product needs it.

use super::display_list::TextStyle;
use super::ease::clamp;
use super::frame_state::FrameState;
use super::position::cell_rect;
use super::scene::Slots;
use super::{ArrowDirection, DisplayList, FoldedAxis, PaintRole, Panel, Point, Rect, Scene, Size, cell_at};
use tensor_broadcasting::{Matrices, OperandId};

/// The space around the elements in a cell, the smallest length of an element's side, and the side from which a fold is marked, in CSS
/// pixels.
const PADDING: f64 = 4.0;
const SMALLEST: f64 = 4.0;
const MARKED: f64 = 8.0;
/// The number of rows or columns that are drawn at least and at most, with the slot of a fold.
const FEWEST: f64 = 3.0;
const MOST: f64 = 8.0;
/// The space between two elements, in parts of an element's side.
const GAP: f64 = 0.12;

/// The row and the column of an element of a matrix.
pub type ElementIndex = [u64; 2];

/// The element that is highlighted in a cell of the result, which is a matrix.
#[derive(Debug, Clone, Copy)]
pub struct MatrixElement {
    /// Its row and its column. Of a result without rows or without columns, that number is 0.
    pub index: ElementIndex,
    /// What draws it.
    pub drawing: &'static MatrixDrawing,
}

/// What draws an element of a matrix product, and finds others.
#[derive(Debug)]
pub struct MatrixDrawing {
    /// Draws the matrices of the operands and of the result in their cells, which are in the same slots.
    pub(super) draw: fn(&FrameState<'_>, &Slots, ElementIndex, &mut DisplayList),
    /// The element under a point at a time, in the cell of the result that is there.
    pub at: fn(&Scene, f64, [f64; 2]) -> Option<ElementIndex>,
    /// The element that an arrow key leads to, and whether it is in the same matrix. Beyond an edge the other end of the row or the
    /// column follows, which is in the next matrix.
    pub next: fn(&Scene, ElementIndex, ArrowDirection) -> (ElementIndex, bool),
}

/// The one that is in the table of a chunk.
pub static MATRIX_DRAWING: MatrixDrawing = MatrixDrawing { draw, at, next };

/// What is drawn of the matrices of a product.
struct Drawn {
    rows: FoldedAxis,
    inner: FoldedAxis,
    columns: FoldedAxis,
    /// The side of an element with the space after it. All matrices have the same, so that inner sizes that are equal look equal.
    side: f64,
}

impl Drawn {
    /// What is drawn in cells of a size; `None` where the product has no elements, or an element has no parts.
    fn new(matrices: Matrices, cell: Size) -> Option<Self> {
        let [rows, columns] = matrices.result().map(|size| size.unwrap_or(1));
        let [inner, _] = matrices.inner();
        if !matrices.agree() || [rows, inner, columns].contains(&0) {
            return None;
        }
        let room = cell.w.min(cell.h) - 2.0 * PADDING;
        let most = clamp(room / SMALLEST, FEWEST, MOST) as u64;
        let [rows, inner, columns] = [rows, inner, columns].map(|size| FoldedAxis::within(size, most));
        let longest = rows.slots().max(inner.slots()).max(columns.slots());
        Some(Self { rows, inner, columns, side: room / longest as f64 })
    }

    fn of(scene: &Scene) -> Option<Self> {
        Self::new(scene.operation().matrices()?, scene.layout().cell.size)
    }

    /// The corner of a matrix in its cell.
    fn corner(&self, cell: Rect, rows: &FoldedAxis, columns: &FoldedAxis) -> Point {
        let half = |axis: &FoldedAxis| axis.slots() as f64 * self.side / 2.0;
        cell.middle().moved(-half(columns), -half(rows))
    }
}

/// The slot of an index; that of the fold, where it is hidden.
fn slot_of(axis: &FoldedAxis, index: u64) -> usize {
    axis.slot(index).unwrap_or_else(|| axis.first_gap())
}

fn draw(state: &FrameState<'_>, slots: &Slots, [row, column]: ElementIndex, list: &mut DisplayList) {
    let scene = state.scene;
    let cell = |panel: Panel| cell_rect(state, panel, scene.cells(panel).get(scene.number_at(panel, slots)?)?);
    let Some(drawn) = Drawn::of(scene) else { return };
    let [first, second] = OperandId::PAIR.map(|operand| cell(Panel::Operand(operand)));
    let (Some(first), Some(second), Some(result)) = (first, second, cell(Panel::Result)) else { return };
    let Drawn { rows, inner, columns, .. } = &drawn;
    let [row, column] = [Some(slot_of(rows, row)), Some(slot_of(columns, column))];
    let a = Matrix { cell: first, rows, columns: inner, row, column: None };
    let b = Matrix { cell: second, rows: inner, columns, row: None, column };
    let out = Matrix { cell: result, rows, columns, row, column };
    for (matrix, role) in [(a, PaintRole::LiftedA), (b, PaintRole::LiftedB), (out, PaintRole::LiftedResult)] {
        matrix.draw(&drawn, role, list);
    }
}

/// One matrix, and the slots of the row and the column that make the element.
struct Matrix<'a> {
    cell: Rect,
    rows: &'a FoldedAxis,
    columns: &'a FoldedAxis,
    row: Option<usize>,
    column: Option<usize>,
}

impl Matrix<'_> {
    /// Draws its elements in place of its sizes. Those of the row and the column have a role of their own.
    fn draw(&self, drawn: &Drawn, role: PaintRole, list: &mut DisplayList) {
        let side = drawn.side;
        let corner = drawn.corner(self.cell, self.rows, self.columns);
        list.rect(PaintRole::Matrix, self.cell);
        for row in 0..self.rows.slots() {
            for column in 0..self.columns.slots() {
                let is_part = self.row.is_none_or(|own| own == row) && self.column.is_none_or(|own| own == column);
                let is_hidden = self.rows.index(row).is_none() || self.columns.index(column).is_none();
                let at = corner.moved(column as f64 * side, row as f64 * side);
                let rect = Rect::at(at, Size::new(side, side));
                if is_part {
                    // Its outline has the colour of the space between elements.
                    list.rect(role, rect);
                } else if !is_hidden {
                    list.rect(PaintRole::MatrixElement, rect.shrunk(GAP));
                }
            }
        }
        // A fold is marked beside the row and the column, whose elements cover it.
        let mark = |row: f64, column: f64, text: &str, list: &mut DisplayList| {
            let at = corner.moved(column * side, row * side);
            list.label(PaintRole::MatrixElement, at, TextStyle::middle(side), text);
        };
        let [rows, columns] = [self.rows, self.columns].map(|axis| axis.slots() as f64);
        if side >= MARKED && self.columns.is_folded() {
            mark(rows / 2.0, self.columns.first_gap() as f64 + 0.5, "⋯", list);
        }
        if side >= MARKED && self.rows.is_folded() {
            mark(self.rows.first_gap() as f64 + 0.5, columns / 2.0, "⋮", list);
        }
    }
}

fn at(scene: &Scene, t: f64, [x, y]: [f64; 2]) -> Option<ElementIndex> {
    let cell = cell_at(scene, t, x, y).filter(|cell| cell.panel == Panel::Result)?;
    let number = scene.number_at(cell.panel, &scene.grids.slots_of(&cell.index)?)?;
    let rect = cell_rect(&FrameState::new(scene, t), cell.panel, scene.cells(cell.panel).get(number)?)?;
    let drawn = Drawn::of(scene)?;
    let corner = drawn.corner(rect, &drawn.rows, &drawn.columns);
    let index = |axis: &FoldedAxis, distance: f64| {
        let slot = clamp(distance / drawn.side, 0.0, axis.slots().saturating_sub(1) as f64) as usize;
        // A fold counts as the index before it.
        axis.index(slot).unwrap_or_else(|| axis.indices(slot).start.saturating_sub(1))
    };
    Some([index(&drawn.rows, y - corner.y), index(&drawn.columns, x - corner.x)])
}

fn next(scene: &Scene, [row, column]: ElementIndex, arrow: ArrowDirection) -> (ElementIndex, bool) {
    let Some(drawn) = Drawn::of(scene) else { return ([row, column], false) };
    let is_forward = matches!(arrow, ArrowDirection::Right | ArrowDirection::Down);
    let moved = |axis: &FoldedAxis, index: u64| {
        let step = |slot: usize| if is_forward { slot.checked_add(1) } else { slot.checked_sub(1) };
        let mut slot = step(slot_of(axis, index));
        if slot.is_some_and(|slot| slot < axis.slots() && axis.index(slot).is_none()) {
            slot = slot.and_then(step);
        }
        let inside = slot.filter(|&slot| slot < axis.slots()).and_then(|slot| axis.index(slot));
        let other_end = if is_forward { 0 } else { axis.slots().saturating_sub(1) };
        (inside.or(axis.index(other_end)).unwrap_or(0), inside.is_some())
    };
    match arrow {
        ArrowDirection::Left | ArrowDirection::Right => {
            let (column, stays) = moved(&drawn.columns, column);
            ([row, column], stays)
        }
        ArrowDirection::Up | ArrowDirection::Down => {
            let (row, stays) = moved(&drawn.rows, row);
            ([row, column], stays)
        }
    }
}
