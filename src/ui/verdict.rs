//! The verdict under the inputs, in our words and in the library's.

use yew::prelude::*;

use super::store::{text, use_locale};
use crate::dialect::Library;
use crate::lesson::ExampleId;
use crate::state::Verdict;
use crate::words::Message;

#[derive(Properties, PartialEq)]
pub(super) struct VerdictProps {
    pub(super) verdict: Verdict,
    pub(super) library: Library,
    pub(super) example: Option<ExampleId>,
}

/// Whether they broadcast, and the exact message where the library refuses.
#[component]
pub(super) fn VerdictLine(props: &VerdictProps) -> Html {
    let locale = use_locale();
    let (class, sign, said, quoted) = match &props.verdict {
        Verdict::Unreadable => ("waits", "…", text(locale, Message::Unreadable), None),
        Verdict::Broadcasts(shape) => ("good", "✓", text(locale, Message::Broadcasts(shape)), None),
        Verdict::Clash(message) => ("bad", "✗", text(locale, Message::DoesNotBroadcast), Some(message)),
        Verdict::BeyondLimits(shape, message) => {
            ("bad", "!", text(locale, Message::BeyondLimits(shape, props.library)), Some(message))
        }
        Verdict::DoesNotFitInPlace(shape, message) => {
            ("bad", "✗", text(locale, Message::DoesNotFitInPlace(shape)), Some(message))
        }
    };
    html! {
        <section class={classes!("verdict", class)} role="status">
            <p class="said"><span class="sign" aria-hidden="true">{ sign }</span>{ said }</p>
            if let Some(message) = quoted {
                <p class="quoted">
                    <span class="speaker">{ text(locale, Message::LibrarySays(props.library)) }</span>
                    // NumPy ends its sentence with a space, which nobody can see.
                    <code>{ format!("{}: {}", props.library.error_type(), message.trim_end()) }</code>
                </p>
            }
            if let Some(id) = props.example {
                <p class="note">{ text(locale, Message::ExampleNote(id)) }</p>
            }
        </section>
    }
}
