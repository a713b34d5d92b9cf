//! The highlighted element of a matrix product: in the cell of each matrix its rows and columns, and which of them make the element. It
//! is loaded later, because only a product needs it.

use super::display_list::TextStyle;
use super::ease::clamp;
use super::frame_state::FrameState;
use super::matrix_grid::MatrixGrid;
use super::position::cell_rect;
use super::scene::Slots;
use super::{ArrowDirection, DisplayList, FoldedAxis, PaintRole, Panel, Scene, cell_at};
use tensor_broadcasting::OperandId;

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

/// The slot of an index; that of the fold, where it is hidden.
fn slot_of(axis: &FoldedAxis, index: u64) -> usize {
    axis.slot(index).unwrap_or_else(|| axis.first_gap())
}

fn draw(state: &FrameState<'_>, slots: &Slots, [row, column]: ElementIndex, list: &mut DisplayList) {
    let scene = state.scene;
    let Some(matrix) = agreeing(scene) else { return };
    let [rows, columns] = matrix.axes(Panel::Result);
    let [row, column] = [Some(slot_of(rows, row)), Some(slot_of(columns, column))];
    let parts = [
        (Panel::Operand(OperandId::A), PaintRole::LiftedA, [row, None]),
        (Panel::Operand(OperandId::B), PaintRole::LiftedB, [None, column]),
        (Panel::Result, PaintRole::LiftedResult, [row, column]),
    ];
    for (panel, role, [row, column]) in parts {
        let cell = scene.number_at(panel, slots).and_then(|number| scene.cells(panel).get(number));
        let Some((cell, rect)) = cell.and_then(|cell| Some((cell, cell_rect(state, panel, cell)?))) else { continue };
        list.rect(PaintRole::Matrix, rect);
        let text = scene.text_of(cell);
        let font = matrix.number_font(rect, text);
        matrix.each(panel, rect, text, |[at_row, at_column], place, number| {
            let is_part = row.is_none_or(|own| own == at_row) && column.is_none_or(|own| own == at_column);
            // Its outline has the colour of the space between elements.
            let (role, rect) = if is_part { (role, place) } else { (PaintRole::MatrixElement, place.shrunk(GAP)) };
            list.rect(role, rect);
            if let Some(number) = number {
                list.label(role, place.middle(), TextStyle::middle(font), number);
            }
        });
    }
}

/// The matrices of a product that exists, as they are drawn.
fn agreeing(scene: &Scene) -> Option<&MatrixGrid> {
    scene.matrix.as_ref().filter(|_| scene.operation().matrices().is_some_and(|matrices| matrices.agree()))
}

fn at(scene: &Scene, t: f64, [x, y]: [f64; 2]) -> Option<ElementIndex> {
    let cell = cell_at(scene, t, x, y).filter(|cell| cell.panel == Panel::Result)?;
    let number = scene.number_at(cell.panel, &scene.grids.slots_of(&cell.index)?)?;
    let rect = cell_rect(&FrameState::new(scene, t), cell.panel, scene.cells(cell.panel).get(number)?)?;
    let matrix = agreeing(scene)?;
    let corner = matrix.corner(Panel::Result, rect);
    let [rows, columns] = matrix.axes(Panel::Result);
    let index = |axis: &FoldedAxis, distance: f64| {
        let slot = clamp(distance / matrix.side(rect), 0.0, axis.slots().saturating_sub(1) as f64) as usize;
        // A fold counts as the index before it.
        axis.index(slot).unwrap_or_else(|| axis.indices(slot).start.saturating_sub(1))
    };
    Some([index(rows, y - corner.y), index(columns, x - corner.x)])
}

fn next(scene: &Scene, [row, column]: ElementIndex, arrow: ArrowDirection) -> (ElementIndex, bool) {
    let Some(matrix) = agreeing(scene) else { return ([row, column], false) };
    let [rows, columns] = matrix.axes(Panel::Result);
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
            let (column, stays) = moved(columns, column);
            ([row, column], stays)
        }
        ArrowDirection::Up | ArrowDirection::Down => {
            let (row, stays) = moved(rows, row);
            ([row, column], stays)
        }
    }
}
