//! The list of keys.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::store::{text, use_locale};
use crate::words::{Key, Message};

#[derive(Properties, PartialEq)]
pub(super) struct HelpProps {
    pub(super) open: bool,
    pub(super) on_close: Callback<()>,
}

/// The list, as a modal dialog: the browser keeps the focus in it and closes it on Escape.
#[component]
pub(super) fn Help(props: &HelpProps) -> Html {
    let locale = use_locale();
    let dialog = use_node_ref();
    use_effect_with(props.open, {
        let dialog = dialog.clone();
        move |&open| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                match (open, dialog.open()) {
                    // It can only fail where it is open already.
                    (true, false) => _ = dialog.show_modal(),
                    (false, true) => dialog.close(),
                    _ => {}
                }
            }
        }
    });
    let closed = props.on_close.reform(|_: Event| ());
    let close = props.on_close.reform(|_: MouseEvent| ());
    let rows = Key::ALL.into_iter().map(|key| {
        html! { <><dt>{ for caps(key).iter().map(|cap| html! { <kbd>{ *cap }</kbd> }) }</dt><dd>{ text(locale, Message::KeyDoes(key)) }</dd></> }
    });
    html! {
        <dialog ref={dialog} class="help" aria-labelledby="help-heading" onclose={closed}>
            <h2 id="help-heading">{ text(locale, Message::Keys) }</h2>
            <dl>{ for rows }</dl>
            <button type="button" onclick={close}>{ text(locale, Message::Close) }</button>
        </dialog>
    }
}

/// What stands on a key.
const fn caps(key: Key) -> &'static [&'static str] {
    match key {
        Key::Space => &["Space"],
        Key::Arrows => &["←", "→"],
        Key::HomeEnd => &["Home", "End"],
        Key::StageArrows => &["←", "↑", "↓", "→"],
        Key::Escape => &["Esc"],
        Key::Question => &["?"],
    }
}
