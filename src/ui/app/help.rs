//! The dialog with the list of keys.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::i18n::{Key, Label, WorkLabel};
use crate::state::{Action, Model, ViewAction};
use crate::ui::parts::text::{label, on_dialog_closed, static_text, work_label};

/// The dialog. It is modal: the browser keeps the focus in it and closes it on Escape. `keys`: single keys have an effect.
pub(in crate::ui) fn help(dialog: NodeRef, model: &Model, dispatch: &Callback<Action>) -> Html {
    let (locale, keys) = (model.locale(), model.visit().keys);
    let on_close = dispatch.reform(|()| Action::View(ViewAction::CloseDialog));
    let closed = on_dialog_closed(&on_close);
    // The `close` event is late: a key that opens the dialog again may come before it.
    let cancelled = on_close.reform(|_: Event| ());
    let close = on_close.reform(|_: MouseEvent| ());
    let switch_keys =
        dispatch.reform(|event: Event| Action::SetKeys(event.target_unchecked_into::<HtmlInputElement>().checked()));
    let rows = Key::ALL.into_iter().map(|key| {
        let caps = caps(key).iter().map(|cap| html! { <kbd>{ *cap }</kbd> });
        html! { <><dt>{ for caps }</dt><dd>{ static_text(locale.key_action(key)) }</dd></> }
    });
    html! {
        <dialog ref={dialog} class="help" aria-labelledby="help-heading" oncancel={cancelled} onclose={closed}>
            // First, because the browser gives it the focus and scrolls to it: the dialog opens at its top.
            <button type="button" class="close" onclick={close}>{ label(locale, Label::Close) }</button>
            <h2 id="help-heading">{ work_label(locale, WorkLabel::Keys) }</h2>
            <dl>{ for rows }</dl>
            <label class="switch">
                <input type="checkbox" checked={keys} onchange={switch_keys} />{ work_label(locale, WorkLabel::SingleKeys) }
            </label>
        </dialog>
    }
}

/// The caps of the keys.
const fn caps(key: Key) -> &'static [&'static str] {
    match key {
        Key::Space => &["Space"],
        Key::K => &["K"],
        Key::EnterPlays => &["Enter"],
        Key::Arrows => &["←", "→"],
        Key::Pages => &["PgUp", "PgDn"],
        Key::Digits => &["1", "…", "9"],
        Key::HomeEnd => &["Home", "End"],
        Key::Enter => &["Enter", "↓"],
        Key::DiagramArrows => &["←", "↑", "↓", "→"],
        Key::PlusMinus => &["+", "−"],
        Key::ShiftArrows => &["Shift", "←", "↑", "↓", "→"],
        Key::SizeArrows => &["↑", "↓"],
        Key::SizeDelete => &["Delete"],
        Key::SizeComma => &[","],
        Key::Undo => &["Ctrl", "Z"],
        Key::Redo => &["Ctrl", "Shift", "Z"],
        Key::P => &["P"],
        Key::F8 => &["F8"],
        Key::F => &["F"],
        Key::B => &["B"],
        Key::Escape => &["Esc"],
        Key::Question => &["?"],
    }
}
