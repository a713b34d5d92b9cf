//! Draws the highlight: the cell that is pointed at, its sources, its copies and the cells that depend on it.

use super::Frame;
use super::cells::draw_cell;
use super::provenance::{self, End};
use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::position::{VisibleParts, cell_rect, visible_cell};
use crate::scene::{CellRole, Slots};
use crate::{CellRef, DisplayList, MatrixElement, PaintRole, Panel, Point, Rect, Scene, Size, clamp};
use tensor_broadcasting::{Combination, OperandId};

/// The largest number of provenance lines in a panel: more cover everything.
const MAX_PROVENANCE_LINES: usize = 40;
/// The distance of a highlight from its cell, and of an equation, in CSS pixels.
const MARGIN: f64 = 1.5;
const APART: f64 = 9.0;
/// The largest font size of an equation, in parts of the cell's height, but not less than the second one in CSS pixels.
const FONT: f64 = 0.6;
const MIN_FONT: f64 = 13.0;

/// Highlights everything that belongs to a cell: for an element of the result its sources; for an element of an
/// operand the stored element, every copy of it and every element of the result that depends on it. `element`: that of a matrix, where
/// each element of the result is one.
pub(super) fn draw(frame: &Frame<'_>, cell: &CellRef, element: Option<MatrixElement>, list: &mut DisplayList) {
    let scene = frame.state.scene;
    let Some(slots) = scene.grids.slots_of(&cell.index) else { return };
    if scene.number_at(cell.panel, &slots).is_none() {
        return;
    }
    match (cell.panel, scene.operation().shape()) {
        (panel, None) => _ = highlight(frame, panel, &slots, PaintRole::Highlighted, list),
        (Panel::Result, Some(_)) => highlight_sources(frame, slots, element, list),
        (Panel::Operand(operand), Some(_)) => highlight_dependants(frame, operand, slots, list),
    }
}

/// Highlights an element of the result and its sources: in each operand the stored element, and the copy in the same slot.
fn highlight_sources(frame: &Frame<'_>, slots: Slots, element: Option<MatrixElement>, list: &mut DisplayList) {
    let scene = frame.state.scene;
    let result = highlight(frame, Panel::Result, &slots, PaintRole::Highlighted, list);
    for &operand in scene.operation().operands() {
        let panel = Panel::Operand(operand);
        let source_slots = source_slots(scene, operand, slots);
        let source = highlight(frame, panel, &source_slots, PaintRole::HighlightedSource, list);
        let copy =
            if source_slots == slots { source } else { highlight(frame, panel, &slots, PaintRole::Highlighted, list) };
        connect(scene, (panel, &source_slots, source), (panel, &slots, copy), list);
        let nearest = if copy.is_some() { (panel, &slots, copy) } else { (panel, &source_slots, source) };
        connect(scene, nearest, (Panel::Result, &slots, result), list);
    }
    if let (Some(rect), None) = (result, scene.operation().matrices()) {
        draw_equation(&frame.state, &slots, rect, list);
    }
    if let Some(element) = element {
        (element.drawing.draw)(&frame.state, &slots, element.index, list);
    }
}

/// Writes how a highlighted element is computed, beside it where it covers neither it nor its sources.
fn draw_equation(state: &FrameState<'_>, slots: &Slots, rect: Rect, list: &mut DisplayList) {
    let (scene, operation) = (state.scene, state.scene.operation());
    let text = |panel: Panel| {
        let cell = scene.cells(panel).get(scene.number_at(panel, slots)?)?;
        Some(state.text_of(panel, cell)).filter(|text| !text.is_empty())
    };
    let [a, b, c] = OperandId::ALL.map(|operand| text(Panel::Operand(operand)).unwrap_or_default());
    let Some(result) = text(Panel::Result).filter(|_| state.combine >= 1.0 && !state.gradient.has_parts) else {
        return;
    };
    let sign = operation.sign();
    let wording = match operation.combination() {
        Combination::Where { is_method: true } => format_args!("{a} if {b} else {c} → {result}"),
        Combination::Where { .. } => format_args!("{a}: {b} else {c} → {result}"),
        // `max(a, b)`.
        _ if sign.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            format_args!("{sign}({a}, {b}) → {result}")
        }
        _ => format_args!("{a} {sign} {b} → {result}"),
    };
    let font = scene.layout().spacing.equation_font.min((rect.h * FONT).max(MIN_FONT));
    let role = PaintRole::Equation;
    let width = list.label_within(role, Point::default(), TextStyle::middle(font), f64::INFINITY, &[wording]);
    let (w, h) = (width + 1.6 * font, 1.7 * font);
    let middle = rect.middle();
    let (beside, under) = ((rect.w + w) / 2.0 + APART, (rect.h + h) / 2.0 + APART);
    let places = [(0.0, under), (0.0, -under), (beside, 0.0), (-beside, 0.0)].map(|(x, y)| {
        let at = middle.moved(x - w / 2.0, y - h / 2.0);
        let inside = Point::new(clamp(at.x, 1.0, list.width - w - 1.0), clamp(at.y, 1.0, list.height - h - 1.0));
        Rect::at(inside, Size::new(w, h))
    });
    let rings = [PaintRole::Highlighted, PaintRole::HighlightedSource].map(|role| list.layer(role).rects.as_slice());
    let is_free =
        |place: &&Rect| place.x >= 0.0 && rings.iter().all(|rings| rings.iter().all(|ring| !ring.overlaps(place)));
    let place = places.iter().find(is_free).copied();
    let labels = &mut list.layer_mut(role).labels;
    match (place, labels.last_mut()) {
        (Some(place), Some(label)) => {
            (label.x, label.y) = (place.middle().x, place.middle().y);
            list.rect(role, place);
        }
        _ => _ = labels.pop(),
    }
}

