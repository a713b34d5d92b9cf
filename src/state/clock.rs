//! The clock of a diagram: how time moves towards a chapter, and from chapter to chapter while the story plays.
//!
//! It has no canvas, no scene, no words and no browser. `ui::player` gives it the seconds between two animation frames, and
//! `ui::diagram_view` draws the time that it shows. It is in this module, and not in `ui`, so that it is tested natively.

use super::ChapterPace;
use broadcasting_diagram::{Story, clamp};

/// The duration of a step back by one chapter at speed 1, in seconds.
const STEP_BACK: f64 = 0.8;
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

/// A clock. Times are in chapters: at `n` the motion of chapter `n`, counted from 0, is over.
///
/// While the story plays, each chapter is a motion and then a hold, in which time stands still. With reduced motion both are a hold.
///
/// ```
/// use broadcast_visualizer::state::{ChapterPace, Clock, PlaybackEvent};
///
/// let mut clock = Clock::default();
/// clock.set_story(0, vec![ChapterPace { motion: 0.8, hold: 2.5 }; 5]);
/// clock.set_goal(1, true, 1.0);
/// clock.advance(0.4);
/// assert!((clock.time() - 0.5).abs() < 1e-9);
/// clock.advance(0.4);
/// assert_eq!(clock.time(), 1.0);
/// assert_eq!(clock.advance(2.4).event, None);
/// assert_eq!(clock.advance(0.2).event, Some(PlaybackEvent::Chapter(2)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    t: f64,
    goal: f64,
    /// How fast time moves towards the goal at speed 1, in chapters a second.
    rate: f64,
    /// The pace of each chapter of the story.
    pace: Vec<ChapterPace>,
    /// Whether [`Clock::set_goal`] has not been called for this story.
    is_new: bool,
    /// The progress of the transition to another scene, while it lasts.
    transition: Option<f64>,
    /// How long it lasts, in seconds.
    transition_time: f64,
    playing: bool,
    speed: f64,
    /// How long the present chapter has been held, in seconds at speed 1; infinite where the user went to it.
    held: f64,
    visible: bool,
    reduced_motion: bool,
}

impl Default for Clock {
    /// A clock at rest at time 0, of a story without chapters.
    fn default() -> Self {
        Self {
            t: 0.0,
            goal: 0.0,
            rate: 1.0 / STEP_BACK,
            pace: Vec::new(),
            is_new: true,
            transition: None,
            transition_time: Self::TRANSITION,
            playing: false,
            speed: 1.0,
            held: 0.0,
            visible: true,
            reduced_motion: false,
        }
    }
}

impl Clock {
    /// The duration of a transition to another scene, in seconds.
    pub const TRANSITION: f64 = 0.3;
    /// Its duration while a size is held: the cells follow the hand.
    pub const HELD_TRANSITION: f64 = 0.15;

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

