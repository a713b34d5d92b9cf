//! Whether something is said of operands, beside the verdict.

use std::rc::Rc;

use crate::state::{Analysis, Settings, Verdict};
use tensor_broadcasting::Operation;

/// Whether there is something to fix, or it is not known yet.
pub(in crate::ui) fn has_fixes(analysis: &Analysis, settings: &Settings) -> bool {
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
