//! The operation as one line, for a compact visualizer: `a (4, 1) + b (3,) → (4, 3) ✓`.

use yew::prelude::*;

use super::text::name;
use super::verdict::sign_of;
use crate::broadcast::OperandId;
use crate::i18n::{Label, Locale};
use crate::state::{Settings, Shown, Verdict};

/// A button with the operation that opens and closes the inputs. While nothing is shown, it has the operands as they were
/// typed.
pub(super) fn summary(
    shown: Option<&Shown>,
    verdict: &Verdict,
    settings: &Settings,
    is_open: bool,
    on_toggle: &Callback<()>,
    locale: Locale,
) -> Html {
    let operand = |operand: OperandId| {
        let shape = shown.map(|shown| shown.operation.alignment().shape(operand).to_string());
        let shape = shape.unwrap_or_else(|| settings.operand_text(operand).to_owned());
        html! { <span class={operand.name()}>{ operand.name() }{ " " }{ shape }</span> }
    };
    let symbol = settings.operator.symbol();
    let sign = if settings.in_place { format!(" {symbol}= ") } else { format!(" {symbol} ") };
    let result = shown.and_then(|shown| shown.operation.shape()).map(|shape| {
        html! { <>{ " → " }<span class="out">{ shape.to_string() }</span></> }
    });
    let (class, mark) = sign_of(verdict);
    html! {
        <button type="button" class="summary" aria-expanded={is_open.to_string()} title={name(locale, Label::EditInputs)}
            onclick={on_toggle.reform(|_: MouseEvent| ())}>
            <span class="summary-text" dir="ltr">
                { operand(OperandId::A) }{ sign }{ operand(OperandId::B) }{ for result }
                { " " }<span class={class}>{ mark }</span>
            </span>
            <span class="edit" aria-hidden="true">{ "✎" }</span>
            <span class="visually-hidden">{ name(locale, Label::EditInputs) }</span>
        </button>
    }
}
