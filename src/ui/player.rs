//! The clock: it moves time towards a goal, paints, and tells Yew only when another chapter begins.
//!
//! A [`Player`] lives outside Yew's rendering. Components hand it a scene, a goal and a focus; it asks for animation
//! frames only while something moves.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, HtmlInputElement};
use yew::Callback;

use super::mount::Mount;
use super::panic_scope::PanicScope;
use crate::diagram::{ActiveTransition, CellRef, DisplayList, DrawOptions, Scene, Transition, cell_at, clamp, draw};
use crate::render::canvas::CanvasPainter;
use crate::render::svg;
use crate::state::Theme;

/// How long one chapter takes at speed 1, in seconds.
const CHAPTER: f64 = 0.7;
/// How long a chapter that is over stays to be read while the story plays, in seconds.
const PAUSE: f64 = 0.55;
/// The same where motion is not wanted: the chapters are then stills.
const STILL: f64 = 1.6;
/// How long cells travel into another scene, in seconds.
const TRANSITION: f64 = 0.3;
/// A jump over several chapters takes no longer than this, in seconds.
const JUMP: f64 = 1.0;
/// The scrubber counts in hundredths of a chapter.
const SCRUBBER_STEPS: f64 = 100.0;

/// What the clock tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaybackEvent {
    /// While playing, this chapter begins.
    Chapter(usize),
    /// While playing, the last chapter is over.
    End,
}

/// The clock of one stage.
pub struct Player {
    scene: Option<Rc<Scene>>,
    painter: Option<CanvasPainter>,
    scrubber: Option<HtmlInputElement>,
    frame: DisplayList,
    cell: Option<CellRef>,
    t: f64,
    goal: f64,
    /// The way from what was shown before, and how far it has come, 0 to 1.
    transition: Option<(Transition, f64)>,
    /// Whether anybody can see it.
    visible: bool,
    playing: bool,
    speed: f64,
    rested: f64,
    /// Whether motion is unwanted: asked at the start and at each chapter, not at each frame.
    still: bool,
    last_tick: Option<f64>,
    request: Option<i32>,
    tick: Option<Closure<dyn FnMut(f64)>>,
    on_event: Callback<PlaybackEvent>,
    theme: Theme,
}

/// A player as the components share it.
pub type SharedPlayer = Rc<RefCell<Player>>;

impl Player {
    /// A clock at rest, of `host`, that tells `cue` what happens.
    #[must_use]
    pub fn shared(mount: Mount, on_event: Callback<PlaybackEvent>) -> SharedPlayer {
        Rc::new_cyclic(|weak: &Weak<RefCell<Self>>| {
            let weak = Weak::clone(weak);
            let tick = Closure::<dyn FnMut(f64)>::new(move |now| {
                let _scope = PanicScope::enter(&mount);
                if let Some(player) = weak.upgrade() {
                    Self::on_tick(&player, now);
                }
            });
            RefCell::new(Self {
                scene: None,
                painter: None,
                scrubber: None,
                frame: DisplayList::default(),
                cell: None,
                t: 0.0,
                goal: 0.0,
                transition: None,
                visible: true,
                playing: false,
                speed: 1.0,
                rested: 0.0,
                still: false,
                last_tick: None,
                request: None,
                tick: Some(tick),
                on_event,
                theme: Theme::Auto,
            })
        })
    }

    /// Takes the canvas to paint on.
    pub fn attach(&mut self, canvas: HtmlCanvasElement) {
        self.painter = CanvasPainter::new(canvas);
        self.paint();
    }

    /// Takes the scrubber to move along.
    pub fn attach_scrubber(&mut self, scrubber: HtmlInputElement) {
        self.scrubber = Some(scrubber);
        self.move_scrubber();
    }

    /// Uses the colours of another theme, once it is in force.
    pub fn set_theme(&mut self, theme: Theme) {
        if self.theme != theme {
            self.theme = theme;
            self.restyle();
        }
    }

    /// Takes another scene, to be painted by the goal that follows: at `chapter` where the story is another one, else at the time it was. Cells that both have
    /// travel into it.
    pub fn set_scene(&mut self, scene: Rc<Scene>, chapter: usize) {
        if self.scene.as_ref().is_some_and(|shown| Rc::ptr_eq(shown, &scene)) {
            return;
        }
        let same_story = self.scene.as_ref().is_some_and(|shown| Rc::ptr_eq(shown.operation(), scene.operation()))
            && self.scene.as_ref().is_some_and(|shown| shown.story() == scene.story());
        let t = if same_story { self.t } else { chapter as f64 };
        let old = self.scene.replace(Rc::clone(&scene));
        self.pass(old.as_deref(), &scene, t);
        if !same_story {
            self.goal = t;
            self.rested = 0.0;
        }
    }

