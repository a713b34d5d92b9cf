//! The program that stands in place of the operands: how it was read, and which of its operations is shown.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::fix::ProgramFix;
use super::operand_names::operand_names;
use super::record::Record;
use crate::diagnostics::{Warning, warning_in};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Combination, OperandId, Operation, PerOperand};
use tensor_reader::Operand;
use tensor_reader::{ProgramError, ProgramOperation, Reading};

/// A program that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// What was read.
    pub reading: Reading,
    /// Its operations, in the order of execution; the one that ends the program is the last.
    pub operations: Vec<ListedOperation>,
    /// The index of the operation that is shown; `None` where the diagram can draw none of them, and none fails.
    pub shown: Option<usize>,
    /// The place of the first function or class that nothing calls, in characters.
    pub uncalled: Option<usize>,
    /// The names of its operands: their texts, shortened. `None` where one of them has no text.
    pub(crate) names: Option<PerOperand<String>>,
    /// The fixes that were found so far.
    known_fixes: KnownFixes,
}

/// The fixes of the operations of a program. Each is a program that was read again, so they are found once.
#[derive(Debug, Clone, Default)]
struct KnownFixes(RefCell<Vec<FixesOf>>);

/// The index of an operation, and its fixes.
type FixesOf = (Option<usize>, Rc<[ProgramFix]>);

impl PartialEq for KnownFixes {
    /// They follow from the program.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// An operation of a program, as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedOperation {
    /// The operation.
    pub operation: ProgramOperation,
    /// The exception, if it fails.
    pub error: Option<LibraryError>,
    /// The warning about its result, if there is one.
    pub warning: Option<Warning>,
    /// How often it was done with the same shapes, where a run was recorded; else 1.
    pub count: u64,
}

impl Program {
    /// The program that was read so. `chosen`: the index of the operation that is to be shown. Without one, or where it cannot be
    /// chosen: the first that fails, else the first with a warning, else the last.
    #[must_use]
    pub fn new(reading: Reading, chosen: Option<usize>) -> Self {
        let library = reading.library;
        let mut operations: Vec<ListedOperation> = reading.operations.iter().map(|done| listed(done, library)).listed();
        // From the last one on, so that the places of those before it stay.
        for (before, error) in reading.handled.iter().rev() {
            if let Some(failing) = failing(error) {
                operations.insert((*before).min(operations.len()), failing);
            }
        }
        for error in reading.error.iter().chain(&reading.next_error) {
            let is_below = |listed: &ListedOperation| listed.operation.span.start >= error.span.start;
            // What is read after an exception with a condition stands below it.
            let below = if error.only_if.is_empty() { None } else { operations.iter().position(is_below) };
            if let Some(failing) = failing(error) {
                operations.insert(below.unwrap_or(operations.len()), failing);
            }
        }
        let mut program =
            Self { reading, operations, shown: None, uncalled: None, names: None, known_fixes: KnownFixes::default() };
        program.shown = program.first_shown(chosen);
        program.names = program.shown_operation().filter(|listed| listed.is_drawn()).and_then(|listed| {
            let texts = listed.operation.operands.iter().map(|operand| operand.text.as_str());
            Some(operand_names(texts)?.into())
        });
        program
    }

    /// The program of which a run was recorded.
    #[must_use]
    pub fn recorded(record: &Record, chosen: Option<usize>) -> Self {
        let mut program = Self::new(record.reading.clone(), chosen);
        let done = program.operations.iter_mut().filter(|listed| listed.error.is_none());
        done.zip(&record.counts).for_each(|(listed, count)| listed.count = *count);
        program
    }

    /// The fixes of an operation, by its index; without one, those of the exception that ends the program. They are found once, by `find`; `None`
    /// where what finds them is not loaded.
    pub fn fixes_of(
        &self,
        operation: Option<usize>,
        find: impl FnOnce() -> Option<Vec<ProgramFix>>,
    ) -> Rc<[ProgramFix]> {
        let known =
            self.known_fixes.0.borrow().iter().find(|(of, _)| *of == operation).map(|(_, fixes)| Rc::clone(fixes));
        known.unwrap_or_else(|| {
            let Some(fixes) = find().map(Rc::from) else { return Rc::default() };
            self.known_fixes.0.borrow_mut().push((operation, Rc::clone(&fixes)));
            fixes
        })
    }

    fn first_shown(&self, chosen: Option<usize>) -> Option<usize> {
        let find = |is_wanted: &dyn Fn(&ListedOperation) -> bool| {
            self.operations.iter().position(|listed| listed.is_choice() && is_wanted(listed))
        };
        let chosen = chosen.filter(|&index| self.operations.get(index).is_some_and(ListedOperation::is_choice));
        chosen
            .or_else(|| find(&|listed| listed.error.is_some()))
            .or_else(|| find(&|listed| listed.warning.is_some()))
            .or_else(|| self.operations.iter().rposition(ListedOperation::is_drawn))
    }

