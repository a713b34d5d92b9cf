//! Holds only the tests in `tests/trees.rs`.
