//! The form for the names of a program that have no known value.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::i18n::{Locale, ProgramText};
use crate::library::Library;
use crate::python::{Answer, Asked, PYTHON};
use crate::state::Action;

/// A form with a field for each name. What is typed is written into the program when the form is submitted.
pub(super) fn asked_form(asked: &[Asked], locale: Locale, dispatch: &Callback<Action>) -> Html {
    let said = |text: ProgramText<'_>| locale.program_text(text);
    let fields = asked.iter().map(|asked| {
        let id = format!("asked-{}", asked.name);
        let (label, placeholder) = match asked.size {
            Some(size) => (ProgramText::SizeOf(&asked.name), size.to_string()),
            None => (ProgramText::ShapeOf(&asked.name), "32,10".to_owned()),
        };
        // A key keeps what was typed with its name while other fields come and go.
        html! {
            <div class="asked-field" key={asked.name.clone()}>
                <label for={id.clone()}>{ said(label) }</label>
                <input {id} name={asked.name.clone()} type="text" dir="ltr" {placeholder} autocomplete="off" autocapitalize="off"
                    spellcheck="false" aria-describedby="asked-hint" />
            </div>
        }
    });
    let read_as = asked.iter().filter_map(|asked| Some(said(ProgramText::ReadAs(&asked.name, asked.size?))));
    let onsubmit = {
        let (asked, dispatch) = (asked.to_vec(), dispatch.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            submit(&event.target_unchecked_into(), &asked, locale, &dispatch);
        })
    };
    // A field that is changed is no longer wrong.
    let oninput = Callback::from(|event: InputEvent| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            input.set_custom_validity("");
        }
    });
    html! {
        <form class="asked" {onsubmit} {oninput} aria-labelledby="asked-heading">
            <h2 id="asked-heading">{ said(ProgramText::Asked) }</h2>
            <div class="asked-fields">
                { for fields }
                <button type="submit">{ said(ProgramText::WriteAnswers) }</button>
            </div>
            <p id="asked-hint">{ said(ProgramText::AskedHint) }</p>
            <p role="status">{ read_as.collect::<Vec<_>>().join(" ") }</p>
        </form>
    }
}

/// Dispatches what was typed; where a field cannot be read, says so at the field.
fn submit(form: &Element, asked: &[Asked], locale: Locale, dispatch: &Callback<Action>) {
    let Some(python) = PYTHON.get() else { return };
    let mut answers = Vec::new();
    for asked in asked {
        let field = form.query_selector(&format!("[name=\"{}\"]", asked.name)).ok().flatten();
        let Some(input) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) else { continue };
        let answer = Answer { name: asked.name.clone(), is_size: asked.size.is_some(), text: input.value() };
        // Alone in no program: what is wrong then is wrong with the answer.
        if let Err((_, error)) = (python.with_answers)("", Library::default(), std::slice::from_ref(&answer)) {
            input.set_custom_validity(&locale.program_text(ProgramText::BadAnswer(&error)));
            input.report_validity();
            return;
        }
        answers.push(answer);
    }
    dispatch.emit(Action::Answer(answers));
    // The fields that were answered are gone.
    let panel = form.closest(".program-panel").ok().flatten();
    let stop = panel.and_then(|panel| panel.query_selector("#program-stop").ok().flatten());
    if let Some(stop) = stop.and_then(|stop| stop.dyn_into::<HtmlElement>().ok()) {
        _ = stop.focus();
    }
}
