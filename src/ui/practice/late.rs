//! The chunk `practice`. Everything else reaches it through this table.

use web_sys::Element;
use yew::prelude::*;

use super::figures::figures;
use super::menu::menu;
use super::question::question;
use super::{add_practice_styles, report, request_chunks};
use crate::chunks::chunk;
use crate::i18n::Locale;
use crate::state::{Action, Model, PRACTICE_FUNCTIONS, PracticeFunctions};

/// A part of the screen.
pub(in crate::ui) type Part = fn(&Model, Locale, &Callback<Action>) -> Html;

/// What asks questions.
#[derive(Debug)]
pub(in crate::ui) struct Practice {
    /// What the model does with questions.
    pub(in crate::ui) functions: &'static PracticeFunctions,
    /// Adds their styles where an element is.
    pub(in crate::ui) add_styles: fn(&Element),
    /// The question or the summary of a set.
    pub(in crate::ui) question: Part,
    /// The operands, in place of the diagram.
    pub(in crate::ui) figures: Part,
    /// The choice of a question or of a set.
    pub(in crate::ui) menu: Part,
    /// Asks for the chunks that a question needs.
    pub(in crate::ui) request_chunks: fn(&Model),
    /// Reports the results of a model to the page around an element.
    pub(in crate::ui) report: fn(&mut Model, &Element),
}

chunk! {
    /// What asks questions.
    pub(in crate::ui) PRACTICE: Practice = Practice {
        functions: &PRACTICE_FUNCTIONS,
        add_styles: add_practice_styles,
        question,
        figures,
        menu,
        request_chunks,
        report,
    }, in practice
}
