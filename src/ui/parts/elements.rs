//! Elements that have only a class: a call of these functions is a third of what `html!` writes in its place.

use yew::prelude::*;

/// An element with children.
#[inline(never)]
pub(in crate::ui) fn element(tag: &'static str, class: &'static str, children: Vec<Html>) -> Html {
    let class = (!class.is_empty()).then_some(class);
    html! { <@{tag} {class}>{ for children }</@> }
}

/// An element with a text.
#[inline(never)]
pub(in crate::ui) fn line(tag: &'static str, class: &'static str, text: String) -> Html {
    element(tag, class, vec![text.into()])
}
