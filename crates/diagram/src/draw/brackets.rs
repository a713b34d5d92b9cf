//! Draws a bracket for each axis of a panel's tensor, with the axis's number and size.

use super::SizePlace;
use super::clash::shown_clashes;
use super::titles::is_in_a;
use crate::display_list::TextStyle;
use crate::ease::{clamp, mix};
use crate::frame_state::FrameState;
use crate::layout::STACK_LANES;
use crate::measure::GLYPH_WIDTH;
use crate::position::stack_rise;
use crate::{ChapterKind, Direction, DisplayList, PaintRole, Panel, Point, Rect, Scene, Writing, axis_mark};
use tensor_broadcasting::OperandId;

/// The width of a lane for which the lengths here are given, in CSS pixels.
const LANE: f64 = 19.0;
/// The length of a bracket's two ends.
const FOOT: f64 = 4.0;
/// The distance of the innermost bracket from the grid.
const NEAR: f64 = 6.0;
/// The distance of a bracket's text from its line.
const TEXT: f64 = 7.5;
/// The distance of the bracket of stacked blocks from the grid.
const STACK_NEAR: f64 = 9.0;
/// The distance of its text from its middle, to the left and upwards.
const STACK_TEXT: f64 = 5.0;
/// The length of the text of a bracket in a grid that is wide enough, in characters: `axis 1: 3`.
const WHOLE_TEXT: f64 = 9.0;
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
    /// The number of its indices that are hidden; empty where there are none.
    hidden: &'a str,
    /// Whether the operand has this axis.
    presence: Presence,
}

/// Whether an operand has an axis of the aligned shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// It has the axis.
    Present,
    /// It does not have the axis: only the axis's mark is drawn.
    Missing,
    /// It gets the axis in the current chapter.
    Inserted,
}

/// Draws a bracket for every drawn axis that the panel's tensor has at this time.
pub(super) fn draw(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    if panel == Panel::Result && is_in_a(state) {
        return;
    }
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
    if shown_clashes(state).iter().any(|clash| clash.axis == Some(axis)) {
        return PaintRole::Clash;
    }
    match chapter.kind {
        ChapterKind::WriteBack(Writing::DoesNotFit) if is_current => PaintRole::Clash,
        ChapterKind::Insert(operand) | ChapterKind::Stretch(operand)
            if is_current && panel.operand() == Some(operand) =>
        {
            PaintRole::BracketHighlighted
        }
        ChapterKind::Gradient if panel.operand().is_some() && state.scene.stretches(panel, nesting) => {
            PaintRole::BracketHighlighted
        }
        _ if state.named_axis == Some(axis) => PaintRole::BracketHighlighted,
        ChapterKind::Agree if is_current => PaintRole::BracketHighlighted,
        _ => match panel.operand().map(|operand| state.scene.story().highlighted(operand, axis, state.t)) {
            Some(highlighted) if highlighted > 0.0 => PaintRole::BracketHighlighted,
            _ => PaintRole::Bracket,
        },
    }
}

fn result_bracket<'a>(state: &FrameState<'a>, nesting: usize) -> Option<Bracket<'a>> {
    let scene = state.scene;
    if state.combine <= 0.0 || scene.operation().shape().is_none() {
        return None;
    }
    let axis = &scene.layout().axes[nesting];
    Some(Bracket {
        nesting,
        number: axis.axis,
        length: scene.grids.aligned.length(nesting, axis.direction),
        size: &scene.text.sizes[nesting].result,
        hidden: &scene.text.sizes[nesting].hidden_of_result,
        presence: Presence::Present,
    })
}

