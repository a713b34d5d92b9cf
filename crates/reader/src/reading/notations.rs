//! What reads shapes as people write them, and the messages of the libraries, as a table: an application can load it apart from the rest.

use crate::reading::error_message::{Said, failing_line, message_in, said};
use crate::reading::forms::{self, Compute, LetterSize, Number, ShapePair};
use crate::reading::statements::Program;
use crate::shapes::{Operand, ParseError};
use crate::syntax::lexer::Source;
use crate::syntax::syntax_tree;
use crate::syntax::tree::StatementKind;
use crate::tensors::value::Value;
#[cfg(all(feature = "apart", target_arch = "wasm32"))]
use std::sync::OnceLock;
use tensor_broadcasting::library::Library;

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

/// What Python computes.
fn computed(text: &str, known: &[(&str, u64)]) -> Option<Number> {
    let (source, module) = (Source::new(text).ok()?, syntax_tree(text).ok()?);
    let StatementKind::Expression(expression) = &module.body.first()?.kind else { return None };
    let mut program = Program::new(&source, Library::default());
    for &(name, size) in known {
        program.machine.define(name, Value::Int(i64::try_from(size).ok())).ok()?;
    }
    match program.value(expression).ok()? {
        Value::Int(size) => size.map(Number::Int),
        Value::Float(size) => size.map(Number::Float),
        _ => None,
    }
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
