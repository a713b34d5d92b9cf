//! The positions of the panels in the box, with their titles, brackets and signs.

use super::grid::{grid_size, rise};
use super::table::{TableBox, TablePlace, TableSide};
use super::{Cell, Direction, DrawnAxis, Layout, LayoutOptions, Needs, TITLE_FONT};
use crate::ease::clamp;
use crate::panel::PANELS;
use crate::{Panel, Point, Size};
use tensor_broadcasting::OperandId;

/// How the panels are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Side by side, each under its title.
    Row,
    /// One under the other, each with its title at its left.
    ColumnTitlesBeside,
    /// One under the other, each under its title.
    ColumnTitlesAbove,
    /// In two rows, each under its title: of two operands the result is at the right below, beside the axis table.
    TwoRows,
    /// The operands one under the other, on the same columns, each under its title, and the result beside them.
    OperandsUnder,
}

impl Arrangement {
    /// The arrangements that suit any story, in the order of preference.
    pub(super) const ALL: [Self; 4] = [Self::Row, Self::ColumnTitlesBeside, Self::ColumnTitlesAbove, Self::TwoRows];
    /// The one in which it is seen which sizes are compared.
    pub(super) const UNDER: [Self; 1] = [Self::OperandsUnder];

    /// The column and the row of a panel of this number.
    const fn place(self, number: usize, operands: usize) -> [usize; 2] {
        match self {
            Self::Row => [number, 0],
            Self::ColumnTitlesBeside | Self::ColumnTitlesAbove => [0, number],
            Self::TwoRows if operands == 2 && number == 2 => [1, 1],
            Self::TwoRows => [number % 2, number / 2],
            // The result is in the middle of the height of all rows.
            Self::OperandsUnder if number == operands => [1, 0],
            Self::OperandsUnder => [0, number],
        }
    }
}

/// The space of titles, brackets and signs. Lengths are in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Whether there is little space: titles are names without shapes, a clash is drawn in short form, and no text is
    /// under a panel.
    pub is_tight: bool,
    /// How much larger than in small cells titles and signs are drawn.
    pub scale: f64,
    /// The width of the lane in which one bracket is drawn.
    pub lane: f64,
    /// The font size of a bracket's text.
    pub bracket_font: f64,
    /// The font size of the elements that are being combined.
    pub equation_font: f64,
    /// The height of a title above a panel.
    title: f64,
    /// The space between panels that are side by side, for the operator.
    between: f64,
    /// The least width of that space, and of the one at the left of panels that are one under the other.
    word: f64,
    /// The height of the line for the elements that are being combined.
    equation: f64,
}

impl Spacing {
    /// Where there is much space.
    pub(crate) const WIDE: Self = Self {
        is_tight: false,
        scale: 1.0,
        lane: 19.0,
        bracket_font: 11.5,
        equation_font: 18.0,
        title: 28.0,
        between: 40.0,
        word: 0.0,
        equation: 44.0,
    };
    /// Where there is little space.
    pub(crate) const TIGHT: Self = Self {
        is_tight: true,
        scale: 1.0,
        lane: 15.0,
        bracket_font: 11.0,
        equation_font: 13.0,
        title: 22.0,
        between: 24.0,
        word: 0.0,
        equation: 24.0,
    };

    /// The same spacing, with room for a sign of a width.
    pub(super) const fn with_word(self, word: f64) -> Self {
        Self { word, ..self }
    }

    /// The same spacing beside cells of a size: texts and signs grow with them.
    pub(super) fn beside(self, cell: Cell) -> Self {
        let base = if self.is_tight { Self::TIGHT } else { Self::WIDE };
        let scale = if cell.font.is_some() { clamp(cell.size.h / UNSCALED, 1.0, MAX_SCALE) } else { 1.0 };
        let brackets = 1.0 + (scale - 1.0) * BRACKETS;
        Self {
            scale,
            lane: (base.lane * brackets).floor(),
            bracket_font: base.bracket_font * brackets,
            equation_font: base.equation_font * scale,
            title: base.title * scale,
            between: (base.between * scale).min(MAX_BETWEEN).max(self.word),
            word: self.word,
            equation: base.equation * scale,
            ..base
        }
    }

    /// The space at the left of panels that are one under the other, for the operator.
    fn sign(&self) -> f64 {
        (SIGN * self.scale).max(self.word)
    }

    /// The space between panels that are one under the other.
    fn under(&self) -> f64 {
        UNDER * self.scale
    }
}

/// The height of the largest cells beside which texts and signs have their smallest size, how much larger they become, and the part of
/// it by which brackets grow.
const UNSCALED: f64 = 48.0;
const MAX_SCALE: f64 = 2.0;
const BRACKETS: f64 = 0.6;
/// The largest space between panels that are side by side.
const MAX_BETWEEN: f64 = 48.0;

