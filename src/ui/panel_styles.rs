//! The styles of the panels. They are a part of their module, so they are there when the panels are, and checked as it is.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, Element};

thread_local! {
    /// The style sheet; all visualizers of a page share it. `None` where the browser cannot make one.
    static SHEET: Option<CssStyleSheet> = {
        let sheet = CssStyleSheet::new().ok();
        sheet.filter(|sheet| sheet.replace_sync(include_str!("../../styles/panels.css")).is_ok())
    };
}

/// Adds the styles, once, to the document or the shadow root that an element is in.
pub(super) fn add_panel_styles(element: &Element) {
    let (place, name) = (element.get_root_node(), JsValue::from("adoptedStyleSheets"));
    let Ok(present) = Reflect::get(&place, &name) else { return };
    let sheets = Array::from(&present);
    SHEET.with(|sheet| {
        if let Some(sheet) = sheet
            && !sheets.includes(sheet, 0)
        {
            sheets.push(sheet);
            // A detached element has no such property, and needs no styles.
            _ = Reflect::set(&place, &name, &sheets);
        }
    });
}
