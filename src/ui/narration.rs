//! The text of the present chapter and of the highlighted cell, also for screen readers.

use yew::prelude::*;

use super::diagram_box::Highlight;
use super::text::{label, text};
use super::work::product_of;
use crate::i18n::{GRADIENT, Label, Locale, Message, element_name, equation, stride_sum, value_text};
use broadcasting_diagram::{ChapterKind, Story, strip};
use tensor_broadcasting::format_value;
use tensor_broadcasting::{OperandId, Operation};

/// What the narration is about.
pub(super) struct NarrationProps<'a> {
    pub(super) operation: &'a Operation,
    pub(super) story: &'a Story,
    /// The present chapter, counted from 0.
    pub(super) chapter: usize,
    /// Whether the story plays.
    pub(super) playing: bool,
    /// The highlighted cell.
    pub(super) highlight: Option<Highlight>,
    /// Of a matrix product, the row and the column of the highlighted element.
    pub(super) element: [u64; 2],
    /// The number of axes that the diagram leaves out.
    pub(super) undrawn: usize,
    /// Whether an axis can be unfolded.
    pub(super) folded: bool,
    /// Whether the words are visible. Screen readers hear them in any case.
    pub(super) is_open: bool,
    pub(super) locale: Locale,
}

/// The chapter's text and the sources of the highlighted cell.
pub(super) fn narration(props: &NarrationProps<'_>) -> Html {
    let &NarrationProps { operation, story, chapter: number, playing, undrawn, folded, is_open, locale, .. } = props;
    let highlight = props.highlight.as_ref();
    let chapter = &story.chapters()[number];
    let chapter_text = locale.message(Message::ChapterText(chapter, operation));
    let position = locale.message(Message::ChapterPosition(number + 1, story.last() + 1, chapter, operation));
    let cell = highlight.map(|highlight| match GRADIENT.get() {
        Some(gradient) if chapter.kind == ChapterKind::Gradient => (gradient.cell)(locale, operation, &highlight.cell),
        _ => described(operation, highlight, props.element, locale),
    });
    // One announcement at a time: the pinned cell, else the chapter. While the story plays, its chapters would come faster than
    // they can be heard: only its start and its last chapter are announced.
    let announced = match (highlight, &cell) {
        (Some(Highlight { pinned: true, .. }), Some((line, sources))) => locale.joined(line, sources),
        _ if playing => locale.label(Label::Playing).to_owned(),
        _ => locale.joined(&position, &chapter_text),
    };
    // Next to a clash there is more important text.
    let hint = operation.shape().map_or("", |_| locale.label(Label::PointAtCell));
    let (line, sources) = cell.unwrap_or_else(|| (String::new(), hint.to_owned()));
    html! {
        <div class="narration" part="narration">
            if is_open {
                <h3>
                    <span class="count" aria-hidden="true">{ format!("{}/{}", number + 1, story.last() + 1) }</span>
                    { text(locale, Message::ChapterTitle(chapter, operation)) }
                </h3>
                <p class="chapter-text">{ chapter_text }</p>
                if undrawn > 0 {
                    <p class="chapter-text">{ text(locale, Message::AxesNotDrawn(undrawn)) }</p>
                }
                <div class="provenance">
                    <p class="equation" part="equation" dir="ltr">{ line }</p>
                    <p class="sources">
                        { sources }
                        if folded && highlight.is_none() {
                            { " " }{ label(locale, Label::Unfold) }
                        }
                    </p>
                    { for highlight.map(|highlight| buffers(operation, highlight)) }
                </div>
            }
            <p class="visually-hidden" role="status" aria-live="polite">{ announced }</p>
        </div>
    }
}

/// The buffers that the highlighted cell is read from: each as a strip with its slot highlighted, and the sum that gives
/// the slot.
fn buffers(operation: &Operation, highlight: &Highlight) -> Html {
    let of = |side: OperandId| {
        let own = operation.alignment().operand_index(side, &highlight.cell.index);
        // Next to a clash or in an empty result, an operand does not have every cell.
        operation.stored_value(side, &own)?;
        let stored = operation.operand_layout(side);
        let at = stored.offset(&own)?;
        let length = stored.required_len().unwrap_or(u64::MAX);
        let sum = match operation.stretched(side) {
            Some(view) => stride_sum(&highlight.cell.index, view.strides(), Some(at)),
            None => stride_sum(&own, stored.strides(), Some(at)),
        };
        let slot = |position: Option<u64>| match position {
            None => html! { <li class="gap">{ "⋯" }</li> },
            Some(position) => {
                let value =
                    operation.values(side).at(position).map_or_else(String::new, |value| format_value(value, 6));
                let class = if position == at { "slot highlighted" } else { "slot" };
                html! { <li {class}><span>{ position.to_string() }</span>{ value }</li> }
            }
        };
        Some(html! {
            <div class={side.name()}>
                <span>{ operation.name(side).to_owned() }</span>
                <ol>{ for strip(length, at).into_iter().map(slot) }</ol>
                <span class="sum">{ sum }</span>
            </div>
        })
    };
    let shown = |side: &OperandId| operation.shape().is_some() || highlight.cell.panel.operand() == Some(*side);
    html! { <div class="buffers" dir="ltr">{ for operation.operands().iter().copied().filter(shown).filter_map(of) }</div> }
}

/// The equation of a highlighted cell and the sentence about its sources. `element`: that of a matrix product.
fn described(operation: &Operation, highlight: &Highlight, element: [u64; 2], locale: Locale) -> (String, String) {
    if let Some(from) = operation.provenance(&highlight.cell.index) {
        let product = product_of(operation);
        if let Some(described) = product.and_then(|product| (product.element)(&from, operation, element, locale)) {
            return described;
        }
        return (equation(&from, operation), locale.message(Message::CellSources(&from, operation)));
    }
    // Without a result there is no equation: only the operand's own element.
    let side = highlight.cell.panel.operand().unwrap_or(OperandId::A);
    let own = operation.alignment().operand_index(side, &highlight.cell.index);
    let value = value_text(operation.stored_value(side, &own));
    (format!("{} = {value}", element_name(operation.name(side), &own)), String::new())
}
