//! What stands where a chunk is needed that is not loaded.

use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::text::label;
use crate::chunks::{Chunk, LoadState, Loader};
use crate::i18n::{Label, Locale};

/// A note about a chunk that is not loaded: it is being loaded, or it could not be loaded, with buttons to try again and to
/// load the page again. (A page that was opened before the site was renewed asks for files that are gone.)
pub(in crate::ui) fn loading_note<T>(chunk: &'static Chunk<T>, locale: Locale) -> Html {
    note(chunk.loader(), locale)
}

#[inline(never)]
fn note(loader: &'static Loader, locale: Locale) -> Html {
    if loader.state() != LoadState::Failed {
        return html! { <p class="loading">{ label(locale, Label::Loading) }</p> };
    }
    let retry = Callback::from(move |_: MouseEvent| {
        spawn_local(async move {
            loader.load().await;
        });
    });
    // The page keeps its state in its address. A failure to reload leaves it as it is.
    let reload = Callback::from(|_: MouseEvent| _ = window().location().reload());
    html! {
        <p class="loading failed">
            { label(locale, Label::LoadingFailed) }
            { " " }
            <button type="button" onclick={retry}>{ label(locale, Label::TryAgain) }</button>
            <button type="button" onclick={reload}>{ label(locale, Label::ReloadPage) }</button>
        </p>
    }
}
