//! Words about a program that several of its parts need.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use crate::i18n::{Locale, ProgramText};
use tensor_reader::ProgramError;

/// A text about the program.
pub(in crate::ui) fn said(locale: Locale, text: ProgramText<'_>) -> String {
    locale.program_text(text)
}

/// The type of an exception and its message.
pub(super) fn message(error: &ProgramError) -> String {
    match (error.kind.as_str(), error.message.as_str()) {
        (kind, "") => kind.to_owned(),
        // The type of a message that was pasted is in it.
        ("", text) => text.to_owned(),
        (kind, text) => [kind, ": ", text].concat(),
    }
}

/// On which lines it depends whether something is done.
pub(super) fn condition(lines: &[usize], locale: Locale) -> Option<Html> {
    let lines = lines.iter().map(usize::to_string).listed().join(", ");
    (!lines.is_empty()).then(|| html! { <span class="from">{ said(locale, ProgramText::OnlyIf(&lines)) }</span> })
}
