//! The header of the page: its name, the examples, sharing, and a menu with the theme, the language and the list of keys.

use gloo::utils::window;
use yew::prelude::*;

use super::text::{label, name, select};
use crate::i18n::{Label, Locale};
use crate::state::{Action, Theme};

/// The header. `on_code`: shows the input for a program, unless it is there. The last argument is the
/// button of practice, which is in the menu where the header is narrow, and what it opens.
pub(super) fn header(
    theme: Theme,
    locale: Locale,
    dispatch: &Callback<Action>,
    on_code: Option<&Callback<()>>,
    on_share: &Callback<()>,
    on_help: &Callback<()>,
    (open_practice, practice_menu): (Html, Html),
) -> Html {
    let themes = Theme::ALL.map(|theme| {
        name(
            locale,
            match theme {
                Theme::Auto => Label::ThemeAuto,
                Theme::Light => Label::ThemeLight,
                Theme::Dark => Label::ThemeDark,
            },
        )
    });
    let theme_select = select(name(locale, Label::Theme), "theme", &themes, theme as usize, dispatch, |chosen| {
        Theme::ALL.get(chosen).copied().map(Action::SetTheme)
    });
    let names = Locale::ALL.map(|offered| offered.name().into());
    let language_select =
        select(name(locale, Label::Language), "locale", &names, locale as usize, dispatch, |chosen| {
            Locale::ALL.get(chosen).copied().map(Action::SetLocale)
        });
    html! {
        <header class="header">
            <a class="skip" href={if on_code.is_some() { "#operand-a" } else { "#program" }}>{ label(locale, Label::SkipToInputs) }</a>
            <h1 title={name(locale, Label::Purpose)}>{ label(locale, Label::PageTitle) }</h1>
            <button type="button" class="open-examples" popovertarget="examples">{ label(locale, Label::Examples) }</button>
            if let Some(on_code) = on_code {
                <button type="button" class="open-code" onclick={on_code.reform(|_: MouseEvent| ())}>
                    { label(locale, Label::PasteCode) }
                </button>
            }
            { open_practice.clone() }
            { practice_menu }
            <span class="space" />
            <button type="button" class="share-button" onclick={on_share.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                { label(locale, Label::ShareButton) }
            </button>
            <button type="button" class="open-menu" popovertarget="menu" aria-label={name(locale, Label::More)}
                title={name(locale, Label::More)}>{ "⋯" }</button>
            <div class="page-menu preferences" id="menu" popover="auto">
                <label><span>{ label(locale, Label::Theme) }</span>{ theme_select }</label>
                <label><span>{ label(locale, Label::Language) }</span>{ language_select }</label>
                { open_practice }
                <button type="button" onclick={Callback::from(|_: MouseEvent| _ = window().print())}>
                    { label(locale, Label::Print) }
                </button>
                <button type="button" class="open-help" onclick={on_help.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                    { label(locale, Label::Keys) }
                </button>
            </div>
        </header>
    }
}
