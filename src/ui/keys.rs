//! Which message a key press leads to, anywhere but in the diagram.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, InputEvent, KeyboardEvent};

use super::connection::AppMessage;
use super::mount::document_scrolls;
use crate::state::{Action, Model};

/// Where every key belongs to the element.
const FIELDS: &str =
    "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, dialog, [contenteditable]";
/// The fields whose texts are undone together with everything else.
const OPERANDS: &str = ".operand input, .program-input textarea";
/// What the space bar activates.
const ACTIVATED: &str = "button, summary, a, [type=checkbox], [type=radio]";
/// What the arrow keys move, and the keys that go to an end.
const MOVED: &str = "[type=range], [type=radio]";

/// The message of a key press, as the listener sends it; `None` where another listener has used the key.
///
/// Yew may hand a message on only after the browser has acted on the key. An undo of the browser's own has to be prevented before,
/// else both would undo.
pub(super) fn pressed(event: &Event) -> Option<AppMessage> {
    let event = event.dyn_ref::<KeyboardEvent>()?;
    if event.default_prevented() {
        return None;
    }
    if action_with_control(event).is_some() {
        event.prevent_default();
    }
    Some(AppMessage::Key(event.clone()))
}

/// The message of a key; `None` where the key belongs to the element with the focus or to the browser, or has no meaning.
pub(super) fn message_of_key(event: &KeyboardEvent, model: &Model) -> Option<AppMessage> {
    if event.alt_key() || event.is_composing() {
        return None;
    }
    let target: Element = event.target()?.dyn_into().ok()?;
    let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
    let is_field = within(FIELDS);
    if event.ctrl_key() || event.meta_key() {
        return action_with_control(event).map(AppMessage::Do);
    }
    let (visit, is_widget) = (model.visit(), model.settings().embed);
    let key = event.key();
    if key == "Escape" && visit.presenting {
        return Some(AppMessage::Do(Action::SetPresenting(false)));
    }
    if is_field || !visit.keys {
        return None;
    }
    let toggled = if visit.playing { Action::Pause } else { Action::Play };
    let [sideways, to_end] = [scrolls_sideways, scrolls_down].map(|scrolls| !within(MOVED) && !scrolls(&target));
    // In another page, and where the page itself scrolls, these keys scroll. A presenter's clicker always steps.
    let pages = visit.presenting || to_end && !is_widget && !document_scrolls();
    let action = match key.as_str() {
        "?" => return Some(AppMessage::Help(true)),
        " " | "k" | "K" | "f" | "F" if event.repeat() => return None,
        " " if within(ACTIVATED) => return None,
        " " | "k" | "K" => toggled,
        "f" | "F" => Action::SetPresenting(!visit.presenting),
        "ArrowLeft" if sideways => Action::StepChapters(-1),
        "ArrowRight" if sideways => Action::StepChapters(1),
        "PageUp" if pages => Action::StepChapters(-1),
        "PageDown" if pages => Action::StepChapters(1),
        "Home" if to_end => Action::GoToChapter(0),
        "End" if to_end => Action::GoToChapter(usize::MAX),
        digit => Action::GoToChapter(chapter_of_digit(digit, model.last_chapter())?),
    };
    Some(AppMessage::Do(action))
}

/// The message of a change of a text that the browser is about to make; `None` where it is not undone or made again. The menu of
/// the browser asks for it, for example.
pub(super) fn message_of_change(event: &Event) -> Option<AppMessage> {
    let action = match event.dyn_ref::<InputEvent>()?.input_type().as_str() {
        "historyUndo" => Action::Undo,
        "historyRedo" => Action::Redo,
        _ => return None,
    };
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest(OPERANDS).ok()??;
    event.prevent_default();
    Some(AppMessage::Do(action))
}

/// The action of a key that is pressed together with Control, or with Command on a Mac; `None` in a field that is no operand.
fn action_with_control(event: &KeyboardEvent) -> Option<Action> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() || within(FIELDS) && !within(OPERANDS) {
        return None;
    }
    match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
        ("z", false) => Some(Action::Undo),
        ("z", true) | ("y", false) => Some(Action::Redo),
        _ => None,
    }
}

/// The index of the chapter that a digit from 1 to 9 names, if the story has it.
fn chapter_of_digit(key: &str, last: usize) -> Option<usize> {
    let [digit @ b'1'..=b'9'] = key.as_bytes() else { return None };
    let index = usize::from(digit - b'1');
    (index <= last).then_some(index)
}

/// Whether an element is a region that the left and right arrow keys scroll.
fn scrolls_sideways(element: &Element) -> bool {
    element.has_attribute("tabindex") && element.scroll_width() > element.client_width()
}

/// Whether an element is a region that the keys to an end, and by a page, scroll.
fn scrolls_down(element: &Element) -> bool {
    element.has_attribute("tabindex") && element.scroll_height() > element.client_height()
}
