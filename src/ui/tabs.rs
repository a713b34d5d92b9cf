//! The buttons at the edge of the stage, each of which opens a panel in the drawer.

use yew::prelude::*;

use super::text::{label, name};
use crate::i18n::{Label, Locale};

/// A panel of the drawer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
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
    pub(super) const fn name(self) -> Label {
        match self {
            Self::Memory => Label::MemoryTab,
            Self::Code => Label::Code,
            Self::Table => Label::TableTab,
            Self::Export => Label::Export,
        }
    }
}

/// The buttons. Each opens its panel, or closes it. They are a group of toggle buttons: each is a tab stop, as a reader expects of
/// buttons. Where the stage has no room for them, a button opens them as a menu.
pub(super) fn tabs(open: Option<Tab>, on_open: &Callback<Option<Tab>>, locale: Locale) -> Html {
    let button = |tab: Tab| {
        let is_open = open == Some(tab);
        let onclick = on_open.reform(move |_: MouseEvent| (!is_open).then_some(tab));
        html! {
            <button type="button" {onclick} aria-pressed={is_open.to_string()}>{ label(locale, tab.name()) }</button>
        }
    };
    html! {
        <>
            <button type="button" class="open-tabs" popovertarget="tabs" aria-label={name(locale, Label::More)}
                title={name(locale, Label::More)}>{ "⋯" }</button>
            <div class="tabs" id="tabs" popover="auto" role="group" aria-label={name(locale, Label::More)}>{ for Tab::ALL.map(button) }</div>
        </>
    }
}
