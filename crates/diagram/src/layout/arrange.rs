//! The positions of the panels in the box, with their titles, brackets and signs.

use super::grid::grid_size;
use super::{Cell, Direction, DrawnAxis, Layout, LayoutOptions, Needs, TITLE_FONT};
use crate::ease::clamp;
use crate::panel::PANELS;
use crate::{Panel, Point, Rect, Size};

/// How the panels are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Side by side, each under its title.
    Row,
    /// One under the other, each with its title at its left.
    ColumnTitlesBeside,
    /// One under the other, each under its title.
    ColumnTitlesAbove,
}

impl Arrangement {
    /// All arrangements, in the order of preference.
    pub(super) const ALL: [Self; 3] = [Self::Row, Self::ColumnTitlesBeside, Self::ColumnTitlesAbove];
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
/// The space between the axis table and the panels, in parts of the table's font size.
const TABLE_GAP: f64 = 0.8;
/// The space of the bracket of a stack, in lanes.
pub(crate) const STACK_LANES: f64 = 2.0;
/// The margin around everything, so that lines and texts on the edge are not cut.
const MARGIN: f64 = 8.0;

/// The sizes of the parts of a drawing.
struct Parts {
    /// An operand with its brackets and its line of text.
    operand: Size,
    /// The same for the result, or the picture of a clash.
    result: Size,
    /// The width of the longest title.
    title: f64,
    /// The height of the line under the panels.
    equation: f64,
}

impl LayoutOptions {
    /// The needs with a spacing.
    pub(crate) fn needs(&self, spacing: Spacing) -> Needs {
        let needs = if spacing.is_tight { self.tight } else { self.wide };
        let clash = needs.clash.map(|clash| Size::new(clash.w * spacing.scale, clash.h * spacing.scale));
        Needs { clash, ..needs }
    }

    fn parts(&self, axes: &[DrawnAxis], cell: Cell, spacing: Spacing) -> Parts {
        let (lanes, grid) = (lanes(axes, spacing), grid_size(axes, cell));
        let Needs { title, clash, footnote } = self.needs(spacing);
        let below = if footnote.is_some() { FOOTNOTE } else { 0.0 };
        let operand = Size::new(lanes.w + grid.w.max(footnote.unwrap_or(0.0)), lanes.h + grid.h + below);
        let equation = if self.equation { spacing.equation } else { 0.0 };
        Parts { operand, result: clash.unwrap_or(operand), title, equation }
    }

    /// The size of the whole drawing.
    pub(super) fn needed(&self, axes: &[DrawnAxis], cell: Cell, arrangement: Arrangement, spacing: Spacing) -> Size {
        let spacing = spacing.beside(cell);
        let (sign, under) = (spacing.sign(), spacing.under());
        let Parts { operand, result, title, equation } = self.parts(axes, cell, spacing);
        let widest = operand.w.max(result.w);
        let operands = self.operands as f64;
        let under_each_other = operands * (operand.h + under) + result.h;
        let size = match arrangement {
            Arrangement::Row => Size::new(
                operands * (operand.w.max(title) + spacing.between) + result.w.max(title),
                spacing.title + operand.h.max(result.h),
            ),
            Arrangement::ColumnTitlesBeside => Size::new(sign + title * spacing.scale + widest, under_each_other),
            Arrangement::ColumnTitlesAbove => {
                Size::new(sign + widest.max(title), (operands + 1.0) * spacing.title + under_each_other)
            }
        };
        Size::new(size.w + 2.0 * MARGIN, size.h + equation + 2.0 * MARGIN)
    }

    const fn fills_height(&self) -> bool {
        self.height.is_finite() && !self.is_cropped
    }

    /// Whether the whole drawing fits the box.
    pub(super) fn fits(&self, axes: &[DrawnAxis], cell: Cell, arrangement: Arrangement, spacing: Spacing) -> bool {
        let needed = self.needed(axes, cell, arrangement, spacing);
        needed.w <= self.width && needed.h <= self.height
    }
}

/// The place of the axis table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TablePlace {
    /// Its upper left corner.
    pub corner: Point,
    /// Its font size.
    pub font: f64,
}

/// The axis table beside or above the panels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TableSide {
    pub(super) is_above: bool,
    pub(super) font: f64,
}

/// The largest font size of the axis table while the shapes line up, and how much larger than in its own place it has to be then.
const LARGEST_TABLE: f64 = 60.0;
const MUCH_LARGER: f64 = 1.15;

impl TableSide {
    /// The size of the axis table, whose size in a font of 1 px is `unit`, with the space between it and the panels.
    fn size(self, unit: Size) -> Size {
        let gap = TABLE_GAP * self.font;
        let (w, h) = (unit.w * self.font, unit.h * self.font);
        if self.is_above { Size::new(w, h + gap) } else { Size::new(w + gap, h) }
    }

