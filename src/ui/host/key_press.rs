//! A key press.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};

/// Where every key belongs to the element.
pub(in crate::ui) const FIELDS: &str =
    "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, dialog, .editor, [role=spinbutton]";
/// Where the diagram has keys of its own.
const DIAGRAM: &str = ".viewport";

/// A key press, as it was when it happened. The event itself loses its target before Yew hands it on.
#[derive(Debug)]
pub struct KeyPress {
    pub(in crate::ui) key: String,
    pub(in crate::ui) target: Element,
    /// Whether it is pressed together with Control, or with Command on a Mac.
    pub(in crate::ui) with_control: bool,
    pub(in crate::ui) with_shift: bool,
    pub(in crate::ui) repeats: bool,
}

impl KeyPress {
    /// `None` for a key of an input method, and for one that is pressed together with Alt.
    pub(in crate::ui) fn new(event: &KeyboardEvent) -> Option<Self> {
        let plain = !event.alt_key() && !event.is_composing();
        let target = event.target()?.dyn_into().ok()?;
        plain.then(|| Self {
            key: event.key(),
            target,
            with_control: event.ctrl_key() || event.meta_key(),
            with_shift: event.shift_key(),
            repeats: event.repeat(),
        })
    }

    /// Whether the focus is in an element of this selector.
    pub(in crate::ui) fn is_within(&self, selector: &str) -> bool {
        self.target.closest(selector).ok().flatten().is_some()
    }

    /// Whether the diagram is asked first.
    pub(in crate::ui) fn is_in_diagram(&self) -> bool {
        self.is_within(DIAGRAM) && !self.is_within(FIELDS)
    }
}
