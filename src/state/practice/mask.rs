//! What hides the answer to a question.
//!
//! [`Model::shown`] and [`Model::analysis`] give what may be seen, so that no component has to know that there is a question.

use std::rc::Rc;

use crate::state::model::Mask;
use crate::state::{Analysis, Model, Settings, Shown, Verdict};

impl Settings {
    /// Whether the user is asked something.
    #[must_use]
    pub const fn asks(&self) -> bool {
        self.predict.is_some() || self.has_set()
    }

    /// Whether there is a set of questions or of steps, in the link or in a file.
    #[must_use]
    pub const fn has_set(&self) -> bool {
        self.practice.is_some() || self.has_steps()
    }

    /// Whether there is a teacher's set of steps.
    #[must_use]
    pub const fn has_steps(&self) -> bool {
        self.practice.is_none() && (self.steps.is_some() || self.steps_src.is_some())
    }

    /// Whether other settings have the same set of steps.
    pub(in crate::state) fn has_same_steps(&self, other: &Self) -> bool {
        self.steps == other.steps && self.steps_src == other.steps_src
    }

    /// Leaves the set.
    pub(in crate::state) fn leave_set(&mut self) {
        (self.practice, self.steps, self.steps_src, self.step) = (None, None, None, None);
    }
}

impl Model {
    /// Whether a part of the answer to a question is hidden.
    #[must_use]
    pub const fn hides(&self) -> bool {
        self.mask.is_some()
    }

    /// Whether a set of questions gives the operands, so that they are no input.
    #[must_use]
    pub const fn has_given_operands(&self) -> bool {
        self.operands_given
    }

    /// Brings the question up to date, and what hides its answer. Nothing may be seen until practice is loaded.
    pub(in crate::state) fn update_question(&mut self) {
        match self.practice {
            Some(functions) => (functions.update)(self),
            None if self.settings.asks() => self.hide(None),
            None => self.mask = None,
        }
    }

    /// Hides everything that follows from the operation, but for these chapters.
    pub(super) fn hide(&mut self, shown: Option<Shown>) {
        if shown.is_none() {
            self.set_playing(false);
        }
        self.mask = Some(Mask { analysis: Rc::new(self.analysis.of_operands_alone()), shown });
    }
}

impl Analysis {
    /// What follows from each operand alone, without the operation.
    fn of_operands_alone(&self) -> Self {
        let operands = Rc::clone(&self.operands);
        let has_letters = self.has_letters;
        let verdict = Verdict::Unreadable;
        Self { operands, has_letters, operation: None, story: None, verdict, warning: None, program: None }
    }
}
