//! Recorded runs: the chunk `record`, which reads one, and the input for a file.

use std::rc::Rc;

use js_sys::{Array, JSON, Object};
use tensor_broadcasting::lists::Listed;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::program::said;
use crate::chunks::chunk;
use crate::i18n::{Locale, ProgramText};
use crate::reader::record::form::{Json, MAX_BYTES, MAX_DEPTH, record};
use crate::reader::record::{Opened, Record, RecordProblem};
use crate::reader::{PYTHON, Program, ProgramFix, Reread, record_fixes};
use crate::state::Action;

/// What reads records.
#[derive(Debug)]
pub(super) struct RecordReader {
    /// Reads one, which is JSON or the object that it describes.
    opened: fn(&JsValue) -> Opened,
    /// See [`record_fixes`].
    pub(super) fixes: fn(&Program, &Record, Option<usize>, Reread) -> Vec<ProgramFix>,
}

chunk! {
    /// The chunk `record`.
    pub(super) RECORD: RecordReader = RecordReader { opened, fixes: record_fixes }, in record
}

/// The action that shows the record that a value of JavaScript is, or says that it is none. `None` where a chunk cannot be loaded.
pub(super) async fn opening(value: JsValue) -> Option<Action> {
    let (reader, python) = (RECORD.load().await?, PYTHON.load().await?);
    let mut opened = (reader.opened)(&value);
    if let Ok(record) = &mut opened {
        (python.complete)(&mut record.reading, &record.text);
    }
    Some(Action::OpenRecord(Rc::new(opened)))
}

/// The input for a file with a record.
pub(super) fn file_input(locale: Locale, dispatch: &Callback<Action>) -> Html {
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
            { said(locale, ProgramText::OpenRecord) }{ " " }<input type="file" accept=".json,application/json" {onchange} />
        </label>
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
