//! The numbers of the chapter of the gradient, which are loaded later: the parts of each gradient, and their sums.
//!
//! The parts are added axis by axis, from the first axis to the last: the cells that were read again move into the stored cell one
//! after the other. So the text of a cell is its part, and after it has moved into another cell its sum is the text of that cell.

use std::ops::Range;

use super::layout::DrawnAxis;
use super::panel::OPERANDS;
use crate::broadcast::{OperandId, Operation, Scalar, format_value};

/// The largest number of characters of a number.
const MAX_CHARACTERS: usize = 6;
/// The largest number of parts of one operand that are added.
const MAX_PARTS: u64 = 1 << 18;

/// What writes the numbers of the gradient.
#[derive(Debug)]
pub struct GradientDrawing {
    /// The number of characters of the longest number, estimated from some of them.
    pub(super) longest: fn(&Operation) -> usize,
    /// The numbers of all cells of a layout with these axes, last axis first.
    pub(super) texts: fn(&Operation, &[DrawnAxis]) -> GradientTexts,
}

impl PartialEq for GradientDrawing {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for GradientDrawing {}

/// Writes the numbers of the gradient. Only what is loaded later may refer to it.
pub static GRADIENT_DRAWING: GradientDrawing = GradientDrawing { longest, texts };

/// The numbers of the gradient.
#[derive(Debug)]
pub(super) struct GradientTexts {
    text: String,
    /// For each operand and each combination of slots, last axis fastest, the ranges of the part and of the sum in the text.
    cells: [Vec<[Range<usize>; 2]>; OPERANDS],
    /// The number of each element of the result.
    result: Range<usize>,
}

impl GradientTexts {
    /// The part of an operand's cell in slots of this rank (`false`), or the sum after it has moved into another cell.
    pub(super) fn of_operand(&self, operand: OperandId, rank: usize, is_sum: bool) -> &str {
        let ranges = self.cells[operand.position()].get(rank);
        let range = ranges.map_or(0..0, |[part, sum]| if is_sum { sum.clone() } else { part.clone() });
        self.text.get(range).unwrap_or_default()
    }

    /// The number of each element of the result.
    pub(super) fn of_result(&self) -> &str {
        self.text.get(self.result.clone()).unwrap_or_default()
    }

    fn write(&mut self, value: Option<f64>) -> Range<usize> {
        let start = self.text.len();
        if let Some(value) = value {
            self.text.push_str(&number(value));
        }
        start..self.text.len()
    }
}

/// A number as it is written. One that would be rounded only because of its point has none.
fn number(value: f64) -> String {
    let whole = Scalar::Int(value as i64);
    match format_value(Scalar::Float(value), MAX_CHARACTERS) {
        rounded if rounded.contains('e') && whole.to_float() == value => format_value(whole, MAX_CHARACTERS),
        text => text,
    }
}

fn longest(operation: &Operation) -> usize {
    let mut longest = 1;
    let mut consider = |value: Option<f64>| {
        longest = longest.max(value.map_or(0, |value| number(value).len()));
    };
    let ends: [fn(u64) -> u64; 3] = [|_| 0, |size| 1.min(size.saturating_sub(1)), |size| size.saturating_sub(1)];
    for end in ends {
        let at = |shape: &[u64]| shape.iter().map(|&size| end(size)).collect::<Vec<_>>();
        for &operand in operation.operands() {
            if is_small(operation, operand, 1) {
                consider(operation.gradient(operand, &at(operation.operand(operand).shape())));
            }
            consider(operation.shape().and_then(|shape| operation.gradient_part(operand, &at(shape))));
        }
    }
    longest.min(MAX_CHARACTERS)
}

/// Whether the parts of so many elements of an operand's gradient are not too many to be added.
fn is_small(operation: &Operation, operand: OperandId, elements: u64) -> bool {
    operation.reads(operand).and_then(|reads| reads.checked_mul(elements)).is_some_and(|parts| parts <= MAX_PARTS)
}

fn texts(operation: &Operation, axes: &[DrawnAxis]) -> GradientTexts {
    let mut texts = GradientTexts { text: String::new(), cells: Default::default(), result: 0..0 };
    texts.result = texts.write(Some(1.0));
    for &operand in operation.operands() {
        let numbers = Numbers::new(operation, operand, axes);
        let cells = numbers.parts.iter().zip(&numbers.sums);
        texts.cells[operand.position()] =
            cells.map(|(&part, &sum)| [part, sum].map(|value| texts.write(value))).collect();
    }
    texts
}

/// The numbers of one operand, for each combination of slots, last axis fastest.
struct Numbers {
    /// The part of each cell; in a gap that of all cells that are not drawn.
    parts: Vec<Option<f64>>,
    /// The sum after each cell has moved into another one.
    sums: Vec<Option<f64>>,
}

impl Numbers {
    fn new(operation: &Operation, operand: OperandId, axes: &[DrawnAxis]) -> Self {
        let slots = |axis: &DrawnAxis| axis.folded.slots();
        let all: usize = axes.iter().map(slots).product();
        let mut numbers = Self { parts: vec![None; all], sums: vec![None; all] };
        let is_stored = |axis: &&DrawnAxis| !operation.stretches(operand, axis.axis);
        let stored: usize = axes.iter().filter(is_stored).map(slots).product();
        if !is_small(operation, operand, stored as u64) {
            return numbers;
        }
        for (rank, part) in numbers.parts.iter_mut().enumerate() {
            *part = operation.gradient_sum(operand, &ranges(operation, operand, axes, rank));
        }
        // What the cells have that are not yet in another cell.
        let mut present: Vec<Option<Option<f64>>> = numbers.parts.iter().copied().map(Some).collect();
        let mut step = all;
        for axis in axes.iter().rev() {
            let count = slots(axis).max(1);
            step /= count;
            if is_stored(&axis) {
                continue;
            }
            for first in (0..all).filter(|rank| (rank / step.max(1)).is_multiple_of(count)) {
                let Some(Some(mut sum)) = present.get(first).copied() else { continue };
                for rank in (1..count).map(|slot| first + slot * step) {
                    let Some(more) = present.get_mut(rank).and_then(Option::take) else { continue };
                    sum = sum.zip(more).map(|(sum, more)| sum + more);
                    if let Some(after) = numbers.sums.get_mut(rank) {
                        *after = sum;
                    }
                }
                if let Some(stored) = present.get_mut(first) {
                    *stored = Some(sum);
                }
            }
        }
        numbers
    }
}

/// The elements of the result that the cell in slots of a rank stands for, along each aligned axis.
fn ranges(operation: &Operation, operand: OperandId, axes: &[DrawnAxis], rank: usize) -> Vec<Range<u64>> {
    // An axis that is not drawn is there as a whole, or with its first element.
    let whole = operation.alignment().axes().iter().map(|axis| match axis.result() {
        Some(size) if axis.stretches(operand) => 0..size,
        _ => 0..1,
    });
    let mut ranges: Vec<Range<u64>> = whole.collect();
    let mut rest = rank;
    for axis in axes {
        let count = axis.folded.slots().max(1);
        let slot = rest % count;
        rest /= count;
        if let Some(range) = ranges.get_mut(axis.axis).filter(|range| !range.is_empty()) {
            *range = match axis.folded.index(slot) {
                Some(index) => index..index.saturating_add(1),
                None => axis.folded.head..axis.folded.head.saturating_add(axis.folded.hidden),
            };
        }
    }
    ranges
}
