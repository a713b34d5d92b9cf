//! The verdict: the result in the equation row, the sentence for screen readers, and the library's message.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use crate::i18n::{Label, Locale, Message};
use crate::state::{Analysis, Model, Settings, Verdict};
use crate::ui::late::{WORK, product_of};
use crate::ui::parts::text::{label, text};
use crate::ui::stage::narration::{LastKind, LastWords};
use crate::ui::stage::product::MATRIX_AXES;
use broadcasting_diagram::{AxisSize, Story, told_size};
use std::rc::Rc;

use tensor_broadcasting::library::Check;
use tensor_broadcasting::{OperandId, Operation};

/// The class and the sign of the verdict. `waiting`: an error is not shown yet.
pub(in crate::ui) const fn sign_of(analysis: &Analysis, waiting: bool) -> (&'static str, &'static str) {
    match &analysis.verdict {
        _ if waiting => ("waits", ""),
        // A result that is probably a mistake has a sign of its own.
        Verdict::Broadcasts(_) | Verdict::Depends(_) if analysis.warning.is_some() => ("doubtful", "!"),
        Verdict::Unreadable | Verdict::Depends(_) => ("waits", ""),
        Verdict::Broadcasts(_) => ("good", "✓"),
        Verdict::Fails { shape: None, .. }
        | Verdict::Fails { check: Some(Check::OutputShape | Check::Writable | Check::OutputType), .. } => ("bad", "✗"),
        // The shapes are right.
        Verdict::Fails { .. } => ("bad", "!"),
    }
}

/// Whether the operands broadcast, as the last part of the equation row: `= (4, 3) ✓`, `✗ axis 1: 3 ≠ 2`. Where the
/// result is `untold`, it has what the axis table has: each axis that the story has not told is a `?`. While somebody types, an error is not
/// shown yet.
pub(in crate::ui) fn verdict(model: &Model, untold: bool, locale: Locale) -> Html {
    let (analysis, library, until) = (model.analysis(), model.settings().library, model.visit().told_until);
    let (waiting, story) = (model.is_waiting(), analysis.story.as_deref());
    let verdict = if waiting { &Verdict::Unreadable } else { &analysis.verdict };
    let (class, sign) = if untold { ("waits", "") } else { sign_of(analysis, waiting) };
    let written = analysis.operation.as_ref().map_or("", |operation| operation.name(OperandId::A));
    let product = analysis
        .operation
        .as_ref()
        .filter(|_| !waiting)
        .and_then(|operation| (product_of(operation)?.verdict)(operation, verdict, locale));
    let sentence = match verdict {
        Verdict::Depends(_) if !untold => {
            return WORK.get().map_or_else(Html::default, |work| (work.program.depends)(model, sign, locale));
        }
        Verdict::Unreadable | Verdict::Depends(_) => label(locale, Label::Unreadable),
        Verdict::Broadcasts(shape) => text(locale, Message::Broadcasts(shape)),
        Verdict::Fails { check: None, shape: None, error } => error.to_string().into(),
        Verdict::Fails { shape: None, .. } => label(locale, Label::DoesNotBroadcast),
        // The chunk is loaded where there is one.
        failed => WORK.get().map(|work| (work.inputs.failure)(failed, written, library, locale)).unwrap_or_default(),
    };
    let failed = |operation: &&Rc<Operation>| !waiting && operation.outcome().is_err();
    let clash_text = analysis.operation.as_ref().filter(failed).and_then(|operation| clash(operation, locale));
    let result = match (&analysis.operation, verdict.shape()) {
        _ if matches!(verdict, Verdict::Unreadable) => "?".to_owned(),
        (Some(operation), _) if untold => story.map_or_else(String::new, |story| told(operation, story, until)),
        (_, Some(shape)) => short(&shape.to_string()),
        (Some(operation), None) => clash(operation, locale).unwrap_or_default(),
        (None, None) => String::new(),
    };
    let is_clash = verdict.shape().is_none() && !untold;
    let is_long = result.chars().count() > LONG_RESULT;
    html! {
        <section class={classes!("verdict", class)} part="verdict">
            <p class={classes!("result", is_long.then_some("long"))} aria-hidden="true" dir="ltr">
                if is_clash {
                    <span class="sign">{ sign }</span>{ " " }{ result }
                } else {
                    { "= " }{ result }{ " " }<span class="sign">{ sign }</span>
                }
            </p>
            <p class="visually-hidden verdict-text" role="status">
                // Screen readers hear it when the story tells it.
                <span hidden={untold && analysis.operation.is_some()}>
                    { product.unwrap_or(sentence) }
                    if analysis.warning.is_some() && !waiting {
                        { " " }{ label(locale, Label::ProbableMistake) }
                    }
                    { for clash_text.map(|clash| html! { <>{ " " }{ clash }</> }) }
                </span>
            </p>
        </section>
    }
}

/// The longest result, in characters, that is written in large letters.
const LONG_RESULT: usize = 20;

/// The longest result, in characters, that is written whole.
const MAX_RESULT: usize = 36;

/// A shape, of which the middle is left out where it is long: `(2, 1, …, 1, 3)`.
fn short(shape: &str) -> String {
    let length = shape.chars().count();
    if length <= MAX_RESULT {
        return shape.to_owned();
    }
    let part = |from: usize, count: usize| shape.chars().skip(from).take(count).collect::<String>();
    let half = MAX_RESULT / 2 - 1;
    [part(0, half), part(length - half, half)].join(" … ")
}

/// The shape of a result that is not told yet: as far as the story tells it at a time, in chapters.
fn told(operation: &Operation, story: &Story, t: f64) -> String {
    let size = |axis: usize| match told_size(operation, story, axis, t) {
        AxisSize::Size(size) => size.to_string(),
        AxisSize::Clash => "✗".to_owned(),
        _ => "?".to_owned(),
    };
    let core = operation.matrices().map_or(0, |_| MATRIX_AXES);
    let sizes = (0..operation.alignment().ndim()).map(size).chain(std::iter::repeat_n("?".to_owned(), core));
    match sizes.listed().as_slice() {
        [] => "( )".to_owned(),
        [only] => format!("( {only}, )"),
        sizes => short(&format!("( {} )", sizes.join(", "))),
    }
}

/// The first clash in a few words, or the inner sizes of matrices that cannot be multiplied.
fn clash(operation: &Operation, locale: Locale) -> Option<String> {
    match operation.outcome().err() {
        Some(mismatch) => {
            let clash = *mismatch.clashes().first()?;
            Some(locale.message(Message::ClashAt(clash, &operation.alignment().axes()[clash])))
        }
        None => operation.matrices().map(|matrices| matrices.inner().map(|size| size.to_string()).join(" ≠ ")),
    }
}

/// The exception that the library raises, or why the result is probably a mistake; `None` where there is nothing of both.
pub(in crate::ui) fn last_words(analysis: &Analysis, settings: &Settings, locale: Locale) -> Option<LastWords> {
    if let Some(error) = analysis.verdict.error() {
        let kind = LastKind::Exception(locale.message(Message::LibraryReports(settings.library)));
        return Some(LastWords { kind, text: error.to_string() });
    }
    let (warning, operation) = analysis.warning.as_ref().zip(analysis.operation.as_ref())?;
    let text = (WORK.get()?.inputs.warning)(warning, operation, analysis.dtype(settings), locale);
    Some(LastWords { kind: LastKind::Doubt, text })
}
