//! Exports the present picture or all chapters, as a file or to the clipboard.

use std::rc::Rc;

use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};
use yew::prelude::*;

use super::picture::Picture;
use super::text::label;
use crate::broadcast::Operation;
use crate::diagram::{Chapter, DisplayList, DrawOptions, Scene, SceneOptions, Story, draw};
use crate::i18n::{Label, Locale, Message, operation_line};
use crate::render::svg::{self, Caption, Palette, Shade};
use crate::state::{Model, Shown};

/// What is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// The present picture as SVG.
    Svg,
    /// The present picture as PNG, with this number of pixels to a CSS pixel.
    Png(u8),
    /// All chapters as SVG.
    Story,
    /// The present picture as SVG, to the clipboard.
    Copy,
}

/// The panel with a button for each format.
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

/// The chapter that a model shows, as an SVG document of this width in CSS pixels; `None` where it shows nothing.
pub(super) fn chapter_svg(model: &Model, width: f64, shade: Shade) -> Option<String> {
    let Shown { operation, story } = model.shown()?;
    let (locale, chapter) = (model.locale(), model.chapter());
    let options = SceneOptions { blocks: model.settings().blocks, ..SceneOptions::new(width, locale.labels()) };
    let scene = Scene::new(Rc::clone(operation), (**story).clone(), options);
    let mut list = DisplayList::default();
    draw(&scene, DrawOptions::at(chapter as f64), &mut list);
    let description = locale.message(Message::ChapterText(&story.chapters()[chapter], operation));
    let caption = Caption { title: &model.settings().summary(), description: &description };
    Some(svg::paint(&list, &Palette::of(shade), caption))
}

/// Exports a picture; `None` where the browser does not allow it.
pub(super) fn save_as(
    format: ExportFormat,
    picture: &Picture,
    operation: &Operation,
    story: &Story,
    chapter: &Chapter,
    locale: Locale,
) -> Option<()> {
    let title = operation_line(operation);
    let text = locale.message(Message::ChapterText(chapter, operation));
    let caption = Caption { title: &title, description: &text };
    match format {
        ExportFormat::Svg => save_text(&picture.svg(caption)?, "broadcasting.svg"),
        ExportFormat::Story => {
            let heading = |(number, chapter): (usize, &Chapter)| {
                format!("{}. {}", number + 1, locale.message(Message::ChapterTitle(chapter, operation)))
            };
            let headings = story.chapters().iter().enumerate().map(heading).collect();
            save_text(&picture.story_svg(headings, caption)?, "broadcasting-story.svg")
        }
        ExportFormat::Copy => {
            // On an insecure page there is no clipboard, although the bindings return one.
            let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
            _ = clipboard.dyn_into::<web_sys::Clipboard>().ok()?.write_text(&picture.svg(caption)?);
            Some(())
        }
        ExportFormat::Png(ratio) => {
            let name = format!("broadcasting@{ratio}x.png");
            let done = Closure::once_into_js(move |blob: JsValue| {
                if let Ok(blob) = blob.dyn_into::<Blob>() {
                    _ = save(&blob, &name);
                }
            });
            picture.pixels(f64::from(ratio))?.to_blob(done.unchecked_ref()).ok()
        }
    }
}

fn save_text(text: &str, name: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&text.into());
    let kind = BlobPropertyBag::new();
    kind.set_type("image/svg+xml");
    save(&Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?, name)
}

/// Saves a file: follows a link to it.
fn save(blob: &Blob, name: &str) -> Option<()> {
    let address = Url::create_object_url_with_blob(blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address).ok()
}
