//! The Python that does what is shown, to be copied.

use yew::prelude::*;

use super::said::label;
use crate::broadcast::{Pair, Shape, Side};
use crate::dialect::{Library, code};
use crate::words::{Label, Locale};

/// The code panel; `copied` is the program that was copied last.
pub(super) fn code_panel(
    pair: &Pair,
    library: Library,
    in_place: bool,
    copied: Option<&str>,
    on_copy: &Callback<String>,
    locale: Locale,
) -> Html {
    let (a, b) = (pair.alignment().shape(Side::A), pair.alignment().shape(Side::B));
    let outcome = library.answer(a, b, in_place);
    let outcome: Result<&Shape, &str> = outcome.as_ref().map_err(String::as_str);
    let tensors = (a, pair.values(Side::A));
    let program = code(library, tensors, (b, pair.values(Side::B)), pair.operator(), in_place, outcome);
    let copy_label = if copied == Some(&*program) { Label::Copied } else { Label::Copy };
    let copy = {
        let program = program.clone();
        on_copy.reform(move |_: MouseEvent| program.clone())
    };
    html! {
        <section class="panel code" aria-labelledby="code-heading">
            <div class="panel-head">
                <h2 id="code-heading">{ label(locale, Label::Code) }</h2>
                <button type="button" onclick={copy} aria-live="polite">{ label(locale, copy_label) }</button>
            </div>
            <pre dir="ltr" tabindex="0" role="group" aria-labelledby="code-heading"><code>{ program }</code></pre>
        </section>
    }
}
