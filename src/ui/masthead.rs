//! The head of the page: its name, the theme, the language, the list of keys.

use yew::prelude::*;

use super::store::{asking, chosen, text, use_locale};
use crate::state::{Action, Theme};
use crate::words::{Locale, Message};

#[derive(Properties, PartialEq)]
pub(super) struct MastheadProps {
    pub(super) theme: Theme,
    pub(super) dispatch: Callback<Action>,
    pub(super) on_help: Callback<()>,
}

/// The head of the page.
#[component]
pub(super) fn Masthead(props: &MastheadProps) -> Html {
    let locale = use_locale();
    let wear = asking(&props.dispatch, |event: Event| Theme::ALL.get(chosen(&event)?).copied().map(Action::Wear));
    let translate =
        asking(&props.dispatch, |event: Event| Locale::ALL.get(chosen(&event)?).copied().map(Action::Translate));
    let themes = Theme::ALL.into_iter().map(|theme| {
        let name = match theme {
            Theme::Auto => Message::ThemeAuto,
            Theme::Light => Message::ThemeLight,
            Theme::Dark => Message::ThemeDark,
        };
        html! { <option selected={theme == props.theme}>{ text(locale, name) }</option> }
    });
    let locales = Locale::ALL.into_iter().map(|offered| {
        html! { <option selected={offered == locale} lang={offered.tag()}>{ offered.name() }</option> }
    });
    html! {
        <header class="masthead">
            <a class="skip" href="#stage">{ text(locale, Message::SkipToStage) }</a>
            <div>
                <h1>{ text(locale, Message::Name) }</h1>
                <p>{ text(locale, Message::Purpose) }</p>
            </div>
            <div class="preferences">
                <label>
                    <span class="unseen">{ text(locale, Message::ThemeLabel) }</span>
                    <select class="theme" onchange={wear}>{ for themes }</select>
                </label>
                <label>
                    <span class="unseen">{ text(locale, Message::LocaleLabel) }</span>
                    <select class="locale" onchange={translate}>{ for locales }</select>
                </label>
                <button type="button" onclick={props.on_help.reform(|_: MouseEvent| ())} aria-haspopup="dialog"
                    aria-label={locale.say(Message::Keys)} title={locale.say(Message::Keys)}>{ "?" }</button>
            </div>
        </header>
    }
}
