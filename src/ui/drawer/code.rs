//! The Python programs of the shown operation, one for each library, to be copied.

use yew::prelude::*;

use crate::i18n::{Locale, WorkLabel};
use crate::state::{Analysis, Settings};
use crate::ui::parts::elements::{element, line};
use crate::ui::parts::text::work_label;
use tensor_broadcasting::Operation;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// The code panel, the chosen library first; `copied` is the program that was copied last.
pub(in crate::ui) fn code_panel(
    operation: &Operation,
    analysis: &Analysis,
    settings: &Settings,
    copied: Option<&str>,
    on_copy: &Callback<String>,
    locale: Locale,
) -> Html {
    let other = if settings.library == Library::PyTorch { Library::NumPy } else { Library::PyTorch };
    // A function, or a product of a program, is one of the program's own library.
    let is_of_both = operation.operator().is_some() || analysis.program.is_none() && operation.is_product();
    let libraries = [settings.library, other].into_iter().take(if is_of_both { 2 } else { 1 });
    let with_gradient = settings.gradient && analysis.offers_gradient(settings);
    let programs = libraries.map(|library| {
        let program = if with_gradient {
            analysis.gradient_program(operation, library)
        } else {
            analysis.program(operation, &Settings { library, ..settings.clone() })
        };
        let copy_label = if copied == Some(&*program) { WorkLabel::Copied } else { WorkLabel::Copy };
        let copy = {
            let program = program.clone();
            on_copy.reform(move |_: MouseEvent| program.clone())
        };
        let head = vec![
            line("h3", "", library.name().to_owned()),
            html! { <button type="button" onclick={copy} aria-live="polite">{ work_label(locale, copy_label) }</button> },
        ];
        let program = html! { <pre dir="ltr" role="group" aria-label={library.name()}><code>{ program }</code></pre> };
        element("div", "program", vec![element("div", "panel-head", head), program])
    });
    element("div", "programs code", programs.listed())
}
