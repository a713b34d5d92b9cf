//! Menus: popovers, and `details` elements of the class `menu`, which close when something else is used.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, HtmlElement};
use yew::prelude::*;

use super::text::name;
use crate::i18n::{Label, Locale};
use crate::ui::late::request_work;

/// The menus that are open.
const OPEN_MENUS: &str = "details.menu[open]";

/// The button that opens the menu, and the menu with its content.
pub(in crate::ui) fn page_menu(content: Html, locale: Locale) -> Html {
    let title = name(locale, Label::More);
    html! {
        <>
            <button type="button" class="open-menu" popovertarget="menu" onclick={request_work()} aria-label={title.clone()}
                {title}>{ "⋯" }</button>
            <div class="page-menu" id="menu" popover="auto">{ content }</div>
        </>
    }
}

/// Closes the menus that an event did not happen in; without an event, all of them. The focus goes from a closed menu to the
/// button that opens it. `true` where a menu was closed.
pub(in crate::ui) fn close_menus(root: &Element, event: Option<&Event>) -> bool {
    let Ok(menus) = root.query_selector_all(OPEN_MENUS) else { return false };
    let mut closed = false;
    for number in 0..menus.length() {
        let Some(menu) = menus.item(number) else { continue };
        // Inside a shadow root, the target of an event is another one than outside.
        if event.is_some_and(|event| event.composed_path().includes(&menu, 0)) {
            continue;
        }
        let Ok(menu) = menu.dyn_into::<Element>() else { continue };
        let has_focus = matches!(menu.query_selector(":focus"), Ok(Some(_)));
        // A valid name does not fail.
        _ = menu.remove_attribute("open");
        if let Ok(Some(button)) = menu.query_selector("summary")
            && has_focus
        {
            focus(&button);
        }
        closed = true;
    }
    closed
}

/// Presses the button of a selector; `false` where there is none.
pub(in crate::ui) fn press_button(root: &Element, selector: &str) -> bool {
    let button = root.query_selector(selector).ok().flatten().and_then(|button| button.dyn_into::<HtmlElement>().ok());
    button.is_some_and(|button| {
        button.click();
        true
    })
}

/// Gives the focus back from the drawer to the button that opens it; where there is no room for that, to the button of the menu.
pub(in crate::ui) fn leave_drawer(root: &Element) {
    let find = |selector: &str| root.query_selector(selector).ok().flatten();
    if find(".drawer:focus-within").is_some() {
        for button in [".open-menu", ".open-details"] {
            // One that is not displayed does not get it.
            if let Some(button) = find(button) {
                focus(&button);
            }
        }
    }
}

/// Gives an element the focus, without scrolling to it.
pub(in crate::ui) fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        // An element that cannot have the focus does not get it.
        _ = element.focus_with_options(&options);
    }
}
