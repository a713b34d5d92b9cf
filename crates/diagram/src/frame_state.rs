//! A scene at one time: the progress of every motion.

use super::ease::clamp;
use super::gradient::{AxisProgress, Phase, WayBack};
use super::panel::OPERANDS;
use super::scene::SceneCell;
use super::story::Combining;
use super::{Chapter, ChapterKind, Direction, Panel, Point, Scene, Story, Writing, ease_in_out};
use tensor_broadcasting::OperandId;

/// The part of the time after which the last cell begins to be combined.
const LAST_START: f64 = 0.6;
/// The part of the time of one of the first elements after which its result begins to appear, and until it is there.
pub(super) const RESULT_FROM: f64 = 0.6;
pub(super) const RESULT_UNTIL: f64 = 0.8;

/// The longest way of a tray, in CSS pixels.
const MAX_WAY: f64 = 180.0;

/// A scene at one time.
pub(super) struct FrameState<'a> {
    pub(super) scene: &'a Scene,
    /// The time in chapters, from [`Story::START`] to the number of the last chapter.
    pub(super) t: f64,
    /// The number of the current chapter, counted from 0.
    pub(super) chapter_number: usize,
    /// The progress of lining up the operands.
    pub(super) align: f64,
    /// The progress of combining the elements, in time.
    pub(super) combine: f64,
    /// What is being combined.
    pub(super) combining: Combining,
    /// For each operand and drawn axis: 0 before it is stretched, 1 afterwards, or where it never is.
    pub(super) stretch: AxisProgress,
    /// For each operand: whether all of its axes are stretched.
    pub(super) stretched: [bool; OPERANDS],
    /// For each operand and drawn axis: 0 before it is inserted, 1 afterwards, or where it never is.
    pub(super) inserted: AxisProgress,
    /// How far the gradient is.
    pub(super) gradient: Phase,
    /// How far the result is on its way into `a`, where it fits and is written.
    pub(super) written: f64,
    /// Whether the result is known before the story comes to it.
    pub(super) known: bool,
    /// The axis that words point at.
    pub(super) named_axis: Option<usize>,
}

impl<'a> FrameState<'a> {
    /// The state at time `t` in chapters; after the end of the story, and for a time that is not finite, at its end.
    pub(super) fn new(scene: &'a Scene, t: f64) -> Self {
        let story = scene.story();
        let last = story.last() as f64;
        let t = if t.is_finite() { clamp(t, Story::START, last) } else { last };
        let progress = |chapter: Option<usize>| chapter.map_or(1.0, |chapter| story.progress(chapter, t));
        let combine = story.chapters().iter().position(|chapter| chapter.kind == ChapterKind::Combine);
        let combine = combine.map_or(0.0, |chapter| clamp(t - (chapter as f64 - 1.0), 0.0, 1.0));
        let mut stretch = scene.stretched_in.map(|axes| axes.map(progress));
        let mut inserted = scene.inserted_in.map(|axes| axes.map(progress));
        let mut gradient = Phase::BEFORE;
        if let Some((drawing, axes, elapsed)) = story.gradient_at(t) {
            let (stretch, inserted) = (&mut stretch, &mut inserted);
            let (operation, drawn) = (scene.operation(), scene.layout().axes.as_slice());
            let mut back = WayBack { operation, drawn, axes, stretch, inserted, phase: gradient };
            (drawing.way_back)(&mut back, elapsed);
            gradient = back.phase;
        }
        let chapter_number = story.chapter_at(t);
        let is_written = story.chapters()[chapter_number].kind == ChapterKind::WriteBack(Writing::Fits);
        Self {
            scene,
            t,
            chapter_number,
            written: if is_written { story.progress(chapter_number, t) } else { 0.0 },
            align: story.lined_up(t),
            combine,
            combining: story.combining(combine, scene.first.len()),
            stretched: stretch.map(|axes| axes.iter().all(|&progress| progress >= 1.0)),
            stretch,
            inserted,
            gradient,
            known: false,
            named_axis: None,
        }
    }

    /// The progress of the comparison of an axis, in time from 0 to 1.
    pub(super) fn compared(&self, axis: usize) -> f64 {
        self.scene.story().compared(axis, self.t)
    }

    /// The corner of an operand's grid: until the operands line up, it is in the middle of its panel.
    pub(super) fn origin(&self, panel: Panel) -> Point {
        let grids = &self.scene.grids;
        let origin = grids.layout.origin(panel);
        match panel.operand() {
            Some(operand) if self.align < 1.0 => {
                let Point { x, y } = grids.middle[operand];
                origin.moved(x * (1.0 - self.align), y * (1.0 - self.align))
            }
            _ => origin,
        }
    }

    /// The tray of an operand: the first drawn axis that it gets, how far along it the tray comes, and how far it is from its place now.
    /// The axis is `None` where none of those that are inserted is drawn.
    pub(super) fn tray(&self, operand: OperandId) -> (Option<usize>, f64, Point) {
        let grids = &self.scene.grids;
        let inserted = self.scene.inserted_in[operand.position()].iter().position(Option::is_some);
        let way = inserted.map_or(0.0, |nesting| {
            let (direction, slot) = (grids.layout.axes[nesting].direction, grids.slot_size(nesting));
            let slot = match direction {
                Direction::Across => slot.w,
                Direction::Down => slot.h,
                Direction::Depth => 0.0,
            };
            clamp(grids.aligned.length(nesting, direction) - slot, 0.0, MAX_WAY)
        });
        let left = inserted.map_or(0.0, |nesting| 1.0 - self.inserted[operand.position()][nesting]);
        (inserted, way, grids.offset_along(|nesting| if Some(nesting) == inserted { way * left } else { 0.0 }))
    }

