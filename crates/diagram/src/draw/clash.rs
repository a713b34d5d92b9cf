//! Draws a clash: the two sizes side by side, the slots without an element, and the elements that do not fit into `a`.

use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::layout::MAX_DRAWN;
use crate::position::{StackedBlock, visible_in_stack, visible_slot};
use crate::scene::ClashText;
use crate::scene::clash_size::{MAX_CLASHES, ROW_STEP, clash_height, heading_font, heading_width};
use crate::{ChapterKind, Direction, DisplayList, FoldedAxis, PaintRole, Panel, Point, Rect, Size, Writing};
use tensor_broadcasting::OperandId;

/// The largest number of slots in a row of cells, the gap's slot included.
const MAX_CELLS: u64 = 9;
/// The side of a cell, and the distance from one cell to the next, in CSS pixels. These lengths are those beside small cells.
const CELL: f64 = 15.0;
const CELL_STEP: f64 = 18.0;
/// The distance of the first row of cells from the top of a clash.
const ROWS: f64 = 32.0;
/// The distance of the cells, and of the size after them, from the left edge.
const CELLS_LEFT: f64 = 16.0;
/// The longest name of an operand that has room there, in characters.
const MAX_NAME: usize = 2;
const SIZE_LEFT: f64 = 22.0;
/// The middle of the heading, from the top of a clash.
const HEADING: f64 = 11.0;
/// The middle of the last line of text, from the end of the last clash.
const LAST_LINE: f64 = 4.0;
const FONT: f64 = 12.0;
/// How far apart the rows begin, in rows.
const APART: f64 = 0.6;

/// Draws what the current chapter shows of a clash, or of a result that does not fit into `a`.
pub(super) fn draw(state: &FrameState<'_>, list: &mut DisplayList) {
    match state.chapter().kind {
        ChapterKind::Clash | ChapterKind::OtherClashes | ChapterKind::InnerClash => {
            for axis in shown_clashes(state).iter().filter_map(|clash| clash.axis) {
                draw_slots_without_element(state, axis, list);
            }
            if !state.hides_result() {
                draw_sizes(state, list);
            }
        }
        ChapterKind::WriteBack(Writing::DoesNotFit) => {
            let cells = state.scene.cells(Panel::Result);
            for cell in cells.iter().filter(|cell| cell.outside_a && !cell.is_gap()) {
                visible_slot(state, Panel::Result, cell).each(|part| cross_out(part, state.chapter_progress(), list));
            }
        }
        _ => {}
    }
}

/// The clashes that the story has shown by now, the last axis first.
pub(super) fn shown_clashes<'a>(state: &FrameState<'a>) -> &'a [ClashText] {
    let clashes = &state.scene.text.clashes;
    match state.chapter().kind {
        ChapterKind::OtherClashes | ChapterKind::InnerClash => clashes,
        ChapterKind::Clash => clashes.get(..1).unwrap_or_default(),
        _ => &[],
    }
}

/// How far the clash on an axis is shown, from 0 to 1.
fn shown(state: &FrameState<'_>, axis: Option<usize>) -> f64 {
    let is_new = axis.is_none_or(|axis| state.chapter().axes.contains(&axis));
    if is_new { state.chapter_progress() } else { 1.0 }
}

/// Crosses out the slots along a clashing axis that only another operand has.
fn draw_slots_without_element(state: &FrameState<'_>, axis: usize, list: &mut DisplayList) {
    let grids = &state.scene.grids;
    let at = &state.scene.operation().alignment().axes()[axis];
    let nesting = grids.layout.axes.iter().position(|drawn| drawn.axis == axis);
    let Some(nesting) = nesting.filter(|_| at.clashes()) else { return };
    let (drawn, progress) = (&grids.layout.axes[nesting], shown(state, Some(axis)));
    for &operand in at.operands() {
        let origin = grids.layout.origin(Panel::Operand(operand));
        for slot in 0..drawn.folded.slots() {
            if drawn.folded.index(slot).is_none_or(|index| index < at.size(operand)) {
                continue;
            }
            let corner = drawn.direction.moved(origin, grids.aligned.offsets[nesting][slot]);
            if drawn.direction == Direction::Depth {
                let mut slots = [0; MAX_DRAWN];
                slots[nesting] = u16::try_from(slot).unwrap_or(0);
                let block = StackedBlock { corner, extended: 1.0, edge: 0.0 };
                let rect = Rect::at(corner, grids.slot_size(nesting));
                visible_in_stack(state, &slots, rect, block).each(|part| cross_out(part, progress, list));
            } else {
                let corner = corner.moved(0.0, -grids.rise_within(nesting));
                cross_out(Rect::at(corner, grids.slot_size(nesting)), progress, list);
            }
        }
    }
}