/// The bracket of an axis of an operand as it is now; `None` until the operands are compared on an axis that this one
/// does not have.
fn operand_bracket<'a>(state: &FrameState<'a>, operand: OperandId, nesting: usize) -> Option<Bracket<'a>> {
    let (scene, grids) = (state.scene, &state.scene.grids);
    let axis = &grids.layout.axes[nesting];
    let at = &scene.operation().alignment().axes()[axis.axis];
    let inserted = match at.given_size(operand) {
        Some(_) => 1.0,
        None if scene.operation().shape().is_some() => state.inserted[operand.position()][nesting],
        None => 0.0,
    };
    if inserted <= 0.0 && state.compared(axis.axis) <= 0.0 {
        return None;
    }
    let is_inserted_now = at.given_size(operand).is_none() && state.chapter().kind == ChapterKind::Insert(operand);
    let presence = match inserted {
        0.0 => Presence::Missing,
        _ if is_inserted_now => Presence::Inserted,
        _ => Presence::Present,
    };
    let is_stretching = scene.stretches(Panel::Operand(operand), nesting);
    let stretch = if is_stretching { state.stretch[operand.position()][nesting] } else { 0.0 };
    let texts = &scene.text.sizes[nesting];
    let (text, hidden) = match at.result() {
        Some(_) if stretch > 0.5 => (&texts.result, &texts.hidden_of_result),
        _ => (&texts.operands[operand], &texts.hidden[operand]),
    };
    let given = grids.given[operand].length(nesting, axis.direction);
    let length = mix(given, aligned_length(state, operand, nesting), state.align);
    Some(Bracket {
        nesting,
        number: axis_number(state, operand, axis.axis),
        length: if is_inserted_now { length } else { length * inserted },
        size: text,
        hidden,
        presence,
    })
}

/// The length of the cells of an operand along a drawn axis as they are now, in the aligned layout.
fn aligned_length(state: &FrameState<'_>, operand: OperandId, nesting: usize) -> f64 {
    let (scene, grids) = (state.scene, &state.scene.grids);
    let axes = &grids.layout.axes;
    let direction = axes[nesting].direction;
    if direction == Direction::Depth {
        let panel = Panel::Operand(operand);
        return grids.layout.rises[panel.index()] * state.stack_progress(panel);
    }
    let cell = if direction == Direction::Across { grids.layout.cell.size.w } else { grids.layout.cell.size.h };
    let along = axes.iter().enumerate().take(nesting + 1).filter(|(_, axis)| axis.direction == direction);
    along.fold(cell, |length, (nesting, axis)| {
        // To the end of the last one of so many slots, of which a fold is not as long as what it stands for.
        let until = |slots: usize| match slots.checked_sub(1) {
            Some(last) if axis.folded.index(last).is_none() => {
                grids.aligned.offsets[nesting][last] + grids.layout.fold_length(nesting)
            }
            Some(last) => grids.aligned.offsets[nesting][last] + length,
            None => length,
        };
        let own = scene.operation().alignment().axes()[axis.axis].size(operand);
        let given = until(axis.folded.slots_of(own)).max(length);
        match scene.stretches(Panel::Operand(operand), nesting) {
            true => mix(given, until(axis.folded.slots()), state.stretch[operand.position()][nesting]),
            false => given,
        }
    })
}

/// The number of an aligned axis of an operand: its own number until its missing axes are inserted. In a clash nothing is
/// inserted: once the shapes have been lined up, the number is that of the aligned axis, as in the messages.
fn axis_number(state: &FrameState<'_>, operand: OperandId, axis: usize) -> usize {
    let missing = state.scene.operation().alignment().missing(operand);
    let begun = &state.scene.story().chapters()[..=state.chapter_number];
    let is_inserted = begun.iter().any(|chapter| chapter.kind == ChapterKind::Insert(operand));
    let is_aligned_clash = state.scene.operation().shape().is_none() && state.chapter_number > 0;
    if is_inserted && !state.gradient.is_over || is_aligned_clash { axis } else { axis.saturating_sub(missing) }
}

/// Where a bracket is.
struct Placed {
    /// The two ends of its line.
    line: [Point; 2],
    /// The way from an end of the line to the end of its foot.
    foot: Point,
    /// The middle of its text, where that has room.
    middle: Point,
    /// How the text is written.
    style: TextStyle,
    /// Between which ends the text has to be, along its line.
    ends: [f64; 2],
}

