//! An [`App`] from outside: mounting it, setting it, asking it.

use wasm_bindgen::JsCast as _;
use web_sys::{Event, EventInit, HtmlInputElement};
use yew::prelude::*;

use super::app::{App, AppMessage};
use super::host::Host;
use super::panic_card;
use super::player::Player;
use crate::painter::svg::Shade;
use crate::state::Action;

/// A place for an [`App`], which may be empty.
///
/// Yew never gives back the listeners of a root that it has rendered into, so roots are not dropped but left empty, to
/// be taken again.
#[derive(Debug)]
struct Seat;

#[derive(Debug, Clone, PartialEq, Properties)]
struct SeatProps {
    host: Option<Host>,
}

impl Component for Seat {
    type Message = ();
    type Properties = SeatProps;

    fn create(_: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let host = ctx.props().host.clone();
        html! { if let Some(host) = host { <App {host} /> } }
    }
}

/// An [`App`] that has been mounted.
#[derive(Debug)]
pub struct Mounted {
    seat: AppHandle<Seat>,
    host: Host,
}

impl Mounted {
    /// Mounts one where `host` says, with a card of our own for the worst case.
    #[must_use]
    pub fn mount(host: Host) -> Self {
        panic_card::install();
        let props = SeatProps { host: Some(host.clone()) };
        let seat = yew::Renderer::<Seat>::with_root_and_props(host.root().clone(), props).render();
        Self { seat, host }
    }

    /// Takes it away. Nothing of it listens or runs on, and its element can be taken again.
    pub fn leave(&mut self) {
        self.seat.update(SeatProps { host: None });
    }

    /// Mounts another one in the same element, after [`Mounted::leave`].
    pub fn enter(&mut self, query: String, listener: js_sys::Function) {
        self.host = Host::guest(self.host.root().clone(), query, Some(listener));
        self.seat.update(SeatProps { host: Some(self.host.clone()) });
    }

    /// Does something to the model, soon.
    pub fn act(&self, action: Action) {
        if let Some(app) = self.host.tenant() {
            app.send_message(AppMessage::Do(action));
        }
    }

    /// The story's last chapter, the chapter that is told, and whether the story plays.
    #[must_use]
    pub fn standing(&self) -> (usize, usize, bool) {
        let app = self.host.tenant();
        app.as_ref().and_then(|app| Some(app.get_component()?.standing())).unwrap_or_default()
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
        self.host.tenant()?.get_component()?.svg(width, shade)
    }
}
