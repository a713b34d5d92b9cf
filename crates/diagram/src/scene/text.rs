//! The texts of a scene: values, sizes and shapes, written once so that a frame allocates nothing.

use std::fmt;
use std::ops::Range;

use crate::{Layout, Panel, axis_mark};
use tensor_broadcasting::{MAX_SIZE, OperandId, Operation, PerOperand, Scalar, Values, format_value};

/// The largest number of characters of a value; longer ones are rounded.
pub(super) const MAX_CHARACTERS: usize = 6;
/// The largest number of characters of a size.
const MAX_SIZE_CHARACTERS: usize = 7;
/// The longest name of an axis that stands before its size, in bytes: there is little room beside a bracket.
const MAX_AXIS_NAME: usize = 4;
/// Up to this many sizes, a shape is written in full in a title.
const MAX_TITLE_SIZES: usize = 6;

/// The texts of a scene.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SceneText {
    /// The values of all cells, one after the other.
    pub(crate) values: String,
    /// The sizes along each drawn axis.
    pub(crate) sizes: Vec<SizeText>,
    /// The clashing sizes.
    pub(crate) clashes: Vec<ClashText>,
    /// The shapes of each operand.
    pub(crate) operands: PerOperand<OperandText>,
    /// The shape of the result; empty where there is none.
    pub(crate) result: String,
    /// The length of the name of its panel, in characters.
    pub(super) result_name: usize,
}

/// The sizes along one drawn axis.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SizeText {
    /// Of each operand; `1` where the axis is missing.
    pub(crate) operands: PerOperand<String>,
    /// Of the result; `0` where there is none.
    pub(crate) result: String,
    /// The number of indices of each operand that are not drawn; empty where all are.
    pub(crate) hidden: PerOperand<String>,
    /// Of the result.
    pub(crate) hidden_of_result: String,
}

/// The sizes of an axis that clashes, or the inner sizes of matrices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClashText {
    /// The axis, in the aligned shapes; `None` for the inner sizes of matrices.
    pub(crate) axis: Option<usize>,
    /// Its mark.
    pub(crate) mark: &'static str,
    /// The size of each operand.
    pub(crate) sizes: PerOperand<(u64, String)>,
    /// The different sizes that clash: `3 ≠ 4`.
    pub(crate) differ: String,
}

/// The shapes that one operand has in the course of a story.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OperandText {
    /// The length of its name, in characters.
    name: usize,
    /// That of what stands before it.
    choice: usize,
    /// As it was given.
    pub(crate) given: String,
    /// With its missing axes.
    pub(crate) inserted: String,
    /// Stretched; empty where there is no result.
    pub(crate) stretched: String,
}

/// The name of the result's panel.
pub(crate) const RESULT: &str = "out";
/// What follows the name of a panel that shows a gradient.
pub(crate) const GRADIENT: &str = ".grad";

/// The longest name of an operand in a title where there is little space, in characters.
pub(crate) const SHORT_TITLE: usize = 8;

/// What stands before the name of a condition that comes first.
pub(crate) const CHOICE: &str = "where ";

/// Whether a panel is that of a condition that comes first.
pub(crate) fn has_choice(operation: &Operation, panel: Panel) -> bool {
    operation.condition() == Some(OperandId::A) && panel == Panel::Operand(OperandId::A)
}

/// The text of an element of an operand.
#[must_use]
pub fn element_text(operation: &Operation, operand: OperandId, value: Scalar, characters: usize) -> String {
    match operation.condition() {
        Some(condition) if condition == operand => (if value.to_float() == 0.0 { "false" } else { "true" }).to_owned(),
        _ => format_value(value, characters),
    }
}

/// The name of an operand, of a long one its beginning, or its end where another operand's name begins so too.
pub(crate) struct ShortName<'a> {
    name: &'a str,
    /// The part that is left out, in bytes.
    left_out: Range<usize>,
}

impl<'a> ShortName<'a> {
    /// The name in at most `most` characters.
    pub(crate) fn new(operation: &'a Operation, operand: OperandId, most: usize) -> Self {
        let name = operation.name(operand);
        let length = name.chars().count();
        if length <= most {
            return Self { name, left_out: 0..0 };
        }
        let room = most.saturating_sub(1);
        let mut others = operation.operands().iter().filter(|&&other| other != operand);
        let is_same = others.any(|&other| operation.name(other).chars().take(room).eq(name.chars().take(room)));
        let at = |nth: usize| name.char_indices().nth(nth).map_or(name.len(), |(at, _)| at);
        Self { name, left_out: if is_same { 0..at(length - room) } else { at(room)..name.len() } }
    }
}

