//! The whole page: model, links, keys, and where everything stands.
//!
//! Components here are structs, not functions with hooks: two of them, with a message each, cost half of what as many
//! hooks do in the bundle, and what happens when can be read off `update` and `rendered`.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, Event, HtmlDialogElement, KeyboardEvent};
use yew::prelude::*;

use super::advice::advice;
use super::code::code_panel;
use super::fields::fields;
use super::help::help;
use super::ladder::ladder;
use super::masthead::masthead;
use super::memory::memory;
use super::said::{browser_locale, label, text};
use super::shelf::shelf;
use super::table::table_twin;
use super::theatre::Theatre;
use super::verdict::verdict;
use crate::broadcast::Pair;
use crate::diagram::Story;
use crate::state::{Action, Model, Reading, Settings};
use crate::words::{Label, Message};

/// The page.
#[derive(Debug)]
pub struct App {
    model: Model,
    reading: Reading,
    /// What was last shown: while a text cannot be read, the picture before it stays.
    shown: Option<(Rc<Pair>, Rc<Story>)>,
    help_open: bool,
    help_dialog: NodeRef,
    /// The program that was copied last.
    copied: Option<String>,
    /// What the address says: the settings and the number of visits that it was written for.
    addressed: (Settings, u32),
    /// The query of the address as it was seen last.
    seen: String,
    _listeners: [EventListener; 2],
}

/// What can happen to the page.
#[derive(Debug)]
pub enum AppMessage {
    /// Something is to be done to the model.
    Do(Action),
    /// The history moved.
    Visit,
    /// A key was pressed that no element took.
    Key(KeyboardEvent),
    /// The list of keys opens or closes.
    Help(bool),
    /// A program is to be copied.
    Copy(String),
    /// A program was copied.
    Copied(String),
}