    /// The box that is left for the panels; `None` where the table is too large.
    pub(super) fn rest(self, options: &LayoutOptions) -> Option<LayoutOptions> {
        let table = self.size(options.table?);
        let (width, height) = (options.width, options.height);
        let is_within = table.w + 2.0 * MARGIN <= width && table.h + 2.0 * MARGIN <= height;
        let rest = if self.is_above {
            LayoutOptions { height: height - table.h, ..*options }
        } else {
            LayoutOptions { width: width - table.w, ..*options }
        };
        is_within.then_some(rest)
    }
}

impl Layout {
    /// Positions the panels with the axis table in the middle of the box, or at its upper left corner where they are larger.
    pub(super) fn arrange(&mut self, options: &LayoutOptions, side: Option<TableSide>) {
        let needed = options.needed(&self.axes, self.cell, self.arrangement, self.spacing);
        self.spacing = self.spacing.beside(self.cell);
        let unit = options.table.unwrap_or_default();
        let (mut all, mut beside) = (needed, Size::default());
        if let Some(side) = side {
            let table = side.size(unit);
            beside = if side.is_above { Size::new(0.0, table.h) } else { Size::new(table.w, 0.0) };
            all = Size::new(
                (needed.w + beside.w).max(table.w + 2.0 * MARGIN),
                (needed.h + beside.h).max(table.h + 2.0 * MARGIN),
            );
        }
        self.size = Size::new(options.width.max(all.w), all.h);
        if options.fills_height() {
            self.size.h = self.size.h.max(options.height);
        }
        let start = Point::new((self.size.w - all.w) / 2.0, (self.size.h - all.h) / 2.0);
        let corner = start.moved(
            beside.w + (all.w - beside.w - needed.w) / 2.0 + MARGIN,
            beside.h + (all.h - beside.h - needed.h) / 2.0 + MARGIN,
        );
        let Parts { operand, title, equation, .. } = options.parts(&self.axes, self.cell, self.spacing);
        let (sign, under, scale) = (self.spacing.sign(), self.spacing.under(), self.spacing.scale);
        let grid = self.grid(|axis| axis.size);
        let clash = options.needs(self.spacing).clash;
        let title_beside = title * scale;
        self.panel_width = match self.arrangement {
            Arrangement::Row => operand.w.max(title),
            Arrangement::ColumnTitlesBeside => needed.w - 2.0 * MARGIN - sign - title_beside,
            Arrangement::ColumnTitlesAbove => needed.w - 2.0 * MARGIN - sign,
        };
        // A title above a panel is no longer than the panel.
        let longest = if self.arrangement == Arrangement::ColumnTitlesBeside { title_beside } else { self.panel_width };
        self.title_font = (TITLE_FONT * scale).min(TITLE_FONT * longest / title.max(1.0));
        self.heights = [grid.size.h; PANELS];
        for (number, &panel) in self.panels().iter().enumerate() {
            let lanes = self.panel_lanes(panel, options);
            let nth = number as f64;
            let upper_left = match self.arrangement {
                Arrangement::Row => {
                    corner.moved(nth * (operand.w.max(title) + self.spacing.between), self.spacing.title)
                }
                Arrangement::ColumnTitlesBeside => corner.moved(sign + title_beside, nth * (operand.h + under)),
                Arrangement::ColumnTitlesAbove => {
                    let above = self.spacing.title;
                    corner.moved(sign, above + nth * (above + operand.h + under))
                }
            };
            // Whole pixels give sharp edges.
            let mut upper_left = Point::new(upper_left.x.floor(), upper_left.y.floor());
            // A sign beside a grid that is lower than the sign does not reach the line under the panels.
            let mut middle = (lanes.h + grid.size.h / 2.0).min(operand.h - SIGN_BELOW * scale);
            if let (Arrangement::Row, true, Some(clash)) = (self.arrangement, panel == Panel::Result, clash) {
                // The picture of a clash is level with the middle of the operands.
                let level = self.lanes().h + grid.size.h / 2.0;
                let lower = clamp(level - clash.h / 2.0, 0.0, (operand.h - clash.h).max(0.0));
                upper_left.y += lower;
                middle = level - lower;
            }
            // The first block of a stack is at the origin, the others extend above it.
            self.origins[panel.index()] = upper_left.moved(lanes.w, lanes.h + grid.rise);
            self.set_title((number, panel), corner.x, upper_left, middle);
        }
        let lower = corner.y + needed.h - 2.0 * MARGIN;
        let right = corner.x + needed.w - 2.0 * MARGIN;
        self.equation = options.equation.then_some(Point::new((corner.x + right) / 2.0, lower - equation / 2.0));
        let Some(side) = side else { return };
        let at = if side.is_above {
            Point::new((corner.x + right - unit.w * side.font) / 2.0, start.y + MARGIN)
        } else {
            Point::new(start.x + MARGIN, corner.y)
        };
        // While the shapes line up, it takes the place of the result.
        let result = self.titles[Panel::Result.index()];
        let free = if self.arrangement == Arrangement::Row {
            let top = if side.is_above { start.y + MARGIN } else { corner.y };
            Rect { x: result.x, y: top, w: right - result.x, h: lower - equation - top }
        } else {
            let top = self.origin(Panel::Result).y - grid.rise - self.lanes().h;
            Rect { x: corner.x, y: top, w: right - corner.x, h: lower - top }
        };
        let font = (free.w / unit.w).min(free.h / unit.h).min(LARGEST_TABLE);
        let own = TablePlace { corner: at, font: side.font };
        let large = if font > side.font * MUCH_LARGER {
            let middle = free.middle();
            TablePlace { corner: middle.moved(-unit.w * font / 2.0, -unit.h * font / 2.0), font }
        } else {
            own
        };
        self.table = Some([own, large]);
    }

