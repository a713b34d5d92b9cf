//! The fixes, each with its code and a button that applies it.

use yew::AttrValue;
use yew::prelude::*;

use super::text::{work_label, work_text};
use crate::diagnostics::{Diagnostics, Fix};
use crate::i18n::{Locale, WorkLabel, WorkMessage};
use crate::state::{Action, Analysis, Settings};

/// The number of fixes that are shown at once. The others are behind a summary.
const SHOWN: usize = 3;

/// The fixes with their heading; nothing where there are none.
pub(super) fn fixes(analysis: &Analysis, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let diagnostics = analysis.diagnostics(settings);
    let Some(operation) = &analysis.operation else { return Html::default() };
    // Why there is none is said of shapes that do not broadcast only.
    let is_silent = analysis.warning.is_some() || operation.matrices().is_some();
    if is_silent && diagnostics == Diagnostics::default() {
        return Html::default();
    }
    let card = |fix: &Fix| card(fix, analysis, settings, locale, dispatch);
    let (first, more) = diagnostics.fixes.split_at(diagnostics.fixes.len().min(SHOWN));
    let heading = if analysis.warning.is_some() { WorkLabel::ElementwiseFixes } else { WorkLabel::Fixes };
    html! {
        <>
            <h2 id="diagnostics-heading">{ work_label(locale, heading) }</h2>
            if let Some(shape) = &diagnostics.matrix_product {
                <p>{ work_text(locale, WorkMessage::MatrixProduct(shape, operation)) }</p>
                { for analysis.program_with_product(shape, settings).map(|code| apply_button(Action::OpenCode(code), locale, dispatch)) }
            }
            if diagnostics.fixes.is_empty() && !diagnostics.out_of_place {
                <p>{ work_label(locale, WorkLabel::NoFix) }</p>
            }
            <ul>
                if diagnostics.out_of_place {
                    <li class="fix">
                        <span>{ work_label(locale, WorkLabel::OutOfPlace) }</span>
                        { apply_button(Action::SetInPlace(false), locale, dispatch) }
                    </li>
                }
                { for first.iter().map(card) }
            </ul>
            if !more.is_empty() {
                <details class="menu">
                    <summary>{ work_label(locale, WorkLabel::MoreFixes) }</summary>
                    <ul class="menu-body">{ for more.iter().map(card) }</ul>
                </details>
            }
        </>
    }
}

/// One fix: what it does, the code, the result, and the button.
fn card(fix: &Fix, analysis: &Analysis, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let (Ok(operand), Some(operation)) = (&analysis.operands[fix.operand], &analysis.operation) else {
        return Html::default();
    };
    let typed = settings.operand_text(fix.operand);
    let fixed = match &analysis.program {
        Some(_) => analysis.fixed_program(fix, settings).map(Action::OpenCode),
        None => Some(Action::ApplyFix(fix.operand, fix.apply(typed, operand, settings.library))),
    };
    let Some(fixed) = fixed else { return Html::default() };
    let code = fix.code(settings.library, &analysis.source(fix.operand), operand.shape().ndim());
    let words = AttrValue::from(locale.work_message(WorkMessage::FixText(fix, operation)));
    html! {
        <li class="fix" title={words.clone()}>
            <span class="visually-hidden">{ words }</span>
            <span class="outcome" dir="ltr"><code>{ code }</code>{ " → " }<b>{ fix.result.to_string() }</b></span>
            { apply_button(fixed, locale, dispatch) }
        </li>
    }
}

/// Which list of numbers was read as a shape, with the button that reads its values instead; nothing where there is none.
pub(super) fn list_note(analysis: &Analysis, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let Some((operand, values)) = analysis.list_read_as_shape(settings) else { return Html::default() };
    let Ok(read) = &analysis.operands[operand] else { return Html::default() };
    let list = settings.operand_text(operand).trim();
    html! {
        <p class="fix list-note">
            <span>{ work_text(locale, WorkMessage::ListIsShape(list, read.shape(), &values)) }</span>
            { apply_button(Action::ApplyFix(operand, values.clone()), locale, dispatch) }
        </p>
    }
}

/// The button that applies a fix.
fn apply_button(fixed: Action, locale: Locale, dispatch: &Callback<Action>) -> Html {
    html! {
        <button type="button" onclick={dispatch.reform(move |_: MouseEvent| fixed.clone())}>
            { work_label(locale, WorkLabel::Apply) }
        </button>
    }
}
