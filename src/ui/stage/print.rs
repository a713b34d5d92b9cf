//! What is printed: the pictures of all chapters, each with its words.

use gloo::utils::document;
use web_sys::Element;

use super::picture::Picture;
use crate::i18n::{Locale, Message, operation_line};
use broadcasting_diagram::{Size, Story};
use tensor_broadcasting::Operation;

/// The pixels to a CSS pixel of a printed picture, and its largest size, in CSS pixels: two stand beside each other. The axis table is
/// printed once, beside them.
const RATIO: f64 = 3.0;
const SIZE: Size = Size::new(480.0, 300.0);

/// Fills `pages` with the operands, and with a figure for each chapter: its picture, its title and its text. `last`: what
/// stands for the text of the last chapter.
pub(in crate::ui) fn print_story(
    pages: &Element,
    picture: &Picture,
    operation: &Operation,
    story: &Story,
    last: Option<&str>,
    locale: Locale,
) {
    pages.set_text_content(None);
    append(pages, "p", &operation_line(operation));
    let Some(scene) = picture.scene().map(|scene| scene.without_table(SIZE)) else { return };
    for (number, chapter) in story.chapters().iter().enumerate() {
        let Some(figure) = append(pages, "figure", "") else { return };
        if let Some(canvas) = picture.chapter_pixels(&scene, number, RATIO) {
            // A new element takes any child.
            _ = figure.append_child(&canvas);
        }
        let title = locale.message(Message::ChapterPosition(number + 1, story.last() + 1, chapter, operation));
        let text = match last {
            Some(last) if number == story.last() => last.to_owned(),
            _ => locale.message(Message::ChapterText(chapter, operation)),
        };
        append(&figure, "figcaption", &locale.joined(&title, &text));
    }
}

/// Appends an element with a text.
fn append(parent: &Element, name: &str, text: &str) -> Option<Element> {
    // A valid name does not fail.
    let element = document().create_element(name).ok()?;
    element.set_text_content(Some(text));
    parent.append_child(&element).ok()?;
    Some(element)
}
