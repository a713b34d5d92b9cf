//! The options of the operation, which are in the chunk `work`: what is seldom changed and has no field.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::i18n::{Label, Locale, WorkLabel};
use crate::state::{Action, Settings};
use crate::ui::parts::text::{label, work_label};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::library::Library;

/// Swap, in place, and the library.
pub(in crate::ui) fn options(settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let in_place =
        dispatch.reform(|event: Event| Action::SetInPlace(event.target_unchecked_into::<HtmlInputElement>().checked()));
    let swap = dispatch.reform(|_: MouseEvent| Action::Swap);
    let makes_new = settings.makes_new();
    let why_new = makes_new.then(|| locale.work_label(WorkLabel::MakesNew));
    let libraries = Library::ALL.into_iter().map(|library| {
        let choose = dispatch.reform(move |_: Event| Action::SetLibrary(library));
        html! {
            <label class="choice">
                <input type="radio" name="library" checked={library == settings.library} onchange={choose} />
                <span>{ library.name() }</span>
            </label>
        }
    });
    html! {
        <>
            <fieldset class="library">
                <legend class="visually-hidden">{ label(locale, Label::Library) }</legend>
                { for libraries }
            </fieldset>
            <label class="choice in-place">
                <input type="checkbox" checked={settings.in_place} disabled={makes_new} title={why_new} onchange={in_place} />
                <span>{ label(locale, Label::InPlace) }</span>
            </label>
            if settings.operands() == OperandId::PAIR {
                <button type="button" class="swap" onclick={swap}>{ work_label(locale, WorkLabel::Swap) }{ " ⇄" }</button>
            }
        </>
    }
}
