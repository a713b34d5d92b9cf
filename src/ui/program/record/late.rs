//! The chunk `record`. Everything else reaches it through this table.

use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::run::{Said, files, foot, opened};
use crate::chunks::chunk;
use crate::i18n::Locale;
use crate::program::record::{Opened, Record};
use crate::program::{Code, Program, ProgramFix, Read, Reread, record_fixes};
use crate::state::Action;

/// What reads records.
#[derive(Debug)]
pub(in crate::ui) struct RecordReader {
    /// Reads one, which is JSON or the object that it describes.
    pub(in crate::ui) opened: fn(&JsValue) -> Opened,
    /// See [`Record::complete`].
    pub(in crate::ui) complete: fn(&mut Record, Read),
    /// See [`record_fixes`].
    pub(in crate::ui) fixes: fn(&Program, &Record, Option<usize>, Reread) -> Vec<ProgramFix>,
    /// See [`files`].
    pub(in crate::ui) files: fn(&Code, Locale, Said, &Callback<Action>) -> Html,
    /// See [`foot`].
    pub(in crate::ui) foot: fn(&Code, Locale, Said) -> Html,
}

chunk! {
    /// The chunk `record`.
    pub(in crate::ui) RECORD: RecordReader = RecordReader { opened, complete: Record::complete, fixes: record_fixes, files, foot }, in record
}
