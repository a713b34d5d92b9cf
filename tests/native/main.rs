//! The page natively: everything but its components, which `tests/browser.rs` tests in a browser.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod added_calls;
mod allocations;
mod animated;
#[path = "../../examples/answer.rs"]
#[expect(dead_code, reason = "the example's own main")]
mod answer;
mod clock;
mod code;
mod diagnostics;
mod drawn_operations;
mod examples;
mod fields;
#[path = "../../examples/figure.rs"]
#[expect(dead_code, reason = "the example's own main")]
mod figure;
mod fixes;
mod fuzz;
#[path = "../../examples/gallery.rs"]
#[expect(dead_code, reason = "the example's own main")]
mod gallery;
mod gestures;
mod gradient_chapter;
mod languages;
mod links;
mod mistakes;
mod model;
mod open_programs;
mod pictures;
mod practice;
mod practice_fair;
mod practice_sets;
mod practice_solver;
mod predict;
mod products;
mod programs;
mod readme;
mod records;
#[path = "../../crates/diagram/tests/drawing/scenes.rs"]
mod scenes;
mod schema;
mod set_files;
mod stage;
mod steps;
mod structure;
mod support;
#[path = "../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "its own crate exports them")]
mod target;
mod teaching;
mod types;
mod undo;
mod untold;
#[path = "../../crates/core/tests/rules/support.rs"]
mod vectors;
mod vocabulary;
mod where_function;
