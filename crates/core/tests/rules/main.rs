//! The rules against recorded answers of NumPy and PyTorch, and the laws of broadcasting with random shapes.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod answers;
mod element_types;
mod gradients;
mod laws;
#[path = "../../examples/library_answers.rs"]
#[expect(dead_code, reason = "as a test it has no use for its own main")]
mod library_answers;
mod products;
mod support;
