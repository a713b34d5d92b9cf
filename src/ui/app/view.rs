//! What the app renders: one composition for the page, the full screen, a phone and an embedded visualizer.
//!
//! From above: header, equation row, stage, caption, transport. The equation row has the operands, the operator and the result; with a
//! program one line, below which the program takes the left half. An embedded visualizer has no header, and where it is small one line
//! that opens the inputs. On the full screen there is neither header nor equation row. `styles/page.css` decides by the size of
//! the container what is around the stage.

use std::rc::Rc;

use yew::prelude::*;

use super::{App, app};
use crate::chunks::LoadState;
use crate::i18n::{Label, Message};
use crate::program::PYTHON;
use crate::state::{Action, Controls, Dialog, Settings, Shown, Tab, ViewAction};
use crate::ui::app::example_list::{ExamplesProps, example_list};
use crate::ui::app::header::{HeaderProps, header};
use crate::ui::app::page_menu::MenuProps;
use crate::ui::drawer::{Drawer, DrawerProps};
use crate::ui::host::connection::AppMessage;
use crate::ui::host::mounted::Mounted;
use crate::ui::host::panic_scope::{Scoped, ScopedContext};
use crate::ui::inputs::diagnostics::diagnostics;
use crate::ui::inputs::fields::fields;
use crate::ui::inputs::summary::summary;
use crate::ui::inputs::verdict::{last_words, verdict};
use crate::ui::late::PANELS;
use crate::ui::late::{WORK, work_of_menu, work_or_note};
use crate::ui::parts::loading::loading_note;
use crate::ui::parts::menu::page_menu;
use crate::ui::parts::text::{label, static_text};
use crate::ui::practice::late::{PRACTICE, Part, Practice};
use crate::ui::program::{ProgramProps, StepsProps};
use crate::ui::share::ShareProps;
use crate::ui::stage::diagram_view::DiagramView;
use crate::ui::stage::narration::{LastKind, LastWords};
use crate::ui::stage::transport::Playback;
use tensor_broadcasting::{OperandId, Operation};

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
                    { self.share(ctx) }
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
    fn menu(&self, ctx: &ScopedContext<Self>) -> Html {
        let (settings, locale) = (self.model.settings(), self.model.locale());
        // An element in another page does not know where the whole page is.
        let knows_page = settings.embed && !ctx.props().mount.is_embedded();
        let props = MenuProps {
            model: &self.model,
            whole_page: knows_page.then(|| Settings { embed: false, ..self.model.link_settings() }.to_query()),
            open_practice: if settings.embed { Html::default() } else { self.practice().0 },
            send: &self.send,
            dispatch: &self.dispatch,
        };
        page_menu(work_of_menu(|work| (work.app.menu)(&props), locale), locale)
    }

    /// What stands at the end of the transport: the button of the drawer, and where there is no header the menu.
    fn transport_end(&self, ctx: &ScopedContext<Self>) -> Html {
        let (settings, presenting) = (self.model.settings(), self.model.visit().presenting);
        let (locale, is_open) = (self.model.locale(), self.model.visit().view.drawer);
        let details = self.viewing(ViewAction::ToggleDrawer);
        html! {
            <>
                if !self.model.hides() && !settings.embed {
                    <button type="button" class="open-details" onclick={details} aria-expanded={is_open.to_string()}>
                        { label(locale, Label::Details) }
                    </button>
                }
                if settings.embed || presenting {
                    { self.menu(ctx) }
                }
            </>
        }
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
    fn part_of_practice(&self, part: fn(&Practice) -> Part) -> Html {
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
        let close = self.dispatch.reform(|()| Action::View(ViewAction::CloseDialog));
        let dispatch = &self.dispatch;
        let Some(panels) = PANELS.get() else { return Html::default() };
        (panels.help)(self.help_dialog.clone(), &close, self.model.visit().keys, dispatch, self.model.locale())
    }

    fn share(&self, ctx: &ScopedContext<Self>) -> Html {
        let link = ctx.link();
        let Some(panels) = PANELS.get() else { return Html::default() };
        (panels.share.share)(ShareProps {
            open: self.model.visit().view.dialog == Some(Dialog::Share),
            settings: self.model.link_settings(),
            operation: self.model.shown().map(|shown| Rc::clone(&shown.operation)),
            story: self.model.shown().map(|shown| Rc::clone(&shown.story)),
            locale: self.model.locale(),
            copied: self.model.visit().copied.clone(),
            on_copy: link.callback(AppMessage::Copy),
            on_close: self.dispatch.reform(|()| Action::View(ViewAction::CloseDialog)),
            on_make_set: link.callback(|()| AppMessage::MakeSet),
            mount_preview: Callback::from(|mount| Mounted::new(mount, app)),
        })
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
        let panel = (work.program.panel)(&ProgramProps {
            model: &self.model,
            mount: &ctx.props().mount,
            asked_for: self.model.visit().view.editor_asked,
            dispatch: &self.dispatch,
        });
        let waits = settings.has_code() && self.model.analysis().program.is_none() && !self.model.hides();
        html! { <>{ panel }{ for waits.then(|| loading_note(&PYTHON, locale)) }</> }
    }

    /// The form for letters in the fields that have no size.
    fn letters(&self) -> Html {
        match WORK.get() {
            Some(work) if self.model.analysis().has_letters => {
                (work.program.letters)(self.model.settings(), self.model.locale(), &self.dispatch)
            }
            _ => Html::default(),
        }
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
        Some((work.program.steps)(&StepsProps {
            model: &self.model,
            shows_picture: self.model.visit().view.picture,
            on_picture: &self.dispatch.reform(|shown| Action::View(ViewAction::ShowPicture(shown))),
            dispatch: &self.dispatch,
        }))
    }

    /// The stage with caption and transport; while nothing could be read yet, a sentence in their place.
    fn diagram(&self, ctx: &ScopedContext<Self>) -> Html {
        let (settings, visit, locale) = (self.model.settings(), self.model.visit(), self.model.locale());
        let question = settings.asks().then(|| self.part_of_practice(|practice| practice.question));
        let Some(shown) = self.model.shown() else {
            return html! {
                <div class="diagram-view">
                    if self.model.hides() {
                        <div class="stage">{ self.part_of_practice(|practice| practice.figures) }</div>
                        <div class="caption" part="words">{ for question }</div>
                    } else if let (Some(work), Some(_)) = (WORK.get(), &self.model.analysis().program) {
                        { (work.program.undrawn)(&self.model) }
                    } else {
                        <p class="stage placeholder" id="diagram">{ label(locale, Label::NothingToShow) }</p>
                        <div class="caption" part="words">{ for question }</div>
                    }
                </div>
            };
        };
        // The panels of the drawer would answer a question.
        let masked = self.model.hides();
        let tab = Some(visit.view.tab).filter(|_| visit.view.drawer && !masked);
        let playback = Playback {
            chapter: self.model.chapter(),
            play: visit.play,
            waits_for_play: self.model.waits_for_play(),
            untold: self.model.is_untold(),
            introduces: self.model.visit().introduces,
            speed: visit.speed,
            presenting: visit.presenting,
        };
        html! {
            <Scoped<DiagramView> operation={Rc::clone(&shown.operation)} story={Rc::clone(&shown.story)} {playback}
                blocks={settings.blocks} held={self.model.held_sizes()} is_held={visit.held} library={settings.library} cell={settings.cell.clone().filter(|_| !masked)} {masked} theme={settings.theme}
                stale={self.model.is_stale()} {locale} mount={ctx.props().mount.clone()}
                link={self.diagram.clone()} dispatch={self.dispatch.clone()} on_unused_key={ctx.link().callback(AppMessage::UnusedKey)}
                table={self.axis_table(shown)} question={question.unwrap_or_default()} notes={self.notes(shown)}
                last_words={self.last_words()} has_said={self.model.has_editor() && !settings.embed && !visit.presenting}
                transport_end={self.transport_end(ctx)}
                drawer={tab.map(|tab| self.drawer(tab, &shown.operation, ctx))} />
        }
    }

    /// Opens or closes a part of the page at a click.
    fn viewing(&self, action: ViewAction) -> Callback<MouseEvent> {
        self.dispatch.reform(move |_| Action::View(action))
    }

    /// What stands for the text of the last chapter, where what is shown is what the inputs say.
    fn last_words(&self) -> Option<LastWords> {
        let is_current = !self.model.is_stale() && !self.model.is_waiting() && !self.model.hides();
        let (analysis, settings, locale) = (self.model.analysis(), self.model.settings(), self.model.locale());
        let assumed = || {
            let (work, shown) = WORK.get().filter(|_| analysis.has_letters).zip(self.model.shown())?;
            let chapter = &shown.story.chapters()[shown.story.last()];
            let text = locale.message(Message::ChapterText(chapter, &shown.operation));
            Some(LastWords { kind: LastKind::Assumption, text: (work.program.assumed)(settings, &text, locale) })
        };
        is_current.then(|| last_words(analysis, settings, locale).or_else(assumed)).flatten()
    }

    fn axis_table(&self, shown: &Shown) -> Html {
        let Some(work) = WORK.get().filter(|_| !self.model.hides()) else { return Html::default() };
        let until = self.model.is_untold().then_some(self.model.visit().told_until);
        (work.stage.axis_table)(shown, self.model.chapter(), until, self.model.locale())
    }

    /// What stands below the words of the chapter: the library's message, the fixes, the form for letters, and after the story one thing
    /// to try.
    fn notes(&self, shown: &Shown) -> Html {
        let (settings, analysis, locale) = (self.model.settings(), self.model.analysis(), self.model.locale());
        let dispatch = &self.dispatch;
        // After three operands and after a matrix product there is nothing to try.
        let (operands, matrices) = (shown.operation.operands(), shown.operation.matrices());
        let is_pair = operands == OperandId::PAIR && matrices.is_none();
        let has_next = is_pair && !settings.has_code() && !settings.asks();
        let next = |is_shown: bool| {
            let next = WORK
                .get()
                .filter(|_| has_next)
                .map(|work| (work.stage.next)(&shown.operation, &self.model.held_sizes(), locale, dispatch));
            html! { if has_next { <p class={classes!("next", (!is_shown).then_some("later"))}>{ for next }</p> } }
        };
        if self.model.hides() {
            return Html::default();
        }
        // What follows from the inputs does not belong to an older picture. The room for it stays, so that nothing moves.
        if self.model.is_stale() || self.model.is_waiting() {
            return next(false);
        }
        let is_last = self.model.chapter() == self.model.last_chapter();
        // What answers a clash comes with it.
        let later = (!self.model.is_at_outcome()).then_some("later");
        let untold = self.model.is_untold().then_some("later");
        let example = self.model.visit().example.zip(WORK.get());
        let note = example.map(|(id, work)| static_text((work.app.example_note)(locale, id)));
        html! {
            <>
                { self.letters() }
                { for WORK.get().map(|work| (work.program.list_note)(analysis, settings, locale, dispatch)) }
                <div class={classes!("told", later)}>
                    { diagnostics(analysis, settings, locale, dispatch) }
                </div>
                { for note.map(|note| html! { <p class={classes!("note", untold)}>{ note }</p> }) }
                { next(is_last) }
            </>
        }
    }

    /// What renders the drawer of a panel: a note while its chunk is not loaded.
    fn drawer(&self, tab: Tab, operation: &Rc<Operation>, ctx: &ScopedContext<Self>) -> Drawer {
        let (link, locale) = (ctx.link(), self.model.locale());
        let Some(panels) = PANELS.get() else {
            return Callback::from(move |_| html! { <div class="drawer">{ loading_note(&PANELS, locale) }</div> });
        };
        (panels.drawer.drawer)(DrawerProps {
            tab,
            model: &self.model,
            operation,
            copied: self.model.visit().copied.as_deref(),
            mount: &ctx.props().mount,
            on_copy: &link.callback(AppMessage::Copy),
            on_tab: self.dispatch.reform(|tab| Action::View(ViewAction::ShowTab(tab))),
            on_close: self.viewing(ViewAction::ToggleDrawer),
            dispatch: &self.dispatch,
        })
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
