//! The axis table: axes as columns, aligned at the right, with the verdict of each.

use yew::prelude::*;

use super::text::{label, text};
use crate::broadcast::{Axis, OperandId, Operation, PerOperand};
use crate::diagram::Chapter;
use crate::i18n::{Label, Locale, Message};

/// The axis table, with the axes of the present chapter highlighted.
pub(super) fn axis_table(
    operation: &Operation,
    names: &PerOperand<Vec<String>>,
    chapter: &Chapter,
    locale: Locale,
) -> Html {
    let alignment = operation.alignment();
    let axes = alignment.axes();
    let highlight = |axis: usize| chapter.axes.contains(&axis).then_some("highlighted");
    let body = if axes.is_empty() {
        html! { <p>{ label(locale, Label::NoAxes) }</p> }
    } else {
        let header = (0..axes.len()).map(|axis| {
            let name = locale.message(Message::AxisNumber(axis, axes.len() - axis));
            html! {
                <th scope="col" class={classes!(highlight(axis))} aria-label={name}>
                    <span class="from-front">{ axis }</span>
                    <span class="from-end">{ format!("−{}", axes.len() - axis) }</span>
                </th>
            }
        });
        let operand = |side: OperandId| {
            let missing = alignment.missing(side);
            let cells = axes.iter().enumerate().map(move |(axis, at)| {
                let name = axis.checked_sub(missing).and_then(|own| names[side].get(own));
                // Drawn like the repeated cells of the diagram.
                let state = match at.given_size(side) {
                    None => Some("absent"),
                    Some(_) => operation.stretches(side, axis).then_some("stretched"),
                };
                html! { <td class={classes!(highlight(axis), state)}>{ size(at, side, name, locale) }</td> }
            });
            html! { <tr class={side.name()}><th scope="row">{ side.name() }</th>{ for cells }</tr> }
        };
        let result = axes.iter().enumerate().map(|(axis, at)| {
            let size = at.result().filter(|_| operation.shape().is_some());
            html! {
                <td class={classes!(highlight(axis))}>
                    { size.map_or_else(|| absent(locale, Label::NoResultSize), |size| size.into()) }
                </td>
            }
        });
        let verdicts = axes.iter().enumerate().map(|(axis, at)| {
            let clash = at.clashes().then_some("clash");
            html! { <td class={classes!(highlight(axis), clash)}>{ text(locale, Message::AxisVerdict(at)) }</td> }
        });
        html! {
            <div class="scroll" tabindex="0" role="group" aria-labelledby="axis-table-heading">
                <table dir="ltr">
                    <thead><tr><th scope="col">{ label(locale, Label::Axis) }</th>{ for header }</tr></thead>
                    <tbody>
                        { operand(OperandId::A) }
                        { operand(OperandId::B) }
                        <tr class="out"><th scope="row">{ label(locale, Label::Result) }</th>{ for result }</tr>
                        <tr class="verdicts"><th scope="row">{ label(locale, Label::AxisVerdicts) }</th>{ for verdicts }</tr>
                    </tbody>
                </table>
            </div>
        }
    };
    html! {
        <section class="axis-table" part="axis-table" aria-labelledby="axis-table-heading">
            <h2 id="axis-table-heading">{ label(locale, Label::AxisTable) }</h2>
            { body }
        </section>
    }
}

fn size(axis: &Axis, side: OperandId, name: Option<&String>, locale: Locale) -> Html {
    let Some(size) = axis.given_size(side) else { return absent(locale, Label::MissingAxis) };
    match name {
        Some(name) => html! { <><span class="axis-name">{ name }</span>{ " " }{ size }</> },
        None => size.into(),
    }
}

/// A dot, and a word for screen readers.
fn absent(locale: Locale, word: Label) -> Html {
    html! { <><span aria-hidden="true">{ "·" }</span><span class="visually-hidden">{ label(locale, word) }</span></> }
}