    /// The distance of a slot of an operand from the first one, along a drawn axis. Along an axis that stretches, all slots move away
    /// from the first one. Where a gradient is summed along it, the slots move by the same distance, until each is at the first one.
    pub(super) fn offset(&self, operand: OperandId, nesting: usize, slot: u16) -> f64 {
        let (offsets, slot) = (&self.scene.grids.aligned.offsets[nesting], usize::from(slot));
        let stretch = self.stretch[operand.position()][nesting];
        match offsets.last() {
            // The blocks of a stack cover each other while they move.
            Some(last) if self.gradient.adds && self.scene.grids.stacked.is_none() => {
                (offsets[slot] - last * (1.0 - stretch)).max(0.0)
            }
            _ => offsets[slot] * stretch,
        }
    }

    /// The text of a cell.
    pub(super) fn text_of(&self, panel: Panel, cell: &SceneCell) -> &'a str {
        match &self.scene.gradient {
            // Its part has not come yet.
            Some(_)
                if self.gradient.has_parts
                    && panel.operand().is_some_and(|operand| self.gradient.flown[operand.position()] < 1.0) =>
            {
                ""
            }
            // Its number would be over that of another cell.
            Some(_) if self.gradient.adds && self.is_on_way(panel, cell) => "",
            Some(gradient) if self.gradient.has_parts && !cell.is_gap() => {
                let operand = panel.operand().unwrap_or(OperandId::A);
                (gradient.text_of)(gradient, panel, cell.slots, &|nesting, slot| {
                    self.offset(operand, nesting, slot) <= 0.0
                })
            }
            _ => self.scene.text_of(cell),
        }
    }

    /// Whether a repeated cell has left its place, because its axis is on its way back to size 1.
    fn is_on_way(&self, panel: Panel, cell: &SceneCell) -> bool {
        let Some(operand) = panel.operand() else { return false };
        let mut axes = self.stretch[operand.position()].iter().zip(cell.slots);
        axes.any(|(&stretched, slot)| slot > 0 && stretched < 1.0)
    }

    /// The current chapter.
    pub(super) fn chapter(&self) -> &'a Chapter {
        &self.scene.story().chapters()[self.chapter_number]
    }

    /// The progress of the motion of the current chapter.
    pub(super) fn chapter_progress(&self) -> f64 {
        self.scene.story().progress(self.chapter_number, self.t)
    }

    /// The progress of combining a cell of the result, which has this number.
    pub(super) fn combined(&self, number: usize, cell: &SceneCell) -> f64 {
        if self.combine <= 0.0 || self.combine >= 1.0 {
            return self.combine;
        }
        let nth = self.scene.first.iter().position(|first| first.number == number);
        match (self.combining, nth) {
            (Combining::One(current, progress), Some(nth)) if nth == current => {
                ease_in_out((progress - RESULT_FROM) / (RESULT_UNTIL - RESULT_FROM))
            }
            (Combining::One(current, _), nth) => f64::from(u8::from(nth.is_some_and(|nth| nth < current))),
            (Combining::Rest(_), Some(_)) => 1.0,
            (Combining::Rest(progress), None) => {
                let start = LAST_START * self.scene.grids.order(&cell.slots);
                ease_in_out((progress - start) / (1.0 - LAST_START))
            }
        }
    }

    /// The progress of stretching an operand to size 0.
    pub(super) fn vanishing(&self, operand: OperandId) -> f64 {
        let axes = self.scene.operation().alignment().axes();
        let stretch = &self.stretch[operand.position()];
        let mut most = 0.0_f64;
        for (axis, &progress) in self.scene.layout().axes.iter().zip(stretch) {
            let axis = &axes[axis.axis];
            if axis.stretches(operand) && axis.result() == Some(0) {
                most = most.max(progress);
            }
        }
        most
    }

    /// Whether a panel's tensor has no elements at this time, and none that are still shrinking.
    pub(super) fn is_empty(&self, panel: Panel) -> bool {
        let operation = self.scene.operation();
        match panel {
            Panel::Result => self.combine > 0.0 && operation.shape().is_some_and(|shape| shape.contains(&0)),
            Panel::Operand(operand) => {
                operation.alignment().shape(operand).contains(&0) || self.vanishing(operand) >= 1.0
            }
        }
    }

    /// How far a panel's stack is extended in depth: 1 except for an operand that is not yet stretched in depth.
    pub(super) fn stack_progress(&self, panel: Panel) -> f64 {
        match (panel.operand(), self.scene.grids.stacked) {
            (Some(operand), Some(stacked)) if self.scene.stretches(panel, stacked) => {
                self.stretch[operand.position()][stacked]
            }
            // In a clash nothing is stretched, but the slots without an element are crossed out.
            (Some(_), Some(_)) if self.scene.operation().shape().is_none() => self.align,
            _ => 1.0,
        }
    }
}
