//! The head of the page: its name, the theme, the language, the list of keys.

use yew::prelude::*;

use super::said::{said, select, text};
use crate::state::{Action, Theme};
use crate::words::{Locale, Message};

/// The head of the page.
pub(super) fn masthead(worn: Theme, locale: Locale, dispatch: &Callback<Action>, on_help: &Callback<()>) -> Html {
    let themes = Theme::ALL.map(|theme| {
        said(
            locale,
            match theme {
                Theme::Auto => Message::ThemeAuto,
                Theme::Light => Message::ThemeLight,
                Theme::Dark => Message::ThemeDark,
            },
        )
    });
    let theme = select(said(locale, Message::ThemeLabel), "theme", &themes, worn as usize, dispatch, |chosen| {
        Theme::ALL.get(chosen).copied().map(Action::Wear)
    });
    let names = Locale::ALL.map(|offered| offered.name().into());
    let language = select(said(locale, Message::LocaleLabel), "locale", &names, locale as usize, dispatch, |chosen| {
        Locale::ALL.get(chosen).copied().map(Action::Translate)
    });
    html! {
        <header class="masthead">
            <a class="skip" href="#stage">{ text(locale, Message::SkipToStage) }</a>
            <div>
                <h1>{ text(locale, Message::Name) }</h1>
                <p>{ text(locale, Message::Purpose) }</p>
            </div>
            <div class="preferences">
                { theme }
                { language }
                <button type="button" onclick={on_help.reform(|_: MouseEvent| ())} aria-haspopup="dialog"
                    aria-label={said(locale, Message::Keys)}>{ "?" }</button>
            </div>
        </header>
    }
}