/// The height of a line of text under a panel.
const FOOTNOTE: f64 = 18.0;
/// The space at the left of panels that are one under the other, for the operator, in small cells.
const SIGN: f64 = 30.0;
/// The space beside a sign that is a word, on both sides together.
const BESIDE_SIGN: f64 = 5.0;
/// The smallest distance from the middle of a sign to the lower edge of its panel: half a sign less the space above the
/// text of the line under the panels.
const SIGN_BELOW: f64 = 6.0;
/// The space between panels that are one under the other, in small cells.
const UNDER: f64 = 14.0;
/// The space of the bracket of a stack, in lanes.
pub(crate) const STACK_LANES: f64 = 2.0;
/// The margin around everything, so that lines and texts on the edge are not cut.
pub(super) const MARGIN: f64 = 8.0;

/// How the panels are arranged, and where the axis table stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Composition {
    pub(super) arrangement: Arrangement,
    pub(super) table: Option<TableBox>,
}

/// The sizes of everything in a drawing.
struct Plan {
    /// The grid of each panel; of a result that is the picture of a clash, that picture.
    grids: [Size; PANELS],
    /// Each panel with its brackets, its line of text and, where that is above it, its title.
    panels: [Size; PANELS],
    /// The width of a title beside a panel.
    title: f64,
    /// The height of the line under the panels.
    equation: f64,
    /// The space at the left of the panels, for a sign.
    left: f64,
    /// The widths of the columns of panels, and the heights of their rows, with the space between them.
    columns: [f64; PANELS],
    rows: [f64; PANELS],
    /// All panels with the line under them.
    all: Size,
    /// The whole drawing.
    whole: Size,
}

impl LayoutOptions {
    /// The needs with a spacing.
    pub(crate) fn needs(&self, spacing: Spacing) -> Needs {
        let needs = if spacing.is_tight { self.tight } else { self.wide };
        let clash = needs.clash.map(|clash| Size::new(clash.w * spacing.scale, clash.h * spacing.scale));
        Needs { clash, ..needs }
    }

    /// The sizes of everything beside cells of a size.
    fn plan(&self, axes: &[DrawnAxis], cell: Cell, composition: &Composition, spacing: Spacing) -> Plan {
        let Composition { arrangement, table } = *composition;
        let lanes = lanes(axes, spacing);
        let Needs { title, clash, footnote } = self.needs(spacing);
        let is_above = arrangement != Arrangement::ColumnTitlesBeside;
        let below = if footnote.is_some() { FOOTNOTE } else { 0.0 };
        let (mut grids, mut panels) = ([Size::default(); PANELS], [Size::default(); PANELS]);
        // Where there is a result, all panels show the same grid.
        let all = grid_size(axes, cell, Panel::Result);
        let is_same = axes.iter().all(DrawnAxis::is_same_in_all);
        for &panel in Panel::of(OperandId::first(self.operands)) {
            let grid = if is_same { all } else { grid_size(axes, cell, panel) };
            let clash = clash.filter(|_| panel == Panel::Result);
            let size = match clash {
                Some(clash) => clash,
                None => Size::new(lanes.w + grid.w.max(footnote.unwrap_or(0.0)), lanes.h + grid.h + below),
            };
            grids[panel.index()] = clash.unwrap_or(grid);
            panels[panel.index()] = if is_above { Size::new(size.w.max(title), size.h + spacing.title) } else { size };
        }
        let (mut columns, mut rows) = ([0.0_f64; PANELS], [0.0_f64; PANELS]);
        for (number, &panel) in Panel::of(OperandId::first(self.operands)).iter().enumerate() {
            let [column, row] = arrangement.place(number, self.operands);
            columns[column] = columns[column].max(panels[panel.index()].w);
            if self.is_in_row(arrangement, number) {
                rows[row] = rows[row].max(panels[panel.index()].h);
            }
        }
        if let Some(table) = table.filter(|table| table.side == TableSide::Quarter) {
            columns[0] = columns[0].max(table.size.w);
            rows[1] = rows[1].max(table.size.h);
        }
        let left = match arrangement {
            Arrangement::Row => 0.0,
            Arrangement::TwoRows if self.operands == 2 => 0.0,
            _ => spacing.sign(),
        };
        let title = if is_above { 0.0 } else { title * spacing.scale };
        let equation = if self.equation { spacing.equation } else { 0.0 };
        let sum = |lengths: &[f64; PANELS], between: f64| {
            let used = lengths.iter().filter(|length| **length > 0.0);
            used.fold(-between, |sum, length| sum + length + between)
        };
        let mut high = sum(&rows, spacing.under());
        if arrangement == Arrangement::OperandsUnder {
            high = high.max(panels[Panel::Result.index()].h);
        }
        let all = Size::new(left + title + sum(&columns, spacing.between), high + equation);
        let inner = match table.map(|table| (table.side, table.size, table.taken())) {
            Some((TableSide::Beside, size, taken)) => Size::new(all.w + taken.w, all.h.max(size.h)),
            Some((TableSide::Above, size, taken)) => Size::new(all.w.max(size.w), all.h + taken.h),
            Some((TableSide::Quarter, ..)) | None => all,
        };
        let whole = Size::new(inner.w + 2.0 * MARGIN, inner.h + 2.0 * MARGIN);
        Plan { grids, panels, title, equation, left, columns, rows, all, whole }
    }

