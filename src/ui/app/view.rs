//! What the app renders: the whole page, or the embedded visualizer.

use std::rc::Rc;

use yew::prelude::*;

use super::{App, app};
use crate::broadcast::Operation;
use crate::i18n::{Label, Message};
use crate::state::{Action, Controls, Settings, Shown};
use crate::ui::axis_table::axis_table;
use crate::ui::code::code_panel;
use crate::ui::connection::AppMessage;
use crate::ui::diagnostics::diagnostics;
use crate::ui::diagram_view::DiagramView;
use crate::ui::example_list::example_list;
use crate::ui::fields::fields;
use crate::ui::header::header;
use crate::ui::help::help;
use crate::ui::memory::memory;
use crate::ui::mounted::Mounted;
use crate::ui::panic_scope::{Scoped, ScopedContext};
use crate::ui::share::Share;
use crate::ui::table::value_table;
use crate::ui::text::{label, text};
use crate::ui::verdict::verdict;

impl App {
    /// The whole page: header, examples, content, dialogs.
    pub(super) fn whole_page(&self, ctx: &ScopedContext<Self>) -> Html {
        let link = ctx.link();
        let (settings, locale) = (self.model.settings(), self.model.locale());
        let dispatch = link.callback(AppMessage::Do);
        let open_share = link.callback(|()| AppMessage::Share(true));
        let open_help = link.callback(|()| AppMessage::Help(true));
        html! {
            <>
                { header(settings.theme, locale, &dispatch, &open_share, &open_help) }
                <div class="page">
                    { example_list(self.model.visit().example, locale, &dispatch) }
                    { self.content(ctx) }
                </div>
                { self.help(ctx) }
                <Share open={self.share_open} settings={self.model.link_settings()}
                    story={self.model.shown().map(|shown| Rc::clone(&shown.story))} {locale}
                    copied={self.copied.clone()} on_copy={link.callback(AppMessage::Copy)}
                    on_close={link.callback(|()| AppMessage::Share(false))}
                    mount_preview={Callback::from(|mount| Mounted::new(mount, app))} />
            </>
        }
    }

    /// The embedded visualizer: content and the list of keys.
    pub(super) fn embedded(&self, ctx: &ScopedContext<Self>) -> Html {
        let class = classes!("page", "embedded", self.model.settings().controls.name());
        html! { <><div {class}>{ self.content(ctx) }</div>{ self.help(ctx) }</> }
    }

    fn help(&self, ctx: &ScopedContext<Self>) -> Html {
        let close = ctx.link().callback(|()| AppMessage::Help(false));
        help(self.help_dialog.clone(), &close, self.model.locale())
    }

    /// Inputs, verdict, axis table, diagram and what is below it, as far as the settings ask for them.
    fn content(&self, ctx: &ScopedContext<Self>) -> Html {
        let is_embedded = ctx.props().mount.is_embedded();
        let dispatch = ctx.link().callback(AppMessage::Do);
        let (settings, analysis, locale) = (self.model.settings(), self.model.analysis(), self.model.locale());
        // `controls` is for embedded diagrams: the whole page always has everything.
        let all = !settings.embed || settings.controls == Controls::All;
        let shown = self.model.shown();
        html! {
            <@{if is_embedded { "div" } else { "main" }} class="content" id="main">
                if settings.embed {
                    <h1 class="visually-hidden">{ label(locale, Label::PageTitle) }</h1>
                }
                { self.link_notes(&dispatch) }
                if all {
                    { fields(settings, analysis, locale, &dispatch) }
                }
                <div class="answer">
                    { verdict(&analysis.verdict, settings.library, self.model.visit().example, locale) }
                    if all {
                        { diagnostics(analysis, settings, locale, &dispatch) }
                    }
                </div>
                { for shown.filter(|_| all).map(|shown| self.axis_table(shown)) }
                { self.diagram(&dispatch, ctx) }
                { for shown.filter(|_| !settings.embed).map(|shown| self.panels(&shown.operation, ctx)) }
                // An element in another page does not know where the whole page is.
                if settings.embed && !is_embedded {
                    { self.link_to_whole_page() }
                }
            </@>
        }
    }

    fn diagram(&self, dispatch: &Callback<Action>, ctx: &ScopedContext<Self>) -> Html {
        let (settings, visit, locale) = (self.model.settings(), self.model.visit(), self.model.locale());
        let Some(Shown { operation, story }) = self.model.shown() else {
            return html! { <p class="placeholder" id="diagram">{ label(locale, Label::NothingToShow) }</p> };
        };
        html! {
            <Scoped<DiagramView> operation={Rc::clone(operation)} story={Rc::clone(story)} chapter={self.model.chapter()}
                playing={visit.playing} paused={visit.paused} waits={self.model.waits()} speed={visit.speed} looping={settings.looping} blocks={settings.blocks}
                cell={settings.cell.clone()} theme={settings.theme} stale={self.model.analysis().operation.is_none()} {locale}
                mount={ctx.props().mount.clone()} link={self.diagram.clone()} dispatch={dispatch.clone()} />
        }
    }

    fn axis_table(&self, shown: &Shown) -> Html {
        let analysis = self.model.analysis();
        let operands = analysis.operands.as_slice().iter();
        let names = operands.map(|operand| operand.as_ref().map(|operand| operand.names.clone()).unwrap_or_default());
        let names = names.collect::<Vec<_>>().into();
        let chapter = &shown.story.chapters()[self.model.chapter()];
        axis_table(&shown.operation, &names, chapter, self.model.locale())
    }

    /// The panels below the diagram: strides and memory, code, table.
    fn panels(&self, operation: &Operation, ctx: &ScopedContext<Self>) -> Html {
        let (settings, analysis, locale) = (self.model.settings(), self.model.analysis(), self.model.locale());
        let dispatch = ctx.link().callback(AppMessage::Do);
        let copy = ctx.link().callback(AppMessage::Copy);
        html! {
            <>
                { memory(operation, settings.library, analysis.dtype(settings), locale, &dispatch) }
                { code_panel(operation, analysis, settings, self.copied.as_deref(), &copy, locale) }
                { value_table(operation, locale) }
            </>
        }
    }

    /// Notes about settings in the link whose values could not be used.
    fn link_notes(&self, dispatch: &Callback<Action>) -> Html {
        let locale = self.model.locale();
        let ignored = &self.model.visit().ignored;
        if ignored.is_empty() {
            return Html::default();
        }
        let notes = ignored.iter().map(|name| html! { <li>{ text(locale, Message::LinkValueIgnored(name)) }</li> });
        html! {
            <div class="link-notes" role="status">
                <ul>{ for notes }</ul>
                <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::DismissNotes)}>
                    { label(locale, Label::Dismiss) }
                </button>
            </div>
        }
    }

    /// A link from the embedded page to the whole one, in the same state.
    fn link_to_whole_page(&self) -> Html {
        let whole = Settings { embed: false, ..self.model.link_settings() }.to_query();
        html! {
            <p class="open-whole">
                <a href={whole} target="_blank" rel="noopener">{ label(self.model.locale(), Label::OpenFullPage) }</a>
            </p>
        }
    }
}
