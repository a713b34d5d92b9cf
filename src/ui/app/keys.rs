//! Which message a key press leads to.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, InputEvent, KeyboardEvent};

use crate::state::{Action, Dialog, Model, ViewAction};
use crate::ui::host::connection::AppMessage;
use crate::ui::host::key_press::{FIELDS, KeyPress};
use crate::ui::host::mount::document_scrolls;
use crate::ui::parts::menu::{close_menus, press_button};
use crate::ui::stage::diagram_box::input_of_key;

/// The fields whose texts are undone together with everything else.
const OPERANDS: &str = ".operand input, .editor";
/// What the space bar activates.
const ACTIVATED: &str = "button, summary, a, [type=checkbox], [type=radio]";
/// What the arrow keys move, and the keys that go to an end.
const MOVED: &str = "[type=range], [type=radio]";

/// The key press of an event; `None` where another listener has used the key, and where it closes a menu or the drawer below `root`.
///
/// What a key means is decided later, in the order of the messages, because an earlier key may change it. What the browser does with it has to
/// be prevented now, and by what is shown now.
pub(in crate::ui) fn pressed(event: &Event, root: &Element, model: Option<&Model>) -> Option<KeyPress> {
    let event = event.dyn_ref::<KeyboardEvent>()?;
    if event.default_prevented() {
        return None;
    }
    let press = KeyPress::new(event)?;
    if press.key == "Escape" && (close_menus(root, None) || close_drawer(root, &press, model)) {
        event.prevent_default();
        return None;
    }
    if model.is_some_and(|model| is_used(&press, model)) {
        event.prevent_default();
    }
    Some(press)
}

/// Closes the drawer, where it is open and the key does not belong to the element with the focus: to a field, or to a pinned cell.
fn close_drawer(root: &Element, press: &KeyPress, model: Option<&Model>) -> bool {
    let is_pinned = || model.is_some_and(|model| model.settings().cell.is_some());
    let is_elsewhere = press.is_within(FIELDS) || press.is_in_diagram() && is_pinned();
    (press.is_within(".drawer") || !is_elsewhere) && press_button(root, ".drawer .close")
}

/// Whether a key has a meaning in what is shown now.
fn is_used(press: &KeyPress, model: &Model) -> bool {
    let walks = model.settings().cell.is_some();
    press.is_in_diagram() && input_of_key(press, walks).is_some() || message_of_key(press, model).is_some()
}

/// The message of a key that the diagram does not use; `None` where the key belongs to the element with the focus or to the browser, or has
/// no meaning.
pub(in crate::ui) fn message_of_key(press: &KeyPress, model: &Model) -> Option<AppMessage> {
    if press.with_control {
        return action_with_control(press).map(AppMessage::Do);
    }
    let (visit, is_widget) = (model.visit(), model.settings().embed);
    if press.key == "F8" && model.settings().has_code() {
        return Some(AppMessage::StepOperations(if press.with_shift { -1 } else { 1 }));
    }
    if press.key == "Escape" && visit.presenting {
        return Some(AppMessage::Do(Action::SetPresenting(false)));
    }
    if press.is_within(FIELDS) || !visit.keys {
        return None;
    }
    let toggled = if visit.is_playing() { Action::Pause } else { Action::Play };
    let [sideways, to_end] =
        [scrolls_sideways, scrolls_down].map(|scrolls| !press.is_within(MOVED) && !scrolls(&press.target));
    // In another page, and where the page itself scrolls, these keys scroll, but for a teacher's steps. A presenter's clicker always steps.
    let has_steps = model.settings().has_steps();
    let pages = visit.presenting || to_end && (has_steps || !is_widget && !document_scrolls());
    let action = match press.key.as_str() {
        "p" | "P" if !is_widget => return Some(AppMessage::WriteCode),
        " " | "Enter" | "k" | "K" | "f" | "F" | "b" | "B" if press.repeats => return None,
        "?" => Action::View(ViewAction::OpenDialog(Dialog::Help)),
        "b" | "B" if visit.presenting => Action::View(ViewAction::ToggleBlank),
        " " | "Enter" if press.is_within(ACTIVATED) => return None,
        "Enter" => Action::PlayFromStart,
        " " | "k" | "K" => toggled,
        "f" | "F" => Action::SetPresenting(!visit.presenting),
        "ArrowLeft" if sideways => Action::StepChapters(-1),
        "ArrowRight" if sideways => Action::StepChapters(1),
        "PageUp" if pages => Action::StepPages(-1),
        "PageDown" if pages => Action::StepPages(1),
        "Home" if to_end => Action::GoToChapter(0),
        "End" if to_end => Action::GoToChapter(usize::MAX),
        digit => Action::GoToChapter(chapter_of_digit(digit, model.last_chapter())?),
    };
    Some(AppMessage::Do(action))
}

/// The message of a change of a text that the browser is about to make; `None` where it is not undone or made again. The menu of
/// the browser asks for it, for example.
pub(in crate::ui) fn message_of_change(event: &Event) -> Option<AppMessage> {
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

/// The action of a key that is pressed together with Control; `None` in a field that is no operand.
fn action_with_control(press: &KeyPress) -> Option<Action> {
    if press.is_within(FIELDS) && !press.is_within(OPERANDS) {
        return None;
    }
    match (press.key.to_ascii_lowercase().as_str(), press.with_shift) {
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
    is_region(element) && element.scroll_width() > element.client_width()
}

/// Whether an element is a region that the keys to an end, and by a page, scroll.
fn scrolls_down(element: &Element) -> bool {
    is_region(element) && element.scroll_height() > element.client_height()
}

/// Whether the user can focus an element to scroll it. What only scripts focus has the index -1.
fn is_region(element: &Element) -> bool {
    element.get_attribute("tabindex").is_some_and(|index| index == "0")
}
