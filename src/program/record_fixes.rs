//! The fixes of an operation of a recorded run.
//!
//! Where the reader makes the same operation of the text, with the shapes that were recorded, the fixes are those of the text: the whole program
//! is read again. Elsewhere only the statement is read, after lines that give its names the shapes that they had, so a fix is checked on shapes
//! alone.

use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_reader::{ProgramOperation, is_part_of_word};

use super::fix::ProgramFix;
use super::record::Record;
use super::{Fixes, ListedOperation, Program, Read};

/// The start of a statement of a function that has no meaning outside of it, and what stands in its place.
const RETURN: [&str; 2] = ["return ", "returned = "];

/// What reads a changed program and finds its fixes: functions of the chunks `reader` and `changes`, which are given because the chunk `record` calls
/// them and does not hold them.
#[derive(Debug, Clone, Copy)]
pub struct Reread {
    /// Reads a program.
    pub read: Read,
    /// [`program_fixes`](super::program_fixes).
    pub fixes: Fixes,
}

impl Reread {
    fn program(self, code: &str, library: Library) -> Program {
        (self.read)(code, library, None)
    }

    fn fixes_of(self, program: &Program, code: &str, library: Library, operation: Option<usize>) -> Vec<ProgramFix> {
        (self.fixes)(program, code, library, operation, self.read)
    }
}

/// The fixes of an operation of a recorded program, or of the exception that ends it; see [`program_fixes`](super::program_fixes).
#[must_use]
pub fn record_fixes(program: &Program, record: &Record, operation: Option<usize>, reread: Reread) -> Vec<ProgramFix> {
    let library = record.reading.library;
    let whole = reread.program(&record.text, library);
    let Some(listed) = operation.and_then(|index| program.operations.get(index)) else {
        let place = |program: &Program| program.reading.error.as_ref().map(|error| (error.line, error.message.clone()));
        let is_same = place(&whole) == place(program);
        return if is_same { reread.fixes_of(&whole, &record.text, library, None) } else { Vec::new() };
    };
    let is_it = |other: &ListedOperation| other.operation.span == listed.operation.span && meets_as(other, listed);
    match whole.operations.iter().position(is_it) {
        Some(index) => reread.fixes_of(&whole, &record.text, library, Some(index)),
        None => {
            Alone::of(record, &listed.operation).map(|alone| alone.fixes(record, listed, reread)).unwrap_or_default()
        }
    }
}

/// Whether two operations have operands of the same shapes, and end in the same way.
fn meets_as(one: &ListedOperation, other: &ListedOperation) -> bool {
    shapes(&one.operation) == shapes(&other.operation) && one.error.is_some() == other.error.is_some()
}

fn shapes(operation: &ProgramOperation) -> Vec<&Shape> {
    operation.operands.iter().map(|operand| operand.operand.shape()).listed()
}

/// A statement that is read without the rest of its program.
struct Alone {
    /// Imports, and a line for each name.
    before: Vec<String>,
    /// Its lines, without the indentation of the first one.
    lines: Vec<String>,
    /// The number of its first line in the program, counted from 0.
    first: usize,
    /// The indentation of the first line.
    indentation: String,
}

impl Alone {
    /// The statement of an operation; `None` where it is not in the text.
    fn of(record: &Record, operation: &ProgramOperation) -> Option<Self> {
        let lines = record.text.split('\n').listed();
        let ends = record.text.chars().take(operation.span.end).filter(|&c| c == '\n').count();
        let first = operation.line.checked_sub(1)?;
        let statement = lines.get(first..=ends.max(first))?;
        let start = statement.first()?;
        let indentation: String = start.chars().take_while(|c| c.is_whitespace()).collect();
        let mut alone: Vec<String> = statement.iter().map(|line| (*line).to_owned()).listed();
        let begun = alone.first_mut()?;
        *begun = begun.trim_start().to_owned();
        if let Some(rest) = begun.strip_prefix(RETURN[0]) {
            *begun = [RETURN[1], rest].concat();
        }
        let imports = lines.iter().filter(|line| line.starts_with("import ") || line.starts_with("from "));
        let mut before: Vec<String> = imports.map(|line| (*line).to_owned()).listed();
        for (name, shape) in names(record, operation, &alone.join("\n")) {
            before.push(made(&name, &shape, record.reading.library));
        }
        Some(Self { before, lines: alone, first, indentation })
    }

    fn fixes(&self, record: &Record, listed: &ListedOperation, reread: Reread) -> Vec<ProgramFix> {
        let (code, library) = ([self.before.join("\n"), self.lines.join("\n")].join("\n"), record.reading.library);
        let program = reread.program(&code, library);
        let is_it = |other: &ListedOperation| other.operation.line > self.before.len() && meets_as(other, listed);
        let Some(index) = program.operations.iter().position(is_it) else { return Vec::new() };
        let fixes = reread.fixes_of(&program, &code, library, Some(index));
        fixes.into_iter().filter_map(|fix| self.in_program(record, fix)).listed()
    }

    /// A fix of the statement as one of the program; `None` where it changes a line that only says a shape, or several lines.
    fn in_program(&self, record: &Record, fix: ProgramFix) -> Option<ProgramFix> {
        if !fix.also.is_empty() {
            return None;
        }
        let changed = fix.line.checked_sub(self.before.len() + 1)?;
        let number = self.first + changed;
        let as_it_was = |line: &str| match line.strip_prefix(RETURN[1]) {
            Some(rest) if changed == 0 => [RETURN[0], rest].concat(),
            _ => line.to_owned(),
        };
        let line = as_it_was(fix.code.split('\n').nth(fix.line - 1)?);
        let line = if changed == 0 { [self.indentation.as_str(), &line].concat() } else { line };
        let mut lines: Vec<&str> = record.text.split('\n').listed();
        *lines.get_mut(number)? = &line;
        Some(ProgramFix {
            code: lines.join("\n"),
            line: number + 1,
            before: as_it_was(&fix.before),
            after: as_it_was(&fix.after),
            ..fix
        })
    }
}

/// The names in a statement whose shapes are known, with these: operands, and what was bound last above the end of the statement.
fn names(record: &Record, operation: &ProgramOperation, statement: &str) -> Vec<(String, Shape)> {
    let mut names: Vec<(String, Shape)> = Vec::new();
    for operand in operation.operands.iter().filter(|operand| operand.text.chars().all(is_part_of_word)) {
        names.push((operand.text.clone(), operand.operand.shape().clone()));
    }
    let is_used = |name: &str| statement.split(|c| !is_part_of_word(c)).any(|word| word == name);
    let above = |inlay: &&tensor_reader::Inlay| inlay.line < operation.line;
    for inlay in record.reading.inlays.iter().filter(above).rev() {
        if let Some(name) = inlay.name.as_deref()
            && is_used(name)
            && names.iter().all(|(known, _)| known != name)
        {
            names.push((name.to_owned(), inlay.shape.clone()));
        }
    }
    names
}

/// A line that makes a tensor of a shape.
fn made(name: &str, shape: &Shape, library: Library) -> String {
    let module = match library {
        Library::PyTorch => "torch",
        Library::NumPy => "numpy",
    };
    let sizes = shape.iter().map(u64::to_string).listed().join(", ");
    format!("import {module}; {name} = {module}.zeros([{sizes}])")
}
