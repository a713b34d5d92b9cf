//! The verdict under the inputs, in our words and in the library's.

use yew::prelude::*;

use super::said::{label, text};
use crate::dialect::Library;
use crate::lesson::ExampleId;
use crate::state::Verdict;
use crate::words::{Label, Locale, Message};

/// Whether they broadcast, and the exact message where the library refuses.
pub(super) fn verdict(verdict: &Verdict, library: Library, example: Option<ExampleId>, locale: Locale) -> Html {
    let (class, sign, said, quoted) = match verdict {
        Verdict::Unreadable => ("waits", "…", label(locale, Label::Unreadable), None),
        Verdict::Broadcasts(shape) => ("good", "✓", text(locale, Message::Broadcasts(shape)), None),
        Verdict::Clash(message) => ("bad", "✗", label(locale, Label::DoesNotBroadcast), Some(message)),
        Verdict::BeyondLimits(shape, message) => {
            ("bad", "!", text(locale, Message::BeyondLimits(shape, library)), Some(message))
        }
        Verdict::DoesNotFitInPlace(shape, message) => {
            ("bad", "✗", text(locale, Message::DoesNotFitInPlace(shape)), Some(message))
        }
    };
    html! {
        <section class={classes!("verdict", class)} part="verdict" role="status">
            <p class="said"><span class="sign" aria-hidden="true">{ sign }</span>{ said }</p>
            if let Some(message) = quoted {
                <p class="quoted">
                    <span class="speaker">{ text(locale, Message::LibrarySays(library)) }</span>
                    // NumPy ends its sentence with a space, which nobody can see.
                    <code>{ format!("{}: {}", library.error_type(), message.trim_end()) }</code>
                </p>
            }
            if let Some(id) = example {
                <p class="note">{ text(locale, Message::ExampleNote(id)) }</p>
            }
        </section>
    }
}
