//! Where an [`App`](super::App) lives: the page, which is its own, or a container in somebody else's.
//!
//! Everything that `App` does to what surrounds it goes through here. In the page that is the document's language, title
//! and theme, the keys of the window and the address. A guest keeps to its container: it dresses that, hears the keys
//! pressed inside it, and never touches the address; what happens in it is told to whoever mounted it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::{document, window};
use js_sys::{Array, Function};
use wasm_bindgen::JsValue;
use web_sys::{Element, EventTarget};
use yew::html::Scope;

use super::app::{App, AppMessage};
use crate::i18n::{Label, Locale};
use crate::state::{Settings, Theme};

/// The surroundings of one `App`. Clones are the same host.
#[derive(Debug, Clone)]
pub struct Mount(Rc<MountState>);

struct MountState {
    /// The element that `App` is mounted in.
    root: Element,
    /// What a guest starts with; `None` for the page itself.
    embedded: Option<String>,
    /// Who is told what happens.
    listener: Option<Function>,
    /// The `App` that lives here, while it does.
    app: RefCell<Option<Scope<App>>>,
    /// What was asked of it before it was there: Yew makes it a moment after it is mounted.
    pending: RefCell<Vec<AppMessage>>,
}

impl std::fmt::Debug for MountState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MountState")
    }
}

impl PartialEq for Mount {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

thread_local! {
    /// The host whose `App` is at work: a panic is then its own.
    static PANIC_SCOPE: RefCell<Option<Mount>> = const { RefCell::new(None) };
}

/// As long as this lives, its host is at work. A panic does not end it: there the program stops.
#[derive(Debug)]
#[must_use]
pub(super) struct PanicScope(Option<Mount>);

impl Drop for PanicScope {
    fn drop(&mut self) {
        PANIC_SCOPE.with(|in_scope| in_scope.replace(self.0.take()));
    }
}

impl Mount {
    /// The page itself, with `App` in `root`.
    #[must_use]
    pub fn page(root: Element, listener: Option<Function>) -> Self {
        Self::of(root, None, listener)
    }

    /// A container in somebody else's page, set as `query` says.
    #[must_use]
    pub fn embedded(root: Element, query: String, listener: Option<Function>) -> Self {
        Self::of(root, Some(query), listener)
    }

    fn of(root: Element, embedded: Option<String>, listener: Option<Function>) -> Self {
        Self(Rc::new(MountState { root, embedded, listener, app: RefCell::default(), pending: RefCell::default() }))
    }

    /// The host that is at work, if it can be known.
    pub(super) fn in_scope() -> Option<Self> {
        PANIC_SCOPE.with(|in_scope| in_scope.try_borrow().ok()?.clone())
    }

    /// Notes that what follows is this host's work.
    pub(super) fn panic_scope(&self) -> PanicScope {
        PanicScope(PANIC_SCOPE.with(|in_scope| in_scope.replace(Some(self.clone()))))
    }

    /// Notes that this host's `App` is being rendered, until [`Mount::rests`]: what Yew does with what `view` gave is its
    /// work too.
    pub(super) fn renders(&self) {
        PANIC_SCOPE.set(Some(self.clone()));
    }

    /// Notes that nobody is at work.
    pub(super) fn rests(&self) {
        PANIC_SCOPE.set(None);
    }

    /// The `App` that lives here.
    pub(super) fn app(&self) -> Option<Scope<App>> {
        self.0.app.borrow().clone()
    }

    /// Lets an `App` in that stands, and hands it what was asked before; or lets it out.
    pub(super) fn connect(&self, app: Option<Scope<App>>) {
        if let Some(app) = &app {
            app.send_message_batch(self.0.pending.take());
        }
        *self.0.app.borrow_mut() = app;
    }

    /// Asks something of the `App`, as soon as there is one.
    pub(super) fn send(&self, message: AppMessage) {
        match self.app() {
            Some(app) => app.send_message(message),
            None => self.0.pending.borrow_mut().push(message),
        }
    }

    /// The element that `App` is mounted in.
    pub(super) fn root(&self) -> &Element {
        &self.0.root
    }

    /// Whether this is a container in somebody else's page.
    pub(super) fn is_embedded(&self) -> bool {
        self.0.embedded.is_some()
    }

    /// Where keys are listened to.
    pub(super) fn keys(&self) -> EventTarget {
        if self.is_embedded() { self.0.root.clone().into() } else { window().into() }
    }

    /// What the address says, or what the guest was given.
    pub(super) fn query(&self) -> String {
        match &self.0.embedded {
            Some(query) => query.clone(),
            None => window().location().search().unwrap_or_default(),
        }
    }

    /// Shows the language and the theme, and in the page its title.
    pub(super) fn apply_locale_and_theme(&self, locale: Locale, theme: Theme) {
        if !self.is_embedded() {
            document().set_title(locale.label(Label::PageTitle));
        }
        if let Some(root) = self.themed_root() {
            // Attributes of fixed names take any value.
            _ = root.set_attribute("lang", locale.tag());
            _ = root.set_attribute("data-theme", theme.name());
        }
    }

    /// Shows another theme.
    pub(super) fn set_theme(&self, theme: Theme) {
        if let Some(root) = self.themed_root() {
            _ = root.set_attribute("data-theme", theme.name());
        }
    }

    fn themed_root(&self) -> Option<Element> {
        if self.is_embedded() { Some(self.0.root.clone()) } else { document().document_element() }
    }

    /// Keeps the address in step with the settings; `pushes`: "back" leads away from them. A guest has no address.
    pub(super) fn write_address(&self, settings: &Settings, pushes: bool) {
        let link = settings.to_query();
        if self.is_embedded() || link == self.query() {
            return;
        }
        let Ok(history) = window().history() else { return };
        // A browser may refuse (a sandboxed frame, too many changes at once): the page goes on without.
        _ = if pushes {
            history.push_state_with_url(&JsValue::NULL, "", Some(&link))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
        };
    }

    /// Tells what is shown now to whoever mounted it.
    pub(super) fn notify(&self, snapshot: &Snapshot) {
        let Some(listener) = &self.0.listener else { return };
        let number = |number: usize| JsValue::from(u32::try_from(number).unwrap_or(u32::MAX));
        let said = Array::of5(
            &snapshot.query.as_str().into(),
            &number(snapshot.step),
            &number(snapshot.last),
            &snapshot.playing.into(),
            &snapshot.error.as_deref().into(),
        );
        // What goes wrong in the listener is the listener's.
        _ = listener.apply(&JsValue::NULL, &said);
    }
}

/// What is told to whoever mounted an `App`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Snapshot {
    /// The settings, as a query.
    pub(super) query: String,
    /// The chapter that is told.
    pub(super) step: usize,
    /// The last chapter.
    pub(super) last: usize,
    /// Whether the story plays.
    pub(super) playing: bool,
    /// Why there is no result: the library's words, or ours.
    pub(super) error: Option<String>,
}
