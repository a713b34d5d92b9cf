//! What the app renders of the operation that is shown: the stage, the caption and the transport beside each other, in one region.

use yew::prelude::*;

use super::App;
use crate::i18n::{Label, Message};
use crate::state::{Shown, ViewAction};
use crate::ui::drawer::DrawerProps;
use crate::ui::host::panic_scope::{Scoped, ScopedContext};
use crate::ui::inputs::diagnostics::has_fixes;
use crate::ui::inputs::verdict::last_words;
use crate::ui::late::{PANELS, WORK};
use crate::ui::parts::loading::loading_note;
use crate::ui::parts::text::label;
use crate::ui::stage::diagram_view::{DiagramView, DiagramViewMessage};
use crate::ui::stage::narration::{LastKind, LastWords, Narration};
use crate::ui::stage::playback::Playback;
use crate::ui::stage::transport::{TransportProps, play_button, transport};

impl App {
    /// The stage with caption and transport; while nothing could be read yet, a sentence in their place.
    pub(super) fn diagram(&self, ctx: &ScopedContext<Self>) -> Html {
        match self.model.shown() {
            Some(shown) => self.region(shown, ctx),
            None => html! { <div class="diagram-view">{ self.nothing_shown() }</div> },
        }
    }

    /// What stands there while no operation is shown.
    fn nothing_shown(&self) -> Html {
        if self.model.hides() {
            return html! {
                <>
                    <div class="stage">{ self.part_of_practice(|practice| practice.figures) }</div>
                    <div class="caption" part="words">{ self.question() }</div>
                </>
            };
        }
        match WORK.get().filter(|_| self.model.analysis().program.is_some()) {
            Some(work) => (work.program.undrawn)(&self.model),
            None => html! {
                <>
                    <p class="stage placeholder" id="diagram">{ label(self.model.locale(), Label::NothingToShow) }</p>
                    <div class="caption" part="words">{ self.question() }</div>
                </>
            },
        }
    }

    /// The question, if one is asked.
    fn question(&self) -> Html {
        if self.model.settings().asks() { self.part_of_practice(|practice| practice.question) } else { Html::default() }
    }

    /// The region of an operation that is shown.
    fn region(&self, shown: &Shown, ctx: &ScopedContext<Self>) -> Html {
        let (settings, visit, locale) = (self.model.settings(), self.model.visit(), self.model.locale());
        let (masked, stale, mount) = (self.model.hides(), self.model.is_stale(), &ctx.props().mount);
        let playback = Playback {
            chapter: self.model.chapter(),
            play: visit.play,
            waits_for_play: self.model.waits_for_play(),
            untold: self.model.is_untold(),
            introduces: visit.introduces,
            speed: visit.speed,
            presenting: visit.presenting,
        };
        let transport_props =
            TransportProps { shown, playback, locale, dispatch: &self.dispatch, diagram: &self.diagram };
        let last_words = self.last_words();
        // What the editor says at its line is here for paper only.
        let is_said = self.model.has_editor() && !settings.embed && !visit.presenting;
        let name = |event: &Event| DiagramViewMessage::Name(WORK.get().and_then(|work| (work.stage.named_at)(event)));
        let diagram = || self.diagram.clone();
        let (over, focused, left) = (diagram(), diagram(), diagram());
        let onpointerover = move |event: PointerEvent| over.send(name(&event));
        let onfocusin = move |event: FocusEvent| focused.send(name(&event));
        let onpointerleave = move |_: PointerEvent| left.send(DiagramViewMessage::Name(None));
        html! {
            // `src/embed/runtime.js` has the number of an element in its page: two regions of a page have different names.
            <section class={classes!("diagram-view", stale.then_some("stale"))} part="diagram" aria-labelledby="diagram-heading element-number"
                {onpointerover} {onpointerleave} {onfocusin}>
                <h2 class="visually-hidden" id="diagram-heading">{ label(locale, Label::Diagram) }</h2>
                <div class="print-story" ref={self.diagram.nodes().print.clone()} />
                <div class="stage" part="stage">
                    <Scoped<DiagramView> shown={shown.clone()} {playback} blocks={settings.blocks}
                        cell={settings.cell.clone().filter(|_| !masked)} {masked} held={self.model.held_sizes()}
                        library={settings.library} is_held={visit.held} theme={settings.theme} {locale} chunks={visit.chunks}
                        last_words={last_words.as_ref().map(|words| words.text.clone())} dispatch={self.dispatch.clone()} send={self.send.clone()}
                        mount={mount.clone()} link={diagram()} />
                    { self.axis_table(shown) }
                    if playback.waits_for_play {
                        { play_button(&transport_props) }
                    }
                    // The panels of the drawer would answer a question.
                    if visit.view.drawer && !masked {
                        { self.drawer(shown, ctx) }
                    }
                </div>
                <div class="caption" part="words">
                    { self.question() }
                    <Scoped<Narration> shown={shown.clone()} chapter={playback.chapter} introduces={playback.introduces}
                        waits_for_play={playback.waits_for_play} state={self.diagram.state().clone()} {stale}
                        last_words={last_words.filter(|_| !is_said)} {locale} chunks={visit.chunks} mount={mount.clone()} />
                    { self.notes() }
                </div>
                { transport(&transport_props, self.transport_end(ctx)) }
            </section>
        }
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

    /// What stands for the text of the last chapter, where what is shown is what the inputs say.
    fn last_words(&self) -> Option<LastWords> {
        let is_current = self.model.is_current() && !self.model.hides();
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

    /// What stands below the words of the chapter. Before the chunk is loaded: the room for what is to be tried next, and with the outcome a note
    /// where fixes are missing.
    fn notes(&self) -> Html {
        let (model, locale) = (&self.model, self.model.locale());
        match WORK.get() {
            _ if model.hides() => Html::default(),
            Some(work) => (work.app.notes)(model, &self.dispatch),
            None => html! {
                <>
                    if model.is_current() && model.is_at_outcome() && has_fixes(model.analysis(), model.settings()) {
                        <section class="diagnostics">{ loading_note(&WORK, locale) }</section>
                    }
                    if model.has_next() {
                        <p class="next later" />
                    }
                </>
            },
        }
    }

    /// The drawer; a note while its chunk is not loaded.
    fn drawer(&self, shown: &Shown, ctx: &ScopedContext<Self>) -> Html {
        let Some(panels) = PANELS.get() else {
            return html! { <div class="drawer">{ loading_note(&PANELS, self.model.locale()) }</div> };
        };
        (panels.drawer.drawer)(&DrawerProps {
            tab: self.model.visit().view.tab,
            model: &self.model,
            shown,
            diagram: &self.diagram,
            mount: &ctx.props().mount,
            send: &self.send,
            on_point: &self.on_point,
            dispatch: &self.dispatch,
        })
    }
}
