//! Exceptions that are none, and some that are: `tests/vectors/exceptions.txt`, whose answers were written before the rules.

use tensor_broadcasting::library::Library;
use tensor_reader::{Reading, read_open_program, read_program};

/// The programs: what begins with `=== ` is the name of the next one.
const PROGRAMS: &str = include_str!("../vectors/exceptions.txt");

/// How what is told differs from an answer; `None` where it does not.
fn difference(reading: &Reading, answer: &str) -> Option<String> {
    let errors = || reading.error.iter().chain(&reading.next_error);
    if answer == "no exception" {
        return errors().next().map(|error| format!("{}: {}: {}", error.line, error.kind, error.message));
    }
    if let Some((line, shape)) = answer.strip_prefix("line ").and_then(|answer| answer.split_once(' ')) {
        let is_told = |inlay: &tensor_reader::Inlay| inlay.line.to_string() == line && inlay.shape.to_string() == shape;
        return (!reading.inlays.iter().any(is_told)).then(|| format!("{answer} is not told"));
    }
    let first = errors().next().map(|error| format!("{} {}: {}", error.line, error.kind, error.message));
    // What may be left untold.
    let (answer, may_lack) = answer.strip_prefix("not told: ").map_or((answer, false), |answer| (answer, true));
    let is_right = first.as_deref().map_or(may_lack, |first| first == answer);
    (!is_right).then(|| format!("{first:?} instead of {answer}"))
}

#[test]
fn no_exception_is_told_that_is_none() {
    let mut wrong = Vec::new();
    let programs = PROGRAMS.split("\n=== ").skip(1);
    let count = programs.clone().count();
    for program in programs {
        let (name, rest) = program.split_once('\n').expect("a name");
        let (answers, lines): (Vec<&str>, Vec<&str>) = rest.lines().partition(|line| line.starts_with("= "));
        let text = lines.join("\n");
        let library = if text.contains("torch") { Library::PyTorch } else { Library::NumPy };
        for reading in [read_program(&text, library), read_open_program(&text, library)] {
            let found = answers.iter().find_map(|answer| difference(&reading, answer.trim_start_matches("= ")));
            if let Some(found) = found {
                wrong.push(format!("{name}: {found}"));
                break;
            }
        }
    }
    println!("{} of {count} programs are told wrongly", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
