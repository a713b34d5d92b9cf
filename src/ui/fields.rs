//! The inputs: two operands, the operator, the library and the in-place switch.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::store::{asking, chosen, text, use_locale};
use crate::broadcast::{Operator, Side};
use crate::dialect::Library;
use crate::notation::NotationError;
use crate::state::{Action, Reading};
use crate::words::{Message, operator_sign};

#[derive(Properties, PartialEq)]
pub(super) struct FieldsProps {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) reading: Rc<Reading>,
    pub(super) operator: Operator,
    pub(super) library: Library,
    pub(super) in_place: bool,
    pub(super) dispatch: Callback<Action>,
}

/// Everything that is set by hand.
#[component]
pub(super) fn Fields(props: &FieldsProps) -> Html {
    let locale = use_locale();
    let dispatch = &props.dispatch;
    let choose = asking(dispatch, |event: Event| Operator::ALL.get(chosen(&event)?).copied().map(Action::Choose));
    let in_place =
        dispatch.reform(|event: Event| Action::InPlace(event.target_unchecked_into::<HtmlInputElement>().checked()));
    let swap = dispatch.reform(|_: MouseEvent| Action::Swap);
    let operators = Operator::ALL.into_iter().map(|operator| {
        html! { <option selected={operator == props.operator}>{ operator_sign(operator).unwrap_or("max") }</option> }
    });
    let libraries = Library::ALL.into_iter().map(|library| {
        let speak = dispatch.reform(move |_: Event| Action::Speak(library));
        html! {
            <label class="choice">
                <input type="radio" name="library" checked={library == props.library} onchange={speak} />
                <span>{ library.name() }</span>
            </label>
        }
    });
    html! {
        <form class="fields" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            <OperandField side={Side::A} value={props.a.clone()} error={props.reading.a.as_ref().err().cloned()} {dispatch} />
            <label class="operator">
                <span class="unseen">{ text(locale, Message::OperatorLabel) }</span>
                <select onchange={choose}>{ for operators }</select>
            </label>
            <OperandField side={Side::B} value={props.b.clone()} error={props.reading.b.as_ref().err().cloned()} {dispatch} />
            <button type="button" class="swap" onclick={swap} title={locale.say(Message::Swap)}
                aria-label={locale.say(Message::Swap)}>{ "⇄" }</button>
            <p class="hint" id="operand-hint">{ text(locale, Message::OperandHint) }</p>
            <div class="switches">
                <fieldset class="library">
                    <legend class="unseen">{ text(locale, Message::LibraryLabel) }</legend>
                    { for libraries }
                </fieldset>
                <label class="choice in-place">
                    <input type="checkbox" checked={props.in_place} onchange={in_place} />
                    <span>{ text(locale, Message::InPlaceLabel) }</span>
                </label>
            </div>
        </form>
    }
}

#[derive(Properties, PartialEq)]
struct OperandFieldProps {
    side: Side,
    value: String,
    error: Option<NotationError>,
    dispatch: Callback<Action>,
}

/// One operand's input, and what is wrong with it.
#[component]
fn OperandField(props: &OperandFieldProps) -> Html {
    let locale = use_locale();
    let side = props.side;
    let id = format!("operand-{}", side.name());
    let error_id = format!("{id}-error");
    let edit = props
        .dispatch
        .reform(move |event: InputEvent| Action::Edit(side, event.target_unchecked_into::<HtmlInputElement>().value()));
    // Enter asks to see it happen.
    let play = asking(&props.dispatch, |event: KeyboardEvent| (event.key() == "Enter").then_some(Action::Play(true)));
    let described = if props.error.is_some() { error_id.clone() } else { "operand-hint".to_owned() };
    html! {
        <div class={classes!("operand", side.name())}>
            <label for={id.clone()}>{ text(locale, Message::OperandLabel(side)) }</label>
            <input {id} type="text" value={props.value.clone()} oninput={edit} onkeydown={play} autocomplete="off"
                autocapitalize="off" spellcheck="false" dir="ltr" aria-describedby={described}
                aria-invalid={props.error.is_some().to_string()} />
            if let Some(error) = &props.error {
                <div class="field-error" id={error_id} role="status">
                    <p>{ text(locale, Message::CannotRead(error)) }</p>
                    { pointer(&props.value, error) }
                </div>
            }
        </div>
    }
}

/// The text around an error, with the place marked.
fn pointer(value: &str, error: &NotationError) -> Html {
    const AROUND: usize = 16;
    if value.trim().is_empty() {
        return Html::default();
    }
    let characters: Vec<char> = value.chars().collect();
    let end = error.span.end.min(characters.len());
    let start = error.span.start.min(end);
    let from = start.saturating_sub(AROUND);
    let to = (end + AROUND).min(characters.len());
    let part = |range: std::ops::Range<usize>| characters[range].iter().collect::<String>();
    // A place that is empty, or longer than there is room to show, is marked by its beginning.
    let marked = if start == end { "\u{2007}".to_owned() } else { part(start..end.min(start + 2 * AROUND)) };
    html! {
        <p class="pointer" dir="ltr" aria-hidden="true">
            if from > 0 { { "…" } }
            { part(from..start) }<mark>{ marked }</mark>{ part(end..to) }
            if to < characters.len() { { "…" } }
        </p>
    }
}
