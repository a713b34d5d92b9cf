//! The verdict, in the page's words and in the library's.

use yew::prelude::*;

use super::text::{label, static_text, text};
use crate::examples::ExampleId;
use crate::i18n::{Label, Locale, Message};
use crate::library::Library;
use crate::state::Verdict;

/// Whether the operands broadcast, and the library's message where they do not. `example`: the example that is shown.
pub(super) fn verdict(verdict: &Verdict, library: Library, example: Option<ExampleId>, locale: Locale) -> Html {
    let (class, sign, sentence) = match verdict {
        Verdict::Unreadable => ("waits", "…", label(locale, Label::Unreadable)),
        Verdict::Broadcasts(shape) => ("good", "✓", text(locale, Message::Broadcasts(shape))),
        Verdict::Clash(_) => ("bad", "✗", label(locale, Label::DoesNotBroadcast)),
        Verdict::BeyondLimits(shape, _) => ("bad", "!", text(locale, Message::BeyondLimits(shape, library))),
        Verdict::DoesNotFitInPlace(shape, _) => ("bad", "✗", text(locale, Message::DoesNotFitInPlace(shape))),
        Verdict::NotWritable(shape, _) => ("bad", "✗", text(locale, Message::NotWritable(shape))),
        Verdict::NotCastable(shape, _) => ("bad", "✗", text(locale, Message::NotCastable(shape))),
        Verdict::Undefined(shape, _) => ("bad", "!", text(locale, Message::Undefined(shape))),
    };
    html! {
        <section class={classes!("verdict", class)} part="verdict" role="status">
            <p class="verdict-text"><span class="sign" aria-hidden="true">{ sign }</span>{ sentence }</p>
            if let Some(error) = verdict.error() {
                <p class="library-message">
                    <span class="library-name">{ text(locale, Message::LibraryReports(library)) }</span>
                    <code>{ error.to_string() }</code>
                </p>
            }
            if let Some(id) = example {
                <p class="note">{ static_text(locale.example_note(id)) }</p>
            }
        </section>
    }
}
