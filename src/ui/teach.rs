//! The components for teachers, which are a module: the dialog for a set of one's own, and worksheets.
//!
//! What practice has, its texts too, is called through a table: a direct call would put it into both files.
//!
//! | file | content |
//! |---|---|
//! | `editor` | the dialog in which a set is made |
//! | `tasks` | its questions |
//! | `worksheet` | what is printed |

mod editor;
mod tasks;
mod worksheet;

use std::rc::Rc;

use web_sys::CssStyleSheet;
use yew::prelude::*;

use super::panel_styles::{add_sheet, sheet};
use crate::i18n::{Locale, PracticeLabel, PracticeMessage};
use crate::modules::module;
use crate::practice::{Answer, Figure, Item, Level, PracticeSet, Question, QuestionKind, Topic};
use crate::state::{Action, Draft};
use crate::ui::teach::editor::editor;
use tensor_broadcasting::Shape;

/// What teachers use.
#[derive(Debug)]
pub(super) struct Teach {
    /// The dialog in which a set is made.
    pub(super) editor: fn(EditorProps) -> Html,
}

/// What the dialog is given.
#[derive(Debug, Clone, Properties)]
pub(super) struct EditorProps {
    /// The set that is made.
    pub(super) draft: Rc<Draft>,
    /// The question about what is on screen, if there is one.
    pub(super) on_screen: Option<Item>,
    /// The set on screen, if there is one.
    pub(super) set_on_screen: Option<PracticeSet>,
    /// The language.
    pub(super) locale: Locale,
    /// The language of the link, if one was chosen.
    pub(super) link_locale: Option<Locale>,
    /// What practice does.
    pub(super) practice: &'static FromPractice,
    /// Takes what is done.
    pub(super) dispatch: Callback<Action>,
}

impl PartialEq for EditorProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.draft, &other.draft)
            && self.on_screen == other.on_screen
            && self.set_on_screen == other.set_on_screen
            && (self.locale, self.link_locale) == (other.locale, other.link_locale)
            && self.dispatch == other.dispatch
    }
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

/// The title of a set: its own one, or the topic and the level.
fn title_of(set: &PracticeSet, practice: &FromPractice, locale: Locale) -> String {
    match set {
        PracticeSet::Own(own) => own.title.clone(),
        PracticeSet::Seeded(set) => {
            locale.joined((practice.topic)(locale, set.topic), (practice.level)(locale, set.level))
        }
    }
}
