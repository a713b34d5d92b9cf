//! The export menu: its button, and what it does, which is in the chunk `work`.
//!
//! | file | content |
//! |---|---|
//! | `menu` | the buttons |
//! | `files` | files of pictures |
//! | `video` | the recording of a video |

pub(super) mod files;
mod menu;
mod video;

use yew::prelude::*;

use super::loading::loading_note;
use super::text::label;
use crate::chunks::chunk;
use crate::i18n::Label;
use files::ExportProps;
use menu::menu;

chunk! {
    /// The buttons of the menu. It is a table of its own, so that they are rendered only when the menu was opened.
    EXPORT: fn(ExportProps) -> Html = menu, in work
}

/// The export menu, which is a panel of the drawer. What it does is loaded when it is opened.
pub(super) fn export(props: ExportProps) -> Html {
    let locale = props.locale;
    EXPORT.request();
    html! {
        <section class="panel export" aria-labelledby="export-heading">
            <h2 id="export-heading">{ label(locale, Label::Export) }</h2>
            { EXPORT.get().map_or_else(|| loading_note(&EXPORT, locale), |menu| menu(props)) }
        </section>
    }
}
