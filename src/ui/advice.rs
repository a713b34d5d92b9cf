//! What would mend a clash, and what is suspicious about a success, each with its code and one click to do it.

use yew::prelude::*;

use super::said::{label, text};
use crate::broadcast::Side;
use crate::diagnosis::Repair;
use crate::state::{Action, Reading, Settings, Verdict};
use crate::words::{Label, Locale, Message};

/// So many repairs are seen at once; the others wait behind a summary.
const SEEN: usize = 3;

/// The advice on what is typed; nothing where there is none.
pub(super) fn advice(reading: &Reading, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let advice = &reading.advice;
    let card = |repair: &Repair| card(repair, reading, settings, locale, dispatch);
    let clash = matches!(reading.verdict, Verdict::Clash(_));
    if let Some(suspicion) = &advice.suspicion {
        return html! {
            <section class="advice suspicion" aria-labelledby="advice-heading">
                <p>{ text(locale, Message::SuspicionSays(suspicion, reading.dtype(settings))) }</p>
                if !suspicion.meant.is_empty() {
                    <h2 id="advice-heading">{ label(locale, Label::Meant) }</h2>
                    <ul>{ for suspicion.meant.iter().map(card) }</ul>
                }
            </section>
        };
    }
    if !clash && advice.is_empty() {
        return Html::default();
    }
    let (seen, more) = advice.repairs.split_at(advice.repairs.len().min(SEEN));
    html! {
        <section class="advice" aria-labelledby="advice-heading">
            <h2 id="advice-heading">{ label(locale, Label::Repairs) }</h2>
            if let Some(shape) = &advice.matrix_product {
                <p>{ text(locale, Message::MatrixProduct(shape)) }</p>
            }
            if advice.repairs.is_empty() && !advice.out_of_place {
                <p>{ label(locale, Label::NoRepair) }</p>
            }
            <ul>
                if advice.out_of_place {
                    <li>
                        <p>{ label(locale, Label::OutOfPlace) }</p>
                        <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::InPlace(false))}>
                            { label(locale, Label::Apply) }
                        </button>
                    </li>
                }
                { for seen.iter().map(card) }
            </ul>
            if !more.is_empty() {
                <details>
                    <summary>{ label(locale, Label::MoreRepairs) }</summary>
                    <ul>{ for more.iter().map(card) }</ul>
                </details>
            }
        </section>
    }
}

/// One repair: what it does, the code, the result, and the button.
fn card(repair: &Repair, reading: &Reading, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let (typed, operand) = match repair.side {
        Side::A => (&settings.a, &reading.a),
        Side::B => (&settings.b, &reading.b),
    };
    let Ok(operand) = operand else { return Html::default() };
    let mended = Action::Mend(repair.side, repair.apply(typed, operand, settings.library));
    let code = repair.code(settings.library, repair.side.name(), operand.shape().ndim());
    html! {
        <li>
            <p>{ text(locale, Message::RepairSays(repair)) }</p>
            <p class="outcome" dir="ltr"><code>{ code }</code>{ " → " }<b>{ repair.result.to_string() }</b></p>
            <button type="button" onclick={dispatch.reform(move |_: MouseEvent| mended.clone())}>
                { label(locale, Label::Apply) }
            </button>
        </li>
    }
}