    /// The size of the whole drawing.
    pub(super) fn needed(&self, axes: &[DrawnAxis], cell: Cell, composition: &Composition, spacing: Spacing) -> Size {
        self.plan(axes, cell, composition, spacing.beside(cell)).whole
    }

    /// Whether a panel belongs to one row: beside operands that are one under the other, the result belongs to all.
    fn is_in_row(&self, arrangement: Arrangement, number: usize) -> bool {
        arrangement != Arrangement::OperandsUnder || number < self.operands
    }

    const fn fills_height(&self) -> bool {
        self.height.is_finite() && !self.is_cropped
    }

    /// Whether the whole drawing fits the box.
    pub(super) fn fits(&self, axes: &[DrawnAxis], cell: Cell, composition: &Composition, spacing: Spacing) -> bool {
        let needed = self.needed(axes, cell, composition, spacing);
        needed.w <= self.width && needed.h <= self.height
    }
}

impl Layout {
    /// Positions the panels and the axis table in the middle of the box, or at its upper left corner where they are larger.
    pub(super) fn arrange(&mut self, options: &LayoutOptions, table: Option<TableBox>) {
        let composition = Composition { arrangement: self.arrangement, table };
        self.spacing = self.spacing.beside(self.cell);
        let plan = options.plan(&self.axes, self.cell, &composition, self.spacing);
        self.size = Size::new(options.width.max(plan.whole.w), plan.whole.h);
        if options.fills_height() {
            self.size.h = self.size.h.max(options.height);
        }
        let inner = Size::new(plan.whole.w - 2.0 * MARGIN, plan.whole.h - 2.0 * MARGIN);
        let taken = table.map_or(Size::default(), |table| table.taken());
        // Beside a higher table the panels are in the middle of its height.
        let to_panels =
            [taken.w + (inner.w - taken.w - plan.all.w) / 2.0, taken.h + (inner.h - taken.h - plan.all.h) / 2.0];
        let to_table = |TableBox { side, size, .. }: TableBox| match side {
            TableSide::Beside => [0.0, to_panels[1]],
            TableSide::Above => [(inner.w - size.w) / 2.0, 0.0],
            // In the middle of the height of its row.
            TableSide::Quarter => {
                [to_panels[0], to_panels[1] + plan.rows[0] + self.spacing.under() + (plan.rows[1] - size.h) / 2.0]
            }
        };
        // In the middle of the box or, where the table is to stay where it is, as near to that as it can be.
        let free = [self.size.w - plan.whole.w, self.size.h - plan.whole.h];
        let kept = options.kept.and_then(|kept| kept.table).zip(table).map(|(kept, table)| {
            let way = to_table(table);
            [kept.corner.x - way[0], kept.corner.y - way[1]]
        });
        let start = match kept {
            Some(kept) => [0, 1].map(|axis| clamp(kept[axis] - MARGIN, 0.0, free[axis].max(0.0))),
            None => free.map(|free| free / 2.0),
        };
        let start = Point::new(start[0] + MARGIN, start[1] + MARGIN);
        let corner = start.moved(to_panels[0], to_panels[1]);
        let is_above = self.arrangement != Arrangement::ColumnTitlesBeside;
        let above = if is_above { self.spacing.title } else { 0.0 };
        self.grids = plan.grids;
        let spacing = self.spacing;
        let before = |lengths: &[f64; PANELS], count: usize, between: f64| {
            lengths.iter().take(count).map(|length| length + between).sum::<f64>()
        };
        let mut longest_title = f64::INFINITY;
        for (number, &panel) in self.panels().iter().enumerate() {
            let [column, row] = self.arrangement.place(number, self.operands);
            let upper_left = corner.moved(
                plan.left + plan.title + before(&plan.columns, column, spacing.between),
                above + before(&plan.rows, row, spacing.under()),
            );
            // Whole pixels give sharp edges.
            let mut upper_left = Point::new(upper_left.x.floor(), upper_left.y.floor());
            if !options.is_in_row(self.arrangement, number) {
                upper_left.y += ((plan.all.h - plan.equation - plan.panels[panel.index()].h) / 2.0).floor();
            }
            let (lanes, grid) = (self.panel_lanes(panel, options), plan.grids[panel.index()]);
            if panel == Panel::Result && self.arrangement == Arrangement::Row && options.needs(spacing).clash.is_some()
            {
                // The picture of a clash is level with the middle of the operands.
                let middle = plan.panels[0].h - above - plan.grids[0].h / 2.0;
                let room = (plan.rows[0] - above - grid.h).max(0.0);
                upper_left.y += clamp(middle - grid.h / 2.0, 0.0, room).floor();
            }
            // A sign beside a grid that is lower than the sign does not reach the line under the panels.
            let lowest = plan.panels[panel.index()].h - above - SIGN_BELOW * spacing.scale;
            let middle = (lanes.h + grid.h / 2.0).min(lowest);
            self.widths[panel.index()] = plan.columns[column];
            longest_title = longest_title.min(if is_above { plan.columns[column] } else { plan.title });
            // The first block of a stack is at the origin, the others extend above it.
            let is_clash = panel == Panel::Result && options.needs(spacing).clash.is_some();
            let rise = if is_clash { 0.0 } else { rise(&self.axes, self.cell, panel) };
            self.rises[panel.index()] = rise;
            self.origins[panel.index()] = upper_left.moved(lanes.w, lanes.h + rise);
            self.titles[panel.index()] = if is_above {
                upper_left.moved(0.0, -above / 2.0)
            } else {
                Point::new(corner.x + plan.left, upper_left.y + middle)
            };
            if let Some(sign) = number.checked_sub(1).and_then(|before| self.signs.get_mut(before)) {
                let space = if column > 0 { spacing.between } else { spacing.sign() };
                *sign = Point::new(upper_left.x - plan.title - space / 2.0, upper_left.y + middle);
            }
        }
        // A title above a panel is no longer than the panel.
        let title = options.needs(spacing).title;
        self.title_font = (TITLE_FONT * spacing.scale).min(TITLE_FONT * longest_title / title.max(1.0));
        let (lower, middle) = (corner.y + plan.all.h, corner.x + plan.all.w / 2.0);
        self.equation = options.equation.then_some(Point::new(middle, lower - plan.equation / 2.0));
        self.table = table.map(|table| {
            let [x, y] = to_table(table);
            let (corner, TableBox { font, form, .. }) = (start.moved(x, y), table);
            // Whole pixels give sharp edges. A corner that is kept is one already, but for rounding.
            let whole = |length: f64| (length + 1e-6).floor();
            TablePlace { corner: Point::new(whole(corner.x), whole(corner.y)), font, form }
        });
    }

