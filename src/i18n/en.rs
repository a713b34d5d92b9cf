//! English.

mod export;
mod gradient;
mod practice;
mod product;
mod teach;

use super::chapter::ChapterText;
use super::format::{grouped, join, listed};
use super::message::{AxisChange, WarningText, axis_text, clash_sizes};
use super::{
    ExampleTexts, Key, Label, Language, Locale, Message, ProgramText, Sentences, WorkLabel, WorkMessage, WorkTexts,
};
use crate::diagnostics::{AxisEdit, Cause, Fix, NoRoom};
use crate::examples::{ExampleId, Group};
use crate::program::record::RecordProblem;
use crate::program::{InputProblem, ProgramFixKind};
use broadcasting_diagram::{Chapter, ChapterKind, Labels, Step, Writing};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, OperandId, Operation, Shape};
use tensor_reader::{ComparedRule, Note, NoteKind, UnreadableReason};
use tensor_reader::{MAX_AXES, MAX_CHARS, Problem};

use crate::i18n::en::export::export_label;
use crate::i18n::en::gradient::GRADIENT;
use crate::i18n::en::practice::PRACTICE;
use crate::i18n::en::product::product_text;
use crate::i18n::en::teach::TEACH;

pub(super) const LANGUAGE: Language = Language {
    sentences: Sentences {
        full_stop: ". ",
        drawing: Labels {
            axis: "axis",
            empty: "no elements",
            stretches: "only a size of 1 can stretch",
            verdicts: ["equal", "clash"],
        },
        grouped,
        label,
        message,
    },
    work: WorkTexts { key_action, label: work_label, message: work_message },
    examples: ExampleTexts { group: example_group, example },
    program_text,
    editor_phrases: &[],
    product_text,
    practice: PRACTICE,
    export: export_label,
    gradient: GRADIENT,
    teach: TEACH,
};

fn label(label: Label) -> &'static str {
    match label {
        Label::PageTitle => "Broadcasting visualizer",
        Label::Purpose => "Type two shapes. See whether they broadcast, and why, exactly as in PyTorch and NumPy.",
        Label::SkipToInputs => "Skip to the inputs",
        Label::ShortHint => "a shape, numbers, or Python",
        Label::EditInputs => "Edit the shapes",
        Label::ProbableMistake => "Probably a mistake.",
        Label::ShareButton => "Share",
        Label::PasteCode => "Paste code",
        Label::MakeSet => "Make a set of steps",
        Label::Practice => "Practice",
        Label::More => "More",
        Label::Options => "Options",
        Label::Details => "Details",
        Label::OperandHint => "A shape such as 5,3,4,1 or (3,) or (), or values such as [[0],[10],[20]]",
        Label::PasteHint => "Or paste Python: torch.ones(3, 1), np.arange(3)[:, None], or both lines at once",
        Label::Operator => "Operator",
        Label::Library => "Library",
        Label::InPlace => "In place",
        Label::DoesNotBroadcast => "The shapes do not broadcast",
        Label::Unreadable => "Waiting for the shapes",
        Label::OldPicture => "The picture is that of the shapes before.",
        Label::NothingToShow => "The diagram appears when all shapes can be read.",
        Label::Examples => "Examples",
        Label::Axis => "axis",
        Label::Result => "result",
        Label::Diagram => "Diagram",
        Label::DiagramHint => {
            "Point at a cell or tap it to see where its value comes from. Or press Enter, move from cell to cell with the \
             arrow keys, and press Escape at the end. Click ⋯ or press + to unfold an axis. Press − to fold it."
        }
        Label::LegendStored => "stored element",
        Label::LegendRepeated => "repeated element, not stored again",
        Label::Broadcasting => "Broadcasting repeats elements until shapes are equal",
        Label::PointAtCell => "Point at a cell or tap it to see where its value comes from.",
        Label::EnterPlays => "Enter plays the story",
        Label::UnfoldAxis => "Show more of a folded axis",
        Label::FoldAxis => "Fold the axis again",
        Label::Unfold => "Click ⋯, or press + on the diagram, to show more of a folded axis.",
        Label::Transport => "Playback",
        Label::PreviousChapter => "Previous chapter",
        Label::Play => "Play",
        Label::Pause => "Pause",
        Label::Replay => "Play from the start",
        Label::NextChapter => "Next chapter",
        Label::PlaybackPosition => "Playback position",
        Label::Chapters => "Chapters",
        Label::Export => "Export",
        Label::NoResult => "There is no result.",
        Label::Code => "Code",
        Label::Present => "Full screen",
        Label::EndPresenting => "Leave full screen",
        Label::Close => "Close",
        Label::Dismiss => "Dismiss",
        Label::Stopped => "The visualizer stopped because of an error in its program. You did nothing wrong.",
        Label::Loading => "Loading…",
        Label::LoadingFailed => "This part of the page could not be loaded.",
        Label::TryAgain => "Try again",
        Label::ReloadPage => "Reload the page",
        Label::StartAgain => "Start again",
        Label::StoppedLink => "The link that caused the error:",
    }
}

