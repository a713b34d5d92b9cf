//! The position of cells at one time, and what is visible of them behind other blocks of a stack.
//!
//! A display list is painted role by role, not block by block, so a block cannot be painted over another one: the covered
//! part of a cell is not drawn at all.

use super::ease::mix;
use super::frame_state::FrameState;
use super::scene::{Grids, SceneCell, Slots};
use super::{Panel, Point, Rect, Size};

/// The distance between the edge of a block and what is visible behind it, in CSS pixels.
const STACK_EDGE: f64 = 1.5;
/// What is narrower than this is not drawn.
const MIN_VISIBLE: f64 = 1.0;

/// The visible part of a rectangle: what is above the block in front of it, and what is to the right of that block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct VisibleParts {
    above: Option<Rect>,
    beside: Option<Rect>,
    /// Whether nothing of the rectangle is covered.
    pub(super) is_whole: bool,
}

impl VisibleParts {
    /// A rectangle that nothing covers.
    pub(super) const fn whole(rect: Rect) -> Self {
        Self { above: Some(rect), beside: None, is_whole: true }
    }

    /// The parts of `rect` outside `cover`. The cover's lower left corner is to the left of and below `rect`.
    fn outside(rect: Rect, cover: Rect) -> Self {
        let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
        let above = Rect { h: rect.h.min(cover.y - rect.y), ..rect };
        let (x, y) = (rect.x.max(cover.x + cover.w), rect.y.max(cover.y));
        let beside = Rect { x, y, w: right - x, h: lower - y };
        let visible = |part: Rect| (part.w >= MIN_VISIBLE && part.h >= MIN_VISIBLE).then_some(part);
        let is_whole = above.h == rect.h || beside == rect;
        Self { above: visible(above), beside: visible(beside), is_whole }
    }

    /// Calls `draw` for each part.
    pub(super) fn each(self, mut draw: impl FnMut(Rect)) {
        if let Some(part) = self.above {
            draw(part);
        }
        if let Some(part) = self.beside {
            draw(part);
        }
    }

    /// The first part, if anything is visible.
    pub(super) fn first(self) -> Option<Rect> {
        self.above.or(self.beside)
    }

    /// The same parts, each in another position.
    pub(super) fn map(self, to: impl Fn(Rect) -> Rect) -> Self {
        Self { above: self.above.map(&to), beside: self.beside.map(&to), ..self }
    }
}

/// The rectangle of a cell; `None` where it does not exist yet, or any more.
pub(super) fn cell_rect(state: &FrameState<'_>, panel: Panel, cell: &SceneCell) -> Option<Rect> {
    let grids = &state.scene.grids;
    let origin = state.origin(panel);
    let Some(operand) = panel.operand() else {
        return (state.combine > 0.0).then(|| grids.rect_at(cell, origin.moved(cell.aligned.x, cell.aligned.y)));
    };
    let stretched = state.stretched[operand.position()];
    let offset = |nesting: usize| state.offset(operand, nesting, cell.slots[nesting]);
    if !stretched && cell.by_stretching {
        let begun = |nesting: usize| cell.slots[nesting] == 0 || offset(nesting) > 0.0;
        if !(0..grids.layout.axes.len()).all(begun) {
            return None;
        }
    }
    let mut at = if stretched { cell.aligned } else { grids.offset_along(offset) };
    if state.align < 1.0 {
        let given = grids.given_offset(operand, &cell.slots);
        at = Point::new(mix(given.x, at.x, state.align), mix(given.y, at.y, state.align));
    }
    let rect = grids.rect_at(cell, origin.moved(at.x, at.y));
    if !cell.vanishes {
        return Some(rect);
    }
    let vanished = state.vanishing(operand);
    (vanished < 1.0).then(|| rect.shrunk(vanished))
}

