//! What can be taken away: the present picture, and the whole story, saved or copied.

use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};
use yew::prelude::*;

use super::player::Player;
use super::said::label;
use crate::broadcast::{Pair, Side};
use crate::diagram::{Chapter, Story};
use crate::notation::operator_word;
use crate::painter::svg::Said;
use crate::words::{Label, Locale, Message};

/// What is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// The present picture as SVG.
    Svg,
    /// The present picture as PNG, with so many pixels to a CSS pixel.
    Png(u8),
    /// The whole story as SVG.
    Story,
    /// The present picture as SVG, onto the clipboard.
    Copy,
}

/// The panel.
pub(super) fn takeaway(on_take: &Callback<Taking>, locale: Locale) -> Html {
    let png = |name: &'static str| -> Html { name.into() };
    let offered = [
        (Taking::Svg, label(locale, Label::TakeSvg)),
        (Taking::Story, label(locale, Label::TakeStory)),
        (Taking::Png(1), png("PNG 1×")),
        (Taking::Png(2), png("PNG 2×")),
        (Taking::Png(3), png("PNG 3×")),
        (Taking::Copy, label(locale, Label::TakeCopy)),
    ];
    let button = |(taking, name): (Taking, Html)| {
        html! { <button type="button" onclick={on_take.reform(move |_: MouseEvent| taking)}>{ name }</button> }
    };
    html! {
        <details class="takeaway">
            <summary>{ label(locale, Label::TakeAway) }</summary>
            <div>{ for offered.into_iter().map(button) }</div>
        </details>
    }
}

/// Takes it away; `None` where the browser does not let it go.
pub(super) fn take(
    taking: Taking,
    player: &Player,
    pair: &Pair,
    story: &Story,
    chapter: &Chapter,
    locale: Locale,
) -> Option<()> {
    let shape = |side: Side| pair.alignment().shape(side).to_string();
    let title = format!("a {}, b {}: {}", shape(Side::A), shape(Side::B), operator_word(pair.operator()));
    let told = locale.say(Message::ChapterText(chapter, pair));
    let said = Said { title: &title, description: &told };
    match taking {
        Taking::Svg => save_text(&player.svg(said)?, "broadcasting.svg"),
        Taking::Story => {
            let heading = |(number, chapter): (usize, &Chapter)| {
                format!("{}. {}", number + 1, locale.say(Message::ChapterTitle(chapter)))
            };
            let headings = story.chapters().iter().enumerate().map(heading).collect();
            save_text(&player.story(headings, said)?, "broadcasting-story.svg")
        }
        Taking::Copy => {
            // On an insecure page there is no clipboard at all, whatever the bindings promise.
            let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
            _ = clipboard.dyn_into::<web_sys::Clipboard>().ok()?.write_text(&player.svg(said)?);
            Some(())
        }
        Taking::Png(ratio) => {
            let name = format!("broadcasting@{ratio}x.png");
            let done = Closure::once_into_js(move |blob: JsValue| {
                if let Ok(blob) = blob.dyn_into::<Blob>() {
                    _ = save(&blob, &name);
                }
            });
            player.pixels(f64::from(ratio))?.to_blob(done.unchecked_ref()).ok()
        }
    }
}

fn save_text(text: &str, name: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&text.into());
    let kind = BlobPropertyBag::new();
    kind.set_type("image/svg+xml");
    save(&Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?, name)
}

/// Hands a file to the browser, as a link of its own that is followed at once.
fn save(blob: &Blob, name: &str) -> Option<()> {
    let address = Url::create_object_url_with_blob(blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address).ok()
}
