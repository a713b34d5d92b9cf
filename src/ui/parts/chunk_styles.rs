//! The styles of chunks. Each is a part of its chunk, so it is there when the chunk is, and checked as it is.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, Element};

/// The text of a file of styles as a constant, without its comments.
macro_rules! styles {
    ($file:literal) => {{
        const FILE: &[u8] = include_bytes!($file);
        const LENGTH: usize = $crate::ui::parts::chunk_styles::length_without_comments(FILE);
        const STYLES: [u8; LENGTH] = $crate::ui::parts::chunk_styles::without_comments(FILE);
        const TEXT: &str = match std::str::from_utf8(&STYLES) {
            Ok(text) => text,
            Err(_) => panic!("comments begin and end between characters"),
        };
        TEXT
    }};
}
pub(in crate::ui) use styles;

/// The length of styles in bytes without their comments.
pub(in crate::ui) const fn length_without_comments(styles: &[u8]) -> usize {
    let (mut length, mut at) = (0, 0);
    while at < styles.len() {
        let next = after_comment(styles, at);
        length += (next == at) as usize;
        at = if next == at { at + 1 } else { next };
    }
    length
}

/// Styles without their comments. `LENGTH`: see [`length_without_comments`].
pub(in crate::ui) const fn without_comments<const LENGTH: usize>(styles: &[u8]) -> [u8; LENGTH] {
    let mut kept = [0; LENGTH];
    let (mut length, mut at) = (0, 0);
    while at < styles.len() {
        let next = after_comment(styles, at);
        if next == at {
            kept[length] = styles[at];
            length += 1;
            at += 1;
        } else {
            at = next;
        }
    }
    kept
}

/// The place after the comment that begins at a place; this place itself where none does.
const fn after_comment(styles: &[u8], start: usize) -> usize {
    if start + 1 >= styles.len() || styles[start] != b'/' || styles[start + 1] != b'*' {
        return start;
    }
    let mut at = start + 2;
    while at + 1 < styles.len() && !(styles[at] == b'*' && styles[at + 1] == b'/') {
        at += 1;
    }
    at + 2
}

/// Makes a style sheet; `None` where the browser cannot make one.
pub(in crate::ui) fn sheet(css: &str) -> Option<CssStyleSheet> {
    CssStyleSheet::new().ok().filter(|sheet| sheet.replace_sync(css).is_ok())
}

/// Adds a style sheet, once, to the document or the shadow root that an element is in.
pub(in crate::ui) fn add_sheet(element: &Element, sheet: &CssStyleSheet) {
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
