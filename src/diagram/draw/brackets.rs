//! Draws a bracket for each axis of a panel's tensor, with the axis's number and size.

use super::clash::shown_clashes;
use crate::broadcast::OperandId;
use crate::diagram::display_list::TextStyle;
use crate::diagram::ease::mix;
use crate::diagram::frame_state::FrameState;
use crate::diagram::layout::{GLYPH_WIDTH, STACK_LANES};
use crate::diagram::position::stack_rise;
use crate::diagram::{ChapterKind, Direction, DisplayList, PaintRole, Panel, Point, Writing};

/// The length of a bracket's two ends.
const FOOT: f64 = 4.0;
/// The distance of the innermost bracket from the grid.
const NEAR: f64 = 6.0;
/// The distance of a bracket's text from its line.
const TEXT: f64 = 7.5;
/// How much longer than its bracket a text may be.
const TEXT_MARGIN: f64 = 10.0;
/// The distance of the bracket of stacked blocks from the grid.
const STACK_NEAR: f64 = 9.0;
/// The distance of its text from its middle, to the left and upwards.
const STACK_TEXT: f64 = 5.0;
/// The shortest length of the bracket of stacked blocks.
const MIN_STACK: f64 = 6.0;

/// The bracket of one axis of a panel.
struct Bracket<'a> {
    nesting: usize,
    /// The axis number that is shown.
    number: usize,
    /// The length, in CSS pixels.
    length: f64,
    /// The text of the size.
    size: &'a str,
    /// Whether some of the indices are hidden.
    is_folded: bool,
}

/// Draws a bracket for every drawn axis that the panel's tensor has at this time.
pub(super) fn draw(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    for nesting in 0..state.scene.layout().axes.len() {
        let bracket = match panel {
            Panel::Result => result_bracket(state, nesting),
            Panel::Operand(operand) => operand_bracket(state, operand, nesting),
        };
        if let Some(bracket) = bracket {
            draw_bracket(state, panel, &bracket, paint_role(state, panel, nesting), list);
        }
    }
}

/// How the bracket of an axis is drawn in the current chapter.
fn paint_role(state: &FrameState<'_>, panel: Panel, nesting: usize) -> PaintRole {
    let axis = state.scene.layout().axes[nesting].axis;
    let chapter = state.chapter();
    let is_current = chapter.axes.contains(&axis) && state.chapter_number > 1;
    if shown_clashes(state).iter().any(|clash| clash.axis == axis) {
        return PaintRole::Clash;
    }
    match chapter.kind {
        ChapterKind::WriteBack(Writing::DoesNotFit) if is_current => PaintRole::Clash,
        ChapterKind::Insert(operand) | ChapterKind::Stretch(operand)
            if is_current && panel.operand() == Some(operand) =>
        {
            PaintRole::BracketHighlighted
        }
        ChapterKind::Agree if is_current => PaintRole::BracketHighlighted,
        _ => PaintRole::Bracket,
    }
}

fn result_bracket<'a>(state: &FrameState<'a>, nesting: usize) -> Option<Bracket<'a>> {
    let scene = state.scene;
    if state.combine <= 0.0 || scene.operation().shape().is_none() {
        return None;
    }
    let axis = &scene.layout().axes[nesting];
    let size = scene.operation().alignment().axes()[axis.axis].result().unwrap_or(0);
    Some(Bracket {
        nesting,
        number: axis.axis,
        length: scene.grids.aligned.length(nesting, axis.direction),
        size: &scene.text.sizes[nesting].result,
        is_folded: axis.folded.hidden > 0 && size > axis.folded.head,
    })
}

/// The bracket of an axis of an operand as it is now; `None` where the operand does not have the axis yet.
fn operand_bracket<'a>(state: &FrameState<'a>, operand: OperandId, nesting: usize) -> Option<Bracket<'a>> {
    let (scene, grids) = (state.scene, &state.scene.grids);
    let axis = &grids.layout.axes[nesting];
    let at = &scene.operation().alignment().axes()[axis.axis];
    let inserted = match at.given_size(operand) {
        Some(_) => 1.0,
        None if scene.operation().shape().is_some() => state.inserted[operand.position()][nesting],
        None => 0.0,
    };
    if inserted <= 0.0 {
        return None;
    }
    let own = at.size(operand);
    let is_stretching = scene.stretches(Panel::Operand(operand), nesting);
    let stretch = if is_stretching { state.stretch[operand.position()][nesting] } else { 0.0 };
    let texts = &scene.text.sizes[nesting];
    let (size, text) = match at.result() {
        Some(result) if stretch > 0.5 => (result, &texts.result),
        _ => (own, &texts.operands[operand.position()]),
    };
    let given = grids.given[operand.position()].length(nesting, axis.direction);
    let aligned = mix(given, grids.length_of(nesting, own), state.align);
    let length = mix(aligned, grids.aligned.length(nesting, axis.direction), stretch);
    Some(Bracket {
        nesting,
        number: axis_number(state, operand, axis.axis),
        length: length * inserted,
        size: text,
        is_folded: axis.folded.hidden > 0 && size > axis.folded.head,
    })
}

