//! An [`App`] from outside: mounting it, setting it, asking it.

use wasm_bindgen::JsCast as _;
use web_sys::{Event, EventInit, HtmlInputElement};

use super::app::{App, AppMessage, AppProps};
use super::host::Host;
use super::panic_card;
use super::player::Player;
use crate::painter::svg::Shade;
use crate::state::Action;

/// An [`App`] that has been mounted.
#[derive(Debug)]
pub struct Mounted {
    handle: yew::AppHandle<App>,
    host: Host,
}

impl Mounted {
    /// Mounts one where `host` says, with a card of our own for the worst case.
    #[must_use]
    pub fn mount(host: Host) -> Self {
        panic_card::install();
        let props = AppProps { host: host.clone() };
        let handle = {
            let _at_work = host.works();
            yew::Renderer::<App>::with_root_and_props(host.root().clone(), props).render()
        };
        Self { handle, host }
    }

    /// Does something to the model, soon.
    pub fn act(&self, action: Action) {
        self.handle.send_message(AppMessage::Do(action));
    }

    /// The story's last chapter, the chapter that is told, and whether the story plays.
    #[must_use]
    pub fn standing(&self) -> (usize, usize, bool) {
        self.handle.get_component().map_or((0, 0, false), |app| app.standing())
    }

    /// Goes to a time of the story at once: 0 is its beginning, and the chapter `n` is over at `n`.
    pub fn seek(&self, t: f64) {
        let (last, ..) = self.standing();
        let scrubber = self.host.root().query_selector(".track input").ok().flatten();
        let Some(scrubber) = scrubber.and_then(|found| found.dyn_into::<HtmlInputElement>().ok()) else { return };
        // The scrubber's own way: what it shows and what is painted are then the same.
        scrubber.set_value_as_number(Player::scrubber_position(t.max(0.0).min(last as f64)));
        let bubbling = EventInit::new();
        bubbling.set_bubbles(true);
        if let Ok(event) = Event::new_with_event_init_dict("input", &bubbling) {
            _ = scrubber.dispatch_event(&event);
        }
    }

    /// The chapter that is told as an SVG document of this width in CSS pixels.
    #[must_use]
    pub fn svg(&self, width: f64, shade: Shade) -> Option<String> {
        self.handle.get_component()?.svg(width, shade)
    }

    /// Takes it away. Nothing of it listens or runs on.
    pub fn destroy(self) {
        self.handle.destroy();
    }
}
