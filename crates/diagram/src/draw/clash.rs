//! Draws a clash: the two sizes side by side, the slots without an element, and the elements that do not fit into `a`.

use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::panel::OPERANDS;
use crate::position::{visible_place, visible_slot};
use crate::scene::clash_size::{
    BARS_FONT, MAX_CLASHES, MAX_NAME, ROW_STEP, clash_height, heading_font, heading_width, names_width,
};
use crate::scene::{ClashText, Grids, ShortName, Slots};
use crate::{ChapterKind, Direction, DisplayList, Ends, FoldedAxis, PaintRole, Panel, Point, Rect, Size, Writing};
use tensor_broadcasting::OperandId;

/// The largest number of slots in a row of cells, the gap's slot included.
const MAX_CELLS: u64 = 9;
/// The side of a cell, and the distance from one cell to the next, in CSS pixels. These lengths are those beside small cells.
const CELL: f64 = 15.0;
const CELL_STEP: f64 = 18.0;
/// The distance of the first row of cells from the top of a clash.
const ROWS: f64 = 32.0;
/// The distance of the size from the cells before it.
const SIZE_LEFT: f64 = 6.0;
/// The middle of the heading, from the top of a clash.
const HEADING: f64 = 11.0;
/// The middle of the last line of text, from the end of the last clash.
const LAST_LINE: f64 = 4.0;
/// The smallest cell in which a cross is seen as one.
const MIN_CROSS: f64 = 12.0;
/// How far apart the rows begin, in rows.
const APART: f64 = 0.6;

