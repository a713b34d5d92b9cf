//! A video of the story, by the browser's own `MediaRecorder`: the story plays once on a canvas that nobody sees.

use std::cell::RefCell;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use gloo::utils::{document, window};
use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, HtmlCanvasElement};
use yew::Callback;

use super::files::{ExportProps, call, heading, save};
use crate::render::canvas::CanvasPainter;
use crate::state::ChapterPace;
use crate::ui::stage::picture::Picture;
use broadcasting_diagram::style::Colour;
use broadcasting_diagram::{DisplayList, DrawOptions, Scene, draw};

/// The type of the file.
const TYPE: &str = "video/webm";
/// The enlargement of the canvas, the frames a second, and the bits a second.
const ENLARGED: &str = "scale(2)";
const FRAMES: f64 = 30.0;
const BITS: f64 = 6e6;
/// The longest time between two frames that counts, in seconds: after a long task the story continues where it was.
const MAX_FRAME: f64 = 0.1;

/// A recording. When it is dropped, it ends without a file.
pub(super) struct Recording {
    recorder: JsValue,
    film: Rc<RefCell<Film>>,
}

/// The story that plays while it is recorded.
struct Film {
    scene: Rc<Scene>,
    painter: CanvasPainter,
    canvas: HtmlCanvasElement,
    /// The colour behind the picture.
    paper: String,
    /// The title and the pace of each chapter.
    chapters: Vec<(String, ChapterPace)>,
    speed: f64,
    list: DisplayList,
    /// The chapter, counted from 0, and how long it has been shown, in seconds at speed 1.
    chapter: usize,
    elapsed: f64,
    /// The time of the last frame, in milliseconds.
    last_frame: Option<f64>,
    /// Called for each frame; `None` once the recording has ended.
    on_frame: Option<Closure<dyn FnMut(f64)>>,
}

/// Whether the browser can record a canvas as a video.
pub(super) fn is_supported() -> bool {
    let supported = || {
        let canvas = document().create_element("canvas").ok()?;
        let can_capture = Reflect::get(&canvas, &"captureStream".into()).ok()?.is_function();
        let recorders = recorders()?;
        let knows_type = call(&recorders, "isTypeSupported", &Array::of1(&TYPE.into()))?;
        Some(can_capture && knows_type == JsValue::TRUE)
    };
    supported().unwrap_or(false)
}

/// The browser's constructor of recorders.
fn recorders() -> Option<Function> {
    Reflect::get(&window(), &"MediaRecorder".into()).ok()?.dyn_into().ok()
}

impl Recording {
    /// Begins to record the story on a canvas of the page. `on_progress` is called with the percentage that is over, `on_end` once
    /// the story has ended. `None` where the browser does not allow it.
    pub(super) fn start(
        canvas: HtmlCanvasElement,
        picture: &Picture,
        props: &ExportProps,
        on_progress: Callback<u32>,
        on_end: Callback<()>,
    ) -> Option<Self> {
        let chapters = props.story.chapters().iter().enumerate();
        let titles = chapters.map(|(number, chapter)| heading(props, number, chapter));
        // The painter paints as many pixels as the page shows of the canvas.
        canvas.style().set_property("transform", ENLARGED).ok()?;
        let film = Film {
            scene: Rc::clone(picture.scene()?),
            painter: CanvasPainter::new(canvas.clone())?,
            canvas,
            paper: picture.palette()?.colour(Colour::Paper).to_owned(),
            chapters: titles.zip(ChapterPace::of_story(&props.story, &props.operation, props.locale, false)).listed(),
            speed: props.speed,
            list: DisplayList::default(),
            chapter: 0,
            elapsed: 0.0,
            last_frame: None,
            on_frame: None,
        };
        let stream = call(&film.canvas, "captureStream", &Array::of1(&FRAMES.into()))?;
        let options = Object::new();
        Reflect::set(&options, &"mimeType".into(), &TYPE.into()).ok()?;
        Reflect::set(&options, &"videoBitsPerSecond".into(), &BITS.into()).ok()?;
        let recorder = Reflect::construct(&recorders()?, &Array::of2(&stream, &options)).ok()?;
        let save_video = Closure::once_into_js(|event: JsValue| {
            let data = Reflect::get(&event, &"data".into()).ok().and_then(|data| data.dyn_into::<Blob>().ok());
            // Where the browser does not allow it, nothing is lost.
            _ = data.and_then(|blob| save(&blob, "broadcasting.webm"));
        });
        Reflect::set(&recorder, &"ondataavailable".into(), &save_video).ok()?;
        let film = Rc::new(RefCell::new(film));
        let weak = Rc::downgrade(&film);
        let on_frame = Closure::<dyn FnMut(f64)>::new(move |now: f64| {
            let Some(film) = weak.upgrade() else { return };
            let progress = film.borrow_mut().advance(now);
            match progress {
                Some(progress) => {
                    on_progress.emit((progress * 100.0) as u32);
                    film.borrow().request_frame();
                }
                None => on_end.emit(()),
            }
        });
        film.borrow_mut().on_frame = Some(on_frame);
        film.borrow_mut().paint();
        call(&recorder, "start", &Array::new())?;
        film.borrow().request_frame();
        Some(Self { recorder, film })
    }

