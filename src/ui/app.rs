//! The whole page: model, links, keys, and where everything stands. What surrounds it is its [`Mount`].
//!
//! Components here are structs, not functions with hooks: two of them, with a message each, cost half of what as many
//! hooks do in the bundle, and what happens when can be read off `update` and `rendered`.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, Event, EventTarget, HtmlDialogElement, KeyboardEvent};
use yew::prelude::*;

use super::axis_table::axis_table;
use super::code::code_panel;
use super::diagnostics::diagnostics;
use super::diagram_view::DiagramView;
use super::example_list::example_list;
use super::fields::fields;
use super::header::header;
use super::help::help;
use super::memory::memory;
use super::mount::{Mount, Snapshot};
use super::player::motion_is_unwanted;
use super::share::Share;
use super::table::table_twin;
use super::text::{browser_locale, label, text};
use super::verdict::verdict;
use crate::broadcast::{Operation, PerOperand};
use crate::diagram::{DisplayList, DrawOptions, Scene, SceneOptions, Story, draw};
use crate::i18n::{Label, Message};
use crate::render::svg::{self, Palette, Shade};
use crate::state::{Action, Analysis, Controls, Model, Settings};

/// The page.
#[derive(Debug)]
pub struct App {
    model: Model,
    analysis: Analysis,
    /// What was last shown: while a text cannot be read, the picture before it stays.
    shown: Option<(Rc<Operation>, Rc<Story>)>,
    help_open: bool,
    help_dialog: NodeRef,
    share_open: bool,
    /// The program that was copied last.
    copied: Option<String>,
    /// What the address says: the settings and the number of visits that it was written for.
    addressed: (Settings, u32),
    /// The query of the address as it was seen last.
    seen: String,
    /// What whoever mounted it was told last.
    snapshot: Snapshot,
    _listeners: [EventListener; 2],
}

/// What the page is given.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct AppProps {
    /// Where it lives.
    pub mount: Mount,
}

/// What can happen to the page.
#[derive(Debug)]
pub enum AppMessage {
    /// Something is to be done to the model.
    Do(Action),
    /// The story is to play: on, or from the start where it is at its end.
    Play,
    /// The story is to go on by so many chapters, or back.
    StepChapters(isize),
    /// The history moved.
    Visit,
    /// A key was pressed that no element took.
    Key(KeyboardEvent),
    /// The list of keys opens or closes.
    Help(bool),
    /// The dialog for sharing opens or closes.
    Share(bool),
    /// A program is to be copied.
    Copy(String),
    /// A program was copied.
    Copied(String),
}

