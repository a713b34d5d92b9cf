//! What a program is read as, for JavaScript.

use tensor_reader::Reading;

use crate::i18n::{Locale, ProgramText};

/// A reading as a JSON object ([`Reading::to_json`]), with its reasons in the language of `locale`.
#[must_use]
pub fn program_answer(reading: &Reading, locale: Locale) -> String {
    reading.to_json(|reason| locale.program_text(ProgramText::Reason(reason)))
}
