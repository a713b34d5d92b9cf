//! What of the dialog for sharing is in the chunk `panels`. Everything else reaches it through this table: a call of a function here would
//! bring it into the first load.

use web_sys::Element;
use yew::prelude::*;

use super::{copy_section, share, share_text};
use crate::i18n::Locale;
use crate::practice::QrPath;
use crate::state::{Action, Model, Settings, ShareFormat};
use crate::ui::host::connection::AppMessage;
use crate::ui::host::mount::Mount;
use crate::ui::host::mounted::Mounted;
use crate::ui::parts::clipboard::copy;

/// Renders a text that is ready to copy; see [`copy_section`].
type CopySection = fn(ShareFormat, &str, Option<Html>, Locale, Option<&str>, &Callback<String>) -> Html;

/// Renders the dialog for sharing; see [`share`].
type ShareDialog = fn(&Model, &Callback<AppMessage>, &Callback<Action>, Callback<Mount, Mounted>) -> Html;

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Late {
    /// The dialog for sharing; see [`share`].
    pub(in crate::ui) share: ShareDialog,
    /// The text of a format for the page's own address.
    pub(in crate::ui) share_text: fn(ShareFormat, &Settings, Locale) -> String,
    /// Copies a text; see [`copy`].
    pub(in crate::ui) copy: fn(String, Element, Callback<String>),
    /// A text of a format, ready to copy.
    pub(in crate::ui) copy_section: CopySection,
    /// The QR code of a text, if it is short enough.
    pub(in crate::ui) qr_code: fn(&str) -> Option<QrPath>,
}

/// The functions of the chunk.
pub(in crate::ui) const LATE: Late = Late { share, share_text, copy, copy_section, qr_code: QrPath::of };