    /// Goes to `chapter`, moving if that is wanted; while `playing`, on to the end.
    pub fn set_goal(&mut self, chapter: usize, playing: bool, speed: f64) {
        if playing && !self.playing {
            self.rested = PAUSE;
            if chapter == 0 {
                if let Some(scene) = self.scene.clone() {
                    self.pass(Some(&scene), &scene, 0.0);
                }
                self.rested = 0.0;
            }
        }
        // A scrubber left between two chapters is settled already: its chapter is the one that is told.
        if self.goal.ceil() != chapter as f64 || playing {
            self.goal = chapter as f64;
        }
        (self.playing, self.speed) = (playing, clamp(speed, 0.1, 10.0));
        if !playing && motion_is_unwanted() {
            self.t = self.goal;
        }
        self.paint();
        self.wake();
    }

    /// Lets what is shown pass into moment `t` of `scene`.
    fn pass(&mut self, old: Option<&Scene>, scene: &Scene, t: f64) {
        let passing = self.active_transition();
        let moves = self.visible && !motion_is_unwanted();
        self.transition = old.filter(|_| moves).map(|old| (Transition::new(scene, t, old, self.t, passing), 0.0));
        self.t = t;
    }

    /// Whether anybody can see it: what nobody sees does not move.
    pub fn set_visible(&mut self, visible: bool) {
        if self.visible != visible {
            self.visible = visible;
            if visible {
                self.paint();
            }
            self.wake();
        }
    }

    /// Shows time `t` at once, as the scrubber asks; gives the chapter being told there.
    pub fn scrub(&mut self, position: f64) -> usize {
        let last = self.scene.as_ref().map_or(0, |scene| scene.story().last());
        self.t = clamp(position / SCRUBBER_STEPS, 0.0, last as f64);
        self.transition = None;
        self.goal = self.t;
        self.playing = false;
        self.paint();
        self.scene.as_ref().map_or(0, |scene| scene.story().chapter_at(self.t))
    }

    /// Lights the cells that belong to `focus`.
    pub fn set_highlight(&mut self, cell: Option<CellRef>) {
        if self.cell != cell {
            self.cell = cell;
            self.paint();
        }
    }

    /// The cell under a point of the canvas.
    #[must_use]
    pub fn hit(&self, x: f64, y: f64) -> Option<CellRef> {
        cell_at(self.scene.as_ref()?, self.t, x, y)
    }

    /// Paints anew with the colours now in force.
    pub fn restyle(&mut self) {
        if let Some(painter) = &mut self.painter {
            painter.restyle();
        }
        self.paint();
    }

    /// Paints the end of the story, as it is printed.
    pub fn paint_last(&mut self) {
        if let (Some(scene), Some(painter)) = (&self.scene, &mut self.painter) {
            painter.restyle();
            draw(scene, DrawOptions::at(scene.story().last() as f64), &mut self.frame);
            painter.paint(&self.frame);
        }
    }

    /// Where on the scrubber a time stands.
    #[must_use]
    pub(super) fn scrubber_position(t: f64) -> f64 {
        (t * SCRUBBER_STEPS).round()
    }

    /// The present picture as an SVG document.
    #[must_use]
    pub fn svg(&self, said: svg::Caption<'_>) -> Option<String> {
        Some(svg::paint(&self.still()?, &self.painter.as_ref()?.palette(), said))
    }

    /// The whole story as an SVG document, under the headings of its chapters.
    #[must_use]
    pub fn story(&self, headings: Vec<String>, said: svg::Caption<'_>) -> Option<String> {
        let scene = self.scene.as_ref()?;
        let still = |(chapter, heading)| {
            let mut frame = DisplayList::default();
            draw(scene, DrawOptions::at(f64::from(chapter)), &mut frame);
            (heading, frame)
        };
        let stills: Vec<(String, DisplayList)> = (0_u32..).zip(headings).map(still).collect();
        Some(svg::strip(&stills, &self.painter.as_ref()?.palette(), said))
    }

