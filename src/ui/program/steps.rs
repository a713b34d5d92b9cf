//! What stands above the picture of a program: which operation it is, of how many; on a phone the tabs, and what is wrong.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use super::words::said;
use crate::i18n::{Label, Locale, ProgramText};
use crate::program::Program;
use crate::state::{Action, Model, ViewAction};
use crate::ui::program::fixes::first_fix;
use tensor_reader::ProgramOperation;

/// Which operation is shown, and of how many: `line 9 ‹ 1 of 3 ›`. A phone also has the tabs, and beside the picture what is wrong.
pub(in crate::ui) fn operation_steps(model: &Model, dispatch: &Callback<Action>) -> Html {
    let (locale, shows_picture) = (model.locale(), model.visit().view.picture);
    let tab = |name: ProgramText<'_>, shown: bool| {
        html! {
            <button type="button" aria-pressed={(shown == shows_picture).to_string()}
                onclick={dispatch.reform(move |_: MouseEvent| Action::View(ViewAction::ShowPicture(shown)))}>{ said(locale, name) }</button>
        }
    };
    let tabs = (!model.settings().embed).then(|| {
        html! {
            <div class="views" role="group" aria-label={said(locale, ProgramText::Input)}>
                { tab(ProgramText::Program, false) }{ tab(ProgramText::Picture, true) }
            </div>
        }
    });
    html! {
        <>
            { for tabs }
            { for model.analysis().program.as_deref().and_then(|program| steps(program, locale, dispatch)) }
            { for problem(model, dispatch) }
        </>
    }
}

fn steps(program: &Program, locale: Locale, dispatch: &Callback<Action>) -> Option<Html> {
    let choices = program.choices();
    let listed = program.shown_operation()?;
    let operation = &listed.operation;
    let number = choices.iter().position(|&index| Some(index) == program.shown)?;
    let button = |steps: isize, sign: &'static str, name: ProgramText<'_>| {
        let (name, next) = (said(locale, name), program.after(steps).unwrap_or_default());
        html! {
            <button type="button" title={name.clone()} aria-label={name}
                onclick={dispatch.reform(move |_: MouseEvent| Action::ChooseOperation(next))}>{ sign }</button>
        }
    };
    Some(html! {
        <div class="steps" role="group" aria-label={said(locale, ProgramText::Operations)}>
            <span class="then" dir="ltr">{ then(operation, locale) }</span>
            <span class="line">{ said(locale, ProgramText::Line(operation.line)) }</span>
            if listed.count > 1 {
                <span class="count">{ said(locale, ProgramText::Times(listed.count)) }</span>
            }
            if choices.len() > 1 {
                { button(-1, "‹", ProgramText::PreviousOperation) }
                <span class="number">{ said(locale, ProgramText::OperationOf(number + 1, choices.len())) }</span>
                { button(1, "›", ProgramText::NextOperation) }
            }
        </div>
    })
}

/// The action that shows the next operation of the program, or the one before.
pub(in crate::ui) fn step(model: &Model, steps: isize) -> Option<Action> {
    Some(Action::ChooseOperation(model.analysis().program.as_ref()?.after(steps)?))
}

/// What is wrong with the operation that is shown, with its first fix: for a phone that shows the picture.
fn problem(model: &Model, dispatch: &Callback<Action>) -> Option<Html> {
    let (analysis, locale) = (model.analysis(), model.locale());
    let listed = analysis.program.as_ref()?.shown_operation().filter(|_| !model.is_waiting())?;
    let (class, message) = match (&listed.error, &listed.warning) {
        (Some(error), _) => ("bad", error.to_string()),
        (None, Some(warning)) if warning.is_mistake() => ("doubtful", locale.label(Label::ProbableMistake).to_owned()),
        _ => return None,
    };
    let fix = first_fix(model, listed.operation.line, dispatch);
    Some(html! { <div class={classes!("problem", class)}><p>{ message }</p><ul>{ fix }</ul></div> })
}

/// The statement that an operation belongs to and that does more with its result: `then ** 2 → (32, 32), .mean() → ()`.
fn then(operation: &ProgramOperation, locale: Locale) -> Option<String> {
    let steps = operation.then.iter().map(|step| format!(" {} → {}", step.text, step.shape)).listed();
    (!steps.is_empty()).then(|| [said(locale, ProgramText::Then), steps.join(",")].concat())
}