fn work_label(label: WorkLabel) -> &'static str {
    match label {
        WorkLabel::Swap => "Swap a and b",
        WorkLabel::MakesNew => "Here where and @ always make a new tensor.",
        WorkLabel::Speed => "Speed",
        WorkLabel::Loop => "Loop",
        WorkLabel::StackBlocks => "Stack blocks",
        WorkLabel::Gradient => "Gradient",
        WorkLabel::OpenFullPage => "Open the full page",
        WorkLabel::MemoryTab => "Memory",
        WorkLabel::TableTab => "Table",
        WorkLabel::Chapter => "Chapter",
        WorkLabel::Theme => "Theme",
        WorkLabel::ThemeAuto => "System",
        WorkLabel::ThemeLight => "Light",
        WorkLabel::ThemeDark => "Dark",
        WorkLabel::Language => "Language",
        WorkLabel::Print => "Print",
        WorkLabel::Keys => "Keyboard shortcuts",
        WorkLabel::AxisTable => "The shapes, lined up at the right",
        WorkLabel::AxisVerdicts => "verdict",
        WorkLabel::MissingAxis => "missing",
        WorkLabel::NoResultSize => "none",
        WorkLabel::NoAxes => "Both operands are 0-dim. There are no axes to line up.",
        WorkLabel::HoldHint => "Drag up or down, or press an arrow key or a digit.",
        WorkLabel::Memory => "Strides and memory",
        WorkLabel::InNumbers => "In numbers",
        WorkLabel::MemoryHint => "Point at a cell or at a stored element, or use the arrow keys.",
        WorkLabel::MemoryShape => "shape",
        WorkLabel::StridesGiven => "strides as given",
        WorkLabel::StridesStretched => "strides as broadcast",
        WorkLabel::MemoryStored => "stored",
        WorkLabel::MemoryIfCopied => "if copied",
        WorkLabel::Dtype => "Element type",
        WorkLabel::StrideZero => {
            "Strides count elements. Stride 0 means that a step along this axis does not move in memory: the same element \
             is read again. That is all that stretching does. Nothing is copied."
        }
        WorkLabel::StridesInBytes => "NumPy counts strides in bytes: these numbers times the size of an element.",
        WorkLabel::Fixes => "Possible fixes",
        WorkLabel::OnlyRunFixes => "These make it run, but are probably not meant",
        WorkLabel::MoreFixes => "More fixes",
        WorkLabel::NoFix => {
            "Inserting, removing or swapping axes does not make these shapes broadcast. A size has to change."
        }
        WorkLabel::Apply => "Apply",
        WorkLabel::OutOfPlace => "Make a new tensor instead of changing a",
        WorkLabel::OnlyRuns => "Probably not meant",
        WorkLabel::ElementwiseFixes => "Did you mean element by element?",
        WorkLabel::Copy => "Copy",
        WorkLabel::Copied => "Copied",
        WorkLabel::Table => "The elements as a table",
        WorkLabel::TableIndex => "index",
        WorkLabel::TableEmpty => "The result has no elements.",
        WorkLabel::SingleKeys => "Use single keys as shortcuts",
        WorkLabel::Share => "Share and embed",
        WorkLabel::ShareLocaleAuto => "the reader's",
        WorkLabel::ShareStart => "Start at",
        WorkLabel::ShareStartLast => "the result",
        WorkLabel::ShareStartPlaying => "the first chapter, playing",
        WorkLabel::ShareControls => "Show",
        WorkLabel::ShareControlsAll => "everything",
        WorkLabel::ShareControlsPlay => "diagram and playback",
        WorkLabel::ShareControlsNone => "the diagram only",
        WorkLabel::ShareLink => "Link",
        WorkLabel::ShareFrame => "Iframe, for a course page",
        WorkLabel::ShareElement => "Custom element, for your own page",
        WorkLabel::ShareStrictElement => "The same, for a page whose policy forbids <style>",
        WorkLabel::ShareMarkdown => "Picture in Markdown",
        WorkLabel::SavePicture => "Save the picture (SVG)",
        WorkLabel::SharePreview => "Preview",
    }
}

fn key_action(key: Key) -> &'static str {
    match key {
        Key::Space => "play or pause, or activate the control that has the focus",
        Key::K => "play or pause",
        Key::EnterPlays => "play from the start, from a field too",
        Key::Arrows => "previous or next chapter",
        Key::Pages => "the same, unless the keys scroll the page",
        Key::Digits => "the chapter with this number",
        Key::HomeEnd => "first or last chapter; while a cell is pinned, first or last cell",
        Key::Enter => "pin a cell while the diagram has the focus",
        Key::DiagramArrows => "move from cell to cell while a cell is pinned",
        Key::PlusMinus => "unfold or fold an axis while the diagram has the focus",
        Key::ShiftArrows => "move the view of a diagram that is larger than its box",
        Key::SizeArrows => "change the size that has the focus; digits set it, Home makes it 1",
        Key::SizeDelete => "take away an axis of size 1 while its size has the focus",
        Key::SizeComma => "insert an axis of size 1 after the size that has the focus",
        Key::Undo => "undo the last change of the inputs (⌘ on a Mac)",
        Key::Redo => "make the change again",
        Key::P => "open the editor of programs",
        Key::F8 => "show the next operation of the program; with Shift, the one before",
        Key::F => "fill the screen, or no longer",
        Key::B => "on the full screen: make it blank, or show it again",
        Key::Escape => "unpin the cell, leave the full screen, or close this list",
        Key::Question => "show this list",
    }
}

fn message(message: Message<'_>) -> String {
    match message {
        Message::OperandLabel(operand) => format!("Operand {}", operand.name()),
        Message::Broadcasts(shape) => format!("The shapes broadcast to {shape}"),
        Message::LibraryReports(library) => format!("{} reports", library.name()),
        Message::AxisNumber(front, end) => format!("axis {front}, or -{end} from the end"),
        Message::ClashAt(number, axis) => format!("axis {number}: {}", clash_sizes(axis)),
        Message::AxesNotDrawn(1) => "1 leading axis is not drawn. Its index is 0.".to_owned(),
        Message::AxesNotDrawn(count) => format!("{count} leading axes are not drawn. Their index is 0."),
        Message::ChapterPosition(number, count, chapter, operation) => {
            format!("Chapter {number} of {count}: {}", chapter_title(chapter, operation))
        }
        Message::ChapterTitle(chapter, operation) => chapter_title(chapter, operation),
        Message::ChapterName(chapter, operation) => chapter_name(chapter, operation),
        Message::ChapterText(chapter, operation) => chapter_text(ChapterText::new(chapter, operation), operation),
    }
}

