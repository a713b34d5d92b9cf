//! The fixes of an error or of a probable mistake.

use std::rc::Rc;

use yew::prelude::*;

use crate::i18n::Locale;
use crate::state::{Action, Analysis, Settings, Verdict};
use crate::ui::late::WORK;
use crate::ui::parts::loading::loading_note;
use tensor_broadcasting::Operation;

/// Whether there is something to fix, or it is not known yet.
fn has_fixes(analysis: &Analysis, settings: &Settings) -> bool {
    let fails =
        |operation: &Rc<Operation>| operation.shape().is_none() || (settings.in_place && !operation.fits_in_place());
    (analysis.operation.as_ref().is_some_and(fails) && !matches!(analysis.verdict, Verdict::Depends(_)))
        || analysis.awaits_product()
        || analysis.warning.as_ref().is_some_and(|warning| warning.is_mistake())
}

/// Whether something is to be said that is in the chunk `work`: a text cannot be read, the library raises an exception, or the result may be a mistake.
pub(in crate::ui) fn needs_words(analysis: &Analysis, settings: &Settings) -> bool {
    let is_bad = analysis.verdict.error().is_some() || analysis.warning.is_some();
    is_bad || analysis.unread().is_some() || has_fixes(analysis, settings)
}

/// The fixes; nothing where there are none.
pub(in crate::ui) fn diagnostics(
    analysis: &Analysis,
    settings: &Settings,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    if !has_fixes(analysis, settings) {
        return Html::default();
    }
    html! {
        <section class={classes!("diagnostics", analysis.warning.as_ref().map(|_| "warning"))}
            aria-labelledby="diagnostics-heading element-number">
            if let Some(work) = WORK.get() {
                { (work.program.fixes)(analysis, settings, locale, dispatch) }
            } else {
                { loading_note(&WORK, locale) }
            }
        </section>
    }
}
