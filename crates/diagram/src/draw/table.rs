//! Draws the axis table: the shapes under each other, with a column for each axis.

use std::fmt;

use crate::axis_cell::axis_cell;
use crate::display_list::TextStyle;
use crate::ease::mix;
use crate::frame_state::FrameState;
use crate::layout::TablePlace;
use crate::scene::table::{CHANGED, LONG, MARKS, MAX_NAME, NAME, ROW, RULE, columns};
use crate::scene::{RESULT, TableWidths};
use crate::{AxisSize, ChapterKind, DisplayList, PaintRole, Panel, Point, Rect, Size, axis_mark, ease_in_out};

/// The font size of a mark.
const MARK: f64 = 0.75;
/// How far sizes that clash move to the middle between them, in parts of the way.
const MEETING: f64 = 0.5;
/// How much higher a size that is inserted begins, in rows, and its size then.
const FALL: f64 = 0.8;
const SMALL: f64 = 0.4;
/// The part of the time of one axis after which the frame moves to the next one.
const LOOKED_AT: f64 = 0.6;

/// The opacity of the table half way between its places.
const FAINTEST: f64 = 0.3;
/// What it is drawn with.
const ROLES: [PaintRole; 7] = [
    PaintRole::TableFrame,
    PaintRole::Table,
    PaintRole::TableA,
    PaintRole::TableB,
    PaintRole::TableC,
    PaintRole::TableResult,
    PaintRole::TableClash,
];

/// The axis table at one time.
struct Table<'a> {
    state: &'a FrameState<'a>,
    corner: Point,
    font: f64,
    widths: TableWidths,
}

/// Draws the axis table, where it has room.
pub(super) fn draw(state: &FrameState<'_>, list: &mut DisplayList) {
    let Some([own, large]) = state.scene.layout().table else { return };
    let progress = state.large_table();
    let between = |of: fn(TablePlace) -> f64| mix(of(own), of(large), progress);
    let corner = Point::new(between(|place| place.corner.x), between(|place| place.corner.y));
    let table = Table { state, corner, font: between(|place| place.font), widths: state.scene.table };
    table.draw(list);
    // On its way it covers other things.
    let alpha = 1.0 - (1.0 - FAINTEST) * 4.0 * progress * (1.0 - progress);
    for role in ROLES {
        list.layer_mut(role).alpha = alpha;
    }
}

