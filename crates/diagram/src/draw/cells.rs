//! Draws the cells of the panels.

use super::Frame;
use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::layout::FOOTNOTE_FONT;
use crate::matrix_grid::MatrixGrid;
use crate::position::{VisibleParts, cell_rect, visible_cell};
use crate::scene::SceneCell;
use crate::{ChapterKind, DisplayList, PaintRole, Panel, Point, Rect, ease_in_out};

/// The font size of the mark for hidden indices where values are not written.
const GAP_FONT: f64 = 12.0;
/// The distance of the text under an empty tensor from it, in CSS pixels.
const EMPTY_TEXT: f64 = 11.0;
/// The largest space between the elements of a matrix, in parts of their side, and the smallest font size of a number, in CSS pixels.
const BETWEEN: f64 = 0.12;
const LEAST_NUMBER: f64 = 7.0;
/// The progress from which a growing cell of the result has its value.
const HAS_VALUE: f64 = 0.7;

/// Draws the cells of a panel, or the frame of an empty tensor.
pub(super) fn draw(frame: &Frame<'_>, panel: Panel, list: &mut DisplayList) {
    let (state, scene) = (&frame.state, frame.state.scene);
    // They are on their way into `a`.
    if panel == Panel::Result && state.written > 0.0 {
        return;
    }
    let cells = scene.cells(panel);
    let mut is_drawn = false;
    // In most frames of most pictures nothing is covered and there is no transition.
    let is_plain = scene.grids.stacked.is_none() && frame.transition.is_none();
    let is_combining = panel == Panel::Result && state.combine < 1.0;
    let size = state.gradient.cell_size;
    let is_bare = is_plain && !is_combining && size == 1.0 && scene.layout().cell.font.is_none();
    for (number, cell) in cells.iter().enumerate() {
        let Some(rect) = cell_rect(state, panel, cell) else { continue };
        is_drawn = true;
        let parts = if is_plain {
            VisibleParts::whole(rect)
        } else {
            let parts = visible_cell(state, panel, cell, rect);
            parts.map(|part| frame.transition.map_or(part, |active| active.rect(panel, number, part)))
        };
        if is_bare && !cell.is_gap() {
            list.rect(cell.role.paint_role(), rect);
        } else if is_combining {
            draw_growing(state, panel, cell, parts, state.combined(number, cell), list);
        } else if size < 1.0 {
            draw_growing(state, panel, cell, parts, size, list);
        } else {
            draw_cell(state, panel, cell.role.paint_role(), cell, parts, list);
        }
    }
    if !is_drawn && state.is_empty(panel) {
        draw_empty(frame, panel, list);
    }
}

/// Draws a cell with its value.
pub(super) fn draw_cell(
    state: &FrameState<'_>,
    panel: Panel,
    role: PaintRole,
    cell: &SceneCell,
    parts: VisibleParts,
    list: &mut DisplayList,
) {
    let matrix = state.scene.matrix.as_ref().filter(|_| parts.is_whole && !cell.is_gap());
    if let (Some(matrix), Some(rect)) = (matrix, parts.first()) {
        draw_matrix(matrix, panel, (role, rect), state.text_of(panel, cell), list);
        matrix.mark_inner(panel, rect, inner_role(state), list);
        return;
    }
    if !cell.is_gap() {
        parts.each(|part| list.rect(role, part));
    }
    let font = state.scene.layout().cell.font.or(cell.is_gap().then_some(GAP_FONT));
    let text = state.text_of(panel, cell);
    // A value that is partly behind another block would be read as another value.
    if let (Some(size), Some(rect), true) = (font, parts.first(), parts.is_whole && !text.is_empty()) {
        list.label(role, rect.middle(), TextStyle::middle(size), text);
    }
}

/// How the inner sizes of a product are marked: those of the first operand's columns and of the second one's rows.
pub(super) fn inner_role(state: &FrameState<'_>) -> PaintRole {
    match state.chapter().kind {
        ChapterKind::InnerClash => PaintRole::Clash,
        _ => PaintRole::BracketHighlighted,
    }
}

/// Draws a matrix in its cell: its elements, with their numbers where `text` has them.
fn draw_matrix(matrix: &MatrixGrid, panel: Panel, (role, cell): (PaintRole, Rect), text: &str, list: &mut DisplayList) {
    let font = matrix.number_font(cell, text);
    matrix.each(panel, cell, text, |_, rect, number| {
        list.rect(role, rect.shrunk(BETWEEN.min(2.0 / rect.w)));
        if let Some(number) = number.filter(|_| font >= LEAST_NUMBER) {
            list.label(role, rect.middle(), TextStyle::middle(font), number);
        }
    });
    matrix.mark_folds(panel, cell, list);
}

/// Draws a cell that grows, such as one of the result while it is combined. It has its value when there is space for it.
fn draw_growing(
    state: &FrameState<'_>,
    panel: Panel,
    cell: &SceneCell,
    parts: VisibleParts,
    progress: f64,
    list: &mut DisplayList,
) {
    let role = cell.role.paint_role();
    if progress >= HAS_VALUE || (cell.is_gap() && progress > 0.0) {
        draw_cell(state, panel, role, cell, parts.map(|rect| rect.shrunk(1.0 - progress)), list);
    } else if progress > 0.0 {
        parts.each(|rect| list.rect(role, rect.shrunk(1.0 - progress)));
    }
}

/// Draws the frame of an empty tensor, and what it says.
fn draw_empty(frame: &Frame<'_>, panel: Panel, list: &mut DisplayList) {
    let (state, grids) = (&frame.state, &frame.state.scene.grids);
    let whole = grids.layout.panel_rect(panel, &grids.aligned);
    // Before the operands line up, an empty operand does not have the extent of the result.
    let rect = if state.align >= 1.0 { whole } else { Rect::at(grids.layout.origin(panel), grids.layout.cell.size) };
    let grown = if panel == Panel::Result { ease_in_out(state.combine) } else { 1.0 };
    list.rect(PaintRole::Empty, rect.shrunk(1.0 - grown));
    if grids.layout.spacing.is_tight {
        return;
    }
    let under = Point::new(whole.x, whole.y + whole.h + EMPTY_TEXT);
    list.label(PaintRole::Empty, under, TextStyle::start(FOOTNOTE_FONT), state.scene.labels.empty);
}