/// The number of an aligned axis of an operand: its own number until all of its missing axes are inserted.
fn axis_number(state: &FrameState<'_>, operand: OperandId, axis: usize) -> usize {
    let missing = state.scene.operation().alignment().missing(operand);
    let begun = &state.scene.story().chapters()[..=state.chapter_number];
    let is_inserted =
        |missing: usize| begun.iter().any(|c| c.kind == ChapterKind::Insert(operand) && c.axes.contains(&missing));
    if (0..missing).all(is_inserted) { axis } else { axis.saturating_sub(missing) }
}

fn draw_bracket(state: &FrameState<'_>, panel: Panel, bracket: &Bracket<'_>, role: PaintRole, list: &mut DisplayList) {
    let grids = &state.scene.grids;
    let &Bracket { nesting, length, .. } = bracket;
    let origin = grids.layout.origins[panel.index()];
    let font = grids.layout.spacing.bracket_font;
    let distance = grids.layout.spacing.lane * grids.layout.lane(nesting) + NEAR;
    match grids.layout.axes[nesting].direction {
        Direction::Across => {
            // The innermost bracket is above the last block of a stack, as far as that is extended. Brackets of whole
            // stacks are above everything.
            let rise = stack_rise(state, panel);
            let start =
                if nesting == 0 { origin.moved(rise, -rise) } else { origin.moved(0.0, -grids.rise_within(nesting)) };
            let start = start.moved(0.0, -distance);
            let end = start.moved(length, 0.0);
            list.line(role, start, end);
            for end in [start, end] {
                list.line(role, end, end.moved(0.0, FOOT));
            }
            let middle = Point::new(start.x + length.max(grids.layout.cell.size.w) / 2.0, start.y - TEXT);
            write_bracket(state, bracket, role, middle, TextStyle::middle(font), list);
        }
        Direction::Down => {
            let start = origin.moved(-distance, -grids.rise_within(nesting));
            let end = start.moved(0.0, length);
            list.line(role, start, end);
            for end in [start, end] {
                list.line(role, end, end.moved(FOOT, 0.0));
            }
            let middle = Point::new(start.x - TEXT, start.y + length.max(grids.layout.cell.size.h) / 2.0);
            write_bracket(state, bracket, role, middle, TextStyle::middle(font).upright(), list);
        }
        Direction::Depth => {
            // Along the edge from the first block to the last; for one block, a short one.
            let start = origin.moved(-STACK_NEAR, 0.0);
            let reach = length.max(MIN_STACK);
            let end = start.moved(reach, -reach);
            list.line(role, start, end);
            for end in [start, end] {
                list.line(role, end, end.moved(FOOT, 0.0));
            }
            let middle = Point::new((start.x + end.x) / 2.0 - STACK_TEXT, (start.y + end.y) / 2.0 - STACK_TEXT);
            write_bracket(state, bracket, role, middle, TextStyle::end(font), list);
        }
    }
}

/// Writes the longest text that fits along a bracket.
fn write_bracket(
    state: &FrameState<'_>,
    &Bracket { nesting, number, length, size, is_folded }: &Bracket<'_>,
    role: PaintRole,
    at: Point,
    style: TextStyle,
    list: &mut DisplayList,
) {
    let layout = state.scene.layout();
    let space = match layout.axes[nesting].direction {
        Direction::Across | Direction::Down => length.max(layout.cell.size.h),
        // To the left of the edge, up to the next bracket.
        Direction::Depth => length / 2.0 + STACK_LANES * layout.spacing.lane - TEXT_MARGIN,
    };
    let characters = (space + TEXT_MARGIN) / (layout.spacing.bracket_font * GLYPH_WIDTH);
    let axis = state.scene.labels.axis;
    let hidden = &state.scene.text.sizes[nesting].hidden;
    let wordings = [
        format_args!("{axis} {number}: {size} ({hidden} ⋯)"),
        format_args!("{axis} {number}: {size}"),
        format_args!("{number}: {size}"),
        format_args!("{size}"),
    ];
    let wordings = if is_folded { &wordings[..] } else { &wordings[1..] };
    list.label_within(role, at, style, characters, wordings);
}
