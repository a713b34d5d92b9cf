//! The menu of the header, which is in the chunk `work`: theme, language, printing and the list of keys.

use gloo::utils::window;
use yew::prelude::*;

use super::text::{select, work_label, work_name};
use crate::i18n::{Locale, WorkLabel};
use crate::state::{Action, Theme};

/// What the menu shows, and where its actions go.
pub(super) struct MenuProps<'a> {
    pub(super) theme: Theme,
    pub(super) locale: Locale,
    pub(super) dispatch: &'a Callback<Action>,
    pub(super) on_help: &'a Callback<()>,
    /// The button of practice, which is in the menu where the header is narrow.
    pub(super) open_practice: Html,
}

/// The content of the menu: theme, language, printing and the list of keys.
pub(super) fn menu(props: &MenuProps<'_>) -> Html {
    let &MenuProps { theme, locale, dispatch, on_help, ref open_practice } = props;
    let themes = Theme::ALL.map(|theme| {
        work_name(
            locale,
            match theme {
                Theme::Auto => WorkLabel::ThemeAuto,
                Theme::Light => WorkLabel::ThemeLight,
                Theme::Dark => WorkLabel::ThemeDark,
            },
        )
    });
    let theme_select =
        select(work_name(locale, WorkLabel::Theme), "theme", &themes, theme as usize, dispatch, |chosen| {
            Theme::ALL.get(chosen).copied().map(Action::SetTheme)
        });
    let names = Locale::ALL.map(|offered| offered.name().into());
    let language_select =
        select(work_name(locale, WorkLabel::Language), "locale", &names, locale as usize, dispatch, |chosen| {
            Locale::ALL.get(chosen).copied().map(Action::SetLocale)
        });
    html! {
        <>
                <label><span>{ work_label(locale, WorkLabel::Theme) }</span>{ theme_select }</label>
                <label><span>{ work_label(locale, WorkLabel::Language) }</span>{ language_select }</label>
                { open_practice.clone() }
                <button type="button" onclick={Callback::from(|_: MouseEvent| _ = window().print())}>
                    { work_label(locale, WorkLabel::Print) }
                </button>
                <button type="button" class="open-help" onclick={on_help.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                    { work_label(locale, WorkLabel::Keys) }
                </button>
        </>
    }
}