impl Placed {
    /// Whether at least the mark of a fold has room between the ends: else there is no text.
    fn has_text(&self, state: &FrameState<'_>) -> bool {
        self.ends[1] - self.ends[0] >= GLYPH_WIDTH * state.scene.layout().spacing.bracket_font
    }
}

/// Places a bracket of a panel.
fn place(state: &FrameState<'_>, panel: Panel, bracket: &Bracket<'_>) -> Placed {
    let grids = &state.scene.grids;
    let layout = &grids.layout;
    let &Bracket { nesting, length, .. } = bracket;
    let (origin, resting) = (state.origin(panel), layout.origin(panel));
    // The brackets of a tray move with it, as far as they are in lanes of that direction.
    let tray = panel.operand().filter(|_| bracket.presence == Presence::Inserted).map(|operand| state.tray(operand));
    let origin = match tray {
        Some((Some(axis), _, shift)) if layout.axes[axis].direction == layout.axes[nesting].direction => {
            origin.moved(shift.x, shift.y)
        }
        _ => origin,
    };
    let (lanes, upper) = (layout.lanes(), resting.y - layout.rises[panel.index()]);
    // How far the stack is extended now.
    let rise = stack_rise(state, panel);
    let rise_within = if grids.stacked.is_some_and(|stacked| stacked < nesting) { rise } else { 0.0 };
    let unit = layout.spacing.lane / LANE;
    let distance = layout.spacing.lane * layout.lane(nesting) + NEAR * unit;
    let style = TextStyle::middle(layout.spacing.bracket_font);
    match layout.axes[nesting].direction {
        Direction::Across => {
            // The innermost bracket is above the last block of a stack, as far as that is extended. Brackets of whole
            // stacks are above everything.
            let start = if nesting == 0 { origin.moved(rise, -rise) } else { origin.moved(0.0, -rise_within) };
            let start = start.moved(0.0, -distance);
            let middle = Point::new(start.x + length.max(layout.cell.size.w) / 2.0, start.y - TEXT * unit);
            // The brackets of this direction are one above the other, so that each text has the panel's whole width.
            let left = origin.x - lanes.w;
            // The text of the bracket of a stack is at its left.
            let right = resting.x - lanes.w + layout.widths[panel.index()];
            let ends = [if grids.stacked.is_some() { origin.x } else { left }, right];
            let line = [start, start.moved(length, 0.0)];
            Placed { line, foot: Point::new(0.0, FOOT * unit), middle, style, ends }
        }
        Direction::Down => {
            let start = origin.moved(-distance, -rise_within);
            let middle = Point::new(start.x - TEXT * unit, start.y + length.max(layout.cell.size.h) / 2.0);
            // The text of the bracket of a stack is above the brackets of the first block.
            let is_of_block = grids.stacked.is_some_and(|stacked| nesting < stacked);
            let top = if is_of_block { origin.y } else { upper + (origin.y - resting.y) };
            let ends = [top, upper + layout.grids[panel.index()].h];
            let line = [start, start.moved(0.0, length)];
            Placed { line, foot: Point::new(FOOT * unit, 0.0), middle, style: style.upright(), ends }
        }
        Direction::Depth => {
            // Along the edge from the first block to the last; for one block, a short one.
            let start = origin.moved(-STACK_NEAR * unit, 0.0);
            let reach = length.max(MIN_STACK);
            let end = start.moved(reach, -reach);
            // To the left of the edge, up to the next bracket.
            let right = (start.x + end.x) / 2.0 - STACK_TEXT * unit;
            let left = origin.x - layout.spacing.lane * (layout.lane(nesting) + STACK_LANES + 1.0);
            let middle = Point::new(right, (start.y + end.y) / 2.0 - STACK_TEXT * unit);
            Placed { line: [start, end], foot: Point::new(FOOT * unit, 0.0), middle, style, ends: [left, right] }
        }
    }
}

fn draw_bracket(state: &FrameState<'_>, panel: Panel, bracket: &Bracket<'_>, role: PaintRole, list: &mut DisplayList) {
    let placed = place(state, panel, bracket);
    draw_line(bracket, role, placed.line, placed.foot, list);
    write_bracket(state, bracket, role, &placed, list);
}

