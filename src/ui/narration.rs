//! The words of the present chapter and of the lit cell, for eyes and for ears.

use yew::prelude::*;

use super::said::{label, text};
use super::stage::Lit;
use crate::broadcast::{Pair, Side};
use crate::diagram::{Story, strip};
use crate::notation::write_value;
use crate::words::{Label, Locale, Message, element_name, equation, stride_sum, value_text};

/// What happens, and where the lit cell comes from; `undrawn` axes are not in the diagram.
pub(super) fn narration(
    pair: &Pair,
    story: &Story,
    number: usize,
    lit: Option<&Lit>,
    (undrawn, folded): (usize, bool),
    locale: Locale,
) -> Html {
    let chapter = &story.chapters()[number];
    let told = locale.say(Message::ChapterText(chapter, pair));
    let position = locale.say(Message::Position(number + 1, story.last() + 1, chapter));
    let cell = lit.map(|lit| described(pair, lit, locale));
    // One message at a time: the cell that was asked for, else the chapter.
    let announced = match (lit, &cell) {
        (Some(Lit { held: true, .. }), Some((line, sources))) => locale.joined(line, sources),
        _ => locale.joined(&position, &told),
    };
    let (line, sources) = cell.unwrap_or_else(|| (String::new(), locale.label(Label::PointAtCell).to_owned()));
    html! {
        <div class="narration" part="narration">
            <h3>
                <span class="count" aria-hidden="true">{ format!("{}/{}", number + 1, story.last() + 1) }</span>
                { text(locale, Message::ChapterTitle(chapter)) }
            </h3>
            <p class="told">{ told }</p>
            if undrawn > 0 {
                <p class="told">{ text(locale, Message::AxesNotDrawn(undrawn)) }</p>
            }
            <div class="provenance">
                <p class="equation" part="equation" dir="ltr">{ line }</p>
                <p class="sources">
                    { sources }
                    if folded && lit.is_none() {
                        { " " }{ label(locale, Label::Unfold) }
                    }
                </p>
                { for lit.map(|lit| buffers(pair, lit)) }
            </div>
            <p class="unseen" role="status" aria-live="polite">{ announced }</p>
        </div>
    }
}

/// The buffers that the lit cell is read from: each as a strip with its slot lit, and how the slot is found.
fn buffers(pair: &Pair, lit: &Lit) -> Html {
    let of = |side: Side| {
        let own = pair.alignment().source(side, &lit.focus.index);
        // A cell that an operand does not have, beside a clash or under an empty result, is in no buffer.
        pair.stored_value(side, &own)?;
        let stored = pair.stored(side);
        let at = stored.offset(&own)?;
        let length = stored.reach().unwrap_or(u64::MAX);
        let sum = match pair.stretched(side) {
            Some(view) => stride_sum(&lit.focus.index, view.strides(), Some(at)),
            None => stride_sum(&own, stored.strides(), Some(at)),
        };
        let slot = |position: Option<u64>| match position {
            None => html! { <li class="gap">{ "⋯" }</li> },
            Some(position) => {
                let value = pair.values(side).at(position).map_or_else(String::new, |value| write_value(value, 6));
                let class = if position == at { "slot lit" } else { "slot" };
                html! { <li {class}><span>{ position.to_string() }</span>{ value }</li> }
            }
        };
        Some(html! {
            <div class={side.name()}>
                <span>{ side.name() }</span>
                <ol>{ for strip(length, at).into_iter().map(slot) }</ol>
                <span class="sum">{ sum }</span>
            </div>
        })
    };
    let shown = |side: &Side| pair.shape().is_some() || lit.focus.panel.side() == Some(*side);
    html! { <div class="buffers" dir="ltr">{ for Side::BOTH.into_iter().filter(shown).filter_map(of) }</div> }
}

/// The equation of a lit cell and the sentence about its sources.
fn described(pair: &Pair, lit: &Lit, locale: Locale) -> (String, String) {
    if let Some(from) = pair.provenance(&lit.focus.index) {
        return (equation(&from, pair.operator()), locale.say(Message::CellSources(&from)));
    }
    // Without a result, a cell is only its operand's own.
    let side = lit.focus.panel.side().unwrap_or(Side::A);
    let own = pair.alignment().source(side, &lit.focus.index);
    let value = value_text(pair.stored_value(side, &own));
    (format!("{} = {value}", element_name(side.name(), &own)), String::new())
}
