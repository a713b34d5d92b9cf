//! The header of the page: its name, the examples, code, practice, sharing, and the menu.

use yew::prelude::*;

use crate::i18n::{Label, Locale};
use crate::ui::parts::text::{label, name};

/// What the header shows, and where its actions go.
pub(in crate::ui) struct HeaderProps<'a> {
    pub(in crate::ui) locale: Locale,
    /// The menu with its button.
    pub(in crate::ui) menu: Html,
    /// Where the link to the inputs leads.
    pub(in crate::ui) inputs: &'static str,
    /// Opens the editor of programs; `None` where it is open, or where it would answer a question.
    pub(in crate::ui) on_code: Option<&'a Callback<()>>,
    /// The button that closes the editor.
    pub(in crate::ui) close_code: Option<Html>,
    pub(in crate::ui) on_share: &'a Callback<()>,
    /// The button of practice, and what it opens.
    pub(in crate::ui) practice: (Html, Html),
}

/// The header.
pub(in crate::ui) fn header(props: HeaderProps<'_>) -> Html {
    let HeaderProps { locale, menu, inputs, on_code, close_code, on_share, practice: (open_practice, practice_menu) } =
        props;
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
            { menu }
        </header>
    }
}
