//! What is seen when the program has stopped: a card that says so, the link that led there, and a way to start again.
//!
//! After a panic the WebAssembly instance is dead, so the card is plain DOM and its button a plain link.

use gloo::utils::{document, window};
use web_sys::Element;

use crate::words::{Label, Locale};

/// Shows the card on any panic, besides the console's own message.
pub(super) fn install() {
    yew::set_custom_panic_hook(Box::new(|info| {
        gloo::console::error!(info.to_string());
        // Nothing may fail here: a second panic would hide the first.
        _ = show();
    }));
}

fn show() -> Option<()> {
    let document = document();
    let chosen = document.document_element().and_then(|root| root.get_attribute("lang"));
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
    add("p", locale.label(Label::Broken))?;
    let restart = add("a", locale.label(Label::StartAgain))?;
    restart.set_class_name("button");
    restart.set_attribute("href", "?").ok()?;
    add("p", locale.label(Label::BrokenLink))?;
    add("code", &window().location().href().ok()?)?;
    let root = document.get_element_by_id("app")?;
    root.replace_children_with_node_1(&card);
    Some(())
}
