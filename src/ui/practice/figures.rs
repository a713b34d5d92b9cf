//! The operands, each in a layout of its own, so that nothing shows how they line up.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use crate::i18n::{Locale, PracticeLabel, PracticeMessage, element_name};
use crate::practice::{Block, Figure, Question, QuestionKind};
use crate::state::{Action, Asking, Model, PracticeAction};
use tensor_broadcasting::{OperandId, Operation, format_value};

/// The longest value in a cell, in characters.
const MAX_VALUE: usize = 6;

/// The operands of the question; nothing where there is no question.
pub(super) fn figures(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let asked = model.asking().and_then(|asking| Some((asking, asking.question.as_ref()?)));
    let Some((asking, question)) = asked else { return Html::default() };
    let figures = OperandId::PAIR.map(|operand| figure(operand, asking, question, locale, dispatch));
    html! {
        <div class="own-figures" id="diagram" tabindex="0" role="group" aria-label={locale.practice_label(PracticeLabel::Operands)}>
            { for figures }
        </div>
    }
}

fn figure(
    operand: OperandId,
    asking: &Asking,
    question: &Question,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let (operation, shape) = (&question.subject.operation, question.subject.shape(operand));
    let choose = (question.kind == QuestionKind::Source).then_some(dispatch);
    let chosen = asking.chosen.get(operand.position()).and_then(Option::as_deref);
    let figure = Figure::of(shape);
    let blocks = figure.blocks.iter().map(|shown| match shown {
        Some(shown) => block(operand, operation, shown, chosen, choose),
        None => html! { <span class="more">{ "⋯" }</span> },
    });
    let name = operation.name(operand);
    // In a program, the operand has a name of its own; the question says `a`.
    let name = if name == operand.name() { name.to_owned() } else { format!("{} = {name}", operand.name()) };
    html! {
        <figure class={classes!("own", operand.name())}>
            <figcaption>{ locale.practice_message(PracticeMessage::OperandFigure(&name, shape)) }</figcaption>
            <div class="own-blocks" dir="ltr">
                { for blocks }
                if figure.blocks.is_empty() {
                    <p class="empty">{ locale.practice_label(PracticeLabel::NoElements) }</p>
                }
            </div>
        </figure>
    }
}

/// One block. `choose`: where the elements are buttons, what chooses one.
fn block(
    operand: OperandId,
    operation: &Operation,
    block: &Block,
    chosen: Option<&[u64]>,
    choose: Option<&Callback<Action>>,
) -> Html {
    let cell = |index: &Option<Vec<u64>>| {
        let Some(index) = index else { return html! { <td class="more">{ "⋯" }</td> } };
        let value = operation.stored_value(operand, index).map(|value| format_value(value, MAX_VALUE));
        let value = value.unwrap_or_else(|| "?".to_owned());
        let Some(dispatch) = choose else { return html! { <td>{ value }</td> } };
        let pressed = chosen == Some(index.as_slice());
        let name = format!("{} = {value}", element_name(operand.name(), index));
        let index = index.clone();
        let onclick = dispatch
            .reform(move |_: MouseEvent| Action::Practice(PracticeAction::ChooseElement(operand, index.clone())));
        html! {
            <td><button type="button" {onclick} aria-pressed={pressed.to_string()} aria-label={name.clone()} title={name}>{ value }</button></td>
        }
    };
    let rows = block.rows.iter().map(|row| html! { <tr>{ for row.iter().map(cell) }</tr> });
    let outer = (!block.outer.is_empty()).then(|| {
        let index: Vec<String> = block.outer.iter().map(u64::to_string).listed();
        html! { <caption>{ format!("{}[{}]", operand.name(), index.join(",")) }</caption> }
    });
    html! { <table>{ for outer }<tbody>{ for rows }</tbody></table> }
}