    /// Ends the recording, and saves the file.
    pub(super) fn finish(self) {
        // The recorder gives everything that it has recorded, once it has stopped.
        _ = call(&self.recorder, "stop", &Array::new());
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let state = Reflect::get(&self.recorder, &"state".into()).ok().and_then(|state| state.as_string());
        if state.as_deref() == Some("recording") {
            _ = Reflect::set(&self.recorder, &"ondataavailable".into(), &JsValue::NULL);
            _ = call(&self.recorder, "stop", &Array::new());
        }
        // A frame that is asked for still comes. It finds that the recording has ended, and asks for no other one.
        if let Some(on_frame) = self.film.borrow_mut().on_frame.take() {
            on_frame.forget();
        }
    }
}

impl Film {
    fn request_frame(&self) {
        if let Some(on_frame) = &self.on_frame {
            // No window fails to give frames.
            _ = window().request_animation_frame(on_frame.as_ref().unchecked_ref());
        }
    }

    /// Lets time pass until a time in milliseconds, and paints. Gives how much of the story is over, from 0 to 1; `None` at its end.
    fn advance(&mut self, now: f64) -> Option<f64> {
        let seconds = self.last_frame.map_or(0.0, |last| ((now - last) / 1000.0).clamp(0.0, MAX_FRAME));
        self.last_frame = Some(now);
        self.elapsed += seconds * self.speed;
        let (_, ChapterPace { motion, hold }) = self.chapters.get(self.chapter)?;
        let length = motion + hold;
        if self.elapsed >= length {
            (self.chapter, self.elapsed) = (self.chapter + 1, self.elapsed - length);
        }
        self.paint();
        let count = self.chapters.len();
        (self.chapter < count).then(|| (self.chapter as f64 + (self.elapsed / length).min(1.0)) / count as f64)
    }

    /// Paints the present time with the title of its chapter. Also a picture that has not changed is painted: a frame of the video lasts
    /// until the next one.
    fn paint(&mut self) {
        let Some((title, pace)) = self.chapters.get(self.chapter) else { return };
        let begun = (self.elapsed / pace.motion.max(f64::EPSILON)).min(1.0);
        draw(&self.scene, DrawOptions::at(self.chapter as f64 - 1.0 + begun), &mut self.list);
        self.list.add_line_below(title);
        self.painter.paint(&self.list);
        // Behind the picture. Bindings that only this chunk uses would be in the first load.
        let behind = || {
            let context = self.canvas.get_context("2d").ok()??;
            let set = |name: &str, value: &str| Reflect::set(&context, &name.into(), &value.into()).ok();
            set("globalCompositeOperation", "destination-over")?;
            set("fillStyle", &self.paper)?;
            let (width, height) = (self.list.width.into(), self.list.height.into());
            call(&context, "fillRect", &[JsValue::from(0), JsValue::from(0), width, height].iter().collect())?;
            set("globalCompositeOperation", "source-over")
        };
        // A canvas that has a painter has a context.
        _ = behind();
    }
}
