//! What is wrong with the text of a field: a sentence that says what to write instead, and the text with the place marked.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use yew::prelude::*;

use super::text::work_text;
use crate::i18n::{Locale, WorkMessage};
use crate::reader::InputError;

/// The sentence, and the text around the place.
pub(super) fn field_error(value: &str, error: &InputError, locale: Locale) -> Html {
    html! { <><p>{ work_text(locale, WorkMessage::CannotRead(&error.problem)) }</p>{ pointer(value, error) }</> }
}

/// The text around an error, with the error marked.
fn pointer(value: &str, error: &InputError) -> Html {
    const AROUND: usize = 16;
    if value.trim().is_empty() {
        return Html::default();
    }
    let characters: Vec<char> = value.chars().listed();
    let end = error.span.end.min(characters.len());
    let start = error.span.start.min(end);
    let from = start.saturating_sub(AROUND);
    let to = (end + AROUND).min(characters.len());
    let part = |range: Range<usize>| characters[range].iter().collect::<String>();
    // An empty span is marked by a blank, a long one by its beginning.
    let marked = if start == end { "\u{2007}".to_owned() } else { part(start..end.min(start + 2 * AROUND)) };
    html! {
        <p class="pointer" dir="ltr" aria-hidden="true">
            if from > 0 { { "…" } }
            { part(from..start) }<mark>{ marked }</mark>{ part(end..to) }
            if to < characters.len() { { "…" } }
        </p>
    }
}
