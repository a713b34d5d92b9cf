//! Hit testing: what is under a point of the diagram.

use super::frame_state::FrameState;
use super::position::{cell_rect, visible_cell};
use super::{CellRef, Direction, Panel, Rect, Scene};

/// How far beside a cell a point still counts as in it, in CSS pixels: cells have gaps between them.
const MARGIN: f64 = 1.0;

/// The cell under a point at time `t`. A cell that exists from the start wins over one that is being stretched out of it.
///
/// ```
/// use std::rc::Rc;
/// use tensor_broadcasting::{Arithmetic, Operation, Operator, Shape, Tensor, Values};
/// use broadcasting_diagram::{DisplayList, DrawOptions, Labels, PaintRole, Panel, Scene, SceneOptions, Story, cell_at, draw};
///
/// let [a, b] = [vec![4, 1], vec![3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes.as_slice()), Values::Arange));
/// let operation = Rc::new(Operation::new([a, b], Operator::Add, Arithmetic::PyTorch));
/// let story = Story::new(&operation, None);
/// let labels = Labels { axis: "axis", empty: "no elements", stretches: "only a size of 1 can stretch", verdicts: ["equal", "clash"] };
/// let scene = Scene::new(operation, story, SceneOptions::new(960.0, labels));
///
/// let end = scene.story().last() as f64;
/// let mut list = DisplayList::default();
/// draw(&scene, DrawOptions::at(end), &mut list);
/// let last = list.layer(PaintRole::Result).rects[11].middle();
/// let cell = cell_at(&scene, end, last.x, last.y).unwrap();
/// assert_eq!((cell.panel, cell.index), (Panel::Result, vec![3, 2]));
/// // At the start of the story there is no result yet.
/// assert_eq!(cell_at(&scene, 0.0, last.x, last.y), None);
/// ```
#[must_use]
pub fn cell_at(scene: &Scene, t: f64, x: f64, y: f64) -> Option<CellRef> {
    let state = FrameState::new(scene, t);
    scene.panels().iter().find_map(|&panel| {
        let is_under = |rect: Rect| rect.grown(MARGIN).contains(x, y);
        let cells = scene.cells(panel).iter().filter(|cell| !cell.is_gap());
        let hits = cells.filter(|cell| {
            let Some(rect) = cell_rect(&state, panel, cell) else { return false };
            let mut hit = false;
            visible_cell(&state, panel, cell, rect).each(|part| hit |= is_under(part));
            hit
        });
        hits.min_by_key(|cell| cell.by_stretching).map(|cell| scene.cell_ref(panel, cell))
    })
}

/// The axis that a press at a point unfolds, or folds again: the one whose gap or whose bracket is there.
#[must_use]
pub fn folded_axis_at(scene: &Scene, x: f64, y: f64) -> Option<usize> {
    scene.panels().iter().find_map(|&panel| gap_at(scene, panel, x, y).or_else(|| bracket_at(scene, panel, x, y)))
}

/// The outermost axis that is folded at the mark under a point.
fn gap_at(scene: &Scene, panel: Panel, x: f64, y: f64) -> Option<usize> {
    let grids = &scene.grids;
    let origin = grids.layout.origin(panel);
    let gap = scene.cells(panel).iter().filter(|cell| cell.is_gap()).find(|cell| {
        let corner = origin.moved(cell.aligned.x, cell.aligned.y);
        grids.rect_at(cell, corner).contains(x, y)
    })?;
    let nesting = (0..grids.layout.axes.len()).rev().find(|&nesting| grids.is_gap(&gap.slots, nesting))?;
    Some(grids.layout.axes[nesting].axis)
}

/// The axis, folded or unfolded, whose bracket is under a point.
fn bracket_at(scene: &Scene, panel: Panel, x: f64, y: f64) -> Option<usize> {
    let grids = &scene.grids;
    let (layout, rise) = (&grids.layout, grids.layout.rises[panel.index()]);
    let origin = layout.origin(panel);
    let top = origin.y - rise;
    let width = layout.spacing.lane;
    let is_under = |nesting: usize| {
        let extent = grids.aligned.extents[nesting];
        let near = width * layout.lane(nesting);
        let lane = match layout.axes[nesting].direction {
            Direction::Across => Rect { x: origin.x, y: top - (near + width), w: extent.w, h: width },
            Direction::Down => Rect { x: origin.x - (near + width), y: top, w: width, h: extent.h },
            // What is to the left of the edge of a stack.
            Direction::Depth => Rect { x: origin.x - width, y: top, w: rise / 2.0 + width, h: rise },
        };
        lane.contains(x, y)
    };
    let can_fold = |axis: &super::DrawnAxis| axis.folded.is_folded() || scene.unfolded.contains(&axis.axis);
    let mut axes = layout.axes.iter().enumerate();
    axes.find(|&(nesting, axis)| can_fold(axis) && is_under(nesting)).map(|(_, axis)| axis.axis)
}
