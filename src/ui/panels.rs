//! The chunk `panels`: the drawer with its panels, the dialogs for sharing and with the keys, and export. It is loaded when one of them is opened.

use web_sys::Element;
use yew::prelude::*;

use crate::chunks::chunk;
use crate::i18n::Locale;
use crate::practice::QrPath;
use crate::state::{Action, Model, Settings, ShareFormat};
use crate::ui::app::help::help;
use crate::ui::drawer::export::files::{chapter_svg, save_text};
use crate::ui::drawer::{Drawer, DrawerProps, drawer};
use crate::ui::parts::clipboard::copy;
use crate::ui::share::{ShareProps, copy_section, share, share_text};
use broadcasting_diagram::svg::Shade;

/// Renders a text that is ready to copy; see [`copy_section`].
type CopySection = fn(ShareFormat, &str, Option<Html>, Locale, Option<&str>, &Callback<String>) -> Html;

/// What the chunk has.
#[derive(Debug)]
pub(super) struct Panels {
    /// The drawer with the open panel.
    pub(super) drawer: fn(DrawerProps<'_>) -> Drawer,
    /// The dialog for sharing.
    pub(super) share: fn(ShareProps) -> Html,
    /// The list of keys.
    pub(super) help: fn(NodeRef, &Callback<()>, bool, &Callback<Action>, Locale) -> Html,
    /// The text of a format for the page's own address.
    pub(super) share_text: fn(ShareFormat, &Settings, Locale) -> String,
    /// Copies a text; see [`copy`].
    pub(super) copy: fn(String, Element, Callback<String>),
    /// A text of a format, ready to copy.
    pub(super) copy_section: CopySection,
    /// Saves a text as a file of a name and a type; `None` where the browser does not allow it.
    pub(super) save_text: fn(&str, &str, &str) -> Option<()>,
    /// The QR code of a text, if it is short enough.
    pub(super) qr_code: fn(&str) -> Option<QrPath>,
    /// The shown chapter as an SVG document of a width.
    pub(super) chapter_svg: fn(&Model, f64, Shade) -> Option<String>,
}

chunk! {
    /// The chunk `panels`.
    pub(super) PANELS: Panels = Panels { drawer, share, help, share_text, copy, copy_section, save_text, qr_code: QrPath::of, chapter_svg }, in panels
}
