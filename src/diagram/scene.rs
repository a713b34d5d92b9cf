//! Which cells there are, how they move, and what a moment looks like.
//!
//! A scene is made once for an operation, a story and a layout. It keeps every cell of the three panels with its places on the
//! drawn axes; a frame is then a few additions a cell and allocates nothing once its buffers have grown.

use std::rc::Rc;

use super::display_list::{Anchor, DisplayList, PaintRole, Rect};
use super::ease::clamp;
use super::layout::{Grid, LANE, MAX_DRAWN};
use super::{Blocks, ChapterKind, Direction, Layout, Story, Writing, ease_in_out};
use crate::broadcast::format_value;
use crate::broadcast::{OperandId, Operation};

mod cells;
mod clash;
mod highlight;
mod marks;
mod stacking;
mod transition;

use cells::{Kind, SceneCell, Sizes};
pub use transition::Transition;

/// The words inside a drawing, in the reader's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labels {
    /// The word before an axis's number, such as `axis`.
    pub axis: &'static str,
    /// What an empty tensor says.
    pub empty: &'static str,
    /// Under two sizes that clash: which size could have been stretched.
    pub stretches: &'static str,
}

/// The stage that a scene is made for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneOptions<'a> {
    /// Its width, in CSS pixels.
    pub width: f64,
    /// The words in the drawing.
    pub labels: Labels,
    /// What blocks look like.
    pub blocks: Blocks,
    /// The axes that are drawn as far as the bounds allow, however much room that takes.
    pub unfolded: &'a [usize],
}

/// One of the three panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panel {
    /// An operand.
    Operand(OperandId),
    /// The result.
    Result,
}

impl Panel {
    /// All of them, from left to right.
    pub const ALL: [Self; 3] = [Self::Operand(OperandId::A), Self::Operand(OperandId::B), Self::Result];

    const fn number(self) -> usize {
        match self {
            Self::Operand(side) => side as usize,
            Self::Result => 2,
        }
    }

    /// The operand in it, if it is not the result's.
    #[must_use]
    pub const fn operand(self) -> Option<OperandId> {
        match self {
            Self::Operand(side) => Some(side),
            Self::Result => None,
        }
    }
}

/// A cell that is pointed at: the panel and the aligned index that its place stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellRef {
    /// The panel.
    pub panel: Panel,
    /// The index in the aligned result.
    pub index: Vec<u64>,
}

/// Which way an arrow key walks from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrowDirection {
    /// Along the last axis, back.
    Left,
    /// Along the last axis, on.
    Right,
    /// Along the axis before it, back.
    Up,
    /// Along the axis before it, on.
    Down,
}

/// Everything that can be seen of one operation, at any time.
#[derive(Debug)]
pub struct Scene {
    operation: Rc<Operation>,
    story: Story,
    layout: Layout,
    /// The depth of the axis whose blocks are stacked.
    stacked: Option<usize>,
    labels: Labels,
    /// The grid of the aligned result.
    aligned: Grid,
    /// The grid of each operand as it was given.
    given: [Grid; 2],
    /// The cells of `a`, `b` and the result.
    cells: [Vec<SceneCell>; 3],
    /// For each panel and each combination of places, last axis fastest, the number of its cell plus 1; 0 for none.
    at_slots: [Vec<u32>; 3],
    /// The letters of each drawn axis's sizes.
    sizes: Vec<Sizes>,
    /// The axes that are drawn beyond the room there is.
    unfolded: Vec<usize>,
    /// The axes that clash, with the letters of both sizes.
    clashes: Vec<(usize, [String; 2])>,
    /// For each drawn axis and operand, the chapter in which it stretches.
    stretched_in: [[Option<usize>; MAX_DRAWN]; 2],
    /// For each drawn axis and operand, the chapter in which it is inserted.
    inserted_in: [[Option<usize>; MAX_DRAWN]; 2],
    /// The values' letters.
    text: String,
    /// The shapes' letters in the titles: as given, with inserted axes, stretched.
    titles: [[String; 3]; 2],
    result_title: String,
}

impl Scene {
    /// Prepares `operation` to be drawn in a stage of `width` CSS pixels, its blocks side by side.
    #[must_use]
    pub fn new(operation: Rc<Operation>, story: Story, width: f64, labels: Labels) -> Self {
        Self::on(operation, story, SceneOptions { width, labels, blocks: Blocks::default(), unfolded: &[] })
    }