impl Component for App {
    type Message = AppMessage;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let seen = query();
        let model = Model::open(&seen, browser_locale()).started();
        let listen = |event: &'static str, message: fn(&Event) -> Option<AppMessage>| {
            let link = ctx.link().clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window(), event, options, move |event| {
                if let Some(message) = message(event) {
                    link.send_message(message);
                }
            })
        };
        let keydown = listen("keydown", |event| event.dyn_ref::<KeyboardEvent>().cloned().map(AppMessage::Key));
        let popstate = listen("popstate", |_| Some(AppMessage::Visit));
        let reading = Reading::new(&model.settings);
        let addressed = (model.settings.clone(), model.visits);
        let model = model.checked(&reading);
        let mut app = Self {
            model,
            reading,
            shown: None,
            help_open: false,
            help_dialog: NodeRef::default(),
            copied: None,
            addressed,
            seen,
            _listeners: [keydown, popstate],
        };
        app.show_last_good();
        app.write_document();
        app
    }

    fn update(&mut self, ctx: &Context<Self>, message: AppMessage) -> bool {
        match message {
            AppMessage::Do(action) => self.act(action),
            // Following a link within the page, such as the skip link, is a visit to the same state.
            AppMessage::Visit if query() == self.seen => false,
            AppMessage::Visit => {
                self.seen = query();
                let changed = self.act(Action::Load(query()));
                // The address is what it is: nothing is written back.
                self.addressed = (self.model.settings.clone(), self.model.visits);
                changed
            }
            AppMessage::Key(event) => match self.asked(&event) {
                Some(asked) => {
                    event.prevent_default();
                    match asked {
                        Asked::Help => {
                            self.help_open = true;
                            true
                        }
                        Asked::Do(action) => self.act(action),
                    }
                }
                None => false,
            },
            AppMessage::Help(open) => std::mem::replace(&mut self.help_open, open) != open,
            AppMessage::Copy(program) => {
                copy(ctx.link().clone(), program);
                false
            }
            AppMessage::Copied(program) => {
                self.copied = Some(program);
                true
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let dispatch = ctx.link().callback(AppMessage::Do);
        let settings = &self.model.settings;
        let locale = self.model.locale();
        let (_, chapter) = self.position();
        let theatre = match &self.shown {
            Some((pair, story)) => html! {
                <Theatre pair={Rc::clone(pair)} story={Rc::clone(story)} {chapter} playing={self.model.playing}
                    speed={self.model.speed} looping={settings.looping} cell={settings.cell.clone()} theme={settings.theme} stale={self.reading.pair.is_none()} {locale}
                    dispatch={dispatch.clone()} />
            },
            None => html! { <p class="waiting" id="stage">{ label(locale, Label::NothingToShow) }</p> },
        };
        let shown = self.shown.as_ref();
        let main = html! {
            <main id="main">
                if settings.embed {
                    <h1 class="unseen">{ label(locale, Label::Name) }</h1>
                }
                { self.link_notes(&dispatch) }
                { fields(settings, &self.reading, locale, &dispatch) }
                <div class="answer">
                    { verdict(&self.reading.verdict, settings.library, self.model.example, locale) }
                    { advice(&self.reading, settings, locale, &dispatch) }
                </div>
                { for shown.map(|(pair, story)| ladder(pair, &self.names(), &story.chapters()[chapter], locale)) }
                { theatre }
                { for shown.filter(|_| !settings.embed).map(|(pair, _)| self.depth(pair, ctx)) }
                if settings.embed {
                    { self.open_whole() }
                }
            </main>
        };
        let close_help = ctx.link().callback(|()| AppMessage::Help(false));
        let help = help(self.help_dialog.clone(), &close_help, locale);
        if settings.embed {
            return html! { <><div class="page embedded">{ main }</div>{ help }</> };
        }
        let open_help = ctx.link().callback(|()| AppMessage::Help(true));
        html! {
            <>
                { masthead(settings.theme, locale, &dispatch, &open_help) }
                <div class="page">
                    { shelf(self.model.example, locale, &dispatch) }
                    { main }
                </div>
                { help }
            </>
        }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        self.write_address();
        if let Some(dialog) = self.help_dialog.cast::<HtmlDialogElement>() {
            match (self.help_open, dialog.open()) {
                // It can only fail where it is open already.
                (true, false) => _ = dialog.show_modal(),
                (false, true) => dialog.close(),
                _ => {}
            }
        }
    }
}

impl App {
    /// Does something to the model; `false` where nothing changed.
    fn act(&mut self, action: Action) -> bool {
        let loads = matches!(action, Action::Load(_));
        let Some(next) = self.model.reduce(action) else { return false };
        let (old, new) = (&self.model.settings, &next.settings);
        let question = |settings: &Settings| (settings.operator, settings.in_place);
        if (&old.a, &old.b) != (&new.a, &new.b) || question(old) != question(new) {
            self.reading = Reading::new(new);
        } else if old.library != new.library {
            // The same picture under another library's words: nothing that is lit or plays is disturbed.
            self.reading.judge(new);
        }
        self.model = if loads { next.checked(&self.reading) } else { next };
        self.show_last_good();
        // Before anything is rendered: the canvas reads its colours from what the document says.
        self.write_document();
        true
    }

    fn show_last_good(&mut self) {
        if let (Some(pair), Some(story)) = (&self.reading.pair, &self.reading.story) {
            self.shown = Some((Rc::clone(pair), Rc::clone(story)));
        }
    }

    /// The last chapter's number, and that of the one that is shown.
    fn position(&self) -> (usize, usize) {
        let last = self.shown.as_ref().map_or(0, |(_, story)| story.last());
        (last, self.model.settings.step.unwrap_or(last).min(last))
    }

    /// Each operand's axis names.
    fn names(&self) -> [Vec<String>; 2] {
        [&self.reading.a, &self.reading.b]
            .map(|operand| operand.as_ref().map(|operand| operand.names.clone()).unwrap_or_default())
    }

    /// What stands under the diagram: strides, code, table.
    fn depth(&self, pair: &Pair, ctx: &Context<Self>) -> Html {
        let (settings, locale) = (&self.model.settings, self.model.locale());
        let copy = ctx.link().callback(AppMessage::Copy);
        html! {
            <>
                { memory(pair, settings.library, self.reading.dtype(settings), locale, &ctx.link().callback(AppMessage::Do)) }
                { code_panel(pair, &self.reading, settings, self.copied.as_deref(), &copy, locale) }
                { table_twin(pair, locale) }
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
            <p class="open-whole">
                <a href={whole} target="_blank" rel="noopener">{ label(self.model.locale(), Label::OpenWhole) }</a>
            </p>
        }
    }

    /// The language, title and theme of the document.
    fn write_document(&self) {
        let locale = self.model.locale();
        document().set_title(locale.label(Label::Name));
        if let Some(root) = document().document_element() {
            // Attributes of fixed names take any value.
            _ = root.set_attribute("lang", locale.tag());
            _ = root.set_attribute("data-theme", self.model.settings.theme.name());
        }
    }

    /// Keeps the address in step: opening an example makes a history entry, anything else replaces the present one. The
    /// address of a visit stays as it was typed until something is changed.
    fn write_address(&mut self) {
        let now = (self.model.settings.clone(), self.model.visits);
        if now == self.addressed {
            return;
        }
        let pushes = now.1 != self.addressed.1;
        self.addressed = now;
        let link = self.model.settings.to_query();
        if link == query() {
            return;
        }
        let Ok(history) = window().history() else { return };
        // A browser may refuse (a sandboxed frame, too many changes at once): the page goes on without.
        _ = if pushes {
            history.push_state_with_url(&JsValue::NULL, "", Some(&link))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
        };
        self.seen = query();
    }

    /// What a key asks for where it is not for the element that has the focus.
    fn asked(&self, event: &KeyboardEvent) -> Option<Asked> {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return None;
        }
        let target: Element = event.target()?.dyn_into().ok()?;
        let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
        if within("input, select, textarea, dialog") {
            return None;
        }
        let (last, chapter) = self.position();
        let go = |chapter: usize| Some(Asked::Do(Action::GoTo { chapter, last }));
        match event.key().as_str() {
            "?" => Some(Asked::Help),
            " " if within("button, summary, a") => None,
            " " if self.model.playing => Some(Asked::Do(Action::Pause)),
            " " => Some(Asked::Do(Action::Play(chapter == last))),
            "ArrowLeft" => go(chapter.saturating_sub(1)),
            "ArrowRight" => go((chapter + 1).min(last)),
            "Home" => go(0),
            "End" => go(last),
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
fn copy(link: html::Scope<App>, program: String) {
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
            _ = select_code(&program);
        }
    });
}

/// Selects a program where it is shown.
fn select_code(program: &str) -> Option<()> {
    let shown = document().query_selector_all(".code code").ok()?;
    let codes = (0..shown.length()).filter_map(|at| shown.item(at));
    let code = codes.into_iter().find(|code| code.text_content().as_deref() == Some(program))?;
    window().get_selection().ok()??.select_all_children(&code).ok()
}

/// The query of the page's address.
fn query() -> String {
    window().location().search().unwrap_or_default()
}
