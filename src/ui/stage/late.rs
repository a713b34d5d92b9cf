//! What of the stage is in the chunk `work`. Everything else reaches it through this table: a call of a function here would bring it
//! into the first load.

use web_sys::{Element, Event};
use yew::prelude::*;

use super::axis_table::axis_table;
use super::diagram_box::CellInput;
use super::picture::Picture;
use super::picture_parts::{LOADED_PARTS, PictureParts};
use super::pointing::{Pointed, Response, respond};
use super::print::print_story;
use super::product::{PRODUCT, Product};
use super::sizes::{SizesProps, sizes};
use super::words::{chapter_words, message_words, named_at};
use crate::i18n::Locale;
use crate::state::Shown;
use broadcasting_diagram::{Chapter, NamedPart, Story};
use tensor_broadcasting::Operation;

/// Fills an element with what is printed; see [`print_story`].
type PrintStory = fn(&Element, &Picture, &Operation, &Story, Option<&str>, Locale);

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Late {
    /// What a picture has in the chunk.
    pub(in crate::ui) picture_parts: &'static PictureParts,
    /// What a pointer or a key does on the diagram; see [`respond`].
    pub(in crate::ui) respond: fn(CellInput, Pointed<'_>) -> Response,
    /// The sizes of the axis table as controls.
    pub(in crate::ui) sizes: fn(&SizesProps<'_>) -> Html,
    /// The title and the text of a chapter, in which words name parts of the picture; see [`chapter_words`].
    pub(in crate::ui) chapter_words: fn(&Chapter, &Operation, &str, Option<NamedPart>, Locale) -> [Html; 2],
    /// The message of a library, likewise.
    pub(in crate::ui) message_words: fn(&str, &Operation, Option<NamedPart>) -> Html,
    /// The part of the picture that the target of an event names.
    pub(in crate::ui) named_at: fn(&Event) -> Option<NamedPart>,
    /// What a matrix product is shown with; see [`product_of`].
    pub(in crate::ui) product: Product,
    /// The axis table for screen readers and for paper; see [`axis_table`].
    pub(in crate::ui) axis_table: fn(&Shown, usize, Option<f64>, Locale) -> Html,
    /// Prepares the pages of a print; see [`print_story`].
    pub(in crate::ui) print: PrintStory,
}

/// The functions of the chunk.
pub(in crate::ui) const LATE: Late = Late {
    picture_parts: &LOADED_PARTS,
    respond,
    sizes,
    chapter_words,
    message_words,
    named_at,
    product: PRODUCT,
    axis_table,
    print: print_story,
};
