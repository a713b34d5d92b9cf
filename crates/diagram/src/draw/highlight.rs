//! Draws the highlight: the cell that is pointed at, its sources, its copies and the cells that depend on it.

use super::Frame;
use super::cells::draw_cell;
use super::provenance::Paths;
use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::layout::MAX_DRAWN;
use crate::position::{VisibleParts, cell_rect, visible_cell};
use crate::scene::{CellRole, Slots, sign_of_result};
use crate::{CellRef, Direction, DisplayList, MatrixElement, PaintRole, Panel, Point, Rect, Scene, Size, clamp};
use tensor_broadcasting::{Combination, OperandId, format_value};

/// The largest number of characters of what a type has no room for.
const EXACT: usize = 9;
/// The largest number of paths to the result: the frames show the others.
const MAX_PATHS: usize = 40;
/// The distance of a highlight from its cell, and of an equation from the result, in CSS pixels.
const MARGIN: f64 = 1.5;
const APART: f64 = 7.0;
/// The largest font size of an equation, in parts of the cell's height, but not less than the second one in CSS pixels; and the smallest.
const FONT: f64 = 0.6;
const MIN_FONT: f64 = 13.0;
const SMALLEST_FONT: f64 = 11.0;

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
        let (panel, paths) = (Panel::Operand(operand), Paths::of(operand, scene));
        if !takes(scene, operand, &slots) {
            if let Some(copy) = cell_of(frame, panel, &slots).filter(|_| !is_behind(scene, &slots)) {
                paths.frame(copy, list);
            }
            continue;
        }
        let source_slots = source_slots(scene, operand, slots);
        let source = highlight(frame, panel, &source_slots, PaintRole::HighlightedSource, list);
        if source_slots != slots {
            match cell_of(frame, panel, &slots) {
                Some(copy) if !is_behind(scene, &slots) => paths.frame(copy, list),
                _ => _ = highlight(frame, panel, &slots, PaintRole::Highlighted, list),
            }
        }
        if let (Some(source), Some(result)) = (source, result)
            && !is_behind(scene, &slots)
            && !is_behind(scene, &source_slots)
        {
            paths.path(source, result, list);
        }
    }
    if let (Some(rect), None) = (result, scene.operation().matrices()) {
        draw_equation(&frame.state, &slots, rect, list);
    }
    if let Some(element) = element {
        (element.drawing.draw)(&frame.state, &slots, element.index, list);
    }
}

/// Writes how a highlighted element is computed, beside the result where it covers nothing. (The caption has it too.)
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
    // What the type of the result has no room for stands before what it keeps.
    let exact = operation.types().and_then(|_| {
        let cell = scene.cells(Panel::Result).get(scene.number_at(Panel::Result, slots)?)?;
        operation.not_kept(&scene.cell_ref(Panel::Result, cell).index)
    });
    let equals = sign_of_result(operation, exact.is_some());
    let exact = exact.map(|exact| format!(" = {}", format_value(exact, EXACT))).unwrap_or_default();
    let sign = operation.sign();
    let wording = match operation.combination() {
        Combination::Where { is_method: true } => format_args!("{a} if {b} else {c} → {result}"),
        Combination::Where { .. } => format_args!("{a}: {b} else {c} → {result}"),
        // `max(a, b)`.
        _ if sign.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            format_args!("{sign}({a}, {b}){exact}{equals}{result}")
        }
        _ => format_args!("{a} {sign} {b}{exact}{equals}{result}"),
    };
    let role = PaintRole::Equation;
    let largest = scene.layout().spacing.equation_font.min((rect.h * FONT).max(MIN_FONT));
    let width = list.label_within(role, Point::default(), TextStyle::middle(largest), f64::INFINITY, &[wording]);
    let fonts = [largest, MIN_FONT, SMALLEST_FONT].into_iter().filter(|&font| font <= largest);
    let mut sizes = fonts.map(|font| (font, Size::new(width * font / largest + 1.6 * font, 1.7 * font)));
    let place = sizes.clone().find_map(|(font, size)| Some((font, free_place(state, rect, size, list)?)));
    // A picture that is only as high as it has to be grows.
    let place = place.or_else(|| {
        let (font, size) = sizes.find(|(_, size)| scene.layout().equation.is_none() && size.w < list.width)?;
        let x = clamp(rect.middle().x - size.w / 2.0, 0.0, list.width - size.w);
        list.height += size.h;
        Some((font, Rect::at(Point::new(x, list.height - size.h), size)))
    });
    let labels = &mut list.layer_mut(role).labels;
    match (place, labels.last_mut()) {
        (Some((font, place)), Some(label)) => {
            label.move_to(place.middle(), font);
            list.rect(role, place);
        }
        _ => _ = labels.pop(),
    }
}

