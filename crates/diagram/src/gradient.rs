//! What the chapter of the gradient draws, which is loaded later: the parts of each gradient, their sums, and how the cells move.
//!
//! The parts come from `out.grad`: each flies back on the way on which its element went to the result, first those of `a`. They are added axis
//! by axis, from the first axis to the last: the cells that were read again move into the stored cell one
//! after the other. So the text of a cell is its part, and after it has moved into another cell its sum is the text of that cell.

use std::ops::Range;

use super::ease::{clamp, ease_in_out, ease_inverse};
use super::layout::{DrawnAxis, MAX_DRAWN};
use super::panel::{OPERANDS, Panel};
use tensor_broadcasting::{Axis, OperandId, Operation, Scalar, format_value};

/// The largest number of characters of a number.
const MAX_CHARACTERS: usize = 6;
/// The largest number of parts of one operand that are added.
const MAX_PARTS: u64 = 1 << 18;
/// The duration in which the values leave the cells, that in which the parts of all operands fly, and that of the sum along one axis, in
/// seconds; the sums along more than so many axes take no longer.
const CHANGE: f64 = 0.6;
const FLY: f64 = 1.8;
const SUM_AXIS: f64 = 1.2;
const MAX_SUMS: usize = 3;
/// The size of a cell while its value changes, in parts of its size.
const SMALLEST: f64 = 0.5;

/// What draws the gradient.
#[derive(Debug)]
pub struct GradientDrawing {
    /// The axes along which parts are added; `None` where the operation has no gradient.
    pub(super) axes: fn(&Operation) -> Option<Vec<usize>>,
    /// The duration of the chapter, whose parts are added along these axes, in seconds.
    pub(super) seconds: fn(&[usize]) -> f64,
    /// The progress of the sum along one of the axes, from 0 to 1, when so much of the chapter's time is over.
    pub(super) summed: fn(&[usize], usize, f64) -> f64,
    /// What the chapter changes when so much of its time is over.
    pub(super) way_back: fn(&mut WayBack<'_>, f64),
    /// The number of characters of the longest number, estimated from some of them.
    pub(super) longest: fn(&Operation) -> usize,
    /// The numbers of all cells of a layout with these axes, last axis first.
    pub(super) texts: fn(&Operation, &[DrawnAxis]) -> GradientTexts,
}

/// A number of each drawn axis of each operand.
pub(super) type AxisProgress = [[f64; MAX_DRAWN]; OPERANDS];

/// What the chapter of the gradient changes in a scene.
pub(super) struct WayBack<'a> {
    pub(super) operation: &'a Operation,
    /// The drawn axes, last axis first.
    pub(super) drawn: &'a [DrawnAxis],
    /// The axes along which parts are added.
    pub(super) axes: &'a [usize],
    /// How far each axis is stretched, and how far it is inserted.
    pub(super) stretch: &'a mut AxisProgress,
    pub(super) inserted: &'a mut AxisProgress,
    pub(super) phase: Phase,
}

/// How far the gradient is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Phase {
    /// Whether the cells have parts of the gradient in place of their values.
    pub(super) has_parts: bool,
    /// How far the parts of each operand have flown, from 0 to 1. Until they are there, its cells have no number.
    pub(super) flown: [f64; OPERANDS],
    /// Whether parts are being added, or have been.
    pub(super) adds: bool,
    /// Whether the chapter is over.
    pub(super) is_over: bool,
    /// How large a cell is drawn, from 0 to 1: while its value changes it is smaller.
    pub(super) cell_size: f64,
    /// For each operand, whether its parts are added.
    pub(super) summed: [bool; OPERANDS],
}

impl Phase {
    /// Before the chapter begins, and in a story without it.
    pub(super) const BEFORE: Self = Self {
        has_parts: false,
        flown: [1.0; OPERANDS],
        adds: false,
        is_over: false,
        cell_size: 1.0,
        summed: [false; OPERANDS],
    };
}

/// The duration of the sums along these axes, in seconds.
fn sum_seconds(axes: &[usize]) -> f64 {
    axes.len().min(MAX_SUMS) as f64 * SUM_AXIS
}

fn seconds(axes: &[usize]) -> f64 {
    CHANGE + FLY + sum_seconds(axes)
}

fn summed_axes(operation: &Operation) -> Option<Vec<usize>> {
    let is_summed = |axis: &Axis| axis.operands().iter().any(|&operand| axis.stretches(operand));
    let axes = operation.alignment().axes().iter().enumerate();
    operation.has_gradient().then(|| axes.filter(|(_, axis)| is_summed(axis)).map(|(number, _)| number).collect())
}

/// The progress in time of the change from values to parts, of all flights, and of all sums.
fn progress(axes: &[usize], elapsed: f64) -> [f64; 3] {
    if elapsed >= 1.0 {
        return [1.0; 3];
    }
    let time = elapsed * seconds(axes);
    [(time, CHANGE), (time - CHANGE, FLY), (time - CHANGE - FLY, sum_seconds(axes))]
        .map(|(time, of)| clamp(time / of.max(f64::EPSILON), 0.0, 1.0))
}

/// The parts are added along one axis after the other, in the opposite order to stretching.
fn summed(axes: &[usize], axis: usize, elapsed: f64) -> f64 {
    let [_, _, sums] = progress(axes, elapsed);
    let nth = axes.iter().position(|&summed| summed == axis);
    nth.map_or(0.0, |nth| ease_in_out(sums * axes.len() as f64 - nth as f64))
}

