//! The forms for names without a known value: those of a program, and the letters in the fields of the operands.

use gloo::timers::callback::Timeout;
use tensor_broadcasting::lists::Listed;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement, ShadowRoot};
use yew::prelude::*;

use crate::i18n::{Label, Locale, ProgramText};
use crate::program::PYTHON;
use crate::state::{Action, Model, Settings};
use crate::ui::parts::text::label;
use tensor_broadcasting::library::Library;
use tensor_reader::{Answer, Asked};

/// A form with a field for each name of a program. What is typed is written into the program.
pub(in crate::ui) fn asked_form(asked: &[Asked], locale: Locale, dispatch: &Callback<Action>) -> Html {
    form(asked, ProgramText::WriteAnswers, locale, dispatch)
}

/// A form with a field for each letter in the fields of the operands. What is typed is written into those fields.
pub(in crate::ui) fn letters_form(settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    form(&letters(settings), ProgramText::WriteSizes, locale, dispatch)
}

/// The verdict where it depends on letters: `= (N, 3) depends on N`, or `? depends on N` where the operands broadcast for some sizes only.
pub(in crate::ui) fn depends(model: &Model, sign: &'static str, locale: Locale) -> Html {
    let (analysis, text) = (model.analysis(), depends_on(model.settings(), locale));
    let result = match (analysis.verdict.shape(), &analysis.operation) {
        (Some(shape), Some(operation)) => {
            let letters = letters(model.settings());
            let is_open = |name: &str| letters.iter().any(|letter| name.contains(&letter.name));
            let size = |(axis, size): (usize, &u64)| match operation.result_axis_name(axis) {
                name if is_open(name) => name.to_owned(),
                _ => size.to_string(),
            };
            let sizes = shape.iter().enumerate().map(size).listed();
            format!("= ({}{})", sizes.join(", "), if sizes.len() == 1 { "," } else { "" })
        }
        _ => "?".to_owned(),
    };
    html! {
        <section class={classes!("verdict", if sign.is_empty() { "waits" } else { "doubtful" })} part="verdict">
            <p class="result long" aria-hidden="true" dir="ltr">
                { result.clone() }{ " " }<span class="sign">{ sign }</span>{ " " }{ text.clone() }
            </p>
            <p class="visually-hidden verdict-text" role="status">
                { result }{ " " }{ text }
                if analysis.warning.is_some() {
                    { " " }{ label(locale, Label::ProbableMistake) }
                }
            </p>
        </section>
    }
}

/// The letters of the fields.
pub(in crate::ui) fn letters(settings: &Settings) -> Vec<Asked> {
    let texts: Vec<&str> = settings.operands().iter().map(|&operand| settings.operand_text(operand)).listed();
    PYTHON.get().map(|python| (python.letters_of)(&texts)).unwrap_or_default()
}

/// What the answer depends on: `depends on N, M`.
pub(in crate::ui) fn depends_on(settings: &Settings, locale: Locale) -> String {
    let names = letters(settings).into_iter().map(|letter| letter.name).listed().join(", ");
    locale.program_text(ProgramText::DependsOn(&names))
}

/// A sentence with the sizes of letters that it follows from: `With N = 3, M = 5: …`.
pub(in crate::ui) fn assumed(settings: &Settings, text: &str, locale: Locale) -> String {
    let size = |letter: Asked| Some(format!("{} = {}", letter.name, letter.size?));
    let sizes: Vec<String> = letters(settings).into_iter().filter_map(size).collect();
    locale.program_text(ProgramText::With(&sizes.join(", "), text))
}

fn form(asked: &[Asked], button: ProgramText<'_>, locale: Locale, dispatch: &Callback<Action>) -> Html {
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
                    spellcheck="false" />
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
    html! {
        <form class="asked" {onsubmit} aria-label={said(ProgramText::Asked)}>
            <p role="status">{ read_as.listed().join(" ") }</p>
            { for fields }
            <button type="submit">{ said(button) }</button>
            // What is wrong with an answer is written here by [`submit`]: no state has it.
            <p role="alert" class="wrong-answer"></p>
        </form>
    }
}

/// Gives what was typed; where a field cannot be read, says so at the field.
fn submit(form: &Element, asked: &[Asked], locale: Locale, dispatch: &Callback<Action>) {
    let Some(python) = PYTHON.get() else { return };
    let say = |wrong: &str| {
        if let Ok(Some(place)) = form.query_selector(".wrong-answer") {
            place.set_text_content(Some(wrong));
        }
    };
    say("");
    let mut answers = Vec::new();
    for asked in asked {
        let field = form.query_selector(&format!("[name=\"{}\"]", asked.name)).ok().flatten();
        let Some(input) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) else { continue };
        let answer = Answer { name: asked.name.clone(), is_size: asked.size.is_some(), text: input.value() };
        // In an empty program: what is wrong then is wrong with the answer.
        if let Err((_, error)) = (python.with_answers)("", Library::default(), std::slice::from_ref(&answer)) {
            say(&locale.program_text(ProgramText::BadAnswer(&asked.name, &error)));
            _ = input.focus();
            return;
        }
        answers.push(answer);
    }
    let editor = form.get_root_node().dyn_into::<ShadowRoot>().ok();
    let page = form.closest(".page").ok().flatten();
    dispatch.emit(Action::Answer(answers));
    // The fields that were answered are gone when the page is rendered again. The focus goes to the program, or to the first operand.
    Timeout::new(0, move || {
        let program = editor.and_then(|editor| editor.query_selector(".cm-content").ok().flatten());
        let next = program.or_else(|| page?.query_selector(".plain, .fields input").ok().flatten());
        if let Some(next) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
            _ = next.focus();
        }
    })
    .forget();
}
