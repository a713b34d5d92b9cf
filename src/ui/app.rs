//! The app: it holds the model, the dialogs, the listeners for keys and history, and the address.
//!
//! Components here are structs, not functions with hooks: a struct with a message costs half of what as many hooks do in
//! the bundle, and `update` and `rendered` show what happens when.

mod diagram;
pub(super) mod example_list;
pub(super) mod explain;
pub(super) mod header;
pub(super) mod help;
pub(super) mod keys;
pub(super) mod late;
mod notes;
pub(super) mod page_menu;
pub(super) mod preload;
mod view;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use web_sys::{Event, EventTarget, HtmlDialogElement};
use yew::html::Scope;
use yew::prelude::*;

use crate::chunks::{self, Listener, LoadState};
use crate::i18n::{GRADIENT, Label, Locale};
use crate::program::{CHANGES, PYTHON};
use crate::state::{Action, Dialog, DraftAction, Model, Settings, Theme, Verdict, ViewAction};
use crate::ui::app::keys::{message_of_change, message_of_key, pressed};
use crate::ui::drawer::memory::OnPoint;
use crate::ui::host::connection::{AppMessage, ConnectedApp, Connection};
use crate::ui::host::mount::{Mount, Snapshot};
use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use crate::ui::inputs::diagnostics::needs_words;
use crate::ui::late::{PANELS, WORK, Work};
use crate::ui::parts::fullscreen::{fill_screen, is_filled};
use crate::ui::parts::menu::{close_menus, leave_drawer};
use crate::ui::parts::text::{browser_locale, show_dialog};
use crate::ui::practice::late::PRACTICE;
use crate::ui::stage::diagram_view::{DiagramLink, DiagramViewMessage};
use crate::ui::stage::picture_parts::PICTURE_PARTS;
use crate::ui::stage::player::prefers_reduced_motion;
use broadcasting_diagram::svg::Shade;

/// The pause after which typing has ended, in milliseconds: longer than that of somebody who looks for the next key.
const TYPING_PAUSE: u32 = 2_000;

/// The page, or an embedded visualizer.
pub(super) struct App {
    model: Model,
    help_dialog: NodeRef,
    /// Ends typing after a pause.
    typing_pause: Option<Timeout>,
    diagram: DiagramLink,
    /// Applies an action. It is made once, so that the components that are given it compare as equal.
    dispatch: Callback<Action>,
    /// Sends a message to the app itself. It is made once, too.
    send: Callback<AppMessage>,
    /// Changes which index of the result, or none, is highlighted in the diagram. It is made once, too.
    on_point: OnPoint,
    /// The language and the theme that the document was last given.
    looks: (Locale, Theme),
    /// The settings and the number of history entries that the address was last written for.
    addressed: (Settings, u32),
    /// The query of the address when it was last read or written.
    query: String,
    /// The last snapshot that the listener was called with.
    snapshot: Snapshot,
    _listeners: [EventListener; 5],
    _chunks: Listener,
}

/// What the app is given.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct AppProps {
    /// Its environment.
    mount: Mount,
    /// Its connection to whoever mounted it.
    connection: Connection,
}

impl HasMount for AppProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// Renders the app at a mount.
pub(super) fn app(mount: Mount, connection: Connection) -> Html {
    html! { <Scoped<App> {mount} {connection} /> }
}

