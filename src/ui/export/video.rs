//! A video of the story, by the browser's own `MediaRecorder`: the story plays once on a canvas that is on no page.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::{document, window};
use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Blob;
use yew::Callback;

use super::ExportProps;
use super::files::{call, heading, save};
use crate::diagram::{DisplayList, DrawOptions, draw};
use crate::state::{ChapterPace, Clock, PlaybackEvent};
use crate::ui::picture::Picture;
use crate::ui::player::{OnFrame, Player, SharedPlayer};

/// The type of the file.
const TYPE: &str = "video/webm";
/// The pixels to a CSS pixel, the frames a second, and the bits a second.
const RATIO: f64 = 2.0;
const FRAMES: f64 = 30.0;
const BITS: f64 = 6e6;

/// A recording. When it is dropped, it ends without a file.
pub(super) struct Recording {
    /// It plays as long as it is here.
    _player: SharedPlayer,
    recorder: JsValue,
}

/// Whether the browser can record a canvas as a video.
pub(super) fn is_supported() -> bool {
    let supported = || {
        let canvas = document().create_element("canvas").ok()?;
        let can_capture = Reflect::get(&canvas, &"captureStream".into()).ok()?.is_function();
        let recorders = recorders()?;
        let knows_type = call(&recorders, "isTypeSupported", &Array::of1(&TYPE.into()))?;
        Some(can_capture && knows_type.is_truthy())
    };
    supported().unwrap_or(false)
}

/// The browser's constructor of recorders.
fn recorders() -> Option<Function> {
    Reflect::get(&window(), &"MediaRecorder".into()).ok()?.dyn_into().ok()
}

impl Recording {
    /// Begins to record the story. `on_progress` is called with the percentage that is over, `on_end` once the story has ended.
    /// `None` where the browser does not allow it.
    pub(super) fn start(
        picture: &Picture,
        props: &ExportProps,
        on_progress: Callback<u32>,
        on_end: Callback<()>,
    ) -> Option<Self> {
        let (scene, painter) = (Rc::clone(picture.scene()?), picture.detached()?);
        let chapters = props.story.chapters().iter().enumerate();
        let headings: Vec<String> = chapters.map(|(number, chapter)| heading(props, number, chapter)).collect();
        let stream = call(painter.canvas(), "captureStream", &Array::of1(&FRAMES.into()))?;
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
        let list = RefCell::new(DisplayList::default());
        let count = headings.len() as f64;
        let on_frame: OnFrame = Box::new(move |clock: &Clock, _| {
            let list = &mut *list.borrow_mut();
            let t = clock.time();
            draw(&scene, DrawOptions::at(t), list);
            list.add_line_below(headings.get(scene.story().chapter_at(t)).map_or("", String::as_str));
            // Also a picture that has not changed: a frame of the video lasts until the next one.
            painter.paint_opaque(list, RATIO);
            on_progress.emit(((t.ceil() + clock.progress()) / count * 100.0) as u32);
        });
        let on_event = Callback::from(move |event| {
            if event == PlaybackEvent::End {
                on_end.emit(());
            }
        });
        call(&recorder, "start", &Array::new())?;
        let player = Player::shared(props.mount.clone(), on_frame, on_event);
        {
            let mut player = player.borrow_mut();
            let pace = ChapterPace::of_story(&props.story, &props.operation, props.locale);
            player.clock_mut().set_story(0, pace);
            player.clock_mut().set_goal(0, true, props.speed);
            player.refresh();
        }
        Some(Self { _player: player, recorder })
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
    }
}
