//! What to try after the story: a button that changes an operand and plays the new story.

use yew::prelude::*;

use super::text::text;
pub(super) use crate::diagnostics::Next;
use crate::i18n::{Locale, Message};
use crate::state::Action;
use tensor_broadcasting::Operation;

/// The button.
pub(super) fn try_button(next: Next, operation: &Operation, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let words = text(locale, Message::TryNext(operation.name(next.operand), &next.shape));
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.emit(Action::ApplyFix(next.operand, next.shape.to_string()));
        dispatch.emit(Action::PlayFromStart);
    });
    html! { <button type="button" {onclick}>{ words }</button> }
}
