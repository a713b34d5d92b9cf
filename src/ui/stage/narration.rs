//! The text of the present chapter and of the highlighted cell, also for screen readers.

use yew::prelude::*;

use super::diagram_box::Highlight;
use super::picture_parts::PICTURE_PARTS;
use super::transport::Playback;
use crate::i18n::{GRADIENT, Label, Locale, Message};
use crate::ui::late::{WORK, product_of};
use crate::ui::parts::text::label;
use broadcasting_diagram::{ChapterKind, NamedPart, Story};
use tensor_broadcasting::Operation;

/// What stands for the text of the last chapter.
#[derive(Debug, Clone, PartialEq)]
pub struct LastWords {
    pub(in crate::ui) kind: LastKind,
    /// The exception, or the sentence.
    pub(in crate::ui) text: String,
}

/// What stands for the text of the last chapter.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) enum LastKind {
    /// The exception that the library raises, with who reports it, for screen readers.
    Exception(String),
    /// Why the result is probably a mistake.
    Doubt,
    /// The text of the chapter with the sizes that are taken for names.
    Assumption,
}

/// What the narration is about.
pub(in crate::ui) struct NarrationProps<'a> {
    pub(in crate::ui) operation: &'a Operation,
    pub(in crate::ui) story: &'a Story,
    pub(in crate::ui) playback: Playback,
    /// The highlighted cell.
    pub(in crate::ui) highlight: Option<Highlight>,
    /// Of a matrix product, the row and the column of the highlighted element.
    pub(in crate::ui) element: [u64; 2],
    /// Whether the picture is that of an operation before.
    pub(in crate::ui) stale: bool,
    /// The number of axes that the diagram leaves out.
    pub(in crate::ui) undrawn: usize,
    /// Whether an axis can be unfolded.
    pub(in crate::ui) folded: bool,
    /// What stands for the text of the last chapter.
    pub(in crate::ui) last_words: Option<&'a LastWords>,
    /// The part of the picture that is pointed at.
    pub(in crate::ui) named: Option<NamedPart>,
    pub(in crate::ui) locale: Locale,
}

