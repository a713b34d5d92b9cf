//! Programs as people paste them, with files, plots, other libraries and command lines that are not there
//! (`tests/vectors/pasted_programs.jsonl.gz`): what the real libraries do at the line that matters is told, though other lines are not
//! read.
//!
//! `cargo test -p tensor-reader pasted -- --nocapture` lists those where it is not told.
#![allow(clippy::print_stdout, reason = "what is not told is printed")]

use crate::support::vectors;
use serde_json::{Value, json};
use tensor_broadcasting::library::Library;
use tensor_reader::read_open_program;

/// Of the 60 programs, the line that matters is told in so many.
const TOLD: usize = 54;

#[test]
fn the_line_that_matters_is_told() {
    let programs = vectors::<Value>("pasted_programs");
    let (mut told, mut wrong) = (0, Vec::new());
    for program in &programs {
        let text = program["code"].as_str().expect("a program");
        let library = if program["library"] == "numpy" { Library::NumPy } else { Library::PyTorch };
        let reading = read_open_program(text, library);
        let (line, expected) = (program["line"].as_u64().expect("a line") as usize, &program["expect"]);
        let errors = || reading.error.iter().chain(&reading.next_error);
        let is_told = if expected["error"].is_object() {
            let is_it = |kind: &str, message: &str| expected["error"] == json!({"type": kind, "message": message});
            errors().any(|error| error.line == line && is_it(&error.kind, error.message.trim_end()))
        } else if let Some(operation) = expected["operation"].as_object() {
            let shapes = |done: &tensor_reader::ProgramOperation| {
                json!(done.operands.iter().map(|operand| operand.operand.shape().to_vec()).collect::<Vec<_>>())
            };
            let mut done = reading.operations.iter().filter(|done| done.line == line);
            done.any(|done| operation["name"] == *done.name && operation["operands"] == shapes(done))
        } else {
            let mut inlays = reading.inlays.iter().filter(|inlay| inlay.line == line);
            inlays.any(|inlay| json!(inlay.shape.to_vec()) == expected["shape"])
        };
        // What is told without a condition is what happens.
        let is_wrong = |error: &tensor_reader::ProgramError| {
            let is_syntax = program["syntax"]["message"] == json!(error.message);
            error.only_if.is_empty() && !is_syntax && (expected["error"].is_null() || error.line != line)
        };
        wrong.extend(errors().filter(|error| is_wrong(error)).map(|error| format!("{}: {error:?}", program["id"])));
        told += usize::from(is_told);
        if !is_told {
            let unread: Vec<String> =
                reading.unread.iter().map(|unread| format!("{} {:?}", unread.line, unread.reason)).collect();
            println!("{}, line {line}: {expected}\n  not read: {}", program["id"], unread.join("; "));
        }
    }
    println!("{told} of {} are told", programs.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(told >= TOLD, "only {told} of {} are told", programs.len());
}
