//! What reads shapes as people write them, and the messages of the libraries, as a table: an application can load it apart from the rest.

use crate::reading::error_message::{Said, failing_line, message_in, said};
use crate::reading::forms::{self, LetterSize, ShapePair};
use crate::reading::operand::computed;
use crate::shapes::{Operand, ParseError};
#[cfg(all(feature = "apart", target_arch = "wasm32"))]
use std::sync::OnceLock;

/// A number that Python computes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    /// An integer.
    Int(i64),
    /// A real number.
    Float(f64),
}

/// Computes the value of a text, with the values of some names.
pub(crate) type Compute = fn(&str, &[(&str, u64)]) -> Option<Number>;

/// The functions that read notations.
#[derive(Debug)]
pub struct Notations {
    read: fn(&str, Compute, &mut LetterSize<'_>) -> Result<Operand, ParseError>,
    pair: fn(&str, Compute) -> Option<ShapePair>,
    said: fn(&str) -> Option<Said>,
    message_in: fn(&str) -> Option<Said>,
    failing_line: fn(&str) -> Option<String>,
}

impl Notations {
    /// All of them.
    pub const ALL: Self = Self { read: forms::read, pair: forms::pair, said, message_in, failing_line };

    /// Where notations are apart, the crate reads them from now on with this table.
    #[cfg(all(feature = "apart", target_arch = "wasm32"))]
    pub fn set(&'static self) {
        TABLE.get_or_init(|| self);
    }
}

#[cfg(all(feature = "apart", target_arch = "wasm32"))]
static TABLE: OnceLock<&'static Notations> = OnceLock::new();

#[cfg(not(all(feature = "apart", target_arch = "wasm32")))]
const fn table() -> Option<&'static Notations> {
    Some(&Notations::ALL)
}

#[cfg(all(feature = "apart", target_arch = "wasm32"))]
fn table() -> Option<&'static Notations> {
    TABLE.get().copied()
}

/// Reads a shape; `None` before there is a table.
pub(crate) fn read(text: &str, letters: &mut LetterSize<'_>) -> Option<Result<Operand, ParseError>> {
    Some((table()?.read)(text, computed, letters))
}

/// The two shapes that a text is.
pub(crate) fn pair(text: &str) -> Option<ShapePair> {
    (table()?.pair)(text, computed)
}

/// What the last message in a text says.
pub(crate) fn message(text: &str) -> Option<Said> {
    (table()?.said)(text)
}

/// What a message in a line says.
pub(crate) fn message_of(line: &str) -> Option<Said> {
    (table()?.message_in)(line)
}

/// The last line of the program itself in a traceback.
pub(crate) fn line_of(text: &str) -> Option<String> {
    (table()?.failing_line)(text)
}