impl Component for App {
    type Message = AppMessage;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let mount = &ctx.props().mount;
        let _scope = mount.panic_scope();
        let seen = mount.query();
        let model = Model::open(&seen, browser_locale()).autoplayed(motion_is_unwanted());
        let listen = |target: EventTarget, event: &'static str, message: fn(&Event) -> Option<AppMessage>| {
            let link = ctx.link().clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&target, event, options, move |event| {
                if let Some(message) = message(event) {
                    link.send_message(message);
                }
            })
        };
        let key = |event: &Event| event.dyn_ref::<KeyboardEvent>().cloned().map(AppMessage::Key);
        let keydown = listen(mount.keys(), "keydown", key);
        let popstate = listen(window().into(), "popstate", |_| Some(AppMessage::Visit));
        let analysis = Analysis::new(&model.settings);
        let addressed = (model.settings.clone(), model.visits);
        let model = model.checked(&analysis);
        let mut app = Self {
            model,
            analysis,
            shown: None,
            help_open: false,
            help_dialog: NodeRef::default(),
            share_open: false,
            copied: None,
            addressed,
            seen,
            snapshot: Snapshot::default(),
            _listeners: [keydown, popstate],
        };
        app.show_last_good();
        mount.apply_locale_and_theme(app.model.locale(), app.model.settings.theme);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, message: AppMessage) -> bool {
        let mount = &ctx.props().mount;
        let _scope = mount.panic_scope();
        match message {
            AppMessage::Do(action) => self.act(action, mount),
            AppMessage::Play => self.act(self.play(), mount),
            AppMessage::StepChapters(chapters) => self.act(self.step_chapters(chapters), mount),
            // Following a link within the page, such as the skip link, is a visit to the same state.
            AppMessage::Visit if mount.is_embedded() || mount.query() == self.seen => false,
            AppMessage::Visit => {
                self.seen = mount.query();
                let changed = self.act(Action::LoadLink(mount.query()), mount);
                // The address is what it is: nothing is written back.
                self.addressed = (self.model.settings.clone(), self.model.visits);
                changed
            }
            AppMessage::Key(event) => match self.pending(&event) {
                Some(pending) => {
                    event.prevent_default();
                    match pending {
                        Asked::Help => {
                            self.help_open = true;
                            true
                        }
                        Asked::Do(action) => self.act(action, mount),
                    }
                }
                None => false,
            },
            AppMessage::Help(open) => std::mem::replace(&mut self.help_open, open) != open,
            AppMessage::Share(open) => std::mem::replace(&mut self.share_open, open) != open,
            AppMessage::Copy(program) => {
                copy(ctx.link().clone(), mount.clone(), program);
                false
            }
            AppMessage::Copied(program) => {
                self.copied = Some(program);
                true
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let mount = &ctx.props().mount;
        mount.renders();
        let dispatch = ctx.link().callback(AppMessage::Do);
        let settings = &self.model.settings;
        let locale = self.model.locale();
        let (_, chapter) = self.position();
        let diagram = match &self.shown {
            Some((operation, story)) => html! {
                <DiagramView operation={Rc::clone(operation)} story={Rc::clone(story)} {chapter} playing={self.model.playing}
                    speed={self.model.speed} looping={settings.looping} blocks={settings.blocks} cell={settings.cell.clone()} theme={settings.theme}
                    stale={self.analysis.operation.is_none()} {locale} mount={mount.clone()}
                    dispatch={dispatch.clone()} />
            },
            None => html! { <p class="placeholder" id="diagram">{ label(locale, Label::NothingToShow) }</p> },
        };
        let shown = self.shown.as_ref();
        // The whole page always has everything around its diagram.
        let around = |controls| !settings.embed || settings.controls == controls;
        let main = html! {
            <@{if mount.is_embedded() { "div" } else { "main" }} class="content" id="main">
                if settings.embed {
                    <h1 class="visually-hidden">{ label(locale, Label::PageTitle) }</h1>
                }
                { self.link_notes(&dispatch) }
                if around(Controls::All) {
                    { fields(settings, &self.analysis, locale, &dispatch) }
                }
                <div class="answer">
                    { verdict(&self.analysis.verdict, settings.library, self.model.example, locale) }
                    if around(Controls::All) {
                        { diagnostics(&self.analysis, settings, locale, &dispatch) }
                    }
                </div>
                { for shown.filter(|_| around(Controls::All)).map(|(operation, story)| axis_table(operation, &self.names(), &story.chapters()[chapter], locale)) }
                { diagram }
                { for shown.filter(|_| !settings.embed).map(|(operation, _)| self.depth(operation, ctx)) }
                // A guest does not know where the whole page is.
                if settings.embed && !mount.is_embedded() {
                    { self.open_whole() }
                }
            </@>
        };
        let close_help = ctx.link().callback(|()| AppMessage::Help(false));
        let help = help(self.help_dialog.clone(), &close_help, locale);
        if settings.embed {
            let class = classes!("page", "embedded", settings.controls.name());
            return html! { <><div {class}>{ main }</div>{ help }</> };
        }
        let open_share = ctx.link().callback(|()| AppMessage::Share(true));
        let open_help = ctx.link().callback(|()| AppMessage::Help(true));
        html! {
            <>
                { header(settings.theme, locale, &dispatch, &open_share, &open_help) }
                <div class="page">
                    { example_list(self.model.example, locale, &dispatch) }
                    { main }
                </div>
                { help }
                <Share open={self.share_open} settings={settings.clone()} story={self.shown.as_ref().map(|(_, story)| Rc::clone(story))} {locale}
                    copied={self.copied.clone()} on_copy={ctx.link().callback(AppMessage::Copy)}
                    on_close={ctx.link().callback(|()| AppMessage::Share(false))} />
            </>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        let mount = &ctx.props().mount;
        if first {
            mount.connect(Some(ctx.link().clone()));
        }
        self.write_address(mount);
        self.notify(mount);
        if let Some(dialog) = self.help_dialog.cast::<HtmlDialogElement>() {
            match (self.help_open, dialog.open()) {
                // It can only fail where it is open already.
                (true, false) => _ = dialog.show_modal(),
                (false, true) => dialog.close(),
                _ => {}
            }
        }
        mount.rests();
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        ctx.props().mount.connect(None);
    }
}

impl App {
    /// Does something to the model; `false` where nothing changed.
    fn act(&mut self, action: Action, mount: &Mount) -> bool {
        let replaced = matches!(action, Action::LoadLink(_) | Action::ReplaceSettings(_));
        let Some(next) = self.model.reduce(action) else { return false };
        let (old, new) = (&self.model.settings, &next.settings);
        let question = |settings: &Settings| (settings.operator, settings.in_place);
        if (&old.a, &old.b) != (&new.a, &new.b) || question(old) != question(new) {
            self.analysis = Analysis::new(new);
        } else if old.library != new.library {
            // The same picture under another library's words: nothing that is lit or plays is disturbed.
            self.analysis.set_library(new);
        }
        self.model = if replaced { next.checked(&self.analysis) } else { next };
        self.show_last_good();
        // Before anything is rendered: the canvas reads its colours from what the document says.
        mount.apply_locale_and_theme(self.model.locale(), self.model.settings.theme);
        true
    }

    fn show_last_good(&mut self) {
        if let (Some(operation), Some(story)) = (&self.analysis.operation, &self.analysis.story) {
            self.shown = Some((Rc::clone(operation), Rc::clone(story)));
        }
    }

    /// The last chapter's number, and that of the one that is shown.
    fn position(&self) -> (usize, usize) {
        let last = self.shown.as_ref().map_or(0, |(_, story)| story.last());
        (last, self.model.settings.chapter.unwrap_or(last).min(last))
    }

    fn play(&self) -> Action {
        let (last, chapter) = self.position();
        Action::Play(chapter == last)
    }

    /// So many chapters on, as far as there are any.
    fn step_chapters(&self, chapters: isize) -> Action {
        let (last, chapter) = self.position();
        Action::GoToChapter { chapter: chapter.saturating_add_signed(chapters).min(last), last }
    }

    /// Each operand's axis names.
    fn names(&self) -> PerOperand<Vec<String>> {
        let operands = self.analysis.operands.as_slice().iter();
        let names = operands.map(|operand| operand.as_ref().map(|operand| operand.names.clone()).unwrap_or_default());
        names.collect::<Vec<_>>().into()
    }

    /// What stands under the diagram: strides, code, table.
    fn depth(&self, operation: &Operation, ctx: &Context<Self>) -> Html {
        let (settings, locale) = (&self.model.settings, self.model.locale());
        let copy = ctx.link().callback(AppMessage::Copy);
        html! {
            <>
                { memory(operation, settings.library, self.analysis.dtype(settings), locale, &ctx.link().callback(AppMessage::Do)) }
                { code_panel(operation, &self.analysis, settings, self.copied.as_deref(), &copy, locale) }
                { table_twin(operation, locale) }
            </>
        }
    }

    /// Notes about values of the link that could not be used.
    fn link_notes(&self, dispatch: &Callback<Action>) -> Html {
        let locale = self.model.locale();
        if self.model.ignored.is_empty() {
            return Html::default();
        }
        let notes = self.model.ignored.iter();
        html! {
            <div class="link-notes" role="status">
                <ul>{ for notes.map(|name| html! { <li>{ text(locale, Message::LinkValueIgnored(name)) }</li> }) }</ul>
                <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::Dismiss)}>
                    { label(locale, Label::Dismiss) }
                </button>
            </div>
        }
    }

    /// A way from the embedded page to the whole one, in the same state.
    fn open_whole(&self) -> Html {
        let whole = Settings { embed: false, ..self.model.settings.clone() }.to_query();
        html! {
            <p class="open-whole" part="link">
                <a href={whole} target="_blank" rel="noopener">{ label(self.model.locale(), Label::OpenFullPage) }</a>
            </p>
        }
    }

    /// Keeps the address in step: opening an example makes a history entry, anything else replaces the present one. The
    /// address of a visit stays as it was typed until something is changed.
    fn write_address(&mut self, mount: &Mount) {
        let now = (self.model.settings.clone(), self.model.visits);
        if now == self.addressed {
            return;
        }
        let pushes = now.1 != self.addressed.1;
        self.addressed = now;
        mount.write_address(&self.model.settings, pushes);
        self.seen = mount.query();
    }

    /// Tells whoever mounted it what is shown, where that has changed.
    fn notify(&mut self, mount: &Mount) {
        let (last, step) = self.position();
        let settings = &self.model.settings;
        let verdict = &self.analysis.verdict;
        let error = verdict.error().map(ToString::to_string).or_else(|| {
            let unread = self.analysis.operands.as_slice().iter().find_map(|operand| operand.as_ref().err());
            unread.map(|error| self.model.locale().message(Message::CannotRead(error)))
        });
        let snapshot = Snapshot { query: settings.to_query(), step, last, playing: self.model.playing, error };
        if snapshot != self.snapshot {
            mount.notify(&snapshot);
            self.snapshot = snapshot;
        }
    }

    /// The chapter that is told as an SVG document of this width in CSS pixels; `None` while there is nothing to show.
    pub(super) fn svg(&self, width: f64, shade: Shade) -> Option<String> {
        let (operation, story) = self.shown.as_ref()?;
        let locale = self.model.locale();
        let blocks = self.model.settings.blocks;
        let options = SceneOptions { blocks, ..SceneOptions::new(width, locale.labels()) };
        let scene = Scene::new(Rc::clone(operation), (**story).clone(), options);
        let mut frame = DisplayList::default();
        draw(&scene, DrawOptions::at(self.position().1 as f64), &mut frame);
        let snapshot = locale.message(Message::ChapterText(&story.chapters()[self.position().1], operation));
        let said = svg::Caption { title: &self.model.settings.summary(), description: &snapshot };
        Some(svg::paint(&frame, &Palette::of(shade), said))
    }

    /// What a key asks for where it is not for the element that has the focus.
    fn pending(&self, event: &KeyboardEvent) -> Option<Asked> {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return None;
        }
        let target: Element = event.target()?.dyn_into().ok()?;
        let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
        if within("input, select, textarea, dialog") {
            return None;
        }
        match event.key().as_str() {
            "?" => Some(Asked::Help),
            " " if within("button, summary, a") => None,
            " " if self.model.playing => Some(Asked::Do(Action::Pause)),
            " " => Some(Asked::Do(self.play())),
            "ArrowLeft" => Some(Asked::Do(self.step_chapters(-1))),
            "ArrowRight" => Some(Asked::Do(self.step_chapters(1))),
            "Home" => Some(Asked::Do(self.step_chapters(isize::MIN))),
            "End" => Some(Asked::Do(self.step_chapters(isize::MAX))),
            _ => None,
        }
    }
}

/// What a key asks for.
enum Asked {
    Help,
    Do(Action),
}

/// Copies a program, and tells when that is done. Where the browser refuses (an insecure page, no permission) the program
/// is selected instead, so that a key copies it.
fn copy(link: html::Scope<App>, mount: Mount, program: String) {
    // On an insecure page there is no clipboard at all, whatever the bindings promise.
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok();
    let clipboard = clipboard.and_then(|found| found.dyn_into::<web_sys::Clipboard>().ok());
    yew::platform::spawn_local(async move {
        let done = match clipboard {
            Some(clipboard) => JsFuture::from(clipboard.write_text(&program)).await.is_ok(),
            None => false,
        };
        if done {
            link.send_message(AppMessage::Copied(program));
        } else {
            // Nothing is lost where even that is refused.
            _ = select_code(&mount, &program);
        }
    });
}

/// Selects a program where it is shown.
fn select_code(mount: &Mount, program: &str) -> Option<()> {
    let shown = mount.root().query_selector_all("code").ok()?;
    let codes = (0..shown.length()).filter_map(|at| shown.item(at));
    let code = codes.into_iter().find(|code| code.text_content().as_deref() == Some(program))?;
    window().get_selection().ok()??.select_all_children(&code).ok()
}
