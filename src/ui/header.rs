//! The header of the page: its name, the examples, sharing, and a menu with the theme, the language and the list of keys.

use gloo::utils::window;
use yew::prelude::*;

use super::text::{label, name, select, work_label, work_name};
use super::work::WORK;
use crate::i18n::{Label, Locale, WorkLabel};
use crate::state::{Action, Theme};

/// What the header shows, and where its actions go.
pub(super) struct HeaderProps<'a> {
    pub(super) theme: Theme,
    pub(super) locale: Locale,
    /// Where the link to the inputs leads.
    pub(super) inputs: &'static str,
    pub(super) dispatch: &'a Callback<Action>,
    /// Shows the input for a program; `None` where there is one, or where it would answer a question.
    pub(super) on_code: Option<&'a Callback<()>>,
    pub(super) on_share: &'a Callback<()>,
    pub(super) on_help: &'a Callback<()>,
    /// The button of practice, which is in the menu where the header is narrow, and what it opens.
    pub(super) practice: (Html, Html),
}

/// The header.
pub(super) fn header(props: HeaderProps<'_>) -> Html {
    let &HeaderProps { locale, inputs, on_code, on_share, ref practice, .. } = &props;
    let (open_practice, practice_menu) = practice.clone();
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
            { open_practice }
            { practice_menu }
            <span class="space" />
            <button type="button" class="share-button" onclick={on_share.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                { label(locale, Label::ShareButton) }
            </button>
            <button type="button" class="open-menu" popovertarget="menu" aria-label={name(locale, Label::More)}
                title={name(locale, Label::More)}>{ "⋯" }</button>
            <div class="page-menu preferences" id="menu" popover="auto">
                { for WORK.get().map(|work| (work.menu)(&props)) }
            </div>
        </header>
    }
}

/// The content of the menu: theme, language, printing and the list of keys. It is in the chunk `work`.
pub(super) fn menu(props: &HeaderProps<'_>) -> Html {
    let &HeaderProps { theme, locale, dispatch, on_help, ref practice, .. } = props;
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
                { practice.0.clone() }
                <button type="button" onclick={Callback::from(|_: MouseEvent| _ = window().print())}>
                    { work_label(locale, WorkLabel::Print) }
                </button>
                <button type="button" class="open-help" onclick={on_help.reform(|_: MouseEvent| ())} aria-haspopup="dialog">
                    { work_label(locale, WorkLabel::Keys) }
                </button>
        </>
    }
}
