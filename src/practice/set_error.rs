//! Why a set cannot be read.

/// What is wrong with a set in a link or in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetError {
    /// It is longer than a set in a link may be.
    TooLong,
    /// The version is unknown: the set was made by another version of the program, or the text is no set.
    UnknownVersion,
    /// It does not have these fields.
    WrongFields,
    /// The seed is no hexadecimal number of 64 bits.
    Seed,
    /// The topic is unknown.
    Topic,
    /// There is no such level.
    Level,
    /// The number of questions or steps is not from 1 to the largest one.
    Count,
    /// The title, an operand or another text is too long.
    TextTooLong,
    /// The step of this number, counted from 1, cannot be read.
    Step(usize),
    /// It is in a file that is being loaded.
    Awaited,
    /// Its file cannot be loaded.
    NotLoaded,
    /// Its file cannot be read.
    File(FileError),
}

/// What is wrong with a file, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The problem.
    pub problem: FileProblem,
}

/// What can be wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileProblem {
    /// It has too many characters.
    TooLarge,
    /// One of these signs is expected: it is no JSON, or another kind of value.
    Expected(&'static str),
    /// The version is another one.
    Version,
    /// An object lacks this field.
    Missing(&'static str),
    /// There is no field of this name.
    UnknownField,
    /// This field has no such value.
    Value(&'static str),
    /// A text has more than this number of characters.
    TooLong(usize),
    /// There are no steps, or too many.
    Count,
}
