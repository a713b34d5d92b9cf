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

/// The export menu. What it does is loaded when it is opened.
pub(super) fn export(props: ExportProps) -> Html {
    let locale = props.locale;
    let open = Callback::from(|_: Event| EXPORT.request());
    html! {
        <details class="export" ontoggle={open}>
            <summary>{ label(locale, Label::Export) }</summary>
            { EXPORT.get().map_or_else(|| loading_note(&EXPORT, locale), |menu| menu(props)) }
        </details>
    }
}
