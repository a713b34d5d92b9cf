//! What stands below the words of the chapter. It is in the chunk `work`.

use yew::prelude::*;

use crate::state::{Action, Model};
use crate::ui::inputs::diagnostics::has_fixes;
use crate::ui::parts::text::static_text;
use crate::ui::program::asked::letters_form;
use crate::ui::program::fixes::{fixes, list_note};
use crate::ui::stage::next::next;

/// What stands below the words of the chapter: the form for letters, the fixes, what an example shows, and after the story one thing to try.
pub(in crate::ui) fn notes(model: &Model, dispatch: &Callback<Action>) -> Html {
    let (settings, analysis, locale) = (model.settings(), model.analysis(), model.locale());
    // What follows from the inputs does not belong to an older picture. The room for what is to be tried stays, so that nothing moves.
    if !model.is_current() {
        return what_is_next(model, false, dispatch);
    }
    let is_last = model.chapter() == model.last_chapter();
    // What answers a clash comes with it.
    let later = (!model.is_at_outcome()).then_some("later");
    let untold = model.is_untold().then_some("later");
    html! {
        <>
            if analysis.has_letters {
                { letters_form(settings, locale, dispatch) }
            }
            { list_note(analysis, settings, locale, dispatch) }
            <div class={classes!("told", later)}>
                if has_fixes(analysis, settings) {
                    <section class={classes!("diagnostics", analysis.warning.as_ref().map(|_| "warning"))}
                        aria-labelledby="diagnostics-heading element-number">
                        { fixes(analysis, settings, locale, dispatch) }
                    </section>
                }
            </div>
            if let Some(example) = model.visit().example {
                <p class={classes!("note", untold)}>{ static_text(locale.example_note(example)) }</p>
            }
            { what_is_next(model, is_last, dispatch) }
        </>
    }
}

/// What to try after the story, or the room for it.
fn what_is_next(model: &Model, is_shown: bool, dispatch: &Callback<Action>) -> Html {
    let Some(shown) = model.shown().filter(|_| model.has_next()) else { return Html::default() };
    html! {
        <p class={classes!("next", (!is_shown).then_some("later"))}>
            { next(&shown.operation, &model.held_sizes(), model.locale(), dispatch) }
        </p>
    }
}
