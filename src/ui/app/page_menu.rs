//! The menu of the page, which is in the chunk `work`: what is seldom needed, and what has no room beside the picture. It stands in the header; in an
//! embedded visualizer and on the full screen, in the transport.

use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::AttrValue;
use yew::prelude::*;

use crate::i18n::{Label, Locale, Message, WorkLabel};
use crate::state::{Action, Dialog, Model, Settings, Theme, ViewAction};
use crate::ui::host::connection::AppMessage;
use crate::ui::host::mount::Mount;
use crate::ui::inputs::options::options;
use crate::ui::parts::text::{dispatching, label, select, work_label, work_name};
use broadcasting_diagram::Blocks;

/// The speeds that are offered, and their names.
const SPEEDS: [(f64, &str); 6] = [(0.5, "0.5×"), (0.75, "0.75×"), (1.0, "1×"), (1.5, "1.5×"), (2.0, "2×"), (3.0, "3×")];
/// The place of the normal speed in [`SPEEDS`].
const NORMAL: usize = 2;

/// What the menu shows, and where its actions go.
pub(in crate::ui) struct MenuProps<'a> {
    pub(in crate::ui) model: &'a Model,
    pub(in crate::ui) mount: &'a Mount,
    /// The button of practice.
    pub(in crate::ui) open_practice: Html,
    pub(in crate::ui) send: &'a Callback<AppMessage>,
    pub(in crate::ui) dispatch: &'a Callback<Action>,
}

/// The content of the menu.
pub(in crate::ui) fn menu(props: &MenuProps<'_>) -> Html {
    let &MenuProps { model, mount, ref open_practice, send, dispatch } = props;
    let (settings, locale) = (model.settings(), model.locale());
    // The program that does what is shown, and the panels of the drawer, would answer a question.
    let may_tell = !model.hides();
    html! {
        <>
            <div class="elsewhere">
                if !settings.embed {
                    if may_tell && !model.has_editor() {
                        { item("to-code", label(locale, Label::PasteCode), send, || AppMessage::WriteCode) }
                    }
                    { open_practice.clone() }
                    { item("to-share", label(locale, Label::ShareButton), send, || AppMessage::Do(Action::View(ViewAction::OpenDialog(Dialog::Share)))) }
                }
                if may_tell && model.shown().is_some() {
                    { item("to-details", label(locale, Label::Details), send, || AppMessage::Do(Action::View(ViewAction::ToggleDrawer))) }
                }
            </div>
            if !settings.embed && !settings.has_code() && !model.has_given_operands() {
                <div class="elsewhere for-phone">{ options(settings, locale, dispatch) }</div>
            }
            { playback(model, locale, dispatch) }
            // An element in another page does not know where the whole page is.
            if settings.embed && !mount.is_embedded() {
                <a class="open-whole" href={Settings { embed: false, ..model.link_settings() }.to_query()} target="_blank" rel="noopener">{ work_label(locale, WorkLabel::OpenFullPage) }{ " ↗" }</a>
            }
            if !settings.embed {
                { preferences(model, dispatch) }
                <button type="button" onclick={Callback::from(|_: MouseEvent| _ = window().print())}>
                    { work_label(locale, WorkLabel::Print) }
                </button>
            }
            { item("open-help", work_label(locale, WorkLabel::Keys), send, || AppMessage::Do(Action::View(ViewAction::OpenDialog(Dialog::Help)))) }
        </>
    }
}

/// A button that closes the menu and sends a message. The menu is closed first: it gives the focus back to its button, which a dialog that opens then
/// gives it back to.
fn item(class: &'static str, text: Html, send: &Callback<AppMessage>, message: fn() -> AppMessage) -> Html {
    let onclick = send.reform(move |event: MouseEvent| {
        let menu = event.target_dyn_into::<Element>().and_then(|item| item.closest(".page-menu").ok().flatten());
        if let Some(menu) = menu.and_then(|menu| menu.dyn_into::<HtmlElement>().ok()) {
            // It is open: its item was pressed.
            _ = menu.hide_popover();
        }
        message()
    });
    html! { <button type="button" {class} {onclick}>{ text }</button> }
}

/// The chapter, and how the story plays.
fn playback(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let Some(shown) = model.shown() else { return Html::default() };
    let (settings, visit) = (model.settings(), model.visit());
    let chapters = shown.story.chapters().iter().enumerate().map(|(number, chapter)| {
        let name = locale.message(Message::ChapterName(chapter, &shown.operation));
        AttrValue::from(format!("{} {name}", number + 1))
    });
    let chapters: Vec<AttrValue> = chapters.collect();
    let speed = SPEEDS.iter().position(|&(speed, _)| speed == visit.speed).unwrap_or(NORMAL);
    let speeds = SPEEDS.map(|(_, name)| AttrValue::Static(name));
    let [of_chapter, of_speed] = [WorkLabel::Chapter, WorkLabel::Speed].map(|label| work_name(locale, label));
    let chapter =
        select(of_chapter, "chapter", &chapters, model.chapter(), dispatch, |chosen| Some(Action::GoToChapter(chosen)));
    let speed = select(of_speed, "speed", &speeds, speed, dispatch, |chosen| {
        SPEEDS.get(chosen).map(|&(speed, _)| Action::SetSpeed(speed))
    });
    let switch = |label: WorkLabel, checked: bool, action: fn(bool) -> Action| {
        let onchange = dispatching(dispatch, move |event| {
            Some(action(event.target_unchecked_into::<HtmlInputElement>().checked()))
        });
        html! { <label class="switch"><input type="checkbox" {checked} {onchange} />{ work_label(locale, label) }</label> }
    };
    let set_stacked = |stacked| Action::SetBlocks(if stacked { Blocks::Depth } else { Blocks::Beside });
    let has_blocks = shown.operation.alignment().ndim() > 2;
    let presenting = visit.presenting;
    let present = dispatch.reform(move |_: MouseEvent| Action::SetPresenting(!presenting));
    let present_label = if presenting { Label::EndPresenting } else { Label::Present };
    html! {
        <>
            <label><span>{ work_label(locale, WorkLabel::Chapter) }</span>{ chapter }</label>
            <label><span>{ work_label(locale, WorkLabel::Speed) }</span>{ speed }</label>
            { switch(WorkLabel::Loop, settings.looping, Action::SetLooping) }
            if model.offers_gradient() {
                { switch(WorkLabel::Gradient, settings.gradient, Action::SetGradient) }
            }
            if has_blocks {
                { switch(WorkLabel::StackBlocks, settings.blocks == Blocks::Depth, set_stacked) }
            }
            <button type="button" class="to-present" onclick={present} popovertarget="menu" popovertargetaction="hide">
                { label(locale, present_label) }
            </button>
        </>
    }
}

/// Theme and language.
fn preferences(model: &Model, dispatch: &Callback<Action>) -> Html {
    let (theme, locale) = (model.settings().theme, model.locale());
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
        </>
    }
}
