//! The operands as one line of the equation row, in a widget and beside a program: `a (4, 1) + b (3,)`, `where(a (4, 1), b (3,), c (3,))`.

use yew::prelude::*;

use crate::i18n::{Label, Locale};
use crate::program::Program;
use crate::state::{Model, PRODUCT_SIGN};
use crate::ui::parts::text::{label, name};
use tensor_broadcasting::{OperandId, Operator};
use tensor_reader::ProgramOperand;

/// The line. With `on_toggle` it is a button that opens and closes the inputs. While the inputs have no operation to be shown, it has the
/// operands as they were typed.
pub(in crate::ui) fn summary(model: &Model, is_open: bool, on_toggle: Option<Callback<()>>, locale: Locale) -> Html {
    let (settings, shown) = (model.settings(), model.shown().filter(|_| !model.is_stale()));
    let operand = |operand: OperandId| {
        let shape = shown.map(|shown| shown.operation.whole_shape(operand).to_string());
        let shape = shape.unwrap_or_else(|| settings.operand_text(operand).to_owned());
        let name = shown.map_or(operand.name(), |shown| shown.operation.name(operand)).to_owned();
        html! { <span class={operand.name()}>{ name }{ " " }{ shape }</span> }
    };
    if shown.is_none() && settings.has_code() {
        if let (Some(listed), None) = (model.analysis().program.as_deref().and_then(Program::undrawn), &on_toggle) {
            let operand = |(id, operand): (OperandId, &ProgramOperand)| {
                html! { <span class={id.name()}>{ &operand.text }{ " " }{ operand.operand.shape().to_string() }</span> }
            };
            let operands = OperandId::ALL.into_iter().zip(&listed.operation.operands).map(operand);
            let (name, [before, between, after]) = match listed.operation.name.as_str() {
                "setitem" => ("", ["", " = ", ""]),
                "getitem" => ("", ["", "[", "]"]),
                name => (name, ["(", ", ", ")"]),
            };
            let operands = operands
                .enumerate()
                .map(|(at, operand)| html! { <>{ if at > 0 { between } else { before } }{ operand }</> });
            let more = if listed.operation.operands.len() > OperandId::ALL.len() { ", …" } else { "" };
            return html! { <p class="summary"><span class="summary-text" dir="ltr">{ name }{ for operands }{ more }{ after }</span></p> };
        }
        // A program without an operation has no operands to be named.
        return on_toggle
            .map(|on_toggle| toggle(label(locale, Label::Code), is_open, on_toggle, locale))
            .unwrap_or_default();
    }
    let operands = shown.map_or(settings.operands(), |shown| shown.operation.operands());
    let places = vec!["\0".to_owned(); operands.len()];
    let sign = settings.operator.operator().map_or(PRODUCT_SIGN, Operator::symbol);
    let whole = match shown {
        Some(shown) if !settings.in_place || shown.operation.sign() == "," => shown.operation.expression(&places),
        _ if settings.in_place => places.join(&format!(" {}= ", sign)),
        _ if settings.c.0.is_some() => places.join(", "),
        _ => match settings.operator.operator() {
            Some(operator) => operator.expression("\0", "\0"),
            None => places.join(" @ "),
        },
    };
    // What is before the first operand, between the operands, and after the last one.
    let mut around = whole.split('\0').map(str::to_owned);
    let before = around.next();
    let operands = operands.iter().zip(around).map(|(&id, after)| html! { <>{ operand(id) }{ after }</> });
    let line = html! { <span class="summary-text" dir="ltr">{ before }{ for operands }</span> };
    let Some(on_toggle) = on_toggle else { return html! { <p class="summary">{ line }</p> } };
    toggle(line, is_open, on_toggle, locale)
}

/// The button that opens and closes the inputs, with what it shows of them.
fn toggle(line: Html, is_open: bool, on_toggle: Callback<()>, locale: Locale) -> Html {
    html! {
        <button type="button" class="summary" aria-expanded={is_open.to_string()} title={name(locale, Label::EditInputs)}
            onclick={on_toggle.reform(|_: MouseEvent| ())}>
            { line }
            <span class="edit" aria-hidden="true">{ "✎" }</span>
            <span class="visually-hidden">{ name(locale, Label::EditInputs) }</span>
        </button>
    }
}
