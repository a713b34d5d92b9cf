//! What is said at the lines of a program: shapes, marks of operations and operands, exceptions, probable mistakes with their fixes, lines that are
//! not read, and the form for names without a value.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use super::ProgramProps;
use super::lines::Lines;
use super::words::{condition, message, said};
use crate::diagnostics::Warning;
use crate::i18n::{Label, Locale, ProgramText, WorkMessage, operation_line};
use crate::program::{CHANGES, Code, ListedOperation, PYTHON, Program};
use crate::state::{Action, dtype_of};
use crate::ui::parts::text::{has, label, work_text};
use crate::ui::program::asked::asked_form;
use crate::ui::program::editor::{Block, Notes, Sign};
use crate::ui::program::fixes::program_fixes;
use tensor_broadcasting::{OperandId, Operation};
use tensor_reader::syntax::PartKind;
use tensor_reader::{Inlay, Operand, ProgramError, Reading, is_part_of_word};

/// All that is said of a program at its lines.
pub(super) fn notes(props: &ProgramProps, lines: &Lines) -> Notes {
    let ProgramProps { code: Code { text: code, .. }, analysis, typing, locale, dispatch, .. } = props;
    let locale = *locale;
    let mut notes = Notes::default();
    if let Some(python) = PYTHON.get() {
        let class = |kind| match kind {
            PartKind::Keyword => "keyword",
            PartKind::Number => "number",
            PartKind::Text => "text",
            PartKind::Comment => "comment",
        };
        notes.marks = (python.parts)(code).into_iter().map(|(range, kind)| (range, class(kind))).listed();
    }
    let Some(program) = analysis.program.as_deref() else { return notes };
    notes.inlays = inlays(&program.reading);
    for index in program.choices() {
        note_operation(&mut notes, props, program, index, lines);
    }
    let (error, next) = (program.reading.error.as_ref(), program.reading.next_error.as_ref());
    for error in error.into_iter().chain(next).filter(|error| !is_listed(error, program)) {
        notes.marks.push((error.span.clone(), "bad"));
        notes.lines.push((error.line, "failing"));
        notes.sign(error.line, "✗", "bad", said(locale, ProgramText::Fails));
        let fixes = program_fixes(props, program, None, lines.last(&error.span));
        notes.below(lines.last(&error.span), exception(error, fixes, locale));
    }
    for unread in &program.reading.unread {
        notes.lines.push((unread.line, "unread"));
        notes.sign(unread.line, "?", "unread", said(locale, ProgramText::NotRead(unread.line, &unread.reason)));
    }
    for note in &program.reading.notes {
        let words = said(locale, ProgramText::Note(note));
        if note.is_mistake() {
            notes.lines.push((note.line, "probable"));
            notes.sign(note.line, "!", "doubtful", said(locale, ProgramText::Doubtful));
            notes.below(
                note.line,
                html! { <div class="doubtful"><p><b>{ label(locale, Label::ProbableMistake) }</b>{ " " }{ words }</p></div> },
            );
        } else {
            notes.below(note.line, html! { <p class="note">{ words }</p> });
        }
    }
    for warning in &program.reading.warnings {
        notes.below(warning.line, html! { <p class="note">{ said(locale, ProgramText::Warning(warning)) }</p> });
    }
    if let (Some(place), None, false) = (program.uncalled, error, typing) {
        notes.below(lines.number(place), uncalled(props, program, place));
    }
    // Who has forgotten a bracket is not asked for a shape.
    let is_python = error.is_none_or(|error| error.kind != "SyntaxError");
    if let Some(first) = program.reading.asked.first().filter(|_| is_python) {
        notes.below(line_of_name(code, &first.name), asked_form(&program.reading.asked, locale, dispatch));
    }
    // In the order of the lines; a sort would add more code than the rest of this.
    let mut blocks = std::mem::take(&mut notes.blocks);
    while let Some(first) = (0..blocks.len()).min_by_key(|&at| blocks[at].line) {
        notes.blocks.push(blocks.remove(first));
    }
    notes
}

impl Notes {
    /// Puts a sign into the margin of a line. The first one stays.
    fn sign(&mut self, line: usize, sign: &'static str, class: &'static str, title: String) {
        if self.signs.iter().all(|known: &Sign| known.0 != line) {
            self.signs.push((line, sign, class, title));
        }
    }

    fn below(&mut self, line: usize, content: Html) {
        self.blocks.push(Block { line, content });
    }
}

/// That nothing calls the definition at a place, with the button that writes a call.
fn uncalled(props: &ProgramProps, program: &Program, place: usize) -> Html {
    let ProgramProps { code: Code { text: code, .. }, locale, dispatch, .. } = props;
    let definition: String = code.chars().skip(place).take_while(|c| !"(:\n".contains(*c)).collect();
    let name = definition.split_whitespace().last().unwrap_or_default();
    let (code, library, dispatch) = (code.clone(), program.reading.library, dispatch.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        let (Some(python), Some(changes)) = (PYTHON.get(), CHANGES.get()) else { return };
        let Some(uncalled) = (python.uncalled)(&code) else { return };
        dispatch.emit(Action::OpenCode((changes.with_call)(&code, library, &uncalled, python.read_program)));
    });
    html! {
        <p class="note">
            { said(*locale, ProgramText::Uncalled(name)) }{ " " }
            <button type="button" {onclick}>{ said(*locale, ProgramText::AddCall) }</button>
        </p>
    }
}

/// Whether an exception is that of an operation that can be chosen.
fn is_listed(error: &ProgramError, program: &Program) -> bool {
    let operation = error.operation.as_deref();
    operation.is_some_and(|operation| {
        let same = |listed: &ListedOperation| listed.error.is_some() && listed.operation == *operation;
        program.operations.iter().any(same)
    })
}