    /// The present picture on a canvas of its own, with `ratio` pixels to a CSS pixel.
    #[must_use]
    pub fn pixels(&self, ratio: f64) -> Option<HtmlCanvasElement> {
        self.painter.as_ref()?.still(&self.still()?, ratio)
    }

    fn still(&self) -> Option<DisplayList> {
        let mut frame = DisplayList::default();
        let options = DrawOptions { highlight: self.cell.as_ref(), ..DrawOptions::at(self.t) };
        draw(self.scene.as_ref()?, options, &mut frame);
        Some(frame)
    }

    /// How far the scrubber goes.
    #[must_use]
    pub fn scrubber_end(last: usize) -> String {
        (last * SCRUBBER_STEPS as usize).to_string()
    }

    fn paint(&mut self) {
        if let Some(scene) = &self.scene {
            let transition = self
                .transition
                .as_ref()
                .map(|(transition, progress)| ActiveTransition { transition, progress: *progress });
            draw(scene, DrawOptions { t: self.t, highlight: self.cell.as_ref(), transition }, &mut self.frame);
            if let Some(painter) = &self.painter {
                painter.paint(&self.frame);
            }
        }
        self.move_scrubber();
    }

    fn active_transition(&self) -> Option<ActiveTransition<'_>> {
        self.transition.as_ref().map(|(transition, progress)| ActiveTransition { transition, progress: *progress })
    }

    fn move_scrubber(&self) {
        if let Some(scrubber) = &self.scrubber {
            scrubber.set_value_as_number(Self::scrubber_position(self.t));
        }
    }

    /// Asks for a frame, if one is needed and none is coming.
    fn wake(&mut self) {
        if !self.visible && !self.playing {
            // Nobody sees the way there.
            self.transition = None;
            self.t = self.goal;
            self.move_scrubber();
        }
        if self.request.is_some() || !self.moves() {
            return;
        }
        self.last_tick = None;
        self.still = motion_is_unwanted();
        self.request_frame();
    }

    fn moves(&self) -> bool {
        self.visible && (self.playing || self.t != self.goal || self.transition.is_some())
    }

    fn request_frame(&mut self) {
        let callback = self.tick.as_ref().map(|tick| tick.as_ref().unchecked_ref());
        self.request = callback.and_then(|callback| window().request_animation_frame(callback).ok());
    }

    fn on_tick(player: &SharedPlayer, now: f64) {
        let (on_event, callback) = {
            let mut player = player.borrow_mut();
            player.request = None;
            let seconds = player.last_tick.map_or(0.0, |last| clamp((now - last) / 1000.0, 0.0, 0.1));
            player.last_tick = Some(now);
            let moved = player.transition.is_some() || player.t != player.goal;
            let on_event = player.advance(seconds);
            // While a chapter rests to be read there is nothing to paint.
            if moved {
                player.paint();
            }
            if player.moves() {
                player.request_frame();
            }
            (on_event, player.on_event.clone())
        };
        // Snapshot only now, when the player can be borrowed again.
        if let Some(on_event) = on_event {
            callback.emit(on_event);
        }
    }

    fn advance(&mut self, seconds: f64) -> Option<PlaybackEvent> {
        let still = self.still;
        if let Some((_, part)) = &mut self.transition {
            *part += seconds / TRANSITION;
            if *part >= 1.0 {
                self.transition = None;
            }
        }
        let distance = self.goal - self.t;
        if distance != 0.0 {
            let rate = (1.0 / CHAPTER).max(distance.abs() / JUMP) * self.speed;
            let step = if still { distance.abs() } else { rate * seconds };
            self.t = if distance.abs() <= step { self.goal } else { self.t + step * distance.signum() };
            self.rested = 0.0;
            return None;
        }
        if !self.playing {
            return None;
        }
        self.rested += seconds * self.speed;
        if self.rested < if still { STILL } else { PAUSE } {
            return None;
        }
        let last = self.scene.as_ref().map_or(0, |scene| scene.story().last());
        if self.goal >= last as f64 {
            self.playing = false;
            return Some(PlaybackEvent::End);
        }
        self.goal = self.goal.floor() + 1.0;
        self.still = motion_is_unwanted();
        Some(PlaybackEvent::Chapter(self.goal as usize))
    }
}

/// Whether the reader has asked for less motion.
pub(super) fn motion_is_unwanted() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(request) = self.request {
            // Cancelling what has run already is no error.
            _ = window().cancel_animation_frame(request);
        }
    }
}
