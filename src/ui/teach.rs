//! The components for teachers, which are a module: the dialog for a set of one's own, and worksheets.
//!
//! What practice has, its texts too, is called through a table: a direct call would put it into both files.
//!
//! | file | content |
//! |---|---|
//! | `editor` | the dialog in which a set is made |
//! | `worksheet` | what is printed |

mod editor;
mod worksheet;

use web_sys::CssStyleSheet;
use yew::prelude::*;

use super::panel_styles::{add_sheet, sheet};
use crate::broadcast::Shape;
use crate::i18n::{Locale, PracticeLabel, PracticeMessage};
use crate::modules::module;
use crate::practice::{Answer, Figure, Level, PracticeSet, Question, QuestionKind, Topic};
use editor::editor;

pub(super) use editor::EditorProps;

/// What teachers use.
#[derive(Debug)]
pub(super) struct Teach {
    /// The dialog in which a set is made.
    pub(super) editor: fn(EditorProps) -> Html,
}

/// What the dialog and worksheets need of practice.
#[derive(Debug)]
pub(super) struct FromPractice {
    pub(super) label: fn(Locale, PracticeLabel) -> &'static str,
    pub(super) message: fn(Locale, PracticeMessage<'_>) -> String,
    pub(super) answer_text: fn(Locale, &Question, &Answer) -> String,
    pub(super) kind: fn(Locale, QuestionKind) -> &'static str,
    pub(super) topic: fn(Locale, Topic) -> &'static str,
    pub(super) level: fn(Locale, Level) -> &'static str,
    /// The text of a set in a link.
    pub(super) set_text: fn(&PracticeSet) -> String,
    /// A tensor in a layout of its own.
    pub(super) figure: fn(&Shape) -> Figure,
}

module! {
    /// What teachers use.
    pub(super) TEACH: Teach = Teach { editor }, in teach
}

/// Adds the styles for teachers where an element is.
fn add_teach_styles(element: &web_sys::Element) {
    thread_local! {
        /// All visualizers of a page share it.
        static SHEET: Option<CssStyleSheet> = sheet(include_str!("../../styles/teach.css"));
    }
    SHEET.with(|sheet| sheet.iter().for_each(|sheet| add_sheet(element, sheet)));
}
