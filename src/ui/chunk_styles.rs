//! The styles of chunks. Each is a part of its chunk, so it is there when the chunk is, and checked as it is.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, Element};

/// Makes a style sheet; `None` where the browser cannot make one.
pub(super) fn sheet(css: &str) -> Option<CssStyleSheet> {
    CssStyleSheet::new().ok().filter(|sheet| sheet.replace_sync(css).is_ok())
}

/// Adds a style sheet, once, to the document or the shadow root that an element is in.
pub(super) fn add_sheet(element: &Element, sheet: &CssStyleSheet) {
    let (place, name) = (element.get_root_node(), JsValue::from("adoptedStyleSheets"));
    let Ok(present) = Reflect::get(&place, &name) else { return };
    // A detached element has no such property, and needs no styles.
    if present.is_undefined() {
        return;
    }
    let sheets = Array::from(&present);
    if !sheets.includes(sheet, 0) {
        sheets.push(sheet);
        // A browser that cannot take a style sheet so shows the chunk without its styles.
        _ = Reflect::set(&place, &name, &sheets);
    }
}
