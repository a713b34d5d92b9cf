//! The Spanish texts of the gradient.

use super::{axes, grouped};
use crate::i18n::gradient::{GradientMessage, GradientTexts};
use tensor_broadcasting::Operator;

pub(super) const GRADIENT: GradientTexts = GradientTexts { separator: " ", message };

fn message(message: GradientMessage<'_>) -> String {
    match message {
        GradientMessage::Parts(operator, [a, b]) => {
            let part = match operator {
                Operator::Subtract => format!("1 para {a} y -1 para {b}"),
                Operator::Multiply => "el elemento del otro operando".to_owned(),
                Operator::Divide => format!("1/{b} para {a} y -{a}/{b}² para {b}"),
                _ => "1".to_owned(),
            };
            format!(
                "La pérdida es la suma de out, así que el gradiente de cada elemento de out es 1. Cada vez que se leyó un \
                 elemento, su gradiente recibe un sumando: {part}."
            )
        }
        GradientMessage::Added(name, summed, [from, to]) => {
            format!("{name} se estiró, así que sus sumandos se suman en {}: {from} → {to}.", axes(summed))
        }
        GradientMessage::NothingAdded => {
            "Ningún operando se estiró. Cada elemento se leyó una vez, así que no se suma nada.".to_owned()
        }
        GradientMessage::Sum([]) => "sin suma".to_owned(),
        GradientMessage::Sum(summed) => format!("suma en {}", axes(summed)),
        GradientMessage::CellParts(name, None) => format!("{name} se leyó más de 2^63-1 veces."),
        GradientMessage::CellParts(name, Some(1)) => format!("{name} se leyó una vez."),
        GradientMessage::CellParts(name, Some(count)) => {
            format!("{name} se leyó {} veces. Su gradiente es la suma de los sumandos.", grouped(count))
        }
        GradientMessage::ResultCell => "Cada elemento de out cuenta una vez en la suma de out.".to_owned(),
    }
}
