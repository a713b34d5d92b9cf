//! The English texts for teachers.

use crate::i18n::format::{grouped, join};
use crate::i18n::teach::{Reason, TeachLabel, TeachMessage, TeachTexts};

pub(super) const TEACH: TeachTexts = TeachTexts { label, message };

fn label(label: TeachLabel) -> &'static str {
    match label {
        TeachLabel::Title => "Title",
        TeachLabel::Caption => "Caption of the set",
        TeachLabel::Steps => "Steps",
        TeachLabel::NoSteps => {
            "There are no steps yet. Type operands on the page, open this dialog, and add what is on screen; or paste \
             operations."
        }
        TeachLabel::MoveKeys => "Alt+↑ and Alt+↓ move a step.",
        TeachLabel::Add => "Add what is on screen as a step",
        TeachLabel::AddQuestion => "Add it with a question",
        TeachLabel::CannotAdd => "What is on screen cannot be a step: an operand cannot be read.",
        TeachLabel::ShowsAnswers => "Readers can ask for the answers",
        TeachLabel::EditSet => "Edit this set",
        TeachLabel::ReplaceBySet => "Replace your steps by this set",
        TeachLabel::Worksheet => "Worksheet",
        TeachLabel::WithAnswers => "With the answers, on a page of their own",
        TeachLabel::Print => "Print the worksheet",
        TeachLabel::PrintSet => "Print a worksheet of this set",
        TeachLabel::TooLong => {
            "The set is too long: the page cannot read it from a link. Remove steps, or save it as a file."
        }
        TeachLabel::Name => "Name",
        TeachLabel::Date => "Date",
        TeachLabel::Answers => "Answers",
        TeachLabel::Answer => "Answer",
        TeachLabel::LinkToSet => "The same on screen:",
        TeachLabel::NoQrCode => "(The link is too long for a QR code.)",
        TeachLabel::WhatHappens => "what happens",
        TeachLabel::AddEmpty => "Add an empty question",
        TeachLabel::Undo => "Undo the removal",
        TeachLabel::Paste => "Paste operations, one on each line: 4,1 * 3",
        TeachLabel::AddPasted => "Add these questions",
        TeachLabel::NotRead => "These lines cannot be read, or the set is full.",
        TeachLabel::Keep => "Keep the steps on this device; otherwise they are lost when the page is closed",
        TeachLabel::SaveFile => "Save as a file",
        TeachLabel::OpenFile => "Open a file with steps",
        TeachLabel::ReplaceByFile => "Replace your steps by those of a file",
        TeachLabel::FileOfPage => {
            "Put the file next to the page, and give the element this attribute in place of steps:"
        }
    }
}

fn message(message: TeachMessage<'_>) -> String {
    match message {
        TeachMessage::Kind(number) => format!("What step {number} asks"),
        TeachMessage::Operand(operand, number) => format!("Operand {} of step {number}", operand.name()),
        TeachMessage::Text(number) => format!("Your own text at step {number}"),
        TeachMessage::Preview(number) => format!("Show step {number}"),
        TeachMessage::Drag(number) => format!("Drag step {number}"),
        TeachMessage::MoveUp(number) => format!("Move step {number} up"),
        TeachMessage::MoveDown(number) => format!("Move step {number} down"),
        TeachMessage::Remove(number) => format!("Remove step {number}"),
        TeachMessage::Added(count) => format!("Added. Number of steps: {count}."),
        TeachMessage::Removed(number, count) => format!("Step {number} is removed. Number of steps: {count}."),
        TeachMessage::Moved(number, count) => format!("This is now step {number} of {count}."),
        TeachMessage::SetOnScreen(title) => format!("The set on screen: {title}"),
        TeachMessage::Full(most) => format!("A set has at most {most} steps."),
        TeachMessage::LongLink(chars) => format!(
            "This link has {} characters. Some programs cut off the end of a link that has more than 2,000.",
            grouped(chars as u64)
        ),
        TeachMessage::Reason(because) => reason(because),
        TeachMessage::WrongAnswer(answer) => format!("A wrong answer to expect: {answer}"),
    }
}

fn reason(reason: &Reason<'_>) -> String {
    match reason {
        Reason::Clash(axis, sizes) => {
            let sizes = join(sizes.len(), " and ", &|number| {
                let (operand, size) = sizes[number];
                format!("{} has size {size}", operand.name())
            });
            format!("At axis {axis} {sizes}: the sizes differ, and none of them is 1.")
        }
        Reason::DoesNotFit(result, own) => {
            format!("The shapes broadcast to {result}, but a keeps its shape {own}.")
        }
        Reason::Axes(axes) => format!("Lined up at the right: {}.", axes.join("; ")),
        Reason::NoAxes => "Tensors without axes have one element each, and so has the result.".to_owned(),
        Reason::Equation(equation) => equation.clone(),
        Reason::Sources(equation) => {
            format!("{equation}: along an axis on which an operand stretches, its index is 0.")
        }
        Reason::Memory(elements, bytes) => {
            format!("The result has {} elements of {bytes} B each; stretching copies nothing.", grouped(*elements))
        }
        Reason::NoMemory => "The result is written into the memory of a, and stretching copies nothing.".to_owned(),
        Reason::Fix(operand, shape, result) => {
            format!("Then {} has the shape {shape}, and the result has the shape {result}.", operand.name())
        }
        Reason::Gradient(operand, true) => {
            format!("It is the sum along the axes on which {} stretches, so it has the shape of {0}.", operand.name())
        }
        Reason::Gradient(operand, false) => {
            format!("{} does not stretch, so each of its elements is read once.", operand.name())
        }
    }
}
