//! The programs of `tests/programs`, which describe the reader: what is said of each line stands beside it.
//!
//! `tests/programs/README.md` says how a mark is written. `UPDATE_PROGRAMS=1 cargo test -p tensor-reader documents` writes the marks, and
//! `tests/programs/check.py` compares them with the libraries and with CPython.

use std::fs;
use std::path::{Path, PathBuf};

use tensor_broadcasting::library::Library;
use tensor_reader::{NoteKind, ProgramError, Reading, UnreadableReason, read_open_program, read_program};

/// What stands before a mark.
const MARK: &str = "#>";

/// The longest line that a mark may stand in; a longer one stands below the line.
const MAX_LINE_CHARS: usize = 110;

/// The folder whose programs are read with what is not given: sizes and tensors without a value, functions that nothing calls.
const OPEN: &str = "unknown-lines";

/// The folder whose marks have the types of the elements.
const TYPED: &str = "types";

/// A part of a document.
enum Part {
    /// A line of text.
    Text(String),
    /// A program: the number of the line before it, its lines, and the marks of each.
    Program(usize, Vec<(String, Vec<String>)>),
}

/// The documents in a folder and in its folders, in the order of their names.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(documents(&path));
        } else if path.extension().is_some_and(|end| end == "md") && !path.ends_with("README.md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The parts of a document.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut is_program = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            is_program = line == "```python";
            parts.push(Part::Text(line.to_owned()));
            if is_program {
                parts.push(Part::Program(index + 1, Vec::new()));
            }
            continue;
        }
        let Some(Part::Program(_, lines)) = parts.last_mut().filter(|_| is_program) else {
            parts.push(Part::Text(line.to_owned()));
            continue;
        };
        let mut pieces = line.split(MARK);
        let code = pieces.next().unwrap_or_default().trim_end().to_owned();
        let marks = pieces.map(|mark| mark.trim().to_owned());
        match lines.last_mut().filter(|_| code.is_empty() && line.contains(MARK)) {
            Some((_, before)) => before.extend(marks),
            None => lines.push((code, marks.collect())),
        }
    }
    parts
}

/// The lines of a program with its marks.
fn written(lines: &[(String, Vec<String>)]) -> String {
    let chars = |text: &str| text.chars().count();
    let marked = lines.iter().filter(|(_, marks)| !marks.is_empty()).map(|(code, _)| chars(code));
    let width = marked.filter(|&chars| chars <= 60).max().unwrap_or(0);
    let mut text = String::new();
    for (code, marks) in lines {
        let mut line = code.clone();
        for mark in marks {
            let beside = format!("{line:<width$}  {MARK} {mark}");
            line = if chars(&beside) <= MAX_LINE_CHARS && !line.contains('\n') {
                beside
            } else {
                let indent: String = code.chars().take_while(|c| *c == ' ').collect();
                format!("{line}\n{indent}{MARK} {mark}")
            };
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// What is said of each line of a program.
fn said(reading: &Reading, lines: usize, is_typed: bool) -> Vec<Vec<String>> {
    let mut marks = vec![Vec::new(); lines];
    let mut say = |line: usize, mark: String| {
        if let Some(marks) = line.checked_sub(1).and_then(|line| marks.get_mut(line)) {
            marks.push(mark.replace('\n', "\\n"));
        }
    };
    for inlay in &reading.inlays {
        let of_line = reading.inlays.iter().filter(|other| other.line == inlay.line).count();
        let name = inlay.name.as_deref().filter(|_| of_line > 1).map(|name| format!("{name} ")).unwrap_or_default();
        let dtype = if is_typed { format!(" {}", inlay.dtype.name()) } else { String::new() };
        say(inlay.line, format!("{name}{}{dtype}", inlay.shape));
    }
    for note in &reading.notes {
        match &note.kind {
            NoteKind::Stated { stated, made: Some(made) } => {
                say(note.line, format!("stated {stated}, but it is {made}"))
            }
            NoteKind::Stated { stated, made: None } => say(note.line, format!("as stated {stated}")),
            NoteKind::KeepsOrder { call, instead } => say(note.line, format!("{call} keeps the order, {instead}")),
            NoteKind::Misplaced { axis, along, instead } => {
                say(note.line, format!("{axis} lies along {along}, {instead}"));
            }
            NoteKind::SplitOrder { product, instead } => say(note.line, format!("made as {product}, {instead}")),
            NoteKind::OverSamples => say(note.line, "over the samples".to_owned()),
        }
    }
    for warning in &reading.warnings {
        say(warning.line, format!("warning: {}: {}", warning.category, warning.message.trim_end()));
    }
    for (_, error) in &reading.handled {
        say(error.line, format!("handled: {}: {}", error.kind, error.message));
    }
    let mut say_error = |error: &ProgramError| {
        let perhaps = if error.only_if.is_empty() { "" } else { "perhaps " };
        say(error.line, format!("{perhaps}error: {}: {}", error.kind, error.message));
        if let Some(line) = error.call_line {
            say(line, format!("{perhaps}error in line {}", error.line));
        }
    };
    reading.error.iter().chain(&reading.next_error).for_each(&mut say_error);
    for unread in &reading.unread {
        say(unread.line, format!("not read: {}", reason(&unread.reason)));
    }
    for asked in &reading.asked {
        let size = asked.size.map_or_else(|| "a shape".to_owned(), |size| format!("a size, {size} here"));
        say(lines, format!("asks for {}: {size}", asked.name));
    }
    marks
}

/// The name of a reason, and what it is about.
fn reason(reason: &UnreadableReason) -> String {
    let kind = format!("{reason:?}");
    let kind = kind.split('(').next().unwrap_or_default();
    match reason {
        UnreadableReason::UnknownCall(name)
        | UnreadableReason::UnknownName(name)
        | UnreadableReason::Arguments(name) => format!("{kind} {name}"),
        _ => kind.to_owned(),
    }
}

#[test]
fn what_is_said_of_each_line_stands_beside_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let (mut programs, mut differences) = (0, Vec::new());
    for path in documents(&folder) {
        let text = fs::read_to_string(&path).expect("a document");
        let name = path.strip_prefix(&folder).expect("a path in the folder").display().to_string();
        let read = if name.starts_with(OPEN) { read_open_program } else { read_program };
        let mut renewed = String::new();
        for part in parts(&text) {
            let (before, mut lines) = match part {
                Part::Text(line) => {
                    renewed.push_str(&line);
                    renewed.push('\n');
                    continue;
                }
                Part::Program(before, lines) => (before, lines),
            };
            programs += 1;
            let code = lines.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>().join("\n");
            let is_torch = ["torch", "nn.", "F."].iter().any(|word| code.contains(word));
            let reading = read(&code, if is_torch { Library::PyTorch } else { Library::NumPy });
            let said = said(&reading, lines.len(), name.starts_with(TYPED));
            for (line, ((code, expected), said)) in lines.iter_mut().zip(said).enumerate() {
                if *expected != said {
                    let (said, expected) = (said.join(" | "), expected.join(" | "));
                    differences.push(format!(
                        "{name}, program after line {before}, its line {}: {code}\n  said:     {said}\n  expected: {expected}",
                        line + 1
                    ));
                }
                *expected = said;
            }
            renewed.push_str(&written(&lines));
        }
        if std::env::var_os("UPDATE_PROGRAMS").is_some() && renewed != text {
            fs::write(&path, renewed).expect("the document is written");
        }
    }
    println!("{programs} programs");
    let is_updated = std::env::var_os("UPDATE_PROGRAMS").is_some();
    assert!(is_updated || differences.is_empty(), "{} lines differ\n{}", differences.len(), differences.join("\n"));
    assert!(programs > 100, "only {programs} programs are found");
}
