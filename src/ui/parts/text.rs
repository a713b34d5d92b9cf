//! Small helpers that render text and controls.
//!
//! They are not inlined on purpose: inlined at a hundred places they would be a tenth of the bundle.

use web_sys::HtmlDialogElement;
use yew::AttrValue;
use yew::prelude::*;

use crate::i18n::{Label, Locale, Message, WorkLabel, WorkMessage};
use crate::state::Action;

/// The first of the browser's languages that the page has, else the default.
pub(in crate::ui) fn browser_locale() -> Locale {
    let languages = gloo::utils::window().navigator().languages();
    languages.iter().filter_map(|tag| Locale::from_tag(&tag.as_string()?)).next().unwrap_or_default()
}

/// A label as text to be rendered.
pub(in crate::ui) fn label(locale: Locale, label: Label) -> Html {
    static_text(locale.label(label))
}

/// A text that is part of the program as text to be rendered.
pub(in crate::ui) fn static_text(text: &'static str) -> Html {
    AttrValue::Static(text).into()
}

/// A label as an attribute's value.
pub(in crate::ui) fn name(locale: Locale, label: Label) -> AttrValue {
    AttrValue::Static(locale.label(label))
}

/// A message as text to be rendered.
#[inline(never)]
pub(in crate::ui) fn text(locale: Locale, message: Message<'_>) -> Html {
    locale.message(message).into()
}

/// A message as an attribute's value.
#[inline(never)]
pub(in crate::ui) fn message_attr(locale: Locale, message: Message<'_>) -> AttrValue {
    locale.message(message).into()
}

/// A label of the chunk `work` as text to be rendered.
pub(in crate::ui) fn work_label(locale: Locale, label: WorkLabel) -> Html {
    static_text(locale.work_label(label))
}

/// A label of the chunk `work` as an attribute's value.
pub(in crate::ui) fn work_name(locale: Locale, label: WorkLabel) -> AttrValue {
    AttrValue::Static(locale.work_label(label))
}

/// A message of the chunk `work` as text to be rendered.
#[inline(never)]
pub(in crate::ui) fn work_text(locale: Locale, message: WorkMessage<'_>) -> Html {
    locale.work_message(message).into()
}

/// A callback that dispatches the action of a change event, if it has one.
pub(in crate::ui) fn dispatching(
    dispatch: &Callback<Action>,
    action: impl Fn(Event) -> Option<Action> + 'static,
) -> Callback<Event> {
    let dispatch = dispatch.clone();
    Callback::from(move |event| {
        if let Some(action) = action(event) {
            dispatch.emit(action);
        }
    })
}

/// A select element with a label for screen readers: the options' names, the selected one, and the action of a choice.
pub(in crate::ui) fn select(
    name: AttrValue,
    class: &'static str,
    options: &[AttrValue],
    selected: usize,
    dispatch: &Callback<Action>,
    action: fn(usize) -> Option<Action>,
) -> Html {
    let onchange = dispatching(dispatch, move |event| {
        let select = event.target_unchecked_into::<web_sys::HtmlSelectElement>();
        action(usize::try_from(select.selected_index()).ok()?)
    });
    let options = options.iter().enumerate().map(|(number, name)| {
        html! { <option selected={number == selected}>{ name }</option> }
    });
    html! { <select {class} aria-label={name} {onchange}>{ for options }</select> }
}

/// Opens or closes a modal dialog.
pub(in crate::ui) fn show_dialog(dialog: &HtmlDialogElement, open: bool) {
    match (open, dialog.open()) {
        // It can only fail where the dialog is open already.
        (true, false) => _ = dialog.show_modal(),
        (false, true) => dialog.close(),
        _ => {}
    }
}

/// The callback of a dialog's `close` event. The browser sends it some time after the dialog is closed. Where the dialog is open
/// again by then, nothing is called: the event belongs to the opening before.
pub(in crate::ui) fn on_dialog_closed(on_close: &Callback<()>) -> Callback<Event> {
    let on_close = on_close.clone();
    Callback::from(move |event: Event| {
        if !event.target_unchecked_into::<HtmlDialogElement>().open() {
            on_close.emit(());
        }
    })
}

/// Whether a text has an ASCII character. `str::contains` brings the search for any text into the first load: 2 KB.
pub(in crate::ui) fn has(text: &str, character: u8) -> bool {
    text.bytes().any(|byte| byte == character)
}