    /// Prepares `operation` to be drawn on a stage.
    #[must_use]
    pub fn on(
        operation: Rc<Operation>,
        story: Story,
        SceneOptions { width, labels, blocks, unfolded }: SceneOptions<'_>,
    ) -> Self {
        let characters = cells::characters(&operation);
        let sizes = cells::drawn_sizes(operation.alignment());
        let titles = OperandId::ALL.map(|side| cells::titles(&operation, side));
        let result_title = operation.shape().map(|shape| cells::short_shape(shape)).unwrap_or_default();
        let letters = titles.iter().flatten().map(|title| title.len() + 2).chain([result_title.len() + 4]).max();
        let options = super::LayoutOptions {
            width,
            characters,
            title: (letters.unwrap_or(0) as f64 * marks::TITLE_FONT * marks::ADVANCE).max(96.0),
            footnote: OperandId::ALL.iter().any(|&side| operation.alignment().shape(side).contains(&0)),
            least: clash::least(&operation),
            blocks,
        };
        let mut layout = Layout::new(&sizes, options, unfolded);
        if operation.shape().is_none() {
            layout.close_up(clash::heights(&operation, &layout), options.footnote);
        }
        let aligned = layout.grid(|axis| axis.size);
        let given = OperandId::ALL.map(|side| layout.grid(|axis| operation.alignment().axes()[axis.axis].size(side)));
        let mut scene = Self {
            stretched_in: cells::chapters_of(&layout, &story, |kind, side| kind == ChapterKind::Stretch(side)),
            inserted_in: cells::chapters_of(&layout, &story, |kind, side| kind == ChapterKind::Insert(side)),
            titles,
            result_title,
            operation,
            story,
            stacked: layout.stacked(),
            layout,
            labels,
            aligned,
            given,
            cells: [Vec::new(), Vec::new(), Vec::new()],
            at_slots: [Vec::new(), Vec::new(), Vec::new()],
            sizes: Vec::new(),
            clashes: Vec::new(),
            unfolded: unfolded.to_vec(),
            text: String::new(),
        };
        scene.sizes = cells::sizes(&scene.layout, &scene.operation);
        scene.clashes = clash::letters(&scene.operation);
        scene.fill(characters);
        scene
    }

    /// The story that is told.
    #[must_use]
    pub const fn story(&self) -> &Story {
        &self.story
    }

    /// The layout that the panels share.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The operation that is drawn.
    #[must_use]
    pub const fn operation(&self) -> &Rc<Operation> {
        &self.operation
    }

    /// Draws the moment `t` (in chapters: at `t = k` chapter `k` is over) into `frame`, with the cells that belong to
    /// `focus` lit.
    pub fn display_list(&self, t: f64, cell_ref: Option<&CellRef>, list: &mut DisplayList) {
        self.display_list_during(t, cell_ref, None, list);
    }

    /// Likewise, while what was shown before still passes into this scene: `passing` is how, and how far it has come.
    pub fn display_list_during(
        &self,
        t: f64,
        cell_ref: Option<&CellRef>,
        transition: Option<(&Transition, f64)>,
        list: &mut DisplayList,
    ) {
        list.clear(self.layout.width, self.layout.height);
        let state = FrameState { transition, ..FrameState::new(self, t) };
        for panel in Panel::ALL {
            self.draw_slots(panel, &state, list);
            self.draw_cells(panel, &state, list);
            self.draw_brackets(panel, &state, list);
            self.draw_title(panel, &state, list);
        }
        self.draw_signs(&state, list);
        self.draw_clash(&state, list);
        if let Some(cell_ref) = cell_ref {
            self.draw_highlight(cell_ref, &state, list);
        }
        if let Some((passage, part)) = transition {
            passage.fade(part, list);
        }
    }