/// Draws, in the result's panel, the sizes of each shown clash one under the other.
fn draw_sizes(state: &FrameState<'_>, list: &mut DisplayList) {
    let (scene, spacing) = (state.scene, &state.scene.layout().spacing);
    let origin = scene.layout().origin(Panel::Result);
    let mut top = origin.moved(0.0, -scene.grids.aligned.rise);
    let (clashes, scale) = (shown_clashes(state), spacing.scale);
    let (word, font) = (scene.labels.axis, TextStyle::start(heading_font(spacing)));
    let mut rest_at = top;
    for clash in clashes.iter().take(MAX_CLASHES) {
        let ClashText { axis, mark, differ, .. } = clash;
        let at = top.moved(0.0, HEADING * scale);
        let mut write = |wording| _ = list.label_within(PaintRole::Clash, at, font, f64::INFINITY, &[wording]);
        match axis {
            None => write(format_args!("{differ}")),
            Some(axis) if spacing.is_tight => write(format_args!("{mark} {axis}: {differ}")),
            Some(axis) => write(format_args!("{mark} {word} {axis}: {differ}")),
        }
        rest_at = at.moved(heading_width(clash, word, spacing), 0.0);
        if !spacing.is_tight {
            draw_rows(state, clash, top.moved(0.0, ROWS * scale), list);
        }
        top.y += clash_height(spacing, scene.operation().operands().len());
    }
    if spacing.is_tight {
        rest_at = top.moved(0.0, HEADING * scale);
    }
    let rest = clashes.len().saturating_sub(MAX_CLASHES);
    if rest > 0 {
        let text = [format_args!("+ {rest}")];
        _ = list.label_within(PaintRole::Clash, rest_at, TextStyle::start(FONT * scale), f64::INFINITY, &text);
    }
    if !spacing.is_tight && scene.operation().outcome().is_err() && state.chapter_progress() >= 1.0 {
        let at = top.moved(0.0, -LAST_LINE * scale);
        list.label(PaintRole::Bracket, at, TextStyle::start(FONT * scale), scene.labels.stretches);
    }
}

/// Draws the sizes of a clash as rows of cells. The slots that only a longer one has are crossed out in the others.
fn draw_rows(state: &FrameState<'_>, clash: &ClashText, corner: Point, list: &mut DisplayList) {
    let (sizes, scale) = (&clash.sizes, state.scene.layout().spacing.scale);
    let progress = shown(state, clash.axis);
    let slots = sizes.as_slice().iter().fold(0, |most, (size, _)| most.max(*size)).min(MAX_CELLS);
    let (side, font) = (CELL * scale, TextStyle::start(FONT * scale));
    for &operand in sizes.ids() {
        let role = PaintRole::lifted(operand);
        // The rows meet: the first stays, and the others come nearer.
        let row = operand.position() as f64 + if operand == OperandId::A { 0.0 } else { APART * (1.0 - progress) };
        let corner = corner.moved(0.0, ROW_STEP * scale * row);
        let middle = corner.moved(0.0, side / 2.0);
        let name = state.scene.operation().name(operand);
        let is_short = name.chars().count() <= MAX_NAME;
        if is_short {
            list.label(PaintRole::Bracket, middle, font, name);
        }
        let (size, text) = &sizes[operand];
        let folded = FoldedAxis::within(*size, MAX_CELLS);
        for slot in 0..slots {
            let left = (CELLS_LEFT + CELL_STEP * slot as f64) * scale;
            let rect = Rect::at(corner.moved(left, 0.0), Size::new(side, side));
            if slot >= folded.slots() as u64 {
                cross_out(rect, progress, list);
            } else if folded.index(slot as usize).is_some() {
                list.rect(role, rect);
            } else {
                list.label(PaintRole::Bracket, rect.middle(), TextStyle::middle(FONT * scale), "⋯");
            }
        }
        let end = middle.moved((SIZE_LEFT + CELL_STEP * slots as f64) * scale, 0.0);
        // A longer name stands after the size, where there is room.
        let room = if is_short { 0.0 } else { state.scene.layout().size.w - end.x };
        _ = list.label_within(
            PaintRole::Bracket,
            end,
            font,
            room.max(0.0),
            &[format_args!("{text}  {name}"), format_args!("{text}")],
        );
    }
}

/// Crosses out a rectangle, as far as the cross has grown.
fn cross_out(rect: Rect, progress: f64, list: &mut DisplayList) {
    let rect = rect.shrunk(1.0 - progress);
    let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
    list.rect(PaintRole::Clash, rect);
    list.line(PaintRole::Clash, Point::new(rect.x, rect.y), Point::new(right, lower));
    list.line(PaintRole::Clash, Point::new(rect.x, lower), Point::new(right, rect.y));
}
