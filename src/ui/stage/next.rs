//! What to try after the story: a button that changes an operand and plays the new story.

use yew::prelude::*;

use crate::diagnostics::Next;
use crate::i18n::{Locale, WorkMessage};
use crate::state::{Action, HeldSize};
use crate::ui::parts::text::work_text;
use tensor_broadcasting::Operation;

/// The button; nothing where there is nothing to try. Where one size is another one then, and that size can be held, it says so.
pub(in crate::ui) fn next(
    operation: &Operation,
    held: &[HeldSize],
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let Some(next) = Next::of(operation) else { return Html::default() };
    let (name, now) = (operation.name(next.operand), operation.whole_shape(next.operand));
    let mut others = now.iter().zip(next.shape.iter()).enumerate().filter(|(_, (now, then))| now != then);
    let words = match (others.next(), others.next()) {
        (Some((axis, (&now_size, &then))), None)
            if now.ndim() == next.shape.ndim() && held.contains(&(next.operand, axis)) =>
        {
            WorkMessage::DragNext(name, [now_size, then])
        }
        _ => WorkMessage::TryNext(name, &next.shape),
    };
    let words = work_text(locale, words);
    let onclick = dispatch.reform(move |_: MouseEvent| Action::Try(next.operand, next.shape.to_string()));
    html! { <button type="button" {onclick}>{ words }</button> }
}
