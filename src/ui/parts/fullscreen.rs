//! Presenting: the visualizer fills the screen, where the browser allows it.

use gloo::utils::document;
use web_sys::Element;

/// Fills the screen with an element, or leaves it. Where the browser does not allow it, the visualizer fills its own box.
pub(in crate::ui) fn fill_screen(root: &Element, fill: bool) {
    if fill {
        // Rejected where nobody has clicked or pressed a key, and in an iframe without permission.
        _ = root.request_fullscreen();
    } else if is_filled() {
        document().exit_fullscreen();
    }
}

/// Whether an element fills the screen.
pub(in crate::ui) fn is_filled() -> bool {
    document().fullscreen_element().is_some()
}