fn way_back(scene: &mut WayBack<'_>, elapsed: f64) {
    let [change, fly, sums] = progress(scene.axes, elapsed);
    let operands = scene.operation.operands().len() as f64;
    scene.phase = Phase {
        has_parts: change >= 0.5,
        flown: std::array::from_fn(|operand| clamp(fly * operands - operand as f64, 0.0, 1.0)),
        adds: sums > 0.0,
        is_over: elapsed >= 1.0,
        cell_size: SMALLEST + (1.0 - SMALLEST) * (1.0 - 2.0 * change).abs(),
        summed: [sums > 0.0; OPERANDS],
    };
    for &operand in scene.operation.operands() {
        let of = operand.position();
        for (nesting, axis) in scene.drawn.iter().enumerate() {
            // An axis of size 1 that was inserted has no sum, but it is removed too.
            let mut removed = sums;
            if scene.operation.stretches(operand, axis.axis) {
                removed = summed(scene.axes, axis.axis, elapsed);
                scene.phase.summed[of] &= removed > 0.5;
                scene.stretch[of][nesting] = 1.0 - removed;
            }
            if axis.axis < scene.operation.alignment().missing(operand) {
                scene.inserted[of][nesting] = 1.0 - removed;
            }
        }
    }
}

/// The progress in time of the chapter at which the parts are there and, for each axis, at which each of so many cells has moved into the
/// first one.
pub(super) fn stops(axes: &[usize], moved: &dyn Fn(usize) -> usize) -> Vec<f64> {
    let time = |sums: f64| (CHANGE + FLY + sums * sum_seconds(axes)) / seconds(axes);
    let mut stops = vec![time(0.0)];
    for (nth, &axis) in axes.iter().enumerate() {
        let cells = moved(axis);
        let arrival = |cell: usize| time((nth as f64 + ease_inverse(cell as f64 / cells as f64)) / axes.len() as f64);
        stops.extend((1..=cells).map(arrival));
    }
    stops
}

impl PartialEq for GradientDrawing {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for GradientDrawing {}

/// Draws the gradient. Only what is loaded later may refer to it.
pub static GRADIENT_DRAWING: GradientDrawing =
    GradientDrawing { axes: summed_axes, seconds, summed, way_back, longest, texts };

/// The slot of a cell on each drawn axis, last axis first.
type Slots = [u16; MAX_DRAWN];

/// The text of a panel's cell in these slots. The last argument says whether the cell of the panel in a slot of a drawn axis has moved
/// into the first one.
type TextOf = for<'a> fn(&'a GradientTexts, Panel, Slots, &dyn Fn(usize, u16) -> bool) -> &'a str;

/// The numbers of the gradient.
#[derive(Debug)]
pub(super) struct GradientTexts {
    /// Finds the number of a cell.
    pub(super) text_of: TextOf,
    text: String,
    /// The number of slots of each drawn axis.
    slots: Vec<usize>,
    /// For each operand and each combination of slots, last axis fastest, the ranges of the part and of the sum in the text.
    cells: [Vec<[Range<usize>; 2]>; OPERANDS],
    /// For each operand and each drawn axis, whether parts are added along it.
    stretches: [Vec<bool>; OPERANDS],
    /// The number of each element of the result.
    result: Range<usize>,
}

fn text_of<'a>(
    texts: &'a GradientTexts,
    panel: Panel,
    slots: Slots,
    has_moved: &dyn Fn(usize, u16) -> bool,
) -> &'a str {
    let range = match panel {
        Panel::Result => texts.result.clone(),
        Panel::Operand(operand) => {
            let (mut last_moved, mut is_sum) = (slots, false);
            for nesting in (0..texts.slots.len()).rev() {
                // The last cell that has moved into this one.
                let count = texts.slots.get(nesting).map_or(0, |&count| u16::try_from(count).unwrap_or(u16::MAX));
                let last = (1..count).take_while(|&slot| has_moved(nesting, slot)).last();
                let stretches = texts.stretches[operand.position()].get(nesting).is_some_and(|&stretches| stretches);
                if let Some(last) = last.filter(|_| stretches && slots[nesting] == 0) {
                    (last_moved, is_sum) = (slots, true);
                    last_moved[nesting] = last;
                }
            }
            let (mut rank, mut step) = (0, 1);
            for (&slot, &count) in last_moved.iter().zip(&texts.slots) {
                rank += usize::from(slot) * step;
                step *= count;
            }
            let ranges = texts.cells[operand.position()].get(rank);
            ranges.map_or(0..0, |[part, sum]| if is_sum { sum.clone() } else { part.clone() })
        }
    };
    texts.text.get(range).unwrap_or_default()
}

impl GradientTexts {
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
    let stretches = |operand: OperandId| axes.iter().map(|axis| operation.stretches(operand, axis.axis)).collect();
    let mut texts = GradientTexts {
        text_of,
        text: String::new(),
        slots: axes.iter().map(|axis| axis.folded.slots()).collect(),
        cells: Default::default(),
        stretches: Default::default(),
        result: 0..0,
    };
    texts.result = texts.write(Some(1.0));
    for &operand in operation.operands() {
        texts.stretches[operand.position()] = stretches(operand);
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
            *range = axis.folded.indices(slot);
        }
    }
    ranges
}
