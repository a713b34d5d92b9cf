//! What is read, against CPython, NumPy and PyTorch.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "the counts are printed")]

mod answers;
mod documents;
mod dump;
mod exceptions;
mod expressions;
mod messages;
mod notations;
mod operands;
mod pasted_programs;
mod program_answers;
mod program_strides;
mod program_values;
mod read_in_part;
mod reader;
#[path = "../../../core/tests/rules/support.rs"]
mod support;
mod syntax;
mod unknown_parts;
