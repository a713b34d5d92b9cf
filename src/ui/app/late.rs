//! What of the page around the stage is in the chunks `work`, `panels` and `explain`. Everything else reaches it through these tables: a call of a function here would bring it
//! into the first load.

use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::example_list::{ExamplesProps, example_button, examples};
use super::explain::explained;
use super::help::help;
use super::notes::notes;
use super::page_menu::{MenuProps, menu};
use crate::chunks::chunk;
use crate::examples::ExampleId;
use crate::i18n::Locale;
use crate::state::{Action, Model, Settings};
use crate::ui::program::late::Late as OfProgram;

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Late {
    /// The content of the menu of the page.
    pub(in crate::ui) menu: fn(&MenuProps<'_>) -> Html,
    /// The examples in their groups.
    pub(in crate::ui) examples: fn(ExamplesProps) -> Html,
    /// A button that opens an example.
    pub(in crate::ui) example: fn(ExampleId, Locale, &Callback<Action>) -> Html,
    /// What stands below the words of the chapter; see [`notes`].
    pub(in crate::ui) notes: fn(&Model, &Callback<Action>) -> Html,
}

/// The functions of the chunk.
pub(in crate::ui) const LATE: Late = Late { menu, examples, example: example_button, notes };

/// The list of keys, which is in the chunk `panels`.
pub(in crate::ui) type Help = fn(NodeRef, &Model, &Callback<Action>) -> Html;

/// The function of the chunk.
pub(in crate::ui) const HELP: Help = help;

/// What the chunk `explain` has.
#[derive(Debug)]
pub(in crate::ui) struct Explain {
    /// The analysis of settings as a JavaScript object.
    pub(in crate::ui) explained: fn(&Settings, &OfProgram) -> JsValue,
}

chunk! {
    /// The chunk `explain`.
    pub(in crate::ui) EXPLAIN: Explain = Explain { explained }, in explain
}