impl ScopedComponent for App {
    type Message = AppMessage;
    type Properties = AppProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        let mount = &ctx.props().mount;
        let query = mount.query();
        take_chunks(mount);
        let mut model = Model::open(&query, browser_locale());
        load_practice(&mut model);
        let model = model.autoplayed(prefers_reduced_motion());
        let looks = (model.locale(), model.settings().theme);
        let diagram = DiagramLink::default();
        mount.apply_locale_and_theme(looks.0, looks.1);
        Self {
            looks,
            help_dialog: NodeRef::default(),
            typing_pause: None,
            on_point: {
                let diagram = diagram.clone();
                Callback::from(move |index| diagram.send(DiagramViewMessage::PointAt(index)))
            },
            diagram,
            dispatch: ctx.link().callback(AppMessage::Do),
            send: ctx.link().callback(|message: AppMessage| message),
            // Without a chapter: the first change then writes the chapter too.
            addressed: (model.settings().clone(), model.visit().history_entries),
            query,
            snapshot: Snapshot::default(),
            _listeners: listen(mount, ctx.link()),
            _chunks: {
                let link = ctx.link().clone();
                chunks::watch(move || link.send_message(AppMessage::Do(Action::ChunksChanged)))
            },
            model,
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: AppMessage) -> bool {
        let mount = &ctx.props().mount;
        match message {
            AppMessage::Do(action) => {
                if matches!(action, Action::Edit(..) | Action::EditCode(_)) {
                    let link = ctx.link().clone();
                    let end = move || link.send_message(AppMessage::Do(Action::EndTyping));
                    self.typing_pause = Some(Timeout::new(TYPING_PAUSE, end));
                }
                self.apply(action, mount)
            }
            // The browser leaves the screen at Escape, without a key event.
            AppMessage::FullscreenChanged => {
                !is_filled() && self.model.visit().presenting && self.apply(Action::SetPresenting(false), mount)
            }
            AppMessage::Seek(t) => {
                self.diagram.send(DiagramViewMessage::Seek(t));
                false
            }
            // Following a link within the page, such as the skip link, moves the history too, to the same query.
            AppMessage::HistoryMoved if mount.is_embedded() || mount.query() == self.query => false,
            AppMessage::HistoryMoved => {
                self.query = mount.query();
                let changed = self.apply(Action::LoadLink(self.query.clone()), mount);
                // The address is already right: nothing is written back.
                self.addressed = (self.model.address_settings(), self.model.visit().history_entries);
                changed
            }
            AppMessage::Key(press) if press.is_in_diagram() => {
                self.diagram.send(DiagramViewMessage::Key(press));
                false
            }
            AppMessage::Key(press) | AppMessage::UnusedKey(press) => {
                message_of_key(&press, &self.model).is_some_and(|message| self.update(ctx, message))
            }
            AppMessage::MakeSet => {
                self.apply(Action::View(ViewAction::OpenPractice), mount);
                self.apply(DraftAction::Open(true).into(), mount)
            }
            AppMessage::WriteCode => {
                // The program that does what is shown would answer a question.
                let may_open = !self.model.hides() && !self.model.has_given_operands();
                may_open
                    && match WORK.get() {
                        Some(work) => self.open_editor(work, mount),
                        None => self.apply(Action::View(ViewAction::AwaitEditor), mount),
                    }
            }
            AppMessage::StepOperations(steps) => {
                let action = WORK.get().and_then(|work| (work.program.step)(&self.model, steps));
                action.is_some_and(|action| self.apply(action, mount))
            }
            AppMessage::Copy(text) => {
                // What offers a text to copy is in this chunk.
                if let Some(panels) = PANELS.get() {
                    let copied = |text: String| AppMessage::Do(Action::Copied(text.into()));
                    (panels.share.copy)(text, mount.root().clone(), ctx.link().callback(copied));
                }
                false
            }
        }
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        self.screen(ctx)
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        let AppProps { mount, connection } = ctx.props();
        if first {
            connection.connect(Box::new(ctx.link().clone()));
        }
        let view = self.model.visit().view;
        let has_panel = view.drawer || view.dialog.is_some();
        let (settings, analysis) = (self.model.settings(), self.model.analysis());
        let is_product = || self.model.shown().is_some_and(|shown| shown.operation.is_product());
        let has_program = self.model.has_editor() || view.editor_awaited || analysis.has_letters;
        if has_panel
            || settings.cell.is_some()
            || settings.in_place
            || has_program
            || is_product()
            || needs_words(analysis, settings)
            || !self.model.visit().ignored.is_empty()
        {
            WORK.request();
        }
        if has_panel {
            PANELS.request();
        }
        if self.model.settings().asks() || view.practice {
            PRACTICE.request();
        }
        if let Some(practice) = PRACTICE.get() {
            (practice.request_chunks)(&self.model);
        }
        if analysis.awaits_python() {
            PYTHON.request();
        }
        if settings.has_code() {
            CHANGES.request();
        }
        if settings.gradient && self.model.offers_gradient() {
            GRADIENT.request();
        }
        if let Some(language) = self.model.wanted_locale().chunk() {
            language.request();
        }
        self.write_address(mount);
        self.notify(mount);
        if let Some(dialog) = self.help_dialog.cast::<HtmlDialogElement>() {
            show_dialog(&dialog, view.dialog == Some(Dialog::Help));
        }
    }

    fn destroy(&mut self, ctx: &ScopedContext<Self>) {
        // What was typed just before an element is taken out of its page may not be rendered any more.
        if self.snapshot != Snapshot::default() {
            self.notify(&ctx.props().mount);
        }
        ctx.props().connection.disconnect();
    }
}

impl ConnectedApp for Scope<Scoped<App>> {
    fn send(&self, message: AppMessage) {
        self.send_message(message);
    }

    fn svg(&self, width: f64, shade: Shade) -> Option<String> {
        (PANELS.get()?.drawer.chapter_svg)(&self.get_component()?.0.model, width, shade)
    }
}

impl App {
    /// Applies an action to the model; `false` where nothing changed.
    fn apply(&mut self, action: Action, mount: &Mount) -> bool {
        let presented = self.model.visit().presenting;
        if action == Action::View(ViewAction::ToggleDrawer) && self.model.visit().view.drawer {
            leave_drawer(mount.root());
        }
        if matches!(action, Action::ChunksChanged) {
            take_chunks(mount);
            load_practice(&mut self.model);
            if let Some(work) = WORK.get().filter(|_| self.model.visit().view.editor_awaited) {
                self.open_editor(work, mount);
            }
        }
        if !self.model.reduce(action) {
            return false;
        }
        if let Some(practice) = PRACTICE.get() {
            (practice.report)(&mut self.model, mount.root());
        }
        if self.model.visit().presenting != presented {
            fill_screen(mount.root(), !presented);
        }
        // Before anything is rendered: the canvas reads its colours from the document, and Yew may render the panels some time
        // before it calls `rendered`.
        let (locale, theme) = (self.model.locale(), self.model.settings().theme);
        if std::mem::replace(&mut self.looks, (locale, theme)) != (locale, theme) {
            mount.apply_locale_and_theme(locale, theme);
        }
        true
    }

