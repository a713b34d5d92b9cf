//! Draws the first elements that are combined, one by one: their cells are highlighted, and a line under the panels, where it
//! covers nothing, has their numbers.

use super::Frame;
use super::highlight::highlight;
use crate::display_list::TextStyle;
use crate::ease::clamp;
use crate::frame_state::RESULT_FROM;
use crate::measure::text_width;
use crate::scene::FirstElement;
use crate::story::Combining;
use crate::{DisplayList, PaintRole, Panel, Point, Rect, Size};

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
            draw_equation(frame, element, has_result, if nth == 0 { progress / FADE } else { 1.0 }, list);
        }
        Combining::Rest(progress) => {
            if let Some(element) = scene.first.last() {
                draw_equation(frame, element, true, 1.0 - progress / FADE, list);
            }
        }
    }
}

/// Writes how an element is computed, first without its result.
fn draw_equation(frame: &Frame<'_>, element: &FirstElement, has_result: bool, alpha: f64, list: &mut DisplayList) {
    let layout = frame.state.scene.layout();
    let FirstElement { text, before_result, .. } = element;
    let Some(middle) = layout.equation.filter(|_| alpha > 0.0 && !text.is_empty()) else { return };
    let font = layout.spacing.equation_font;
    // The text begins in the same place with and without its result.
    let width = text_width(text, font);
    let start = Point::new(middle.x - width / 2.0, middle.y);
    let (x, y) = (MARGIN.w * font, (MARGIN.h + 0.5) * font);
    let size = Size::new(width + 2.0 * x, 2.0 * y);
    list.layer_mut(PaintRole::Equation).alpha = clamp(alpha, 0.0, 1.0);
    list.rect(PaintRole::Equation, Rect::at(start.moved(-x, -y), size));
    let written = if has_result { text.as_str() } else { text.get(..*before_result).unwrap_or(text) };
    list.label(PaintRole::Equation, start, TextStyle::start(font), written);
}
