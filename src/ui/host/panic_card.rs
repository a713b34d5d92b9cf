//! The card that is shown after a panic: a message, the link that caused it, and a button that starts again.
//!
//! After a panic the WebAssembly instance cannot be used any more, so the card is plain DOM. In the page its button is a
//! plain link. In another page the script that mounted the visualizer is notified, and starts another instance.

use std::cell::{Cell, RefCell};

use gloo::utils::{document, window};
use js_sys::Function;
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::mount::Mount;
use super::panic_scope::PanicScope;
use crate::i18n::{Label, Locale};

thread_local! {
    /// The function that is called after a panic.
    static WATCHER: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// Whether this instance has panicked. What still runs of it may panic again: only the first panic is reported.
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Installs the panic hook: it logs the panic, shows the card and calls the watcher.
pub(in crate::ui) fn install() {
    yew::set_custom_panic_hook(Box::new(|info| {
        if STOPPED.replace(true) {
            return;
        }
        let message = info.to_string();
        gloo::console::error!(message.as_str());
        let mount = PanicScope::current();
        // Nothing may fail here: a second panic would hide the first.
        _ = show(mount.as_ref());
        _ = notify_watcher(mount.as_ref(), &message);
    }));
}

/// Sets the function that is called after a panic, with the container of the visualizer that panicked (`null` where that is
/// not known) and the message.
pub fn watch(watcher: Function) {
    WATCHER.set(Some(watcher));
}

fn notify_watcher(mount: Option<&Mount>, message: &str) -> Option<()> {
    let watcher = WATCHER.with(|watcher| watcher.try_borrow().ok()?.clone())?;
    let container = mount.map_or(JsValue::NULL, |mount| mount.root().into());
    watcher.call2(&JsValue::NULL, &container, &message.into()).ok()?;
    Some(())
}

fn show(mount: Option<&Mount>) -> Option<()> {
    let document = document();
    let embedded = mount.filter(|mount| mount.is_embedded());
    let root = match embedded {
        Some(mount) => mount.root().clone(),
        // In another page there is no such element: which of its visualizers panicked is not known.
        None => document.get_element_by_id("app")?,
    };
    let themed_root = if embedded.is_some() { Some(root.clone()) } else { document.document_element() };
    let chosen = themed_root.and_then(|root| root.get_attribute("lang"));
    let locale = chosen.and_then(|tag| Locale::from_tag(&tag)).unwrap_or_default();
    let card = document.create_element("div").ok()?;
    card.set_class_name("panic-card");
    card.set_attribute("role", "alert").ok()?;
    let add = |tag: &str, text: &str| -> Option<Element> {
        let element = document.create_element(tag).ok()?;
        element.set_text_content(Some(text));
        card.append_child(&element).ok()?;
        Some(element)
    };
    add("p", locale.label(Label::Stopped))?;
    if embedded.is_some() {
        add("button", locale.label(Label::StartAgain))?.set_attribute("type", "button").ok()?;
    } else {
        let restart = add("a", locale.label(Label::StartAgain))?;
        restart.set_class_name("button");
        restart.set_attribute("href", "?").ok()?;
        add("p", locale.label(Label::StoppedLink))?;
        add("code", &window().location().href().ok()?)?;
    }
    root.replace_children_with_node_1(&card);
    Some(())
}
