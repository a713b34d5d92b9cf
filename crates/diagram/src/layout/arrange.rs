//! The positions of the panels in the box, with their titles, brackets and signs.

use super::grid::grid_size;
use super::{Cell, Direction, DrawnAxis, Layout, LayoutOptions, Needs};
use crate::ease::clamp;
use crate::panel::PANELS;
use crate::{Panel, Point, Size};

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
    /// The height of the line for the elements that are being combined.
    equation: f64,
}

impl Spacing {
    /// Where there is much space.
    pub(crate) const WIDE: Self = Self {
        is_tight: false,
        lane: 19.0,
        bracket_font: 11.5,
        equation_font: 18.0,
        title: 28.0,
        between: 40.0,
        equation: 44.0,
    };
    /// Where there is little space.
    pub(crate) const TIGHT: Self = Self {
        is_tight: true,
        lane: 15.0,
        bracket_font: 11.0,
        equation_font: 13.0,
        title: 22.0,
        between: 24.0,
        equation: 24.0,
    };
}

/// The height of a line of text under a panel.
const FOOTNOTE: f64 = 18.0;
/// The space at the left of panels that are one under the other, for the operator.
const SIGN: f64 = 30.0;
/// The smallest distance from the middle of a sign to the lower edge of its panel: half a sign less the space above the
/// text of the line under the panels.
const SIGN_BELOW: f64 = 6.0;
/// The space between panels that are one under the other.
const UNDER: f64 = 14.0;
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
    pub(crate) const fn needs(&self, spacing: Spacing) -> Needs {
        if spacing.is_tight { self.tight } else { self.wide }
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
        let Parts { operand, result, title, equation } = self.parts(axes, cell, spacing);
        let widest = operand.w.max(result.w);
        let operands = self.operands as f64;
        let under_each_other = operands * (operand.h + UNDER) + result.h;
        let size = match arrangement {
            Arrangement::Row => Size::new(
                operands * (operand.w.max(title) + spacing.between) + result.w.max(title),
                spacing.title + operand.h.max(result.h),
            ),
            Arrangement::ColumnTitlesBeside => Size::new(SIGN + title + widest, under_each_other),
            Arrangement::ColumnTitlesAbove => {
                Size::new(SIGN + widest.max(title), (operands + 1.0) * spacing.title + under_each_other)
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

impl Layout {
    /// Positions the panels in the middle of the box, or at its upper left corner where they are larger.
    pub(super) fn arrange(&mut self, options: &LayoutOptions) {
        let needed = options.needed(&self.axes, self.cell, self.arrangement, self.spacing);
        self.size = Size::new(options.width.max(needed.w), needed.h);
        if options.fills_height() {
            self.size.h = self.size.h.max(options.height);
        }
        let corner = Point::new((self.size.w - needed.w) / 2.0 + MARGIN, (self.size.h - needed.h) / 2.0 + MARGIN);
        let Parts { operand, title, equation, .. } = options.parts(&self.axes, self.cell, self.spacing);
        let grid = self.grid(|axis| axis.size);
        let clash = options.needs(self.spacing).clash;
        self.panel_width = match self.arrangement {
            Arrangement::Row => operand.w.max(title),
            Arrangement::ColumnTitlesBeside => needed.w - 2.0 * MARGIN - SIGN - title,
            Arrangement::ColumnTitlesAbove => needed.w - 2.0 * MARGIN - SIGN,
        };
        self.heights = [grid.size.h; PANELS];
        for (number, &panel) in self.panels().iter().enumerate() {
            let lanes = self.panel_lanes(panel, options);
            let nth = number as f64;
            let upper_left = match self.arrangement {
                Arrangement::Row => {
                    corner.moved(nth * (operand.w.max(title) + self.spacing.between), self.spacing.title)
                }
                Arrangement::ColumnTitlesBeside => corner.moved(SIGN + title, nth * (operand.h + UNDER)),
                Arrangement::ColumnTitlesAbove => {
                    let above = self.spacing.title;
                    corner.moved(SIGN, above + nth * (above + operand.h + UNDER))
                }
            };
            let mut upper_left = upper_left;
            // A sign beside a grid that is lower than the sign does not reach the line under the panels.
            let mut middle = (lanes.h + grid.size.h / 2.0).min(operand.h - SIGN_BELOW);
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
        let middle = Point::new(self.size.w / 2.0, corner.y + needed.h - 2.0 * MARGIN - equation / 2.0);
        self.equation = options.equation.then_some(middle);
    }

    /// Positions the title of a panel, which is this one from the left, and the sign before it. `middle` is the middle of its grid, from
    /// the panel's upper edge.
    fn set_title(&mut self, (number, panel): (usize, Panel), left: f64, upper_left: Point, middle: f64) {
        let middle = upper_left.y + middle;
        let above = upper_left.y - self.spacing.title / 2.0;
        self.titles[panel.index()] = match self.arrangement {
            Arrangement::Row | Arrangement::ColumnTitlesAbove => Point::new(upper_left.x, above),
            Arrangement::ColumnTitlesBeside => Point::new(left + SIGN, middle),
        };
        if let Some(sign) = number.checked_sub(1).and_then(|before| self.signs.get_mut(before)) {
            *sign = match self.arrangement {
                Arrangement::Row => Point::new(upper_left.x - self.spacing.between / 2.0, middle),
                Arrangement::ColumnTitlesBeside | Arrangement::ColumnTitlesAbove => {
                    Point::new(left + SIGN / 2.0, middle)
                }
            };
        }
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
        let all = self.panels().iter().map(height).sum::<f64>() + self.operands as f64 * UNDER;
        self.size.h = if options.fills_height() { self.size.h } else { all + 2.0 * MARGIN };
        let left = self.signs[0].x - SIGN / 2.0;
        let mut upper = ((self.size.h - all) / 2.0).max(MARGIN);
        for (number, &panel) in self.panels().iter().enumerate() {
            let (height, lanes) = (heights[panel.index()], lanes(self, panel));
            self.origins[panel.index()].y = upper + above + lanes + rise;
            let upper_left = Point::new(self.titles[panel.index()].x, upper + above);
            self.set_title((number, panel), left, upper_left, lanes + height / 2.0);
            upper += above + lanes + height + footnote + UNDER;
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