/// What is visible of a cell whose rectangle is `rect`.
pub(super) fn visible_cell(state: &FrameState<'_>, panel: Panel, cell: &SceneCell, rect: Rect) -> VisibleParts {
    let grids = &state.scene.grids;
    let Some(stacked) = grids.stacked.filter(|&stacked| cell.slots[stacked] > 0) else {
        return VisibleParts::whole(rect);
    };
    if cell.is_gap() && (stacked..grids.layout.axes.len()).any(|nesting| grids.is_gap(&cell.slots, nesting)) {
        // The mark for hidden blocks is not behind the block in front.
        return VisibleParts::whole(rect);
    }
    let stretch = panel.operand().map(|operand| state.stretch[operand.position()]);
    let stretched = |nesting: usize| stretch.map_or(1.0, |axes| axes[nesting]);
    let inner = |nesting: usize| grids.aligned.offsets[nesting][usize::from(cell.slots[nesting])] * stretched(nesting);
    let corner = Point::new(rect.x - inner(0), rect.y - inner(1));
    let mut size = grids.slot_size(stacked);
    // While the operands line up, an operand's block still grows into the aligned one.
    if let (Some(operand), Some(inner), true) = (panel.operand(), stacked.checked_sub(1), state.align < 1.0) {
        let given = grids.given[operand].extents[inner];
        size = Size::new(mix(given.w, size.w, state.align), mix(given.h, size.h, state.align));
    }
    let front = Rect::at(front_corner(grids, &cell.slots, stacked, corner, stretched(stacked)), size);
    VisibleParts::outside(rect, front.grown(STACK_EDGE))
}

/// What is visible of the slot of a result's cell, in any panel.
pub(super) fn visible_slot(state: &FrameState<'_>, panel: Panel, cell: &SceneCell) -> VisibleParts {
    let corner = state.scene.grids.layout.origin(panel).moved(cell.aligned.x, cell.aligned.y);
    visible_place(state, &cell.slots, corner, cell.shift)
}

/// What is visible of a place in a panel, whose corner is at a point, with a cell that is `shift` away from it.
pub(super) fn visible_place(state: &FrameState<'_>, slots: &Slots, corner: Point, shift: Point) -> VisibleParts {
    let grids = &state.scene.grids;
    let rect = Rect::at(corner.moved(shift.x, shift.y), grids.layout.cell.size);
    if grids.stacked.is_none_or(|stacked| slots[stacked] == 0) {
        return VisibleParts::whole(rect);
    }
    let inner =
        |nesting: usize| grids.aligned.offsets.get(nesting).map_or(0.0, |offsets| offsets[usize::from(slots[nesting])]);
    let block = Point::new(corner.x - inner(0), corner.y - inner(1));
    visible_in_stack(state, slots, rect, StackedBlock { corner: block, extended: 1.0, edge: 0.0 })
}

/// A block of a stack.
pub(super) struct StackedBlock {
    /// The position of its first slot.
    pub(super) corner: Point,
    /// How far the stack is extended in depth, from 0 to 1.
    pub(super) extended: f64,
    /// How much larger than its cells the block in front is drawn, in CSS pixels.
    pub(super) edge: f64,
}

/// What is visible of a rectangle in a block of a stack.
pub(super) fn visible_in_stack(state: &FrameState<'_>, slots: &Slots, rect: Rect, block: StackedBlock) -> VisibleParts {
    let grids = &state.scene.grids;
    let Some(stacked) = grids.stacked.filter(|&stacked| slots[stacked] > 0) else {
        return VisibleParts::whole(rect);
    };
    let corner = front_corner(grids, slots, stacked, block.corner, block.extended);
    let front = Rect::at(corner, grids.slot_size(stacked));
    VisibleParts::outside(rect, front.grown(STACK_EDGE).grown(block.edge))
}

/// The upper left corner of the block in front of the one whose corner is `corner`, in a stack that is extended in depth as
/// far as `extended`, from 0 to 1.
fn front_corner(grids: &Grids, slots: &Slots, stacked: usize, corner: Point, extended: f64) -> Point {
    let (offsets, slot) = (&grids.aligned.offsets[stacked], usize::from(slots[stacked]));
    // Hidden blocks cover what is behind them too: their mark is in the edge that they leave.
    let step = (offsets[slot] - offsets[slot.saturating_sub(1)]) * extended;
    corner.moved(-step, step)
}

/// How far the last block of a panel's stack is above the first one.
pub(super) fn stack_rise(state: &FrameState<'_>, panel: Panel) -> f64 {
    let aligned = state.scene.layout().rises[panel.index()];
    let own = panel.operand().map_or(aligned, |operand| state.scene.grids.given[operand].rise);
    mix(own, aligned, state.stack_progress(panel))
}
