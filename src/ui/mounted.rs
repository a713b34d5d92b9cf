//! An [`App`] from outside: mounting it, setting it, asking it.

use wasm_bindgen::JsCast as _;
use web_sys::{Event, EventInit, HtmlInputElement};
use yew::prelude::*;

use super::app::{App, AppMessage};
use super::host::Host;
use super::panic_card;
use super::player::Player;
use crate::diagram::between;
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
        self.host.ask(AppMessage::Do(action));
    }

    /// Plays, soon: on, or from the start where the story is at its end.
    pub fn play(&self) {
        self.host.ask(AppMessage::Play);
    }

    /// Goes on by so many chapters, or back, soon.
    pub fn walk(&self, chapters: isize) {
        self.host.ask(AppMessage::Walk(chapters));
    }

    /// Goes to a time of the story at once: 0 is its beginning, and the chapter `n` is over at `n`; later than the end
    /// is the end.
    pub fn seek(&self, t: f64) {
        /// Later than any story's end, and no infinity, which no input takes.
        const MAX_TIME: f64 = 1e6;
        let scrubber = self.host.root().query_selector(".track input").ok().flatten();
        let Some(scrubber) = scrubber.and_then(|found| found.dyn_into::<HtmlInputElement>().ok()) else { return };
        // The scrubber's own way: what it shows and what is painted are then the same.
        scrubber.set_value_as_number(Player::scrubber_position(between(t, 0.0, MAX_TIME)));
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
