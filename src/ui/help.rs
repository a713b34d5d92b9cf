//! The dialog with the list of keys.

use yew::prelude::*;

use super::text::{label, static_text};
use crate::i18n::{Key, Label, Locale};

/// The dialog. It is modal: the browser keeps the focus in it and closes it on Escape.
pub(super) fn help(dialog: NodeRef, on_close: &Callback<()>, locale: Locale) -> Html {
    let closed = on_close.reform(|_: Event| ());
    let close = on_close.reform(|_: MouseEvent| ());
    let rows = Key::ALL.into_iter().map(|key| {
        let caps = caps(key).iter().map(|cap| html! { <kbd>{ *cap }</kbd> });
        html! { <><dt>{ for caps }</dt><dd>{ static_text(locale.key_action(key)) }</dd></> }
    });
    html! {
        <dialog ref={dialog} class="help" aria-labelledby="help-heading" onclose={closed}>
            <h2 id="help-heading">{ label(locale, Label::Keys) }</h2>
            <dl>{ for rows }</dl>
            <button type="button" onclick={close}>{ label(locale, Label::Close) }</button>
        </dialog>
    }
}

/// The caps of the keys.
const fn caps(key: Key) -> &'static [&'static str] {
    match key {
        Key::Space => &["Space"],
        Key::Arrows => &["←", "→"],
        Key::HomeEnd => &["Home", "End"],
        Key::DiagramArrows => &["←", "↑", "↓", "→"],
        Key::PlusMinus => &["+", "−"],
        Key::Escape => &["Esc"],
        Key::Question => &["?"],
    }
}
