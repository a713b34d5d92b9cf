//! The panels and dialogs, which are a module: the first picture needs none of them.

use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, Element};
use yew::prelude::*;

use super::code::code_panel;
use super::example_list::{example_button, example_groups};
use super::explain::{ExplainFixes, ExplainProgram, explained};
use super::help::help;
use super::memory::memory;
use super::panel_styles::{add_sheet, sheet};
use super::share::{ShareProps, copy_section, share, share_text};
use super::table::value_table;
use crate::examples::ExampleId;
use crate::i18n::Locale;
use crate::modules::module;
use crate::state::{Action, Analysis, Settings, ShareFormat};
use tensor_broadcasting::Operation;

/// Renders the Python programs of an operation; see [`code_panel`].
type CodePanel = fn(&Operation, &Analysis, &Settings, Option<&str>, &Callback<String>, Locale) -> Html;

/// Renders a text that is ready to copy; see [`copy_section`].
type CopySection = fn(ShareFormat, &str, Option<Html>, Locale, Option<&str>, &Callback<String>) -> Html;

/// What is behind tabs, buttons and menus.
#[derive(Debug)]
pub(super) struct Panels {
    /// Adds their styles where an element is.
    pub(super) add_styles: fn(&Element),
    /// Strides and memory.
    pub(super) memory: fn(&Operation, &Analysis, &Settings, Locale, &Callback<Action>) -> Html,
    /// The Python programs.
    pub(super) code: CodePanel,
    /// The elements as a table.
    pub(super) table: fn(&Operation, Locale) -> Html,
    /// The list of keys.
    pub(super) help: fn(NodeRef, &Callback<()>, bool, &Callback<Action>, Locale) -> Html,
    /// The dialog for sharing.
    pub(super) share: fn(ShareProps) -> Html,
    /// The text of a format for the page's own address.
    pub(super) share_text: fn(ShareFormat, &Settings, Locale) -> String,
    /// A text of a format, ready to copy.
    pub(super) copy_section: CopySection,
    /// The program in Python that does what is shown.
    pub(super) written: fn(&Analysis, &Operation, &Settings) -> String,
    /// The examples in their groups.
    pub(super) examples: fn(Option<ExampleId>, Locale, &Callback<Action>) -> Html,
    /// A button that opens an example.
    pub(super) example: fn(ExampleId, Locale, &Callback<Action>) -> Html,
    /// What an example shows.
    pub(super) example_note: fn(Locale, ExampleId) -> &'static str,
    /// The analysis of settings as a JavaScript object.
    pub(super) explained: fn(&Settings, ExplainFixes, Option<ExplainProgram>) -> JsValue,
}

module! {
    /// The panels and dialogs.
    pub(super) PANELS: Panels = Panels {
        add_styles: add_panel_styles,
        memory,
        code: code_panel,
        table: value_table,
        help,
        share,
        share_text,
        copy_section,
        written: Analysis::program,
        examples: example_groups,
        example: example_button,
        example_note: Locale::example_note,
        explained,
    }, in panels
}

/// Adds the styles of the panels where an element is.
fn add_panel_styles(element: &Element) {
    thread_local! {
        /// All visualizers of a page share it.
        static SHEET: Option<CssStyleSheet> = sheet(include_str!("../../styles/panels.css"));
    }
    SHEET.with(|sheet| sheet.iter().for_each(|sheet| add_sheet(element, sheet)));
}
