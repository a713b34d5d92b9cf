//! What the page is set to, what can be done to it, and what follows from it.
//!
//! [`Settings`] is what a link holds; [`Model`] adds what only this visit knows; [`Model::reduce`] is the one way to
//! change it. [`Reading`] is everything that is derived from the texts: it is computed, never kept in the model.

pub mod link;
mod model;
mod reading;

pub use link::Settings;
pub use model::{Action, Model};
pub use reading::{Reading, Verdict};

/// Which colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// The system's.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Its name in links and in `data-theme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}
