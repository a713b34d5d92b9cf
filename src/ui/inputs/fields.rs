//! The inputs: two or three operands, the operator, and the button of the options.

use std::ops::Range;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::field_parts::{insert, pasted_text};
use crate::i18n::{Label, Locale, Message};
use crate::program::{InputError, InputProblem, PYTHON, may_be_program};
use crate::state::{Action, Analysis, Binary, PRODUCT_SIGN, Settings};
use crate::ui::late::{WORK, request_work, when_loaded, work_of_menu, work_or_note};
use crate::ui::parts::loading::loading_note;
use crate::ui::parts::text::{label, name, select, text};
use crate::ui::stage::product::MATRIX_AXES;
use broadcasting_diagram::axis_mark;
use tensor_broadcasting::{OperandId, Operator, WHERE};

/// The longest text, in characters, that has marks above it; in a narrow field and in a wide one.
const MARKED_ON_A_PHONE: usize = 9;
const MARKED: usize = 30;

/// The form with the inputs. `is_open`: whether they are seen where one line stands for them. `typing`: errors are not shown yet.
pub(in crate::ui) fn fields(
    settings: &Settings,
    analysis: &Analysis,
    is_open: bool,
    typing: bool,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let is_product = analysis.operation.as_ref().is_some_and(|operation| operation.matrices().is_some());
    let field = |side: OperandId| {
        let error = analysis.operands[side].as_ref().err().filter(|_| !typing);
        let places = analysis.operands[side].as_ref().map_or(&[][..], |operand| &operand.places);
        // The axes of matrices have no marks.
        let core = if is_product { MATRIX_AXES } else { 0 };
        let places = &places[..places.len().saturating_sub(core)];
        operand_field(side, settings.operand_text(side), places, error, locale, dispatch)
    };
    let mut fields = settings.operands().iter().map(|&side| field(side));
    let (before, after) = (fields.next(), fields);
    // The last choices are the matrix product and the function of three operands.
    let mut signs = Operator::ALL.map(|operator| operator.symbol().into()).to_vec();
    signs.push(PRODUCT_SIGN.into());
    signs.push(WHERE.into());
    let is_where = settings.operands().len() > OperandId::PAIR.len();
    let operator = match settings.operator {
        _ if is_where => Operator::ALL.len() + 1,
        Binary::Operator(operator) => operator as usize,
        Binary::MatrixProduct => Operator::ALL.len(),
    };
    let operators = select(name(locale, Label::Operator), "operator", &signs, operator, dispatch, |chosen| {
        Some(match Operator::ALL.get(chosen) {
            Some(&operator) => Action::SetOperator(operator.into()),
            None if chosen == Operator::ALL.len() => Action::SetOperator(Binary::MatrixProduct),
            None => Action::SetWhere,
        })
    });
    html! {
        <form class={classes!("fields", is_where.then_some("three"), is_open.then_some("open"))} part="fields" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            { for before }
            { operators }
            <div class="after">{ for after }</div>
            <button type="button" class="open-switches" popovertarget="switches" onclick={request_work()}>
                { label(locale, Label::Options) }<span>{ " · " }{ settings.library.name() }</span>
            </button>
            <div class="switches" id="switches" popover="auto">
                { work_of_menu(|work| (work.inputs.options)(settings, locale, dispatch), locale) }
            </div>
            <p class="visually-hidden" id="operand-hint">{ label(locale, Label::OperandHint) }{ " " }{ label(locale, Label::PasteHint) }</p>
        </form>
    }
}

/// One operand's input, and its error.
fn operand_field(
    side: OperandId,
    value: &str,
    places: &[Range<usize>],
    error: Option<&InputError>,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let id = format!("operand-{}", side.name());
    let error_id = format!("{id}-error");
    let edit = dispatch
        .reform(move |event: InputEvent| Action::Edit(side, event.target_unchecked_into::<HtmlInputElement>().value()));
    let paste = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let Some(text) = pasted_text(&event) else { return };
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(work) = WORK.get() {
                (work.inputs.paste)(side, &event, text, input, &dispatch);
            } else if may_be_program(&text) {
                event.prevent_default();
                let dispatch = dispatch.clone();
                when_loaded(Box::new(move |work| match work {
                    Some(work) => (work.inputs.paste)(side, &event, text, input, &dispatch),
                    None => insert(side, &text, &input, &dispatch),
                }));
            }
        })
    };
    // Who leaves the field or presses Enter has ended typing.
    let onchange = dispatch.reform(|_: Event| Action::EndTyping);
    // Enter plays the story.
    let play = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                dispatch.emit(Action::PlayFromStart);
            }
        })
    };
    let described = if error.is_some() { error_id.clone() } else { "operand-hint".to_owned() };
    html! {
        <div class={classes!("operand", side.name())}>
            <label for={id.clone()}>
                <span aria-hidden="true">{ side.name() }</span>
                <span class="visually-hidden">{ text(locale, Message::OperandLabel(side)) }</span>
            </label>
            <input {id} part="input" type="text" value={value.to_owned()} oninput={edit} {onchange} onpaste={paste} onkeydown={play} autocomplete="off"
                autocapitalize="off" spellcheck="false" dir="ltr" aria-describedby={described}
                placeholder="5,3,4,1" aria-invalid={error.is_some().to_string()} />
            { marks(value, places) }
            // On focus, where it has room beside the text: what can be typed, and then what Enter does. Screen readers have the description.
            <span class="hint" aria-hidden="true">
                <span class="typed">{ value.to_owned() }</span>
                <span>{ label(locale, if value.is_empty() { Label::ShortHint } else { Label::EnterPlays }) }</span>
            </span>
            if let Some(error) = error {
                <div class="field-error" id={error_id} role="status">
                    if error.problem == InputProblem::NotLoaded {
                        { loading_note(&PYTHON, locale) }
                    } else {
                        { work_or_note(|work| (work.inputs.field_error)(value, error, locale), locale) }
                    }
                </div>
            }
        </div>
    }
}

/// The marks of the axes, each above its size in the text. The font has one width, so a mark has the place of its character.
fn marks(value: &str, places: &[Range<usize>]) -> Html {
    // A wide character would move what comes after it, and a long text can be scrolled.
    if places.is_empty() || !value.is_ascii() || value.len() > MARKED {
        return Html::default();
    }
    let mark = |column: usize| {
        let axis = places.iter().position(|place| (place.start + place.end - 1) / 2 == column);
        axis.map_or("", |axis| axis_mark(places.len() - 1 - axis))
    };
    let columns = (0..value.len()).map(|column| html! { <i><i>{ mark(column) }</i></i> });
    let class = if value.len() > MARKED_ON_A_PHONE { "axis-marks long" } else { "axis-marks" };
    html! { <span {class} aria-hidden="true">{ for columns }</span> }
}