/// The sizes of the operands beside their brackets at time `t`, in chapters, where they stand: those that are the operand's own, because a
/// stretched axis has the result's.
#[must_use]
pub fn bracket_places(scene: &Scene, t: f64) -> Vec<SizePlace> {
    let state = &FrameState::new(scene, t);
    let alignment = scene.operation().alignment();
    let mut places = Vec::new();
    for &operand in alignment.operands() {
        for (nesting, axis_layout) in scene.layout().axes.iter().enumerate() {
            let axis = axis_layout.axis;
            let is_stretched =
                scene.stretches(Panel::Operand(operand), nesting) && state.stretch[operand.position()][nesting] > 0.0;
            let own = axis.checked_sub(alignment.missing(operand)).filter(|_| !is_stretched);
            let size = alignment.axes()[axis].given_size(operand);
            let bracket = operand_bracket(state, operand, nesting);
            if let (Some(axis), Some(size), Some(bracket)) = (own, size, bracket) {
                let placed = place(state, Panel::Operand(operand), &bracket);
                if !placed.has_text(state) {
                    continue;
                }
                let Placed { middle, ends: [low, high], .. } = placed;
                let (spacing, is_upright) = (&scene.layout().spacing, axis_layout.direction == Direction::Down);
                // The text is moved until it is between its ends.
                let along = (WHOLE_TEXT * GLYPH_WIDTH * spacing.bracket_font).min(high - low).max(0.0);
                let at = if is_upright { middle.y } else { middle.x };
                let at = clamp(at, low + along / 2.0, high - along / 2.0);
                let lane = spacing.lane;
                let place = if is_upright {
                    Rect { x: middle.x - lane / 2.0, y: at - along / 2.0, w: lane, h: along }
                } else {
                    Rect { x: at - along / 2.0, y: middle.y - lane / 2.0, w: along, h: lane }
                };
                places.push(SizePlace { operand, axis, size, place });
            }
        }
    }
    places
}

/// Draws the line of a bracket, with a foot at each end.
fn draw_line(bracket: &Bracket<'_>, role: PaintRole, ends: [Point; 2], foot: Point, list: &mut DisplayList) {
    if bracket.presence == Presence::Missing {
        return;
    }
    let [start, end] = ends;
    list.line(role, start, end);
    for end in ends {
        list.line(role, end, end.moved(foot.x, foot.y));
    }
}

/// Writes the longest text of a bracket that fits between its ends.
fn write_bracket(
    state: &FrameState<'_>,
    &Bracket { nesting, number, size, hidden, presence, .. }: &Bracket<'_>,
    role: PaintRole,
    placed: &Placed,
    list: &mut DisplayList,
) {
    if !placed.has_text(state) {
        return;
    }
    let &Placed { middle, style, ends, .. } = placed;
    let scene = state.scene;
    let ndim = scene.operation().alignment().ndim();
    let mark = axis_mark(ndim - 1 - scene.layout().axes[nesting].axis);
    let gap = if mark.is_empty() { "" } else { " " };
    let axis = scene.labels.axis;
    let mark = match presence {
        Presence::Present => format_args!("{mark}{gap}"),
        Presence::Inserted => {
            let wordings = [format_args!("{mark}{gap}{size}"), format_args!("{size}")];
            return list.label_between(role, middle, style, ends, &wordings);
        }
        Presence::Missing => {
            let wordings = [format_args!("{mark}{gap}–"), format_args!("–")];
            return list.label_between(role, middle, style, ends, &wordings);
        }
    };
    let wordings = [
        format_args!("{mark}{axis} {number}: {size} ({hidden} ⋯)"),
        format_args!("{mark}{axis} {number}: {size}"),
        format_args!("{mark}{number}: {size}"),
        format_args!("{mark}{size}"),
        format_args!("{size}"),
        // A folded axis can be shorter than the text of its size.
        format_args!("⋯"),
    ];
    let [_, unfolded @ .., _] = &wordings;
    list.label_between(role, middle, style, ends, if hidden.is_empty() { unfolded } else { &wordings });
}
