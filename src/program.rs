//! Programs on the page: their operations, their fixes, calls to add, and recorded runs; the reader of Python as a chunk; and the text of a field
//! as far as it can be read without it.
//!
//! The first picture of two shapes needs no Python: a shape is read at once, everything else when [`PYTHON`] is there.
//!
//! | file | content |
//! |---|---|
//! | `shown` | the program that stands in place of the operands, and which of its operations is shown |
//! | `operand_names` | the names of the operands of that operation |
//! | `fix`, `fixes` | whole programs in which one line is changed |
//! | `uncalled`, `added_call` | what nothing calls, and a call of it |
//! | `record`, `record_fixes` | a recorded run, and its fixes |

mod added_call;
mod fix;
mod fixes;
mod operand_names;
pub mod record;
mod record_fixes;
mod shown;
mod uncalled;

use std::ops::Range;

use tensor_broadcasting::Operation;
use tensor_broadcasting::library::Library;
#[cfg(all(feature = "split", target_arch = "wasm32"))]
use tensor_reader::Notations;
use tensor_reader::syntax::{Part, parts};
use tensor_reader::{
    Answer, Answered, Asked, Operand, Operands, ParseError, Pasted, Problem, Reading, answer, clash_in_any_case,
    is_list_or_shape, letters_of, operands_in, parse_field, parse_operand, pasted, pasted_message, plain_mistake,
    plain_shape, read_open_program, read_program, with_answers,
};

#[cfg(all(feature = "split", target_arch = "wasm32"))]
use crate::chunks::Chunk;
use crate::chunks::chunk;
pub use added_call::with_call;
pub use fix::{LineChange, ProgramFix, ProgramFixKind};
pub use fixes::{AllFixes, all_fixes, program_fixes};
pub use record::Code;
pub use record_fixes::{Reread, record_fixes};
pub use shown::{ListedOperation, Program};
use uncalled::uncalled;
pub use uncalled::{Needed, Uncalled};

/// What reads Python.
#[derive(Debug)]
pub struct Reader {
    /// Reads one operand; see [`parse_operand`].
    operand: fn(&str) -> Result<Operand, InputError>,
    /// Reads the text of a field, among the texts of all fields; see [`parse_field`].
    field: fn(&str, &[&str]) -> Result<Operand, InputError>,
    /// The letters of the texts of all fields that have no size; see [`letters_of`].
    pub letters_of: fn(&[&str]) -> Vec<Asked>,
    /// Whether shapes clash whatever sizes their letters have; see [`clash_in_any_case`].
    pub clash_in_any_case: fn(&[&str]) -> bool,
    /// Finds the two operands of a program; see [`operands_in`].
    pub operands_in: fn(&str) -> Option<Operands>,
    /// What a pasted text is; see [`pasted`].
    pub pasted: fn(&str) -> Option<Pasted>,
    /// What an error message becomes; see [`pasted_message`].
    pub pasted_message: fn(&str) -> Option<Pasted>,
    /// Reads a whole program, see [`read_open_program`], and chooses the operation that is shown, see [`Program::new`].
    pub program: fn(&str, Library, Option<usize>) -> Program,
    /// The same of a record of a run, where there is one.
    pub run: fn(&Code, Library, Option<usize>) -> Program,
    /// The parts of a program that an editor colours; see [`parts`].
    pub parts: fn(&str) -> Vec<Part>,
    /// Reads a whole program as Python runs it; see [`read_program`].
    pub read_program: fn(&str, Library) -> Reading,
    /// The first function or class that nothing calls; see [`uncalled`].
    pub uncalled: fn(&str) -> Option<Uncalled>,
    /// Writes answers into a program; see [`with_answers`].
    pub with_answers: fn(&str, Library, &[Answer]) -> Answered,
    /// Writes answers into the program or, where there is none, into the texts of the operands; see [`answer`].
    pub answer: fn(&mut String, &mut [&mut String], Library, &[Answer]) -> bool,
    /// Whether two operations are equal. The first picture needs no code that compares operations.
    pub are_equal: fn(&Operation, &Operation) -> bool,
}

#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
chunk! {
    /// The reader of Python.
    pub PYTHON: Reader = READER, in reader
}

#[cfg(all(feature = "split", target_arch = "wasm32"))]
chunk! {
    /// The file of the reader.
    FILE: Reader = READER, in reader
}

