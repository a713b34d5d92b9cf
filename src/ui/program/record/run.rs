//! What reads a recorded run, and what is shown of it.

use js_sys::{Array, JSON, Object};
use tensor_broadcasting::lists::Listed;
use wasm_bindgen::{JsCast as _, JsValue};
use yew::prelude::*;

use crate::i18n::{Locale, ProgramText};
use crate::program::Code;
use crate::program::record::form::{Json, MAX_BYTES, MAX_DEPTH, record};
use crate::program::record::{Opened, Record, RecordProblem};
use crate::state::Action;

/// What says a text of programs. It is handed over, because a function of the chunk `work` that is called here would be in both files.
pub(in crate::ui) type Said = fn(Locale, ProgramText<'_>) -> String;

/// The files of the run, where there are several: first the one that failed. The one whose text is shown is pressed.
pub(super) fn files(code: &Code, locale: Locale, said: Said, dispatch: &Callback<Action>) -> Html {
    let Some(Ok(record)) = code.opened.as_deref() else { return Html::default() };
    if record.others.is_empty() {
        return Html::default();
    }
    let button = |file: &Record| {
        let text = file.text.clone();
        let open = dispatch.reform(move |_: MouseEvent| Action::OpenCode(text.clone()));
        let is_shown = (file.text == code.text).to_string();
        html! { <button type="button" aria-pressed={is_shown} onclick={open}><code>{ &file.file }</code></button> }
    };
    html! {
        <div class="program-files" role="group" aria-label={said(locale, ProgramText::Files)}>
            { button(record) }
            { for record.others.iter().map(button) }
        </div>
    }
}

/// With which versions the program ran and what of the run is not recorded. Where the text is another one than that of the run, that it is
/// read.
pub(super) fn foot(code: &Code, locale: Locale, said: Said) -> Html {
    let Some(record) = code.record() else {
        return html! { <p>{ said(locale, ProgramText::NotTheRun) }</p> };
    };
    html! {
        <>
            <p>{ said(locale, ProgramText::Recorded(&record.versions.join(", "))) }</p>
            if !record.unread.is_empty() {
                <p>{ said(locale, ProgramText::LibraryNotRecorded(&record.unread.join(", "))) }</p>
            }
            if !record.left_alone.is_empty() {
                <p>{ said(locale, ProgramText::LeftAlone(&record.left_alone.iter().map(usize::to_string).listed().join(", "))) }</p>
            }
            if record.is_cut {
                <p>{ said(locale, ProgramText::Cut) }</p>
            }
        </>
    }
}

pub(super) fn opened(value: &JsValue) -> Opened {
    // Of an object, JSON is what has no cycles.
    let json = || JSON::stringify(value).ok()?.as_string();
    let text = value.as_string().or_else(json).ok_or(RecordProblem::NotARecord)?;
    if text.len() > MAX_BYTES {
        return Err(RecordProblem::TooLong);
    }
    let value = JSON::parse(&text).map_err(|_| RecordProblem::NotARecord)?;
    record(&tree(&value, MAX_DEPTH))
}

/// A value of JavaScript as a tree of so many levels.
fn tree(value: &JsValue, depth: usize) -> Json {
    if let Some(bool) = value.as_bool() {
        return Json::Bool(bool);
    }
    if let Some(number) = value.as_f64() {
        return Json::Number(number);
    }
    if let Some(text) = value.as_string() {
        return Json::Text(text);
    }
    let Some(depth) = depth.checked_sub(1) else { return Json::Null };
    if let Some(list) = value.dyn_ref::<Array>() {
        return Json::List(list.iter().map(|item| tree(&item, depth)).listed());
    }
    let Some(object) = value.dyn_ref::<Object>() else { return Json::Null };
    let field = |entry: JsValue| {
        let entry: Array = entry.unchecked_into();
        (entry.get(0).as_string().unwrap_or_default(), tree(&entry.get(1), depth))
    };
    Json::Object(Object::entries(object).iter().map(field).listed())
}
