//! What hides the answer to a question.
//!
//! [`Model::shown`] and [`Model::analysis`] give what may be seen, so that no component has to know that there is a question.

use std::rc::Rc;

use super::asking::Seen;
use super::model::Mask;
use super::{Analysis, Model, Settings, Shown, Verdict};

impl Settings {
    /// Whether the reader is asked something.
    #[must_use]
    pub const fn asks(&self) -> bool {
        self.predict.is_some() || self.practice.is_some()
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
    pub(super) fn update_question(&mut self) {
        self.seen = if self.settings.asks() { Seen::Nothing } else { Seen::Everything };
        if let Some(functions) = self.practice {
            (functions.update)(self);
        }
        let seen = self.seen;
        if seen == Seen::Everything {
            self.mask = None;
            return;
        }
        if seen == Seen::Nothing {
            self.set_playing(false);
        }
        let shown = match (seen, &self.shown) {
            (Seen::Chapters(count), Some(shown)) => {
                // The picture stays the same one while nothing else is to be seen.
                let present = self.mask.take().filter(|mask| mask.seen == seen).and_then(|mask| mask.shown);
                let present = present.filter(|present| Rc::ptr_eq(&present.operation, &shown.operation));
                Some(present.unwrap_or_else(|| Shown {
                    operation: Rc::clone(&shown.operation),
                    story: Rc::new(shown.story.first_chapters(count)),
                }))
            }
            _ => None,
        };
        self.mask = Some(Mask { seen, analysis: self.analysis.of_operands_alone(), shown });
    }
}

impl Analysis {
    /// What follows from each operand alone, without the operation.
    fn of_operands_alone(&self) -> Self {
        let operands = self.operands.clone();
        let has_letters = self.has_letters;
        let verdict = Verdict::Unreadable;
        Self { operands, has_letters, operation: None, story: None, verdict, warning: None, program: None }
    }
}
