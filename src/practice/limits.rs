//! How large a teacher's set may be.

/// The largest number of steps.
pub const MAX_STEPS: usize = 50;

/// The longest title, in characters.
pub const MAX_TITLE: usize = 200;

/// The longest text under the title, in characters.
pub const MAX_CAPTION: usize = 300;

/// The longest text of a step, in characters.
pub const MAX_TEXT: usize = 600;

/// The longest set in a link, in characters.
pub const MAX_LINK: usize = 16_000;

/// The longest file, in characters.
pub const MAX_FILE: usize = 300_000;
