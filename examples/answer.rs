//! Gives the answers of a library: reads one JSON object a line from standard input, writes one a line to standard output.
//!
//! ```text
//! $ echo '{"call": "add", "library": "torch", "a": [5,2,4,1], "b": [3,1,1]}' | cargo run --quiet --example answer
//! {"error":"The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"}
//! ```
//!
//! It answers all calls of `crates/core/examples/library_answers.rs`, which lists their fields, and one more:
//!
//! | call | fields | answer |
//! |---|---|---|
//! | `program` | `text` | `{"names", "operations", "warnings", "unread"?, "error"?, "next_error"?}`, as `Reading::to_json` says; `"mistakes": [{"line", "fixes"}]`, what is probably a mistake and raises no exception; `"fixes"` of the exception. A fix is `{"line", "text", "also"?}`: the changed line, and other changed lines |
#![allow(clippy::print_stdout, reason = "a command-line program writes to its streams")]

use std::io::{BufRead as _, Write as _};

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::program::{Program, ProgramFix, all_fixes};
use broadcast_visualizer::state::program_answer;
use serde_json::{Value, json};
use tensor_broadcasting::library::Library;
use tensor_reader::{read_open_program, read_program};

#[path = "../crates/core/examples/library_answers.rs"]
#[expect(dead_code, reason = "an example of its own")]
mod library_answers;

fn main() -> std::io::Result<()> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(output, "{}", answer(&line))?;
        }
    }
    output.flush()
}

/// Answers one line.
pub(crate) fn answer(line: &str) -> Value {
    let request: Value = serde_json::from_str(line).unwrap_or_default();
    if request["call"] != "program" {
        return library_answers::answer(line);
    }
    let library = match request["library"].as_str() {
        Some("torch" | "pytorch") => Library::PyTorch,
        Some("numpy") => Library::NumPy,
        _ => return json!({"bad_request": "`library` is torch or numpy"}),
    };
    let Some(text) = request["text"].as_str() else { return json!({"bad_request": "`text` is missing"}) };
    let answer = program_answer(&read_program(text, library), Locale::En);
    let mut answer: Value =
        serde_json::from_str(&answer).unwrap_or_else(|error| json!({"bad_request": error.to_string()}));
    let read = |text: &str, library, chosen| Program::new(read_open_program(text, library), chosen);
    let all_fixes = all_fixes(&read(text, library, None), text, library, read);
    let mistakes = all_fixes.mistakes.iter().map(|(line, fixes)| json!({"line": line, "fixes": lines(fixes)}));
    answer["mistakes"] = mistakes.collect();
    answer["fixes"] = lines(&all_fixes.fixes);
    answer
}

/// The first line that each fix changes, and the others.
fn lines(fixes: &[ProgramFix]) -> Value {
    let line = |line: usize, text: &str| json!({"line": line, "text": text});
    let fix = |fix: &ProgramFix| {
        let mut changed = line(fix.line, &fix.after);
        if !fix.also.is_empty() {
            changed["also"] = fix.also.iter().map(|also| line(also.line, &also.after)).collect();
        }
        changed
    };
    fixes.iter().map(fix).collect()
}