impl fmt::Display for ShortName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.left_out;
        let part = |range: Range<usize>| self.name.get(range).unwrap_or_default();
        f.write_str(part(0..start))?;
        f.write_str(if start < end { "…" } else { "" })?;
        f.write_str(part(end..self.name.len()))
    }
}

impl SceneText {
    /// The texts of an operation, without the values. `suffix` is what the names of the panels may end with.
    pub(super) fn new(operation: &Operation, suffix: &str) -> Self {
        let clashes = operation.outcome().err().map_or(&[][..], |mismatch| mismatch.clashes());
        let axes = operation.alignment().axes();
        let differ = |sizes: &[u64]| sizes.iter().map(|&size| short_size(size)).collect::<Vec<_>>().join(" ≠ ");
        let sized = |size: u64| (size, short_size(size));
        let clash = |&axis: &usize| ClashText {
            axis: Some(axis),
            mark: axis_mark(axes.len() - 1 - axis),
            sizes: per_operand(operation, &|operand| sized(axes[axis].size(operand))),
            differ: differ(&axes[axis].clashing_sizes()),
        };
        let inner = operation.matrices().filter(|matrices| !matrices.agree() && clashes.is_empty());
        let inner = inner.map(|matrices| ClashText {
            axis: None,
            mark: "",
            sizes: matrices.inner().map(sized).to_vec().into(),
            differ: differ(&matrices.inner()),
        });
        Self {
            values: String::new(),
            sizes: Vec::new(),
            clashes: clashes.iter().map(clash).chain(inner).collect(),
            operands: per_operand(operation, &|operand| operand_text(operation, operand, suffix)),
            result_name: RESULT.len() + suffix.len(),
            result: operation.whole_result().map(|shape| short_shape(&shape)).unwrap_or_default(),
        }
    }

    /// The length of the longest title, the panel's name included.
    pub(super) fn longest_title(&self) -> usize {
        let operand = |text: &OperandText| {
            [&text.given, &text.inserted, &text.stretched].map(String::len).into_iter().fold(0, usize::max)
                + text.name
                + text.choice
                + " ".len()
        };
        self.operands.as_slice().iter().map(operand).fold(self.result.len() + self.result_name + " ".len(), usize::max)
    }

    /// The length of the longest name of a panel where there is little space.
    pub(super) fn longest_name(&self) -> usize {
        let most = SHORT_TITLE + self.result_name - RESULT.len();
        let names = self.operands.as_slice().iter().map(|text| text.name.min(most));
        names.fold(self.result_name, usize::max)
    }
}

/// A text of each operand.
fn per_operand<T>(operation: &Operation, text: &dyn Fn(OperandId) -> T) -> PerOperand<T> {
    operation.operands().iter().map(|&operand| text(operand)).collect::<Vec<_>>().into()
}

fn operand_text(operation: &Operation, operand: OperandId, suffix: &str) -> OperandText {
    let alignment = operation.alignment();
    let inserted: Vec<u64> = alignment.axes().iter().map(|axis| axis.size(operand)).collect();
    let whole = |batch: &[u64]| short_shape(&operation.with_core(batch, Some(operand)));
    OperandText {
        name: operation.name(operand).chars().count() + suffix.len(),
        choice: if has_choice(operation, Panel::Operand(operand)) { CHOICE.len() } else { 0 },
        given: whole(alignment.shape(operand)),
        inserted: whole(&inserted),
        stretched: operation.shape().map_or_else(String::new, |shape| whole(shape)),
    }
}

/// The sizes along all drawn axes.
pub(super) fn sizes(layout: &Layout, operation: &Operation) -> Vec<SizeText> {
    let of = |axis: &crate::DrawnAxis| {
        let at = &operation.alignment().axes()[axis.axis];
        let hidden = |size: u64| match axis.folded.hidden_of(size) {
            0 => String::new(),
            hidden => short_size(hidden),
        };
        let of_operand = |operand| named_size(operation.axis_name(operand, axis.axis), at.size(operand));
        SizeText {
            operands: per_operand(operation, &of_operand),
            result: named_size(operation.result_axis_name(axis.axis), at.result().unwrap_or(0)),
            hidden: per_operand(operation, &|operand| hidden(at.size(operand))),
            hidden_of_result: hidden(at.result().unwrap_or(0)),
        }
    };
    layout.axes.iter().map(of).collect()
}

