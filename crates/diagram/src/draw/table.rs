//! Draws the axis table: the shapes under each other, with a column for each axis.

use super::cells::inner_role;
use super::titles::is_in_a;
use super::verdict::{self, Written};
use crate::axis_cell::{axis_cell, axis_verdict, empty_place};
use crate::display_list::TextStyle;
use crate::ease::mix;
use crate::frame_state::FrameState;
use crate::measure::GLYPH_WIDTH;
use crate::scene::table::{MARKS, ROW, RULE, VERDICTS, characters};
use crate::scene::{RESULT, ShortName, TableColumns};
use crate::{AxisSize, DisplayList, PaintRole, Panel, Point, Rect, Scene, Size, TablePlace, axis_mark, ease_in_out};
use tensor_broadcasting::OperandId;

/// How far sizes that clash move to the middle between them, in parts of the way: they come near, but do not touch.
const MEETING: f64 = 0.2;
/// The size at which a size that is inserted begins.
const SMALL: f64 = 0.4;
/// How much larger a size is while it is highlighted.
const LARGER: f64 = 1.2;
/// The width and the height of the place of a size that an operand does not have.
const EMPTY_PLACE: [f64; 2] = [0.8, 1.05];
/// How far below the middle of an inner size its mark is.
const UNDER_SIZE: f64 = 0.62;
/// The part of the way of the operands after which the marks appear.
const MARKED: f64 = 0.7;
/// The part of the time of one axis in which the frame comes from the axis before.
const MOVES: f64 = 0.25;

/// Whether a size of a matrix is an inner one: the columns of a first matrix, or the rows of a second one.
const fn is_inner(panel: Panel, nth: usize) -> bool {
    matches!((panel, nth), (Panel::Operand(OperandId::A), 1) | (Panel::Operand(OperandId::B), 0))
}

/// The axis table at one time.
struct Table<'a> {
    state: &'a FrameState<'a>,
    place: TablePlace,
    columns: &'a TableColumns,
}

/// Draws the axis table, where there is one.
pub(super) fn draw(state: &FrameState<'_>, list: &mut DisplayList) {
    if let (Some(place), Some(columns)) = (state.scene.layout().table, &state.scene.table) {
        Table { state, place, columns }.draw(list);
    }
}

/// A size in the axis table that an operand was given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SizePlace {
    /// The operand.
    pub operand: OperandId,
    /// The axis of the operand's own shape, counted from 0.
    pub axis: usize,
    /// The size.
    pub size: u64,
    /// Its cell in the table, in CSS pixels.
    pub place: Rect,
}

/// The sizes of the operands in the axis table at time `t`, in chapters, where they stand: those that are written, row by row.
#[must_use]
pub fn size_places(scene: &Scene, t: f64) -> Vec<SizePlace> {
    let state = &FrameState::new(scene, t);
    let (Some(place), Some(columns)) = (scene.layout().table, &scene.table) else { return Vec::new() };
    let table = Table { state, place, columns };
    let (operation, story) = (scene.operation(), scene.story());
    let ndim = operation.alignment().ndim();
    let mut places = Vec::new();
    for (row, &operand) in operation.operands().iter().enumerate() {
        let missing = operation.alignment().missing(operand);
        let mut add = |column: usize, shift: f64, axis: usize, size: u64| {
            if table.is_shown(column) {
                let place = table.cell(row as f64, column as f64 - shift);
                places.push(SizePlace { operand, axis, size, place });
            }
        };
        for axis in missing..ndim {
            let size = operation.alignment().shape(operand)[axis - missing];
            let shift = if columns.is_whole {
                axis_cell(operation, story, Panel::Operand(operand), axis, state.t).shift
            } else {
                0.0
            };
            add(axis, shift, axis - missing, size);
        }
        let own = ndim - missing;
        let core = operation.core(Some(operand)).into_iter().enumerate();
        for (nth, (column, size)) in core.filter_map(|(column, size)| Some((column, size?))).enumerate() {
            add(ndim + column, 0.0, own + nth, size);
        }
    }
    places
}

