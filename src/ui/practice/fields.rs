//! The form for each kind of question.

use tensor_broadcasting::lists::Listed;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::i18n::{Locale, Message, PracticeLabel, PracticeMessage};
use crate::practice::{Asked, AxisAnswer, Question, QuestionKind};
use crate::state::{Action, Asking, PracticeAction};
use crate::ui::parts::text::dispatching;

/// The fields that take the answer.
pub(super) fn fields(asking: &Asking, question: &Question, locale: Locale, dispatch: &Callback<Action>) -> Html {
    match (&question.asked, question.kind) {
        (_, QuestionKind::Verdict) => {
            let choices = [(PracticeLabel::Works, "yes"), (PracticeLabel::Fails, "no")];
            let choices = choices.map(|(label, text)| (locale.practice_label(label).to_owned(), text.to_owned()));
            choose(asking, choices.into_iter(), dispatch)
        }
        (Asked::Messages(messages), _) => {
            let choices = (1_usize..).zip(messages).map(|(number, message)| {
                let none = || locale.practice_label(PracticeLabel::NoMessage).to_owned();
                (message.clone().unwrap_or_else(none), number.to_string())
            });
            choose(asking, choices, dispatch)
        }
        (_, QuestionKind::Axes) => axes(asking, question, locale, dispatch),
        (_, QuestionKind::Fix) => {
            let library = question.subject.library;
            let codes = question.changes().into_iter().map(|change| {
                let code = change.code(library, question.subject.shape(change.operand).ndim());
                (code.clone(), code)
            });
            html! {
                <>
                    { line(asking, dispatch) }
                    <p class="how">{ locale.practice_label(PracticeLabel::Changes) }</p>
                    { choose(asking, codes, dispatch) }
                </>
            }
        }
        (_, QuestionKind::Source) => html! {
            <>
                <p class="how">{ locale.practice_label(PracticeLabel::ChooseElements) }</p>
                { line(asking, dispatch) }
            </>
        },
        _ => line(asking, dispatch),
    }
}

fn write(dispatch: &Callback<Action>, text: String) {
    dispatch.emit(Action::Practice(PracticeAction::Write(text)));
}

/// A line of text.
fn line(asking: &Asking, dispatch: &Callback<Action>) -> Html {
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            write(&dispatch, event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    html! {
        <input type="text" id="answer" class="answer-text" value={asking.text.clone()} {oninput} readonly={asking.is_open}
            dir="ltr" autocomplete="off" autocapitalize="off" spellcheck="false" aria-labelledby="question-heading" />
    }
}

/// Choices, one of which is the answer: each has its words and the text that it stands for.
fn choose(asking: &Asking, choices: impl Iterator<Item = (String, String)>, dispatch: &Callback<Action>) -> Html {
    let choices = choices.map(|(words, text)| {
        let checked = asking.text == text;
        let dispatch = dispatch.clone();
        let onchange = Callback::from(move |_: Event| write(&dispatch, text.clone()));
        html! {
            <label class="choice">
                <input type="radio" name="answer" {checked} {onchange} disabled={asking.is_open} /><span dir="auto">{ words }</span>
            </label>
        }
    });
    html! { <div class="choices" role="radiogroup" aria-labelledby="question-heading">{ for choices }</div> }
}

/// For each axis what happens to it, to be chosen.
fn axes(asking: &Asking, question: &Question, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let ndim = question.subject.operation.alignment().ndim();
    let parts: Vec<&str> = asking.text.split(',').map(str::trim).listed();
    let axes = (0..ndim).map(|axis| {
        let chosen = AxisAnswer::ALL.into_iter().find(|answer| parts.get(axis) == Some(&answer.text()));
        let onchange = dispatching(dispatch, move |event| {
            let index = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            // The first choice is to choose nothing.
            let answer = *AxisAnswer::ALL.get(usize::try_from(index).ok()?.checked_sub(1)?)?;
            Some(Action::Practice(PracticeAction::ChooseAxis(axis, answer)))
        });
        let options = AxisAnswer::ALL.map(|answer| {
            let words = locale.practice_message(PracticeMessage::Choice(answer));
            html! { <option selected={chosen == Some(answer)}>{ words }</option> }
        });
        html! {
            <label>
                <span>{ locale.message(Message::AxisNumber(axis, ndim - axis)) }</span>
                <select {onchange} disabled={asking.is_open}>
                    <option selected={chosen.is_none()}>{ locale.practice_label(PracticeLabel::ChooseAxis) }</option>
                    { for options }
                </select>
            </label>
        }
    });
    html! { <div class="axes" role="group" aria-labelledby="question-heading">{ for axes }</div> }
}