    /// Opens the editor with the program that does what is shown, or as it is, and selects its text.
    fn open_editor(&mut self, work: &Work, mount: &Mount) -> bool {
        self.apply(Action::View(ViewAction::AskEditor), mount);
        let analysis = self.model.analysis();
        let written = || Some((work.program.written)(analysis, analysis.operation.as_ref()?, self.model.settings()));
        if !self.model.has_editor() {
            let code = written().unwrap_or_default();
            self.apply(Action::OpenCode(code), mount);
        }
        true
    }

    /// Writes the address where the settings have changed, and nobody is typing or holds a size: browsers do not take so many addresses. The
    /// address of a visit stays as it was typed until then.
    fn write_address(&mut self, mount: &Mount) {
        let visit = self.model.visit();
        if visit.untouched || visit.typing || visit.holding {
            return;
        }
        let now = (self.model.address_settings(), visit.history_entries);
        if now == self.addressed {
            return;
        }
        let new_entry = now.1 != self.addressed.1;
        mount.write_address(&now.0, new_entry);
        self.addressed = now;
        self.query = mount.query();
    }

    /// Calls the listener with a snapshot, where that has changed.
    fn notify(&mut self, mount: &Mount) {
        let model = &self.model;
        let analysis = model.analysis();
        let depends = matches!(analysis.verdict, Verdict::Depends(None));
        let needs_words = depends || analysis.unread().is_some();
        let awaits_words = needs_words && WORK.get().is_none() || analysis.awaits_product();
        if awaits_words && WORK.state() != LoadState::Failed
            || analysis.awaits_python() && PYTHON.state() != LoadState::Failed
        {
            return;
        }
        let error = analysis.verdict.error().map(ToString::to_string).or_else(|| {
            Some(match (WORK.get(), analysis.unread()) {
                (Some(work), Some(unread)) => (work.inputs.cannot_read)(&unread.problem, model.locale()),
                (Some(work), None) if depends => (work.program.depends_on)(model.settings(), model.locale()),
                (None, _) if needs_words => model.locale().label(Label::LoadingFailed).to_owned(),
                _ => return None,
            })
        });
        let snapshot = Snapshot {
            query: model.settings().to_query(),
            chapter: model.chapter() + 1,
            last: model.last_chapter() + 1,
            playing: model.visit().is_playing(),
            error,
        };
        if snapshot != self.snapshot {
            mount.notify(&snapshot);
            self.snapshot = snapshot;
        }
    }
}

/// Gives a model what practice does, where it is loaded.
fn load_practice(model: &mut Model) {
    if let Some(practice) = PRACTICE.get() {
        model.reduce(Action::PracticeLoaded(practice.functions));
    }
}

/// Takes what the loaded chunks have for the page: their styles, what a picture needs of them, and verdicts on matrix products. It comes before
/// anything is analysed with them.
fn take_chunks(mount: &Mount) {
    if let Some(practice) = PRACTICE.get() {
        (practice.add_styles)(mount.root());
    }
    if let Some(work) = WORK.get() {
        (work.begin)(mount.root());
        PICTURE_PARTS.get_or_init(|| work.stage.picture_parts);
    }
}

/// Listens to keys, to what undoes a text, to the browser's history, and to presses outside a menu, which close it.
fn listen(mount: &Mount, link: &Scope<Scoped<App>>) -> [EventListener; 5] {
    fn listen(
        target: EventTarget,
        event: &'static str,
        link: &Scope<Scoped<App>>,
        message: impl Fn(&Event) -> Option<AppMessage> + 'static,
    ) -> EventListener {
        let link = link.clone();
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&target, event, options, move |event| {
            if let Some(message) = message(event) {
                link.send_message(message);
            }
        })
    }
    let root = mount.root().clone();
    let key = {
        let (root, app) = (root.clone(), link.clone());
        move |event: &Event| {
            let app = app.get_component();
            pressed(event, &root, app.as_ref().map(|app| &app.0.model)).map(AppMessage::Key)
        }
    };
    [
        listen(mount.keys(), "keydown", link, key),
        listen(mount.keys(), "beforeinput", link, message_of_change),
        listen(document().into(), "fullscreenchange", link, |_| Some(AppMessage::FullscreenChanged)),
        listen(window().into(), "popstate", link, |_| Some(AppMessage::HistoryMoved)),
        EventListener::new(&window(), "pointerdown", move |event| _ = close_menus(&root, Some(event))),
    ]
}