/// The places in the axis table that are empty because an operand does not have the axis before its first one: where the next axis of size 1 goes,
/// in CSS pixels.
#[must_use]
pub fn insert_places(scene: &Scene, t: f64) -> Vec<(OperandId, Rect)> {
    let state = &FrameState::new(scene, t);
    let (Some(place), Some(columns)) = (scene.layout().table, &scene.table) else { return Vec::new() };
    let table = Table { state, place, columns };
    let (operation, story) = (scene.operation(), scene.story());
    let next = |(row, &operand): (usize, &OperandId)| {
        let axis = operation.alignment().missing(operand).checked_sub(1).filter(|&axis| table.is_shown(axis))?;
        let is_empty = empty_place(operation, story, operand, axis, t) >= 1.0;
        is_empty.then(|| (operand, table.cell(row as f64, axis as f64)))
    };
    operation.operands().iter().enumerate().filter_map(next).collect()
}

/// The edges of columns in the rows of the axis table at which an axis of size 1 can be inserted into an operand, in CSS pixels, without a width:
/// with the operand and the axis of its own shape that would come after it. An operand that misses axes has places before its first one:
/// [`insert_places`].
#[must_use]
pub fn between_places(scene: &Scene, t: f64) -> Vec<(OperandId, usize, Rect)> {
    let mut places: Vec<(OperandId, usize, Rect)> = Vec::new();
    let ndim = scene.operation().alignment().ndim();
    for SizePlace { operand, axis, place, .. } in size_places(scene, t) {
        let missing = scene.operation().alignment().missing(operand);
        if missing + axis >= ndim {
            // The axes of matrices are not aligned.
            continue;
        }
        if missing + axis == 0 {
            places.push((operand, 0, Rect { w: 0.0, ..place }));
        }
        places.push((operand, axis + 1, Rect { x: place.x + place.w, w: 0.0, ..place }));
    }
    places
}