/// Highlights the stored element of an operand, its copies, and the elements of the result that depend on it.
fn highlight_dependants(frame: &Frame<'_>, operand: OperandId, slots: Slots, list: &mut DisplayList) {
    let scene = frame.state.scene;
    let source_at = source_slots(scene, operand, slots);
    let source = highlight(frame, Panel::Operand(operand), &source_at, PaintRole::HighlightedSource, list);
    for panel in [Panel::Operand(operand), Panel::Result] {
        let mut lines = 0;
        for cell in scene.cells(panel) {
            let is_source = panel != Panel::Result && cell.slots == source_at;
            if is_source || cell.is_gap() || source_slots(scene, operand, cell.slots) != source_at {
                continue;
            }
            let dependant = highlight(frame, panel, &cell.slots, PaintRole::Highlighted, list);
            lines += 1;
            if lines <= MAX_PROVENANCE_LINES {
                let from = (Panel::Operand(operand), &source_at, source);
                connect(scene, from, (panel, &cell.slots, dependant), list);
            }
        }
    }
}

/// The slots of the stored element of an operand that is shown in the given slots.
fn source_slots(scene: &Scene, operand: OperandId, mut slots: Slots) -> Slots {
    let axes = scene.operation().alignment().axes();
    for (slot, axis) in slots.iter_mut().zip(&scene.layout().axes) {
        if axes[axis.axis].size(operand) == 1 {
            *slot = 0;
        }
    }
    slots
}

/// Highlights a cell and returns its rectangle, if it is visible. A stored element or an element of the result that is
/// partly behind a block is drawn again in front of it. Of a repeated element only the visible part is highlighted:
/// in front of a block it would look like a stored one.
pub(super) fn highlight(
    frame: &Frame<'_>,
    panel: Panel,
    slots: &Slots,
    role: PaintRole,
    list: &mut DisplayList,
) -> Option<Rect> {
    let (state, scene) = (&frame.state, frame.state.scene);
    let number = scene.number_at(panel, slots)?;
    let cell = &scene.cells(panel)[number];
    let own = cell_rect(state, panel, cell)?;
    let moved = |part| frame.transition.map_or(part, |active| active.rect(panel, number, part));
    let (rect, parts) = (moved(own), visible_cell(state, panel, cell, own).map(moved));
    if !parts.is_whole {
        let lifted = match cell.role {
            CellRole::Repeated(_) => {
                parts.each(|part| list.rect(role, part));
                return parts.first();
            }
            CellRole::Stored(operand) => PaintRole::lifted(operand),
            CellRole::Result | CellRole::Gap => PaintRole::LiftedResult,
        };
        draw_cell(state, panel, lifted, cell, VisibleParts::whole(rect), list);
    }
    list.rect(role, rect.grown(MARGIN));
    Some(rect)
}

/// A cell in its panel, with its rectangle where it is visible.
type HighlightedCell<'a> = (Panel, &'a Slots, Option<Rect>);

/// Draws a line from a cell to another one, if both are visible.
fn connect(scene: &Scene, from: HighlightedCell<'_>, to: HighlightedCell<'_>, list: &mut DisplayList) {
    let end = |(panel, slots, rect): HighlightedCell<'_>| Some(End { panel, slots: *slots, rect: rect? });
    if let (Some(from), Some(to)) = (end(from), end(to)) {
        provenance::draw(scene, from, to, list);
    }
}
