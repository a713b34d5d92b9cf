//! What the page is set to, what can be done to it, and what follows from it.
//!
//! [`Settings`] is what a link holds; [`Model`] adds what only this visit knows; [`Model::reduce`] is the one way to
//! change it. [`Analysis`] is everything that is derived from the texts: it is computed, never kept in the model.

mod analysis;
pub mod link;
mod model;
mod share;

pub use analysis::{Analysis, Verdict};
pub use link::{NAMES, Settings};
pub use model::{Action, Model};
pub use share::ShareFormat;

/// How much stands around an embedded diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Controls {
    /// Inputs, verdict, axis_table and playback.
    #[default]
    All,
    /// Verdict and playback.
    Play,
    /// The diagram and its words.
    None,
}

impl Controls {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::All, Self::Play, Self::None];

    /// Its name in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Play => "play",
            Self::None => "none",
        }
    }

    /// The one of a name. An attribute without a value asks for all, as it does on a video.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "" | "1" | "true" => Some(Self::All),
            "0" | "false" => Some(Self::None),
            name => Self::ALL.into_iter().find(|controls| controls.name() == name),
        }
    }
}

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
