//! Changes of an operand: what a learner writes to fix an operation, and what a wrong rule takes for a fix.

use super::misconception::right;
use super::{Answer, Asked, Change, Changed, Misconception, Question, Subject};
use crate::diagnostics::{AxisEdit, edits};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::lists::Listed;

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
        sorted.into_iter().map(|(_, change)| change).listed()
    }

    /// The changes that a wrong rule may take for a fix: none, and each single edit, with the operation after it. Only those that
    /// do not give the wanted result.
    pub(super) fn candidates(&self) -> Vec<(Change, Subject)> {
        let Asked::Change { result, .. } = &self.asked else { return Vec::new() };
        let subject = &self.subject;
        let changeable: &[OperandId] = if subject.in_place { &[OperandId::B] } else { &[OperandId::B, OperandId::A] };
        let most_axes = subject.operation.alignment().ndim();
        let unchanged =
            changeable.iter().flat_map(|&operand| [false, true].map(|turned| (operand, Vec::new(), turned)));
        let edited = changeable.iter().flat_map(|&operand| {
            edits(subject.shape(operand), most_axes).into_iter().map(move |edit| (operand, vec![edit], false))
        });
        let changes = unchanged.chain(edited);
        let changes = changes.map(|(operand, edits, transposed)| Change { operand, edits, transposed });
        let with_operation = changes.map(|change| {
            let [a, b] = &change.apply(subject);
            (change, subject.with_shapes([a, b]))
        });
        with_operation.filter(|(_, changed)| right(changed).shape() != Some(result)).listed()
    }

    /// The change that a wrong rule takes for a fix: the first of the candidates after which the rule expects the wanted result.
    pub(super) fn change_of(&self, rule: Misconception, candidates: &[(Change, Subject)]) -> Option<Change> {
        let is_turned = rule == Misconception::TransposeTurnsVector;
        let mut changes = candidates.iter().filter(|(change, _)| change.transposed == is_turned);
        let taken = changes.find(|(change, changed)| {
            let transposed = OperandId::PAIR.map(|operand| change.transposed && operand == change.operand);
            self.is_taken_for_fix(rule, changed, transposed)
        });
        taken.map(|(change, _)| change.clone())
    }

    /// The wrong rules that take changed operands for a fix, in the order of [`Misconception::ALL`], but first the one that the text
    /// shows: `.T` after a vector. None where they give the wanted result, from other elements.
    pub(super) fn rules_of(&self, Changed { shapes: [a, b], transposed, .. }: &Changed) -> Vec<Misconception> {
        let changed = self.subject.with_shapes([a, b]);
        let Asked::Change { result, .. } = &self.asked else { return Vec::new() };
        if right(&changed).shape() == Some(result) {
            return Vec::new();
        }
        let taken = |&rule: &Misconception| self.is_taken_for_fix(rule, &changed, *transposed);
        let mut rules: Vec<Misconception> = Misconception::ALL.into_iter().filter(taken).listed();
        if let Some(at) = rules.iter().position(|&rule| rule == Misconception::TransposeTurnsVector) {
            let shown = rules.remove(at);
            rules.insert(0, shown);
        }
        rules
    }

    /// Whether a wrong rule takes changed operands for a fix, which they are not. `transposed` says after which operand `.T` is
    /// written.
    pub(super) fn is_taken_for_fix(&self, rule: Misconception, changed: &Subject, transposed: [bool; 2]) -> bool {
        let Asked::Change { result, .. } = &self.asked else { return false };
        if rule != Misconception::TransposeTurnsVector {
            return rule.predict(changed).is_some_and(|prediction| prediction.shape() == Some(result));
        }
        OperandId::PAIR.into_iter().any(|operand| {
            let shape = changed.shape(operand);
            if shape.ndim() != 1 || !transposed[operand.position()] {
                return false;
            }
            let turned = AxisEdit::Insert { axis: 1, count: 1 }.apply(shape);
            let shapes = OperandId::PAIR.map(|other| if other == operand { &turned } else { changed.shape(other) });
            right(&changed.with_shapes(shapes)).shape() == Some(result)
        })
    }
}