fn work_message(message: WorkMessage<'_>) -> String {
    match message {
        WorkMessage::BeyondLimits(shape, library) => {
            format!("The shapes broadcast to {shape}, but {} cannot make a tensor of this size:", library.name())
        }
        WorkMessage::DoesNotFitInPlace(shape, name) => {
            format!("The result would be {shape}, but an in-place operation cannot change the shape of {name}:")
        }
        WorkMessage::NotWritable(shape, name) => {
            format!("The result would be {shape}, but {name} cannot be written:")
        }
        WorkMessage::NotCastable(shape, name) => {
            format!("The result would be {shape}, but its element type cannot be written into {name}:")
        }
        WorkMessage::Undefined(shape) => {
            format!("The shapes broadcast to {shape}, but the operator is not defined for some of the elements:")
        }
        WorkMessage::Raises(shape) => format!("The shapes broadcast to {shape}, but the call raises an exception:"),
        WorkMessage::WarningText(warning, operation, dtype) => {
            warning_text(&WarningText::new(warning, dtype), operation, dtype.name())
        }
        WorkMessage::LinkValueIgnored(name) => {
            format!("The value of “{name}” in the link cannot be used. The default is used instead.")
        }
        WorkMessage::CannotRead(problem) => cannot_read(problem),
        WorkMessage::KeptAs(dtype, kept) => format!(", which {} keeps as {kept}", dtype.name()),
        WorkMessage::InsertAxis(name, code) => format!("insert an axis of size 1 into {name}: {code}"),
        WorkMessage::SizeOfAxis(name, axis) => format!("size of axis {axis} of {name}"),
        WorkMessage::Loads(0, near) => format!("Loads {near} KB near the screen."),
        WorkMessage::Loads(at_once, near) => {
            format!("Loads {at_once} KB with the page and {near} KB near the screen, once for all elements.")
        }
        WorkMessage::AxisVerdict(axis, operation) => axis_verdict(axis, operation),
        WorkMessage::FixText(fix, operation) => fix_text(fix, operation),
        WorkMessage::ProgramFix(fix) => program_fix(fix.kind),
        WorkMessage::DragNext(name, [now, then]) => format!("Try it: drag {name}'s {now} to {then}"),
        WorkMessage::TryNext(name, shape) => format!("Try it: make {name} {shape}"),
        WorkMessage::ListIsShape(list, shape, values) => {
            format!("{list} is read as the shape {shape}. For its values, write {values}.")
        }
        WorkMessage::MatrixProduct(shape, operation) => {
            let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
            format!("* multiplies element by element. For the matrix product, of shape {shape}, write {a} @ {b}.")
        }
        WorkMessage::StepAlong(step, stride) => {
            let step = match step {
                Step::Right => "one step right",
                Step::Down => "one step down",
                Step::BlockRight => "one block right",
                Step::BlockDown => "one block down",
                Step::Hidden => "one step (not drawn)",
            };
            match stride {
                0 => format!("{step}: stays (stride 0)"),
                stride => format!("{step}: +{stride} in the buffer"),
            }
        }
        WorkMessage::ReadsAt(out, name, sum) => format!("{out} reads {name} at {sum}"),
        WorkMessage::ReadFor(name, position, "") => format!("Position {position} of {name} is not read."),
        WorkMessage::ReadFor(name, position, cells) => format!("Position {position} of {name} is read for {cells}."),
        WorkMessage::MoreElements(Some(1)) => "1 more element is not listed.".to_owned(),
        WorkMessage::MoreElements(Some(count)) => format!("{} more elements are not listed.", grouped(count)),
        WorkMessage::MoreElements(None) => "Many more elements are not listed.".to_owned(),
    }
}

