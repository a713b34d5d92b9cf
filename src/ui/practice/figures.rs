//! The operands, each in a layout of its own, so that nothing shows how they line up.

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
    let choose = (question.kind == QuestionKind::Source).then_some(dispatch);
    let chosen = asking.chosen.get(operand.position()).and_then(Option::as_deref);
    let cell = |index: &[u64]| cell(operand, &question.subject.operation, index, chosen, choose);
    own_figure(operand, question, locale, &cell)
}

/// An operand in a layout of its own. `cell`: the content of the cell of an element.
pub(in crate::ui) fn own_figure(
    operand: OperandId,
    question: &Question,
    locale: Locale,
    cell: &dyn Fn(&[u64]) -> Html,
) -> Html {
    let (operation, shape) = (&question.subject.operation, question.subject.shape(operand));
    let figure = Figure::of(shape);
    let blocks = figure.blocks.iter().map(|shown| match shown {
        Some(shown) => block(operand, shown, cell),
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

/// One block.
fn block(operand: OperandId, block: &Block, cell: &dyn Fn(&[u64]) -> Html) -> Html {
    let shown = |index: &Option<Vec<u64>>| match index {
        Some(index) => html! { <td>{ cell(index) }</td> },
        None => html! { <td class="more">{ "⋯" }</td> },
    };
    let rows = block.rows.iter().map(|row| html! { <tr>{ for row.iter().map(shown) }</tr> });
    let outer =
        (!block.outer.is_empty()).then(|| html! { <caption>{ element_name(operand.name(), &block.outer) }</caption> });
    html! { <table>{ for outer }<tbody>{ for rows }</tbody></table> }
}

/// The value of an element, in as many characters as a cell has room for.
pub(in crate::ui) fn value(operand: OperandId, operation: &Operation, index: &[u64]) -> String {
    let value = operation.stored_value(operand, index).map(|value| format_value(value, MAX_VALUE));
    value.unwrap_or_else(|| "?".to_owned())
}

/// The content of a cell. `choose`: where the elements are buttons, what chooses one.
fn cell(
    operand: OperandId,
    operation: &Operation,
    index: &[u64],
    chosen: Option<&[u64]>,
    choose: Option<&Callback<Action>>,
) -> Html {
    let value = value(operand, operation, index);
    let Some(dispatch) = choose else { return value.into() };
    let pressed = chosen == Some(index);
    let name = format!("{} = {value}", element_name(operand.name(), index));
    let index = index.to_vec();
    let onclick =
        dispatch.reform(move |_: MouseEvent| Action::Practice(PracticeAction::ChooseElement(operand, index.clone())));
    html! {
        <button type="button" {onclick} aria-pressed={pressed.to_string()} aria-label={name.clone()} title={name}>{ value }</button>
    }
}
