//! The English texts of the gradient.

use super::axes;
use crate::i18n::format::grouped;
use crate::i18n::gradient::{GradientMessage, GradientTexts};
use tensor_broadcasting::Operator;

pub(super) const GRADIENT: GradientTexts = GradientTexts { separator: " ", message };

fn message(message: GradientMessage<'_>) -> String {
    match message {
        GradientMessage::Parts(operator, [a, b]) => {
            let part = match operator {
                Operator::Subtract => format!("1 for {a} and -1 for {b}"),
                Operator::Multiply => "the element of the other operand".to_owned(),
                Operator::Divide => format!("1/{b} for {a} and -{a}/{b}² for {b}"),
                _ => "1".to_owned(),
            };
            format!(
                "The loss is the sum of out, so each element of out has the gradient 1. Each time that an element was read, its \
                 gradient gets one part: {part}."
            )
        }
        GradientMessage::Added(name, summed, [from, to]) => {
            format!("{name} was stretched, so its parts are added along {}: {from} → {to}.", axes(summed))
        }
        GradientMessage::NothingAdded => {
            "No operand was stretched. Each element was read once, so nothing is added.".to_owned()
        }
        GradientMessage::Sum([]) => "no sum".to_owned(),
        GradientMessage::Sum(summed) => format!("sum over {}", axes(summed)),
        GradientMessage::CellParts(name, None) => format!("{name} was read more than 2^63-1 times."),
        GradientMessage::CellParts(name, Some(1)) => format!("{name} was read once."),
        GradientMessage::CellParts(name, Some(count)) => {
            format!("{name} was read {} times. Its gradient is the sum of the parts.", grouped(count))
        }
        GradientMessage::ResultCell => "Each element of out counts once in the sum of out.".to_owned(),
    }
}