    /// The width of the space for a sign.
    pub(crate) fn sign_room(&self) -> f64 {
        let room = match self.arrangement {
            Arrangement::Row => self.spacing.between,
            Arrangement::TwoRows | Arrangement::OperandsUnder => self.spacing.between.min(self.spacing.sign()),
            Arrangement::ColumnTitlesBeside | Arrangement::ColumnTitlesAbove => self.spacing.sign(),
        };
        room - BESIDE_SIGN
    }

    /// The space of a panel's brackets. The picture of a clash has none.
    fn panel_lanes(&self, panel: Panel, options: &LayoutOptions) -> Size {
        let is_clash = panel == Panel::Result && options.needs(self.spacing).clash.is_some();
        if is_clash { Size::default() } else { self.lanes() }
    }

    /// The distance of an axis's bracket from the grid, in lanes.
    #[must_use]
    pub fn lane(&self, nesting: usize) -> f64 {
        let direction = self.axes[nesting].direction;
        self.axes[..nesting].iter().map(|axis| lanes_of(axis.direction, direction)).sum()
    }

    /// The space of the brackets to the left of a grid (`w`) and above it (`h`).
    #[must_use]
    pub fn lanes(&self) -> Size {
        lanes(&self.axes, self.spacing)
    }
}

/// The number of lanes that the bracket of an axis takes beside brackets of a direction. The text of the bracket of a stack
/// is to the left of the stack's edge.
const fn lanes_of(axis: Direction, direction: Direction) -> f64 {
    match (axis, direction) {
        (Direction::Across, Direction::Across) | (Direction::Down, Direction::Down) => 1.0,
        (Direction::Depth, Direction::Down) => STACK_LANES,
        _ => 0.0,
    }
}

/// The space of the brackets of `axes` to the left of a grid (`w`) and above it (`h`).
fn lanes(axes: &[DrawnAxis], spacing: Spacing) -> Size {
    let along = |direction| axes.iter().map(|axis| lanes_of(axis.direction, direction)).sum::<f64>();
    Size::new(along(Direction::Down) * spacing.lane, along(Direction::Across) * spacing.lane)
}
