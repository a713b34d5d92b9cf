//! What of the drawer is in the chunk `panels`. Everything else reaches it through this table: a call of a function here would bring it
//! into the first load.

use super::export::files::{chapter_svg, save_text};
use super::{DrawerProps, drawer};
use crate::state::Model;
use broadcasting_diagram::svg::Shade;
use yew::Html;

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Late {
    /// The drawer with the open panel.
    pub(in crate::ui) drawer: fn(&DrawerProps<'_>) -> Html,
    /// Saves a text as a file of a name and a type; `None` where the browser does not allow it.
    pub(in crate::ui) save_text: fn(&str, &str, &str) -> Option<()>,
    /// The shown chapter as an SVG document of a width.
    pub(in crate::ui) chapter_svg: fn(&Model, f64, Shade) -> Option<String>,
}

/// The functions of the chunk.
pub(in crate::ui) const LATE: Late = Late { drawer, save_text, chapter_svg };