    /// The cell under a point at time `t`. A stored cell wins over a ghost that still lies on it.
    #[must_use]
    pub fn hit(&self, t: f64, x: f64, y: f64) -> Option<CellRef> {
        let state = FrameState::new(self, t);
        Panel::ALL.into_iter().find_map(|panel| {
            let under = |cell: &&SceneCell| {
                let seen = |rect| {
                    let mut seen = false;
                    self.uncovered(panel, cell, rect, &state).each(|part| seen |= part.grown(1.0).contains(x, y));
                    seen
                };
                cell.kind != Kind::Gap && self.cell_rect(panel, cell, &state).is_some_and(seen)
            };
            let cells = &self.cells[panel.number()];
            let cell = cells.iter().filter(under).min_by_key(|cell| cell.kind)?;
            Some(CellRef { panel, index: self.index_of(cell) })
        })
    }

    /// The axis that a point asks to unfold or to fold back: the one whose gap or whose bracket lies there.
    #[must_use]
    pub fn fold_at(&self, x: f64, y: f64) -> Option<usize> {
        Panel::ALL.into_iter().find_map(|panel| {
            let origin = self.layout.origins[panel.number()];
            let gap = self.cells[panel.number()].iter().filter(|cell| cell.kind == Kind::Gap).find(|cell| {
                let at = cell.aligned;
                self.rect_at(cell, origin.0 + at.0, origin.1 + at.1).contains(x, y)
            });
            if let Some(gap) = gap {
                let hidden = |(axis, &slot): (&super::DrawnAxis, &u16)| axis.folded.index(usize::from(slot)).is_none();
                return self
                    .layout
                    .axes
                    .iter()
                    .zip(&gap.slots)
                    .rev()
                    .find(|&both| hidden(both))
                    .map(|(axis, _)| axis.axis);
            }
            let on_bracket = |&(depth, axis): &(usize, &super::DrawnAxis)| {
                let extent = self.aligned.extents[depth];
                let near = LANE * self.layout.lane(depth);
                let (far, rise) = (near + LANE, self.aligned.rise);
                let top = origin.1 - rise;
                let lane = match axis.direction {
                    Direction::Across => Rect { x: origin.0, y: top - far, w: extent.0, h: far - near },
                    Direction::Down => Rect { x: origin.0 - far, y: top, w: far - near, h: extent.1 },
                    // What is left of the edge along which the blocks recede.
                    Direction::Depth => Rect { x: origin.0 - LANE, y: top, w: rise / 2.0 + LANE, h: rise },
                };
                lane.contains(x, y) && (axis.folded.hidden > 0 || self.unfolded.contains(&axis.axis))
            };
            self.layout.axes.iter().enumerate().find(on_bracket).map(|(_, axis)| axis.axis)
        })
    }

    /// The innermost axis that is folded and could be unfolded.
    #[must_use]
    pub fn next_folded(&self) -> Option<usize> {
        let folded = |axis: &&super::DrawnAxis| axis.folded.hidden > 0 && !self.unfolded.contains(&axis.axis);
        self.layout.axes.iter().find(folded).map(|axis| axis.axis)
    }

    /// The cell that an arrow key leads to from `focus` (from nowhere: the first cell), among those that are drawn.
    #[must_use]
    pub fn walk(&self, cell_ref: Option<&CellRef>, step: ArrowDirection) -> Option<CellRef> {
        let shown = |panel: Panel| self.cells[panel.number()].iter().any(|cell| cell.kind != Kind::Gap);
        let Some(cell_ref) = cell_ref else {
            let panel = [Panel::Result, Panel::Operand(OperandId::A), Panel::Operand(OperandId::B)]
                .into_iter()
                .find(|&p| shown(p))?;
            let first = self.cells[panel.number()].iter().find(|cell| cell.kind != Kind::Gap)?;
            return Some(CellRef { panel, index: self.index_of(first) });
        };
        // From one block to the next leads the same key, whether they stand side by side or in depth.
        let along: &[Direction] = match step {
            ArrowDirection::Left | ArrowDirection::Right => &[Direction::Across, Direction::Depth],
            ArrowDirection::Up | ArrowDirection::Down => &[Direction::Down],
        };
        let forward = matches!(step, ArrowDirection::Right | ArrowDirection::Down);
        // The place moves along the innermost axis of that direction and carries over into the outer ones.
        let mut index = cell_ref.index.clone();
        for axis in self.layout.axes.iter().filter(|axis| along.contains(&axis.direction)) {
            let slot = axis.folded.slot(*index.get(axis.axis)?)?;
            let towards = |slot: usize| if forward { slot.checked_add(1) } else { slot.checked_sub(1) };
            let mut next = towards(slot);
            while next.is_some_and(|n| n < axis.folded.slots() && axis.folded.index(n).is_none()) {
                next = next.and_then(towards);
            }
            if let Some(found) = next.and_then(|n| axis.folded.index(n)).filter(|&i| i < axis.size) {
                index[axis.axis] = found;
                let moved = CellRef { panel: cell_ref.panel, index };
                return if self.find(moved.panel, &moved.index).is_some() {
                    Some(moved)
                } else {
                    Some(cell_ref.clone())
                };
            }
            index[axis.axis] = if forward { 0 } else { axis.folded.index(axis.folded.slots() - 1).unwrap_or(0) };
        }
        Some(cell_ref.clone())
    }

