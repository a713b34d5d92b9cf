//! The components of practice, which are a chunk with everything that asks questions and checks answers.
//!
//! | file | content |
//! |---|---|
//! | `question` | the question with its form and the reply, and the summary of a set |
//! | `fields` | the form for each kind of question |
//! | `figures` | the operands, each in a layout of its own |
//! | `late` | the table of the chunk |
//! | `kept_focus` | the section of a question, which keeps the focus |
//! | `set_file` | what loads the file of a set |
//! | `menu` | the choice of a question or of a set |
//! | `why` | the aligned shapes with the axis that decides against an answer |

mod fields;
pub(super) mod figures;
mod kept_focus;
pub(super) mod late;
mod menu;
mod question;
mod set_file;
mod why;

use js_sys::JSON;
use web_sys::{CssStyleSheet, CustomEvent, CustomEventInit, Element};

use crate::ui::practice::kept_focus::note_focus;

use crate::program::PYTHON;
use crate::state::Model;
use crate::ui::late::PANELS;
use crate::ui::late::WORK;
use crate::ui::parts::chunk_styles::{add_sheet, sheet, styles};
use crate::ui::teach::late::TEACH;

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
