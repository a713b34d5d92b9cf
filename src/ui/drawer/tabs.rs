//! The panels of the drawer, and the buttons at its top, each of which shows one of them.

use yew::prelude::*;

use crate::i18n::{Label, Locale, WorkLabel};
use crate::ui::parts::text::{name, static_text};

/// A panel of the drawer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum Tab {
    /// Strides and memory.
    Memory,
    /// The Python programs.
    Code,
    /// The elements as a table.
    Table,
    /// What can be saved and copied.
    Export,
}

impl Tab {
    /// All panels, in their order.
    const ALL: [Self; 4] = [Self::Memory, Self::Code, Self::Table, Self::Export];

    /// Its short name.
    fn name(self, locale: Locale) -> &'static str {
        match self {
            Self::Memory => locale.work_label(WorkLabel::MemoryTab),
            Self::Code => locale.label(Label::Code),
            Self::Table => locale.work_label(WorkLabel::TableTab),
            Self::Export => locale.label(Label::Export),
        }
    }
}

/// The buttons. They are a group of toggle buttons: each is a tab stop, as a reader expects of buttons.
pub(in crate::ui) fn tabs(open: Tab, on_open: &Callback<Tab>, locale: Locale) -> Html {
    let button = |tab: Tab| {
        let onclick = on_open.reform(move |_: MouseEvent| tab);
        html! {
            <button type="button" {onclick} aria-pressed={(open == tab).to_string()}>{ static_text(tab.name(locale)) }</button>
        }
    };
    html! {
        <div class="tabs" role="group" aria-label={name(locale, Label::Details)}>{ for Tab::ALL.map(button) }</div>
    }
}
