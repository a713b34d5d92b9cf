//! Copying a text to the clipboard.

use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Clipboard, Element};
use yew::Callback;

/// Copies a text, and then calls `copied` with it. Where that fails (an insecure page, no permission), the text is
/// selected in the `code` element of `root` that shows it, so that the user can copy it with a key.
pub(in crate::ui) fn copy(text: String, root: Element, copied: Callback<String>) {
    yew::platform::spawn_local(async move {
        let done = match clipboard() {
            Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
            None => false,
        };
        if done {
            copied.emit(text);
        } else {
            // Where that fails too, nothing is lost.
            _ = select_code(&root, &text);
        }
    });
}

/// The clipboard. An insecure page has none, though the bindings promise one.
pub(in crate::ui) fn clipboard() -> Option<Clipboard> {
    js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok()?.dyn_into().ok()
}

fn select_code(root: &Element, text: &str) -> Option<()> {
    let shown = root.query_selector_all("code").ok()?;
    let codes = (0..shown.length()).filter_map(|index| shown.item(index));
    let code = codes.into_iter().find(|code| code.text_content().as_deref() == Some(text))?;
    window().get_selection().ok()??.select_all_children(&code).ok()
}
