//! Between the settings and practice: the operation of a question, and the question about what is shown.

use std::rc::Rc;

use super::{Analysis, Settings};
use crate::broadcast::OperandId;
use crate::diagram::Panel;
use crate::practice::{Item, QuestionKind, Subject};

impl Analysis {
    /// The operation as a question is about it; `None` where an operand cannot be read.
    #[must_use]
    pub fn subject(&self, settings: &Settings) -> Option<Subject> {
        Some(Subject {
            operation: Rc::clone(self.operation.as_ref()?),
            library: settings.library,
            in_place: settings.in_place,
            error: self.verdict.error().cloned(),
            dtype: self.dtype(settings),
        })
    }
}

impl Settings {
    /// The question of a kind about what these settings show, for a set. A question about an element is about the pinned cell, if one
    /// of the result is pinned.
    #[must_use]
    pub fn item(&self, kind: QuestionKind) -> Item {
        let pinned = self.cell.as_ref().filter(|cell| cell.panel == Panel::Result).map(|cell| cell.index.clone());
        let element = pinned.filter(|_| matches!(kind, QuestionKind::Value | QuestionKind::Source));
        Item {
            kind,
            operands: OperandId::ALL.map(|operand| self.operand_text(operand).to_owned()),
            operator: self.operator,
            library: self.library,
            in_place: self.in_place,
            element,
            pick: 0,
        }
    }
}