    /// The first or the last drawn cell of the panel in focus.
    #[must_use]
    pub fn walk_to_end(&self, cell_ref: Option<&CellRef>, last: bool) -> Option<CellRef> {
        let panel = cell_ref.map_or(Panel::Result, |cell_ref| cell_ref.panel);
        let mut cells = self.cells[panel.number()].iter().filter(|cell| cell.kind != Kind::Gap);
        let cell = if last { cells.next_back() } else { cells.next() }?;
        Some(CellRef { panel, index: self.index_of(cell) })
    }
}

/// The progress of everything at one time.
struct FrameState<'a> {
    /// What was shown before, and how far it has passed into this.
    transition: Option<(&'a Transition, f64)>,
    t: f64,
    chapter: usize,
    align: f64,
    combine: f64,
    /// For each operand and drawn axis: 0 before it stretches, 1 once it has (or where it never does).
    stretch: [[f64; MAX_DRAWN]; 2],
    /// For each operand: whether all of its axes have been stretched.
    stretched: [bool; 2],
    /// For each operand and drawn axis: whether it has a bracket yet.
    inserted: [[f64; MAX_DRAWN]; 2],
}

impl FrameState<'_> {
    fn new(scene: &Scene, t: f64) -> Self {
        let story = &scene.story;
        let t = if t.is_finite() { clamp(t, 0.0, story.last() as f64) } else { story.last() as f64 };
        let of = |chapter: Option<usize>| chapter.map_or(1.0, |chapter| story.progress(chapter, t));
        let combine = story.chapters().iter().position(|chapter| chapter.kind == ChapterKind::Combine);
        let stretch = scene.stretched_in.map(|axes| axes.map(of));
        Self {
            transition: None,
            t,
            chapter: story.chapter_at(t),
            align: story.progress(1, t),
            combine: combine.map_or(0.0, |chapter| clamp(t - (chapter as f64 - 1.0), 0.0, 1.0)),
            stretched: stretch.map(|axes| axes.iter().all(|&part| part >= 1.0)),
            stretch,
            inserted: scene.inserted_in.map(|axes| axes.map(of)),
        }
    }

    /// How far the `nth` of `count` cells has come in the sweep of the combination.
    fn combined(&self, nth: usize, count: usize) -> f64 {
        let start = 0.6 * nth as f64 / count.max(1) as f64;
        ease_in_out((self.combine - start) / 0.4)
    }
}

impl Scene {
    /// Where a cell is at a moment; `None` where it is not to be seen.
    fn cell_rect(&self, panel: Panel, cell: &SceneCell, state: &FrameState<'_>) -> Option<Rect> {
        let (origin_x, origin_y) = self.layout.origins[panel.number()];
        let Some(side) = panel.operand() else {
            let (x, y) = cell.aligned;
            return (state.combine > 0.0).then(|| self.rect_at(cell, origin_x + x, origin_y + y));
        };
        let stretch = &state.stretch[side as usize];
        let stretched = state.stretched[side as usize];
        if !stretched && (cell.kind == Kind::Repeated || cell.is_repeated) {
            let begun = |depth: usize| cell.slots[depth] == 0 || stretch[depth] > 0.0;
            if !(0..self.layout.axes.len()).all(begun) {
                return None;
            }
        }
        let (mut x, mut y) = if stretched { cell.aligned } else { self.offset(&cell.slots, |depth| stretch[depth]) };
        if state.align < 1.0 {
            let (given_x, given_y) = self.given_offset(side, cell);
            x = given_x + (x - given_x) * state.align;
            y = given_y + (y - given_y) * state.align;
        }
        let mut rect = self.rect_at(cell, origin_x + x, origin_y + y);
        // Stretching to size 0 leaves nothing: the cell shrinks away.
        if cell.vanishes {
            let left = 1.0 - self.vanishing(side, state);
            if left <= 0.0 {
                return None;
            }
            rect = rect.grown(-(1.0 - left) * rect.w.min(rect.h) / 2.0);
        }
        Some(rect)
    }

