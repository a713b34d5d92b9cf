//! The components of practice, which are a chunk with everything that asks questions and checks answers.
//!
//! | file | content |
//! |---|---|
//! | `question` | the question with its form and the reply, and the summary of a set |
//! | `fields` | the form for each kind of question |
//! | `figures` | the operands, each in a layout of its own |
//! | `kept_focus` | the section of a question, which keeps the focus |
//! | `set_file` | what loads the file of a set |
//! | `menu` | the choice of a question or of a set |
//! | `why` | the aligned shapes with the axis that decides against an answer |

mod fields;
pub(super) mod figures;
mod kept_focus;
mod menu;
mod question;
mod set_file;
mod why;

use js_sys::JSON;
use web_sys::{CssStyleSheet, CustomEvent, CustomEventInit, Element};
use yew::prelude::*;

use crate::ui::practice::kept_focus::note_focus;

use crate::chunks::chunk;
use crate::i18n::Locale;
use crate::reader::PYTHON;
use crate::state::{Action, Model, PRACTICE_FUNCTIONS, PracticeFunctions};
use crate::ui::panels::PANELS;
use crate::ui::parts::chunk_styles::{add_sheet, sheet, styles};
use crate::ui::teach::TEACH;
use crate::ui::work::WORK;

/// A part of the screen.
pub(super) type Part = fn(&Model, Locale, &Callback<Action>) -> Html;

/// What asks questions.
#[derive(Debug)]
pub(super) struct Practice {
    /// What the model does with questions.
    pub(super) functions: &'static PracticeFunctions,
    /// Adds their styles where an element is.
    pub(super) add_styles: fn(&Element),
    /// The question or the summary of a set.
    pub(super) question: Part,
    /// The operands, in place of the diagram.
    pub(super) figures: Part,
    /// The choice of a question or of a set.
    pub(super) menu: Part,
    /// Asks for the chunks that a question needs.
    pub(super) request_chunks: fn(&Model),
    /// Reports the results of a model to the page around an element.
    pub(super) report: fn(&mut Model, &Element),
}

chunk! {
    /// What asks questions.
    pub(super) PRACTICE: Practice = Practice {
        functions: &PRACTICE_FUNCTIONS,
        add_styles: add_practice_styles,
        question: question::question,
        figures: figures::figures,
        menu: menu::menu,
        request_chunks,
        report,
    }, in practice
}

/// Adds the styles of practice where an element is.
fn add_practice_styles(element: &Element) {
    thread_local! {
        /// All visualizers of a page share it.
        static SHEET: Option<CssStyleSheet> = sheet(styles!("../../styles/practice.css"));
    }
    SHEET.with(|sheet| sheet.iter().for_each(|sheet| add_sheet(element, sheet)));
}

/// Asks for the chunks that a question and the dialog for a teacher's set need.
fn request_chunks(model: &Model) {
    let teaches = model.draft().is_some_and(|draft| draft.is_open);
    if model.settings().asks() || teaches {
        // An answer may be Python, and an operand of a set.
        PYTHON.request();
    }
    // The dialog for teachers writes operands, and the summary names examples.
    if teaches || model.practice_set().is_some_and(|set| set.is_done) {
        WORK.request();
    }
    if teaches {
        PANELS.request();
        TEACH.request();
    }
}

/// Reports the results of a model before they are rendered: each is an event, which also leaves a shadow root.
fn report(model: &mut Model, element: &Element) {
    if !model.settings().asks() {
        return;
    }
    note_focus(element);
    for (event, result) in model.take_results() {
        let Ok(detail) = JSON::parse(&result) else { continue };
        let options = CustomEventInit::new();
        options.set_bubbles(true);
        options.set_composed(true);
        options.set_detail(&detail);
        if let Ok(event) = CustomEvent::new_with_event_init_dict(event, &options) {
            // Whether a listener prevents its default changes nothing.
            _ = element.dispatch_event(&event);
        }
    }
}
