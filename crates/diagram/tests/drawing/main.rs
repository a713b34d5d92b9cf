//! What is drawn: layouts, frames, and what holds for the diagram of any operation.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod buffers;
mod diagrams;
mod faults;
mod frames;
mod known;
mod layouts;
mod miniatures;
mod scenes;
