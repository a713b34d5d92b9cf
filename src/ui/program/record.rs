//! Recorded runs: the chunk `record`, which reads one, and the input for a file.

use std::rc::Rc;

use js_sys::{Array, JSON, Object};
use tensor_broadcasting::lists::Listed;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::chunks::chunk;
use crate::i18n::{Locale, ProgramText};
use crate::reader::record::form::{Json, MAX_BYTES, MAX_DEPTH, record};
use crate::reader::record::{Opened, Record, RecordProblem};
use crate::reader::{Code, PYTHON, Program, ProgramFix, Read, Reread, record_fixes};
use crate::state::Action;

/// What says a text of programs. It is handed over, because a function of the chunk `work` that is called here would be in both files.
pub(in crate::ui) type Said = fn(Locale, ProgramText<'_>) -> String;

/// What reads records.
#[derive(Debug)]
pub(in crate::ui) struct RecordReader {
    /// Reads one, which is JSON or the object that it describes.
    opened: fn(&JsValue) -> Opened,
    /// See [`Record::complete`].
    complete: fn(&mut Record, Read),
    /// See [`record_fixes`].
    pub(in crate::ui) fixes: fn(&Program, &Record, Option<usize>, Reread) -> Vec<ProgramFix>,
    /// See [`files`].
    pub(in crate::ui) files: fn(&Code, Locale, Said, &Callback<Action>) -> Html,
    /// See [`foot`].
    pub(in crate::ui) foot: fn(&Code, Locale, Said) -> Html,
}

chunk! {
    /// The chunk `record`.
    pub(in crate::ui) RECORD: RecordReader = RecordReader { opened, complete: Record::complete, fixes: record_fixes, files, foot }, in record
}

/// What is shown of the run that was opened last, if one was.
pub(in crate::ui) fn run_part(code: &Code, part: impl FnOnce(&RecordReader) -> Html) -> Option<Html> {
    code.opened.as_deref()?.as_ref().ok()?;
    RECORD.get().map(part)
}

/// The action that shows the record that a value of JavaScript is, or says that it is none. `None` where a chunk cannot be loaded.
pub(in crate::ui) async fn opening(value: JsValue) -> Option<Action> {
    let (reader, python) = (RECORD.load().await?, PYTHON.load().await?);
    let mut opened = (reader.opened)(&value);
    if let Ok(record) = &mut opened {
        (reader.complete)(record, python.program);
    }
    Some(Action::OpenRecord(Rc::new(opened)))
}

/// The input for a file with a record.
pub(in crate::ui) fn file_input(locale: Locale, dispatch: &Callback<Action>) -> Html {
    let dispatch = dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        let dispatch = dispatch.clone();
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.unwrap_or_default();
            if let Some(action) = opening(text).await {
                dispatch.emit(action);
            }
        });
        // The same file can be chosen again.
        input.set_value("");
    });
    html! {
        <label class="open-record">
            { locale.program_text(ProgramText::OpenRecord) }{ " " }<input type="file" accept=".json,application/json" {onchange} />
        </label>
    }
}

/// The files of the run, where there are several: first the one that failed. The one whose text is shown is pressed.
fn files(code: &Code, locale: Locale, said: Said, dispatch: &Callback<Action>) -> Html {
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
fn foot(code: &Code, locale: Locale, said: Said) -> Html {
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

fn opened(value: &JsValue) -> Opened {
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
