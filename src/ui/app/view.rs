//! What the app renders: one composition for the page, the full screen, a phone and an embedded visualizer.
//!
//! From above: header, equation row, stage, caption, transport. The equation row has the operands, the operator and the result; with a
//! program one line, below which the program takes the left half. An embedded visualizer has no header, and where it is small one line
//! that opens the inputs. On the full screen there is neither header nor equation row. `styles/page.css` decides by the size of
//! the container what is around the stage.

use yew::prelude::*;

use super::{App, app};
use crate::chunks::LoadState;
use crate::i18n::Label;
use crate::program::PYTHON;
use crate::state::{Action, Controls, Dialog, ViewAction};
use crate::ui::app::example_list::{ExamplesProps, example_list};
use crate::ui::app::header::{HeaderProps, header};
use crate::ui::app::page_menu::MenuProps;
use crate::ui::host::connection::AppMessage;
use crate::ui::host::mounted::Mounted;
use crate::ui::host::panic_scope::ScopedContext;
use crate::ui::inputs::fields::fields;
use crate::ui::inputs::summary::summary;
use crate::ui::inputs::verdict::verdict;
use crate::ui::late::PANELS;
use crate::ui::late::{WORK, work_of_menu, work_or_note};
use crate::ui::parts::loading::loading_note;
use crate::ui::parts::menu::page_menu;
use crate::ui::parts::text::label;
use crate::ui::practice::late::{PRACTICE, Part, Practice};

impl App {
    /// The screen and the dialogs.
    pub(super) fn screen(&self, ctx: &ScopedContext<Self>) -> Html {
        let (settings, view) = (self.model.settings(), self.model.visit().view);
        let class = classes!(
            "page",
            settings.embed.then_some("embedded"),
            settings.embed.then(|| settings.controls.name()),
            self.model.has_editor().then_some("with-program"),
            view.picture.then_some("shows-picture"),
            settings.asks().then_some("asking"),
            self.model.visit().presenting.then_some("presenting"),
            view.drawer.then_some("with-drawer"),
        );
        html! {
            <>
                <div {class}>
                    if !settings.embed {
                        { self.header(ctx) }
                    }
                    { self.content(ctx) }
                    if !settings.embed {
                        { self.example_list(ctx) }
                    }
                </div>
                { self.help() }
                if !settings.embed {
                    { self.share() }
                }
            </>
        }
    }

    fn header(&self, ctx: &ScopedContext<Self>) -> Html {
        let (locale, has_editor) = (self.model.locale(), self.model.has_editor());
        let on_share = self.dispatch.reform(|()| Action::View(ViewAction::OpenDialog(Dialog::Share)));
        let on_code = self.send.reform(|()| AppMessage::WriteCode);
        let inputs = match has_editor {
            _ if self.model.has_given_operands() => "#question-heading",
            true => "#program",
            false => "#operand-a",
        };
        let close_code = WORK.get().filter(|_| has_editor);
        header(HeaderProps {
            locale,
            // On the full screen there is no header.
            menu: if self.model.visit().presenting { Html::default() } else { self.menu(ctx) },
            inputs,
            // The program that does what is shown would answer a question.
            on_code: Some(&on_code).filter(|_| !has_editor && !self.model.hides()),
            close_code: close_code.map(|work| (work.program.close_code)(locale, &self.dispatch)),
            on_share: &on_share,
            practice: self.practice(),
        })
    }

    /// The menu with its button.
    pub(super) fn menu(&self, ctx: &ScopedContext<Self>) -> Html {
        let locale = self.model.locale();
        let props = MenuProps {
            model: &self.model,
            mount: &ctx.props().mount,
            open_practice: if self.model.settings().embed { Html::default() } else { self.practice().0 },
            send: &self.send,
            dispatch: &self.dispatch,
        };
        page_menu(work_of_menu(|work| (work.app.menu)(&props), locale), locale)
    }

    /// The button of practice, and the menu that it opens.
    fn practice(&self) -> (Html, Html) {
        let open = self.viewing(ViewAction::OpenPractice);
        let button = html! {
            <button type="button" class="open-practice" popovertarget="practice" onclick={open}>
                { label(self.model.locale(), Label::Practice) }
            </button>
        };
        // Who has not asked for practice is not told that it is not loaded.
        let is_wanted = self.model.visit().view.practice || PRACTICE.get().is_some();
        let menu = is_wanted.then(|| self.part_of_practice(|practice| practice.menu));
        (button, html! { <div class="page-menu practice-menu" id="practice" popover="auto">{ for menu }</div> })
    }

    /// What practice shows, or a note while it is not loaded.
    pub(super) fn part_of_practice(&self, part: fn(&Practice) -> Part) -> Html {
        let locale = self.model.locale();
        let Some(practice) = PRACTICE.get() else { return loading_note(&PRACTICE, locale) };
        part(practice)(&self.model, locale, &self.dispatch)
    }

