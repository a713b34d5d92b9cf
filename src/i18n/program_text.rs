//! What is said of a program.

use crate::program::record::RecordProblem;
use tensor_broadcasting::library::Library;
use tensor_reader::{ComparedRule, ParseError};
use tensor_reader::{Note, ProgramWarning, UnreadableReason};

/// A sentence or a label about a program.
#[derive(Debug, Clone, Copy)]
pub enum ProgramText<'a> {
    /// The label of the input.
    Input,
    /// What can be done in the input: the text of an empty editor.
    Hint,
    /// That Tab leaves the editor.
    TabLeaves,
    /// The button that closes the editor.
    Close,
    /// On a phone, the tab with the picture.
    Picture,
    /// On a phone, the tab with the program.
    Program,
    /// The border between the editor and the picture, which can be moved.
    Border,
    /// The name of the buttons that choose an operation.
    Operations,
    /// The button that shows the operation before.
    PreviousOperation,
    /// The button that shows the next operation.
    NextOperation,
    /// Which operation is shown, counted from 1, and of how many.
    OperationOf(usize, usize),
    /// What a failing operation compares that the diagram does not draw; `None` where that is not known.
    Compared(Option<ComparedRule>),
    /// What shows more than a message alone.
    PasteTheLine,
    /// How many elements a shape has.
    Elements(u64),
    /// How many shapes are left out.
    MoreShapes(usize),
    /// Which line has called the function that raises an exception.
    CalledFrom(usize),
    /// What stands above the programs that an empty editor offers.
    TryOne,
    /// The name of such a program, counted from 0.
    TryProgram(usize),
    /// A line, by its number from 1.
    Line(usize),
    /// How many lines were read, by the rules of this library.
    LinesRead(usize, Library),
    /// Before what the same statement does to the result afterwards.
    Then,
    /// A line that is not read (counted from 1), and why.
    NotRead(usize, &'a UnreadableReason),
    /// How many lines are not read.
    LinesNotRead(usize),
    /// The lines on which it depends whether something is done, with marks of the list between them.
    OnlyIf(&'a str),
    /// The letters on which it depends what the operands give, with marks of the list between them.
    DependsOn(&'a str),
    /// The sizes that are taken for letters, with marks of the list between them, and the sentence that follows from them.
    With(&'a str, &'a str),
    /// Why a line is not read.
    Reason(&'a UnreadableReason),
    /// A shape that is stated was used, or is another one than that of the program.
    Note(&'a Note),
    /// The heading of the fields for names without a value.
    Asked,
    /// The label of the field for the shape of this name.
    ShapeOf(&'a str),
    /// The label of the field for this name of a size.
    SizeOf(&'a str),
    /// What the name of a size is read as, while it has no value.
    ReadAs(&'a str, u64),
    /// The button that writes what is typed in the fields into the program.
    WriteAnswers,
    /// The button that writes sizes of letters into the fields of the operands.
    WriteSizes,
    /// That nothing calls the function or class of this name.
    Uncalled(&'a str),
    /// The button that writes a call of it.
    AddCall,
    /// What is wrong with what was typed for this name.
    BadAnswer(&'a str, &'a ParseError),
    /// A warning of the library.
    Warning(&'a ProgramWarning),
    /// An operation fails.
    Fails,
    /// The result of an operation is probably a mistake.
    Doubtful,
    /// The label of the input for the file of a recorded run.
    OpenRecord,
    /// With which versions a run was recorded.
    Recorded(&'a str),
    /// The text is another one than that of the recorded run.
    NotTheRun,
    /// The label of the files of a recorded run.
    Files,
    /// Libraries of which nothing is recorded, because the recorder does not know these versions.
    LibraryNotRecorded(&'a str),
    /// The lines of functions that are not recorded, counted from 1.
    LeftAlone(&'a str),
    /// Not all of a run is recorded.
    Cut,
    /// How often an operation was done.
    Times(u64),
    /// A fix of a recorded operation.
    NotRunAgain,
    /// Why a text is no record.
    NoRecord(&'a RecordProblem),
}
