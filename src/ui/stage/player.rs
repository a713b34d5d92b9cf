//! The player: it advances a [`Clock`] at every animation frame, and asks for frames only while something moves.
//!
//! It lives outside Yew's rendering, so that a frame renders no component. It paints nothing: whoever made it paints what
//! the clock shows.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use yew::Callback;

use crate::state::{Clock, PlaybackEvent};
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::PanicScope;
use broadcasting_diagram::clamp;

/// The longest time between two frames that counts, in seconds: after a long task the story continues where it was.
const MAX_FRAME: f64 = 0.1;

/// Called with the clock, and whether the picture may have changed.
pub type OnFrame = Box<dyn Fn(&Clock, bool)>;

/// A clock that runs with the animation frames of the browser.
pub struct Player {
    clock: Clock,
    /// The time of the last animation frame, in milliseconds; `None` while nothing moved.
    last_tick: Option<f64>,
    request: Option<i32>,
    /// Whether the picture may have changed since the last frame.
    is_stale: bool,
    tick: Closure<dyn FnMut(f64)>,
    on_frame: OnFrame,
    on_event: Callback<PlaybackEvent>,
}

/// A player as its callbacks share it.
pub type SharedPlayer = Rc<RefCell<Player>>;

impl Player {
    /// A player at rest. `on_frame` is called for each frame, `on_event` when a chapter begins or the story ends while it
    /// plays.
    #[must_use]
    pub fn shared(mount: Mount, on_frame: OnFrame, on_event: Callback<PlaybackEvent>) -> SharedPlayer {
        Rc::new_cyclic(|weak: &Weak<RefCell<Self>>| {
            let weak = Weak::clone(weak);
            let tick = Closure::<dyn FnMut(f64)>::new(move |now| {
                let _scope = PanicScope::enter(&mount);
                if let Some(player) = weak.upgrade() {
                    Self::on_tick(&player, now);
                }
            });
            RefCell::new(Self {
                clock: Clock::default(),
                last_tick: None,
                request: None,
                is_stale: false,
                tick,
                on_frame,
                on_event,
            })
        })
    }

    /// The clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The clock, to be changed. It is told first whether the user has asked for reduced motion. A call of
    /// [`Player::refresh`] has to follow.
    pub fn clock_mut(&mut self) -> &mut Clock {
        self.clock.set_reduced_motion(prefers_reduced_motion());
        &mut self.clock
    }

    /// Calls `on_frame`: at once or, while time passes, in the next animation frame, so that no picture is painted twice for one frame.
    pub fn refresh(&mut self) {
        if !self.clock.is_moving() {
            (self.on_frame)(&self.clock, true);
            return;
        }
        self.is_stale = true;
        if self.request.is_none() {
            self.last_tick = None;
            self.request_frame();
        }
    }

    fn request_frame(&mut self) {
        self.request = window().request_animation_frame(self.tick.as_ref().unchecked_ref()).ok();
    }

    fn on_tick(player: &SharedPlayer, now: f64) {
        let (event, on_event) = {
            let mut player = player.borrow_mut();
            player.request = None;
            let seconds = player.last_tick.map_or(0.0, |last| clamp((now - last) / 1000.0, 0.0, MAX_FRAME));
            player.last_tick = Some(now);
            let tick = player.clock.advance(seconds);
            let is_stale = std::mem::take(&mut player.is_stale);
            (player.on_frame)(&player.clock, tick.is_changed || is_stale);
            if tick.event.is_some() {
                // Asked at each chapter, not at each frame.
                player.clock.set_reduced_motion(prefers_reduced_motion());
            }
            if player.clock.is_moving() {
                player.request_frame();
            }
            (tick.event, player.on_event.clone())
        };
        // Only now, when the callback can borrow the player again.
        if let Some(event) = event {
            on_event.emit(event);
        }
    }
}

/// Whether the user has asked for reduced motion.
pub(in crate::ui) fn prefers_reduced_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(request) = self.request {
            // To cancel a frame that has already come is no error.
            _ = window().cancel_animation_frame(request);
        }
    }
}