    /// Positions the title of a panel, which is this one from the left, and the sign before it. `middle` is the middle of its grid, from
    /// the panel's upper edge.
    fn set_title(&mut self, (number, panel): (usize, Panel), left: f64, upper_left: Point, middle: f64) {
        let middle = upper_left.y + middle;
        let above = upper_left.y - self.spacing.title / 2.0;
        self.titles[panel.index()] = match self.arrangement {
            Arrangement::Row | Arrangement::ColumnTitlesAbove => Point::new(upper_left.x, above),
            Arrangement::ColumnTitlesBeside => Point::new(left + self.spacing.sign(), middle),
        };
        if let Some(sign) = number.checked_sub(1).and_then(|before| self.signs.get_mut(before)) {
            *sign = match self.arrangement {
                Arrangement::Row => Point::new(upper_left.x - self.spacing.between / 2.0, middle),
                Arrangement::ColumnTitlesBeside | Arrangement::ColumnTitlesAbove => {
                    Point::new(left + self.spacing.sign() / 2.0, middle)
                }
            };
        }
    }

    /// The width of the space for a sign.
    pub(crate) fn sign_room(&self) -> f64 {
        (if self.arrangement == Arrangement::Row { self.spacing.between } else { self.spacing.sign() }) - BESIDE_SIGN
    }

    /// The space of a panel's brackets. The picture of a clash has none.
    fn panel_lanes(&self, panel: Panel, options: &LayoutOptions) -> Size {
        let is_clash = panel == Panel::Result && options.needs(self.spacing).clash.is_some();
        if is_clash { Size::default() } else { self.lanes() }
    }

    /// Reduces panels that are one under the other to the heights of what is drawn in them. Only for an operation without
    /// a result: in one with a result, cells move between the same positions of two panels.
    pub(crate) fn close_up(&mut self, heights: [f64; PANELS], options: &LayoutOptions) {
        let above = match self.arrangement {
            Arrangement::Row => return,
            Arrangement::ColumnTitlesBeside => 0.0,
            Arrangement::ColumnTitlesAbove => self.spacing.title,
        };
        self.heights = heights;
        let rise = self.grid(|axis| axis.size).rise;
        let footnote = if options.needs(self.spacing).footnote.is_some() { FOOTNOTE } else { 0.0 };
        let lanes = |layout: &Self, panel: Panel| layout.panel_lanes(panel, options).h;
        let height = |&panel: &Panel| above + lanes(self, panel) + heights[panel.index()] + footnote;
        let all = self.panels().iter().map(height).sum::<f64>() + self.operands as f64 * self.spacing.under();
        // Below a table that is above them.
        let table = self.table.map_or(0.0, |[own, _]| {
            let table = options.table.unwrap_or_default().h * own.font;
            let is_above = own.corner.y + table < self.origins[0].y;
            if is_above { table + TABLE_GAP * own.font } else { 0.0 }
        });
        let lowest = options.table.zip(self.table).map_or(0.0, |(unit, [own, _])| unit.h * own.font);
        self.size.h = if options.fills_height() { self.size.h } else { (all + table).max(lowest) + 2.0 * MARGIN };
        let left = self.signs[0].x - self.spacing.sign() / 2.0;
        let mut upper = ((self.size.h - all - table) / 2.0).max(MARGIN);
        for place in self.table.iter_mut().flatten() {
            // A large table is where the clash is drawn.
            place.corner.y = place.corner.y.min(self.size.h - lowest - MARGIN).max(MARGIN).min(upper);
        }
        upper += table;
        for (number, &panel) in self.panels().iter().enumerate() {
            let (height, lanes) = (heights[panel.index()], lanes(self, panel));
            self.origins[panel.index()].y = upper + above + lanes + rise;
            let upper_left = Point::new(self.titles[panel.index()].x, upper + above);
            self.set_title((number, panel), left, upper_left, lanes + height / 2.0);
            upper += above + lanes + height + footnote + self.spacing.under();
        }
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
