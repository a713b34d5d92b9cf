//! The environment of an app: the page, which is its own, or a container in another page.
//!
//! Everything that the app does to its surroundings goes through a [`Mount`]. In its own page that is the document's
//! language, title and theme, the keys of the window, and the address. In another page it keeps to its container: language
//! and theme are set there, keys are listened to there, and the address is not touched. Both call a listener with each snapshot.

use std::rc::Rc;

use gloo::utils::{document, window};
use js_sys::{Array, Function};
use wasm_bindgen::JsValue;
use web_sys::{Element, EventTarget};

use crate::i18n::{Label, Locale};
use crate::state::{Settings, Theme};
use crate::ui::parts::text::has;

/// The environment of one app. Clones are the same environment.
#[derive(Debug, Clone)]
pub struct Mount(Rc<Environment>);

#[derive(Debug)]
struct Environment {
    /// The element that the app is rendered into.
    root: Element,
    /// The query that an embedded app starts with; `None` for the page itself.
    embedded: Option<String>,
    /// The function that is called with each snapshot.
    listener: Option<Function>,
}

impl PartialEq for Mount {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Mount {
    /// The page itself, with the app in `root`. `listener` is called whenever something else is shown.
    #[must_use]
    pub fn page(root: Element, listener: Option<Function>) -> Self {
        Self(Rc::new(Environment { root, embedded: None, listener }))
    }

    /// A container in another page, with an app that starts with the settings of `query`. `listener` is called
    /// whenever something else is shown.
    #[must_use]
    pub fn embedded(root: Element, query: String, listener: Option<Function>) -> Self {
        Self(Rc::new(Environment { root, embedded: Some(query), listener }))
    }

    /// The element that the app is rendered into.
    pub(in crate::ui) fn root(&self) -> &Element {
        &self.0.root
    }

    /// Whether this is a container in another page.
    pub(in crate::ui) fn is_embedded(&self) -> bool {
        self.0.embedded.is_some()
    }

    /// The target whose keys the app listens to.
    pub(in crate::ui) fn keys(&self) -> EventTarget {
        if self.is_embedded() { self.0.root.clone().into() } else { window().into() }
    }

    /// The query of the address, with its fragment where that has settings; of an embedded app, the query that it starts with.
    pub(in crate::ui) fn query(&self) -> String {
        match &self.0.embedded {
            Some(query) => query.clone(),
            None => {
                let location = window().location();
                let [query, fragment] = [location.search(), location.hash()].map(Result::unwrap_or_default);
                // Any other fragment names a place on the page.
                if has(&fragment, b'=') { [query, fragment].concat() } else { query }
            }
        }
    }

    /// Sets the language and the theme, and in the page the title.
    pub(in crate::ui) fn apply_locale_and_theme(&self, locale: Locale, theme: Theme) {
        if !self.is_embedded() {
            document().set_title(locale.label(Label::PageTitle));
        }
        if let Some(root) = self.themed_root() {
            set_attribute(&root, "lang", locale.tag());
        }
        self.set_theme(theme);
    }

    /// Sets the theme.
    pub(in crate::ui) fn set_theme(&self, theme: Theme) {
        if let Some(root) = self.themed_root() {
            set_attribute(&root, "data-theme", theme.name());
        }
    }

    /// The element with the attributes for language and theme.
    fn themed_root(&self) -> Option<Element> {
        if self.is_embedded() { Some(self.0.root.clone()) } else { document().document_element() }
    }

    /// Writes the settings to the address: as a new entry of the history, or in place of the present one. An embedded app
    /// has no address.
    pub(in crate::ui) fn write_address(&self, settings: &Settings, new_entry: bool) {
        let link = settings.to_query();
        if self.is_embedded() || link == self.query() {
            return;
        }
        let Ok(history) = window().history() else { return };
        // This can fail in a sandboxed frame, or after too many changes at once. The page works without.
        _ = if new_entry {
            history.push_state_with_url(&JsValue::NULL, "", Some(&link))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
        };
    }

    /// Calls the listener with a snapshot.
    pub(in crate::ui) fn notify(&self, snapshot: &Snapshot) {
        let Some(listener) = &self.0.listener else { return };
        let number = |number: usize| JsValue::from(u32::try_from(number).unwrap_or(u32::MAX));
        let arguments = Array::of5(
            &snapshot.query.as_str().into(),
            &number(snapshot.chapter),
            &number(snapshot.last),
            &snapshot.playing.into(),
            &snapshot.error.as_deref().into(),
        );
        // An exception of the listener is not the app's.
        _ = listener.apply(&JsValue::NULL, &arguments);
    }
}

/// Whether the page is higher than the window, so that it scrolls.
pub(in crate::ui) fn document_scrolls() -> bool {
    document().scrolling_element().is_some_and(|page| page.scroll_height() > page.client_height())
}

/// What is shown: the fields are the arguments of the listener.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::ui) struct Snapshot {
    /// The settings, as a query.
    pub(in crate::ui) query: String,
    /// The shown chapter, counted from 1.
    pub(in crate::ui) chapter: usize,
    /// The last chapter, counted from 1.
    pub(in crate::ui) last: usize,
    /// Whether the story plays.
    pub(in crate::ui) playing: bool,
    /// Why there is no result: the library's message, or why an operand cannot be read. `undefined` for the listener where
    /// there is a result.
    pub(in crate::ui) error: Option<String>,
}

/// Sets an attribute, where it has another value: the browser computes the styles of the whole page again after each setting, the
/// same value included.
fn set_attribute(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        // Setting an attribute of a valid name cannot fail.
        _ = element.set_attribute(name, value);
    }
}