impl Table<'_> {
    /// The middle of a cell. Rows are counted from that of the first operand.
    fn at(&self, row: f64, column: f64) -> Point {
        let rule = if row as usize == self.operands() { VERDICTS + RULE } else { 0.0 };
        let y = MARKS + rule + (row + 0.5) * ROW;
        self.place.corner.moved(self.columns.middle(column) * self.place.font, y * self.place.font)
    }

    /// A cell with the space around what it says.
    fn cell(&self, row: f64, column: f64) -> Rect {
        let (font, (left, width)) = (self.place.font, self.columns.extent(column));
        let corner = Point::new(self.place.corner.x + left * font, self.at(row, column).y - ROW * font / 2.0);
        Rect::at(corner, Size::new(width * font, ROW * font))
    }

    fn operands(&self) -> usize {
        self.state.scene.operation().operands().len()
    }

    fn draw(&self, list: &mut DisplayList) {
        let (scene, font) = (self.state.scene, self.place.font);
        let ndim = scene.operation().alignment().ndim();
        let last = self.operands() as f64;
        let mut left_out = f64::NEG_INFINITY;
        let marked = self.marked();
        for (axis, column) in self.columns.columns.iter().enumerate() {
            let at = self.at(0.0, axis as f64).moved(0.0, -(MARKS + ROW) / 2.0 * font);
            if !column.is_shown {
                // Columns that are left out have one place.
                if column.left > left_out {
                    left_out = column.left;
                    self.leave_out(axis as f64, list);
                }
                continue;
            }
            let mark = ndim.checked_sub(axis + 1).map_or("", axis_mark);
            if !mark.is_empty() && marked > 0.0 {
                list.label(PaintRole::Table, at, TextStyle::middle(font * self.columns.smaller * marked), mark);
            }
        }
        let rule = self.place.corner.moved(0.0, (MARKS + last * ROW + VERDICTS + RULE / 2.0) * font);
        list.line(PaintRole::Table, rule, rule.moved(self.columns.width * font, 0.0));
        for (row, &panel) in scene.panels().iter().enumerate() {
            self.draw_row(row as f64, panel, list);
        }
        self.draw_verdicts(list);
        self.draw_frames(list);
    }

    /// How large the marks are, from 0 to 1: above shapes that have not lined up they would say what is not so.
    fn marked(&self) -> f64 {
        let scene = self.state.scene;
        let alignment = scene.operation().alignment();
        let is_aligned =
            !self.columns.is_whole || alignment.operands().iter().all(|&operand| alignment.missing(operand) == 0);
        if is_aligned { 1.0 } else { ease_in_out((self.state.align - MARKED) / (1.0 - MARKED)) }
    }

    /// Writes, in each row, that columns are left out.
    fn leave_out(&self, column: f64, list: &mut DisplayList) {
        for row in 0..=self.operands() {
            list.label(PaintRole::Table, self.at(row as f64, column), TextStyle::middle(self.place.font), "⋯");
        }
    }

    /// Whether a column is written.
    fn is_shown(&self, column: usize) -> bool {
        self.columns.columns.get(column).is_some_and(|column| column.is_shown)
    }

    /// Draws the name and the sizes of a row.
    fn draw_row(&self, row: f64, panel: Panel, list: &mut DisplayList) {
        let state = self.state;
        let operation = state.scene.operation();
        let ndim = operation.alignment().ndim();
        let role = panel.operand().map_or(PaintRole::TableResult, PaintRole::table);
        let start = Point::new(self.place.corner.x, self.at(row, 0.0).y);
        self.write_name(role, start, panel, list);
        let story = state.scene.story();
        // Of a vector, the column for the rows or that for the columns stays empty.
        for (nth, size) in operation.core(panel.operand()).into_iter().enumerate() {
            let Some(size) = size.filter(|_| self.is_shown(ndim + nth)) else { continue };
            let is_told = panel != Panel::Result || state.combine > 0.0;
            let role = if is_told { role } else { PaintRole::Table };
            let is_made = panel != Panel::Result || operation.shape().is_some();
            let is_known = is_made && (is_told || state.known);
            let size = if is_known { AxisSize::Size(size) } else { AxisSize::Blank };
            let at = self.at(row, (ndim + nth) as f64);
            self.write(role, at, size, 1.0, list);
            if is_inner(panel, nth) {
                self.mark_inner(at, characters(size), list);
            }
        }
        for axis in (0..ndim).filter(|&axis| self.is_shown(axis)) {
            let cell = axis_cell(operation, story, panel, axis, state.t);
            // Where columns are left out, a shape cannot stand further left.
            let shift = if self.columns.is_whole { cell.shift } else { 0.0 };
            if let Some(operand) = panel.operand() {
                let part = empty_place(operation, story, operand, axis, state.t);
                if part > 0.0 {
                    list.rect(PaintRole::Empty, self.empty_place(row, axis as f64, part));
                }
            }
            let at = self.at(row + self.meeting(axis, row), axis as f64 - shift);
            match cell.size {
                // Of shapes that clash there is no more to know.
                AxisSize::Blank
                    if operation.shape().is_none() && axis_verdict(operation, story, axis, state.t).is_some() => {}
                AxisSize::Blank if panel == Panel::Result => {
                    // What the story has not told is quiet where it is known, else a question mark.
                    let until = if state.known { story.last() as f64 } else { state.t };
                    let size = axis_cell(operation, story, panel, axis, until).size;
                    self.write(PaintRole::Table, at, size, 1.0, list);
                }
                AxisSize::Blank => {}
                AxisSize::Clash => self.write(PaintRole::TableClash, at, cell.size, cell.opacity, list),
                size => {
                    let highlighted = panel.operand().map_or(0.0, |operand| story.highlighted(operand, axis, state.t));
                    let part = mix(SMALL, 1.0, cell.opacity) * mix(1.0, LARGER, highlighted);
                    self.write(role, at, size, part, list);
                }
            }
        }
    }

    /// Draws the verdicts on the axes that have been compared.
    fn draw_verdicts(&self, list: &mut DisplayList) {
        let (scene, font) = (self.state.scene, self.place.font);
        let fonts = [font, font * self.columns.smaller];
        let y = self.place.corner.y + (MARKS + self.operands() as f64 * ROW + VERDICTS / 2.0) * font;
        for axis in (0..scene.operation().alignment().ndim()).filter(|&axis| self.is_shown(axis)) {
            if let Some(verdict) = axis_verdict(scene.operation(), scene.story(), axis, self.state.t) {
                let at = Point { y, ..self.at(0.0, axis as f64) };
                let room = self.columns.extent(axis as f64).1 * font;
                verdict::draw(verdict, at, (room, fonts), &scene.labels, list);
            }
        }
    }

    /// Marks an inner size of a product, as it is marked at the matrices.
    fn mark_inner(&self, at: Point, characters: usize, list: &mut DisplayList) {
        let font = self.place.font;
        let half = characters as f64 * GLYPH_WIDTH * font / 2.0;
        let at = at.moved(-half, UNDER_SIZE * font);
        let role = if inner_role(self.state) == PaintRole::Clash { PaintRole::TableClash } else { PaintRole::Table };
        list.line(role, at, at.moved(2.0 * half, 0.0));
    }

    /// The place of a size that an operand does not have; it grows with `part`.
    fn empty_place(&self, row: f64, column: f64, part: f64) -> Rect {
        let [w, h] = EMPTY_PLACE.map(|length| length * part * self.place.font);
        Rect::at(self.at(row, column).moved(-w / 2.0, -h / 2.0), Size::new(w, h))
    }

    /// Writes the name of a row.
    fn write_name(&self, role: PaintRole, at: Point, panel: Panel, list: &mut DisplayList) {
        let style = TextStyle::start(self.place.font * self.columns.smaller);
        // A result that was written into `a` has its name.
        let written = is_in_a(self.state).then_some(OperandId::A);
        let Some(operand) = panel.operand().or(written) else { return list.label(role, at, style, RESULT) };
        let name = ShortName::new(self.state.scene.operation(), operand, self.columns.max_name);
        _ = list.label_within(role, at, style, f64::INFINITY, &[format_args!("{name}")]);
    }

    /// How far the size of an operand in a row is from its place, in rows: sizes that clash meet, and part again.
    fn meeting(&self, axis: usize, row: f64) -> f64 {
        let (scene, last) = (self.state.scene, (self.operands() - 1) as f64);
        let result = axis_cell(scene.operation(), scene.story(), Panel::Result, axis, self.state.t);
        let meets = result.size == AxisSize::Clash && row <= last;
        if meets { (last / 2.0 - row) * MEETING * 4.0 * result.opacity * (1.0 - result.opacity) } else { 0.0 }
    }

    /// Writes a size, or that it is not known yet.
    fn write(&self, role: PaintRole, at: Point, size: AxisSize, part: f64, list: &mut DisplayList) {
        let font = self.place.font * part;
        let changed =
            if matches!(size, AxisSize::Stretched(_) | AxisSize::Summed(_)) { self.columns.smaller } else { 1.0 };
        let style = TextStyle::middle(font * changed);
        _ = list.label_within(role, at, style, f64::INFINITY, &[format_args!("{}", Written(size))]);
    }

    /// Draws a frame around each column that the chapter is about.
    fn draw_frames(&self, list: &mut DisplayList) {
        let state = self.state;
        let ndim = state.scene.operation().alignment().ndim();
        let mut frame = |column: f64| {
            let TablePlace { corner, font, .. } = self.place;
            let (left, width) = self.columns.extent(column);
            let height = MARKS + (self.operands() + 1) as f64 * ROW + VERDICTS + RULE;
            let size = Size::new(width * font, height * font);
            list.rect(PaintRole::TableFrame, Rect::at(corner.moved(left * font, 0.0), size));
        };
        if let Some(axis) = state.named_axis {
            return frame(axis as f64);
        }
        let chapter = state.chapter();
        // From the last axis to the first, with a stop at each.
        let compared = |axis: &usize| state.compared(*axis) > 0.0 && state.compared(*axis) < 1.0;
        if let Some(axis) = (0..ndim).find(compared) {
            let moved = ease_in_out(state.compared(axis) / MOVES);
            frame(if axis + 1 < ndim { (axis + 1) as f64 - moved } else { axis as f64 });
        }
        for &axis in &chapter.axes {
            frame(axis as f64);
        }
    }
}