/// Draws what the current chapter shows of a clash, or of a result that does not fit into `a`.
pub(super) fn draw(state: &FrameState<'_>, list: &mut DisplayList) {
    match state.chapter().kind {
        ChapterKind::Clash | ChapterKind::OtherClashes | ChapterKind::InnerClash => {
            for axis in shown_clashes(state).iter().filter_map(|clash| clash.axis) {
                draw_slots_without_element(state, axis, list);
            }
            draw_sizes(state, list);
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

/// Crosses out the places along a clashing axis that only another operand has, as far as the operand's other axes go: each cell, or,
/// where crosses of cells would be too small, what is missing in a row.
fn draw_slots_without_element(state: &FrameState<'_>, axis: usize, list: &mut DisplayList) {
    let grids = &state.scene.grids;
    let (operation, drawn) = (state.scene.operation(), &grids.layout.axes);
    let axes = operation.alignment().axes();
    let Some(clashing) = drawn.iter().position(|drawn| drawn.axis == axis && axes[axis].clashes()) else { return };
    let progress = shown(state, Some(axis));
    let cell = grids.layout.cell.size;
    let is_small = cell.h < MIN_CROSS && grids.stacked.is_none();
    for &operand in operation.operands() {
        if operation.alignment().shape(operand).contains(&0) {
            continue;
        }
        let panel = Panel::Operand(operand);
        let origin = grids.layout.origin(panel);
        let mut slots = Slots::default();
        loop {
            let is_missing = |nesting: usize, slot: usize| match drawn[nesting].folded.index(slot) {
                Some(index) => (index < axes[drawn[nesting].axis].size(operand)) == (nesting != clashing),
                None => false,
            };
            let is_here =
                |slots: &Slots| (0..drawn.len()).all(|nesting| is_missing(nesting, usize::from(slots[nesting])));
            if is_here(&slots) {
                let offset = grids.offset(&slots, |_| 1.0);
                let corner = origin.moved(offset.x, offset.y);
                if is_small {
                    if let Some(size) = missing_size(grids, panel, clashing, &slots, &is_missing) {
                        cross_out(Rect::at(corner, size), progress, list);
                    }
                } else {
                    let place = visible_place(state, &slots, corner, Point::default());
                    place.each(|part| cross_out(part, progress, list));
                }
            }
            if !grids.advance(&mut slots) {
                break;
            }
        }
    }
}

/// The size of everything that is missing in a row from these slots on along the clashing axis; `None` where they are not its first ones.
fn missing_size(
    grids: &Grids,
    panel: Panel,
    clashing: usize,
    slots: &Slots,
    is_missing: &dyn Fn(usize, usize) -> bool,
) -> Option<Size> {
    let first = usize::from(slots[clashing]);
    let inner = clashing.max(2);
    let is_first = (0..inner).all(|nesting| nesting == clashing || slots[nesting] == 0)
        && (first == 0 || !is_missing(clashing, first - 1));
    if !is_first {
        return None;
    }
    let offsets = &grids.aligned.offsets[clashing];
    let last = (first..offsets.len()).take_while(|&slot| is_missing(clashing, slot)).last()?;
    // Whole blocks, or the cells of the other axis of a block.
    let block = grids.layout.shown_block(clashing.max(2).min(grids.layout.axes.len()), panel);
    let (along, cell) = (offsets[last] - offsets[first], grids.layout.cell.size);
    Some(match (grids.layout.axes[clashing].direction, clashing < 2) {
        (Direction::Across, true) => Size::new(along + cell.w, block.h),
        (Direction::Across, false) => Size::new(along + block.w, block.h),
        (_, true) => Size::new(block.w, along + cell.h),
        (_, false) => Size::new(block.w, along + block.h),
    })
}

/// Draws, in the result's panel, the sizes of each shown clash one under the other.
fn draw_sizes(state: &FrameState<'_>, list: &mut DisplayList) {
    let (scene, spacing) = (state.scene, &state.scene.layout().spacing);
    let origin = scene.layout().origin(Panel::Result);
    let mut top = origin;
    let (clashes, scale) = (shown_clashes(state), spacing.scale);
    let (word, font) = (scene.labels.axis, TextStyle::start(heading_font(spacing)));
    let mut rest_at = top;
    for clash in clashes.iter().take(MAX_CLASHES) {
        let ClashText { axis, mark, differ, .. } = clash;
        let at = top.moved(0.0, HEADING * scale);
        let mut write = |wording| _ = list.label_within(PaintRole::Clash, at, font, f64::INFINITY, &[wording]);
        match axis {
            None => write(format_args!("{differ}")),
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
        _ = list.label_within(PaintRole::Clash, rest_at, TextStyle::start(BARS_FONT * scale), f64::INFINITY, &text);
    }
    if !spacing.is_tight && scene.operation().outcome().is_err() && state.chapter_progress() >= 1.0 {
        let at = top.moved(0.0, -LAST_LINE * scale);
        list.label(PaintRole::Bracket, at, TextStyle::start(BARS_FONT * scale), scene.labels.stretches);
    }
}

/// Draws the sizes of a clash as rows of cells. The slots that only a longer one has are crossed out in the others.
fn draw_rows(state: &FrameState<'_>, clash: &ClashText, corner: Point, list: &mut DisplayList) {
    let (sizes, scale) = (&clash.sizes, state.scene.layout().spacing.scale);
    let progress = shown(state, clash.axis);
    let places = places(clash);
    let slots = places.slots();
    let (side, font) = (CELL * scale, TextStyle::start(BARS_FONT * scale));
    let operation = state.scene.operation();
    let cells_left = names_width(operation, state.scene.layout().spacing);
    for &operand in sizes.ids() {
        let role = PaintRole::lifted(operand);
        // The rows meet: the first stays, and the others come nearer.
        let row = operand.position() as f64 + if operand == OperandId::A { 0.0 } else { APART * (1.0 - progress) };
        let corner = corner.moved(0.0, ROW_STEP * scale * row);
        let middle = corner.moved(0.0, side / 2.0);
        let name = ShortName::new(operation, operand, MAX_NAME);
        _ = list.label_within(PaintRole::Bracket, middle, font, f64::INFINITY, &[format_args!("{name}")]);
        let (size, text) = &sizes[operand];
        for slot in 0..slots {
            let left = cells_left + CELL_STEP * slot as f64 * scale;
            let rect = Rect::at(corner.moved(left, 0.0), Size::new(side, side));
            match places.index(slot) {
                Some(index) if index < *size => list.rect(role, rect),
                Some(_) => cross_out(rect, progress, list),
                None => list.label(PaintRole::Bracket, rect.middle(), TextStyle::middle(BARS_FONT * scale), "⋯"),
            }
        }
        let end = middle.moved(cells_left + (SIZE_LEFT + CELL_STEP * slots as f64) * scale, 0.0);
        list.label(PaintRole::Bracket, end, font, text);
    }
}

/// The places along which the sizes of a clash are compared: all operands share them.
fn places(clash: &ClashText) -> FoldedAxis {
    let mut sizes = [0; OPERANDS];
    for (place, (size, _)) in sizes.iter_mut().zip(clash.sizes.as_slice()) {
        *place = *size;
    }
    FoldedAxis::of(Ends::of(sizes.get(..clash.sizes.ids().len()).unwrap_or(&sizes)), MAX_CELLS)
}

/// Crosses out a rectangle, as far as the cross has grown.
fn cross_out(rect: Rect, progress: f64, list: &mut DisplayList) {
    let rect = rect.shrunk(1.0 - progress);
    let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
    list.rect(PaintRole::Clash, rect);
    list.line(PaintRole::Clash, Point::new(rect.x, rect.y), Point::new(right, lower));
    list.line(PaintRole::Clash, Point::new(rect.x, lower), Point::new(right, rect.y));
}
