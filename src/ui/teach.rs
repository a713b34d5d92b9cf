//! The components for teachers, which are a chunk that students do not load: the dialog for a set of one's own, and worksheets.
//!
//! | file | content |
//! |---|---|
//! | `editor` | the dialog in which a set is made |
//! | `late` | the table of the chunk |
//! | `tasks` | its steps |
//! | `worksheet` | what is printed |

mod editor;
pub(super) mod late;
mod tasks;
mod worksheet;

use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;
use yew::prelude::*;

use crate::i18n::{Locale, PracticeLabel};
use crate::state::{Action, Draft, OwnSet, PracticeSet, Step};
use crate::ui::parts::chunk_styles::{add_sheet, sheet, styles};

/// Opens a file.
pub(super) type OpenFile = fn(JsValue, Callback<Action>);

/// What the dialog is given.
#[derive(Debug, Clone, Properties)]
pub(super) struct EditorProps {
    /// The set that is made.
    pub(super) draft: Rc<Draft>,
    /// What is on screen as a step, if it can be one.
    pub(super) on_screen: Option<Step>,
    /// The set on screen, if there is one.
    pub(super) set_on_screen: Option<PracticeSet>,
    /// The language.
    pub(super) locale: Locale,
    /// The language of the link, if one was chosen.
    pub(super) link_locale: Option<Locale>,
    /// Takes what is done.
    pub(super) dispatch: Callback<Action>,
    /// The set as a file, and what opens a file that a teacher has chosen. The chunk of practice has both.
    pub(super) files: (fn(&OwnSet) -> String, OpenFile),
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

/// Adds the styles for teachers where an element is.
fn add_teach_styles(element: &web_sys::Element) {
    thread_local! {
        /// All visualizers of a page share it.
        static SHEET: Option<CssStyleSheet> = sheet(styles!("../../styles/teach.css"));
    }
    SHEET.with(|sheet| sheet.iter().for_each(|sheet| add_sheet(element, sheet)));
}

/// The title of a set: its own one, or the topic and the level, and that it is adaptive.
fn title_of(set: &PracticeSet, locale: Locale) -> String {
    match set {
        PracticeSet::Own(own) => own.title.clone(),
        PracticeSet::Seeded(set) => {
            let title = locale.joined(locale.topic(set.topic), locale.level(set.level));
            let adaptive = set.is_adaptive.then(|| locale.practice_label(PracticeLabel::Adaptive));
            adaptive.map_or(title.clone(), |adaptive| locale.joined(&title, adaptive))
        }
    }
}
