//! The panels of the drawer, and the buttons at its top, each of which shows one of them.

use yew::prelude::*;

use crate::i18n::{Label, Locale, WorkLabel};
use crate::state::Tab;
use crate::ui::parts::text::{name, static_text};

/// The short name of a panel.
fn name_of(tab: Tab, locale: Locale) -> &'static str {
    match tab {
        Tab::Memory => locale.work_label(WorkLabel::MemoryTab),
        Tab::Code => locale.label(Label::Code),
        Tab::Table => locale.work_label(WorkLabel::TableTab),
        Tab::Export => locale.label(Label::Export),
    }
}

/// The buttons. They are a group of toggle buttons: each is a tab stop, as a user expects of buttons.
pub(in crate::ui) fn tabs(open: Tab, on_open: &Callback<Tab>, locale: Locale) -> Html {
    let button = |tab: Tab| {
        let onclick = on_open.reform(move |_: MouseEvent| tab);
        html! {
            <button type="button" {onclick} aria-pressed={(open == tab).to_string()}>{ static_text(name_of(tab, locale)) }</button>
        }
    };
    html! {
        <div class="tabs" role="group" aria-label={name(locale, Label::Details)}>{ for Tab::ALL.map(button) }</div>
    }
}