impl Table<'_> {
    /// The middle of a cell. Rows are counted from that of the first operand.
    fn at(&self, row: f64, column: f64) -> Point {
        let rule = if row as usize == self.operands() { RULE } else { 0.0 };
        let x = self.widths.names + (column + 0.5) * self.widths.column;
        self.corner.moved(x * self.font, (MARKS + rule + (row + 0.5) * ROW) * self.font)
    }

    fn operands(&self) -> usize {
        self.state.scene.operation().operands().len()
    }

    fn draw(&self, list: &mut DisplayList) {
        let (scene, font) = (self.state.scene, self.font);
        let operation = scene.operation();
        let (ndim, all) = (operation.alignment().ndim(), columns(operation));
        let last = self.operands() as f64;
        for axis in 0..ndim {
            let at = self.at(0.0, axis as f64).moved(0.0, -(MARKS + ROW) / 2.0 * font);
            let mark = axis_mark(ndim - 1 - axis);
            if !mark.is_empty() {
                list.label(PaintRole::Table, at, TextStyle::middle(font * MARK), mark);
            }
        }
        let rule = self.corner.moved(0.0, (MARKS + last * ROW + RULE / 2.0) * font);
        let width = (self.widths.names + all as f64 * self.widths.column) * font;
        list.line(PaintRole::Table, rule, rule.moved(width, 0.0));
        for (row, &panel) in scene.panels().iter().enumerate() {
            self.draw_row(row as f64, panel, list);
        }
        self.draw_frames(list);
    }

    /// Draws the name and the sizes of a row.
    fn draw_row(&self, row: f64, panel: Panel, list: &mut DisplayList) {
        let (state, font) = (self.state, self.font);
        let operation = state.scene.operation();
        let ndim = operation.alignment().ndim();
        let role = panel.operand().map_or(PaintRole::TableResult, PaintRole::table);
        let start = Point::new(self.corner.x, self.at(row, 0.0).y);
        self.write_name(role, start, panel, list);
        let story = state.scene.story();
        let core = operation.core(panel.operand()).into_iter().flatten();
        for (nth, size) in core.enumerate() {
            let is_told = panel != Panel::Result || state.combine > 0.0;
            let role = if is_told { role } else { PaintRole::Table };
            let size = if is_told || state.known { AxisSize::Size(size) } else { AxisSize::Blank };
            self.write(role, self.at(row, (ndim + nth) as f64), size, 1.0, list);
        }
        for axis in 0..ndim {
            let cell = axis_cell(operation, story, panel, axis, state.t);
            let at = self.at(row + self.meeting(axis, row), axis as f64 - cell.shift);
            let at = at.moved(0.0, -cell.rise * FALL * ROW * font);
            match cell.size {
                AxisSize::Blank if panel == Panel::Result => {
                    // What the story has not told is quiet where it is known, else a question mark.
                    let until = if state.known { story.last() as f64 } else { state.t };
                    let size = axis_cell(operation, story, panel, axis, until).size;
                    self.write(PaintRole::Table, at, size, 1.0, list);
                }
                AxisSize::Blank => {}
                AxisSize::Clash => self.write(PaintRole::TableClash, at, cell.size, cell.opacity, list),
                size => self.write(role, at, size, mix(SMALL, 1.0, cell.opacity), list),
            }
        }
    }

    /// Writes the name of a row: of a long name its beginning, or its end where another operand's name begins so too.
    fn write_name(&self, role: PaintRole, at: Point, panel: Panel, list: &mut DisplayList) {
        let (operation, style) = (self.state.scene.operation(), TextStyle::start(self.font * NAME));
        let Some(operand) = panel.operand() else { return list.label(role, at, style, RESULT) };
        let name = operation.name(operand);
        let length = name.chars().count();
        if length <= MAX_NAME {
            return list.label(role, at, style, name);
        }
        let room = MAX_NAME - 1;
        let mut others = operation.operands().iter().filter(|&&other| other != operand);
        let is_same = others.any(|&other| operation.name(other).chars().take(room).eq(name.chars().take(room)));
        let tail = name.char_indices().nth(length - room).and_then(|(from, _)| name.get(from..)).unwrap_or(name);
        let wording = if is_same { format_args!("…{tail}") } else { format_args!("{name:.room$}…") };
        _ = list.label_within(role, at, style, f64::INFINITY, &[wording]);
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
        let font = self.font * part;
        let changed = if matches!(size, AxisSize::Stretched(_) | AxisSize::Summed(_)) { CHANGED } else { 1.0 };
        let style = TextStyle::middle(font * changed);
        _ = list.label_within(role, at, style, f64::INFINITY, &[format_args!("{}", Written(size))]);
    }

    /// Draws a frame around each column that the chapter is about.
    fn draw_frames(&self, list: &mut DisplayList) {
        let state = self.state;
        let ndim = state.scene.operation().alignment().ndim();
        let mut frame = |column: f64| {
            let (w, h) =
                (self.widths.column * self.font, (MARKS + (self.operands() + 1) as f64 * ROW + RULE) * self.font);
            let left = self.corner.x + self.widths.names * self.font + column * w;
            list.rect(PaintRole::TableFrame, Rect::at(Point::new(left, self.corner.y), Size::new(w, h)));
        };
        let chapter = state.chapter();
        if chapter.kind == ChapterKind::Align && state.t < 1.0 && ndim > 0 {
            // From the last axis to the first, with a stop at each.
            let time = state.t * ndim as f64;
            let moved = ease_in_out((time.fract() - LOOKED_AT) / (1.0 - LOOKED_AT));
            frame((ndim as f64 - 1.0 - time.floor() - moved).max(0.0));
        }
        for &axis in &chapter.axes {
            frame(axis as f64);
        }
    }
}

/// What a cell says; `?` where that is not known yet. Large sizes are rounded down.
struct Written(AxisSize);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = match self.0 {
            AxisSize::Blank => return f.write_str("?"),
            AxisSize::Clash => return f.write_str("✗"),
            AxisSize::Stretched(size) => {
                f.write_str("1→")?;
                size
            }
            AxisSize::Summed(size) => {
                f.write_str("Σ")?;
                size
            }
            AxisSize::Size(size) => size,
        };
        if size < LONG {
            return write!(f, "{size}");
        }
        let zeros = size.ilog10();
        let tenths = size / 10_u64.pow(zeros - 1);
        write!(f, "{}.{}e{zeros}", tenths / 10, tenths % 10)
    }
}
