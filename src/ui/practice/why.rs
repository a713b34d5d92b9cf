//! Why an answer is wrong: the aligned shapes, with the axis that decides. The result is not in it.

use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{AxisRole, OperandId, Operation};
use yew::prelude::*;

use crate::i18n::{Label, Locale, PracticeMessage};

/// A row for each operand, with an empty cell for an axis that it lacks, and what happens at the axis that decides.
pub(super) fn why(operation: &Operation, deciding: usize, locale: Locale) -> Html {
    let axes = operation.alignment().axes();
    let class = |axis: usize| (axis == deciding).then_some("decides");
    let heads = (0..axes.len()).map(|axis| {
        html! { <th scope="col" class={classes!(class(axis))}>{ format!("{} {axis}", locale.label(Label::Axis)) }</th> }
    });
    let rows = OperandId::PAIR.map(|operand| {
        let cells = axes.iter().enumerate().map(|(at, axis)| {
            let size = (axis.role(operand) != AxisRole::Missing).then(|| axis.size(operand));
            html! { <td class={classes!(class(at))}>{ for size }</td> }
        });
        html! { <tr><th scope="row" class={operand.name()}>{ operation.name(operand) }</th>{ for cells.listed() }</tr> }
    });
    let decides = locale.practice_message(PracticeMessage::Decides(deciding));
    let happens = axes.get(deciding).map(|axis| locale.what_happens(axis, operation)).unwrap_or_default();
    html! {
        <div class="why">
            <table><thead><tr><td />{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
            <p>{ decides }{ " " }<b>{ happens }</b></p>
        </div>
    }
}
