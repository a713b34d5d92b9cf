//! Files of pictures: the present one, all chapters in one file, and a file for each chapter.

use std::cell::RefCell;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use gloo::events::EventListener;
use gloo::utils::{document, window};
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, BlobPropertyBag, Element, HtmlAnchorElement, HtmlCanvasElement, Url};
use yew::Properties;

use crate::i18n::{Locale, Message, operation_line};
use crate::state::{ChapterPace, Model, Shown};
use crate::ui::parts::clipboard::clipboard;
use crate::ui::stage::picture::Picture;
use crate::ui::stage::screen::Screen;
use broadcasting_diagram::animated::{AnimatedChapter, animated};
use broadcasting_diagram::svg;
use broadcasting_diagram::svg::{Caption, Palette, Shade};
use broadcasting_diagram::{Chapter, DisplayList, DrawOptions, Scene, SceneOptions, Size, Story, draw};
use tensor_broadcasting::Operation;

/// What is exported.
#[derive(Clone, Properties)]
pub(in crate::ui) struct ExportProps {
    /// The picture that is shown.
    pub(in crate::ui) screen: Rc<RefCell<Screen>>,
    /// The operation that it shows.
    pub(in crate::ui) operation: Rc<Operation>,
    /// Its chapters.
    pub(in crate::ui) story: Rc<Story>,
    /// The present chapter, counted from 0.
    pub(in crate::ui) chapter: usize,
    /// The speed of a video; 1 is normal.
    pub(in crate::ui) speed: f64,
    /// The language.
    pub(in crate::ui) locale: Locale,
}

impl PartialEq for ExportProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.screen, &other.screen)
            && Rc::ptr_eq(&self.operation, &other.operation)
            && Rc::ptr_eq(&self.story, &other.story)
            && self.chapter == other.chapter
            && self.speed == other.speed
            && self.locale == other.locale
    }
}

/// How it is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExportFormat {
    /// The present picture as SVG.
    Svg,
    /// The present picture as PNG, with this number of pixels to a CSS pixel.
    Png(u8),
    /// All chapters as one SVG.
    Story,
    /// All chapters in motion as one SVG.
    Animated,
    /// Each chapter with its words as an SVG.
    ChaptersSvg,
    /// Each chapter with its words as a PNG.
    ChaptersPng,
    /// The present picture as SVG, to the clipboard.
    Copy,
}

/// The pixels to a CSS pixel of a chapter's PNG.
const RATIO: f64 = 2.0;

/// The chapter that a model shows, as an SVG document of this width in CSS pixels; `None` where it shows nothing.
pub(in crate::ui) fn chapter_svg(model: &Model, width: f64, shade: Shade) -> Option<String> {
    let Shown { operation, story } = model.shown()?;
    let (locale, chapter) = (model.locale(), model.chapter());
    let options = SceneOptions { blocks: model.settings().blocks, ..SceneOptions::new(width, locale.labels()) };
    let scene = Scene::new(Rc::clone(operation), (**story).clone(), options);
    let description = locale.message(Message::ChapterText(story.chapters().get(chapter)?, operation));
    let caption = Caption { title: &model.settings().summary(), description: &description };
    let mut list = DisplayList::default();
    draw(&scene, DrawOptions { known: !model.is_untold(), ..DrawOptions::at(chapter as f64) }, &mut list);
    Some(svg::paint(&list, &Palette::of(shade), caption))
}

/// The type of a picture as a file.
const SVG: &str = "image/svg+xml";

/// A time of a scene.
fn still(scene: &Scene, t: f64) -> DisplayList {
    let mut list = DisplayList::default();
    draw(scene, DrawOptions::at(t), &mut list);
    list
}

/// The number and the title of a chapter.
pub(super) fn heading(props: &ExportProps, number: usize, chapter: &Chapter) -> String {
    format!("{}. {}", number + 1, props.locale.message(Message::ChapterTitle(chapter, &props.operation)))
}

/// What happens in a chapter.
fn words(props: &ExportProps, chapter: &Chapter) -> String {
    props.locale.message(Message::ChapterText(chapter, &props.operation))
}

