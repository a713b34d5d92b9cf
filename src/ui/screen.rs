//! What follows the clock: the picture, the axis table and the scrubber.

use std::rc::Rc;

use web_sys::HtmlInputElement;

use super::axis_table::AxisCells;
use super::picture::{Change, Picture};
use super::player::Player;
use super::transport::scrubber_position;
use crate::diagram::Scene;
use crate::state::Clock;

/// The picture, the axis table and the scrubber.
#[derive(Debug, Default)]
pub(super) struct Screen {
    pub(super) picture: Picture,
    pub(super) axis_cells: AxisCells,
    pub(super) scrubber: Option<HtmlInputElement>,
}

impl Screen {
    /// Paints the time that a clock shows, and moves the axis table and the scrubber there.
    pub(super) fn show(&mut self, clock: &Clock) {
        self.picture.paint(clock.time(), clock.transition());
        if let Some(scene) = self.picture.scene() {
            self.axis_cells.show(scene.operation(), scene.story(), clock.time());
        }
        if let Some(scrubber) = &self.scrubber {
            scrubber.set_value_as_number(f64::from(scrubber_position(clock.time())));
        }
    }

    /// Sets the scene, before the player's clock gets its goal, the current `chapter`. A scene with another story begins in
    /// that chapter, a scene with the same story at the time that is shown, and playing from the start at time 0. Cells that
    /// the scene has in common with the present picture move into it.
    pub(super) fn set_scene(&mut self, scene: &Rc<Scene>, player: &mut Player, chapter: usize, playing: bool) {
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
        if !same_story {
            clock.set_story(chapter, scene.story().last());
        }
        let begins = !is_first && clock.begin_transition();
        self.picture.set_scene(Rc::clone(scene), begins.then_some(Change { from, to, active }));
    }
}
