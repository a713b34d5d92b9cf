//! The texts of the dialog for a teacher's set and of worksheets, which are loaded with their chunk; those of other languages are loaded with the language.

use super::message::clashing;
use super::{Label, Locale, equation, kept_as};
use crate::practice::{Asked, Question, QuestionKind};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Shape};

/// The texts for teachers in one language.
#[derive(Debug)]
pub(super) struct TeachTexts {
    /// The texts that are always the same.
    pub(super) label: fn(TeachLabel) -> &'static str,
    /// The texts with variable parts.
    pub(super) message: fn(TeachMessage<'_>) -> String,
}

/// A text for teachers that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeachLabel {
    /// The field for the title.
    Title,
    /// The field for the caption.
    Caption,
    /// The heading of the steps.
    Steps,
    /// In place of the steps, where there are none.
    NoSteps,
    /// The keys that move a step.
    MoveKeys,
    /// The button that adds what is on screen as a step.
    Add,
    /// The button that adds it with a question.
    AddQuestion,
    /// What is on screen cannot be added.
    CannotAdd,
    /// The switch that lets readers ask for the answers.
    ShowsAnswers,
    /// The button that takes the steps of the set on screen.
    EditSet,
    /// The same, where steps were collected before.
    ReplaceBySet,
    /// The heading of the worksheet.
    Worksheet,
    /// The switch for the answers of a worksheet.
    WithAnswers,
    /// The button that prints a worksheet.
    Print,
    /// The button that prints a worksheet of the set on screen.
    PrintSet,
    /// The link is too long to be read.
    TooLong,
    /// Before the line for the name on a worksheet.
    Name,
    /// Before the line for the date on a worksheet.
    Date,
    /// The heading of the page with the answers.
    Answers,
    /// Before the line for an answer.
    Answer,
    /// Before the link to the set.
    LinkToSet,
    /// In place of the QR code of a link that is too long for one.
    NoQrCode,
    /// The row of a table for what happens at each axis.
    WhatHappens,
    /// The button that adds a question without operands.
    AddEmpty,
    /// The button that puts the question that was removed last to its place again.
    Undo,
    /// The field for operations that are pasted.
    Paste,
    /// The button that adds a question about each of them.
    AddPasted,
    /// What stays in the field could not be read.
    NotRead,
    /// The switch that keeps the set on the device.
    Keep,
    /// The button that saves the set as a file.
    SaveFile,
    /// The button that opens a file.
    OpenFile,
    /// The same, where steps were collected before.
    ReplaceByFile,
    /// How a page has the set of a file, before the attribute.
    FileOfPage,
}

/// A text for teachers with variable parts. Questions are counted from 1.
#[derive(Debug, Clone, Copy)]
pub enum TeachMessage<'a> {
    /// The kind of the question of this number, to be chosen.
    Kind(usize),
    /// The field for an operand of the question of this number.
    Operand(OperandId, usize),
    /// The field for the text of the step of this number.
    Text(usize),
    /// The button that shows the step of this number.
    Preview(usize),
    /// What drags the step of this number.
    Drag(usize),
    /// The button that moves the question of this number up.
    MoveUp(usize),
    /// The button that moves the question of this number down.
    MoveDown(usize),
    /// The button that removes the question of this number.
    Remove(usize),
    /// A question was added; now there are so many.
    Added(usize),
    /// The question of this number was removed; now there are so many.
    Removed(usize, usize),
    /// A question is now the one of this number; there are so many.
    Moved(usize, usize),
    /// The heading of the set on screen, with its title.
    SetOnScreen(&'a str),
    /// No more steps than this can be added.
    Full(usize),
    /// The link has so many characters, which is long.
    LongLink(usize),
    /// The reason for the right answer, in one sentence.
    Reason(&'a Reason<'a>),
    /// A wrong answer that is to be expected.
    WrongAnswer(&'a str),
}

/// The reason for the right answer to a question, with everything decided but the words.
#[derive(Debug)]
pub enum Reason<'a> {
    /// The sizes of these operands clash on an axis.
    Clash(usize, Vec<(OperandId, u64)>),
    /// The result has another shape than the operand that it is written into.
    DoesNotFit(&'a Shape, &'a Shape),
    /// What happens at each axis, from the first to the last, in words.
    Axes(Vec<String>),
    /// The operands have no axes.
    NoAxes,
    /// How the element is computed.
    Equation(String),
    /// How the element is computed, where the question is about its sources.
    Sources(String),
    /// The result has so many elements of so many bytes.
    Memory(u64, u64),
    /// The result needs no new memory.
    NoMemory,
    /// This operand then has this shape, and the result another one.
    Fix(OperandId, &'a Shape, &'a Shape),
    /// The gradient of an operand, which stretches or not.
    Gradient(OperandId, bool),
}

impl<'a> Reason<'a> {
    /// The reason for the right answer to a question. The texts of a language do not call it: it would be in the chunk of each.
    #[must_use]
    pub fn new(question: &'a Question, locale: Locale) -> Self {
        let subject = &question.subject;
        let (operation, alignment) = (&subject.operation, subject.operation.alignment());
        match (question.kind, &question.asked) {
            (kind, Asked::Element(index)) => {
                let described = |from| {
                    // As in the picture. The words about it would bring those of all other messages into the chunk.
                    let kept = kept_as(&from, operation).map(|(_, kept)| format!(" → {kept}"));
                    equation(&from, operation) + &kept.unwrap_or_default()
                };
                let equation = operation.provenance(index).map(described).unwrap_or_default();
                if kind == QuestionKind::Source { Self::Sources(equation) } else { Self::Equation(equation) }
            }
            (_, Asked::Gradient(operand)) => {
                let stretches = alignment.axes().iter().any(|axis| axis.stretches(*operand));
                Self::Gradient(*operand, stretches)
            }
            (_, Asked::Change { fixes, result, operand }) => {
                let shape = fixes.first().map_or_else(|| subject.shape(*operand), |fix| &fix.shape);
                Self::Fix(fixes.first().map_or(*operand, |fix| fix.operand), shape, result)
            }
            (QuestionKind::Memory, _) if subject.in_place => Self::NoMemory,
            (QuestionKind::Memory, _) => {
                let elements = subject.result().and_then(Shape::numel).unwrap_or(0);
                Self::Memory(elements, subject.dtype.bytes())
            }
            _ => Self::of_shapes(question, locale),
        }
    }

    /// The reason why the shapes broadcast, or why they do not.
    fn of_shapes(question: &'a Question, locale: Locale) -> Self {
        let subject = &question.subject;
        let (operation, axes) = (&subject.operation, subject.operation.alignment().axes());
        // The clash that the story shows first.
        if let Some((number, axis)) = axes.iter().enumerate().rev().find(|(_, axis)| axis.clashes()) {
            return Self::Clash(number, clashing(axis));
        }
        match operation.shape() {
            Some(result) if subject.in_place && !operation.fits_in_place() => {
                Self::DoesNotFit(result, subject.shape(OperandId::A))
            }
            _ if axes.is_empty() => Self::NoAxes,
            _ => {
                let name = locale.label(Label::Axis);
                let text = |(number, axis)| format!("{name} {number}: {}", locale.what_happens(axis, operation));
                Self::Axes(axes.iter().enumerate().map(text).listed())
            }
        }
    }
}
