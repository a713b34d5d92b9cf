//! The fixes of an operation of a program: whole programs in which one line is changed.

use super::Program;
use crate::diagnostics::{AxisEdit, Diagnostics};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Operation, Shape};
use tensor_reader::{OperationResult, Reading};

/// The largest number of fixes that are given.
const MAX_FIXES: usize = 5;

/// What a fix of a program does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramFixKind {
    /// A reduction, such as a mean, keeps the axis that it reduces, with size 1.
    KeepAxis,
    /// A reduction goes along another axis.
    OtherAxis,
    /// The last two axes of an operand are swapped.
    Transpose,
    /// The axes of an operand are put into another order.
    ReorderAxes,
    /// The sign of the matrix product stands in place of `*`.
    MatrixProduct,
    /// The operands of a matrix product change places.
    SwapOperands,
    /// Axes of size 1 are inserted before an axis of an operand, or at its end.
    InsertAxis {
        /// The place of the first new axis, counted from 0.
        axis: usize,
        /// How many axes are inserted.
        count: usize,
    },
    /// An axis of size 1 of an operand is dropped.
    DropAxis {
        /// The axis, counted from 0.
        axis: usize,
    },
    /// An operand is summed over its leading axes.
    SumAxis,
    /// All axes but the first become one.
    Flatten,
    /// A size is another one where a tensor or a layer is made.
    OtherSize,
    /// The result is a new tensor; nothing is written in place.
    OutOfPlace,
}

/// A change of a program after which one of its operations no longer fails, or is no longer probably a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramFix {
    /// The whole program after the change.
    pub code: String,
    /// The first changed line, counted from 1.
    pub line: usize,
    /// That line before the change, without its indentation.
    pub before: String,
    /// That line after the change, without its indentation.
    pub after: String,
    /// The shape of the operation's result after the change.
    pub result: Shape,
    /// Whether the fix only makes the program run, and is probably not what was meant.
    pub only_runs: bool,
    /// What it does.
    pub kind: ProgramFixKind,
}

/// The fixes of an operation of a program, best first, at most five; none where there are none. `operation` is its index in
/// [`Program::operations`]; without one, the fixes are those of the exception that ends the program. `code` is the text that was read as
/// `program`, and `read` reads a changed text in the same way.
#[must_use]
pub fn program_fixes(
    program: &Program,
    code: &str,
    library: Library,
    operation: Option<usize>,
    read: fn(&str, Library) -> Reading,
) -> Vec<ProgramFix> {
    let Some((index, listed)) = operation.and_then(|index| Some((index, program.operations.get(index)?))) else {
        return Vec::new();
    };
    let (Some(operands), Some(combination)) = (listed.operands(), listed.combination()) else { return Vec::new() };
    let tensors: Vec<_> = operands.as_slice().iter().map(|operand| operand.tensor.clone()).collect();
    let drawn = Operation::combined(tensors.into(), combination, library.arithmetic());
    let shown = Program { shown: Some(index), ..program.clone() };
    let mut found = Vec::new();
    for fix in Diagnostics::on(&drawn, listed.operation.in_place).fixes {
        let Some(text) = shown.fixed(code, &fix, library) else { continue };
        let again = Program::new(read(&text, library), Some(index));
        let result = again.operations.get(index).and_then(|listed| listed.operation.result.clone());
        let kind = match fix.edits.first() {
            Some(&AxisEdit::Insert { axis, count }) => ProgramFixKind::InsertAxis { axis, count },
            Some(&AxisEdit::Drop(axis)) => ProgramFixKind::DropAxis { axis },
            _ => ProgramFixKind::Transpose,
        };
        if result == Some(OperationResult::Tensor(fix.result.clone())) {
            found.extend(changed(code, &text).map(|(line, before, after)| ProgramFix {
                code: text.clone(),
                line,
                before,
                after,
                result: fix.result.clone(),
                only_runs: fix.grows,
                kind,
            }));
        }
    }
    found.truncate(MAX_FIXES);
    found
}

/// The first line that differs, counted from 1, and its two texts without indentation.
fn changed(before: &str, after: &str) -> Option<(usize, String, String)> {
    let mut lines = before.lines().zip(after.lines()).zip(1..);
    let ((before, after), line) = lines.find(|((before, after), _)| before != after)?;
    Some((line, before.trim().to_owned(), after.trim().to_owned()))
}
