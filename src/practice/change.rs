//! Changes of an operand: what a learner writes to fix an operation, and what a wrong rule takes for a fix.

use super::misconception::right;
use super::{Answer, Asked, Change, Misconception, Question};
use crate::broadcast::{OperandId, Shape};
use crate::diagnostics::{AxisEdit, edits};

/// The largest number of changes to choose from.
const MAX_CHANGES: usize = 5;

impl Question {
    /// Changes to choose from in a question about a fix: the right one, and those that wrong rules take for a fix. Sorted by
    /// their code, so that the order does not tell which is right. None in other questions.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let wrong = self.wrong().into_iter().map(|(_, answer)| answer);
        let mut sorted: Vec<(String, Change)> = Vec::new();
        for answer in self.right().into_iter().chain(wrong) {
            let Answer::Change(change) = answer else { return Vec::new() };
            let code = change.code(self.subject.library, self.subject.shape(change.operand).ndim());
            if sorted.len() < MAX_CHANGES && sorted.iter().all(|(known, _)| *known != code) {
                let at = sorted.iter().position(|(known, _)| code < *known).unwrap_or(sorted.len());
                sorted.insert(at, (code, change));
            }
        }
        sorted.into_iter().map(|(_, change)| change).collect()
    }

    /// The change that a wrong rule takes for a fix: the first one after which the rule expects the wanted result, but which does
    /// not give it.
    pub(super) fn change_of(&self, rule: Misconception) -> Option<Change> {
        let Asked::Change { .. } = &self.asked else { return None };
        let subject = &self.subject;
        let changeable: &[OperandId] = if subject.in_place { &[OperandId::B] } else { &[OperandId::B, OperandId::A] };
        let most_axes = subject.operation.alignment().ndim();
        let is_turned = rule == Misconception::TransposeTurnsVector;
        let unchanged = changeable.iter().map(|&operand| (operand, Vec::new()));
        let edited = changeable.iter().filter(|_| !is_turned).flat_map(|&operand| {
            edits(subject.shape(operand), most_axes).into_iter().map(move |edit| (operand, vec![edit]))
        });
        let changes = unchanged.chain(edited);
        let mut changes = changes.map(|(operand, edits)| Change { operand, edits, transposed: is_turned });
        changes.find(|change| {
            let transposed = OperandId::ALL.map(|operand| change.transposed && operand == change.operand);
            self.is_taken_for_fix(rule, &change.apply(subject), transposed)
        })
    }

    /// Whether a wrong rule takes operands of these shapes for a fix, which they are not. `transposed` says after which operand
    /// `.T` is written.
    pub(super) fn is_taken_for_fix(&self, rule: Misconception, shapes: &[Shape; 2], transposed: [bool; 2]) -> bool {
        let Asked::Change { result, .. } = &self.asked else { return false };
        let [a, b] = shapes;
        let changed = self.subject.with_shapes([a, b]);
        if right(&changed).shape() == Some(result) {
            return false;
        }
        if rule != Misconception::TransposeTurnsVector {
            return rule.predict(&changed).is_some_and(|prediction| prediction.shape() == Some(result));
        }
        OperandId::ALL.into_iter().any(|operand| {
            let mut turned = shapes.clone();
            let Some(shape) = turned.get_mut(operand.position()) else { return false };
            if shape.ndim() != 1 || !transposed[operand.position()] {
                return false;
            }
            *shape = AxisEdit::Insert { axis: 1, count: 1 }.apply(shape);
            let [a, b] = &turned;
            right(&self.subject.with_shapes([a, b])).shape() == Some(result)
        })
    }
}
