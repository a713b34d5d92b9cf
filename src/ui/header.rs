//! The header of the page: its name, the theme, the language, the buttons for sharing and for the list of keys.

use yew::prelude::*;

use super::text::{label, name, select};
use crate::i18n::{Label, Locale};
use crate::state::{Action, Theme};

/// The header.
pub(super) fn header(
    theme: Theme,
    locale: Locale,
    dispatch: &Callback<Action>,
    on_share: &Callback<()>,
    on_help: &Callback<()>,
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
            <a class="skip" href="#diagram">{ label(locale, Label::SkipToDiagram) }</a>
            <div>
                <h1>{ label(locale, Label::PageTitle) }</h1>
                <p>{ label(locale, Label::Purpose) }</p>
            </div>
            <div class="preferences">
                { theme_select }
                { language_select }
                <button type="button" class="share-button" onclick={on_share.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                    { label(locale, Label::Share) }
                </button>
                <button type="button" onclick={on_help.reform(|_: MouseEvent| ())} aria-haspopup="dialog"
                    aria-label={name(locale, Label::Keys)}>{ "?" }</button>
            </div>
        </header>
    }
}
