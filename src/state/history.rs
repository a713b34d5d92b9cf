//! The history of the inputs: what undo and redo restore.

use super::held::HeldSize;
use super::{Binary, Code, Settings, Third};
use crate::examples::ExampleId;
use tensor_broadcasting::OperandId;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// The largest number of changes that can be undone.
const MAX_ENTRIES: usize = 100;

/// The inputs: what undo restores.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Inputs {
    a: String,
    b: String,
    c: Third,
    operator: Binary,
    in_place: bool,
    library: Library,
    code: Code,
    chosen: Option<usize>,
    /// The example that they are, if they are one.
    example: Option<ExampleId>,
}

impl Inputs {
    pub(super) fn new(settings: &Settings, example: Option<ExampleId>) -> Self {
        let Settings { a, b, c, operator, in_place, library, code, operation, .. } = settings;
        Self {
            a: a.clone(),
            b: b.clone(),
            c: c.clone(),
            operator: *operator,
            in_place: *in_place,
            library: *library,
            code: code.clone(),
            chosen: *operation,
            example,
        }
    }

    /// Sets the inputs; gives the example that they are.
    pub(super) fn restore(self, settings: &mut Settings) -> Option<ExampleId> {
        let Self { a, b, c, operator, in_place, library, code, chosen, example } = self;
        (settings.a, settings.b, settings.c, settings.operator) = (a, b, c, operator);
        (settings.in_place, settings.library) = (in_place, library);
        (settings.code, settings.operation) = (code, chosen);
        example
    }

    fn text(&self, input: TextInput) -> &str {
        match input {
            TextInput::Operand(OperandId::A) => &self.a,
            TextInput::Operand(OperandId::B) => &self.b,
            TextInput::Operand(OperandId::C) => self.c.0.as_deref().unwrap_or_default(),
            TextInput::Code => &self.code.text,
        }
    }
}

/// An input that holds a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextInput {
    Operand(OperandId),
    Code,
}

/// The earlier inputs, and those that were undone.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    earlier: Vec<Inputs>,
    undone: Vec<Inputs>,
    /// The last change, if it was one character that was typed or deleted.
    typed: Option<TypedChange>,
    /// The size that the last change was one of, while it is held.
    held: Option<HeldSize>,
}

impl History {
    /// Records that the inputs were these `before` a change; `edited`: the input whose text the user changed. Characters
    /// that are typed, or deleted, one after another are one change, and so are the changes of a size that is `held`.
    pub(super) fn record(&mut self, before: Inputs, now: &Inputs, edited: Option<TextInput>, held: Option<HeldSize>) {
        let typed = edited.and_then(|input| TypedChange::new(input, before.text(input), now.text(input)));
        let continues = match (&self.typed, &typed) {
            (Some(last), Some(typed)) => typed.continues(last),
            _ => held.is_some() && held == self.held,
        };
        if !continues {
            self.earlier.push(before);
        }
        if self.earlier.len() > MAX_ENTRIES {
            self.earlier.remove(0);
        }
        self.undone.clear();
        (self.typed, self.held) = (typed, held);
    }

    /// The next change of a size is another change.
    pub(super) const fn let_go(&mut self) {
        self.held = None;
    }

    /// The inputs before the last change (`undo`), or those that were undone last, if there are any. `now`: the present ones.
    pub(super) fn step(&mut self, undo: bool, now: Inputs) -> Option<Inputs> {
        let Self { earlier, undone, typed, .. } = self;
        let (from, to) = if undo { (earlier, undone) } else { (undone, earlier) };
        let inputs = from.pop()?;
        to.push(now);
        *typed = None;
        self.held = None;
        Some(inputs)
    }
}

/// One character that was typed into an input, or deleted from it.
#[derive(Debug, Clone)]
struct TypedChange {
    input: TextInput,
    /// Whether a character was typed; else one was deleted.
    inserts: bool,
    /// Whether the character replaced others.
    replaces: bool,
    /// The number of characters before it.
    start: usize,
}

impl TypedChange {
    /// The change between two texts; `None` where it is another one, as when a text is pasted.
    fn new(input: TextInput, old: &str, new: &str) -> Option<Self> {
        let [old, new] = [old, new].map(|text| text.chars().listed());
        let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = ends.take_while(|(old, new)| old == new).count();
        let (removed, inserted) = (old.len() - start - end, new.len() - start - end);
        let change = |inserts| Self { input, inserts, replaces: inserts && removed > 0, start };
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
        is_next && self.input == last.input && self.inserts == last.inserts
    }
}