    /// The operations that can be chosen, by their indices: those that can be drawn, and those that fail. What a loop repeats with the same shapes is there once.
    #[must_use]
    pub fn choices(&self) -> Vec<usize> {
        let mut choices: Vec<usize> = Vec::new();
        for (index, listed) in self.operations.iter().enumerate().filter(|(_, listed)| listed.is_choice()) {
            match choices.iter().position(|&known| self.operations[known].repeats(listed)) {
                None => choices.push(index),
                // The one that is shown stands for those that it repeats.
                Some(at) if self.shown == Some(index) => choices[at] = index,
                Some(_) => {}
            }
        }
        choices
    }

    /// The index of the operation that comes so many steps after the shown one, among those that can be chosen. After the last one comes
    /// the first. `None` where none can be chosen.
    #[must_use]
    pub fn after(&self, steps: isize) -> Option<usize> {
        let choices = self.choices();
        let count = isize::try_from(choices.len()).ok().filter(|&count| count > 0)?;
        let now = choices.iter().position(|&index| Some(index) == self.shown).unwrap_or_default();
        let next = (isize::try_from(now).ok()? + steps).rem_euclid(count);
        choices.get(usize::try_from(next).ok()?).copied()
    }

    /// The operation that a place of the text stands for, in characters: the smallest that has it, else the first of its line, where that
    /// is from `line.start` to `line.end`.
    #[must_use]
    pub fn at(&self, place: usize, line: Range<usize>) -> Option<usize> {
        let choices = self.choices();
        let span = |&&index: &&usize| self.operations[index].operation.span.clone();
        let around = choices.iter().filter(|index| span(index).contains(&place)).min_by_key(|index| span(index).len());
        let on_line = || choices.iter().find(|index| span(index).start < line.end && line.start < span(index).end);
        around.or_else(on_line).copied()
    }

    /// The failing operation that is shown, where the diagram cannot draw it.
    #[must_use]
    pub fn undrawn(&self) -> Option<&ListedOperation> {
        self.shown_operation().filter(|listed| !listed.is_drawn())
    }

    /// The operation that is shown.
    #[must_use]
    pub fn shown_operation(&self) -> Option<&ListedOperation> {
        self.operations.get(self.shown?)
    }
}

impl ListedOperation {
    /// Whether another one is the same call with the same shapes and the same end.
    fn repeats(&self, other: &Self) -> bool {
        let shapes = |listed: &Self| {
            let operands = listed.operation.operands.iter();
            operands.map(|operand| operand.operand.shape().clone()).listed()
        };
        self.operation.span == other.operation.span
            && self.error == other.error
            && self.operation.only_if == other.operation.only_if
            && shapes(self) == shapes(other)
    }

    /// Whether it raises no exception, but is probably a mistake.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        self.warning.as_ref().is_some_and(Warning::is_mistake)
    }

    /// Whether the diagram can draw it: two or three operands that meet element by element, or a product of matrices.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        drawn_as(&self.operation).is_some()
    }

    /// Whether it can be chosen: it can be drawn, or it fails, and then its shapes are shown.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.error.is_some() || self.is_drawn()
    }

    /// What combines the elements; `None` for an operation that the diagram does not draw.
    pub(crate) fn combination(&self) -> Option<Combination> {
        drawn_as(&self.operation)
    }

    /// The operands, if the diagram can draw so many.
    #[must_use]
    pub fn operands(&self) -> Option<PerOperand<Operand>> {
        operands(&self.operation)
    }
}

/// An operation that works, with its warning.
fn listed(operation: &ProgramOperation, library: Library) -> ListedOperation {
    let warning = drawn(operation, library).and_then(|drawn| warning_in(operation, &drawn));
    ListedOperation { operation: operation.clone(), error: None, warning, count: 1 }
}

/// The operation that an exception ends.
fn failing(error: &ProgramError) -> Option<ListedOperation> {
    let operation = (**error.operation.as_ref()?).clone();
    Some(ListedOperation { operation, error: Some(library_error(error)), warning: None, count: 1 })
}

/// The exception of an operation.
fn library_error(error: &ProgramError) -> LibraryError {
    let known = ["RuntimeError", "ValueError", "IndexError", "NotImplementedError", "UFuncTypeError"];
    let error_type = known.into_iter().find(|known| *known == error.kind).unwrap_or("TypeError");
    LibraryError { error_type, message: error.message.clone() }
}

fn operands(operation: &ProgramOperation) -> Option<PerOperand<Operand>> {
    let operands = operation.operands.iter().map(|operand| operand.operand.clone()).listed();
    (2..=OperandId::ALL.len()).contains(&operands.len()).then(|| operands.into())
}

/// The operation as the diagram draws it.
fn drawn(operation: &ProgramOperation, library: Library) -> Option<Operation> {
    let operands = operands(operation)?;
    let tensors: Vec<_> = operands.as_slice().iter().map(|operand| operand.tensor.clone()).listed();
    Some(Operation::combined(tensors.into(), drawn_as(operation)?, library.arithmetic()))
}

/// What combines the elements in the drawing; `None` for an operation that is not drawn.
fn drawn_as(operation: &ProgramOperation) -> Option<Combination> {
    operands(operation).and_then(|_| operation.combination.clone())
}