    /// How far the stretching to size 0 of `side` has come.
    fn vanishing(&self, side: OperandId, state: &FrameState<'_>) -> f64 {
        let axes = self.operation.alignment().axes();
        let empties = |(depth, axis): (usize, &super::DrawnAxis)| {
            (axes[axis.axis].stretches(side) && axes[axis.axis].result() == Some(0))
                .then_some(state.stretch[side as usize][depth])
        };
        self.layout.axes.iter().enumerate().filter_map(empties).fold(0.0, f64::max)
    }

    fn rect_at(&self, cell: &SceneCell, x: f64, y: f64) -> Rect {
        Rect { x: x + cell.shift.0, y: y + cell.shift.1, w: self.layout.cell.w, h: self.layout.cell.h }
    }

    /// The sum of a cell's offsets in the aligned grid, each scaled by how far its axis has stretched.
    fn offset(&self, slots: &[u16; MAX_DRAWN], stretched: impl Fn(usize) -> f64) -> (f64, f64) {
        let mut at = (0.0, 0.0);
        for (depth, axis) in self.layout.axes.iter().enumerate() {
            let offset = self.aligned.offsets[depth][usize::from(slots[depth])] * stretched(depth);
            at = axis.direction.moved(at, offset);
        }
        at
    }

    /// Where a stored cell stands in its operand as given.
    fn given_offset(&self, side: OperandId, cell: &SceneCell) -> (f64, f64) {
        let mut at = (0.0, 0.0);
        for (depth, axis) in self.layout.axes.iter().enumerate() {
            let offsets = &self.given[side as usize].offsets[depth];
            let offset = offsets.get(usize::from(cell.slots[depth])).copied().unwrap_or(0.0);
            at = axis.direction.moved(at, offset);
        }
        at
    }

    /// The aligned index of a cell; 0 along every axis that is not drawn.
    fn index_of(&self, cell: &SceneCell) -> Vec<u64> {
        let mut index = vec![0; self.operation.alignment().ndim()];
        for (depth, axis) in self.layout.axes.iter().enumerate() {
            index[axis.axis] = axis.folded.index(usize::from(cell.slots[depth])).unwrap_or(axis.folded.head);
        }
        index
    }

    /// The cell of a panel at an aligned index, if it is drawn.
    fn find(&self, panel: Panel, index: &[u64]) -> Option<&SceneCell> {
        self.at(panel, &self.slots_of(index)?).map(|number| &self.cells[panel.number()][number])
    }

    /// The places of an aligned index; `None` where it is not drawn.
    fn slots_of(&self, index: &[u64]) -> Option<[u16; MAX_DRAWN]> {
        let mut slots = [0; MAX_DRAWN];
        for (slot, axis) in slots.iter_mut().zip(&self.layout.axes) {
            *slot = u16::try_from(axis.folded.slot(*index.get(axis.axis)?)?).ok()?;
        }
        Some(slots)
    }

    /// The number of a panel's cell at a combination of places; `None` where there is none, or only a gap.
    fn at(&self, panel: Panel, slots: &[u16; MAX_DRAWN]) -> Option<usize> {
        let (mut rank, mut step) = (0, 1);
        for (&slot, axis) in slots.iter().zip(&self.layout.axes) {
            rank += usize::from(slot) * step;
            step *= axis.folded.slots();
        }
        let number = (*self.at_slots[panel.number()].get(rank)? as usize).checked_sub(1)?;
        (self.cells[panel.number()][number].kind != Kind::Gap).then_some(number)
    }

    /// The letters of a cell's value.
    fn text_of(&self, cell: &SceneCell) -> &str {
        self.text.get(cell.text.0..cell.text.1).unwrap_or_default()
    }
}
