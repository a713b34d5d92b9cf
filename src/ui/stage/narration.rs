//! The text of the present chapter and of the highlighted cell, also for screen readers.

use yew::prelude::*;

use super::diagram_box::Highlight;
use super::diagram_state::DiagramState;
use super::picture_parts::PICTURE_PARTS;
use crate::i18n::{GRADIENT, Label, Locale, Message};
use crate::state::Shown;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, ScopedComponent, ScopedContext};
use crate::ui::late::{WORK, product_of};
use crate::ui::parts::text::label;
use crate::ui::parts::watched::{Watched, Watcher};
use broadcasting_diagram::{ChapterKind, ElementIndex, NamedPart};
use tensor_broadcasting::Operation;

/// What stands for the text of the last chapter.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct LastWords {
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

/// A snapshot of what the caption is about.
#[derive(Properties, PartialEq)]
pub(in crate::ui) struct NarrationProps {
    /// The operation, with its chapters.
    pub(in crate::ui) shown: Shown,
    /// The current chapter, counted from 0.
    pub(in crate::ui) chapter: usize,
    /// Whether the first chapter says what broadcasting is.
    pub(in crate::ui) introduces: bool,
    /// Whether the first chapter waits for the user to play the story.
    pub(in crate::ui) waits_for_play: bool,
    /// What the diagram shows that no setting says.
    pub(in crate::ui) state: Watched<DiagramState>,
    /// Whether the picture is that of an operation before.
    pub(in crate::ui) stale: bool,
    /// What stands for the text of the last chapter.
    pub(in crate::ui) last_words: Option<LastWords>,
    pub(in crate::ui) locale: Locale,
    /// How many times the state of a chunk has changed: some of the words are in chunks.
    pub(in crate::ui) chunks: u32,
    pub(in crate::ui) mount: Mount,
}

impl HasMount for NarrationProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// The words of the caption. They follow the chapter, and the cell that is pointed at.
pub(in crate::ui) struct Narration(#[expect(dead_code, reason = "it watches while it lives")] Watcher);

impl ScopedComponent for Narration {
    type Message = ();
    type Properties = NarrationProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        Self(ctx.props().state.watch(ctx.link().callback(|()| ())))
    }

    fn update(&mut self, _: &ScopedContext<Self>, (): ()) -> bool {
        true
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        narration(ctx.props(), &ctx.props().state.get())
    }
}

/// The words of the caption: the title of the chapter with its text or, where a cell is highlighted, with the equation of that. An invisible copy of
/// the longest chapter's words, and one of the last chapter's, which can have what to try next beside them, give them their height, so
/// that the stage has the same size in every chapter.
fn narration(props: &NarrationProps, state: &DiagramState) -> Html {
    let &NarrationProps { shown: Shown { ref operation, ref story }, chapter: number, stale, locale, .. } = props;
    let last_words = props.last_words.as_ref();
    let last = story.last();
    let highlight = state.highlight.as_ref();
    let said = |number: usize| {
        let text = locale.message(Message::ChapterText(&story.chapters()[number], operation));
        let introduces = number == 0 && props.introduces;
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
        let [point, unfold] =
            [hint(is_plain && is_over, Label::PointAtCell), hint(is_plain && state.is_folded, Label::Unfold)];
        let between = if point.is_empty() || unfold.is_empty() { "" } else { " " };
        [point, between, unfold].concat()
    };
    let length = |&number: &usize| {
        let (title, text) = words(number);
        title.len() + text.len() + hints(number).len()
    };
    let longest = (0..last).max_by_key(length).unwrap_or_default();
    let undrawn = (state.undrawn > 0).then(|| locale.message(Message::AxesNotDrawn(state.undrawn)));
    let position = locale.message(Message::ChapterPosition(number + 1, last + 1, chapter, operation));
    let cell = highlight.and_then(|highlight| match GRADIENT.get() {
        Some(gradient) if chapter.kind == ChapterKind::Gradient => {
            Some((gradient.cell)(locale, operation, &highlight.cell))
        }
        _ => described(operation, highlight, state.element, locale),
    });
    let is_pinned = highlight.is_some_and(|highlight| highlight.pinned);
    // One announcement at a time: the pinned cell, else the chapter, once, when it begins. A story that waits to be played has its words
    // when it begins.
    let announced = match &cell {
        Some((line, sources)) if is_pinned && sources.is_empty() => line.clone(),
        Some((line, sources)) if is_pinned => locale.joined(line, sources),
        // What is wrong with the inputs is announced where it stands.
        _ if stale => String::new(),
        _ if props.waits_for_play => position,
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
    let introduction = if number == 0 && props.introduces { locale.label(Label::Broadcasting) } else { "" };
    let [shown_title, shown_text] = match WORK.get() {
        Some(work) => (work.stage.chapter_words)(chapter, operation, introduction, state.named, locale),
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
                    { chapter_text_of(operation, state.named, shown_text, chapter_text, shown_words) }
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
fn chapter_text_of(
    operation: &Operation,
    named: Option<NamedPart>,
    words: Html,
    text: String,
    last_words: Option<&LastWords>,
) -> Html {
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
    element: ElementIndex,
    locale: Locale,
) -> Option<(String, String)> {
    let cell = &highlight.cell;
    let product = product_of(operation)
        .and_then(|product| (product.element)(&operation.provenance(&cell.index)?, operation, element, locale));
    product.or_else(|| Some((PICTURE_PARTS.get()?.described)(operation, cell, locale)))
}