/// What stands around the cells.
const AROUND: [PaintRole; 16] = [
    PaintRole::Bracket,
    PaintRole::BracketHighlighted,
    PaintRole::Clash,
    PaintRole::Title,
    PaintRole::TitleA,
    PaintRole::TitleB,
    PaintRole::TitleC,
    PaintRole::TitleResult,
    PaintRole::Empty,
    PaintRole::Table,
    PaintRole::TableA,
    PaintRole::TableB,
    PaintRole::TableC,
    PaintRole::TableResult,
    PaintRole::TableClash,
    PaintRole::TableFrame,
];

/// The place of a size beside the result that is nearest to a cell of it and covers nothing: below it, at its right, above it, or at its
/// left.
fn free_place(state: &FrameState<'_>, cell: Rect, Size { w, h }: Size, list: &DisplayList) -> Option<Rect> {
    let scene = state.scene;
    let grid = |panel: Panel| scene.layout().panel_rect(panel, &scene.grids.aligned);
    let (result, middle) = (grid(Panel::Result), cell.middle());
    let x = clamp(middle.x - w / 2.0, 1.0, (list.width - w - 1.0).max(1.0));
    let y = clamp(middle.y - h / 2.0, 1.0, (list.height - h - 1.0).max(1.0));
    let lanes = scene.layout().lanes();
    let places = [
        (x, result.y + result.h + APART),
        (result.x + result.w + APART, y),
        (x, result.y - lanes.h - APART - h),
        (result.x - lanes.w - APART - w, y),
    ];
    places.map(|(x, y)| Rect::at(Point::new(x, y), Size::new(w, h))).into_iter().find(|place| {
        let is_inside = place.x >= 0.0 && place.y >= 0.0 && place.x + w <= list.width && place.y + h <= list.height;
        let is_on_text = |role: PaintRole| {
            list.layer(role).labels.iter().any(|label| label.rect(list.text_of(label)).overlaps(place))
        };
        is_inside
            && scene.panels().iter().all(|&panel| !grid(panel).overlaps(place))
            && !AROUND.into_iter().any(is_on_text)
    })
}

/// Highlights the stored element of an operand, its copies, and the elements of the result that depend on it: a frame around each group of
/// neighbours, and one path to each group of the result.
fn highlight_dependants(frame: &Frame<'_>, operand: OperandId, slots: Slots, list: &mut DisplayList) {
    let scene = frame.state.scene;
    let source_at = source_slots(scene, operand, slots);
    let mut from = highlight(frame, Panel::Operand(operand), &source_at, PaintRole::HighlightedSource, list);
    let paths = Paths::of(operand, scene);
    for panel in [Panel::Operand(operand), Panel::Result] {
        // Elements of the result that are taken from the operand need not be neighbours.
        let is_chosen = panel == Panel::Result && scene.operation().condition().is_some_and(|other| other != operand);
        let joined = if is_chosen { [false; MAX_DRAWN] } else { joined(scene, operand) };
        let mut drawn = 0;
        for cell in scene.cells(panel) {
            if cell.is_gap() || source_slots(scene, operand, cell.slots) != source_at {
                continue;
            }
            if is_chosen && !takes(scene, operand, &cell.slots) {
                continue;
            }
            if is_behind(scene, &cell.slots) {
                highlight(frame, panel, &cell.slots, PaintRole::Highlighted, list);
                continue;
            }
            // Each group is drawn with its first cell.
            let is_first = cell.slots.iter().zip(joined).all(|(&slot, joined)| !joined || slot == 0);
            let Some(group) = is_first.then(|| group(frame, panel, cell.slots, joined)).flatten() else { continue };
            if panel == Panel::Result || cell.slots != source_at || from != Some(group) {
                paths.frame(group, list);
            }
            if panel != Panel::Result && cell.slots == source_at {
                from = Some(group);
            }
            drawn += 1;
            if let (Panel::Result, Some(from)) = (panel, from)
                && drawn <= MAX_PATHS
            {
                paths.path(from, group, list);
            }
        }
    }
}

