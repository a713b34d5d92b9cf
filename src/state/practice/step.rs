//! A teacher's own set: steps, whose question is optional.

use crate::practice::{Item, QuestionKind, SeededSet};
use crate::state::{SETTINGS, Setting, Settings};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// A step: an operation, what of it is shown, what is asked about it, and what the teacher says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Step {
    /// The settings of the step. Those that are about the page have their defaults.
    pub settings: Settings,
    /// What the teacher says, at most [`crate::practice::limits::MAX_TEXT`] characters; may be empty. It is only ever text.
    pub text: String,
}

impl Step {
    /// The step that shows what these settings show, without a text.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        let mut step = Self::default();
        step.settings.take_step(settings);
        if settings.has_code() {
            // The program says these itself.
            let Settings { a, b, c, operator, in_place, .. } = Settings::default();
            step.settings = Settings { a, b, c, operator, in_place, ..step.settings };
        }
        step
    }

    /// A question about the shape of the result of operands that are not written yet.
    pub(super) fn empty(library: Library) -> Self {
        let (a, b) = (String::new(), String::new());
        Self {
            settings: Settings { a, b, library, predict: Some(QuestionKind::Shape), ..Settings::default() },
            text: String::new(),
        }
    }

    /// The settings that a step writes down, with their values.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let settings = self.settings.entries().filter(|(setting, _)| setting.is_of_step);
        settings.map(|(setting, value)| (setting.name, value.into_owned())).listed()
    }

    /// Sets what a step writes down under a name; `None` where it is no name, or where its value cannot be read.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<()> {
        self.settings.set(Self::setting(name)?, value)
    }

    /// The setting of a name, if steps have it.
    pub(super) fn setting(name: &str) -> Option<&'static Setting> {
        SETTINGS.iter().find(|setting| setting.is_of_step && setting.name == name)
    }
}

impl Settings {
    /// Takes what a step sets from other settings. What is about the page stays.
    pub(in crate::state) fn take_step(&mut self, step: &Self) {
        let of_page = std::mem::replace(self, step.clone());
        let Self { looping, autoplay, controls, practice, steps, steps_src, step, theme, locale, embed, .. } = of_page;
        *self = Self {
            looping,
            autoplay,
            controls,
            practice,
            steps,
            steps_src,
            step,
            theme,
            locale,
            embed,
            ..std::mem::take(self)
        };
    }
}

/// A teacher's own set.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnSet {
    /// The title; may be empty.
    pub title: String,
    /// What is said under the title, at most [`crate::practice::limits::MAX_CAPTION`] characters; may be empty.
    pub caption: String,
    /// Whether the answers may be shown.
    pub shows_answers: bool,
    /// The steps, at most [`crate::practice::limits::MAX_STEPS`].
    pub steps: Vec<Step>,
}

impl OwnSet {
    /// Whether anything is asked.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.steps.iter().any(|step| step.settings.predict.is_some())
    }
}

/// A set that the user works on or looks through.
#[derive(Debug, Clone, PartialEq)]
pub enum PracticeSet {
    /// Questions from a seed.
    Seeded(SeededSet),
    /// A teacher's own set.
    Own(OwnSet),
}

impl PracticeSet {
    /// The steps in their order. Those of an adaptive set depend on the answers; these are for right answers only.
    #[must_use]
    pub fn steps(&self, library: Library) -> Vec<Step> {
        match self {
            Self::Seeded(set) => set.all(library).iter().map(Step::asking).listed(),
            Self::Own(own) => own.steps.clone(),
        }
    }

    /// The settings of a link to the set. `library`: the one of a set from a seed.
    #[must_use]
    pub fn link_settings(&self, library: Library) -> Settings {
        match self {
            Self::Seeded(set) => Settings { practice: Some(set.to_text()), library, ..Settings::default() },
            Self::Own(own) => Settings { steps: Some(own.to_text()), ..Settings::default() },
        }
    }
}

impl Step {
    /// The step that asks a question.
    pub(super) fn asking(item: &Item) -> Self {
        let settings = Settings { predict: Some(item.kind), ..Settings::default().asking(item) };
        Self { settings, text: String::new() }
    }
}
