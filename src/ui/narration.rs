//! The words of the present chapter and of the lit cell, for eyes and for ears.

use yew::prelude::*;

use super::said::text;
use super::stage::Lit;
use crate::broadcast::{Pair, Side};
use crate::diagram::Story;
use crate::words::{Label, Locale, Message, element_name, equation, value_text};

/// What happens, and where the lit cell comes from; `undrawn` axes are not in the diagram.
pub(super) fn narration(
    pair: &Pair,
    story: &Story,
    number: usize,
    lit: Option<&Lit>,
    undrawn: usize,
    locale: Locale,
) -> Html {
    let chapter = &story.chapters()[number];
    let told = locale.say(Message::ChapterText(chapter, pair));
    let position = locale.say(Message::Position(number + 1, story.last() + 1, chapter));
    let cell = lit.map(|lit| described(pair, lit, locale));
    // One message at a time: the cell that was asked for, else the chapter.
    let announced = match (lit, &cell) {
        (Some(Lit { held: true, .. }), Some((line, sources))) => format!("{line}. {sources}"),
        _ => format!("{position}. {told}"),
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
                <p class="sources">{ sources }</p>
            </div>
            <p class="unseen" role="status" aria-live="polite">{ announced }</p>
        </div>
    }
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