/// What is said of an operation: its marks where it is shown, and how it fails or why it is probably a mistake.
fn note_operation(notes: &mut Notes, props: &ProgramProps, program: &Program, index: usize, lines: &Lines) {
    let (listed, locale, library) = (&program.operations[index], props.locale, props.library);
    let operation = &listed.operation;
    let is_shown = program.shown == Some(index);
    let (first, last) = (lines.number(operation.span.start), lines.last(&operation.span));
    let doubt = listed.warning.as_ref().filter(|warning| warning.is_mistake());
    let class = match (&listed.error, doubt) {
        (Some(_), _) => "bad",
        (None, Some(_)) => "doubtful",
        (None, None) => "good",
    };
    if is_shown {
        notes.marks.push((operation.span.clone(), class));
        for (id, operand) in OperandId::ALL.into_iter().zip(&operation.operands) {
            notes.marks.push((operand.span.clone(), id.name()));
        }
        notes.lines.extend((first..=last).map(|line| (line, "shown")));
    } else if class != "good" {
        notes.marks.push((operation.span.clone(), class));
    }
    let fixes = || if is_shown { program_fixes(props, program, Some(index), last) } else { Html::default() };
    if let Some(error) = &listed.error {
        notes.sign(first, "✗", "bad", said(locale, ProgramText::Fails));
        notes.lines.extend((first..=last).map(|line| (line, "failing")));
        let ends = program.reading.error.iter().chain(&program.reading.next_error);
        let ends = ends.into_iter().find(|error| error.operation.as_deref() == Some(operation));
        let content = match ends {
            Some(error) => exception(error, fixes(), locale),
            // The program handles it.
            None => html! { <div class="bad"><p class="message">{ error.to_string() }</p>{ fixes() }</div> },
        };
        notes.below(last, content);
    } else if let Some(warning) = doubt {
        notes.sign(first, "!", "doubtful", said(locale, ProgramText::Doubtful));
        notes.lines.extend((first..=last).map(|line| (line, "probable")));
        // Of the one that is shown, the line above the picture has the operator and the shapes.
        let said = match &props.analysis.operation {
            Some(drawn) if is_shown => {
                let read = props.analysis.operands.as_slice().iter().flatten().listed();
                let dtype = dtype_of(&read, props.dtype, library);
                work_text(locale, WorkMessage::WarningText(warning, drawn, dtype))
            }
            _ => doubt_about(listed, warning, props).into(),
        };
        notes.below(
            last,
            html! {
                <div class="doubtful">
                    <p><b>{ label(locale, Label::ProbableMistake) }</b>{ " " }{ said }{ condition(&operation.only_if, locale) }</p>
                    { fixes() }
                </div>
            },
        );
    }
}

/// The longest text of an operand that is its name in a sentence, in characters.
const LONGEST_NAME: usize = 24;

/// An operation that is probably a mistake, and why: `pred (32, 1) − target (32,) → (32, 32). …`.
fn doubt_about(listed: &ListedOperation, warning: &Warning, props: &ProgramProps) -> String {
    let (library, locale) = (props.library, props.locale);
    let (Some(operands), Some(combination)) = (listed.operands(), listed.combination()) else { return String::new() };
    let read: Vec<&Operand> = operands.as_slice().iter().listed();
    let tensors = read.iter().map(|operand| operand.tensor.clone()).listed();
    let names = OperandId::ALL.into_iter().zip(&listed.operation.operands).map(|(id, operand)| {
        let is_short = operand.text.chars().count() <= LONGEST_NAME && !has(&operand.text, b'\n');
        let is_name = is_short && !operand.text.is_empty();
        if is_name { operand.text.clone() } else { id.name().to_owned() }
    });
    let drawn = Operation::combined(tensors.into(), combination, library.arithmetic());
    let drawn = drawn.with_names(names.listed().into());
    let why = locale.work_message(WorkMessage::WarningText(warning, &drawn, dtype_of(&read, props.dtype, library)));
    locale.joined(&format!("{} → {}", operation_line(&drawn), warning.result), &why)
}

/// An exception as Python ends with it, on which lines it depends, which line has called the function that raises it, and its fixes.
fn exception(error: &ProgramError, fixes: Html, locale: Locale) -> Html {
    html! {
        <div class="bad">
            <p class="message">{ message(error) }</p>
            if let Some(line) = error.call_line.filter(|&line| line != error.line) {
                <p class="from">{ said(locale, ProgramText::CalledFrom(line)) }</p>
            }
            { condition(&error.only_if, locale) }
            { fixes }
        </div>
    }
}

/// The shapes after lines. A statement that binds several names shows them all; of a line that is executed several times, it is the last.
fn inlays(reading: &Reading) -> Vec<(usize, String)> {
    let mut shown: Vec<(usize, String)> = Vec::new();
    for inlay in &reading.inlays {
        if shown.iter().any(|(line, _)| *line == inlay.line) {
            continue;
        }
        let of_line: Vec<&Inlay> = reading.inlays.iter().filter(|other| other.line == inlay.line).listed();
        let mut names: Vec<&Option<String>> = of_line.iter().map(|inlay| &inlay.name).listed();
        names.dedup();
        let count = names.len().max(1);
        let last = of_line.iter().rev().take(count).rev().map(|inlay| inlay.shape.to_string());
        shown.push((inlay.line, if count > 1 { last.collect::<Vec<_>>().join(" ") } else { last.collect() }));
    }
    shown
}

/// The first line that has a name as a word, counted from 1.
fn line_of_name(code: &str, name: &str) -> usize {
    let has = |line: &str| line.split(|c| !is_part_of_word(c)).any(|word| word == name);
    code.lines().position(has).map_or(1, |line| line + 1)
}
