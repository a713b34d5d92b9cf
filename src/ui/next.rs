//! What to try after the story: a button that changes an operand and plays the new story.

use yew::prelude::*;

use super::text::work_text;
use crate::diagnostics::Next;
use crate::i18n::{Locale, WorkMessage};
use crate::state::Action;
use tensor_broadcasting::Operation;

/// The button; nothing where there is nothing to try.
pub(super) fn next(operation: &Operation, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let Some(next) = Next::of(operation) else { return Html::default() };
    let words = work_text(locale, WorkMessage::TryNext(operation.name(next.operand), &next.shape));
    let onclick = dispatch.reform(move |_: MouseEvent| Action::Try(next.operand, next.shape.to_string()));
    html! { <button type="button" {onclick}>{ words }</button> }
}
