//! The equation row: the operands as inputs or as one line, and the result; and what is said of them.

pub(super) mod diagnostics;
pub(super) mod failure;
pub(super) mod field_parts;
pub(super) mod fields;
pub(super) mod late;
pub(super) mod options;
pub(super) mod summary;
pub(super) mod verdict;
