//! The header of the page: its name, the examples, sharing, and a menu with the theme, the language and the list of keys.

use yew::prelude::*;

use super::header_menu::MenuProps;
use super::text::{label, name};
use super::work::WORK;
use crate::i18n::Label;

/// What the header shows, and where its actions go.
pub(super) struct HeaderProps<'a> {
    /// What the menu shows.
    pub(super) menu: MenuProps<'a>,
    /// Where the link to the inputs leads.
    pub(super) inputs: &'static str,
    /// Opens the editor of programs; `None` where it is open, or where it would answer a question.
    pub(super) on_code: Option<&'a Callback<()>>,
    /// The button that closes the editor.
    pub(super) close_code: Option<Html>,
    pub(super) on_share: &'a Callback<()>,
    /// What the button of practice opens.
    pub(super) practice_menu: Html,
}

/// The header.
pub(super) fn header(props: HeaderProps<'_>) -> Html {
    let HeaderProps { menu, inputs, on_code, close_code, on_share, practice_menu } = props;
    let (locale, open_practice) = (menu.locale, menu.open_practice.clone());
    html! {
        <header class="header">
            <a class="skip" href={inputs}>{ label(locale, Label::SkipToInputs) }</a>
            <h1 title={name(locale, Label::Purpose)}>{ label(locale, Label::PageTitle) }</h1>
            <button type="button" class="open-examples" popovertarget="examples">{ label(locale, Label::Examples) }</button>
            if let Some(on_code) = on_code {
                <button type="button" class="open-code" onclick={on_code.reform(|_: MouseEvent| ())}>
                    { label(locale, Label::PasteCode) }
                </button>
            }
            { for close_code }
            { open_practice }
            { practice_menu }
            <span class="space" />
            <button type="button" class="share-button" onclick={on_share.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                { label(locale, Label::ShareButton) }
            </button>
            <button type="button" class="open-menu" popovertarget="menu" aria-label={name(locale, Label::More)}
                title={name(locale, Label::More)}>{ "⋯" }</button>
            <div class="page-menu preferences" id="menu" popover="auto">
                { for WORK.get().map(|work| (work.menu)(&menu)) }
            </div>
        </header>
    }
}
