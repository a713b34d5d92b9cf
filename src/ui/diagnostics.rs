//! The fixes of an error and the warnings about a result, each with its code and a button that applies it.

use yew::prelude::*;

use super::text::{label, text};
use crate::diagnostics::Fix;
use crate::i18n::{Label, Locale, Message};
use crate::state::{Action, Analysis, Settings, Verdict};

/// The number of fixes that are shown at once. The others are behind a summary.
const SHOWN: usize = 3;

/// The warning or the fixes; nothing where there are none.
pub(super) fn diagnostics(
    analysis: &Analysis,
    settings: &Settings,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let diagnostics = &analysis.diagnostics;
    let card = |fix: &Fix| card(fix, analysis, settings, locale, dispatch);
    let clash = matches!(analysis.verdict, Verdict::Clash(_));
    if let Some(warning) = &diagnostics.warning {
        return html! {
            <section class="diagnostics warning" aria-labelledby="diagnostics-heading">
                <p>{ text(locale, Message::WarningText(warning, analysis.dtype(settings))) }</p>
                if !warning.fixes.is_empty() {
                    <h2 id="diagnostics-heading">{ label(locale, Label::ElementwiseFixes) }</h2>
                    <ul>{ for warning.fixes.iter().map(card) }</ul>
                }
            </section>
        };
    }
    if !clash && diagnostics.is_empty() {
        return Html::default();
    }
    let (first, more) = diagnostics.fixes.split_at(diagnostics.fixes.len().min(SHOWN));
    html! {
        <section class="diagnostics" aria-labelledby="diagnostics-heading">
            <h2 id="diagnostics-heading">{ label(locale, Label::Fixes) }</h2>
            if let Some(shape) = &diagnostics.matrix_product {
                <p>{ text(locale, Message::MatrixProduct(shape)) }</p>
            }
            if diagnostics.fixes.is_empty() && !diagnostics.out_of_place {
                <p>{ label(locale, Label::NoFix) }</p>
            }
            <ul>
                if diagnostics.out_of_place {
                    <li>
                        <p>{ label(locale, Label::OutOfPlace) }</p>
                        <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::SetInPlace(false))}>
                            { label(locale, Label::Apply) }
                        </button>
                    </li>
                }
                { for first.iter().map(card) }
            </ul>
            if !more.is_empty() {
                <details>
                    <summary>{ label(locale, Label::MoreFixes) }</summary>
                    <ul>{ for more.iter().map(card) }</ul>
                </details>
            }
        </section>
    }
}

/// One fix: what it does, the code, the result, and the button.
fn card(fix: &Fix, analysis: &Analysis, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let Ok(operand) = &analysis.operands[fix.operand] else { return Html::default() };
    let typed = settings.operand_text(fix.operand);
    let fixed = Action::ApplyFix(fix.operand, fix.apply(typed, operand, settings.library));
    let code = fix.code(settings.library, fix.operand.name(), operand.shape().ndim());
    html! {
        <li>
            <p>{ text(locale, Message::FixText(fix)) }</p>
            <p class="outcome" dir="ltr"><code>{ code }</code>{ " → " }<b>{ fix.result.to_string() }</b></p>
            <button type="button" onclick={dispatch.reform(move |_: MouseEvent| fixed.clone())}>
                { label(locale, Label::Apply) }
            </button>
        </li>
    }
}
