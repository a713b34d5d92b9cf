//! What a field has besides the text of a shape: what is wrong with its text, and what becomes of a pasted text that is no shape. It is in the
//! chunk `work`.

use std::ops::Range;

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, HtmlInputElement};
use yew::prelude::*;

use crate::i18n::{Locale, WorkMessage};
use crate::program::{InputError, PYTHON, Reader, may_be_program};
use crate::state::Action;
use crate::ui::parts::text::{has, work_text};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::lists::Listed;
use tensor_reader::{Pasted, one_line};

/// Pastes a text into the field of an operand. A line with both operands fills both fields, and a program of several lines gets an input of its own. The
/// browser pastes any other text.
pub(in crate::ui) fn paste(
    side: OperandId,
    event: &Event,
    text: String,
    input: HtmlInputElement,
    dispatch: &Callback<Action>,
) {
    // It was prevented where the chunk was not loaded.
    let is_ours = event.default_prevented();
    if let Some(python) = PYTHON.get() {
        if let Some(action) = pasted_action(python, &text) {
            event.prevent_default();
            dispatch.emit(action);
        } else if is_ours || has(text.trim(), b'\n') {
            event.prevent_default();
            insert_line(side, &text, &input, dispatch);
        }
    } else if is_ours || may_be_program(&text) {
        // Only the reader knows whether it is one.
        event.prevent_default();
        let dispatch = dispatch.clone();
        spawn_local(async move {
            match PYTHON.load().await.and_then(|python| pasted_action(python, &text)) {
                Some(action) => dispatch.emit(action),
                None => insert_line(side, &text, &input, &dispatch),
            }
        });
    }
}

/// What becomes of a pasted text that is more than one operand; `None` for any other text.
fn pasted_action(python: &Reader, text: &str) -> Option<Action> {
    (python.pasted)(text).map(action_of)
}

/// What shows a pasted text.
pub(in crate::ui) fn action_of(pasted: Pasted) -> Action {
    match pasted {
        Pasted::Operands(operands) => Action::SetOperands(operands),
        Pasted::Program(program) => Action::OpenCode(program),
    }
}

/// The text that is pasted by an event.
pub(in crate::ui) fn pasted_text(event: &Event) -> Option<String> {
    event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?.get_data("text").ok()
}

/// Inserts a pasted text in place of the selection, on one line. The browser would join its lines without anything between
/// them.
fn insert_line(side: OperandId, text: &str, input: &HtmlInputElement, dispatch: &Callback<Action>) {
    insert(side, &one_line(text), input, dispatch);
}

/// Inserts a text in place of the selection.
pub(in crate::ui) fn insert(side: OperandId, text: &str, input: &HtmlInputElement, dispatch: &Callback<Action>) {
    if input.set_range_text(text).is_ok() {
        dispatch.emit(Action::Edit(side, input.value()));
    }
}

/// The sentence, and the text around the place.
pub(in crate::ui) fn field_error(value: &str, error: &InputError, locale: Locale) -> Html {
    html! { <><p>{ work_text(locale, WorkMessage::CannotRead(&error.problem)) }</p>{ pointer(value, error) }</> }
}

/// The text around an error, with the error marked.
fn pointer(value: &str, error: &InputError) -> Html {
    const AROUND: usize = 16;
    if value.trim().is_empty() {
        return Html::default();
    }
    let characters: Vec<char> = value.chars().listed();
    let end = error.span.end.min(characters.len());
    let start = error.span.start.min(end);
    let from = start.saturating_sub(AROUND);
    let to = (end + AROUND).min(characters.len());
    let part = |range: Range<usize>| characters[range].iter().collect::<String>();
    // An empty span is marked by a blank, a long one by its beginning.
    let marked = if start == end { "\u{2007}".to_owned() } else { part(start..end.min(start + 2 * AROUND)) };
    html! {
        <p class="pointer" dir="ltr" aria-hidden="true">
            if from > 0 { { "…" } }
            { part(from..start) }<mark>{ marked }</mark>{ part(end..to) }
            if to < characters.len() { { "…" } }
        </p>
    }
}
