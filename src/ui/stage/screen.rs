//! What follows the clock: the picture, the scrubber and the progress of the current chapter.

use std::rc::Rc;

use web_sys::{HtmlElement, HtmlInputElement};

use super::picture::{Change, Picture};
use super::player::Player;
use crate::state::{Action, ChapterPace, Clock};
use broadcasting_diagram::{Scene, told_axes};
use yew::Callback;

/// The positions of the scrubber in one chapter.
const SCRUBBER_STEPS: f64 = 100.0;
/// The first position of the scrubber.
pub(in crate::ui) const SCRUBBER_START: &str = "-100";

/// The position of the scrubber at a time in chapters.
pub(in crate::ui) fn scrubber_position(t: f64) -> i32 {
    (t * SCRUBBER_STEPS).round() as i32
}

/// The time in chapters at a position of the scrubber.
pub(in crate::ui) fn scrubber_time(position: f64) -> f64 {
    position / SCRUBBER_STEPS
}

/// The picture, the scrubber and the chapter marks.
#[derive(Debug, Default)]
pub(in crate::ui) struct Screen {
    pub(in crate::ui) picture: Picture,
    pub(in crate::ui) scrubber: Option<HtmlInputElement>,
    /// The list of the chapter marks. Its custom property `--progress` is the progress of the current chapter.
    pub(in crate::ui) marks: Option<HtmlElement>,
    /// The progress that was shown last, in percent.
    progress: u32,
    /// The number of axes of the result that the axis table told last.
    told: usize,
    /// Called when that changes.
    dispatch: Callback<Action>,
}

impl Screen {
    /// A screen without elements.
    pub(in crate::ui) fn new(dispatch: Callback<Action>) -> Self {
        Self { dispatch, ..Self::default() }
    }

    /// Shows the progress of the current chapter and, where the picture may have changed, paints the time that a clock
    /// shows and moves the scrubber there.
    pub(in crate::ui) fn show(&mut self, clock: &Clock, is_changed: bool) {
        self.show_progress(clock.progress());
        if !is_changed {
            return;
        }
        self.picture.paint(clock.time(), clock.transition());
        let told = self.picture.scene().map_or(0, |scene| told_axes(scene.operation(), scene.story(), clock.time()));
        if std::mem::replace(&mut self.told, told) != told {
            self.dispatch.emit(Action::Told(clock.time()));
        }
        if let Some(scrubber) = &self.scrubber {
            scrubber.set_value_as_number(f64::from(scrubber_position(clock.time())));
        }
    }

    /// Shows the progress of the current chapter, from 0 to 1. Yew does not render it: it changes with each frame.
    fn show_progress(&mut self, progress: f64) {
        let percent = (progress * 100.0).round() as u32;
        if let Some(marks) = &self.marks
            && self.progress != percent
        {
            self.progress = percent;
            // A valid name does not fail.
            _ = marks.style().set_property("--progress", &format!("{percent}%"));
        }
    }

    /// Sets the scene with the pace of its chapters, before the player's clock gets its goal, the current `chapter`. A scene
    /// with another story begins in that chapter, a scene with the same story at the time that is shown, and playing from
    /// the start at time 0. Cells that the scene has in common with the present picture move into it, sooner while a size is
    /// held.
    pub(in crate::ui) fn set_scene(
        &mut self,
        scene: &Rc<Scene>,
        pace: &[ChapterPace],
        player: &mut Player,
        (chapter, playing): (usize, bool),
        is_held: bool,
    ) {
        let shown = self.picture.scene();
        let is_first = shown.is_none();
        let is_shown = shown.is_some_and(|shown| Rc::ptr_eq(shown, scene));
        let same_story = shown
            .is_some_and(|shown| Rc::ptr_eq(shown.operation(), scene.operation()) && shown.story() == scene.story());
        let clock = player.clock();
        let restarts = clock.restarts(chapter, playing);
        if is_shown && !restarts {
            return;
        }
        let (from, active) = (clock.time(), clock.transition());
        let to = match (restarts, same_story) {
            (true, _) => 0.0,
            (false, true) => from,
            (false, false) => chapter as f64,
        };
        let clock = player.clock_mut();
        if same_story {
            clock.set_pace(pace.to_vec());
        } else {
            clock.set_story(chapter, pace.to_vec());
        }
        let seconds = if is_held { Clock::HELD_TRANSITION } else { Clock::TRANSITION };
        let begins = !is_first && clock.begin_transition(seconds);
        self.picture.set_scene(Rc::clone(scene), begins.then_some(Change { from, to, active }));
    }
}
