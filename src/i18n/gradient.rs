//! What is said of the gradient. It is in the chunk `work`, with the numbers of the gradient.

use super::format::{bracketed, element_name, join, value_text};
use super::{FIRST_GRADIENT, Locale};
use crate::chunks::{Chunk, chunk};
use broadcasting_diagram::{CellRef, GRADIENT_DRAWING, GradientDrawing};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, OperandId, Operation, Operator, Scalar, Shape};

/// The largest number of parts that are written.
const MAX_WRITTEN: u64 = 6;

/// What the chapter of the gradient needs.
#[derive(Debug)]
pub struct Gradient {
    /// Writes the numbers of the diagram.
    pub drawing: &'static GradientDrawing,
    /// What happens in the chapter.
    text: fn(Locale, &Operation) -> String,
    /// The parts of the gradient at a cell with their sum, and a sentence about them.
    pub cell: fn(Locale, &Operation, &CellRef) -> (String, String),
    /// Along which axes the gradient of an operand is summed.
    pub sum: fn(Locale, &Operation, OperandId) -> String,
}

chunk! {
    /// What the chapter of the gradient needs.
    pub GRADIENT: Gradient = Gradient { drawing: &GRADIENT_DRAWING, text, cell, sum }, in work
}

/// The texts of the gradient in one language.
#[derive(Debug)]
pub(super) struct GradientTexts {
    /// What ends one sentence before the next one, and what stands between two operands.
    pub(super) separator: &'static str,
    pub(super) message: fn(GradientMessage<'_>) -> String,
}

/// A text of the gradient.
#[derive(Debug, Clone, Copy)]
pub(super) enum GradientMessage<'a> {
    /// The sum of the result is the loss, and what each part is for an operator of operands with these names.
    Parts(Operator, [&'a str; 2]),
    /// The parts of an operand are added along these axes, and how that changes its shape.
    Added(&'a str, &'a [usize], [&'a Shape; 2]),
    /// No operand is stretched.
    NothingAdded,
    /// Along which axes the parts of an operand are added.
    Sum(&'a [usize]),
    /// The element of this name has so many parts; `None` for more than 2^63-1.
    CellParts(&'a str, Option<u64>),
    /// Each element of the result counts once.
    ResultCell,
}

impl Locale {
    /// What happens in the chapter of the gradient. No story has this chapter before its texts are loaded.
    pub(super) fn gradient_text(self, operation: &Operation) -> String {
        GRADIENT.get().map_or_else(String::new, |gradient| (gradient.text)(self, operation))
    }
}

/// The texts of a language; the English ones while it is not loaded.
fn texts_of(locale: Locale) -> &'static GradientTexts {
    locale.chunk().and_then(Chunk::get).map_or(&FIRST_GRADIENT, |language| &language.gradient)
}

/// The axes along which an operand is stretched.
fn summed(operation: &Operation, operand: OperandId) -> Vec<usize> {
    let axes: &[Axis] = operation.alignment().axes();
    (0..axes.len()).filter(|&axis| operation.stretches(operand, axis)).listed()
}

fn text(locale: Locale, operation: &Operation) -> String {
    let GradientTexts { separator, message } = *texts_of(locale);
    let (Some(operator), Some(shape)) = (operation.operator(), operation.shape()) else { return String::new() };
    let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
    let mut sentences = vec![message(GradientMessage::Parts(operator, [a, b]))];
    for &operand in operation.operands() {
        let axes = summed(operation, operand);
        if !axes.is_empty() {
            let shapes = [shape, operation.operand(operand).shape()];
            sentences.push(message(GradientMessage::Added(operation.name(operand), &axes, shapes)));
        }
    }
    if sentences.len() == 1 {
        sentences.push(message(GradientMessage::NothingAdded));
    }
    sentences.join(separator)
}

fn sum(locale: Locale, operation: &Operation, operand: OperandId) -> String {
    (texts_of(locale).message)(GradientMessage::Sum(&summed(operation, operand)))
}

fn cell(locale: Locale, operation: &Operation, cell: &CellRef) -> (String, String) {
    let message = texts_of(locale).message;
    let float = |value: f64| value_text(Some(Scalar::Float(value)));
    let name = |operand: &str, index: &[u64]| element_name(&[&*bracketed(operand), ".grad"].concat(), index);
    let Some(operand) = cell.panel.operand() else {
        let line = [name("out", &cell.index), float(1.0)].join(" = ");
        return (line, message(GradientMessage::ResultCell));
    };
    let own = operation.alignment().operand_index(operand, &cell.index);
    let reads = operation.reads(operand);
    let parts = operation.gradient_parts(operand, &own, MAX_WRITTEN);
    let mut sum = join(parts.len(), " + ", &|number| parts.get(number).map_or_else(String::new, |&part| float(part)));
    if reads.is_none_or(|reads| reads > MAX_WRITTEN) {
        sum.push_str(" + ⋯");
    }
    let total = operation.gradient(operand, &own).map_or_else(|| value_text(None), float);
    let line = match reads {
        Some(0 | 1) => [name(operation.name(operand), &own), total].join(" = "),
        _ => [name(operation.name(operand), &own), sum, total].join(" = "),
    };
    (line, message(GradientMessage::CellParts(&element_name(operation.name(operand), &own), reads)))
}
