//! Draws the first elements that are combined, one by one: their cells fly to the result, and a line under the panels, where it
//! covers nothing, has their numbers. Draws how a result is written back, and how the parts of a gradient fly back.

use super::Frame;
use super::cells::draw_cell;
use super::highlight::highlight;
use crate::display_list::TextStyle;
use crate::ease::{clamp, mix};
use crate::frame_state::FrameState;
use crate::frame_state::{RESULT_FROM, RESULT_UNTIL};
use crate::measure::{GLYPH_WIDTH, text_width};
use crate::position::{cell_rect, visible_cell};
use crate::scene::{FirstElement, SceneCell, Slots};
use crate::story::Combining;
use crate::{ChapterKind, DisplayList, PaintRole, Panel, Point, Rect, Size, Writing, ease_in_out};
use tensor_broadcasting::OperandId;

/// The part of its time in which the line appears with the first element, and disappears after the last one.
const FADE: f64 = 0.2;
/// The space beside the text of the line on each side, and above and below it, in parts of the font size.
const MARGIN: Size = Size::new(0.8, 0.35);

/// Draws what belongs to the element that is being combined.
pub(super) fn draw(frame: &Frame<'_>, list: &mut DisplayList) {
    let (state, scene) = (&frame.state, frame.state.scene);
    if state.combine <= 0.0 || state.combine >= 1.0 {
        return;
    }
    match state.combining {
        Combining::One(nth, progress) => {
            let Some(element) = scene.first.get(nth) else { return };
            let has_result = progress >= RESULT_FROM;
            let slots = scene.cells(Panel::Result)[element.number].slots;
            for &panel in scene.panels().iter().filter(|&&panel| panel != Panel::Result || has_result) {
                highlight(frame, panel, &slots, PaintRole::Highlighted, list);
            }
            draw_flight(frame, &slots, progress, list);
            draw_equation(frame, element, has_result, if nth == 0 { progress / FADE } else { 1.0 }, list);
        }
        Combining::Rest(progress) => {
            if let Some(element) = scene.first.last() {
                draw_equation(frame, element, true, 1.0 - progress / FADE, list);
            }
        }
    }
}

/// Draws how an element of each operand flies to the element of the result in the same slots, where they become one.
fn draw_flight(frame: &Frame<'_>, slots: &Slots, progress: f64, list: &mut DisplayList) {
    let (state, scene) = (&frame.state, frame.state.scene);
    // Whole matrices would cover the sign.
    if scene.operation().matrices().is_some() {
        return;
    }
    let rect = |panel: Panel| {
        let cell = scene.cells(panel).get(scene.number_at(panel, slots)?)?;
        Some((cell_rect(state, panel, cell)?, state.text_of(panel, cell)))
    };
    let Some((to, _)) = rect(Panel::Result) else { return };
    let operands = scene.operation().operands();
    let flown = ease_in_out(progress / RESULT_FROM);
    // They shrink while the result grows in front of them.
    let left = 1.0 - 2.0 * ease_in_out((progress - RESULT_FROM) / (RESULT_UNTIL - RESULT_FROM));
    for &operand in operands {
        let Some((from, text)) = rect(Panel::Operand(operand)).filter(|_| left > 0.0) else { continue };
        let part = mix(1.0, 1.0 / operands.len() as f64, flown) * left;
        let beside = (operand.position() as f64 + 0.5) / operands.len() as f64 - 0.5;
        let (start, end) = (from.middle(), to.middle().moved(to.w * beside, 0.0));
        draw_flying(
            state,
            PaintRole::lifted(operand),
            [start, end],
            flown,
            Size::new(from.w * part, from.h * part),
            text,
            list,
        );
    }
}

/// Draws how the parts of the gradient of each operand fly from the elements of the result to the cells in the same slots.
pub(super) fn draw_way_back(state: &FrameState<'_>, list: &mut DisplayList) {
    let scene = state.scene;
    let Some(gradient) = &scene.gradient else { return };
    for &operand in scene.operation().operands() {
        let progress = state.gradient.flown[operand.position()];
        // Blocks of a stack cover each other.
        if progress <= 0.0 || progress >= 1.0 || scene.grids.stacked.is_some() {
            continue;
        }
        let (panel, flown) = (Panel::Operand(operand), ease_in_out(progress));
        for cell in scene.cells(panel).iter().filter(|cell| !cell.is_gap()) {
            let result = scene.number_at(Panel::Result, &cell.slots).map(|number| &scene.cells(Panel::Result)[number]);
            let from = result.and_then(|result| cell_rect(state, Panel::Result, result));
            let (Some(from), Some(to)) = (from, cell_rect(state, panel, cell)) else { continue };
            let text = (gradient.text_of)(gradient, panel, cell.slots, &|_, _| false);
            let part = mix(LEAVING, 1.0, flown);
            let (ends, size) = ([from.middle(), to.middle()], Size::new(to.w * part, to.h * part));
            draw_flying(state, PaintRole::LiftedResult, ends, flown, size, text, list);
        }
    }
}

