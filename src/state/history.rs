//! The history of the inputs: what undo and redo restore.

use super::Settings;
use crate::broadcast::{OperandId, Operator};
use crate::examples::ExampleId;
use crate::library::Library;

/// The largest number of changes that can be undone.
const MAX_ENTRIES: usize = 100;

/// The inputs: what undo restores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inputs {
    a: String,
    b: String,
    operator: Operator,
    in_place: bool,
    library: Library,
    /// The example that they are, if they are one.
    example: Option<ExampleId>,
}

impl Inputs {
    pub(super) fn new(settings: &Settings, example: Option<ExampleId>) -> Self {
        let Settings { a, b, operator, in_place, library, .. } = settings;
        Self { a: a.clone(), b: b.clone(), operator: *operator, in_place: *in_place, library: *library, example }
    }

    /// Sets the inputs; gives the example that they are.
    pub(super) fn restore(self, settings: &mut Settings) -> Option<ExampleId> {
        let Self { a, b, operator, in_place, library, example } = self;
        (settings.a, settings.b, settings.operator) = (a, b, operator);
        (settings.in_place, settings.library) = (in_place, library);
        example
    }

    fn operand_text(&self, operand: OperandId) -> &str {
        match operand {
            OperandId::A => &self.a,
            OperandId::B => &self.b,
        }
    }
}

/// The earlier inputs, and those that were undone.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    earlier: Vec<Inputs>,
    undone: Vec<Inputs>,
    /// The last change, if it was one character that was typed or deleted.
    typed: Option<TypedChange>,
}

impl History {
    /// Records that the inputs were these `before` a change; `edited`: the operand whose text the reader changed. Characters
    /// that are typed, or deleted, one after another are one change.
    pub(super) fn record(&mut self, before: Inputs, now: &Settings, edited: Option<OperandId>) {
        let typed = edited
            .and_then(|operand| TypedChange::new(operand, before.operand_text(operand), now.operand_text(operand)));
        let continues = match (&self.typed, &typed) {
            (Some(last), Some(typed)) => typed.continues(last),
            _ => false,
        };
        if !continues {
            self.earlier.push(before);
        }
        if self.earlier.len() > MAX_ENTRIES {
            self.earlier.remove(0);
        }
        self.undone.clear();
        self.typed = typed;
    }

    /// The inputs before the last change (`undo`), or those that were undone last, if there are any. `now`: the present ones.
    pub(super) fn step(&mut self, undo: bool, now: Inputs) -> Option<Inputs> {
        let Self { earlier, undone, typed } = self;
        let (from, to) = if undo { (earlier, undone) } else { (undone, earlier) };
        let inputs = from.pop()?;
        to.push(now);
        *typed = None;
        Some(inputs)
    }
}

/// One character that was typed into the text of an operand, or deleted from it.
#[derive(Debug, Clone)]
struct TypedChange {
    operand: OperandId,
    /// Whether a character was typed; else one was deleted.
    inserts: bool,
    /// Whether the character replaced others.
    replaces: bool,
    /// The number of characters before it.
    start: usize,
}

impl TypedChange {
    /// The change between two texts; `None` where it is another one, as when a text is pasted.
    fn new(operand: OperandId, old: &str, new: &str) -> Option<Self> {
        let [old, new] = [old, new].map(|text| text.chars().collect::<Vec<char>>());
        let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = ends.take_while(|(old, new)| old == new).count();
        let (removed, inserted) = (old.len() - start - end, new.len() - start - end);
        let change = |inserts| Self { operand, inserts, replaces: inserts && removed > 0, start };
        match (removed, inserted) {
            (_, 1) => Some(change(true)),
            (1, 0) => Some(change(false)),
            _ => None,
        }
    }

    /// Whether the change goes on where the `last` one was.
    fn continues(&self, last: &Self) -> bool {
        let is_next = match self.inserts {
            true => self.start == last.start + 1 && !self.replaces,
            // With the backspace key, or with the delete key.
            false => self.start + 1 == last.start || self.start == last.start,
        };
        is_next && self.operand == last.operand && self.inserts == last.inserts
    }
}
