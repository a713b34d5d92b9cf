//! What can be taken away: the present picture, and the whole story, saved or copied.

use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};
use yew::prelude::*;

use super::player::Player;
use super::text::label;
use crate::broadcast::{OperandId, Operation};
use crate::diagram::{Chapter, Story};
use crate::i18n::{Label, Locale, Message};
use crate::render::svg::Caption;

/// What is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
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
pub(super) fn export(on_export: &Callback<ExportFormat>, locale: Locale) -> Html {
    let png = |name: &'static str| -> Html { name.into() };
    let offered = [
        (ExportFormat::Svg, label(locale, Label::ExportPicture)),
        (ExportFormat::Story, label(locale, Label::ExportStory)),
        (ExportFormat::Png(1), png("PNG 1×")),
        (ExportFormat::Png(2), png("PNG 2×")),
        (ExportFormat::Png(3), png("PNG 3×")),
        (ExportFormat::Copy, label(locale, Label::ExportCopy)),
    ];
    let button = |(format, name): (ExportFormat, Html)| {
        html! { <button type="button" onclick={on_export.reform(move |_: MouseEvent| format)}>{ name }</button> }
    };
    html! {
        <details class="export">
            <summary>{ label(locale, Label::Export) }</summary>
            <div>{ for offered.into_iter().map(button) }</div>
        </details>
    }
}

/// Takes it away; `None` where the browser does not let it go.
pub(super) fn save_as(
    format: ExportFormat,
    player: &Player,
    operation: &Operation,
    story: &Story,
    chapter: &Chapter,
    locale: Locale,
) -> Option<()> {
    let shape = |side: OperandId| operation.alignment().shape(side).to_string();
    let title = format!("a {}, b {}: {}", shape(OperandId::A), shape(OperandId::B), operation.operator().symbol());
    let snapshot = locale.message(Message::ChapterText(chapter, operation));
    let said = Caption { title: &title, description: &snapshot };
    match format {
        ExportFormat::Svg => save_text(&player.svg(said)?, "broadcasting.svg"),
        ExportFormat::Story => {
            let heading = |(number, chapter): (usize, &Chapter)| {
                format!("{}. {}", number + 1, locale.message(Message::ChapterTitle(chapter)))
            };
            let headings = story.chapters().iter().enumerate().map(heading).collect();
            save_text(&player.story(headings, said)?, "broadcasting-story.svg")
        }
        ExportFormat::Copy => {
            // On an insecure page there is no clipboard at all, whatever the bindings promise.
            let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
            _ = clipboard.dyn_into::<web_sys::Clipboard>().ok()?.write_text(&player.svg(said)?);
            Some(())
        }
        ExportFormat::Png(ratio) => {
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