/// A size after the name of its axis, where that is short: `N=5`.
fn named_size(name: &str, size: u64) -> String {
    let size = short_size(size);
    if name.is_empty() || name.len() > MAX_AXIS_NAME { size } else { format!("{name}={size}") }
}

/// A size in few characters.
fn short_size(size: u64) -> String {
    format_value(i64::try_from(size).map_or(Scalar::Float(size as f64), Scalar::Int), MAX_SIZE_CHARACTERS)
}

/// A shape as a title has space for it: without the middle of a long one, and with huge sizes rounded.
fn short_shape(sizes: &[u64]) -> String {
    let join = |sizes: &[u64]| sizes.iter().map(|&size| short_size(size)).collect::<Vec<_>>().join(", ");
    match sizes {
        [size] => format!("({},)", short_size(*size)),
        sizes if sizes.len() <= MAX_TITLE_SIZES => format!("({})", join(sizes)),
        [head, ..] => format!("({}, ⋯, {})", short_size(*head), join(&sizes[sizes.len() - 3..])),
        [] => "()".to_owned(),
    }
}

/// The number of characters of the longest value of all tensors, estimated from some of their elements.
pub(super) fn longest_value(operation: &Operation) -> usize {
    if operation.matrices().is_some() {
        let panels = operation.operands().iter().map(|&operand| Some(operand)).chain([None]);
        return panels.map(|panel| matrix_text(operation.core(panel)).chars().count()).fold(1, usize::max);
    }
    let mut longest = if operation.condition().is_some() { "false".len() } else { 1 };
    let mut consider = |value: Option<Scalar>| {
        if let Some(value) = value {
            longest = longest.max(format_value(value, MAX_CHARACTERS).chars().count());
        }
    };
    for &operand in operation.operands() {
        consider_operand(operation, operand, &mut consider);
    }
    consider_result(operation, &mut consider);
    longest.min(MAX_CHARACTERS)
}

/// The rows and columns of a matrix, in a cell: `3×4`; of a vector its size; of a number `()`.
///
/// ```
/// assert_eq!(broadcasting_diagram::matrix_text([Some(3), Some(4)]), "3×4");
/// ```
#[must_use]
pub fn matrix_text(core: [Option<u64>; 2]) -> String {
    match core {
        [Some(rows), Some(columns)] => [short_size(rows), "×".to_owned(), short_size(columns)].concat(),
        [Some(size), None] | [None, Some(size)] => short_size(size),
        // The product of two vectors is a number. A 1 would be read as its value.
        [None, None] => "()".to_owned(),
    }
}

fn consider_operand(operation: &Operation, operand: OperandId, consider: &mut impl FnMut(Option<Scalar>)) {
    let layout = operation.operand_layout(operand);
    let length = match operation.values(operand) {
        Values::Arange => Some(layout.shape().numel().unwrap_or(MAX_SIZE)),
        _ => layout.required_len(),
    };
    let last = length.and_then(|length| length.checked_sub(1)).unwrap_or(0);
    let mut at = |position| consider(operation.element(operand, position));
    match operation.values(operand) {
        Values::Listed(listed) => (0..listed.len() as u64).for_each(&mut at),
        // The values of a straight line are longest at its ends; of values copied from elsewhere these are samples.
        _ => [0, 1, last / 2, last].into_iter().for_each(&mut at),
    }
    let value = operation.values(operand).at(last);
    if let Some(types) = operation.types().filter(|_| operation.element(operand, last) != value) {
        // A straight line that wraps around passes the smallest integer of its type.
        let dtype = types.operands[operand];
        consider(Some(dtype.cast(Scalar::Int(1 << (8 * dtype.bytes() - 1).min(62)))));
    }
}

fn consider_result(operation: &Operation, consider: &mut impl FnMut(Option<Scalar>)) {
    let Some(shape) = operation.shape() else { return };
    let index = |of: fn(u64) -> u64| -> Vec<u64> { shape.iter().map(|&size| of(size)).collect() };
    let last = index(|size| size.saturating_sub(1));
    let first = index(|_| 0);
    // Differences are largest, and quotients longest, where only one of the operands is at its end.
    let with_last_axis_of = |index: &[u64], other: &[u64]| -> Vec<u64> {
        index.iter().rev().skip(1).rev().chain(other.last()).copied().collect()
    };
    let (across, down) = (with_last_axis_of(&first, &last), with_last_axis_of(&last, &first));
    let (middle, second) = (index(|size| size / 2), index(|size| 1.min(size.saturating_sub(1))));
    for index in [last, middle, first, second, across, down] {
        consider(operation.value(&index));
    }
}
