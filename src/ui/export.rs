//! The export menu: its button, and what it does, which is in the chunk `work`.
//!
//! | file | content |
//! |---|---|
//! | `menu` | the buttons |
//! | `files` | files of pictures |
//! | `video` | the recording of a video |

pub(super) mod files;
pub(super) mod menu;
mod video;

use yew::prelude::*;

use super::loading::loading_note;
use super::text::label;
use super::work::WORK;
use crate::i18n::Label;
use crate::ui::export::files::ExportProps;

/// The export menu. What it does is loaded when it is opened.
pub(super) fn export(props: ExportProps) -> Html {
    let locale = props.locale;
    let open = Callback::from(|_: Event| WORK.request());
    html! {
        <details class="export" ontoggle={open}>
            <summary>{ label(locale, Label::Export) }</summary>
            { WORK.get().map_or_else(|| loading_note(&WORK, locale), |work| (work.export)(props)) }
        </details>
    }
}