/// Exports a picture; `None` where the browser does not allow it.
pub(super) fn save_as(format: ExportFormat, picture: &Picture, props: &ExportProps) -> Option<()> {
    let title = operation_line(&props.operation);
    let chapters = props.story.chapters();
    let description = words(props, chapters.get(props.chapter)?);
    let caption = Caption { title: &title, description: &description };
    match format {
        ExportFormat::Svg => save_text(&picture.svg(caption)?, "broadcasting.svg", SVG),
        ExportFormat::Story => {
            let scene = picture.scene()?.cropped();
            let headed = |(number, chapter)| (heading(props, number, chapter), still(&scene, number as f64));
            let stills: Vec<_> = chapters.iter().enumerate().map(headed).listed();
            save_text(&svg::strip(&stills, &picture.palette()?, caption), "broadcasting-story.svg", SVG)
        }
        ExportFormat::Animated => save_text(&animated_svg(picture, props, &title)?, "broadcasting-animated.svg", SVG),
        ExportFormat::ChaptersSvg => {
            for (number, (svg, _)) in chapter_files(picture, props, &title)?.iter().enumerate() {
                save_text(svg, &format!("broadcasting-{}.svg", number + 1), SVG)?;
            }
            Some(())
        }
        ExportFormat::ChaptersPng => {
            for (number, (svg, size)) in chapter_files(picture, props, &title)?.iter().enumerate() {
                save_as_png(svg, *size, format!("broadcasting-{}.png", number + 1))?;
            }
            Some(())
        }
        ExportFormat::Copy => {
            _ = clipboard()?.write_text(&picture.svg(caption)?);
            Some(())
        }
        ExportFormat::Png(ratio) => {
            save_pixels(&picture.pixels(f64::from(ratio))?, format!("broadcasting@{ratio}x.png"))
        }
    }
}

/// All chapters in motion.
fn animated_svg(picture: &Picture, props: &ExportProps, title: &str) -> Option<String> {
    let scene = picture.scene()?.cropped();
    let (chapters, locale) = (props.story.chapters(), props.locale);
    let paces = ChapterPace::of_story(&props.story, &props.operation, locale, false);
    let paced = |((number, chapter), pace): ((usize, &Chapter), ChapterPace)| AnimatedChapter {
        heading: heading(props, number, chapter),
        motion: pace.motion,
        hold: pace.hold,
        stops: scene.stops(number),
    };
    let paced: Vec<_> = chapters.iter().enumerate().zip(paces).map(paced).listed();
    let description: Vec<String> = chapters.iter().map(|chapter| words(props, chapter)).listed();
    let caption = Caption { title, description: &description.join("\n") };
    Some(animated(&paced, &|t| still(&scene, t), &picture.palette()?, caption))
}

/// An SVG document for each chapter, with its words, and its size in CSS pixels.
fn chapter_files(picture: &Picture, props: &ExportProps, title: &str) -> Option<Vec<(String, Size)>> {
    let (scene, palette) = (picture.scene()?.cropped(), picture.palette()?);
    let file = |(number, chapter)| {
        let caption = Caption { title, description: &words(props, chapter) };
        svg::with_words(&still(&scene, number as f64), &heading(props, number, chapter), &palette, caption)
    };
    Some(props.story.chapters().iter().enumerate().map(file).listed())
}

/// Saves an SVG document as a PNG, once the browser has drawn it as an image.
fn save_as_png(svg: &str, size: Size, name: String) -> Option<()> {
    let coded = call(&window(), "encodeURIComponent", &Array::of1(&svg.into()))?.as_string()?;
    let image: Element = document().create_element("img").ok()?;
    let drawn = image.clone();
    let listener = EventListener::once(&image, "load", move |_| {
        let saved = move || {
            let (width, height) = (size.w * RATIO, size.h * RATIO);
            let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
            canvas.set_width(width as u32);
            canvas.set_height(height as u32);
            let context = canvas.get_context("2d").ok()??;
            let at = [0.0, 0.0, width, height].map(JsValue::from);
            call(&context, "drawImage", &[drawn.into()].into_iter().chain(at).collect())?;
            save_pixels(&canvas, name)
        };
        // Where the browser does not allow it, nothing is lost.
        _ = saved();
    });
    listener.forget();
    image.set_attribute("src", &["data:image/svg+xml;charset=utf-8,", &coded].concat()).ok()
}

/// Calls a method by its name. A binding of a type that only this chunk uses would be in the first load.
pub(in crate::ui) fn call(of: &JsValue, method: &str, arguments: &Array) -> Option<JsValue> {
    let function: Function = Reflect::get(of, &method.into()).ok()?.dyn_into().ok()?;
    function.apply(of, arguments).ok()
}

fn save_pixels(canvas: &HtmlCanvasElement, name: String) -> Option<()> {
    let done = Closure::once_into_js(move |blob: JsValue| {
        if let Ok(blob) = blob.dyn_into::<Blob>() {
            _ = save(&blob, &name);
        }
    });
    canvas.to_blob(done.unchecked_ref()).ok()
}

/// Saves a text as a file of a type.
pub(in crate::ui) fn save_text(text: &str, name: &str, mime: &str) -> Option<()> {
    let parts = Array::of1(&text.into());
    let kind = BlobPropertyBag::new();
    kind.set_type(mime);
    save(&Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?, name)
}

/// Saves a file: follows a link to it.
pub(super) fn save(blob: &Blob, name: &str) -> Option<()> {
    let address = Url::create_object_url_with_blob(blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address).ok()
}