/// What is said of a program.
fn program_text(said: ProgramText<'_>) -> String {
    match said {
        ProgramText::Input => "Program in Python".to_owned(),
        ProgramText::Hint => "Paste a program of NumPy or PyTorch".to_owned(),
        ProgramText::TabLeaves => "Tab leaves the editor.".to_owned(),
        ProgramText::Close => "Close code".to_owned(),
        ProgramText::Picture => "Picture".to_owned(),
        ProgramText::Program => "Code".to_owned(),
        ProgramText::Border => "Width of the editor".to_owned(),
        ProgramText::Operations => "Operations".to_owned(),
        ProgramText::PreviousOperation => "Previous operation (Shift F8)".to_owned(),
        ProgramText::NextOperation => "Next operation (F8)".to_owned(),
        ProgramText::OperationOf(number, count) => format!("{number} of {count}"),
        ProgramText::Compared(None) => "This operation has no picture. These are the shapes that met.".to_owned(),
        ProgramText::Compared(Some(rule)) => match rule {
            ComparedRule::Equal => "The marked sizes must be equal.".to_owned(),
            ComparedRule::EqualBut(axis) => format!("All sizes must be equal. Only those of axis {axis} may differ."),
            ComparedRule::Elements => "Both shapes must have the same number of elements.".to_owned(),
            ComparedRule::Index => "The indices of an axis of size n go from -n to n - 1.".to_owned(),
            ComparedRule::NotLarger => {
                "The marked sizes of the index must not be larger than those below them.".to_owned()
            }
            ComparedRule::Place => "What is written must broadcast to the shape of its place.".to_owned(),
        },
        ProgramText::PasteTheLine => "This is what the message says. Paste the line that failed before it: then the shapes of its names are asked for.".to_owned(),
        ProgramText::Elements(count) => format!("{count} elements"),
        ProgramText::MoreShapes(count) => format!("… and {count} more"),
        ProgramText::CalledFrom(line) => format!("called from line {line}"),
        ProgramText::TryOne => "Or try one of these:".to_owned(),
        ProgramText::TryProgram(0) => "A loss that is too large".to_owned(),
        ProgramText::TryProgram(1) => "A mean for each row".to_owned(),
        ProgramText::TryProgram(_) => "Attention with a mask".to_owned(),
        ProgramText::Line(line) => format!("line {line}"),
        ProgramText::LinesRead(1, library) => format!("1 line read, by the rules of {}", library.name()),
        ProgramText::LinesRead(lines, library) => format!("{lines} lines read, by the rules of {}", library.name()),
        ProgramText::Then => "then".to_owned(),
        ProgramText::NotRead(line, reason) => format!("Line {line} is not read: {}", unreadable(reason)),
        ProgramText::LinesNotRead(1) => "1 line is not read".to_owned(),
        ProgramText::LinesNotRead(lines) => format!("{lines} lines are not read"),
        ProgramText::OnlyIf(lines) => format!("depends on line {lines}"),
        ProgramText::DependsOn(names) => format!("depends on {names}"),
        ProgramText::With(sizes, text) => format!("With {sizes}: {text}"),
        ProgramText::Reason(reason) => unreadable(reason),
        ProgramText::Note(Note { line, kind: NoteKind::Stated { stated, made: None } }) => {
            format!(
                "Line {line}: the value is not known, so the shape {stated} that the comment or the type states is used."
            )
        }
        ProgramText::Note(Note { line, kind: NoteKind::Stated { stated, made: Some(made) } }) => {
            format!("Line {line}: the comment or the type states {stated}, but the shape is {made}.")
        }
        ProgramText::Note(Note { kind: NoteKind::KeepsOrder { call, instead }, .. }) => {
            format!("{call} keeps the order of the elements: it does not exchange axes. To exchange them: {instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::Misplaced { axis, along, instead }, .. }) => {
            format!(
                "The axis {axis} lies along the axis {along}. No exception is raised, because the sizes are equal here. To let it lie \
                 along {axis}: {instead}"
            )
        }
        ProgramText::Note(Note { kind: NoteKind::SplitOrder { product, instead }, .. }) => {
            format!("The axis was made as {product}, and its elements stay in that order. To split it in that order: {instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::OverSamples, .. }) => {
            "The loss takes the classes along axis 1, but softmax was taken along axis 0, that of the batch: dim=1."
                .to_owned()
        }
        ProgramText::Asked => "Names without a known value".to_owned(),
        ProgramText::ShapeOf(name) => format!("shape of {name}"),
        ProgramText::SizeOf(name) => format!("size {name}"),
        ProgramText::ReadAs(name, size) => format!("{name} has no value and is read as {size}."),
        ProgramText::WriteSizes => "Set".to_owned(),
        ProgramText::WriteAnswers => "Write into the program".to_owned(),
        ProgramText::Uncalled(name) => format!("Nothing calls {name}."),
        ProgramText::AddCall => "Add a call".to_owned(),
        ProgramText::BadAnswer(name, error) => format!("{name}: {}", parse_error(&error.problem)),
        ProgramText::Warning(warning) => format!("{}: {}", warning.category, warning.message),
        ProgramText::Fails => "fails".to_owned(),
        ProgramText::Doubtful => "works, but is probably a mistake".to_owned(),
        ProgramText::OpenRecord => "Or open a recorded run:".to_owned(),
        ProgramText::Recorded(versions) => format!("Recorded with {versions}"),
        ProgramText::NotTheRun => {
            "This text is not that of the recorded run. What stands here is read from the text.".to_owned()
        }
        ProgramText::Files => "Files".to_owned(),
        ProgramText::LibraryNotRecorded(libraries) => format!("Not recorded, because the version is unknown: {libraries}"),
        ProgramText::LeftAlone(lines) => {
            format!(
                "Not recorded, because a library reads the source of the function, or because a value could not be read there: line {lines}"
            )
        }
        ProgramText::Cut => "The run did more than a record holds. Only a part of it is here.".to_owned(),
        ProgramText::Times(count) => format!("× {}", grouped(count)),
        ProgramText::NotRunAgain => "Checked on the shapes. The program was not run again.".to_owned(),
        ProgramText::NoRecord(RecordProblem::TooLong) => "This file is too long for a recorded run.".to_owned(),
        ProgramText::NoRecord(RecordProblem::NotARecord) => {
            "This is no recorded run. python -m broadcast_visualizer program.py -o run.json makes one.".to_owned()
        }
        ProgramText::NoRecord(RecordProblem::Version(version)) => {
            format!("This recorded run has version {version}. Only version 1 is known here.")
        }
        ProgramText::NoRecord(RecordProblem::At(place)) => {
            format!("This recorded run cannot be shown. At {place}, something is missing or of another kind.")
        }
    }
}

/// Why a line is not read.
fn unreadable(reason: &UnreadableReason) -> String {
    match reason {
        UnreadableReason::Syntax(error) => parse_error(&error.problem),
        UnreadableReason::NotPython => "this is not Python.".to_owned(),
        UnreadableReason::Command => "this is a command of the notebook or of the shell.".to_owned(),
        UnreadableReason::Cut => "the text is longer than is read here, and is cut at this place.".to_owned(),
        UnreadableReason::Statement => "a statement of this kind is not read here.".to_owned(),
        UnreadableReason::Expression => "an expression of this kind is not read here.".to_owned(),
        UnreadableReason::UnknownCall(name) => format!("{name} is not known here."),
        UnreadableReason::UnknownName(name) => {
            format!(
                "{name} has no value. Give its shape, or add a line that makes it, such as {name} = torch.zeros(3, 4)."
            )
        }
        UnreadableReason::Arguments(name) => format!("{name} is not known with these arguments."),
        UnreadableReason::Values => "this depends on values that are not known.".to_owned(),
        UnreadableReason::Kinds => "what happens to values of these kinds is not known here.".to_owned(),
        UnreadableReason::TooMuch => "the program does too much to be read here.".to_owned(),
    }
}

/// What happens to one axis.
fn axis_verdict(axis: &Axis, operation: &Operation) -> String {
    axis_text(axis, operation, "equal", "; ", &|name, change| match change {
        AxisChange::Stretched(size) => format!("{name} stretches 1→{size}"),
        AxisChange::Inserted => format!("inserted in\u{a0}{name}"),
        AxisChange::InsertedAndStretched(size) => format!("inserted in\u{a0}{name}, 1→{size}"),
    })
}

/// What is wrong with a text. Practice says it too.
fn cannot_read(problem: &InputProblem) -> String {
    match problem {
        InputProblem::Text(problem) => parse_error(problem),
        InputProblem::NoOperation => "No operation that the diagram draws was found in the program.".to_owned(),
        InputProblem::NotLoaded => {
            "This is Python. The part of the page that reads Python is not loaded yet.".to_owned()
        }
    }
}

fn parse_error(problem: &Problem) -> String {
    match problem {
        Problem::Empty => "Type a shape such as 5,3,4,1. For a single number without axes, type ().".to_owned(),
        Problem::TooLong => format!("This text is longer than {MAX_CHARS} characters. Shorten it from here."),
        Problem::TooManyAxes => format!("This is axis number {}. At most {MAX_AXES} axes are possible.", MAX_AXES + 1),
        Problem::SizeMissing => "A size is missing here. Write a whole number such as 3.".to_owned(),
        Problem::NotASize(found) => format!("“{found}” is not a size. Write a whole number such as 3."),
        Problem::NotASeparator(found) => format!("“{found}” is not allowed here. Write a comma between sizes."),
        Problem::NegativeSize => "A size cannot be negative. The smallest size is 0.".to_owned(),
        Problem::FractionalSize => "A size is a whole number. Remove the fraction.".to_owned(),
        Problem::SizeTooLarge => "This size is too large. The largest is 9223372036854775807 (2^63-1).".to_owned(),
        Problem::Unclosed(quote @ ('"' | '\'')) => format!("A string is not closed. Write “{quote}”."),
        Problem::Unclosed(bracket) => format!("A bracket is not closed. Write “{bracket}”."),
        Problem::WrongBracket(Some(bracket)) => format!("This bracket does not match. Write “{bracket}”."),
        Problem::WrongBracket(None) => "This bracket was never opened. Remove it.".to_owned(),
        Problem::UnknownWord(word) => {
            format!("“{word}” is not a shape. Write sizes such as 5,3,4,1, or a name with its size: {word}=3.")
        }
        Problem::TwoReadings(one, other) => format!("This can be read in two ways. Write {one} or {other}."),
        Problem::Ragged { expected, found } => {
            let entries = |count: usize| if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") };
            format!(
                "This list has {}, but the first list at this level has {}. Write {}.",
                entries(*found),
                entries(*expected),
                entries(*expected)
            )
        }
        Problem::MixedDepth => "Numbers and lists are mixed at one level. Nest all of them equally deep.".to_owned(),
        Problem::NotAValue(Some(found)) => format!("“{found}” is not a value. Write a number such as 2 or 0.5."),
        Problem::NotAValue(None) => "A value is missing here. Write a number such as 2 or 0.5.".to_owned(),
        Problem::ValueTooLarge => "This value does not fit in 64 bits.".to_owned(),
        Problem::LibraryRejected(library, error) => format!("{} reports: {error}", library.name()),
        Problem::PythonRejected(error) => format!("Python reports: {error}"),
        Problem::Unread(reason) => {
            format!("It cannot be read: {} Write the shape instead, such as 5,3,4,1.", unreadable(reason))
        }
        Problem::UnknownFunction { name, nearest: Some(nearest) } => {
            format!("“{name}” is not supported. Did you mean {nearest}?")
        }
        Problem::UnknownFunction { name, nearest: None } => {
            format!("“{name}” is not supported. Write the shape instead, such as 5,3,4,1.")
        }
        Problem::Undefined(name) => format!("“{name}” is not defined. Write its shape or its values instead."),
        Problem::NotCalled(name) => format!("“{name}” is a function that is not called. Write {name}(…)."),
        Problem::TwoOperands => {
            "Two tensors are combined here. Only a program with exactly one operation of two operands can be read. \
             Otherwise write one operand in each field."
                .to_owned()
        }
        Problem::NotAnOperand => "This is neither a shape nor values.".to_owned(),
        Problem::NotAnInteger => "Write a whole number such as 3 here.".to_owned(),
        Problem::Unexpected(found) => format!("“{found}” is not allowed here."),
        Problem::TooDeep => "The brackets are nested too deeply here.".to_owned(),
        Problem::Message => {
            "This message does not say both shapes. Write the shape of each tensor, or paste the program.".to_owned()
        }
    }
}

fn chapter_title(chapter: &Chapter, operation: &Operation) -> String {
    let (axes, written) = (axes(&chapter.axes), operation.name(OperandId::A));
    match chapter.kind {
        ChapterKind::Operands => "The operands as given".to_owned(),
        ChapterKind::Align => "Line up at the right".to_owned(),
        ChapterKind::Insert(operand) => format!("Insert {axes} in {}", operation.name(operand)),
        ChapterKind::Stretch(operand) => format!("Stretch {} along {axes}", operation.name(operand)),
        ChapterKind::Combine if operation.matrices().is_some() => "Multiply the matrices".to_owned(),
        ChapterKind::Combine => "Combine the elements".to_owned(),
        ChapterKind::InnerClash => "The inner sizes differ".to_owned(),
        ChapterKind::Agree => format!("Compare {axes}"),
        ChapterKind::Clash => format!("Clash at {axes}"),
        ChapterKind::OtherClashes => format!("Clash at {axes} too"),
        ChapterKind::WriteBack(Writing::Fits) => format!("Write the result into {written}"),
        ChapterKind::WriteBack(Writing::DoesNotFit) => format!("The result does not fit into {written}"),
        ChapterKind::WriteBack(Writing::NotWritable) => format!("The result is not written into {written}"),
        ChapterKind::Gradient => "The gradient of each operand".to_owned(),
    }
}

/// A name of two or three words. Where a chapter is about several axes, its title lists them.
fn chapter_name(chapter: &Chapter, operation: &Operation) -> String {
    let at = |name: &str| match chapter.axes[..] {
        [axis] => format!("{name} · axis {axis}"),
        _ => name.to_owned(),
    };
    match chapter.kind {
        ChapterKind::Operands => "operands".to_owned(),
        ChapterKind::Align => "line up".to_owned(),
        ChapterKind::Insert(operand) => format!("insert {}", operation.name(operand)),
        ChapterKind::Stretch(operand) => at(&format!("stretch {}", operation.name(operand))),
        ChapterKind::Combine if operation.matrices().is_some() => "multiply".to_owned(),
        ChapterKind::Combine => "combine".to_owned(),
        ChapterKind::InnerClash => "inner sizes".to_owned(),
        ChapterKind::Agree => at("compare"),
        ChapterKind::Clash => at("clash"),
        ChapterKind::OtherClashes => at("other clashes"),
        ChapterKind::WriteBack(Writing::Fits) => format!("write {}", operation.name(OperandId::A)),
        ChapterKind::WriteBack(Writing::DoesNotFit) => "does not fit".to_owned(),
        ChapterKind::WriteBack(Writing::NotWritable) => "not written".to_owned(),
        ChapterKind::Gradient => "gradient".to_owned(),
    }
}

fn chapter_text(text: ChapterText<'_>, operation: &Operation) -> String {
    let written = operation.name(OperandId::A);
    match text {
        ChapterText::Operands => {
            let operands = operation.operands();
            let operands = join(operands.len(), "; ", &|number| {
                let (name, ndim) = (operation.name(operands[number]), operation.whole_shape(operands[number]).ndim());
                let axes = if ndim == 1 { "axis" } else { "axes" };
                format!("{name} has {ndim} {axes}")
            });
            operands + "."
        }
        ChapterText::Align(missing) => {
            let missing = join(missing.len(), "", &|number| {
                let (operand, count) = missing[number];
                let missing: Vec<usize> = (0..count).listed();
                format!(" {} has no {}.", operation.name(operand), axes(&missing))
            });
            let compared = if operation.is_product() {
                "Only the axes before those of the matrices are compared."
            } else {
                "Sizes are compared from the last axis to the first."
            };
            compared.to_owned() + &missing
        }
        ChapterText::Insert(operand, count, change) => {
            let axes = if count == 1 { "an axis".to_owned() } else { format!("{count} axes") };
            format!("{} gets {axes} of size 1 in front: {change}.", operation.name(operand))
        }
        ChapterText::Stretch(operand, other, size, change) => {
            let (operand, other) = (operation.name(operand), operation.name(other));
            let end = match size {
                0 => format!("the 1 becomes 0, and no element is left: {change}."),
                _ => format!("{operand} repeats its elements, {change}."),
            };
            format!("{operand} has size 1, {other} has {size}: {end}")
        }
        ChapterText::StretchAll(operand, change) => {
            format!("{} has size 1 on these axes and repeats its elements: {change}.", operation.name(operand))
        }
        ChapterText::Combine(shape) => format!("Elements at the same index are combined into {}.", elements(shape)),
        ChapterText::Multiply(inner, shape) => format!(
            "Matrices at the same index are multiplied, row by column. Both inner sizes are {inner}. The result has the shape {shape}."
        ),
        ChapterText::InnerClash([columns, rows]) => format!(
            "{} has matrices of {columns} columns, {} of {rows} rows. These inner sizes must be equal: a 1 does not stretch.",
            operation.name(OperandId::A),
            operation.name(OperandId::B)
        ),
        ChapterText::SizesEqual(size) => format!("All sizes are {size}: they agree."),
        ChapterText::OneStretches(operand, other, size) => {
            format!("{} has size 1, {} has {size}: the 1 can stretch.", operation.name(operand), operation.name(other))
        }
        ChapterText::AxisMissing(operand) => {
            format!("{} does not have this axis: it can be inserted.", operation.name(operand))
        }
        ChapterText::SizesAgree => "The sizes agree: they are equal, or 1, or missing.".to_owned(),
        ChapterText::Clash(sizes) => {
            join(sizes.len(), ", ", &|number| {
                let (operand, size) = sizes[number];
                format!("{} has size {size}", operation.name(operand))
            }) + ". They differ and none is 1: the shapes do not broadcast."
        }
        ChapterText::OtherClashes(1) => "The sizes on this axis clash too. They have to change as well.".to_owned(),
        ChapterText::OtherClashes(_) => "The sizes on these axes clash too. They have to change as well.".to_owned(),
        ChapterText::WriteBack(Writing::Fits) => {
            format!("The result has the shape of {written}, so it can be written into {written}.")
        }
        ChapterText::WriteBack(Writing::DoesNotFit) => {
            format!("In place, {written} keeps its shape. It has no room for the elements that are crossed out.")
        }
        ChapterText::WriteBack(Writing::NotWritable) => {
            format!(
                "The result has the shape of {written}, but it cannot be written into {written}. The message of the library says why."
            )
        }
        ChapterText::Gradient => Locale::En.gradient_text(operation),
    }
}

fn fix_text(fix: &Fix, operation: &Operation) -> String {
    let edit = |edit: &AxisEdit| match *edit {
        AxisEdit::Insert { axis, count } => {
            let axes = if count == 1 { "an axis".to_owned() } else { format!("{count} axes") };
            match axis.checked_sub(1) {
                None => format!("insert {axes} of size 1 in front"),
                Some(before) => format!("insert {axes} of size 1 after axis {before}"),
            }
        }
        AxisEdit::Drop(axis) => format!("remove axis {axis}, which has size 1"),
        AxisEdit::Swap(first, second) => format!("swap axes {first} and {second}"),
    };
    let (name, edits) =
        (operation.name(fix.operand), join(fix.edits.len(), ", then ", &|number| edit(&fix.edits[number])));
    format!("In {name}, {edits}: {name} becomes {}.", fix.shape)
}

/// What a fix of a program does.
fn program_fix(kind: ProgramFixKind) -> String {
    match kind {
        ProgramFixKind::KeepAxis => "Keep the axis, with size 1.".to_owned(),
        ProgramFixKind::OtherAxis => "Go along another axis.".to_owned(),
        ProgramFixKind::Transpose => "Swap the last two axes.".to_owned(),
        ProgramFixKind::ReorderAxes => "Put the axes into another order.".to_owned(),
        ProgramFixKind::MatrixProduct => "Multiply matrices: @ in place of *.".to_owned(),
        ProgramFixKind::BatchProduct => "Use matmul, which takes vectors, matrices and batches of them.".to_owned(),
        ProgramFixKind::SwapOperands => "Swap the two operands.".to_owned(),
        ProgramFixKind::InsertAxis { axis, count } => {
            let axes = if count == 1 {
                "Insert an axis of size 1".to_owned()
            } else {
                format!("Insert {count} axes of size 1")
            };
            match axis.checked_sub(1) {
                None => axes + " in front.",
                Some(before) => axes + &format!(" after axis {before}."),
            }
        }
        ProgramFixKind::DropAxis { axis } => format!("Drop axis {axis}, which has size 1."),
        ProgramFixKind::SumAxis => "Sum over the leading axes.".to_owned(),
        ProgramFixKind::Cut => "Take as many as the other operand has.".to_owned(),
        ProgramFixKind::Flatten => "Make one axis of several.".to_owned(),
        ProgramFixKind::Reshape => "Use reshape, which makes a copy where a view is not possible.".to_owned(),
        ProgramFixKind::NarrowMask => "Take the only column of the mask.".to_owned(),
        ProgramFixKind::SameMask => "Take only the elements of the mask.".to_owned(),
        ProgramFixKind::OtherSize => "Use the size that fits.".to_owned(),
        ProgramFixKind::OtherLoss => "Use a loss that compares scores with class numbers.".to_owned(),
        ProgramFixKind::OutOfPlace => "Make a new tensor instead of writing into this one.".to_owned(),
    }
}

fn warning_text(warning: &WarningText<'_>, operation: &Operation, dtype: &str) -> String {
    if let Some(NoRoom { dtype, exact, kept }) = warning.no_room {
        let name = dtype.name();
        return format!("{name} has no room for {exact}: it keeps {kept}.");
    }
    if warning.cause == Cause::OtherAxis {
        return "One operand is a reduction of the other. Its values lie along another axis than the one that they belong to; only the \
                sizes agree."
            .to_owned();
    }
    let number = warning.elements.map_or_else(|| "more than 2^63-1".to_owned(), grouped);
    let mut size = format!("{number} elements");
    if let Some(times) = warning.times.map(grouped) {
        size += &format!(", {times} times as many as an operand");
    }
    if let Some(memory) = &warning.memory {
        size += &format!(": {memory} as {dtype}");
    }
    if warning.cause == Cause::Elementwise {
        let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
        let stretch = if operation.operands().len() == 2 {
            format!("Both stretch: every element of {a} is combined with every element of {b}.")
        } else {
            "They stretch, so elements of different places are combined.".to_owned()
        };
        format!(
            "The sizes of the operands other than 1 are the same, but on different axes. {stretch} The result {} has {size}.",
            warning.shape
        )
    } else {
        format!("The result is much larger than every operand. It has {size}.")
    }
}

fn axes(axes: &[usize]) -> String {
    let noun = if axes.len() == 1 { "axis" } else { "axes" };
    format!("{noun} {}", listed(axes, ", ", " and "))
}

fn elements(shape: &Shape) -> String {
    match shape.numel() {
        Some(1) => "1 element".to_owned(),
        Some(count) => format!("{} elements", grouped(count)),
        None => "more than 2^63-1 elements".to_owned(),
    }
}

fn example_group(group: Group) -> &'static str {
    match group {
        Group::FirstSteps => "First steps",
        Group::ThreeRows => "Three ways to one result",
        Group::Values => "Follow every value",
        Group::Images => "Images and feature maps",
        Group::Scores => "Class, student, score",
        Group::Clashes => "Shapes that clash",
        Group::Empty => "Empty tensors",
        Group::InPlace => "In place",
        Group::Pitfalls => "Common mistakes",
    }
}

fn example(id: ExampleId) -> (&'static str, &'static str) {
    match id {
        ExampleId::Simplest => (
            "Start here: a column and a row",
            "a has a column of 4, b a row of 3. The column is repeated 3 times and the row 4 times. Then both have the shape (4, 3), and their elements are added.",
        ),
        ExampleId::TrailingAxes => (
            "Trailing axes line up",
            "Sizes are compared from the last axis to the first. 1 and 1 are equal. 4 and 1: b stretches. 3 and 3 \
             are equal. b has no fourth axis from the end, so an axis of size 1 is inserted in front and \
             stretched to 5.",
        ),
        ExampleId::SameShape => (
            "The same shape on both sides",
            "Every axis has the same size in both operands. No axis is inserted and none stretches. Elements with \
             the same index are combined.",
        ),
        ExampleId::BothStretch => (
            "Both operands stretch",
            "Either operand can stretch along its own axes of size 1. Here a stretches from 1 to 3. b stretches \
             from 1 to 4, and its inserted axis from 1 to 5. The result has more elements than either operand.",
        ),
        ExampleId::VectorOfOne => (
            "A vector with one element",
            "Two axes of size 1 are inserted in front of a. Then a stretches to the sizes of b, 3 and 7. On the \
             middle axis both sizes are 1, so the result has size 1 there.",
        ),
        ExampleId::StretchTheShortOne => (
            "A shape of 1s never clashes",
            "Every axis of b has size 1 or is inserted, so b stretches to any size. All 40 elements of the result \
             use the single element of b.",
        ),
        ExampleId::ZeroDim => (
            "A number without axes",
            "A 0-dim tensor has one element and no axes. All axes are inserted with size 1 and then stretched. So \
             it broadcasts with any shape.",
        ),
        ExampleId::ThreeRowsSame => (
            "Both tables written out",
            "Both operands already have the shape of the result, so nothing stretches. Most of the 24 stored \
             numbers are repeated: a is constant along each row, and all rows of b are equal.",
        ),
        ExampleId::ThreeRowsVector => (
            "One row for all four rows",
            "Here b stores its row once. An axis is inserted in front and stretched to 4, so 0, 1, 2 is added to \
             every row of a. The result is the same as with both tables written out.",
        ),
        ExampleId::ThreeRowsBoth => (
            "A column and a row",
            "The column stretches to 3 columns and the row stretches to 4 rows. The result is the same table \
             again. Only 7 numbers are stored instead of 24.",
        ),
        ExampleId::ValuesRow => (
            "One row shared by all rows",
            "b has no axis 0, and its axis of size 1 is on axis 1 of the result. It stretches along both. So 0, \
             1, 2 is added to each of the eight rows.",
        ),
        ExampleId::ValuesColumn => (
            "One column shared by both blocks",
            "b is a column of four. Its axis of size 1 stretches along the rows and its inserted axis over the \
             two blocks. In both blocks 0 is added to row 0, 1 to row 1, and so on.",
        ),
        ExampleId::ValuesFourAxes => (
            "Eight matrices share one column",
            "The last two axes of a form eight matrices with three rows and two columns. The same column 0, 1, 2 \
             is added to each of them, after it stretches to two columns.",
        ),
        ExampleId::ValuesMiddleAxis => (
            "Stretching in the middle",
            "An axis of size 1 can be anywhere in a shape, not only at an end. b stretches along the third axis \
             and along the axis inserted in front. The sizes on the other two axes are equal.",
        ),
        ExampleId::ValuesFromTwo => (
            "Two numbers, 24 times",
            "b has only two elements, 2 and 3, along the last axis. It stretches along the three other axes. \
             Along the last axis of a, 2 is added to the first element and 3 to the second one.",
        ),
        ExampleId::ValuesEveryOther => (
            "Every other axis stretches",
            "On the first and third axes the sizes are equal. On the second and fourth axes b has size 1 and \
             stretches. Each of its six numbers, 2 to 7, is used for eight elements.",
        ),
        ExampleId::ValuesBothStretch => (
            "Each stretches where it has size 1",
            "Each operand has an axis of size 1 where the other one has a larger size. a stretches along its last \
             axis and b along its second. From 24 and 12 stored numbers the result has 48 elements.",
        ),
        ExampleId::FeatureMapsBias => (
            "One bias per channel",
            "The two 1s put the 32 of b on the channel axis. Without them, 32 would be on the same axis as the \
             width 14 and clash with it. 32 numbers are stored and 25,088 are shown.",
        ),
        ExampleId::FeatureMapsBiasWritten => (
            "The batch axis written out",
            "Here the leading axis of size 1 is written in the shape of b. Broadcasting would insert the same \
             axis, so the result does not change.",
        ),
        ExampleId::ImageToAll => (
            "One image for every feature map",
            "b has no batch axis and no channel axis. A missing axis means: the same for all of them. So its 196 \
             numbers are added to each of the 128 feature maps.",
        ),
        ExampleId::ImagePlane => (
            "One plane for every channel",
            "Two axes are inserted in front and stretched to 4 and 3. The same 1,024 values are used for all 12 \
             planes: three channels in each of four images.",
        ),
        ExampleId::ImageChannels => (
            "One value per channel",
            "The two 1s at the end put the 3 on the channel axis. Without them, 3 would be on the same axis as \
             the width 32. Each value is used for all 1,024 pixels of its channel in all four images.",
        ),
        ExampleId::ImageOneValue => (
            "One value for everything",
            "All four axes of b have size 1 and stretch. One stored number is used for 12,288 elements. A 0-dim \
             tensor does the same: its missing axes are inserted with size 1.",
        ),
        ExampleId::ScoresEveryone => (
            "Five points for every student",
            "5.0 has no axes. It is the same for every class, every student and every score. One number is stored \
             instead of 1,024.",
        ),
        ExampleId::ScoresEveryoneVector => (
            "One bonus as a vector of one",
            "The only axis of b is on the score axis and stretches from 1 to 8. The axes for student and class \
             are inserted. As with a plain number, one element is used for all 1,024.",
        ),
        ExampleId::ScoresPerSubject => (
            "One bonus per subject",
            "b has only the score axis. It has no class axis and no student axis, which means: the same for all \
             of them. Every student of every class gets the same eight bonuses.",
        ),
        ExampleId::ScoresPerStudent => (
            "One bonus per student",
            "The axis of size 1 is on the score axis: each bonus is used for all eight scores. Without it, 32 \
             would be on the score axis and clash with 8. Axes are matched by position. Names are only for the \
             reader.",
        ),
        ExampleId::ClashInTheMiddle => (
            "A clash in the middle",
            "On axis 1 the sizes are 2 and 3. They are not equal and neither is 1. One such axis is enough: the \
             shapes do not broadcast, although all other axes agree.",
        ),
        ExampleId::ClashLikewise => (
            "The same 3 on another axis",
            "Both shapes contain a 3, but on different axes. Shapes line up at the last axis, so the 3 of b is on \
             the same axis as a 2. Broadcasting never moves an axis to find an equal size.",
        ),
        ExampleId::AnotherBatchSize => (
            "A different batch size",
            "The batch axis exists in both operands, with sizes 4 and 2. They are not equal and neither is 1. It \
             does not matter that 4 is a multiple of 2.",
        ),
        ExampleId::EmptyAgainstThree => (
            "Size 0 against size 3",
            "An axis of size 0 follows the same rule as every axis: it agrees only with size 0 or size 1. Here \
             the other size is 3, so the shapes clash.",
        ),
        ExampleId::EmptyAgainstTwo => (
            "Size 0 against size 2",
            "a is empty, but it has an axis: one axis of size 0. 0 and 2 are not equal and neither is 1. So there \
             is no result, not even an empty one.",
        ),
        ExampleId::EmptyWithOne => (
            "A size of 1 becomes 0",
            "An axis of size 1 takes the other size, even if that is 0. The result has one axis and no elements. \
             This is not an error.",
        ),
        ExampleId::EmptyWithMatrix => (
            "Three axes and no elements",
            "The last axis of b changes from 1 to 0, and two axes are inserted in front of a. b stores 35 \
             elements. The result has no elements, but it has all three axes.",
        ),
        ExampleId::NotInPlaceGrows => (
            "A new result can be larger",
            "a + b makes a new tensor, so both operands can stretch. The result has 63 elements and a still has \
             3. The next example does the same addition in place.",
        ),
        ExampleId::InPlaceCannotGrow => (
            "In place, a cannot grow",
            "The sum has 63 elements, but a has memory for 3. In place, only b can stretch: a must already have \
             the shape of the result. To make a new tensor, write a = a + b.",
        ),
        ExampleId::InPlaceChannel => (
            "Three channel values, one channel",
            "In place, a keeps its one channel, but the result of a 1-channel image and three values has three. \
             Use one value for the one channel. Or make three channels first: a = a.repeat(3, 1, 1) in PyTorch.",
        ),
        ExampleId::PitfallWrongLoss => (
            "Why is the loss wrong?",
            "A column of predictions minus a vector of targets subtracts every target from every prediction. Both \
             contain 0 to 3 here, but only the diagonal is 0. Write a - b[:, None], or a.squeeze(-1) - b.",
        ),
        ExampleId::PitfallWrongLossHuge => (
            "Why does the loss run out of memory?",
            "50,000 differences are needed, but 2.5 billion are computed: 10 GB in float32 and 20 GB in float64. \
             More memory is not the solution. The shape has to change: a - b[:, None].",
        ),
        ExampleId::PitfallZeroDim => (
            "Must a tensor have an axis?",
            "No. A 0-dim tensor has the shape (): no axes and one element. It broadcasts with every shape. Two \
             0-dim tensors give a 0-dim result.",
        ),
        ExampleId::PitfallLargerSize => (
            "Is the result the larger size?",
            "Not always: 1 and 0 give 0. An axis of size 1 takes the other size, whatever it is. So this result \
             has three rows without elements.",
        ),
        ExampleId::PitfallPerRow => (
            "Is a vector one value per row?",
            "No. Shapes line up at the last axis, so the 3 of b is on the same axis as the 4 columns. For one \
             value per row, add an axis of size 1 at the end: b[:, None] or b.unsqueeze(-1).",
        ),
        ExampleId::PitfallPerRowFixed => (
            "One value per row, correctly",
            "As a column, b has its 3 on the axis of the rows and stretches along each row. A mean over the last \
             axis keeps this shape with keepdims=True (in PyTorch keepdim=True).",
        ),
        ExampleId::PitfallNewAxisInFront => (
            "Which axis is the new one?",
            "Always the leading axis, whatever the sizes are. b becomes a row and is added to each of the four \
             rows. If a had the shape (3, 4), b would clash. b becomes a column only if you write b[:, None].",
        ),
        ExampleId::PitfallNoOuterProduct => (
            "Two vectors make an outer product?",
            "No. 3 and 4 are on the same axis and neither is 1, so nothing can stretch. To combine every pair of \
             elements, make one vector a column: a[:, None] * b or a.unsqueeze(-1) * b.",
        ),
        ExampleId::PitfallOuterProduct => (
            "The outer product, correctly",
            "The column stretches to four columns and the row to three rows. Each element of a is multiplied by \
             each element of b. Here the element in row i and column j is i times j.",
        ),
        ExampleId::PitfallInPlace => (
            "Can a += b make a larger?",
            "No. The result has two rows, but the memory of a has room for one. In place, only b can stretch. \
             Write a = a + b, or b += a if b may be changed.",
        ),
        ExampleId::PitfallSharedMemory => (
            "Can I write to an expanded view?",
            "No. If a is expanded to four columns, the four elements of a row share one position in memory. \
             a.expand(3, 4).add_(1) is an error in PyTorch, and NumPy's broadcast_to gives a read-only view. Copy \
             first: clone() or copy().",
        ),
        ExampleId::PitfallNeitherRowNorColumn => (
            "Is a vector a row or a column?",
            "Neither: it has one axis. Transposing it changes nothing, so a + a.T has three elements, not nine. \
             Write a[None, :] for a row and a[:, None] for a column.",
        ),
        ExampleId::PitfallNonSingleton => (
            "Dimension 2 of which tensor?",
            "Of neither operand. In PyTorch's message, \"at non-singleton dimension 2\" counts the axes of the \
             aligned shapes from 0. There the sizes are 3 and 2. a itself has no axis 2.",
        ),
        ExampleId::PitfallNotMatmul => (
            "Is * the matrix product?",
            "No. * multiplies element by element, so the shapes must broadcast, and 3 and 2 clash. The matrix \
             product is a @ b. Here it has two rows and two columns.",
        ),
        ExampleId::PitfallNoCopy => (
            "Does stretching copy memory?",
            "No. A stretched axis has stride 0, so every step along it reads the same position in memory. 3 \
             stored numbers are read as 3,000,000 elements. Only the result needs new memory.",
        ),
        ExampleId::PitfallFirstAxes => (
            "Do the first axes line up?",
            "In Julia and MATLAB they do, and these shapes broadcast there. In NumPy and PyTorch the last axes \
             line up, and 4 and 2 clash. Add the axis yourself: a[:, :, None] or a.unsqueeze(-1).",
        ),
        ExampleId::PitfallExistingAxis => (
            "Can 2 stretch to 4?",
            "No. Only an axis of size 1 stretches. Other sizes are never repeated, even if one is a multiple of \
             the other. To repeat the elements, write np.tile(a, (1, 2)), or a.repeat(1, 2) in PyTorch.",
        ),
        ExampleId::PitfallRankPromotion => (
            "No error, so it must be right?",
            "Not always. a becomes a row without a message. If one value per row was meant, the square shape \
             hides the mistake: write a[:, None]. JAX can report such cases: jax_numpy_rank_promotion = \"raise\".",
        ),
    }
}
