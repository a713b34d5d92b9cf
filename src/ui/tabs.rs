//! The tabs of the panel beside the diagram.

use yew::prelude::*;

use super::text::label;
use crate::i18n::{Label, Locale};

/// A tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Tab {
    /// The words of the chapter, the fixes and the warnings.
    #[default]
    Story,
    /// Strides and memory.
    Memory,
    /// The Python programs.
    Code,
    /// The elements as a table.
    Table,
}

impl Tab {
    /// All tabs, in their order.
    const ALL: [Self; 4] = [Self::Story, Self::Memory, Self::Code, Self::Table];

    /// Its short name.
    const fn name(self) -> Label {
        match self {
            Self::Story => Label::StoryTab,
            Self::Memory => Label::MemoryTab,
            Self::Code => Label::Code,
            Self::Table => Label::TableTab,
        }
    }
}

/// The buttons that open a tab. They are a group of toggle buttons: each is a tab stop, as a reader expects of buttons.
pub(super) fn tabs(open: Tab, on_open: &Callback<Tab>, locale: Locale) -> Html {
    let button = |tab: Tab| {
        let onclick = on_open.reform(move |_: MouseEvent| tab);
        html! {
            <button type="button" {onclick} aria-pressed={(tab == open).to_string()}>{ label(locale, tab.name()) }</button>
        }
    };
    html! { <div class="tabs" role="group">{ for Tab::ALL.map(button) }</div> }
}