    fn example_list(&self, ctx: &ScopedContext<Self>) -> Html {
        let (open, locale) = (self.model.visit().example, self.model.locale());
        let (dispatch, mount) = (self.dispatch.clone(), ctx.props().mount.clone());
        let props = ExamplesProps { open, locale, dispatch, mount };
        example_list(work_or_note(|work| (work.app.examples)(props), locale), locale)
    }

    fn help(&self) -> Html {
        let Some(panels) = PANELS.get() else { return Html::default() };
        (panels.help)(self.help_dialog.clone(), &self.model, &self.dispatch)
    }

    fn share(&self) -> Html {
        let Some(panels) = PANELS.get() else { return Html::default() };
        let mount_preview = Callback::from(|mount| Mounted::new(mount, app));
        (panels.share.share)(&self.model, &self.send, &self.dispatch, mount_preview)
    }

    /// The equation row, then the stage with caption and transport, as far as the settings ask for them.
    fn content(&self, ctx: &ScopedContext<Self>) -> Html {
        let is_embedded = ctx.props().mount.is_embedded();
        let locale = self.model.locale();
        html! {
            <@{if is_embedded { "div" } else { "main" }} class="content" id="main">
                if self.model.settings().embed {
                    <h1 class="visually-hidden">{ label(locale, Label::PageTitle) }</h1>
                }
                { self.link_notes() }
                { self.equation_row() }
                { self.program(ctx) }
                { self.diagram(ctx) }
                if self.model.visit().view.blank {
                    <div class="blank" onclick={self.viewing(ViewAction::ToggleBlank)} />
                }
            </@>
        }
    }

    /// The editor of programs, while it is open.
    fn program(&self, ctx: &ScopedContext<Self>) -> Html {
        let (settings, locale) = (self.model.settings(), self.model.locale());
        let is_hidden = settings.embed && (settings.controls != Controls::All || !self.model.visit().view.inputs);
        if !self.model.has_editor() || is_hidden {
            return Html::default();
        }
        let Some(work) = WORK.get() else { return loading_note(&WORK, locale) };
        let panel = (work.program.panel)(&self.model, &ctx.props().mount, &self.dispatch);
        let waits = settings.has_code() && self.model.analysis().program.is_none() && !self.model.hides();
        html! { <>{ panel }{ for waits.then(|| loading_note(&PYTHON, locale)) }</> }
    }

    /// The equation row: the operands as inputs or as one line, and the result.
    fn equation_row(&self) -> Html {
        let (settings, analysis, locale) = (self.model.settings(), self.model.analysis(), self.model.locale());
        let has_inputs = (!settings.embed || settings.controls == Controls::All) && !self.model.has_given_operands();
        let toggle = has_inputs.then(|| self.dispatch.reform(|()| Action::View(ViewAction::ToggleInputs)));
        let has_line = settings.embed || settings.has_code();
        let fields = || {
            let dispatch = &self.dispatch;
            let is_open = !settings.embed || self.model.visit().view.inputs;
            fields(settings, analysis, is_open, self.model.visit().typing, locale, dispatch)
        };
        html! {
            <div class={classes!("row", self.model.has_given_operands().then_some("given"))}>
                if has_line && !self.model.has_given_operands() {
                    { summary(&self.model, self.model.visit().view.inputs, toggle.filter(|_| settings.embed), locale) }
                }
                if has_inputs && !settings.has_code() {
                    { fields() }
                }
                if !self.model.hides() {
                    { verdict(&self.model, self.model.is_untold(), locale) }
                    { for self.steps() }
                }
            </div>
        }
    }

    /// What stands above the picture of a program: which operation it is, of how many; on a phone the tabs, and what is wrong with it.
    fn steps(&self) -> Option<Html> {
        let work = WORK.get().filter(|_| self.model.has_editor())?;
        Some((work.program.steps)(&self.model, &self.dispatch))
    }

    /// Opens or closes a part of the page at a click.
    pub(super) fn viewing(&self, action: ViewAction) -> Callback<MouseEvent> {
        self.dispatch.reform(move |_| Action::View(action))
    }

    /// A note about the language or a dialog that is not loaded, or notes about settings in the link whose values could not be used.
    fn link_notes(&self) -> Html {
        let locale = self.model.locale();
        let ignored = &self.model.visit().ignored;
        let language = self.model.wanted_locale().chunk().filter(|chunk| chunk.state() == LoadState::Failed);
        let missing = match language {
            Some(language) => Some(loading_note(language, locale)),
            None if self.model.visit().view.dialog.is_some() && PANELS.get().is_none() => {
                Some(loading_note(&PANELS, locale))
            }
            None => None,
        };
        if let Some(note) = missing {
            return html! { <div class="link-notes" role="status">{ note }</div> };
        }
        match WORK.get() {
            Some(work) if !ignored.is_empty() => (work.inputs.ignored_values)(ignored, &self.dispatch, locale),
            _ => Html::default(),
        }
    }
}
