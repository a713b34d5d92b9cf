//! What of the inputs is in the chunk `work`. Everything else reaches it through this table: a call of a function here would bring it
//! into the first load.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::failure::{failure, ignored_values, warning};
use super::field_parts::{field_error, paste};
use super::options::options;
use crate::diagnostics::Warning;
use crate::i18n::{Locale, WorkMessage};
use crate::program::{InputError, InputProblem};
use crate::state::{Action, Settings, Verdict};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, OperandId, Operation};

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Late {
    /// A verdict of a library that raises an exception; see [`failure`].
    pub(in crate::ui) failure: fn(&Verdict, &str, Library, Locale) -> Html,
    /// Why a result is probably a mistake.
    pub(in crate::ui) warning: fn(&Warning, &Operation, Dtype, Locale) -> String,
    /// Notes about settings in the link whose values could not be used.
    pub(in crate::ui) ignored_values: fn(&[&'static str], &Callback<Action>, Locale) -> Html,
    /// What is wrong with the text of a field; see [`field_error`].
    pub(in crate::ui) field_error: fn(&str, &InputError, Locale) -> Html,
    /// The sentence of it.
    pub(in crate::ui) cannot_read: fn(&InputProblem, Locale) -> String,
    /// Pastes a text into a field; see [`paste`].
    pub(in crate::ui) paste: fn(OperandId, &Event, String, HtmlInputElement, &Callback<Action>),
    /// The options of the operation.
    pub(in crate::ui) options: fn(&Settings, Locale, &Callback<Action>) -> Html,
}

/// The functions of the chunk.
pub(in crate::ui) const LATE: Late = Late {
    failure,
    warning,
    ignored_values,
    field_error,
    cannot_read: |problem, locale| locale.work_message(WorkMessage::CannotRead(problem)),
    paste,
    options,
};