/// The words of the caption: the title of the chapter with its text or, where a cell is highlighted, with the equation of that. An invisible copy of
/// the longest chapter's words, and one of the last chapter's, which can have what to try next beside them, give them their height, so
/// that the stage has the same size in every chapter.
pub(in crate::ui) fn narration(props: &NarrationProps<'_>) -> Html {
    let &NarrationProps { operation, story, playback, stale, undrawn, folded, last_words, locale, .. } = props;
    let (number, last) = (playback.chapter, story.last());
    let highlight = props.highlight.as_ref();
    let said = |number: usize| {
        let text = locale.message(Message::ChapterText(&story.chapters()[number], operation));
        let introduces = number == 0 && playback.introduces;
        if introduces { locale.joined(locale.label(Label::Broadcasting), &text) } else { text }
    };
    let words = |number: usize| {
        let chapter = &story.chapters()[number];
        let text = match last_words {
            Some(words) if number == last => words.text.clone(),
            _ => said(number),
        };
        (locale.message(Message::ChapterTitle(chapter, operation)), text)
    };
    let chapter = &story.chapters()[number];
    let (title, chapter_text) = words(number);
    // What can be done with the picture is said with the words. Where the story is over, a cell can be pointed at.
    let hints = |number: usize| {
        let is_plain = number < last || last_words.is_none_or(|words| words.kind == LastKind::Assumption);
        let is_over = number == last && operation.shape().is_some();
        let hint = |is_shown: bool, label: Label| if is_shown { locale.label(label) } else { "" };
        let [point, unfold] = [hint(is_plain && is_over, Label::PointAtCell), hint(is_plain && folded, Label::Unfold)];
        let between = if point.is_empty() || unfold.is_empty() { "" } else { " " };
        [point, between, unfold].concat()
    };
    let length = |&number: &usize| {
        let (title, text) = words(number);
        title.len() + text.len() + hints(number).len()
    };
    let longest = (0..last).max_by_key(length).unwrap_or_default();
    let undrawn = (undrawn > 0).then(|| locale.message(Message::AxesNotDrawn(undrawn)));
    let position = locale.message(Message::ChapterPosition(number + 1, last + 1, chapter, operation));
    let cell = highlight.and_then(|highlight| match GRADIENT.get() {
        Some(gradient) if chapter.kind == ChapterKind::Gradient => {
            Some((gradient.cell)(locale, operation, &highlight.cell))
        }
        _ => described(operation, highlight, props.element, locale),
    });
    let is_pinned = highlight.is_some_and(|highlight| highlight.pinned);
    // One announcement at a time: the pinned cell, else the chapter, once, when it begins. A story that waits to be played has its words
    // when it begins.
    let announced = match &cell {
        Some((line, sources)) if is_pinned && sources.is_empty() => line.clone(),
        Some((line, sources)) if is_pinned => locale.joined(line, sources),
        // What is wrong with the inputs is announced where it stands.
        _ if stale => String::new(),
        _ if playback.waits_for_play => position,
        _ => locale.joined(&position, &said(number)),
    };
    let heading = |number: usize, title: Html| {
        html! { <><span class="count" aria-hidden="true">{ format!("{number}/{}", last + 1) }</span>{ title }</> }
    };
    let copy = |class: &'static str, number: usize| {
        let (title, text) = words(number);
        // A message has letters of one width, and a doubt a line beside it.
        let text = match last_words.filter(|_| number == last).map(|words| &words.kind) {
            Some(LastKind::Exception(_)) => html! { <code>{ text }</code> },
            Some(LastKind::Doubt) => html! { <span class="doubt">{ text }</span> },
            Some(LastKind::Assumption) | None => text.into(),
        };
        html! {
            <p {class} aria-hidden="true"><b>{ heading(number + 1, title.into()) }</b>{ " " }{ text }
                if let Some(undrawn) = &undrawn { { " " }{ undrawn.clone() } }
                { " " }<span class="sources">{ hints(number) }</span>
            </p>
        }
    };
    let shown_words = last_words.filter(|_| number == last);
    // Where the chunk is loaded, words name parts of the picture.
    let introduction = if number == 0 && playback.introduces { locale.label(Label::Broadcasting) } else { "" };
    let [shown_title, shown_text] = match WORK.get() {
        Some(work) => (work.stage.chapter_words)(chapter, operation, introduction, props.named, locale),
        None => [title.into(), chapter_text.clone().into()],
    };
    // The library's message stays while a cell of a clash is pointed at, which has no more to say.
    let is_raised = shown_words.is_some_and(|words| matches!(words.kind, LastKind::Exception(_)));
    let is_cell = cell.is_some() && !is_raised;
    let (line, sources) = cell.unwrap_or_default();
    html! {
        <div class={classes!("narration", is_pinned.then_some("pinned"))} part="narration">
            { copy("longest", longest) }
            { copy("ending", last) }
            <div class="said">
                if !stale {
                    <h3>{ heading(number + 1, shown_title) }</h3>
                }
                if stale {
                    <p class="chapter-text">{ label(locale, Label::OldPicture) }</p>
                } else if is_cell {
                    <p class="equation" part="equation" dir="ltr">{ line }</p>
                    <p class="sources">{ sources }</p>
                } else {
                    { chapter_text_of(props, shown_text, chapter_text, shown_words) }
                    if let Some(undrawn) = undrawn { <p class="chapter-text">{ undrawn }</p> }
                    <p class="equation" />
                    <p class="sources">{ hints(number) }</p>
                }
            </div>
            <p class="visually-hidden" role="status" aria-live="polite">{ announced }</p>
        </div>
    }
}

/// The text of the chapter, or what stands for it.
fn chapter_text_of(props: &NarrationProps<'_>, words: Html, text: String, last_words: Option<&LastWords>) -> Html {
    let &NarrationProps { operation, named, .. } = props;
    match last_words.map(|words| &words.kind) {
        None => html! { <p class="chapter-text">{ words }</p> },
        Some(LastKind::Assumption) => html! { <p class="chapter-text">{ text }</p> },
        Some(LastKind::Doubt) => html! { <p class="chapter-text doubtful">{ text }</p> },
        Some(LastKind::Exception(reported)) => html! {
            <p class="chapter-text library-message" part="message">
                <span class="visually-hidden">{ reported.clone() }{ " " }</span>
                <code>{ match WORK.get() {
                    Some(work) => (work.stage.message_words)(&text, operation, named),
                    None => text.into(),
                } }</code>
            </p>
        },
    }
}

/// The equation of a highlighted cell and the sentence about its sources; `None` before they are loaded. `element`: that of a matrix product.
fn described(
    operation: &Operation,
    highlight: &Highlight,
    element: [u64; 2],
    locale: Locale,
) -> Option<(String, String)> {
    let cell = &highlight.cell;
    let product = product_of(operation)
        .and_then(|product| (product.element)(&operation.provenance(&cell.index)?, operation, element, locale));
    product.or_else(|| Some((PICTURE_PARTS.get()?.described)(operation, cell, locale)))
}