/// Whether slots are in a block of a stack that another one covers.
fn is_behind(scene: &Scene, slots: &Slots) -> bool {
    scene.grids.stacked.is_some_and(|stacked| slots[stacked] > 0)
}

/// Whether the element of the result in some slots depends on an operand: of a choice it does not on the one that is not taken.
fn takes(scene: &Scene, operand: OperandId, slots: &Slots) -> bool {
    let result = scene.number_at(Panel::Result, slots).and_then(|number| scene.cells(Panel::Result).get(number));
    match result.map(|cell| cell.role) {
        Some(CellRole::Chosen(taken)) => operand == taken || scene.operation().condition() == Some(operand),
        _ => true,
    }
}

/// The drawn axes along which the copies of an element of an operand are neighbours: those that stretch, as far as nothing lies between.
fn joined(scene: &Scene, operand: OperandId) -> [bool; MAX_DRAWN] {
    let axes = scene.operation().alignment().axes();
    let mut joined = [false; MAX_DRAWN];
    let (mut across, mut down) = (true, true);
    for (joined, axis) in joined.iter_mut().zip(&scene.layout().axes) {
        let is_whole = match axis.direction {
            Direction::Across => &mut across,
            Direction::Down => &mut down,
            Direction::Depth => continue,
        };
        *is_whole &= axes[axis.axis].size(operand) == 1 || axis.folded.slots() == 1;
        *joined = *is_whole;
    }
    joined
}

/// The rectangle around a cell and those after it along the joined axes.
fn group(frame: &Frame<'_>, panel: Panel, first: Slots, joined: [bool; MAX_DRAWN]) -> Option<Rect> {
    let scene = frame.state.scene;
    let mut last = first;
    for (nesting, axis) in scene.layout().axes.iter().enumerate().filter(|&(nesting, _)| joined[nesting]) {
        for slot in (0..axis.folded.slots()).rev() {
            last[nesting] = u16::try_from(slot).unwrap_or_default();
            if !scene.grids.is_gap(&last, nesting) {
                break;
            }
        }
    }
    let first = cell_of(frame, panel, &first)?;
    // Until an axis is stretched, there are no others.
    let last = cell_of(frame, panel, &last).unwrap_or(first);
    Some(Rect { w: last.x + last.w - first.x, h: last.y + last.h - first.y, ..first })
}

/// The rectangle of a panel's cell, if it exists at this time.
fn cell_of(frame: &Frame<'_>, panel: Panel, slots: &Slots) -> Option<Rect> {
    let scene = frame.state.scene;
    let number = scene.number_at(panel, slots)?;
    let own = cell_rect(&frame.state, panel, scene.cells(panel).get(number)?)?;
    Some(frame.transition.map_or(own, |active| active.rect(panel, number, own)))
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
            CellRole::Stored(operand) | CellRole::Chosen(operand) => PaintRole::lifted(operand),
            CellRole::Result | CellRole::Gap => PaintRole::LiftedResult,
        };
        draw_cell(state, panel, lifted, cell, VisibleParts::whole(rect), list);
    }
    list.rect(role, rect.grown(MARGIN));
    Some(rect)
}
