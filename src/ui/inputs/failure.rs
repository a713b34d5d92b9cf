//! What is said of operands that do not give what was asked for, and of a link whose values cannot be used. It is in the chunk `work`.

use yew::prelude::*;

use crate::diagnostics::Warning;
use crate::i18n::{Label, Locale, WorkMessage};
use crate::state::{Action, Verdict};
use crate::ui::parts::text::{label, work_text};
use tensor_broadcasting::library::{Check, Library};
use tensor_broadcasting::{Dtype, Operation};

/// A verdict in words, where the operands broadcast and the library raises an exception; nothing for others. `written`: the name of the left operand.
pub(in crate::ui) fn failure(verdict: &Verdict, written: &str, library: Library, locale: Locale) -> Html {
    let Verdict::Fails { check, shape: Some(shape), .. } = verdict else { return Html::default() };
    let message = match check {
        Some(Check::Shapes | Check::OperandLimits) => WorkMessage::BeyondLimits(shape, library),
        Some(Check::OutputShape) => WorkMessage::DoesNotFitInPlace(shape, written),
        Some(Check::Writable) => WorkMessage::NotWritable(shape, written),
        Some(Check::OutputType) => WorkMessage::NotCastable(shape, written),
        Some(Check::OperandTypes | Check::Kernel | Check::Elements) => WorkMessage::Undefined(shape),
        None => WorkMessage::Raises(shape),
    };
    work_text(locale, message)
}

/// Why a result is probably a mistake.
pub(in crate::ui) fn warning(warning: &Warning, operation: &Operation, dtype: Dtype, locale: Locale) -> String {
    locale.work_message(WorkMessage::WarningText(warning, operation, dtype))
}

/// Notes about settings in the link whose values could not be used.
pub(in crate::ui) fn ignored_values(names: &[&'static str], dispatch: &Callback<Action>, locale: Locale) -> Html {
    let notes = names.iter().map(|name| html! { <li>{ work_text(locale, WorkMessage::LinkValueIgnored(name)) }</li> });
    html! {
        <div class="link-notes" role="status">
            <ul>{ for notes }</ul>
            <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::DismissNotes)}>
                { label(locale, Label::Dismiss) }
            </button>
        </div>
    }
}
