//! The verdict under the inputs, in our words and in the library's.

use yew::prelude::*;

use super::said::{label, text};
use crate::dialect::Library;
use crate::lesson::ExampleId;
use crate::state::Verdict;
use crate::words::{Label, Locale, Message};

/// Whether they broadcast, and the exact message where the library refuses.
pub(super) fn verdict(verdict: &Verdict, library: Library, example: Option<ExampleId>, locale: Locale) -> Html {
    let (class, sign, said) = match verdict {
        Verdict::Unreadable => ("waits", "…", label(locale, Label::Unreadable)),
        Verdict::Broadcasts(shape) => ("good", "✓", text(locale, Message::Broadcasts(shape))),
        Verdict::Clash(_) => ("bad", "✗", label(locale, Label::DoesNotBroadcast)),
        Verdict::BeyondLimits(shape, _) => ("bad", "!", text(locale, Message::BeyondLimits(shape, library))),
        Verdict::DoesNotFitInPlace(shape, _) => ("bad", "✗", text(locale, Message::DoesNotFitInPlace(shape))),
        Verdict::NotWritable(shape, _) => ("bad", "✗", text(locale, Message::NotWritable(shape))),
        Verdict::NotHeld(shape, _) => ("bad", "✗", text(locale, Message::NotHeld(shape))),
        Verdict::Undefined(shape, _) => ("bad", "!", text(locale, Message::Undefined(shape))),
    };
    html! {
        <section class={classes!("verdict", class)} part="verdict" role="status">
            <p class="said"><span class="sign" aria-hidden="true">{ sign }</span>{ said }</p>
            if let Some(refusal) = verdict.refusal() {
                <p class="quoted">
                    <span class="speaker">{ text(locale, Message::LibrarySays(library)) }</span>
                    <code>{ refusal.to_string() }</code>
                </p>
            }
            if let Some(id) = example {
                <p class="note">{ text(locale, Message::ExampleNote(id)) }</p>
            }
        </section>
    }
}