    /// How much of the current chapter is over, from 0 to 1: of its motion and, where it is held, of its hold.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let chapter = self.goal.ceil();
        let ChapterPace { motion, hold } = self.pace(chapter);
        let hold = if self.held.is_finite() { hold } else { 0.0 };
        if motion + hold == 0.0 || self.t > self.goal {
            return 1.0;
        }
        let moved = motion * clamp(self.t - (chapter - 1.0), 0.0, 1.0);
        let held = if self.t == chapter { self.held.min(hold) } else { 0.0 };
        (moved + held) / (motion + hold)
    }

    /// Whether time passes, so that [`Clock::advance`] has to be called.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.visible && (self.playing || self.t != self.goal || self.transition.is_some())
    }

    /// Whether the user has asked for reduced motion: then time jumps, and there are no transitions.
    pub const fn set_reduced_motion(&mut self, reduced_motion: bool) {
        self.reduced_motion = reduced_motion;
    }

    /// Begins another story, with the pace of each of its chapters, at the end of a chapter.
    pub fn set_story(&mut self, chapter: usize, pace: Vec<ChapterPace>) {
        self.pace = pace;
        self.is_new = true;
        self.t = chapter as f64;
        self.goal = self.t;
        self.held = 0.0;
    }

    /// Sets the pace of each chapter of the present story.
    pub fn set_pace(&mut self, pace: Vec<ChapterPace>) {
        self.pace = pace;
    }

    /// Begins a transition to another scene, of so many seconds. `false` where it would not be seen, or is not wanted: then
    /// there is none, and a transition that was under way is over.
    pub const fn begin_transition(&mut self, seconds: f64) -> bool {
        self.transition_time = seconds;
        let begins = self.visible && !self.reduced_motion;
        self.transition = if begins { Some(0.0) } else { None };
        begins
    }

    /// Whether [`Clock::set_goal`] with these arguments begins to play the story again from its start. Time then jumps there.
    #[must_use]
    pub fn restarts(&self, chapter: usize, playing: bool) -> bool {
        playing && !self.playing && chapter == 0 && self.t > 0.0
    }

    /// Moves towards the end of a chapter; while `playing`, from there on to the end of the story. If playing ends in the
    /// current chapter, time stands still at once.
    pub fn set_goal(&mut self, chapter: usize, playing: bool, speed: f64) {
        if self.restarts(chapter, playing) || (self.is_new && playing && chapter == 0) {
            self.t = Story::START;
            self.goal = self.t;
            self.held = 0.0;
        }
        let is_current = self.goal.ceil() == chapter as f64;
        let pauses = self.playing && !playing;
        if !playing && (self.is_new || !is_current) {
            self.held = f64::INFINITY;
        }
        self.is_new = false;
        self.playing = playing;
        self.speed = clamp(speed, SPEEDS[0], SPEEDS[1]);
        if playing || !is_current {
            self.move_to(chapter);
        } else if pauses && self.t.fract() != 0.0 {
            // A motion that has not begun is made: a story that is to stop at a chapter is stopped when the chapter is reached.
            self.goal = self.t;
        }
        self.skip_unseen_motion();
    }

    /// Stops playing, and moves towards the end of a chapter.
    pub fn go_to(&mut self, chapter: usize) {
        self.playing = false;
        self.held = f64::INFINITY;
        self.move_to(chapter.min(self.last()));
        self.skip_unseen_motion();
    }

    /// Shows a time at once, and stops playing. Times outside the story are its start or its end.
    pub fn seek(&mut self, t: f64) {
        self.t = clamp(t, Story::START, self.last() as f64);
        self.goal = self.t;
        self.held = f64::INFINITY;
        self.transition = None;
        self.playing = false;
    }

    /// Whether the diagram is visible: while it is not, time stands still.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
        self.skip_unseen_motion();
    }

    fn skip_unseen_motion(&mut self) {
        if !self.playing && (!self.visible || self.reduced_motion) {
            self.transition = None;
            self.t = self.goal;
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, seconds: f64) -> Tick {
        let is_changed = self.transition.is_some() || self.t != self.goal;
        if let Some(progress) = self.transition {
            let progress = progress + seconds / self.transition_time;
            self.transition = (progress < 1.0).then_some(progress);
        }
        let event = if self.t == self.goal {
            self.hold(seconds)
        } else {
            self.approach_goal(seconds);
            None
        };
        Tick { is_changed, event }
    }

    /// The last chapter of the story.
    const fn last(&self) -> usize {
        self.pace.len().saturating_sub(1)
    }

    /// The pace of a chapter.
    fn pace(&self, chapter: f64) -> ChapterPace {
        let pace = self.pace.get(chapter as usize).copied().unwrap_or(ChapterPace { motion: 0.0, hold: 0.0 });
        if self.reduced_motion { ChapterPace { motion: 0.0, hold: pace.motion + pace.hold } } else { pace }
    }

    fn move_to(&mut self, chapter: usize) {
        let goal = chapter as f64;
        if self.goal == goal {
            return;
        }
        let distance = goal - self.t;
        self.goal = goal;
        self.rate = if distance > 0.0 && distance <= 1.0 {
            // A motion without duration is over in the next frame.
            1.0 / self.pace(goal).motion.max(f64::EPSILON)
        } else {
            (1.0 / STEP_BACK).max(distance.abs() / MAX_JUMP)
        };
    }

    fn approach_goal(&mut self, seconds: f64) {
        let distance = self.goal - self.t;
        let step = self.rate * self.speed * seconds;
        let arrives = self.reduced_motion || distance.abs() <= step;
        self.t = if arrives { self.goal } else { self.t + step * distance.signum() };
        if self.playing {
            self.held = 0.0;
        }
    }

    /// Waits at the end of a chapter, and then goes on to the next one.
    fn hold(&mut self, seconds: f64) -> Option<PlaybackEvent> {
        if !self.playing {
            return None;
        }
        self.held += seconds * self.speed;
        if self.held < self.pace(self.goal).hold {
            return None;
        }
        let chapter = self.goal as usize;
        if chapter >= self.last() {
            self.playing = false;
            self.held = f64::INFINITY;
            return Some(PlaybackEvent::End);
        }
        self.held = 0.0;
        self.move_to(chapter + 1);
        Some(PlaybackEvent::Chapter(chapter + 1))
    }
}
