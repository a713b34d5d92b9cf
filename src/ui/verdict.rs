//! The verdict, in the page's words and in the library's.

use yew::prelude::*;

use super::text::{label, text};
use super::work::product_of;
use crate::i18n::{Label, Locale, Message};
use crate::state::{Analysis, Verdict};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::library::Library;

/// The class and the sign of the verdict. `waiting`: an error is not shown yet.
pub(super) const fn sign_of(analysis: &Analysis, waiting: bool) -> (&'static str, &'static str) {
    match &analysis.verdict {
        _ if waiting => ("waits", "…"),
        // A result that is probably a mistake has a sign of its own.
        Verdict::Broadcasts(_) if analysis.warning.is_some() => ("doubtful", "!"),
        Verdict::Unreadable => ("waits", "…"),
        Verdict::Broadcasts(_) => ("good", "✓"),
        Verdict::Clash(_) | Verdict::DoesNotFitInPlace(..) | Verdict::NotWritable(..) | Verdict::NotCastable(..) => {
            ("bad", "✗")
        }
        Verdict::BeyondLimits(..) | Verdict::Undefined(..) | Verdict::Raises(..) => ("bad", "!"),
    }
}

/// Whether the operands broadcast. `waiting`: somebody is typing, and an error is not shown yet. The height is the same for every
/// verdict, so that nothing moves meanwhile.
pub(super) fn verdict(analysis: &Analysis, waiting: bool, library: Library, locale: Locale) -> Html {
    let verdict = if waiting { &Verdict::Unreadable } else { &analysis.verdict };
    let (class, sign) = sign_of(analysis, waiting);
    let written = analysis.operation.as_ref().map_or("", |operation| operation.name(OperandId::A));
    let product = analysis
        .operation
        .as_ref()
        .filter(|_| !waiting)
        .and_then(|operation| (product_of(operation)?.verdict)(operation, verdict, locale));
    let sentence = match verdict {
        Verdict::Unreadable => label(locale, Label::Unreadable),
        Verdict::Broadcasts(shape) => text(locale, Message::Broadcasts(shape)),
        Verdict::Clash(_) => label(locale, Label::DoesNotBroadcast),
        Verdict::BeyondLimits(shape, _) => text(locale, Message::BeyondLimits(shape, library)),
        Verdict::DoesNotFitInPlace(shape, _) => text(locale, Message::DoesNotFitInPlace(shape, written)),
        Verdict::NotWritable(shape, _) => text(locale, Message::NotWritable(shape, written)),
        Verdict::NotCastable(shape, _) => text(locale, Message::NotCastable(shape, written)),
        Verdict::Undefined(shape, _) => text(locale, Message::Undefined(shape)),
        Verdict::Raises(shape, _) => text(locale, Message::Raises(shape)),
    };
    let clash = analysis.operation.as_ref().filter(|_| !waiting).and_then(|operation| {
        let clash = *operation.outcome().err()?.clashes().first()?;
        Some(text(locale, Message::ClashAt(clash, &operation.alignment().axes()[clash], operation)))
    });
    html! {
        <section class={classes!("verdict", class)} part="verdict" role="status">
            <span class="sign" aria-hidden="true">{ sign }</span>
            <p class="verdict-text">
                <span class="sentence">{ product.unwrap_or(sentence) }</span>
                if class == "doubtful" {
                    { " " }<span class="detail">{ label(locale, Label::ProbableMistake) }</span>
                }
                { for clash.map(|clash| html! { <>{ " " }<span class="detail clash">{ clash }</span></> }) }
            </p>
            if let Some(error) = verdict.error() {
                // Where there is no room for the message, this button opens it.
                <button type="button" class="open-message" popovertarget="library-message">{ error.error_type }</button>
            }
        </section>
    }
}

/// The library's message; nothing where it reports no error. It is a popover where there is no room for it.
pub(super) fn library_message(verdict: &Verdict, library: Library, locale: Locale) -> Html {
    let Some(error) = verdict.error() else { return Html::default() };
    html! {
        <p class="library-message" id="library-message" popover="auto" part="message">
            <span class="library-name">{ text(locale, Message::LibraryReports(library)) }</span>
            <code>{ error.to_string() }</code>
        </p>
    }
}