#[cfg(all(feature = "split", target_arch = "wasm32"))]
chunk! {
    /// What reads shapes as people write them, and messages of the libraries: the page loads this file in any case.
    NOTATIONS: Notations = Notations::ALL, in work
}

/// What finds the fixes of a program, and writes calls.
#[derive(Debug)]
pub struct Changes {
    /// The fixes of an operation; see [`program_fixes`].
    pub fixes: Fixes,
    /// The fixes of all that is wrong; see [`all_fixes`].
    pub all_fixes: fn(&Program, &str, Library, Read) -> AllFixes,
    /// The call of what nothing calls; see [`with_call`].
    pub with_call: WithCall,
}

/// Writes the call of what nothing calls into a program, which the last argument reads; see [`with_call`].
pub type WithCall = fn(&str, Library, &Uncalled, fn(&str, Library) -> Reading) -> String;

/// Reads a program of a library, and chooses an operation of it.
pub type Read = fn(&str, Library, Option<usize>) -> Program;

/// Finds the fixes of an operation of a program; see [`program_fixes`].
pub type Fixes = fn(&Program, &str, Library, Option<usize>, Read) -> Vec<ProgramFix>;

chunk! {
    /// The changes of programs.
    pub CHANGES: Changes = Changes { fixes: program_fixes, all_fixes, with_call }, in changes
}

/// The reader of Python. It is there when both of its files are.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
pub static PYTHON: Chunk<Reader> = Chunk::of(|| {
    Box::pin(async {
        NOTATIONS.request();
        let python = FILE.load().await;
        let (Some(python), Some(notations)) = (python, NOTATIONS.load().await) else { return false };
        notations.set();
        PYTHON.set(python);
        true
    })
});

const READER: Reader = Reader {
    operand: |text| Ok(parse_operand(text)?),
    field: |text, texts| Ok(parse_field(text, texts)?),
    letters_of,
    clash_in_any_case,
    operands_in,
    pasted,
    pasted_message,
    program: read_and_choose,
    run: |code, library, chosen| match code.record() {
        Some(record) => Program::recorded(record, chosen),
        None => read_and_choose(&code.text, library, chosen),
    },
    parts,
    read_program,
    uncalled,
    with_answers,
    answer,
    are_equal: PartialEq::eq,
};

fn read_and_choose(text: &str, library: Library, chosen: Option<usize>) -> Program {
    let mut program = Program::new(read_open_program(text, library), chosen);
    program.uncalled = uncalled(text).map(|uncalled| uncalled.span.start);
    program
}

/// Why there is no operand, and where in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// The place, in characters of the text. It is empty where something is missing at the end.
    pub span: Range<usize>,
    /// The problem.
    pub problem: InputProblem,
}

/// Why there is no operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputProblem {
    /// The text cannot be read.
    Text(Problem),
    /// The text is Python, and its reader is not loaded.
    NotLoaded,
    /// A program has no operation that the diagram can draw.
    NoOperation,
}

impl From<ParseError> for InputError {
    fn from(ParseError { span, problem }: ParseError) -> Self {
        Self { span, problem: InputProblem::Text(problem) }
    }
}

/// Reads one operand as [`parse_operand`] does. Without a reader, only a plain shape can be read, and what is wrong with it
/// said; any other text is the error [`InputProblem::NotLoaded`].
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
pub fn read_operand(text: &str, reader: Option<&Reader>) -> Result<Operand, InputError> {
    if let Some(shape) = plain_shape(text) {
        return Ok(shape);
    }
    let length = text.chars().count();
    match reader {
        Some(reader) => (reader.operand)(text),
        None if text.trim().is_empty() => Err(ParseError { span: length..length, problem: Problem::Empty }.into()),
        None => Err(plain_mistake(text)
            .map_or_else(|| InputError { span: 0..length, problem: InputProblem::NotLoaded }, InputError::from)),
    }
}

/// Reads the text of a field as [`read_operand`] does, but with letters as sizes, and lists as values beside values: see [`parse_field`]. `texts`: those of all fields.
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
pub fn read_field(text: &str, texts: &[&str], reader: Option<&Reader>) -> Result<Operand, InputError> {
    match reader {
        Some(reader) if is_list_or_shape(text) || plain_shape(text).is_none() => (reader.field)(text, texts),
        _ => read_operand(text, reader),
    }
}

/// Whether a text may be a program with two operands.
#[must_use]
pub fn may_be_program(text: &str) -> bool {
    !text.trim().is_empty() && plain_shape(text).is_none()
}
