//! Draws the first elements that are combined, one by one: their cells fly to the result, and a line under the panels, where it
//! covers nothing, has their numbers.

use super::Frame;
use super::highlight::highlight;
use crate::display_list::TextStyle;
use crate::ease::{clamp, mix};
use crate::frame_state::FrameState;
use crate::frame_state::{RESULT_FROM, RESULT_UNTIL};
use crate::measure::text_width;
use crate::position::cell_rect;
use crate::scene::{FirstElement, Slots};
use crate::story::Combining;
use crate::{DisplayList, PaintRole, Panel, Point, Rect, Size, ease_in_out};

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

/// Draws a cell on its way from one point to another, with its text.
pub(super) fn draw_flying(
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
