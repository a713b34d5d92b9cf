//! The words of a chapter that name a part of the picture: while they are pointed at, that part stands out. For screen readers they stay plain text. It is
//! in the chunk `work`.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event};
use yew::prelude::*;

use crate::i18n::{Locale, Message};
use broadcasting_diagram::{Chapter, NamedPart, Panel};
use tensor_broadcasting::{OperandId, Operation};

/// Stands around the name of an operand in a sentence that is made with it: a name such as `a` cannot be told from a word.
const MARK: char = '\u{2063}';

/// The title of a chapter, and its text. What names the part `named` is emphasized. An introduction stands before the text, if it is not empty.
pub(in crate::ui) fn chapter_words(
    chapter: &Chapter,
    operation: &Operation,
    introduction: &str,
    named: Option<NamedPart>,
    locale: Locale,
) -> [Html; 2] {
    let marked = |&operand: &OperandId| format!("{MARK}{}{MARK}", operation.name(operand));
    let names: Vec<String> = operation.operands().iter().map(marked).collect();
    let panels = operation.operands().iter().map(|&operand| NamedPart::Panel(Panel::Operand(operand)));
    let mut needles: Vec<(String, NamedPart)> = names.iter().cloned().zip(panels).collect();
    let axis = locale.labels().axis;
    needles
        .extend((0..operation.alignment().ndim()).map(|number| (format!("{axis} {number}"), NamedPart::Axis(number))));
    let marked = operation.clone().with_names(names.into());
    let [title, text] = [Message::ChapterTitle(chapter, &marked), Message::ChapterText(chapter, &marked)]
        .map(|message| locale.message(message));
    let text = if introduction.is_empty() { text } else { locale.joined(introduction, &text) };
    [title, text].map(|words| pieces(&words, &needles, named))
}

/// The message of a library, in which PyTorch calls two operands `tensor a` and `tensor b`, and axes `dimension 1`. Of three operands those may be
/// any two.
pub(in crate::ui) fn message_words(text: &str, operation: &Operation, named: Option<NamedPart>) -> Html {
    let is_pair = operation.operands() == OperandId::PAIR;
    let tensors = OperandId::PAIR
        .map(|operand| (format!("tensor {}", operand.name()), NamedPart::Panel(Panel::Operand(operand))));
    let tensors = tensors.into_iter().filter(|_| is_pair);
    let axes = (0..operation.alignment().ndim()).map(|axis| (format!("dimension {axis}"), NamedPart::Axis(axis)));
    let needles: Vec<_> = tensors.chain(axes).collect();
    pieces(text, &needles, named)
}

/// A text in which each needle has an element of its own.
fn pieces(text: &str, needles: &[(String, NamedPart)], named: Option<NamedPart>) -> Html {
    let mut pieces = Vec::new();
    let mut rest = text;
    let whole = |rest: &str, end: usize| !rest[end..].starts_with(|next: char| next.is_ascii_alphanumeric());
    while let Some((start, needle, part)) = needles
        .iter()
        .filter_map(|(needle, part)| Some((rest.find(needle)?, needle, *part)))
        .filter(|(start, needle, _)| whole(rest, start + needle.len()))
        .min_by_key(|(start, ..)| *start)
    {
        let (before, found) = rest.split_at(start);
        pieces.push(before.to_owned().into());
        let class = classes!("named", (named == Some(part)).then_some("is-named"));
        let word = needle.trim_matches(MARK).to_owned();
        pieces.push(html! { <span {class} data-named={name_of(part)}>{ word }</span> });
        rest = &found[needle.len()..];
    }
    pieces.push(rest.to_owned().into());
    pieces.into_iter().collect()
}

/// The name of a part in the attribute `data-named`.
fn name_of(part: NamedPart) -> String {
    match part {
        NamedPart::Panel(Panel::Operand(operand)) => operand.name().to_owned(),
        NamedPart::Panel(Panel::Result) => "out".to_owned(),
        NamedPart::Axis(axis) => axis.to_string(),
    }
}

/// The part that the target of an event names.
pub(in crate::ui) fn named_at(event: &Event) -> Option<NamedPart> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let name = target.closest("[data-named]").ok()??.get_attribute("data-named")?;
    let operand = OperandId::ALL.into_iter().find(|operand| operand.name() == name);
    match operand {
        Some(operand) => Some(NamedPart::Panel(Panel::Operand(operand))),
        None => Some(NamedPart::Axis(name.parse().ok()?)),
    }
}
