//! The clock of a diagram: how time moves towards a chapter, and from chapter to chapter while the story plays.
//!
//! It has no canvas, no scene and no browser. `ui::player` gives it the seconds between two animation frames, and
//! `ui::diagram_view` draws the time that it shows. It is in this module, and not in `ui`, so that it is tested natively.

use crate::diagram::clamp;

/// The duration of a chapter's motion at speed 1, in seconds.
const CHAPTER: f64 = 0.7;
/// How long a finished chapter stays while the story plays, in seconds.
const PAUSE: f64 = 0.55;
/// The same with reduced motion: the chapters are then still pictures.
const PAUSE_WITHOUT_MOTION: f64 = 1.6;
/// The duration of a transition to another scene, in seconds.
const TRANSITION: f64 = 0.3;
/// The longest duration of a jump over several chapters at speed 1, in seconds.
const MAX_JUMP: f64 = 1.0;
/// The slowest and the fastest speed.
const SPEEDS: [f64; 2] = [0.1, 10.0];

/// What happens while the story plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaybackEvent {
    /// This chapter, counted from 0, begins.
    Chapter(usize),
    /// The last chapter is over.
    End,
}

/// What an advance of the clock leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tick {
    /// Whether the picture has changed.
    pub is_changed: bool,
    /// What happened in the story.
    pub event: Option<PlaybackEvent>,
}

/// A clock. Times are in chapters: at `n` the chapter `n`, counted from 0, is over.
///
/// ```
/// use broadcast_visualizer::state::{Clock, PlaybackEvent};
///
/// let mut clock = Clock::new();
/// clock.set_story(0, 5);
/// clock.set_goal(1, false, 1.0);
/// // The motion of a chapter takes 0.7 s.
/// clock.advance(0.35);
/// assert!((clock.time() - 0.5).abs() < 1e-9);
/// clock.advance(0.35);
/// assert!(!clock.is_moving());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    t: f64,
    goal: f64,
    /// How fast time moves towards the goal at speed 1, in chapters a second.
    rate: f64,
    /// The last chapter of the story.
    last: usize,
    /// The progress of the transition to another scene, while it lasts.
    transition: Option<f64>,
    playing: bool,
    speed: f64,
    /// How long the present chapter has been over, in seconds at speed 1.
    rested: f64,
    visible: bool,
    reduced_motion: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock {
    /// A clock at rest at time 0, of a story of one chapter.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            t: 0.0,
            goal: 0.0,
            rate: 1.0 / CHAPTER,
            last: 0,
            transition: None,
            playing: false,
            speed: 1.0,
            rested: 0.0,
            visible: true,
            reduced_motion: false,
        }
    }

    /// The present time, in chapters.
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.t
    }

    /// The progress of the transition to another scene, from 0 to 1; `None` without one.
    #[must_use]
    pub const fn transition(&self) -> Option<f64> {
        self.transition
    }

    /// Whether time passes, so that [`Clock::advance`] has to be called.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.visible && (self.playing || self.t != self.goal || self.transition.is_some())
    }

    /// Whether the reader has asked for reduced motion: then time jumps, and there are no transitions.
    pub const fn set_reduced_motion(&mut self, reduced_motion: bool) {
        self.reduced_motion = reduced_motion;
    }

    /// Begins another story, whose last chapter is `last`, at the end of a chapter.
    pub fn set_story(&mut self, chapter: usize, last: usize) {
        self.last = last;
        self.t = chapter as f64;
        self.goal = self.t;
        self.rested = 0.0;
    }

    /// Begins a transition to another scene. `false` where it would not be seen, or is not wanted: then there is none, and
    /// a transition that was under way is over.
    pub const fn begin_transition(&mut self) -> bool {
        let begins = self.visible && !self.reduced_motion;
        self.transition = if begins { Some(0.0) } else { None };
        begins
    }

    /// Whether [`Clock::set_goal`] with these arguments begins to play the story from its start. Time then jumps to 0.
    #[must_use]
    pub const fn restarts(&self, chapter: usize, playing: bool) -> bool {
        playing && !self.playing && chapter == 0
    }

    /// Moves towards the end of a chapter; while `playing`, from there on to the end of the story.
    pub fn set_goal(&mut self, chapter: usize, playing: bool, speed: f64) {
        if self.restarts(chapter, playing) {
            self.t = 0.0;
            self.rested = 0.0;
        } else if playing && !self.playing {
            // What is shown already is not shown for a further pause.
            self.rested = PAUSE;
        }
        // After a seek to a time between two chapters, the goal is that time, and its chapter is the current one.
        if self.goal.ceil() != chapter as f64 || playing {
            self.move_to(chapter as f64);
        }
        self.playing = playing;
        self.speed = clamp(speed, SPEEDS[0], SPEEDS[1]);
        if !playing && self.reduced_motion {
            self.t = self.goal;
        }
        self.skip_unseen_motion();
    }

    /// Shows a time at once, and stops playing. Times outside the story are its start or its end.
    pub fn seek(&mut self, t: f64) {
        self.t = clamp(t, 0.0, self.last as f64);
        self.goal = self.t;
        self.transition = None;
        self.playing = false;
    }

    /// Whether the diagram is visible: while it is not, time stands still.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
        self.skip_unseen_motion();
    }

    fn skip_unseen_motion(&mut self) {
        if !self.visible && !self.playing {
            self.transition = None;
            self.t = self.goal;
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, seconds: f64) -> Tick {
        let is_changed = self.transition.is_some() || self.t != self.goal;
        if let Some(progress) = self.transition {
            let progress = progress + seconds / TRANSITION;
            self.transition = (progress < 1.0).then_some(progress);
        }
        let event = if self.t == self.goal { self.rest(seconds) } else { self.approach_goal(seconds) };
        Tick { is_changed, event }
    }

    fn move_to(&mut self, goal: f64) {
        if self.goal != goal {
            self.goal = goal;
            self.rate = (1.0 / CHAPTER).max((goal - self.t).abs() / MAX_JUMP);
        }
    }

    fn approach_goal(&mut self, seconds: f64) -> Option<PlaybackEvent> {
        let distance = self.goal - self.t;
        let step = self.rate * self.speed * seconds;
        let arrives = self.reduced_motion || distance.abs() <= step;
        self.t = if arrives { self.goal } else { self.t + step * distance.signum() };
        self.rested = 0.0;
        None
    }

    /// Waits at the end of a chapter, and then goes on to the next one.
    fn rest(&mut self, seconds: f64) -> Option<PlaybackEvent> {
        if !self.playing {
            return None;
        }
        self.rested += seconds * self.speed;
        if self.rested < if self.reduced_motion { PAUSE_WITHOUT_MOTION } else { PAUSE } {
            return None;
        }
        if self.goal >= self.last as f64 {
            self.playing = false;
            return Some(PlaybackEvent::End);
        }
        self.move_to(self.goal.floor() + 1.0);
        Some(PlaybackEvent::Chapter(self.goal as usize))
    }
}
