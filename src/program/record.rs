//! A run that the Python package has recorded, in place of what the reader says of the program.
//!
//! A record is JSON; `python/record.schema.json` describes it. [`form`] reads it, in the chunk `record`, and finds out what each operation combines.
//! Afterwards a record is a [`Reading`] as any other: probable mistakes and fixes are decided where they are for programs that are read.

pub mod form;

use std::rc::Rc;

use tensor_reader::{Reading, complete_record};

use super::Read;

/// The text of a program, and a record that may be of a run of it.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// The text.
    pub text: String,
    /// What was opened last. It stays while the text is edited, so that it holds again where the text is the recorded one again.
    pub opened: Option<Rc<Opened>>,
}

/// What a file, a message or a property gave in place of a record.
pub type Opened = Result<Record, RecordProblem>;

/// A run of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What the file is called; empty where that is not known.
    pub file: String,
    /// The program.
    pub text: String,
    /// What it did.
    pub reading: Reading,
    /// For each operation of the reading how often it was done with the same shapes.
    pub counts: Vec<u64>,
    /// The versions of Python and of the libraries, such as `PyTorch 2.9.0`.
    pub versions: Vec<String>,
    /// The lines of functions that are not recorded, counted from 1.
    pub left_alone: Vec<usize>,
    /// The libraries of which nothing is recorded, because the recorder does not know these versions, such as `PyTorch 3.0`.
    pub unread: Vec<String>,
    /// Whether there was more than is kept.
    pub is_cut: bool,
    /// The same of the other files of the program.
    pub others: Vec<Record>,
}

/// Why a text is no record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordProblem {
    /// It is longer than [`form::MAX_BYTES`].
    TooLong,
    /// It is no JSON, or no record.
    NotARecord,
    /// It is of this version, which is unknown.
    Version(String),
    /// What stands at this place is missing, or is something else than a record has there: `operations[2].line`.
    At(String),
}

impl Record {
    /// Completes what was recorded of each file by what `read` makes of its text; see [`complete_record`].
    pub fn complete(&mut self, read: Read) {
        let whole = read(&self.text, self.reading.library, None);
        complete_record(&mut self.reading, &whole.reading);
        self.others.iter_mut().for_each(|other| other.complete(read));
    }
}

impl Code {
    /// The record of the file whose text this is, where there is one.
    #[must_use]
    pub fn record(&self) -> Option<&Record> {
        let record = self.opened.as_deref()?.as_ref().ok()?;
        std::iter::once(record).chain(&record.others).find(|record| record.text == self.text)
    }
}

impl From<String> for Code {
    fn from(text: String) -> Self {
        Self { text, opened: None }
    }
}

/// A record is compared by where it is: no two are opened at one time.
impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        let opened = |code: &Self| code.opened.as_ref().map(Rc::as_ptr);
        self.text == other.text && opened(self) == opened(other)
    }
}
