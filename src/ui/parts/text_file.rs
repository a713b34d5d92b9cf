//! The text of a file: one of the page's own origin, or one that a person chooses.

use gloo::utils::window;
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::ui::drawer::export::files::call;

/// The text of the file at an address, which is relative to that of the page; `None` where it cannot be loaded.
pub(in crate::ui) async fn fetched(address: &str) -> Option<String> {
    let response = awaited(call(&window(), "fetch", &Array::of1(&address.into()))).await?;
    let is_found = Reflect::get(&response, &"ok".into()).is_ok_and(|ok| ok.is_truthy());
    if is_found { text_of(&response).await } else { None }
}

/// The text of a response or of a file.
pub(in crate::ui) async fn text_of(source: &JsValue) -> Option<String> {
    awaited(call(source, "text", &Array::new())).await?.as_string()
}

async fn awaited(promise: Option<JsValue>) -> Option<JsValue> {
    JsFuture::from(promise?.dyn_into::<Promise>().ok()?).await.ok()
}
