//! Recorded runs: what opens one, and the input for a file.

pub(super) mod late;
mod run;

use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use self::late::{RECORD, RecordReader};
use crate::i18n::{Locale, ProgramText};
use crate::program::{Code, PYTHON};
use crate::state::Action;

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
