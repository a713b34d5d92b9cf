//! A teacher's own set.

use super::Item;

/// A teacher's own set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnSet {
    /// The title; may be empty.
    pub title: String,
    /// What is said under the title, at most [`OwnSet::MAX_CAPTION`] characters; may be empty.
    pub caption: String,
    /// Whether the answers may be shown.
    pub shows_answers: bool,
    /// The questions, at most [`OwnSet::MAX_ITEMS`].
    pub items: Vec<Item>,
}

impl OwnSet {
    /// The largest number of questions.
    pub const MAX_ITEMS: usize = 50;

    /// The longest title, in characters.
    pub const MAX_TITLE: usize = 200;

    /// The longest caption, in characters.
    pub const MAX_CAPTION: usize = Item::MAX_NOTE;

    /// Whether there are texts of the teacher's own.
    pub(super) fn has_notes(&self) -> bool {
        !self.caption.is_empty() || self.items.iter().any(|item| !item.note.is_empty())
    }
}
