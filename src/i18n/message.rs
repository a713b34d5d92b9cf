//! The texts with variable parts.

use super::format::{bytes, join};
use crate::diagnostics::{Cause, Fix, NoRoom, Warning};
use crate::program::{InputProblem, ProgramFix};
use broadcasting_diagram::{Chapter, Step};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, AxisRole, Dtype, OperandId, Operation, Shape};

/// A text with variable parts. Names, code and the messages of a library in it are not translated.
#[derive(Debug, Clone, Copy)]
pub enum Message<'a> {
    /// The label of an operand's field.
    OperandLabel(OperandId),
    /// The verdict: the shapes broadcast to this one.
    Broadcasts(&'a Shape),
    /// Before a message of the library.
    LibraryReports(Library),
    /// An axis: its number from the front and from the end.
    AxisNumber(usize, usize),
    /// An axis, by its number in the result, and its sizes that clash.
    ClashAt(usize, &'a Axis),
    /// How many leading axes are not drawn.
    AxesNotDrawn(usize),
    /// The number of a chapter, the number of chapters, and the chapter's title.
    ChapterPosition(usize, usize, &'a Chapter, &'a Operation),
    /// The title of a chapter.
    ChapterTitle(&'a Chapter, &'a Operation),
    /// The name of a chapter in two or three words, for its mark in the transport.
    ChapterName(&'a Chapter, &'a Operation),
    /// What happens in a chapter.
    ChapterText(&'a Chapter, &'a Operation),
}

/// A sentence with numbers, shapes or names in it, that is loaded with the chunk `work`: of a failure, a panel, a dialog or a menu. The chunk `panels` has them too.
#[derive(Debug)]
pub enum WorkMessage<'a> {
    /// The verdict: the shapes broadcast, but the library cannot make a tensor of that size.
    BeyondLimits(&'a Shape, Library),
    /// The verdict: the shapes broadcast, but the result has another shape than the left operand, which has this name.
    DoesNotFitInPlace(&'a Shape, &'a str),
    /// The verdict: the shapes broadcast, but the left operand, of this name, is a view that cannot be written.
    NotWritable(&'a Shape, &'a str),
    /// The verdict: the shapes broadcast, but the result's element type cannot be written into the left operand, of this name.
    NotCastable(&'a Shape, &'a str),
    /// The verdict: the shapes broadcast, but the operator is not defined for some of the elements.
    Undefined(&'a Shape),
    /// The call of a program raises an exception, although the operands broadcast to this shape.
    Raises(&'a Shape),
    /// Why a result is probably a mistake, and how much memory it takes in elements of this type.
    WarningText(&'a Warning, &'a Operation, Dtype),
    /// A setting of the link whose value cannot be used.
    LinkValueIgnored(&'a str),
    /// What is wrong with a text, and what to write instead.
    CannotRead(&'a InputProblem),
    /// The button that inserts an axis of size 1 before the first one of an operand, and the code that does.
    InsertAxis(&'a str, &'a str),
    /// The name of the control of a size: the operand, and the axis of its own shape.
    SizeOfAxis(&'a str, usize),
    /// What a type makes of an element that it has no room for. It follows the equation that ends with that element.
    KeptAs(Dtype, &'a str),
    /// What a fix does, and the shape after it.
    FixText(&'a Fix, &'a Operation),
    /// What a fix of a program does.
    ProgramFix(&'a ProgramFix),
    /// A list of numbers that is read as a shape, that shape, and the text that gives its values.
    ListIsShape(&'a str, &'a Shape, &'a str),
    /// The shape of the matrix product.
    MatrixProduct(&'a Shape, &'a Operation),
    /// What one step along an axis of this stride is in the buffer.
    StepAlong(Step, u64),
    /// An element of the result, the name of an operand, and the sum that gives the position that the element reads there.
    ReadsAt(&'a str, &'a str, &'a str),
    /// The name of an operand, a position in its buffer, and the elements of the result that read it; empty where none does.
    ReadFor(&'a str, u64, &'a str),
    /// How many elements are not in the table; `None` for more than 2^63-1.
    MoreElements(Option<u64>),
    /// What to try after the story: another shape for the operand of this name.
    TryNext(&'a str, &'a Shape),
    /// The button that gives an operand of this name another size, which can be dragged too: the present size, and the other one.
    DragNext(&'a str, [u64; 2]),
    /// What happens to one axis.
    AxisVerdict(&'a Axis, &'a Operation),
    /// What a text of the dialog for sharing loads, in thousands of bytes: with the page around it, and near the screen.
    Loads(u32, u32),
}

/// The sizes of an axis that clash: `3 ≠ 2`.
pub(super) fn clash_sizes(axis: &Axis) -> String {
    let sizes = axis.clashing_sizes();
    join(sizes.len(), " ≠ ", &|number| sizes[number].to_string())
}

/// What happens to one operand along one axis.
pub(super) enum AxisChange {
    /// The operand stretches from 1 to this size.
    Stretched(u64),
    /// The axis is inserted, with size 1.
    Inserted,
    /// The axis is inserted and stretched from 1 to this size.
    InsertedAndStretched(u64),
}

/// What happens to one axis: the sizes if they clash, else the texts of all changes, else `equal`.
pub(super) fn axis_text(
    axis: &Axis,
    operation: &Operation,
    equal: &str,
    separator: &str,
    change: &dyn Fn(&str, AxisChange) -> String,
) -> String {
    let Some(size) = axis.result() else { return clash_sizes(axis) };
    let changes: Vec<(OperandId, AxisRole)> = axis.changes().listed();
    if changes.is_empty() {
        return equal.to_owned();
    }
    join(changes.len(), separator, &|number| {
        let (operand, role) = changes[number];
        let changed = match role {
            AxisRole::Stretches => AxisChange::Stretched(size),
            _ if size == 1 => AxisChange::Inserted,
            _ => AxisChange::InsertedAndStretched(size),
        };
        change(operation.name(operand), changed)
    })
}

/// The operands whose sizes clash on an axis, with their sizes.
pub(super) fn clashing(axis: &Axis) -> Vec<(OperandId, u64)> {
    let clashes = axis.operands().iter().filter(|&&operand| axis.role(operand) == AxisRole::Clashes);
    clashes.map(|&operand| (operand, axis.size(operand))).listed()
}

/// Why a result is probably a mistake, with everything decided but the words.
pub(super) struct WarningText<'a> {
    /// The shape of the result.
    pub(super) shape: &'a Shape,
    /// The number of elements of the result; `None` for more than 2^63-1.
    pub(super) elements: Option<u64>,
    /// How many times as many elements the result has as the larger operand; `None` where that is not known.
    pub(super) times: Option<u64>,
    /// The memory of the result; `None` where it is not known.
    pub(super) memory: Option<String>,
    /// Why there is a warning.
    pub(super) cause: Cause,
    /// An element that the element type of the result has no room for.
    pub(super) no_room: Option<&'a NoRoom>,
}

impl<'a> WarningText<'a> {
    pub(super) fn new(warning: &'a Warning, dtype: Dtype) -> Self {
        let elements = warning.result.numel();
        Self {
            shape: &warning.result,
            elements,
            times: warning.times,
            memory: elements.map(|_| bytes(elements, dtype)),
            cause: warning.cause,
            no_room: warning.no_room.as_ref(),
        }
    }
}
