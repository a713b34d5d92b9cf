//! The Spanish texts for teachers.

use super::grouped;
use crate::i18n::format::join;
use crate::i18n::teach::{Reason, TeachLabel, TeachMessage, TeachTexts};

pub(super) const TEACH: TeachTexts = TeachTexts { label, message };

fn label(label: TeachLabel) -> &'static str {
    match label {
        TeachLabel::Title => "Título",
        TeachLabel::Caption => "Descripción, bajo el título",
        TeachLabel::Steps => "Pasos",
        TeachLabel::NoSteps => {
            "Aún no hay pasos. Escribe operandos en la página, abre este diálogo y añade lo que hay en pantalla, o pega \
             operaciones."
        }
        TeachLabel::MoveKeys => "Alt+↑ y Alt+↓ mueven un paso.",
        TeachLabel::Add => "Añadir lo que hay en pantalla como paso",
        TeachLabel::AddQuestion => "Añadirlo con una pregunta",
        TeachLabel::CannotAdd => "Lo que hay en pantalla no puede ser un paso: no se puede leer un operando.",
        TeachLabel::ShowsAnswers => "Se pueden ver las respuestas",
        TeachLabel::EditSet => "Editar esta serie",
        TeachLabel::ReplaceBySet => "Sustituir tus pasos por esta serie",
        TeachLabel::Worksheet => "Hoja de ejercicios",
        TeachLabel::WithAnswers => "Con las respuestas, en una página aparte",
        TeachLabel::Print => "Imprimir la hoja de ejercicios",
        TeachLabel::PrintSet => "Imprimir una hoja de ejercicios de esta serie",
        TeachLabel::TooLong => {
            "La serie es demasiado larga: la página no puede leerla de un enlace. Quita pasos o guárdala como archivo."
        }
        TeachLabel::Name => "Nombre",
        TeachLabel::Date => "Fecha",
        TeachLabel::Answers => "Respuestas",
        TeachLabel::Answer => "Respuesta",
        TeachLabel::LinkToSet => "Lo mismo en pantalla:",
        TeachLabel::NoQrCode => "(El enlace es demasiado largo para un código QR.)",
        TeachLabel::WhatHappens => "qué ocurre",
        TeachLabel::AddEmpty => "Añadir una pregunta vacía",
        TeachLabel::Undo => "Deshacer la eliminación",
        TeachLabel::Paste => "Pegar operaciones, una en cada línea: 4,1 * 3",
        TeachLabel::AddPasted => "Añadir estas preguntas",
        TeachLabel::NotRead => "Estas líneas no se pueden leer, o la serie está completa.",
        TeachLabel::Keep => "Guardar los pasos en este dispositivo; si no, se pierden al cerrar la página",
        TeachLabel::SaveFile => "Guardar como archivo",
        TeachLabel::OpenFile => "Abrir un archivo de pasos",
        TeachLabel::ReplaceByFile => "Sustituir tus pasos por los de un archivo",
        TeachLabel::FileOfPage => "Pon el archivo junto a la página y da al elemento este atributo en lugar de steps:",
    }
}

fn message(message: TeachMessage<'_>) -> String {
    match message {
        TeachMessage::Kind(number) => format!("Qué pregunta el paso {number}"),
        TeachMessage::Operand(operand, number) => format!("Operando {} del paso {number}", operand.name()),
        TeachMessage::Text(number) => format!("Tu propio texto en el paso {number}"),
        TeachMessage::Preview(number) => format!("Mostrar el paso {number}"),
        TeachMessage::Drag(number) => format!("Arrastrar el paso {number}"),
        TeachMessage::MoveUp(number) => format!("Subir el paso {number}"),
        TeachMessage::MoveDown(number) => format!("Bajar el paso {number}"),
        TeachMessage::Remove(number) => format!("Quitar el paso {number}"),
        TeachMessage::Added(count) => format!("Añadido. Número de pasos: {count}."),
        TeachMessage::Removed(number, count) => format!("Paso {number} quitado. Número de pasos: {count}."),
        TeachMessage::Moved(number, count) => format!("Ahora es el paso {number} de {count}."),
        TeachMessage::SetOnScreen(title) => format!("La serie en pantalla: {title}"),
        TeachMessage::Full(most) => format!("Una serie tiene como máximo {most} pasos."),
        TeachMessage::LongLink(chars) => format!(
            "Este enlace tiene {} caracteres. Algunos programas cortan el final de un enlace de más de 2000.",
            grouped(chars as u64)
        ),
        TeachMessage::Reason(because) => reason(because),
        TeachMessage::WrongAnswer(answer) => format!("Una respuesta incorrecta frecuente: {answer}"),
    }
}

fn reason(reason: &Reason<'_>) -> String {
    match reason {
        Reason::Clash(axis, sizes) => {
            let sizes = join(sizes.len(), " y ", &|number| {
                let (operand, size) = sizes[number];
                format!("{} tiene tamaño {size}", operand.name())
            });
            format!("En el eje {axis}, {sizes}: los tamaños son distintos y ninguno es 1.")
        }
        Reason::DoesNotFit(result, own) => {
            format!("Las formas son compatibles y dan {result}, pero a conserva su forma {own}.")
        }
        Reason::Axes(axes) => format!("Alineadas por la derecha: {}.", axes.join("; ")),
        Reason::NoAxes => "Los tensores sin ejes tienen un solo elemento, y el resultado también.".to_owned(),
        Reason::Equation(equation) => equation.clone(),
        Reason::Sources(equation) => {
            format!("{equation}: en un eje en el que se estira un operando, su índice es 0.")
        }
        Reason::Memory(elements, bytes) => {
            format!("El resultado tiene {} elementos de {bytes} B; al estirar no se copia nada.", grouped(*elements))
        }
        Reason::NoMemory => "El resultado se escribe en la memoria de a, y al estirar no se copia nada.".to_owned(),
        Reason::Fix(operand, shape, result) => {
            format!("Entonces {} tiene la forma {shape}, y el resultado la forma {result}.", operand.name())
        }
        Reason::Gradient(operand, true) => {
            format!("Es la suma en los ejes en los que se estira {}, así que tiene la forma de {0}.", operand.name())
        }
        Reason::Gradient(operand, false) => {
            format!("{} no se estira, así que cada uno de sus elementos se lee una vez.", operand.name())
        }
    }
}
