//! An [`App`] from outside: mounting it, setting it, asking it.

use wasm_bindgen::JsCast as _;
use web_sys::{Event, EventInit, HtmlInputElement};
use yew::prelude::*;

use super::app::{App, AppMessage};
use super::mount::Mount;
use super::panic_card;
use super::player::Player;
use crate::diagram::clamp;
use crate::render::svg::Shade;
use crate::state::Action;

/// A place for an [`App`], which may be empty.
///
/// Yew never gives back the listeners of a root that it has rendered into, so roots are not dropped but left empty, to
/// be taken again.
#[derive(Debug)]
struct AppSlot;

#[derive(Debug, Clone, PartialEq, Properties)]
struct AppSlotProps {
    mount: Option<Mount>,
}

impl Component for AppSlot {
    type Message = ();
    type Properties = AppSlotProps;

    fn create(_: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let mount = ctx.props().mount.clone();
        html! { if let Some(mount) = mount { <App {mount} /> } }
    }
}

/// An [`App`] that has been mounted.
#[derive(Debug)]
pub struct Mounted {
    slot: AppHandle<AppSlot>,
    mount: Mount,
}

impl Mounted {
    /// Mounts one where `host` says, with a card of our own for the worst case.
    #[must_use]
    pub fn mount(mount: Mount) -> Self {
        panic_card::install();
        let props = AppSlotProps { mount: Some(mount.clone()) };
        let slot = yew::Renderer::<AppSlot>::with_root_and_props(mount.root().clone(), props).render();
        Self { slot, mount }
    }

    /// Takes it away. Nothing of it listens or runs on, and its element can be taken again.
    pub fn unmount(&mut self) {
        self.slot.update(AppSlotProps { mount: None });
    }

    /// Mounts another one in the same element, after [`Mounted::leave`].
    pub fn remount(&mut self, query: String, listener: js_sys::Function) {
        self.mount = Mount::embedded(self.mount.root().clone(), query, Some(listener));
        self.slot.update(AppSlotProps { mount: Some(self.mount.clone()) });
    }

    /// Does something to the model, soon.
    pub fn act(&self, action: Action) {
        self.mount.send(AppMessage::Do(action));
    }

    /// Plays, soon: on, or from the start where the story is at its end.
    pub fn play(&self) {
        self.mount.send(AppMessage::Play);
    }

    /// Goes on by so many chapters, or back, soon.
    pub fn step_chapters(&self, chapters: isize) {
        self.mount.send(AppMessage::StepChapters(chapters));
    }

    /// Goes to a time of the story at once: 0 is its beginning, and the chapter `n` is over at `n`; later than the end
    /// is the end.
    pub fn seek(&self, t: f64) {
        /// Later than any story's end, and no infinity, which no input takes.
        const MAX_TIME: f64 = 1e6;
        let scrubber = self.mount.root().query_selector(".track input").ok().flatten();
        let Some(scrubber) = scrubber.and_then(|found| found.dyn_into::<HtmlInputElement>().ok()) else { return };
        // The scrubber's own way: what it shows and what is painted are then the same.
        scrubber.set_value_as_number(Player::scrubber_position(clamp(t, 0.0, MAX_TIME)));
        let bubbling = EventInit::new();
        bubbling.set_bubbles(true);
        if let Ok(event) = Event::new_with_event_init_dict("input", &bubbling) {
            _ = scrubber.dispatch_event(&event);
        }
    }

    /// The chapter that is told as an SVG document of this width in CSS pixels.
    #[must_use]
    pub fn svg(&self, width: f64, shade: Shade) -> Option<String> {
        self.mount.app()?.get_component()?.svg(width, shade)
    }
}
