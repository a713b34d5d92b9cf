//! The state of the page: the settings, what follows from them, and the one way to change them.
//!
//! [`Settings`] are all that a link contains, [`SETTINGS`] is their schema. [`Analysis`] is what follows from the settings: operands,
//! story, verdict. [`Model`] holds both, the last operation that could be read, and what only this visit knows
//! ([`Visit`]), and the question that the user is asked ([`Asking`]). [`Model::reduce`] applies an [`Action`]: nothing else changes a model.

mod analysis;
mod clock;
mod gradient;
mod held;
mod history;
mod link;
mod model;
mod pace;
mod practice;
mod program_answer;
mod reduce;
mod schema;
mod setting_value;
mod share;
mod view;

pub use crate::program::Code;
pub use crate::state::analysis::{Analysis, Verdict, dtype_of, load_products};
pub use crate::state::clock::{Clock, PlaybackEvent, Tick};
pub use crate::state::held::HeldSize;
pub use crate::state::model::{Model, PlayState, PracticeFunctions, Shown, Visit};
pub use crate::state::pace::ChapterPace;
pub use crate::state::practice::{
    Asked, Asking, Draft, DraftAction, DraftChange, DraftStep, OwnSet, PRACTICE_FUNCTIONS, PracticeAction, PracticeSet,
    Seen, SetProgress, Step, Task, Worksheet, WorksheetOf,
};
pub use crate::state::program_answer::program_answer;
pub use crate::state::reduce::Action;
#[cfg(not(target_arch = "wasm32"))]
pub use crate::state::schema::SettingDocs;
pub use crate::state::schema::{SETTINGS, Setting, Settings};
pub use crate::state::setting_value::{Binary, PRODUCT_SIGN, Third, library_name};
pub use crate::state::share::ShareFormat;
pub use crate::state::view::{Dialog, Tab, View, ViewAction};

/// A chapter of any story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChapterRef {
    /// This one, by its index; beyond the last one, the last one.
    Index(usize),
    /// The last one.
    Last,
}

impl ChapterRef {
    /// The index of the chapter in a story with this last chapter.
    #[must_use]
    pub fn index(self, last: usize) -> usize {
        match self {
            Self::Index(index) => index.min(last),
            Self::Last => last,
        }
    }

    /// The reference to a chapter of a story with this last chapter. The last one is the last one of any story.
    #[must_use]
    pub const fn of_index(index: usize, last: usize) -> Self {
        if index < last { Self::Index(index) } else { Self::Last }
    }
}

/// What is shown around an embedded diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Controls {
    /// Inputs, verdict, axis table and transport.
    #[default]
    All,
    /// Verdict and transport.
    Play,
    /// The diagram and its text.
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
}

/// The colours.
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