/// Draws a cell on its way from one point to another, with its text.
fn draw_flying(
    state: &FrameState<'_>,
    role: PaintRole,
    [start, end]: [Point; 2],
    flown: f64,
    size: Size,
    text: &str,
    list: &mut DisplayList,
) {
    let middle = Point::new(mix(start.x, end.x, flown), mix(start.y, end.y, flown));
    list.rect(role, Rect::at(middle.moved(-size.w / 2.0, -size.h / 2.0), size));
    let layout = state.scene.layout();
    if let (Some(font), false) = (layout.cell.font, text.is_empty()) {
        list.label(role, middle, TextStyle::middle(font * size.h / layout.cell.size.h), text);
    }
}

/// The size of a part of the gradient that begins to fly, in parts of its cell.
const LEAVING: f64 = 0.85;
/// How near a result comes to `a` that cannot be written there.
const NEARER: f64 = 0.4;

/// The least height of a cell in which it stands how its element was computed, in CSS pixels; the font size of that, in parts of that of the
/// element, and the smallest one in CSS pixels; and how far from the middle both stand, in parts of the height.
const MIN_HEIGHT: f64 = 40.0;
const SMALL: f64 = 0.5;
const MIN_SMALL: f64 = 10.0;
const ABOVE: f64 = 0.12;
const BELOW: f64 = 0.3;

/// Draws how the result goes into `a`.
pub(super) fn draw_write_back(frame: &Frame<'_>, list: &mut DisplayList) {
    let state = &frame.state;
    let progress = state.chapter_progress();
    let moved = match state.chapter().kind {
        ChapterKind::WriteBack(Writing::Fits) => progress,
        ChapterKind::WriteBack(Writing::NotWritable) => NEARER * 4.0 * progress * (1.0 - progress),
        _ => return,
    };
    if moved <= 0.0 {
        return;
    }
    let layout = state.scene.layout();
    let [to, from] = [Panel::Operand(OperandId::A), Panel::Result].map(|panel| layout.origin(panel));
    let (x, y) = ((to.x - from.x) * moved, (to.y - from.y) * moved);
    for cell in state.scene.cells(Panel::Result).iter().filter(|cell| !cell.is_gap()) {
        let Some(rect) = cell_rect(state, Panel::Result, cell) else { continue };
        let parts = visible_cell(state, Panel::Result, cell, rect);
        let parts = parts.map(|part| Rect { x: part.x + x, y: part.y + y, ..part });
        match parts.first().filter(|_| moved >= 1.0 && parts.is_whole) {
            Some(rect) if draw_with_operands(state, cell, rect, list) => {}
            _ => draw_cell(state, Panel::Result, PaintRole::LiftedResult, cell, parts, list),
        }
    }
}

/// Draws an element of `a` with what it was before and what was added to it, small: `10+1` under `11`. `false` where there is no room.
fn draw_with_operands(state: &FrameState<'_>, cell: &SceneCell, rect: Rect, list: &mut DisplayList) -> bool {
    let scene = state.scene;
    let text = |operand: OperandId| {
        let panel = Panel::Operand(operand);
        Some(scene.text_of(&scene.cells(panel)[scene.number_at(panel, &cell.slots)?]))
    };
    let sign = scene.operation().sign();
    let (Some(font), Some(a), Some(b)) = (scene.layout().cell.font, text(OperandId::A), text(OperandId::B)) else {
        return false;
    };
    let characters = |text: &str| text.chars().count();
    let length = characters(a) + characters(sign) + characters(b);
    let small = (font * SMALL).min(0.9 * rect.w / (length as f64 * GLYPH_WIDTH));
    if rect.h < MIN_HEIGHT || small < MIN_SMALL || characters(sign) > 2 || a.is_empty() || b.is_empty() {
        return false;
    }
    let (role, middle) = (PaintRole::LiftedResult, rect.middle());
    list.rect(role, rect);
    list.label(role, middle.moved(0.0, -ABOVE * rect.h), TextStyle::middle(font), scene.text_of(cell));
    let wording = [format_args!("{a}{sign}{b}")];
    _ = list.label_within(role, middle.moved(0.0, BELOW * rect.h), TextStyle::middle(small), f64::INFINITY, &wording);
    true
}

/// Writes how an element is computed, first without its result.
fn draw_equation(frame: &Frame<'_>, element: &FirstElement, has_result: bool, alpha: f64, list: &mut DisplayList) {
    let layout = frame.state.scene.layout();
    let FirstElement { text, before_result, .. } = element;
    let Some(middle) = layout.equation.filter(|_| alpha > 0.0 && !text.is_empty()) else { return };
    // A long text is smaller in a narrow box.
    let font = layout.spacing.equation_font.min(list.width / (text_width(text, 1.0) + 2.0 * MARGIN.w + 1.0));
    // The text begins in the same place with and without its result.
    let width = text_width(text, font);
    let (x, y) = (MARGIN.w * font, (MARGIN.h + 0.5) * font);
    let left = clamp(middle.x - width / 2.0, x, (list.width - width - x).max(x));
    let start = Point::new(left, middle.y);
    let size = Size::new(width + 2.0 * x, 2.0 * y);
    list.layer_mut(PaintRole::Equation).alpha = clamp(alpha, 0.0, 1.0);
    list.rect(PaintRole::Equation, Rect::at(start.moved(-x, -y), size));
    let written = if has_result { text.as_str() } else { text.get(..*before_result).unwrap_or(text) };
    list.label(PaintRole::Equation, start, TextStyle::start(font), written);
}
